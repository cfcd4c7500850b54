"""Score sheets kept in a spreadsheet: read as the text that they are."""

import csv
import io

import pytest

from records import read, read_text

HEADER, ROWS = ["Move", "White", "Black"], [["1", "d2-d3", "f11-f10"], ["2", "d3,e2-e4", "f10-f9"]]


def sheet(separator: str, *above: str, header: list[str] = HEADER) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows([header, *ROWS])
    return "".join(f"{line}\n" for line in above) + text.getvalue()


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize(
    ("above", "header"),
    [
        ((), HEADER),
        (("sep=;",), ["Nr.", "Wei\xdf", "Schwarz"]),
        (("Paris 2004,,", ""), ["#", "Ann", "Bob (1800)"]),
        (("", ""), ["", "White", "Black", "Remark"]),
    ],
    ids=["plain", "German", "title", "without a name"],
)
def test_a_sheet_of_cells_is_the_text_of_its_rows(separator, above, header):
    (found,) = read_text(sheet(separator, *above, header=header), game="epaminondas")
    assert [move.strip() for move in found.moves] == [move for _, *row in ROWS for move in row]
    assert found.findings[0].code == "layout"
    assert repr(separator) in found.findings[0].message


def test_places_are_those_of_the_file():
    text = sheet(",")
    (found,) = read_text(text, game="epaminondas")
    lines = text.split("\n")
    for move, (line, column) in zip(found.moves, found.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("record,game,ply,mov\n1,gipf,1,Ga1-b2\n", "bad-table"),
        ("name,year\nAnn,1970\n", "bad-table"),
    ],
    ids=["of ours", "of others"],
)
def test_other_tables_are_no_sheets(text, code, tmp_path):
    (tmp_path / "a.csv").write_text(text)
    (found,) = read(str(tmp_path / "a.csv"))
    assert [one.code for one in found.findings] == [code]


def test_moves_with_commas_below_a_tag_are_no_cells():
    (found,) = read_text('[Site "Paris, France"]\n\n2,7,2N2 11,6,2SE2\n')
    assert "layout" not in {one.code for one in found.findings}
    assert len(found.moves) == 2


def test_a_sheet_named_as_tesseract_names_its_tables_is_no_such(tmp_path):
    (tmp_path / "a.tsv").write_text(sheet("\t"))
    (found,) = read(str(tmp_path / "a.tsv"), game="epaminondas")
    assert len(found.moves) == 4
