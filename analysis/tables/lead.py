"""How a game went, told from what was measured of its plies."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from analysis.games.measures import Measured

Scores = tuple[int, ...]
"""Standing of each side."""


def leader(scores: Scores) -> int | None:
    """Return the side with the highest score, None where two share it."""
    most = max(scores)
    return scores.index(most) if scores.count(most) == 1 else None


@dataclass(slots=True)
class LeadHistory:
    """The course of a game, gathered ply by ply.

    Attributes:
        leaders: the side that led after each ply, None where nobody did.
        scores: the last scores.
        captures: enemy pieces taken.
        capture_plies: plies that took some.
        first_capture: the first of these, from 1.
        visited: bit set of the points that ever had a piece.
    """

    scores: Scores = ()
    visited: int = 0
    captures: int = 0
    capture_plies: int = 0
    first_capture: int | None = None
    leaders: list[int | None] = field(default_factory=list)

    def add(self, measured: Measured) -> int | None:
        """Add a ply and return which side leads after it."""
        ahead = leader(measured.scores)
        self.leaders.append(ahead)
        self.scores = measured.scores
        self.visited |= measured.occupied
        if measured.captured:
            self.captures += len(measured.captured)
            self.capture_plies += 1
            if self.first_capture is None:
                self.first_capture = len(self.leaders)
        return ahead

    def lead_changes(self) -> int:
        """Return how often another side took the lead than had it last."""
        led = [side for side in self.leaders if side is not None]
        return sum(one != other for one, other in pairwise(led))

    def behind(self, winner: int) -> int:
        """Return the number of plies after which another side than the winner led."""
        return sum(side not in (None, winner) for side in self.leaders)

    def decisive(self, winner: int) -> int | None:
        """Return the ply from which the winner led to the end.

        Where he did not lead at the end, the last ply decided; None if there was no ply.
        """
        return _last_run(self.leaders, winner) or len(self.leaders) or None


def _last_run(leaders: Sequence[int | None], winner: int) -> int | None:
    """Return where the winner's last unbroken lead, which lasts to the end, begins, from 1."""
    start = len(leaders)
    while start and leaders[start - 1] == winner:
        start -= 1
    return start + 1 if start < len(leaders) else None
