"""Records as values: how they are shown, and dates as records write them."""

import pytest

from records import Record, Source

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
