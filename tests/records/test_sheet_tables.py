"""Score sheets kept in a spreadsheet."""

import csv
import io

import pytest

from records import read, read_text
from tests.records.samples import codes, messages

HEADER, ROWS = ["Move", "White", "Black"], [["1", "d2-d3", "f11-f10"], ["2", "d3,e2-e4", "f10-f9"]]
MOVES = tuple(move for _, *row in ROWS for move in row)


def sheet(separator: str, *above: str, header: list[str] = HEADER, beside: str = "") -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerows([header, ROWS[0], [*ROWS[1], beside] if beside else ROWS[1]])
    return "".join(f"{line}\n" for line in above) + text.getvalue()


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize(
    ("above", "header", "tags"),
    [
        ((), HEADER, {}),
        (("sep=;",), ["Nr.", "Wei\xdf", "Schwarz"], {}),
        (("Paris 2004,,", ""), ["#", "Ann", "Bob (1800)"], {"White": "Ann", "Black": "Bob (1800)"}),
        (("", ""), ["", "White", "Black", "Remark"], {}),
        (("Event;Cup", "Datum;2004-05-06", ""), HEADER, {"Event": "Cup", "Date": "2004-05-06"}),
        (("Schwarz;Ben", ""), HEADER, {"Black": "Ben"}),
    ],
    ids=["plain", "German", "names", "without a name", "tags", "a player"],
)
def test_a_sheet_of_cells_is_the_text_of_its_rows(separator, above, header, tags):
    above = tuple(line.replace(";", separator) for line in above)
    text = sheet(separator, *above, header=header)
    (found,) = read_text(text, game="epaminondas")
    assert found.moves == MOVES
    assert dict(found.tags) | tags == dict(found.tags)
    assert "White" not in found.tags.get("Title", ""), "the heading row is no title"
    assert codes(found)[0] == "layout"
    assert repr(separator) in messages(found)
    lines = text.split("\n")
    for move, (line, column) in zip(found.moves, found.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


REMARKS = {
    "a word": (";", [*HEADER, "Bemerkung"], 'good; "so"'),
    "tabs": ("\t", [*HEADER, "Remarks"], "a\tb"),
    "lines": (",", [*HEADER, "Remarque"], "first\nsecond"),
    "no known word": (";", [*HEADER, "Eindruck"], "0:12"),
    "times": (";", ["\N{BYTE ORDER MARK}Nr", "Weiss", "Schwarz", "Zeit"], "0:12"),
}


@pytest.mark.parametrize(("separator", "header", "remark"), REMARKS.values(), ids=REMARKS)
def test_other_columns_are_comments(separator, header, remark):
    text = sheet(separator, header=header, beside=remark) + f"3{separator}e4-e5\n"
    (found,) = read_text(text, game="epaminondas")
    assert found.moves == (*MOVES, "e4-e5")
    assert found.details == {3: {"comment": remark}}
    assert f"comments from {header[-1]!r}" in messages(found)
    assert not {"skipped-text", "title"} & {*codes(found)}


def test_remarks_belong_to_the_move_before_them():
    text = "Nr;Rot;Blau;Remark\n1;D3;B4;a\n;;;b\n2;E4;A4;\n\n;;;c\nNr;Rot;Blau;Remark\n1;D3;B4;d\n"
    games = list(read_text(text, game="megiddo"))
    assert [game.moves for game in games] == [("D3", "B4", "E4", "A4"), ("D3", "B4")]
    comments = [{at: one["comment"] for at, one in game.details.items()} for game in games]
    assert comments == [{1: "a b", 3: "c"}, {1: "d"}]


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


def test_moves_with_commas_below_a_tag_are_no_cells():
    (found,) = read_text('[Site "Paris, France"]\n\n2,7,2N2 11,6,2SE2\n')
    assert "layout" not in codes(found)
    assert len(found.moves) == 2


def test_a_sheet_named_as_tesseract_names_its_tables_is_no_such(tmp_path):
    (tmp_path / "a.tsv").write_text(sheet("\t"))
    (found,) = read(str(tmp_path / "a.tsv"), game="epaminondas")
    assert len(found.moves) == 4
