"""Whether players differ at all: their points against those of equal players.

Where all players are equally strong, who wins depends on the order of moving alone, and any result
could stand in the place of any other. So the results are shuffled among the games, which keep their
players, and the points of the players vary as chance alone makes them: a permutation test, which
needs no number of games a player (E. J. G. Pitman, "Significance tests which may be applied to
samples from any populations", Supplement to the Journal of the Royal Statistical Society 4, 1937;
P. Good, *Permutation Tests*, 2nd edition, 2000).
"""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from analysis.statistics.estimates import ENOUGH
from analysis.statistics.significance import LEVEL

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Numbers = npt.NDArray[np.intp]

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
        p: share of the shuffles, with the games as they are, in which the points vary as much.
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
    """Return the test of some games, None of fewer than `ENOUGH`.

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
