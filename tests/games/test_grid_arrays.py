"""Games of phalanxes on arrays find what the replay finds, on boards of one word and of several."""

import random

import pytest

from tests.games.array_laws import compare, compare_verdicts, endings, random_texts, spoiled
from tests.games.engine_games import engine_games

CASES = [
    ("epaminondas", "standard", "abbott"),
    ("epaminondas", "standard+symmetry=off", "span"),
    ("epaminondas", "standard+columns=26+rows=11+symmetry=mirror", "span"),
    ("epaminondas", "standard+columns=8+rows=8", "abbott"),
    ("epaminondas", "standard+columns=4+rows=6+filled=1", "span"),
    ("epaminondas", "standard+columns=2+rows=5+filled=1", "abbott"),
    ("epaminondas", "standard+columns=4+rows=6+filled=1+symmetry=mirror", "abbott"),
    ("epaminondas", "standard+columns=3+rows=5+filled=1+symmetry=mirror", "span"),
    ("crossings", "standard", "span"),
    ("crossings", "standard+columns=9+rows=8", "abbott"),
    ("crossings", "standard+columns=4+rows=5+filled=1", "span"),
]


@pytest.mark.parametrize(("game", "variant", "dialect"), CASES)
def test_arrays_find_in_random_games_what_the_replay_finds(
    game: str, variant: str, dialect: str
) -> None:
    games = random_texts(game, variant, dialect, range(3))
    assert compare(game, variant, dialect, games) == len(games)
    chance = random.Random(variant)
    assert compare(game, variant, dialect, [*spoiled(games, chance)])
    _, boards = compare_verdicts(game, variant, dialect, [*endings(games, chance)])
    assert 0 < boards.good.sum() < len(boards.good)


def test_arrays_find_in_games_of_a_program_what_the_replay_finds() -> None:
    games = [record.moves for record in engine_games("epaminondas-games", 4)]
    variant = "standard+symmetry=off"
    assert compare("epaminondas", variant, "abbott", games) == len(games)
