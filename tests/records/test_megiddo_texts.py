"""Moves with blanks in them, and rows of more than two: both in Megiddo."""

import pytest

from records import Record, write
from tests.records.samples import said
from tests.records.test_round_trip import read_back


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
