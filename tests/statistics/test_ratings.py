"""Ratings that can be worked out by hand, and laws that all of them keep."""

import random
from collections.abc import Sequence
from itertools import product
from math import exp, log, log10, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.ratings import (
    ELO,
    MEAN,
    NO_PRIOR,
    PRIOR,
    Contests,
    Rating,
    RatingFit,
    components,
    fitted,
    rate,
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


def ratings(players: int, rows: Sequence[Row], prior: float = PRIOR) -> list[Rating]:
    return rate(players, contests(rows), prior).ratings(range(players))


def fit_of(players: int, rows: Sequence[Row]) -> RatingFit:
    games = contests(rows)
    fit, _ = fitted(players, games, components(players, games))
    assert fit is not None
    return fit


SLIGHT = 1e-9
"""A prior that leaves the likelihood nearly alone."""


def test_three_wins_of_four_are_odds_of_three_to_one():
    one, other = ratings(2, [met(0, 1, 3, 4)], SLIGHT)
    assert one.value - other.value == pytest.approx(400 * log10(3))
    assert one.value + other.value == pytest.approx(3000)
    # The difference has the information 4 * 3/4 * 1/4, and each is half of it from the mean.
    assert one.error == pytest.approx(ELO / sqrt(4 * 3 / 4 / 4) / 2, rel=1e-6)


def test_no_players_and_a_prior_of_0():
    nobody = Contests(np.zeros((0, 2), int), np.zeros((0, 2)))
    assert rate(0, nobody).ratings([]) == []
    with pytest.raises(ValueError, match="a prior of 0 games"):
        ratings(2, [met(0, 1, 1, 1)], 0)


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
    """Return the logarithm of the likelihood, a game at a time."""
    total = 0.0
    for players, scored in games:
        values = [strengths[player] for player in players]
        values[0] += ahead
        together = log(sum(exp(value) for value in values))
        total += sum(
            points * (value - together) for points, value in zip(scored, values, strict=True)
        )
    return total


@pytest.mark.parametrize("first", [False, True], ids=["without advantage", "with advantage"])
@given(games=GAMES)
@examples(15)
def test_ratings_are_the_maximum_that_scipy_finds(first, games):
    optimize = pytest.importorskip("scipy.optimize")

    def depth(values):
        held = sum(value / 2 - log(1 + exp(value)) for value in values)
        return -held - likelihood(games, values[:4], values[4] if first else 0.0)

    theirs = optimize.minimize(depth, [0.0] * (4 + first), method="BFGS", options={"gtol": 1e-7})
    found = rate(4, contests(games).summed(), first=first)
    assert found.height == pytest.approx(-theirs.fun, abs=1e-7)
    assert found.strengths == pytest.approx(theirs.x, abs=1e-4)
    assert sum(one.value for one in found.ratings(range(4))) == pytest.approx(4 * MEAN)
    curvature = [
        [(depth(moved(theirs.x, i, j, 1, 1)) - depth(moved(theirs.x, i, j, 1, -1))
          - depth(moved(theirs.x, i, j, -1, 1)) + depth(moved(theirs.x, i, j, -1, -1))) / 4e-6
         for j in range(4 + first)]
        for i in range(4 + first)
    ]  # fmt: skip
    assert found.covariance @ curvature == pytest.approx(np.eye(4 + first), abs=2e-2)


def moved(values, i, j, here, there):
    values = np.array(values)
    values[i] += here * 1e-3
    values[j] += there * 1e-3
    return values


ROUND = [
    ((one, other), (won, lost))
    for one, other, won, lost in (
        *((0, 1, 9, 3), (1, 0, 8, 4), (0, 2, 11, 2), (2, 0, 5, 7), (1, 2, 9.5, 2.5), (2, 1, 6, 5)),
    )
]
"""Three players, who win oftener when they move first; two who won and lost everything."""


def test_the_advantage_and_the_fit_are_those_of_scipy_s_maximum():
    optimize, chi2 = pytest.importorskip("scipy.optimize"), pytest.importorskip("scipy.stats").chi2
    games = contests([*ROUND, ((3, 0), (5, 0)), ((1, 4), (2, 0))])
    parts = components(5, games)
    assert parts == [(0, 1, 2), (3,), (4,)]
    fit, within = fitted(5, games, parts)
    assert fit is not None

    def with_first(x):
        # The advantage has the prior of the ratings, for value and test alike.
        prior = PRIOR * (x[2] / 2 - np.logaddexp(0, x[2]) + log(2))
        return -likelihood(ROUND, [0, x[0], x[1]], x[2]) - prior

    full = optimize.minimize(with_first, [0, 0, 0])
    none = optimize.minimize(lambda x: -likelihood(ROUND, [0, x[0], x[1]]), [0, 0])
    assert fit.first_move.likelihood_ratio == pytest.approx(2 * (none.fun - full.fun), abs=1e-4)
    assert fit.first_move.p == pytest.approx(chi2.sf(2 * (none.fun - full.fun), 1), rel=1e-3)
    assert fit.first_move.in_ratings
    assert fit.first_move.value == pytest.approx(ELO * full.x[2], abs=0.1)
    values = [within[player].value for player in range(3)]
    assert values[1] - values[0] == pytest.approx(ELO * full.x[0], abs=0.1)
    best = sum(
        points * log(points / sum(scored)) for _, scored in ROUND for points in scored if points
    )
    likely = likelihood(ROUND, [0, full.x[0], full.x[1]], full.x[2])
    assert fit.deviance == pytest.approx(2 * (best - likely), abs=1e-3)
    assert fit.degrees_of_freedom == 6 - 2 - 1
    assert fit.p == pytest.approx(chi2.sf(fit.deviance, 3))


def test_without_an_advantage_the_orders_of_moving_count_together():
    games = [met(0, 1, 6, 10), met(1, 0, 4, 10), met(0, 2, 7, 10), met(1, 2, 6, 10)]
    fit = fit_of(3, games)
    assert not fit.first_move.in_ratings
    assert (fit.games, fit.degrees_of_freedom) == (40, 1)
    assert fit.p is not None


def test_with_few_games_of_the_same_players_the_deviance_has_no_p_value():
    games = [met(0, 1, 1, 2), met(0, 2, 1, 2), met(1, 2, 1, 2)]
    fit = fit_of(3, games)
    assert (fit.degrees_of_freedom, fit.games_each, fit.p) == (1, 2, None)


@pytest.mark.parametrize(
    "games",
    [
        [met(0, 1, 2, 2), met(1, 0, 1, 1)],
        [met(0, 1, 20, 20), met(1, 0, 20, 20), met(1, 2, 9, 9), met(2, 1, 9, 9)],
        [met(0, 1, 1, 2), met(1, 2, 1, 2)],
    ],
    ids=["few", "many", "one order"],
)
def test_an_advantage_that_games_leave_open_is_finite(games):
    fit = fit_of(3, games)
    assert abs(fit.first_move.value) < 2000
    assert 0 < fit.first_move.error < 500
    assert fit.first_move.in_ratings == (fit.games > 40)


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


def test_who_always_moves_first_has_no_advantage_of_moving_first():
    games = [met(0, 1, 3, 5)]
    fit = fit_of(2, games)
    assert not fit.first_move.separable
    assert not fit.first_move.in_ratings


@pytest.mark.parametrize("seed", range(6))
def test_expected_points_of_many_games_are_the_points_scored_without_a_prior(seed):
    chance, games = random.Random(seed), list[Row]()
    for pair in product(range(12), repeat=2):
        if len({*pair}) == 2:
            many = chance.randint(718, 798)
            won = round(many * chance.uniform(0.4, 0.6))
            games.append((pair, (won, many - won)))
    strengths = rate(12, contests(games), NO_PRIOR).strengths
    excess = [0.0] * 12
    for (one, other), points in games:
        expected = sum(points) / (1 + exp(strengths[other] - strengths[one]))
        excess[one] += points[0] - expected
        excess[other] -= points[0] - expected
    assert excess == pytest.approx([0.0] * 12, abs=1e-5)
