"""What games are called elsewhere."""

from notation import dialects
from notation.registry import games
from records.sgf.boardspace import logs_of
from records.sites import by_title, known


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
