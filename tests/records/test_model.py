"""Records as values, how they are displayed, and other names of games."""

from notation import dialects
from notation.registry import games
from records import Record, Source
from records.sgf.boardspace import logs_of
from records.sites import by_title, known
from tests.cases import each_case

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


@each_case(("record", "text"), SHOWN.values(), ids=SHOWN)
def test_a_record_shows_in_one_line(record, text):
    assert repr(record) == text


def test_every_game_is_called_something():
    assert [game for game, _ in known()] == list(games())
    for game, one in known():
        assert by_title(one.title) == by_title(f" {one.title.upper()}") == game
        assert len(one.players) >= len(dialects(game)[0].side_letters(None))


def test_names_and_numbers_are_taken_once():
    numbers = [one.sgf for _, one in known() if one.sgf is not None]
    setups = [name for game in games() for name in logs_of(game)]
    assert len(numbers) == len({*numbers})
    assert len(setups) == len({*setups})
    assert all(name == name.lower() for name in setups)
