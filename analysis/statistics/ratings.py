"""Ratings by the models of Bradley and Terry and of Plackett and Luce, with tests of the model.

The model: a player of strength *a* beats a player of strength *b* with probability a / (a + b) (R.
A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
comparisons", Biometrika 39, 1952; E. Zermelo, Mathematische Zeitschrift 29, 1929). Strengths are
given on the scale of Elo: 400 points more make the odds ten to one.

With several players, the player of strength *a* wins with probability a / (a + b + c + ...). This
is the first choice in the models of R. D. Luce, *Individual Choice Behavior* (1959), and R. L.
Plackett, "The analysis of permutations", Applied Statistics 24 (1975); records name only the
winner. With a first-move advantage, the log-strength of the player who moves first is greater by
the same amount in every game (R. R. Davidson, R. J. Beaver, "On extending the Bradley-Terry model
to incorporate within-pair order effects", Biometrics 33, 1977).

A draw counts as an equal share of a win for each player. The prior adds a draw against an average
player to the games of each player, and a draw between two equal players to the evidence on the
first-move advantage. So ratings are finite even for players who won or lost every game, and players
who are not connected by games are comparable; all ratings move towards the average. It is the prior
of J. T. Whelan ("Prior distributions for the Bradley-Terry model of paired comparisons",
arXiv:1712.05311, 2017), a generalized logistic distribution of log-strengths.

A rating is 1500 plus the player's distance from the mean of all players. The standard error of that
distance comes from the inverse of the Fisher information at the maximum, which includes the
information of the prior.
"""

from collections import defaultdict
from math import log
from typing import NamedTuple

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

NOISE = 1e-12
"""Relative decrease of the log-density that counts as a rounding error."""


class Contests(NamedTuple):
    """Games with the same number of sides; a row is a game, or all games of the same players.

    ``who`` are the numbers of the players, from 0, in the order of moving, in the shape (rows,
    sides). ``points`` are their points, in the same shape: 1 for a game won, and an equal share of
    1 for a draw.
    """

    who: Numbers
    points: Floats

    def summed(self) -> "Contests":
        """Return contests with one row for all games of the same players in the same order of
        moving."""
        found, places = np.unique(self.who, axis=0, return_inverse=True)
        sums = np.zeros(found.shape)
        np.add.at(sums, places.reshape(-1), self.points)
        return Contests(found, sums)


class Rating(NamedTuple):
    """The rating of a player in points of Elo, with the standard error of its distance from the
    mean, and its 95 % interval by normal approximation."""

    value: float
    error: float
    low: float
    high: float


class FirstMove(NamedTuple):
    """The first-move advantage in points of Elo, with its standard error and its test.

    Attributes:
        likelihood_ratio: the test statistic: twice the difference of the maximum log-densities with
            and without the advantage.
        p: p-value of no advantage, by the chi-square distribution with one degree of freedom; None
            if `separable` is false, or if the games do not represent all games.
        in_ratings: whether the advantage is significant, and therefore part of the ratings.
        separable: whether the games separate the advantage from the strength of the players.
    """

    value: float
    error: float
    likelihood_ratio: float
    p: float | None
    in_ratings: bool
    separable: bool


class Estimate(NamedTuple):
    """The maximum of the posterior density of a model with ``players`` players.

    Attributes:
        height: the logarithm of the density at its maximum, up to a constant.
        strengths: the log-strengths of the players, followed by the first-move advantage.
        information: the Fisher information, the inverse of the covariance of the strengths; without
            the advantage if the model has none.
    """

    height: float
    strengths: Floats
    information: Floats
    players: int

    def ratings(self) -> list[Rating]:
        """Return the ratings of the players; their mean is `MEAN`."""
        if not self.players:
            return []
        strengths = self.strengths[: self.players]
        covariance = np.linalg.inv(self.information)[: self.players, : self.players]
        around = np.diag(covariance) - 2 * covariance.mean(axis=0) + covariance.mean()
        values = MEAN + ELO * (strengths - strengths.mean())
        errors = ELO * np.sqrt(np.maximum(around, 0))
        columns = values, errors, values - Z_95 * errors, values + Z_95 * errors
        return [Rating(*row) for row in np.transpose(columns).tolist()]


def rate(
    players: int, games: Contests, first: bool = False, start: Floats | None = None
) -> Estimate:
    """Estimate the strengths of players by the maximum of the posterior density.

    The logarithm of the density is concave and has one maximum. Newton's method finds it, with
    steps halved where they overshoot.

    Args:
        players: number of players.
        games: the games of the players.
        first: whether to estimate a first-move advantage; otherwise it keeps its value in `start`.
        start: the strengths from which the search begins; zeros by default.

    Raises:
        ArithmeticError: no maximum found in `STEPS` steps.
    """
    free, strengths = players + first, np.zeros(players + 1) if start is None else start
    height, chances = _density(strengths, games)
    for _ in range(STEPS):
        information, gradient = _derivatives(strengths, games, chances)
        information, step = information[:free, :free], np.zeros(players + 1)
        step[:free] = np.linalg.solve(information, gradient[:free])
        while np.abs(step).max() >= CLOSE:
            after, chances = _density(strengths + step, games)
            if after >= height - NOISE * abs(height):
                break
            step = step / 2
        else:
            return Estimate(height, strengths, information, players)
        strengths, height = strengths + step, after
    raise ArithmeticError(f"no maximum found in {STEPS} steps")


def rated(
    players: int, games: Contests, are_sample: bool = True
) -> tuple[list[Rating], FirstMove | None]:
    """Return the ratings of players, and the first-move advantage.

    The model includes the advantage if it is significant. The advantage is None for fewer than
    `ENOUGH` games, and is not tested unless the games represent all games (``are_sample``).
    """
    without = rate(players, games)
    if round(games.points.sum()) < ENOUGH:
        return without.ratings(), None
    ahead = rate(players, games, first=True, start=without.strengths)
    ratio = max(2 * (ahead.height - without.height), 0.0)
    alone = np.linalg.solve(ahead.information, np.arange(players + 1) == players)
    value, error = ELO * float(ahead.strengths[-1]), ELO * float(alone[-1]) ** 0.5
    is_separable = separable(games.who)
    p = chi_square_tail(ratio) if is_separable and are_sample else None
    in_ratings = p is not None and p < LEVEL
    first = FirstMove(value, error, ratio, p, in_ratings, is_separable)
    return (ahead if in_ratings else without).ratings(), first


def _density(strengths: Floats, games: Contests) -> tuple[float, Floats]:
    """Return the log of the posterior density, up to a constant, and the logs of winning chances.

    The chances are those of each player in each game, in the shape of ``games.who``.
    """
    ahead: Floats = strengths[games.who]
    ahead[:, 0] += strengths[-1]
    chances = ahead - np.logaddexp.reduce(ahead, axis=1, keepdims=True)
    held = PRIOR * float((strengths / 2 - np.logaddexp(0, strengths)).sum())
    return held + float((games.points * chances).sum()), chances


def _derivatives(strengths: Floats, games: Contests, chances: Floats) -> tuple[Floats, Floats]:
    """Return the Fisher information, and the gradient of the logarithm of the density."""
    even, size = 1 / (1 + np.exp(-strengths)), len(strengths)
    played, chance = games.points.sum(axis=1, keepdims=True), np.exp(chances)
    excess = games.points - played * chance
    weight = (played * chance)[:, :, None] * (np.eye(chance.shape[1]) - chance[:, None, :])
    # The advantage takes part in every game, beside the first player.
    who = np.column_stack((games.who, np.full(len(chance), size - 1)))
    seats = [*range(chance.shape[1]), 0]
    excess, weight = excess[:, seats], weight[:, seats][:, :, seats]
    gradient = PRIOR * (0.5 - even) + np.bincount(who.ravel(), excess.ravel(), size)
    pairs = who[:, :, None] * size + who[:, None, :]
    information = np.asarray(np.bincount(pairs.ravel(), weight.ravel(), size**2), np.float64)
    information[:: size + 1] += PRIOR * even * (1 - even)
    return information.reshape(size, size), gradient


def components(players: int, games: Contests) -> list[tuple[int, ...]]:
    """Return the strongly connected components of players, the largest first, as sorted tuples.

    In the graph, a player who scored in a game is linked to the other players of that game.
    """
    took, gave = ([set[int]() for _ in range(players)] for _ in range(2))
    for who, points in zip(games.who.tolist(), games.points.tolist(), strict=True):
        for one in (one for one, scored in zip(who, points, strict=True) if scored):
            took[one].update(who)
            for other in who:
                gave[other].add(one)
    left, found = set(range(players)), []
    for start in range(players):
        if start in left:
            part = _reachable(start, took, left) & _reachable(start, gave, left)
            left -= part
            found.append(tuple(sorted(part)))
    return sorted(found, key=lambda one: (-len(one), one))


def _reachable(start: int, graph: list[set[int]], within: set[int]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        fresh = (graph[waiting.pop()] - found) & within
        found |= fresh
        waiting += fresh
    return found


def separable(who: Numbers) -> bool:
    """Return whether the advantage of moving first can be separated from strength.

    The two cannot be separated if some strengths put the first player of every game ahead of every
    opponent by the same amount: then the likelihood has no single maximum. ``who`` are the players
    of each game, in the order of moving.
    """
    steps = defaultdict[int, set[tuple[int, int]]](set)
    for first, *others in who.tolist():
        for other in others:
            steps[first].add((other, -1))
            steps[other].add((first, 1))
    height = dict[int, int]()
    for start in steps:
        waiting = [] if start in height else [start]
        height.setdefault(start, 0)
        while waiting:
            one = waiting.pop()
            for other, step in steps[one]:
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
"""Maximum of the number of games times the number of shuffles; exceeded only for `FEWEST`."""

SEED = 1937
"""Seed of the shuffles, so that tests are reproducible."""


class Differing(NamedTuple):
    """A test of whether players differ in strength.

    The p-value is the share of shuffles in which the points vary at least as much as in the actual
    games. The actual games count as one more shuffle.
    """

    p: float
    shuffles: int

    @property
    def is_shown(self) -> bool:
        """Whether the players differ significantly: the p-value is below `LEVEL`."""
        return self.p < LEVEL


def differing(games: Contests) -> Differing | None:
    """Test whether players differ in strength; None for fewer than `ENOUGH` games.

    If all players are equally strong, results depend on the order of moving alone. The permutation
    test therefore shuffles the results among the games, which keep their players (E. J. G. Pitman,
    "Significance tests which may be applied to samples from any populations", Supplement to the
    Journal of the Royal Statistical Society 4, 1937; P. Good, *Permutation Tests*, 2000). The
    statistic is a sum over the players: each player's points beyond those of an average player with
    the same order of moving are squared, and divided by the player's number of games.
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
    orders = (chance.permutation(len(beyond)) for _ in range(shuffles))
    as_much = sum(spread(beyond.take(order, axis=0)) >= observed for order in orders)
    return Differing((as_much + 1) / (shuffles + 1), shuffles)
