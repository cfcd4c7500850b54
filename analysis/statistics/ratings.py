"""Ratings by the Bradley-Terry model, each with its standard error.

The model: a player of strength *a* beats one of strength *b* with probability a / (a + b)
(R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
comparisons", Biometrika 39, 1952; E. Zermelo, Mathematische Zeitschrift 29, 1929). Strengths are
given on the scale of Elo: 400 points more make the odds ten to one.

A draw counts as half a win and half a loss. The prior adds to each player's games a number of
draws against an average player. This keeps the ratings of players who won, or lost, every game
finite, makes players comparable who are not connected by games, and moves all ratings towards the
average. It is the prior of J. T. Whelan ("Prior distributions for the
Bradley-Terry model of paired comparisons", arXiv:1712.05311, 2017), a generalized logistic
distribution of log-strengths.

The mean of the players is 1500; a rating is a player's distance from it. The standard error of
that distance comes from the inverse of the Fisher information at the maximum, the prior's own
information included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from analysis.statistics.estimates import Z_95

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

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


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of two players against each other.

    Attributes:
        one: number of a player, from 0.
        other: number of another.
        points: points of one against other, half a point for a draw.
        games: number of games.
    """

    one: int
    other: int
    points: float
    games: int


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


def rate(players: int, meetings: Sequence[Meeting], prior: float = PRIOR) -> list[Rating]:
    """Return the ratings of players, in the order of their numbers.

    Args:
        players: number of players.
        meetings: the pairs that played, each once.
        prior: draws against an average player that are added for each player, more than 0.

    Raises:
        ValueError: the prior is not positive.
    """
    import numpy as np

    if prior <= 0:
        raise ValueError(f"a prior of {prior} games leaves ratings undefined")
    if not players:
        return []
    strengths, information = _maximum(_Model(players, meetings, prior))
    covariance = np.linalg.inv(information)
    around = np.diag(covariance) - 2 * covariance.mean(axis=0) + covariance.mean()
    errors = np.sqrt(np.maximum(around, 0))
    return [
        Rating(MEAN + ELO * float(strength), ELO * float(error))
        for strength, error in zip(strengths - strengths.mean(), errors, strict=True)
    ]


class _Model:
    """The posterior density of log-strengths: its logarithm, gradient and curvature."""

    def __init__(self, players: int, meetings: Sequence[Meeting], prior: float) -> None:
        import numpy as np

        self.players = players
        self.prior = prior
        self.one = np.array([meeting.one for meeting in meetings], dtype=int)
        self.other = np.array([meeting.other for meeting in meetings], dtype=int)
        self.points = np.array([meeting.points for meeting in meetings], dtype=float)
        self.games = np.array([meeting.games for meeting in meetings], dtype=float)

    def height(self, strengths: "Floats") -> float:
        """Return the logarithm of the density, up to a constant."""
        import numpy as np

        ahead = strengths[self.one] - strengths[self.other]
        played = self.points * ahead - self.games * np.logaddexp(0, ahead)
        held = self.prior * (strengths / 2 - np.logaddexp(0, strengths))
        return float(played.sum() + held.sum())

    def slope(self, strengths: "Floats") -> "tuple[Floats, Floats]":
        """Return the gradient, and the Fisher information."""
        import numpy as np

        expected = _chance(strengths[self.one] - strengths[self.other])
        even = _chance(strengths)
        excess, weight = self.points - self.games * expected, self.games * expected * (1 - expected)
        gradient = self.prior * (0.5 - even)
        np.add.at(gradient, self.one, excess)
        np.add.at(gradient, self.other, -excess)
        information = np.diag(self.prior * even * (1 - even))
        for row, column, sign in (
            (self.one, self.one, 1),
            (self.other, self.other, 1),
            (self.one, self.other, -1),
            (self.other, self.one, -1),
        ):
            np.add.at(information, (row, column), sign * weight)
        return gradient, information


def _chance(ahead: "Floats") -> "Floats":
    import numpy as np

    chance: Floats = 1 / (1 + np.exp(-ahead))
    return chance


def _maximum(model: _Model) -> "tuple[Floats, Floats]":
    """Return the likeliest log-strengths, and the information there.

    The logarithm of the density is concave: Newton's steps, halved if they overshoot, lead to its
    only maximum.
    """
    import numpy as np

    strengths = np.zeros(model.players)
    for _ in range(STEPS):
        gradient, information = model.slope(strengths)
        step = np.linalg.solve(information, gradient)
        if np.abs(step).max() < CLOSE:
            return strengths, information
        height = model.height(strengths)
        while model.height(strengths + step) < height and np.abs(step).max() > CLOSE:
            step = step / 2
        strengths = strengths + step
    raise ArithmeticError(f"no maximum found in {STEPS} steps")
