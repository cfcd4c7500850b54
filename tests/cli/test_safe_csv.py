"""CSV tables and spreadsheets: texts that would be formulas are counted, and harmless if asked."""

import csv
import io

import pytest

import records
from records.tabular.csv import is_formula
from tests.records.samples import DEMONSTRATION, rows

FORMULA = '=HYPERLINK("https://example.org";"Anna")'
GAME = (
    f'[Variant "standard"]\n[White "=1+1"]\n[Black "@b"]\n[Event "+1"]\n[Result "1-0"]\n\n'
    f"{rows(DEMONSTRATION)}{{{FORMULA}}} 1-0\n"
)


@pytest.mark.parametrize(
    ("text", "formula"),
    {
        "=1+1": True,
        "@SUM(A1)": True,
        "+1+cmd|' /C calc'!A0": True,
        "-2+3": True,
        "\t=1": True,
        "\N{FULLWIDTH EQUALS SIGN}1": True,
        "-": False,
        "-1.5": False,
        "+33,000": False,
        "1-0": False,
        "": False,
        "{=1}": False,
    }.items(),
)
def test_texts_that_spreadsheets_compute(text, formula):
    assert is_formula(text) == formula


def cells(text: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text)) for cell in row]


CALLS = {
    "stats": ("stats", "--by", "Event", "--by", "player", "--csv"),
    "players": ("players", "--csv"),
    "convert to csv": ("convert", "--to", "csv"),
    "convert to csv-games": ("convert", "--to", "csv-games"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_formulas_are_counted_and_made_harmless_where_asked(ludograph, tmp_path, call):
    (tmp_path / "=1+1.txt").write_text(GAME)
    plain = ludograph(*call, "=1+1.txt")
    assert any(map(is_formula, cells(plain.out)))
    assert "with text that a spreadsheet computes: --safe-csv makes it harmless\n" in plain.err
    safe = ludograph(*call, "--safe-csv", "=1+1.txt")
    assert not any(map(is_formula, cells(safe.out)))
    assert "with text that a spreadsheet computes: made harmless\n" in safe.err
    assert (plain.status, safe.status) == (0, 0)


@pytest.mark.parametrize("form", ["csv", "csv-games"])
def test_records_in_harmless_tables_are_read_back_as_they_were(ludograph, tmp_path, form):
    (tmp_path / "in.txt").write_text(GAME)
    ludograph("convert", "in.txt", "--to", form, "--safe-csv", "-o", f"out.{form[3:]}.csv")
    (back,) = records.read(tmp_path / f"out.{form[3:]}.csv", format=form)
    (game,) = records.read(tmp_path / "in.txt")
    assert (back.moves, back.tags, back.result) == (game.moves, game.tags, game.result)
    assert back.details == game.details
