"""Ratings by the Bradley-Terry model, each with its standard error.

The model: a player of strength *a* beats one of strength *b* with probability a / (a + b)
(R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
comparisons", Biometrika 39, 1952; E. Zermelo, Mathematische Zeitschrift 29, 1929). Strengths are
told on the scale of Elo: 400 points more make the odds ten to one.

A draw counts as half a win and half a loss. Each player is also held to have drawn against an
average one, in as many games as the prior has: this keeps those finite who won, or lost, every
game, makes those comparable who never met, even indirectly, and pulls everybody towards the
average by that much. It is the prior that J. T. Whelan arrives at ("Prior distributions for the
Bradley-Terry model of paired comparisons", arXiv:1712.05311, 2017), a generalized logistic
distribution of log-strengths.

The mean of the players is 1500, and what is told of a player is how far he is from it. Standard
errors of that come from the inverse of the Fisher information at the maximum, the prior's own
information included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from analysis.statistics.intervals import Z_95

if TYPE_CHECKING:
    import numpy as np

PRIOR = 1.0
"""Games that each player is held to have drawn against an average one."""

MEAN = 1500.0
"""The mean of all ratings."""

ELO = 400 / log(10)
"""Points of Elo to a unit of log-strength."""

STEPS = 200
"""Steps after which the search for the maximum is given up; it mostly takes under ten."""

CLOSE = 1e-9
"""Changes of log-strength at which the search ends."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players made of their games.

    Attributes:
        one: number of a player, from 0.
        other: number of another.
        points: what the one scored against the other, a draw being half a point.
        games: how many games they played.
    """

    one: int
    other: int
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is.

    Attributes:
        value: the rating in points of Elo, 1500 for the mean of the players.
        error: the standard error of its distance from the mean.
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
        players: how many there are.
        meetings: all pairs that played, each once.
        prior: games that each is held to have drawn against an average player, more than 0.

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

    def height(self, strengths: "np.ndarray[Any, Any]") -> float:
        """Return the logarithm of the density, up to a constant."""
        import numpy as np

        ahead = strengths[self.one] - strengths[self.other]
        played = self.points * ahead - self.games * np.logaddexp(0, ahead)
        held = self.prior * (strengths / 2 - np.logaddexp(0, strengths))
        return float(played.sum() + held.sum())

    def slope(
        self, strengths: "np.ndarray[Any, Any]"
    ) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
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


def _chance(ahead: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    import numpy as np

    chance: np.ndarray[Any, Any] = 1 / (1 + np.exp(-ahead))
    return chance


def _maximum(model: _Model) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Return the log-strengths that are likeliest, and the information there.

    The density is concave in its logarithm, so that Newton's steps, halved where they overshoot,
    lead to its one maximum.
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
