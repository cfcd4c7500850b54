"""Games of phalanxes on arrays find what the replay finds, on boards of one word and of several."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.games import find
from analysis.games.crossings.rules import Position as Crossings
from analysis.games.epaminondas.rules import Position as Epaminondas
from notation.phalanx import Move
from tests.games.array_laws import compare, compare_verdicts, endings, random_texts, spoiled
from tests.games.engine_games import engine_games
from tests.strategies import SMALL, Arrival, arrivals, positions

CASES = [
    ("epaminondas", "standard", "abbott"),
    ("epaminondas", "standard+symmetry=off", "span"),
    ("epaminondas", "standard+columns=26+rows=11+symmetry=mirror", "span"),
    ("epaminondas", "standard+columns=8+rows=8", "abbott"),
    ("epaminondas", "standard+columns=4+rows=6+filled=1", "span"),
    ("epaminondas", "standard+columns=3+rows=5+filled=1+symmetry=mirror", "span"),
    ("crossings", "standard", "span"),
    ("crossings", "standard+columns=9+rows=8", "abbott"),
    ("crossings", "standard+columns=4+rows=5+filled=1", "span"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant", "dialect"), CASES)
def test_arrays_find_in_random_games_what_the_replay_finds(
    game: str, variant: str, dialect: str
) -> None:
    games = random_texts(game, variant, dialect, range(2))
    assert compare(game, variant, dialect, games) == len(games)
    chance = random.Random(variant)
    assert compare(game, variant, dialect, [*spoiled(games, chance)])
    _, boards = compare_verdicts(game, variant, dialect, [*endings(games, chance)])
    assert 0 < boards.good.sum() < len(boards.good)


def test_arrays_find_in_games_of_a_program_what_the_replay_finds() -> None:
    games = [record.moves for record in engine_games("epaminondas-games", 4)]
    variant = "standard+symmetry=off"
    assert compare("epaminondas", variant, "abbott", games) == len(games)


def _claims(start: Any, chance: random.Random) -> list[Move]:
    """Return what phalanxes can do but for the game's own laws, with right and wrong counts."""
    here = start.variant.grid
    found: list[Move] = []
    for group in here.groups(start.own, start.empty, start.enemy):
        found += start.moves_of(group, group.heads)
    some = chance.sample(found, min(len(found), 200))
    wrong = [move._replace(captures=chance.choice((None, 0, 1, 2))) for move in some]
    far = [move._replace(distance=min(move.count, move.distance + 1)) for move in some]
    longer = [move._replace(count=move.count + 1) for move in some]
    return [*found, *wrong, *far, *longer]


def _compare_moves(start: Any, claims: Sequence[Move]) -> None:
    """Compare games of one move each with the replay."""
    arrays = find(start.GAME).arrays
    assert arrays
    if not arrays().covers(start):
        assert start.won()
        return
    rules = arrays()(start)
    codes = np.array([rules.code(claim) for claim in claims], np.int32)
    boards = rules.judge(codes, np.ones(len(claims), np.int32))
    counts = boards.count_moves()
    assert counts is not None
    assert set(counts.tolist()) == {start.count_moves() for _ in claims}
    for ply, claim in enumerate(claims):
        after, played = start.advance([start.compile(claim)])
        assert boards.good[ply] == bool(played), (str(start), claim)
        if played:
            assert boards.position(ply) == after


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["standard", "standard+symmetry=mirror"])
@given(st.one_of(arrivals(), arrivals(onto_far_row=False)))
def test_arrays_forbid_the_symmetries_that_the_laws_forbid(variant: str, arrival: Arrival) -> None:
    start = Epaminondas.from_string(arrival.position, variant)
    _compare_moves(start, [arrival.move, *_claims(start, random.Random(arrival.position))])


@given(positions(SMALL))
def test_arrays_lock_the_stones_that_have_crossed(text: str) -> None:
    start = Crossings.from_string(text)
    _compare_moves(start, _claims(start, random.Random(text)))
