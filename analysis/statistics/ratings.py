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
draw against an average player, and one between the first player and an equal. This keeps the
ratings of players who won, or lost, every game finite, makes players comparable who are not
connected by games, and moves all ratings towards the average. It is the prior of J. T. Whelan
("Prior distributions for the Bradley-Terry model of paired comparisons", arXiv:1712.05311, 2017), a
generalized logistic distribution of log-strengths.

The mean of the players is 1500; a rating is a player's distance from it. The standard error of
that distance comes from the inverse of the Fisher information at the maximum, the prior's own
information included.
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

MEAN = 1500.0
"""The mean of all ratings."""

ELO = 400 / log(10)
"""Elo points per unit of log-strength."""

STEPS = 200
"""Maximum number of steps in the search for the maximum; usually fewer than ten are needed."""

CLOSE = 1e-9
"""Change of log-strength below which the search ends."""


class Contests(NamedTuple):
    """Games with the same number of sides; a row is a game, or the games of the same players.

    Attributes:
        who: the players by number, from 0, in the order of moving.
        points: the points of each player: games won, and an equal share of each drawn game.
    """

    who: Numbers
    points: Floats

    def summed(self) -> "Contests":
        """Return games of the same players in the same order of moving, summed to one row."""
        found, places = np.unique(self.who, axis=0, return_inverse=True)
        sums = np.zeros(found.shape)
        np.add.at(sums, places.reshape(-1), self.points)
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
        """The lower end of the 95 % interval, from normal approximation."""
        return self.value - Z_95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + Z_95 * self.error


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first-move advantage, and its test.

    Attributes:
        value: the advantage in points of Elo.
        error: its standard error.
        likelihood_ratio: twice the logarithm of the ratio of the greatest densities of the models
            with and without the advantage.
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
        """Whether the advantage is significant, and therefore part of the ratings."""
        return self.separable and self.p < LEVEL


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

    def ratings(self, players: int) -> list[Rating]:
        """Return the ratings of the players, as distances from their mean."""
        strengths, covariance = self.strengths[:players], self.covariance[:players, :players]
        if not players:
            return []
        around = np.diag(covariance) - 2 * covariance.mean(axis=0) + covariance.mean()
        values = MEAN + ELO * (strengths - strengths.mean())
        errors = ELO * np.sqrt(np.maximum(around, 0))
        return [Rating(*one) for one in zip(values.tolist(), errors.tolist(), strict=True)]


def rate(players: int, games: Contests, first: bool = False) -> Estimate:
    """Return the strengths of players at the greatest posterior density.

    The logarithm of the density is concave: Newton's steps, halved if they overshoot, lead to its
    only maximum.

    Args:
        players: number of players.
        games: the games.
        first: whether the model has a first-move advantage.
    """
    strengths = np.zeros(players + first)
    for _ in range(STEPS):
        height, gradient, information = _density(strengths, games, first)
        step = np.linalg.solve(information, gradient)
        while np.abs(step).max(initial=0) >= CLOSE and (
            _height(strengths + step, games, first) < height
        ):
            step = step / 2
        if np.abs(step).max(initial=0) < CLOSE:
            covariance = np.linalg.inv(information).astype(np.float64, copy=False)
            return Estimate(height, strengths, covariance)
        strengths = strengths + step
    raise ArithmeticError(f"no maximum found in {STEPS} steps")


def rated(players: int, games: Contests) -> tuple[list[Rating], FirstMove | None]:
    """Return the ratings of players, and the first-move advantage.

    The model includes the advantage if that is significant. Without games the advantage is None.
    """
    without = rate(players, games)
    if not len(games.who):
        return without.ratings(players), None
    ahead = rate(players, games, first=True)
    # Minus the contribution of the prior of the advantage without an advantage.
    ratio = max(2 * (ahead.height + PRIOR * log(2) - without.height), 0.0)
    value, error = ELO * float(ahead.strengths[-1]), ELO * float(ahead.covariance[-1, -1]) ** 0.5
    first = FirstMove(value, error, ratio, chi_square_tail(ratio), separable(games.who))
    return (ahead if first.in_ratings else without).ratings(players), first


def _chances(strengths: Floats, who: Numbers, first: bool) -> Floats:
    """Return the logarithms of the winning chances in each game, in the shape of ``who``."""
    ahead: Floats = strengths[who]
    if first:
        ahead[:, 0] += strengths[-1]
    chances: Floats = ahead - np.logaddexp.reduce(ahead, axis=1, keepdims=True)
    return chances


def _height(strengths: Floats, games: Contests, first: bool) -> float:
    """Return the logarithm of the density, up to a constant."""
    held = PRIOR * float((strengths / 2 - np.logaddexp(0, strengths)).sum())
    return held + float((games.points * _chances(strengths, games.who, first)).sum())


def _density(strengths: Floats, games: Contests, first: bool) -> tuple[float, Floats, Floats]:
    """Return the logarithm of the density, its gradient, and the Fisher information."""
    even = 1 / (1 + np.exp(-strengths))
    gradient, information = PRIOR * (0.5 - even), np.diag(PRIOR * even * (1 - even))
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
    return _height(strengths, games, first), gradient, information


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
"""Minimum number of shuffles, for many games."""

WORK = 20_000_000
"""Maximum number of shuffled results, if there are at least `FEWEST` shuffles."""

SEED = 1937
"""Seed of the shuffles, so that tests are reproducible."""


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
        """Whether the players differ significantly, after adjusting for all tests."""
        return self.p < LEVEL


def differing(games: Contests) -> Differing | None:
    """Test whether the players of some games differ; None for fewer than `ENOUGH` games.

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

    observed = spread(beyond) * (1 - 1e-9)  # sums in another order differ by rounding
    as_much = sum(spread(chance.permutation(beyond)) >= observed for _ in range(shuffles))
    return Differing((as_much + 1) / (shuffles + 1), shuffles)
