"""Who played, on which side, and when."""

import pickle

import pytest

from analysis.replay.replay import replay
from analysis.replay.verdict import GameFacts
from analysis.select.filters import (
    InvalidDate,
    PlayedBy,
    PlayedWhen,
    date_bound,
    side_named,
)
from notation import UnknownName
from records import Record


def game(start=None, **tags):
    return GameFacts.of(replay(Record((), "megiddo", "base", tags=tags, start=start)))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (PlayedBy("Ada"), True),
        (PlayedBy("aDA", "red"), True),
        (PlayedBy("Ada", "blue"), False),
        (PlayedBy("Ada", "first"), True),
        (PlayedBy("Ben", "second"), True),
        (PlayedBy("Ben", "third"), False),
        (PlayedBy("Ben", "white"), False),
        (PlayedBy("Ad"), False),
    ],
    ids=str,
)
def test_a_player_on_a_side(asked, found):
    assert asked.holds(game(Red="Ada", Blue="Ben")) is found
    assert pickle.loads(pickle.dumps(asked)) == asked


def test_the_first_side_is_the_one_that_moved_first():
    later = game("6/6/6/6/6/6 b 0,0", Red="Ada", Blue="Ben")
    assert PlayedBy("Ben", "first").holds(later)
    assert PlayedBy("Ada", "second").holds(later)


@pytest.mark.parametrize(
    ("date", "since", "until", "found"),
    [
        ("2004-05-17", "2004", "2004", True),
        ("2004-05-17", "2004-05", "2004-05", True),
        ("2004-05-17", "2004-05-17", "2004-05-17", True),
        ("2004-05-17", "2004-06", "", False),
        ("2004-05-17", "", "2004-04-30", False),
        ("2004.05.??", "2004-05", "2004-05", True),
        ("2004", "2004", "2004", True),
        ("2004", "2004-05", "", False),
        ("2004", "", "2004-05", False),
        ("2004", "2003-12", "2005-01", True),
        ("????", "1900", "", False),
        ("", "", "2100", False),
    ],
)
def test_a_date_is_certainly_within_bounds(date, since, until, found):
    assert PlayedWhen(since, until).holds(game(Date=date)) is found


def test_bounds_and_sides_are_read_in_any_spelling():
    assert [date_bound(text) for text in ("2004", "2004/5", "2004.5.7")] == [
        *("2004", "2004-05", "2004-05-07"),
    ]
    assert side_named("White") == "white"
    assert side_named("GREEN") == "green"
    for text in ("", "yesterday", "04-05-2004", "2004-05-17T10:00"):
        with pytest.raises(InvalidDate):
            date_bound(text)
    with pytest.raises(UnknownName, match="did you mean white"):
        side_named("whte")
