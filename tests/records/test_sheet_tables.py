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


def test_a_sheet_named_as_tesseract_names_its_tables_is_no_such(tmp_path):
    (tmp_path / "a.tsv").write_text("Move\tWhite\tBlack\n1\td2-d3\tf11-f10\n2\td3,e2-e4\tf10-f9\n")
    (found,) = read(str(tmp_path / "a.tsv"), game="epaminondas")
    assert found.moves == ("d2-d3", "f11-f10", "d3,e2-e4", "f10-f9")
