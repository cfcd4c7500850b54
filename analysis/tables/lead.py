"""Scores, captures and lead changes over a game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from analysis.games.measures import Measured

Scores = tuple[int, ...]
"""The score of each side."""


def leader(scores: Scores) -> int | None:
    """Return the side with the highest score, None for a shared one."""
    most = max(scores)
    return scores.index(most) if scores.count(most) == 1 else None


@dataclass(slots=True)
class LeadHistory:
    """The scores and captures of a game, added ply by ply.

    Attributes:
        leaders: the side with the lead after each ply, None for a shared lead.
        scores: the last scores.
        captures: enemy pieces taken.
        capture_plies: number of plies with captures.
        first_capture: number of the first ply with captures, from 1.
        visited: bit set of the points that have ever had a piece.
    """

    scores: Scores = ()
    visited: int = 0
    captures: int = 0
    capture_plies: int = 0
    first_capture: int | None = None
    leaders: list[int | None] = field(default_factory=list)

    def add(self, measured: Measured) -> int | None:
        """Add a ply and return the side that leads after it."""
        leading = leader(measured.scores)
        self.leaders.append(leading)
        self.scores = measured.scores
        self.visited |= measured.occupied
        if measured.captured:
            self.captures += len(measured.captured)
            self.capture_plies += 1
            if self.first_capture is None:
                self.first_capture = len(self.leaders)
        return leading

    @property
    def covered(self) -> int:
        """Number of points that have ever had a piece."""
        return self.visited.bit_count()

    def lead_changes(self) -> int:
        """Return the number of changes of the lead from one side to another."""
        led = [side for side in self.leaders if side is not None]
        return sum(one != other for one, other in pairwise(led))

    def behind(self, winner: int) -> int:
        """Return the number of plies after which another side than the winner led."""
        return sum(side not in (None, winner) for side in self.leaders)

    def decisive(self, winner: int) -> int | None:
        """Return the ply from which the winner led to the end; None for a game without plies.

        For a winner that did not lead at the end it is the last ply.
        """
        return _last_run(self.leaders, winner) or len(self.leaders) or None


def _last_run(leaders: Sequence[int | None], winner: int) -> int | None:
    """Return the first ply, from 1, of a lead that lasted to the end; None without such a lead."""
    start = len(leaders)
    while start and leaders[start - 1] == winner:
        start -= 1
    return start + 1 if start < len(leaders) else None
