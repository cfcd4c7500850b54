"""Messages of tests about kept texts that are no longer made."""

import pytest

from tests.kept import Kept, differences


def test_long_lines_are_cut_around_their_first_difference():
    same = "".join(map(str, range(999)))
    found = list(differences(f"a\n{same}1{same}\nb", f"a\n{same}2{same}\nb\nc"))
    assert found[0] == "line 2:"
    assert [line[0] for line in found] == ["l", "-", "+", "l", "+"]
    assert all(len(line) < 170 for line in found)
    assert found[1] == f"-...{same[-40:]}1{same[:119]}..."


def test_a_failure_names_the_command_that_writes_the_text(tmp_path):
    path = tmp_path / "folder" / "x.txt"
    with pytest.raises(pytest.fail.Exception, match=r"pytest tests/a.py .*--write-golden"):
        Kept(False, "tests/a.py")("one", path)
    Kept(True, "tests/a.py")("one", path)
    Kept(False, "tests/a.py")("one", path)
