"""Megiddo on arrays finds what the replay finds."""

import random

import pytest

from tests.games.array_laws import compare, compare_verdicts, endings, random_texts, spoiled
from tests.games.engine_games import FILES, engine_games

VARIANTS = (
    *("base", "base+cleopatra", "base+radial-move", "base+players=3", "master"),
    *("master+cleopatra+radial-move", "master+cleopatra+players=3", "master+players=6"),
    *("grand-master", "grand-master+radial-move+players=3", "grand-master+cleopatra"),
    "grand-master+cleopatra+radial-move+players=3",
)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_find_in_random_games_what_the_replay_finds(variant: str) -> None:
    games = random_texts("megiddo", variant, None, range(2))
    assert compare("megiddo", variant, None, games) == len(games)
    chance = random.Random(variant)
    assert compare("megiddo", variant, None, [*spoiled(games, chance)])
    _, boards = compare_verdicts("megiddo", variant, None, [*endings(games, chance)])
    assert 0 < boards.good.sum() < len(boards.good)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("megiddo")])
def test_arrays_find_in_games_of_programs_what_the_replay_finds(name: str) -> None:
    variant, dialect = FILES[name][1:]
    games = [record.moves for record in engine_games(name, 4)]
    assert compare("megiddo", variant, dialect, games) == len(games)
