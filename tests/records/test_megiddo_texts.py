"""Moves with blanks in them, and rows of more than two: both in Megiddo."""

import pytest

from records import Record, write
from records.results import winner_index
from tests.records.megiddo_games import OF_THREE
from tests.records.samples import read_all, read_one
from tests.records.test_round_trip import read_back, said

TABLE = """\
  1. A3  B5  A6
  2. C4  C3  D3 (C4, B5)
  3. C2  B2  C1 (C2, C3)
  4. F6  D4  F4 (A3, B2)
*
"""


def test_three_players_have_three_columns():
    text = write(OF_THREE)
    assert text.endswith(f"\n{TABLE}\n")
    (back,) = read_back(text, "text")
    assert said(back) == said(OF_THREE)
    assert not back.findings
    assert winner_index(back.result) == 2


@pytest.mark.parametrize(
    ("players", "columns"), [("2", 2), ("3", 3), ("4", 2), ("6", 3)], ids="{} players".format
)
def test_partners_share_a_column(players, columns):
    record = Record(("A1", "B1", "C1", "D1"), "megiddo", f"master+players={players}", "book")
    first = write(record).split("\n\n")[1].splitlines()[0]
    assert first.split() == ["1.", *["A1", "B1", "C1"][:columns]]
    (quick,) = read_back(write(record), "text")
    assert said(quick) == said(record)
    assert not isinstance(quick.places, tuple)


@pytest.mark.parametrize(
    ("mover", "row"), [("r", "A1  B1  C1"), ("b", "...  A1  B1"), ("g", "...  ...  A1")]
)
def test_rows_begin_with_dots_for_the_sides_before_the_first_to_move(mover, row):
    moves = ("A1", "B1", "C1", "D1")
    start = f"6/6/6/6/6/6 {mover} 0,0,0"
    record = Record(moves, "megiddo", "base+players=3", "book", start=start)
    text = write(record)
    assert f"\n  1. {row}\n" in text
    (back,) = read_back(text, "text")
    assert said(back) == said(record)
    assert not back.findings


def test_a_ply_too_few_in_a_row_of_three_is_noted():
    text = '[Variant "base+players=3"]\n\n1. A1 B1 C1\n2. A2 B2\n3. A3 B3 C3\n'
    record = read_one(text)
    assert record.moves == ("A1", "B1", "C1", "A2", "B2", "?", "A3", "B3", "C3")
    (found,) = record.findings
    assert (found.code, found.line) == ("lost-ply", 4)


def test_typed_games_are_read_however_they_are_set():
    text = "1. c4! b3 {a trap} 2. D4 (C4,B4) E2 (too far)\n3. f6 (A5 , B4) (D6,C6)? Red wins"
    record = read_one(text)
    assert record.game == "megiddo"
    assert record.moves == ("c4", "b3", "D4 (C4,B4)", "E2", "f6 (A5 , B4) (D6,C6)")
    assert dict(record.details) == {
        0: {"marks": "!"},
        1: {"comment": "a trap"},
        3: {"comment": "too far"},
        4: {"marks": "?"},
    }
    assert record.result == "1-0"


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("Red wins", "1-0"),
        ("les rouges gagnent", "1-0"),
        ("Blau gewinnt", "0-1"),
        ("Bleus gagnent.", "0-1"),
        ("blue resigns", "1-0"),
        ("Red abandonne", "0-1"),
        ("Green won", "3"),
        ("les verts gagnent", "3"),
        ("Grün gewinnt", "3"),
    ],
)
def test_words_with_the_colours_of_stones_are_results(words, result):
    (record,) = read_all(f"1. A1 B1 C1\n2. A2 B2 C2\n{words}\n")
    assert record.result == result
    assert [finding.code for finding in record.findings] == ["result-words"]


def test_of_three_the_one_who_resigns_makes_nobody_win():
    text = "1. A1 B1 C1\n2. A2 resigns\n"
    assert read_one(text).result == "0-1"
    record = read_one(f'[Variant "base+players=3"]\n\n{text}')
    assert record.result == "*"
    assert record.tags["Termination"] == "resignation"


def test_rows_without_numbers_keep_moves_with_many_captures():
    moves = (
        "B6", "D5", "D1", "C5", "E1", "B3", "D3", "E3", "D6", "F1", "A4", "C1 (D1, E1)", "A6",
        "E6", "D2", "D4 (D3, D2)", "F6", "C4", "B5", "A3", "E2 (D3, C4) (D4, D5)", "B2",
    )  # fmt: skip
    rows = zip(moves[::2], moves[1::2], strict=True)
    record = read_one('[Game "megiddo"]\n\n' + "".join(f"{one}   {two}\n" for one, two in rows))
    assert (record.moves, record.findings) == (moves, ())
