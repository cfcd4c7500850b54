"""Records as values: how they are shown, and dates as records write them."""

import pytest

from records import Record, Source
from records.model import played_on


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2004.05.17", "2004-05-17"),
        ("2004-5-7", "2004-05-07"),
        (" 2004/11 ", "2004-11"),
        ("2004.??.??", "2004"),
        ("2004.05.??", "2004-05"),
        ("2004-05-17T12:30:00", "2004-05-17"),
        ("????.??.??", ""),
        ("17 May 2004", ""),
        ("200405", ""),
        ("", ""),
    ],
)
def test_as_much_of_a_date_as_is_known(written, read):
    assert played_on({"Date": written}) == read


SHOWN = {
    "empty": (Record(), "<Record: unknown game, 0 moves, *>"),
    "one player": (
        Record(("e2",), "gipf", tags={"Black": "Bob"}, result="0-1"),
        "<Record: gipf, Bob, 1 move, 0-1>",
    ),
    "players in the order of moving": (
        Record(("A1", "B1"), "megiddo", tags={"Blue": "B", "Red": "A"}, source=Source("a.txt", 4)),
        "<Record: megiddo, A - B, 2 moves, *, a.txt:4>",
    ),
    "another game": (Record(game="hex", tags={"White": "A"}), "<Record: hex, A, 0 moves, *>"),
}


@pytest.mark.parametrize(("record", "text"), SHOWN.values(), ids=SHOWN)
def test_a_record_shows_in_one_line(record, text):
    assert repr(record) == text
