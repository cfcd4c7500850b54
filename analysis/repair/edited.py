"""Games with some edits, and the two orders in which a search looks at them."""

from dataclasses import dataclass

from analysis.repair.edits import READING, RESULT, Change
from analysis.replay.playthrough import EditedPly, PlaythroughResult, Plies

MIN_EDIT_COST = 0.9
"""The least cost of an edit: what a game that breaks off has yet to pay."""

UNPLAYED_COST = 0.03
"""The cost of each ply that could not be played."""

UNPLAYED_COST_FAST = 0.3
"""The same where the game that goes furthest is next."""


@dataclass(frozen=True, slots=True)
class EditedGame:
    """A game with some edits.

    Attributes:
        run: how far it can be played.
        changes: the edits, in the order made.
        cost: their prices, and that of notes and contradictions.
        open: price of the stated result and last position that the board contradicts.
    """

    run: PlaythroughResult
    changes: tuple[Change, ...]
    cost: float
    open: float = 0.0

    @property
    def texts(self) -> tuple[str, ...]:
        """The move texts."""
        return tuple(ply.text for ply in self.run.plies)

    @property
    def edits(self) -> list[Change]:
        """The changes that edit the record, in its order: another reading edits nothing."""
        edits = [change for change in self.changes if change.kind != READING]
        return sorted(edits, key=lambda change: change.index)

    @property
    def result(self) -> str | None:
        """The result that replaces the stated one, None to keep that."""
        return next((change.meant for change in self.changes if change.kind == RESULT), None)

    @property
    def rank(self) -> tuple[int, float]:
        """What an edit has to lessen."""
        return self.run.left, self.open

    @property
    def far(self) -> tuple[int, float]:
        """Sort key of the game that goes furthest: plies left, then cost."""
        return self.run.left, self.cost

    @property
    def estimate(self) -> float:
        """The cost that a repair which this game leads to may have."""
        ahead = MIN_EDIT_COST if self.run.left or self.open else 0
        return self.cost + ahead + UNPLAYED_COST * self.run.left

    @property
    def furthest_first(self) -> float:
        """Sort key when the furthest game is expanded first: plies left, then cost."""
        return self.cost + UNPLAYED_COST_FAST * self.run.left


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of a search.

    Attributes:
        repairs: edited games that go to the end, the cheapest first.
        furthest: the game that goes furthest.
        stopped: whether time or effort ran out first.
        share: the part of what was likely that was kept in view.
    """

    repairs: tuple[EditedGame, ...]
    furthest: EditedGame
    stopped: bool
    share: float = 1.0


def undone(plies: Plies, written: EditedPly) -> Plies:
    """Return plies with one of the record as it was written, in place of what was put for it."""
    others = [ply for ply in plies if ply.origin != written.origin]
    behind = (at for at, ply in enumerate(others) if _origin(ply) > _origin(written))
    at = next(behind, len(others))
    return (*others[:at], written, *others[at:])


def _origin(ply: EditedPly) -> int:
    return -1 if ply.origin is None else ply.origin
