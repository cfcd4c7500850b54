"""Ratings by the models of Bradley and Terry and of Plackett and Luce, with tests of the model.

The model: a player of strength *a* beats one of strength *b* with probability a / (a + b)
(R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
comparisons", Biometrika 39, 1952; E. Zermelo, Mathematische Zeitschrift 29, 1929). Strengths are
given on the scale of Elo: 400 points more make the odds ten to one.

Of several players the one of strength *a* wins with probability a / (a + b + c + ...): the first
choice of R. D. Luce, *Individual Choice Behavior* (1959), and R. L. Plackett, "The analysis of
permutations", Applied Statistics 24 (1975), since records name the winner only. With a first-move
advantage, the log-strength of the player who moves first is greater by the same amount in every
game (R. R. Davidson, R. J. Beaver, "On extending the Bradley-Terry model to incorporate within-pair
order effects", Biometrics 33, 1977).

A draw counts as an equal share of a win for each player. The prior adds to each player's games a
number of draws against an average player, and as many between the first player and an equal. This
keeps the ratings of players who won, or lost, every game finite, makes players comparable who are
not connected by games, and moves all ratings towards the average. It is the prior of J. T. Whelan
("Prior distributions for the Bradley-Terry model of paired comparisons", arXiv:1712.05311, 2017), a
generalized logistic distribution of log-strengths.

The mean of the players is 1500; a rating is a player's distance from it. The standard error of
that distance comes from the inverse of the Fisher information at the maximum, the prior's own
information included.

Tests of the model have no prior of the players. Then there is a maximum only among players each of
whom has taken points from others of the set, directly or in a chain (L. R. Ford, "Solution of a
ranking problem from binary comparisons", American Mathematical Monthly 64, 1957): the strongly
connected components of the graph of who took points from whom. Games across components fit any
model that puts them far enough apart, and do not count there.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimates import ENOUGH, Z_95
from analysis.statistics.significance import LEVEL, chi_square_tail

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]

PRIOR = 1.0
"""Draws against an average player that are added to the games of each player."""

NO_PRIOR = 1e-6
"""A prior that leaves the likelihood unchanged, and keeps undetermined ratings finite."""

MEAN = 1500.0
"""The mean of all ratings."""

ELO = 400 / log(10)
"""Points of Elo to a unit of log-strength."""

STEPS = 200
"""Most steps of the search for the maximum; it usually needs fewer than ten."""

CLOSE = 1e-9
"""The change of log-strength below which the search ends."""

GAIN = (CLOSE / 4) ** 2
"""Least promised gain of a step, twice, as a part of the height; below it the search ends."""


class Contests(NamedTuple):
    """Games with the same number of sides; a row is a game, or the games of the same players.

    Attributes:
        who: the players by number, from 0, in the order of moving.
        points: the points of each player: games won, and an equal share of each drawn game.
    """

    who: Numbers
    points: Floats

    def some(self, rows: npt.NDArray[np.bool_]) -> "Contests":
        """Return some of the rows."""
        return Contests(self.who[rows], self.points[rows])

    def summed(self, ordered: bool = True) -> "Contests":
        """Return the games of the same players as one row.

        Args:
            ordered: whether games with another order of moving are rows of their own.
        """
        who, points = self
        if not ordered:
            order = np.argsort(who, axis=1)
            who = np.take_along_axis(who, order, axis=1)
            points = np.take_along_axis(points, order, axis=1)
        found, places = np.unique(who, axis=0, return_inverse=True)
        sums = np.zeros(found.shape)
        np.add.at(sums, places.reshape(-1), points)
        return Contests(found, sums)


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a player.

    Attributes:
        value: the rating in points of Elo, 1500 for the mean of the players.
        error: the standard error of the distance from the mean.
    """

    JSON: ClassVar[tuple[str, ...]] = ("value", "error", "low", "high")

    value: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval of 95 %, from normal approximation."""
        return self.value - Z_95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + Z_95 * self.error


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first-move advantage, and its test.

    Attributes:
        value: the advantage in points of Elo, by maximum likelihood with `PRIOR`.
        error: its standard error.
        likelihood_ratio: twice the logarithm of the likelihood ratio of the models with and without
            the advantage.
        p: p-value of no advantage, from the chi-square of one degree of freedom.
        separable: whether the games separate the advantage from the strength of the players; they
            do not where the same players always moved first.
    """

    JSON: ClassVar[tuple[str, ...]] = (
        *("value", "error", "likelihood_ratio", "p", "in_ratings", "separable"),
    )

    value: float
    error: float
    likelihood_ratio: float
    p: float
    separable: bool

    @property
    def in_ratings(self) -> bool:
        """Whether the advantage is significant, so that the ratings include it."""
        return self.p < LEVEL


@dataclass(frozen=True, slots=True)
class RatingFit:
    """Tests of a model of ratings.

    Attributes:
        games: number of games within components.
        first_move: the first-move advantage.
        deviance: twice the logarithm of the likelihood ratio of a model that fits every pair (or
            set of three) exactly and of this model.
        degrees_of_freedom: those of the deviance, 0 where there is nothing to test.
        p: p-value of the deviance; None without degrees of freedom, and where the games are sparse.
        games_each: mean number of games of the same players; if it is small, the deviance does not
            follow chi-square.
    """

    games: float
    first_move: FirstMove
    deviance: float
    degrees_of_freedom: int
    p: float | None
    games_each: float


class Estimate(NamedTuple):
    """The estimate of a model.

    Attributes:
        height: the logarithm of the posterior density at its maximum, up to a constant.
        strengths: the log-strengths of the players, then the first-move advantage if the model has
            one.
        covariance: the covariance matrix of the strengths.
    """

    height: float
    strengths: Floats
    covariance: Floats

    def ratings(self, members: Sequence[int]) -> list[Rating]:
        """Return the ratings of some players, as distances from the mean of these players."""
        if not members:
            return []
        chosen = np.array(members, dtype=int)
        strengths, covariance = self.strengths[chosen], self.covariance[np.ix_(chosen, chosen)]
        around = np.diag(covariance) - 2 * covariance.mean(axis=0) + covariance.mean()
        values = MEAN + ELO * (strengths - strengths.mean())
        errors = ELO * np.sqrt(np.maximum(around, 0))
        return [Rating(*one) for one in zip(values.tolist(), errors.tolist(), strict=True)]


def rate(players: int, games: Contests, prior: float = PRIOR, first: bool = False) -> Estimate:
    """Return the strengths of players at the greatest posterior density.

    The logarithm of the density is concave: Newton's steps, halved if they overshoot, lead to its
    only maximum.

    Args:
        players: number of players.
        games: the games.
        prior: draws against an average player that are added for each player, more than 0; the
            first-move advantage always has `PRIOR`.
        first: whether the model has a first-move advantage.

    Raises:
        ValueError: the prior is not positive.
    """
    if prior <= 0:
        raise ValueError(f"a prior of {prior} games leaves ratings undefined")
    priors = np.array([prior] * players + [PRIOR] * first)
    strengths = np.zeros(len(priors))
    for _ in range(STEPS if players else 0):
        height, gradient, information = _density(strengths, games, priors, first)
        step = np.linalg.solve(information, gradient)
        # Next to no prior leaves the mean of all strengths to rounding, which has no end.
        done = np.abs(step).max() < CLOSE or gradient @ step < GAIN * abs(height)
        while not done and _height(strengths + step, games, priors, first) < height:
            step = step / 2
            done = np.abs(step).max() <= CLOSE  # no higher point can be represented
        if done:
            return Estimate(height, strengths, np.linalg.inv(information).astype(np.float64))
        strengths = strengths + step
    if players:
        raise ArithmeticError(f"no maximum found in {STEPS} steps")
    return Estimate(0.0, strengths, np.zeros((len(priors), len(priors))))


def _chances(strengths: Floats, who: Numbers, first: bool) -> Floats:
    """Return the logarithms of the chances of the players of games, in the shape of ``who``."""
    ahead: Floats = strengths[who]
    if first:
        ahead[:, 0] += strengths[-1]
    chances: Floats = ahead - np.logaddexp.reduce(ahead, axis=1, keepdims=True)
    return chances


def _height(strengths: Floats, games: Contests, priors: Floats, first: bool) -> float:
    """Return the logarithm of the density, up to a constant."""
    held = float((priors * (strengths / 2 - np.logaddexp(0, strengths))).sum())
    return held + float((games.points * _chances(strengths, games.who, first)).sum())


def _density(
    strengths: Floats, games: Contests, priors: Floats, first: bool
) -> tuple[float, Floats, Floats]:
    """Return the logarithm of the density, its gradient, and the Fisher information."""
    even = 1 / (1 + np.exp(-strengths))
    gradient, information = priors * (0.5 - even), np.diag(priors * even * (1 - even))
    who, points = games
    if first:  # the advantage takes part in every game
        who = np.column_stack((who, np.full(len(who), len(strengths) - 1)))
    chance = np.exp(_chances(strengths, games.who, first))
    played = points.sum(axis=1, keepdims=True)
    excess = points - played * chance
    weight = -played[:, :, None] * chance[:, :, None] * chance[:, None, :]
    places = np.arange(points.shape[1])
    weight[:, places, places] += played * chance
    if first:
        excess = np.column_stack((excess, excess[:, 0]))
        weight = np.concatenate((weight, weight[:, :1]), axis=1)
        weight = np.concatenate((weight, weight[:, :, :1]), axis=2)
    np.add.at(gradient, who, excess)
    np.add.at(information, (who[:, :, None], who[:, None, :]), weight)
    return _height(strengths, games, priors, first), gradient, information


def components(players: int, games: Contests) -> list[tuple[int, ...]]:
    """Return the strongly connected components of players, the largest first.

    Each is a sorted tuple of numbers; a player who is connected with nobody is a component alone.
    """
    took, gave = ([set[int]() for _ in range(players)] for _ in range(2))
    for who, points in zip(games.who.tolist(), games.points.tolist(), strict=True):
        for one, scored in zip(who, points, strict=True):
            if scored:
                took[one].update(who)
                for other in who:
                    gave[other].add(one)
    left = set(range(players))
    order = [one for start in range(players) for one in _after(start, took, left)]
    left = set(range(players))
    found = (tuple(sorted(_after(start, gave, left))) for start in reversed(order))
    return sorted(filter(None, found), key=lambda one: (-len(one), one))


def _after(start: int, graph: Sequence[set[int]], left: set[int]) -> Iterator[int]:
    """Yield the players reachable from a start, in postorder of a depth-first search.

    Only players in ``left`` are visited; they are removed from it when they are reached.
    """
    if start not in left:
        return
    left.remove(start)
    waiting = [(start, iter(sorted(graph[start])))]
    while waiting:
        player, others = waiting[-1]
        other = next((one for one in others if one in left), None)
        if other is None:
            waiting.pop()
            yield player
        else:
            left.remove(other)
            waiting.append((other, iter(sorted(graph[other]))))


def fitted(
    players: int, games: Contests, parts: Sequence[tuple[int, ...]]
) -> tuple[RatingFit | None, dict[int, Rating]]:
    """Return tests of the model, and ratings within components.

    Args:
        players: number of players.
        games: the games, a row for the same players in the same order of moving.
        parts: the components of the players.

    Returns:
        The tests, None where no two players are connected; and the ratings of players in components
        of two or more by maximum likelihood, with a mean of 1500 in each component.
    """
    home = np.zeros(players, int)
    for place, part in enumerate(parts):
        home[list(part)] = place
    inside = games.some((home[games.who] == home[games.who[:, :1]]).all(axis=1))
    if not len(inside.who):
        return None, {}
    without, ahead = (rate(players, inside, NO_PRIOR, first) for first in (False, True))
    # Less what the prior of the advantage has where there is none.
    ratio = max(2 * (ahead.height + PRIOR * log(2) - without.height), 0.0)
    value, error = ELO * float(ahead.strengths[-1]), ELO * float(ahead.covariance[-1, -1]) ** 0.5
    first = FirstMove(value, error, ratio, chi_square_tail(ratio, 1), separable(inside.who))
    chosen = ahead if first.in_ratings else without
    cells = inside if first.in_ratings else inside.summed(ordered=False)
    connected = [part for part in parts if len(part) > 1]
    parameters = sum(len(part) - 1 for part in connected) + first.in_ratings
    freedom = max(cells.who.size - len(cells.who) - parameters, 0)
    played = cells.points.sum(axis=1, keepdims=True)
    expected = np.log(played) + _chances(chosen.strengths, cells.who, first.in_ratings)
    scored = cells.points > 0
    logarithms = np.log(cells.points[scored]) - expected[scored]
    deviance = max(2 * float((cells.points[scored] * logarithms).sum()), 0.0)
    total = float(played.sum())
    tested = freedom and total >= ENOUGH * len(cells.who)  # fewer do not follow chi-square
    p = chi_square_tail(deviance, freedom) if tested else None
    fit = RatingFit(total, first, deviance, freedom, p, total / len(cells.who))
    ratings = (zip(part, chosen.ratings(part), strict=True) for part in connected)
    return fit, {player: rating for part in ratings for player, rating in part}


def separable(who: Numbers) -> bool:
    """Return whether the advantage of moving first can be separated from strength.

    It cannot if there are strengths with which the first player of every game is ahead of every
    other player by the same amount: then the likelihood has no single maximum.

    Args:
        who: the players of each game, in the order of moving.
    """
    ahead: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, *others in np.unique(who, axis=0).tolist():
        for other in others:
            ahead[first].append((other, -1))
            ahead[other].append((first, 1))
    height: dict[int, int] = {}
    for start in ahead:
        waiting = [] if start in height else [start]
        height.setdefault(start, 0)
        while waiting:
            one = waiting.pop()
            for other, step in ahead[one]:
                if other not in height:
                    waiting.append(other)
                if height.setdefault(other, height[one] + step) != height[one] + step:
                    return True
    return False


SHUFFLES = 999
"""Number of shuffles of the results."""

FEWEST = 199
"""Least number of shuffles, for many games."""

WORK = 20_000_000
"""Most results that are shuffled, unless there are `FEWEST` shuffles."""

SEED = 1937
"""Seed of the shuffles, so that a test can be repeated."""


class Differing(NamedTuple):
    """A test of whether the players of some games differ in strength.

    Attributes:
        p: p-value: the share of the shuffles in which the points vary at least as much; the actual
            games count as one of them.
        shuffles: number of shuffles.
    """

    p: float
    shuffles: int

    @property
    def is_shown(self) -> bool:
        """Whether the players differ, at the level of all tests."""
        return self.p < LEVEL


def differing(games: Contests) -> Differing | None:
    """Test whether the players of some games differ; None of fewer than `ENOUGH` games.

    Where all players are equally strong, who wins depends on the order of moving alone. So the
    results are shuffled among the games, which keep their players: a permutation test, which needs
    no number of games a player (E. J. G. Pitman, "Significance tests which may be applied to
    samples from any populations", Supplement to the Journal of the Royal Statistical Society 4,
    1937; P. Good, *Permutation Tests*, 2nd edition, 2000).

    The statistic is the sum over players of the square of their points beyond those of an average
    player who moved in the same order, divided by their games.

    Args:
        games: the games, a row each.
    """
    if len(games.who) < ENOUGH:
        return None
    players = games.who.ravel()
    played = np.maximum(np.bincount(players), 1)
    beyond = games.points - games.points.mean(axis=0)
    shuffles = max(FEWEST, min(SHUFFLES, WORK // len(games.who)))
    chance = np.random.default_rng(SEED)

    def spread(results: Floats) -> float:
        sums = np.bincount(players, weights=results.ravel())
        return float((sums * sums / played).sum())

    observed = spread(beyond) * (1 - 1e-9)  # sums in another order are not quite equal
    as_much = sum(spread(chance.permutation(beyond)) >= observed for _ in range(shuffles))
    return Differing((as_much + 1) / (shuffles + 1), shuffles)
