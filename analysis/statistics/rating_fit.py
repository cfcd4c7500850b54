"""Tests of ratings: whether players differ, connected players, first-move advantage, deviance.

Strengths are by maximum likelihood without a prior, which has a maximum only among players each of
whom has taken points from others of the set, directly or in a chain (L. R. Ford, "Solution of a
ranking problem from binary comparisons", American Mathematical Monthly 64, 1957): the strongly
connected components of the graph of who took points from whom. Games across components fit any
model that puts them far enough apart, and do not count here. The first-move advantage, its error
and its test have the prior of `analysis.statistics.ratings`, which keeps it finite.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import log
from typing import TYPE_CHECKING

from analysis.statistics.estimates import ENOUGH, rounded, significant
from analysis.statistics.ratings import PRIOR, Contest, Estimate, Rating, rate
from analysis.statistics.significance import LEVEL, chi_square_tail

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Numbers = npt.NDArray[np.intp]

NO_PRIOR = 1e-6
"""A prior that leaves the likelihood alone, and keeps what the games leave open finite."""


@dataclass(frozen=True, slots=True)
class RatingFit:
    """Tests of a model of ratings.

    Attributes:
        games: number of games within components.
        first: the first-move advantage of the tested model, in points of Elo.
        ratio: twice the logarithm of the likelihood ratio of the models with and without the
            advantage.
        first_p: p-value of no advantage, from the chi-square of one degree of freedom.
        deviance: twice the logarithm of the likelihood ratio of a model that fits every pair (or
            set of three) exactly and of this model.
        freedom: degrees of freedom of the deviance, 0 where there is nothing to test.
        deviance_p: p-value of the deviance; None without degrees of freedom, and where the games
            are sparse.
        each: mean number of games of the same players; if it is small, the deviance does not follow
            chi-square.
        separable: whether the games separate the advantage from the strength of the players; they
            do not where the same players always moved first.
    """

    games: float
    first: Rating
    ratio: float
    first_p: float
    deviance: float
    freedom: int
    deviance_p: float | None
    each: float
    separable: bool = True

    @property
    def has_advantage(self) -> bool:
        """Whether the first-move advantage is significant, so that the ratings include it."""
        return self.first_p < LEVEL

    def to_json(self) -> dict[str, object]:
        """Return the tests as a JSON object; values that do not exist are null."""
        first = {name: rounded(value) for name, value in asdict(self.first).items()}
        return {
            "games": self.games,
            "first_move": {
                **first,
                "likelihood_ratio": rounded(self.ratio),
                "p": significant(self.first_p),
                "in_ratings": self.has_advantage,
                "separable": self.separable,
            },
            "deviance": rounded(self.deviance),
            "degrees_of_freedom": self.freedom,
            "p": significant(self.deviance_p),
            "games_each": rounded(self.each),
        }


def components(players: int, contests: Iterable[Contest]) -> list[tuple[int, ...]]:
    """Return the strongly connected components of players, the largest first.

    Each is a sorted tuple of numbers; a player who is connected with nobody is a component alone.
    """
    took: list[set[int]] = [set() for _ in range(players)]
    gave: list[set[int]] = [set() for _ in range(players)]
    for contest in contests:
        for one, points in zip(contest.players, contest.points, strict=True):
            if points:
                took[one].update(contest.players)
                for other in contest.players:
                    gave[other].add(one)
    found, left = list[tuple[int, ...]](), set(range(players))
    order = [one for start in range(players) for one in _after(start, took, left)]
    left = set(range(players))
    for start in reversed(order):
        if start in left:
            found.append(tuple(sorted(_after(start, gave, left))))
    return sorted(found, key=lambda one: (-len(one), one))


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
    players: int, contests: Sequence[Contest], parts: Sequence[tuple[int, ...]]
) -> tuple[RatingFit | None, dict[int, Rating]]:
    """Return tests of the model, and ratings within components.

    Args:
        players: number of players.
        contests: the games.
        parts: the components of the players.

    Returns:
        The tests, None where no two players are connected; and the ratings of players in components
        of two or more by maximum likelihood, with a mean of 1500 in each component.
    """
    home = {player: place for place, part in enumerate(parts) for player in part}
    inside = [one for one in contests if len({home[player] for player in one.players}) == 1]
    if not inside:
        return None, {}
    without, with_first = (rate(players, inside, NO_PRIOR, first) for first in (False, True))
    # Less what the prior of the advantage has where there is none.
    ratio = max(2 * (with_first.height + PRIOR * log(2) - without.height), 0.0)
    first_p = chi_square_tail(ratio, 1)
    chosen = with_first if first_p < LEVEL else without
    cells = inside if chosen.first else _by_players(inside)
    connected = [part for part in parts if len(part) > 1]
    parameters = sum(len(part) - 1 for part in connected) + bool(chosen.first)
    freedom = max(sum(len(one.players) - 1 for one in cells) - parameters, 0)
    deviance = _deviance(cells, chosen)
    games = sum(one.games for one in cells)
    tested = freedom and games >= ENOUGH * len(cells)  # fewer do not follow chi-square
    fit = RatingFit(
        games,
        with_first.first or Rating(0, 0),
        ratio,
        first_p,
        deviance,
        freedom,
        chi_square_tail(deviance, freedom) if tested else None,
        games / len(cells),
        separable(inside),
    )
    ratings = {
        player: rating
        for part in connected
        for player, rating in zip(part, chosen.within(part), strict=True)
    }
    return fit, ratings


def separable(contests: Iterable[Contest]) -> bool:
    """Return whether the advantage of moving first can be separated from strength.

    It cannot if there are strengths with which the first player of every game is ahead of every
    other player by the same amount: then the likelihood has no single maximum.
    """
    ahead: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, *others in {contest.players for contest in contests}:
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


def _by_players(contests: Iterable[Contest]) -> list[Contest]:
    """Return the contests of the same players as one contest, whoever moved first."""
    sums = defaultdict[tuple[int, ...], dict[int, float]](lambda: defaultdict(float))
    for contest in contests:
        for player, points in zip(contest.players, contest.points, strict=True):
            sums[tuple(sorted(contest.players))][player] += points
    return [Contest(who, tuple(points[one] for one in who)) for who, points in sums.items()]


def _deviance(cells: Iterable[Contest], model: Estimate) -> float:
    """Return twice the log-likelihood of the observed points less that of the expected points."""
    from numpy import exp, logaddexp

    total = 0.0
    for cell in cells:
        ahead = [float(model.strengths[player]) for player in cell.players]
        if model.first:
            ahead[0] += float(model.strengths[-1])
        chances = exp(ahead - logaddexp.reduce(ahead))
        for points, chance in zip(cell.points, chances, strict=True):
            if points:
                total += 2 * points * log(points / (cell.games * float(chance)))
    return max(total, 0.0)


SHUFFLES = 999
"""Shuffles of the results."""

FEWEST = 199
"""Shuffles of so many games that more would take too long."""

WORK = 20_000_000
"""Results that are shuffled at most, unless there are `FEWEST` shuffles."""

SEED = 1937
"""Start of the random numbers: the same games have the same p-value."""


@dataclass(frozen=True, slots=True)
class Differing:
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

    def to_json(self) -> dict[str, float]:
        """Return the test as a JSON object."""
        return asdict(self)


def differing(who: "Numbers", points: "Floats") -> Differing | None:
    """Test whether the players of some games differ; None of fewer than `ENOUGH` games.

    Where all players are equally strong, who wins depends on the order of moving alone. So the
    results are shuffled among the games, which keep their players: a permutation test, which needs
    no number of games a player (E. J. G. Pitman, "Significance tests which may be applied to
    samples from any populations", Supplement to the Journal of the Royal Statistical Society 4,
    1937; P. Good, *Permutation Tests*, 2nd edition, 2000).

    The statistic is the sum over players of the square of their points beyond those of an average
    player who moved in the same order, divided by their games.

    Args:
        who: the numbers of the players, a row a game, in the order of moving.
        points: the points of each.
    """
    import numpy as np

    if len(who) < ENOUGH:
        return None
    players = who.ravel()
    games = np.maximum(np.bincount(players), 1)
    beyond = points - points.mean(axis=0)
    shuffles = max(FEWEST, min(SHUFFLES, WORK // len(who)))
    chance = np.random.default_rng(SEED)

    def spread(results: "Floats") -> float:
        sums = np.bincount(players, weights=results.ravel())
        return float((sums * sums / games).sum())

    observed = spread(beyond) * (1 - 1e-9)  # sums in another order are not quite equal
    as_much = sum(spread(chance.permutation(beyond)) >= observed for _ in range(shuffles))
    return Differing((as_much + 1) / (shuffles + 1), shuffles)
