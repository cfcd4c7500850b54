"""What our games are called elsewhere."""

import pytest

from notation import dialects
from notation.registry import GAMES
from records.sgf.boardspace import logs_of
from records.sites import KNOWN, by_title, site_names


def test_every_game_is_called_something():
    assert list(KNOWN) == list(GAMES)
    for game, one in KNOWN.items():
        assert by_title(one.title) == by_title(f" {one.title.upper()}") == game
        assert len(one.players) >= len(dialects(game)[0].side_letters(None))


def test_names_and_numbers_are_taken_once():
    numbers = [one.sgf for one in KNOWN.values() if one.sgf is not None]
    setups = [name for game in GAMES for name in logs_of(game)]
    assert len(numbers) == len({*numbers})
    assert len(setups) == len({*setups})
    assert all(name == name.lower() for name in setups)


@pytest.mark.parametrize(("game", "title"), [("hex", "hex"), (None, "")])
def test_other_games_are_what_they_are(game, title):
    assert site_names(game).title == title
    assert site_names(game).players == ("White", "Black")
    assert by_title("Hex") == "hex"


def test_logs_make_moves_of_a_dialect_of_the_game():
    for game in GAMES:
        for log in logs_of(game).values():
            assert log().dialect in [dialect.name for dialect in dialects(game)]
