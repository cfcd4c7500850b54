"""What games are called elsewhere."""

import pytest

from notation import dialects
from notation.registry import games
from records.sgf.boardspace import logs_of
from records.sites import by_title, known, site_names
from records.words import game_named


def test_every_game_is_called_something():
    assert [game for game, _ in known()] == list(games())
    for game, one in known():
        assert by_title(one.title) == by_title(f" {one.title.upper()}") == game
        assert len(one.players) >= len(dialects(game)[0].side_letters(None))


def test_a_line_that_is_too_long_for_a_title_names_no_game():
    assert game_named(f"{'-' * 400} Megiddo (Master)") == ("megiddo", "master")
    assert game_named(f"{'-' * 100_000} Megiddo (Master)") is None


def test_names_and_numbers_are_taken_once():
    numbers = [one.sgf for _, one in known() if one.sgf is not None]
    setups = [name for game in games() for name in logs_of(game)]
    assert len(numbers) == len({*numbers})
    assert len(setups) == len({*setups})
    assert all(name == name.lower() for name in setups)


@pytest.mark.parametrize(("game", "title"), [("hex", "hex"), (None, "")])
def test_other_games_are_what_they_are(game, title):
    assert site_names(game).title == title
    assert site_names(game).players == ("White", "Black")
    assert by_title("Hex") == "hex"


def test_logs_make_moves_of_a_dialect_of_the_game():
    assert logs_of("gipf")
    for game in games():
        for log in logs_of(game).values():
            assert log().dialect in [dialect.name for dialect in dialects(game)]
