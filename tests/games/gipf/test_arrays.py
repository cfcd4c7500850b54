"""GIPF on arrays finds what the replay finds."""

import random

import numpy as np
import pytest

from analysis.games.gipf.arrays import Sides, count_removals, may_be_taken
from tests.games.array_laws import compare, compare_verdicts, endings, random_texts, spoiled
from tests.games.engine_games import FILES, engine_games
from tests.games.gipf.test_games import board, load

VARIANTS = ("basic", "basic+pieces=18", "basic+pieces=17,15", "standard", "tournament")


@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_find_in_random_games_what_the_replay_finds(variant: str) -> None:
    games = random_texts("gipf", variant, None, range(2))
    assert compare("gipf", variant, None, games) == len(games)
    chance = random.Random(variant)
    assert compare("gipf", variant, None, [*spoiled(games, chance)])
    _, boards = compare_verdicts("gipf", variant, None, [*endings(games, chance)])
    assert 0 < boards.good.sum() < len(boards.good)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("gipf")])
def test_arrays_find_in_games_of_programs_what_the_replay_finds(name: str) -> None:
    variant, dialect = FILES[name][1:]
    games = [record.moves for record in engine_games(name, 12)]
    assert compare("gipf", variant, dialect, games) == len(games)
    assert compare("gipf", variant, dialect, [*spoiled(games, random.Random(name))])


COUNTS = ("f2 (12)", "f2 (11)", "f2 (-1)", f"f2 ({'9' * 30})")


@pytest.mark.parametrize("text", COUNTS)
def test_counts_are_compared_as_in_the_replay(text: str) -> None:
    compare("gipf", "basic", None, [(text,), (text, text)])


def test_what_may_be_taken_are_the_rows_that_stand_and_nothing_else() -> None:
    for case in load("gipf-removal-positions"):
        position = board(case["white"], case["black"], f"{case['remover'][0]} 5,5 0,0 -")
        outcomes = set(position.possible_removals())
        parts = {some & ~(some & -some) for some in outcomes} | {0, position.own}
        claims = np.array(sorted(outcomes | parts), np.uint64)
        stands = [np.uint64(one) for one in (position.own, position.enemy, position.gipf)]
        boards = Sides(*(np.full(len(claims), one) for one in stands))
        found = claims[may_be_taken(boards, Sides(*(claims & one for one in stands)))]
        assert set(found.tolist()) == outcomes, case["id"]
        assert set(count_removals(boards).tolist()) == {len(outcomes)}, case["id"]
