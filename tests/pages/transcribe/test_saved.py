"""The file that is typed is replaced as a whole, and changes of others are noticed."""

import os
import stat

import pytest

from analysis.editing.session import UnusableText
from analysis.pages.transcribe import saved
from analysis.pages.transcribe.saved import SavedText


@pytest.mark.parametrize(
    "data",
    [b"", b"1. a\n2. b\n", b"1. a\r\n2. b\r\n", b"\xef\xbb\xbf1. \xc3\xa9\r\n", b"x\r\n\r\ny"],
    ids=repr,
)
def test_a_text_that_is_written_as_it_was_read_has_the_same_bytes(tmp_path, data):
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    file = SavedText(str(path))
    assert "\r" not in file.text
    file.write(file.text)
    assert path.read_bytes() == data


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_the_rights_of_the_file_and_a_link_to_it_stay(tmp_path):
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("a")
    path.chmod(0o640)
    link.symlink_to(path)
    SavedText(str(link)).write("b")
    assert link.is_symlink()
    assert path.read_text() == "b"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["game.txt", "link.txt"]


def test_what_another_program_writes_is_noticed(tmp_path):
    path = tmp_path / "game.txt"
    file = SavedText(str(path))
    assert (file.is_new, file.changed()) == (True, False)
    file.write("mine")
    assert not file.changed()
    path.write_text("theirs!")
    assert file.changed()
    assert file.changed()
    file.forget()
    file.write("mine again")
    assert not file.changed()
    path.unlink()
    assert file.changed()
    assert file.reread() == ""


def test_a_file_that_appears_before_the_first_change_is_noticed(tmp_path):
    file = SavedText(str(tmp_path / "game.txt"))
    (tmp_path / "game.txt").write_text("")
    assert file.changed()


def test_the_same_bytes_are_no_change(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("a")
    file = SavedText(str(path))
    os.utime(path, (1, 1))
    assert not file.changed()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe1", "UTF-8"),
        (b"a\0b", "null"),
        (b"\x89PNG\r\n", "UTF-8"),
        (b"x" * 90, "more than"),
    ],
    ids=["utf-16", "null", "picture", "long"],
)
def test_what_is_no_text_is_refused(tmp_path, monkeypatch, data, message):
    monkeypatch.setattr(saved, "LARGEST", 50)
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(UnusableText, match=message):
        SavedText(str(path))
    assert path.read_bytes() == data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs there")
def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnusableText, match="regular"):
        SavedText(str(tmp_path / "pipe"))


def test_half_a_character_is_refused_and_the_file_stays(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("a")
    with pytest.raises(UnusableText, match="half"):
        SavedText(str(path)).write("\ud800")
    assert path.read_text() == "a"
