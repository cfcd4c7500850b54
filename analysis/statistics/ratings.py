"""Ratings by the models of Bradley and Terry and of Plackett and Luce, with standard errors.

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
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, NamedTuple

from analysis.statistics.estimates import Z_95

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Numbers = npt.NDArray[np.intp]

PRIOR = 1.0
"""Draws against an average player that are added to the games of each player."""

MEAN = 1500.0
"""The mean of all ratings."""

ELO = 400 / log(10)
"""Points of Elo to a unit of log-strength."""

STEPS = 200
"""Most steps of the search for the maximum; it usually needs fewer than ten."""

CLOSE = 1e-9
"""The change of log-strength below which the search ends."""

GAIN = (CLOSE / 4) ** 2
"""Part of the height by which a step that is not worth taking would raise it, twice."""


class Contest(NamedTuple):
    """The games of the same players in the same order of moving.

    Attributes:
        players: their numbers, from 0.
        points: the points of each: the games won, and an equal share of each drawn game.
    """

    players: tuple[int, ...]
    points: tuple[float, ...]

    @property
    def games(self) -> float:
        """The number of games."""
        return sum(self.points)

    def shared(self) -> "Contest":
        """Return the contest as if all games were drawn."""
        return Contest(self.players, (self.games / len(self.players),) * len(self.players))


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a player.

    Attributes:
        value: the rating in points of Elo, 1500 for the mean of the players.
        error: the standard error of the distance from the mean.
    """

    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of 95 %, from normal approximation."""
        return self.value - Z_95 * self.error, self.value + Z_95 * self.error


class Estimate(NamedTuple):
    """The estimate of a model.

    Attributes:
        players: the ratings of the players, in the order of their numbers.
        first: the advantage of the player who moves first, in points of Elo; None if the model has
            none.
        height: the logarithm of the posterior density at its maximum, up to a constant.
        strengths: the log-strengths of the players, then the first-move advantage if the model has
            one.
        covariance: the covariance matrix of the strengths.
    """

    players: list[Rating]
    first: Rating | None
    height: float
    strengths: "Floats"
    covariance: "Floats"

    def within(self, members: Sequence[int]) -> list[Rating]:
        """Return the ratings of some players, as distances from the mean of these players."""
        import numpy as np

        chosen = np.array(members, dtype=int)
        strengths = self.strengths[chosen]
        covariance = self.covariance[np.ix_(chosen, chosen)]
        around = np.diag(covariance) - 2 * covariance.mean(axis=0) + covariance.mean()
        errors = np.sqrt(np.maximum(around, 0))
        return [
            Rating(MEAN + ELO * float(strength), ELO * float(error))
            for strength, error in zip(strengths - strengths.mean(), errors, strict=True)
        ]


def rate(
    players: int, contests: Sequence[Contest], prior: float = PRIOR, first: bool = False
) -> Estimate:
    """Return the ratings of players.

    Args:
        players: number of players.
        contests: the games.
        prior: draws against an average player that are added for each player, more than 0; the
            first-move advantage always has `PRIOR`.
        first: whether the model has a first-move advantage.

    Raises:
        ValueError: the prior is not positive.
    """
    import numpy as np

    if prior <= 0:
        raise ValueError(f"a prior of {prior} games leaves ratings undefined")
    if not players:
        return Estimate([], None, 0.0, np.zeros(0), np.zeros((0, 0)))
    model = _Model(players, contests, prior, first)
    strengths, information = _maximum(model)
    covariance = np.linalg.inv(information).astype(np.float64)
    ahead = None
    if first:
        ahead = Rating(ELO * float(strengths[-1]), ELO * float(np.sqrt(covariance[-1, -1])))
    found = Estimate([], ahead, model.height(strengths), strengths, covariance)
    return found._replace(players=found.within(range(players)))


class _Model:
    """The posterior density of log-strengths: its logarithm, gradient and curvature."""

    def __init__(
        self, players: int, contests: Sequence[Contest], prior: float, first: bool
    ) -> None:
        import numpy as np

        self.size, self.first = players + first, first
        self.prior = np.array([prior] * players + [PRIOR] * first)
        self.parts: list[tuple[Numbers, Floats]] = []
        for many in sorted({len(contest.players) for contest in contests}):
            alike = [contest for contest in contests if len(contest.players) == many]
            who = np.array([contest.players for contest in alike], dtype=int)
            self.parts.append((who, np.array([contest.points for contest in alike], dtype=float)))

    def height(self, strengths: "Floats") -> float:
        """Return the logarithm of the density, up to a constant."""
        import numpy as np

        found = float((self.prior * (strengths / 2 - np.logaddexp(0, strengths))).sum())
        for who, points in self.parts:
            ahead = self._ahead(strengths, who)
            together = np.logaddexp.reduce(ahead, axis=1, keepdims=True)
            found += float((points * (ahead - together)).sum())
        return found

    def _ahead(self, strengths: "Floats", who: "Numbers") -> "Floats":
        """Return the log-strengths of the players of contests, in the shape of ``who``."""
        ahead: Floats = strengths[who]
        if self.first:
            ahead[:, 0] += strengths[-1]
        return ahead

    def slope(self, strengths: "Floats") -> "tuple[Floats, Floats]":
        """Return the gradient of the log-density, and the Fisher information."""
        import numpy as np

        even = 1 / (1 + np.exp(-strengths))
        gradient = self.prior * (0.5 - even)
        information = np.diag(self.prior * even * (1 - even))
        for who, points in self.parts:
            ahead = self._ahead(strengths, who)
            chance = np.exp(ahead - np.logaddexp.reduce(ahead, axis=1, keepdims=True))
            games = points.sum(axis=1, keepdims=True)
            excess = points - games * chance
            weight = -games[:, :, None] * chance[:, :, None] * chance[:, None, :]
            places = np.arange(who.shape[1])
            weight[:, places, places] += games * chance
            np.add.at(gradient, who, excess)
            np.add.at(information, (who[:, :, None], who[:, None, :]), weight)
            if self.first:
                gradient[-1] += excess[:, 0].sum()
                information[-1, -1] += weight[:, 0, 0].sum()
                np.add.at(information[-1], who, weight[:, 0])
                np.add.at(information[:, -1], who, weight[:, 0])
        return gradient, information


def _maximum(model: _Model) -> "tuple[Floats, Floats]":
    """Return the log-strengths of greatest density, and the Fisher information there.

    The logarithm of the density is concave: Newton's steps, halved if they overshoot, lead to its
    only maximum.
    """
    import numpy as np

    strengths = np.zeros(model.size)
    for _ in range(STEPS):
        gradient, information = model.slope(strengths)
        step = np.linalg.solve(information, gradient)
        height = model.height(strengths)
        # Next to no prior leaves the mean of all strengths to rounding, which has no end.
        if np.abs(step).max() < CLOSE or gradient @ step < GAIN * abs(height):
            return strengths, information
        while model.height(strengths + step) < height and np.abs(step).max() > CLOSE:
            step = step / 2
        if np.abs(step).max() <= CLOSE:  # no higher point can be represented
            return strengths, information
        strengths = strengths + step
    raise ArithmeticError(f"no maximum found in {STEPS} steps")
