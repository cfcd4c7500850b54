"""Score sheets kept in a spreadsheet, beside other tables; `texts.jsonl` has what is in them."""

import pytest

from records import read
from tests.records.samples import codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game_id,game,ply,mov\n1,gipf,1,Ga1-b2\n", "bad-table"),
        ("name,year\nAnn,1970\n", "bad-table"),
    ],
    ids=["of ours", "of others"],
)
def test_other_tables_are_no_sheets(text, code, tmp_path):
    (tmp_path / "a.csv").write_text(text)
    (found,) = read(str(tmp_path / "a.csv"))
    assert codes(found) == [code]
