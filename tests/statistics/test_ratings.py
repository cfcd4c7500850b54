"""Ratings that can be computed by hand, and laws of all ratings."""

import random
from collections.abc import Sequence
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.ratings import (
    ELO,
    MEAN,
    Contests,
    Rating,
    components,
    rate,
    rated,
    separable,
)
from tests.examples import examples

Row = tuple[tuple[int, ...], tuple[float, ...]]
"""The players of some games, and the points of each."""


def met(one: int, other: int, points: float, games: float) -> Row:
    return (one, other), (points, games - points)


def contests(rows: Sequence[Row]) -> Contests:
    who, points = zip(*rows, strict=True)
    return Contests(np.array(who), np.array(points, float))


def ratings(players: int, rows: Sequence[Row]) -> list[Rating]:
    return rate(players, contests(rows)).ratings()


def test_a_win_and_the_draws_of_the_prior_by_hand():
    one, other = ratings(2, [met(0, 1, 1, 1)])
    # Each has half a draw more against an average player: s = 1 - 1 / (1 + exp(-2 s)) + prior.
    strength = log(10) * (one.value - other.value) / 800
    expected = 1 / (1 + exp(-2 * strength)) + 1 / (1 + exp(-strength))
    assert expected == pytest.approx(1 + 0.5)
    assert one.value + other.value == pytest.approx(2 * MEAN)
    of_game = 2 * exp(2 * strength) / (1 + exp(2 * strength)) ** 2
    of_prior = exp(strength) / (1 + exp(strength)) ** 2
    assert one.error == pytest.approx(ELO / sqrt(2 * (of_game + of_prior)), rel=1e-6)


def played(order: Sequence[int], many: int, result: int) -> Row:
    points = [1 / many] * many if result >= many else [float(at == result) for at in range(many)]
    return tuple(order[:many]), tuple(points)


GAMES = st.integers(2, 3).flatmap(
    lambda many: st.lists(
        st.builds(played, st.permutations(range(4)), st.just(many), st.integers(0, 3)),
        min_size=4,
        max_size=25,
    )
)
"""Games of two or of three of four players; each won by one of them, or drawn."""


def likelihood(games, strengths, ahead=0.0):
    """Return the log-likelihood as a sum over games."""
    total = 0.0
    for players, scored in games:
        values = [strengths[player] for player in players]
        values[0] += ahead
        together = log(sum(exp(value) for value in values))
        total += sum(
            points * (value - together) for points, value in zip(scored, values, strict=True)
        )
    return total


@pytest.mark.slow
@pytest.mark.parametrize("first", [False, True], ids=["without advantage", "with advantage"])
@given(games=GAMES)
@examples(15)
def test_ratings_are_the_maximum_that_scipy_finds(first, games):
    optimize = pytest.importorskip("scipy.optimize")

    def depth(values):
        held = sum(value / 2 - log(1 + exp(value)) for value in values)
        return -held - likelihood(games, values[:4], values[4] if first else 0.0)

    theirs = optimize.minimize(depth, [0.0] * (4 + first), method="BFGS", options={"gtol": 1e-7})
    found = rate(4, contests(games).summed(), first)
    # The prior of an advantage of 0 contributes a constant.
    assert found.height + (0 if first else log(2)) == pytest.approx(-theirs.fun, abs=1e-7)
    assert found.strengths[: 4 + first] == pytest.approx(theirs.x, abs=1e-4)
    assert sum(one.value for one in found.ratings()) == pytest.approx(4 * MEAN)
    curvature = [
        [(depth(moved(theirs.x, i, j, 1, 1)) - depth(moved(theirs.x, i, j, 1, -1))
          - depth(moved(theirs.x, i, j, -1, 1)) + depth(moved(theirs.x, i, j, -1, -1))) / 4e-6
         for j in range(4 + first)]
        for i in range(4 + first)
    ]  # fmt: skip
    ratio = np.linalg.solve(found.information, curvature)
    assert ratio == pytest.approx(np.eye(4 + first), abs=2e-2)


def moved(values, i, j, here, there):
    values = np.array(values)
    values[i] += here * 1e-3
    values[j] += there * 1e-3
    return values


@pytest.mark.slow
@given(games=GAMES)
@examples(15)
def test_the_test_of_the_advantage_compares_the_maxima_that_scipy_finds(games):
    optimize, chi2 = pytest.importorskip("scipy.optimize"), pytest.importorskip("scipy.stats").chi2
    games = games * 6

    def depth(values, ahead=0.0):
        # The advantage has the prior of the ratings.
        held = sum(value / 2 - log(1 + exp(value)) for value in (*values, ahead))
        return -held - likelihood(games, values, ahead)

    none = optimize.minimize(depth, [0.0] * 4, method="BFGS", options={"gtol": 1e-7})
    full = optimize.minimize(
        lambda x: depth(x[:4], x[4]), [0.0] * 5, method="BFGS", options={"gtol": 1e-7}
    )
    found, first = rated(4, contests(games).summed())
    assert first is not None
    assert first.value == pytest.approx(ELO * full.x[4], abs=0.1)
    assert first.likelihood_ratio == pytest.approx(2 * (none.fun - full.fun), abs=1e-6)
    p = chi2.sf(first.likelihood_ratio, 1)
    assert first.p is None or first.p == pytest.approx(p, rel=1e-6)
    assert first.in_ratings == (first.p is not None and first.p < 0.05)
    chosen = full.x if first.in_ratings else none.x
    assert [one.value - found[0].value for one in found] == pytest.approx(
        [ELO * (value - chosen[0]) for value in chosen[:4]], abs=0.1
    )


@pytest.mark.slow
def test_few_games_a_player_show_an_advantage_that_is_none_as_often_as_the_level_says():
    chance, rejected = random.Random(1), 0
    for _ in range(60):
        strengths, games = [chance.gauss(0, 1) for _ in range(60)], list[Row]()
        for _ in range(100):
            one, other = chance.sample(range(60), 2)
            odds = 1 / (1 + exp(strengths[other] - strengths[one]))
            games.append(met(one, other, float(chance.random() < odds), 1))
        _, first = rated(60, contests(games))
        rejected += first is not None and first.in_ratings
    assert rejected <= 8  # of more, the chance is 0.002


@pytest.mark.parametrize(
    "games",
    [
        [met(0, 1, 3, 4), met(1, 0, 1, 2)],
        [met(0, 1, 20, 20), met(1, 0, 20, 20), met(1, 2, 9, 9), met(2, 1, 9, 9)],
        [met(0, 1, 2, 4), met(1, 2, 2, 4)],
    ],
    ids=["few", "many", "one order"],
)
def test_an_advantage_that_games_leave_open_is_finite(games):
    _, first = rated(3, contests(games))
    assert first is not None
    assert abs(first.value) < 2000
    assert 0 < first.error < 500
    assert first.in_ratings == (len(games) == 4)
    assert (first.p is None) == (not first.separable) == (games[1][0] == (1, 2))


def test_an_advantage_is_not_estimated_from_fewer_than_six_games():
    ratings, first = rated(2, contests([met(0, 1, 3, 3), met(1, 0, 2, 2)]))
    assert first is None
    assert [one.value for one in ratings] == [
        one.value for one in rate(2, contests([met(0, 1, 3, 5)])).ratings()
    ]
    assert rated(2, contests([met(0, 1, 3, 3), met(1, 0, 3, 3)]))[1] is not None


@given(games=GAMES)
@examples(30)
def test_components_are_those_who_reach_each_other(games):
    took = {
        (one, other)
        for players, scored in games
        for one, points in zip(players, scored, strict=True)
        if points
        for other in players
    }
    for middle, one, other in product(range(5), repeat=3):
        if {(one, middle), (middle, other)} <= took:
            took.add((one, other))
    expected = {
        tuple(at for at in range(5) if at == one or {(one, at), (at, one)} <= took)
        for one in range(5)
    }
    assert set(components(5, contests(games))) == expected


ORDERS = st.integers(2, 3).flatmap(
    lambda many: st.lists(
        st.lists(st.integers(0, 5), min_size=many, max_size=many, unique=True), min_size=1
    )
)


@given(ORDERS)
def test_an_advantage_is_separable_where_it_is_a_column_of_its_own(meetings):
    found = separable(np.array(meetings))
    rows = []
    for first, *others in meetings:
        for other in others:
            row = np.zeros(6)
            row[first], row[other] = 1, -1
            rows.append(row)
    strengths = np.array(rows)
    with_first = np.column_stack([strengths, np.ones(len(rows))])
    assert found == (np.linalg.matrix_rank(with_first) > np.linalg.matrix_rank(strengths))
