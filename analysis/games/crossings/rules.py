"""The rules of Crossings (Robert Abbott, 1969), the forerunner of Epaminondas.

Sources: public digests of the book with the rules (Sid Sackson, "A Gamut of Games") and, for points
on which these are vague, a public program (krawaller/algol5, "crossings"). The groups of the rules
are called phalanxes here, as in Epaminondas.

A law takes a position and a complete move and returns a violation, or None. Its docstring states
the law. Laws are called in the order of `LAWS`, so that each may assume that earlier laws are kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from analysis.games.grid.board import MoveGroup
from analysis.games.grid.laws import (
    capture_count,
    clear_way,
    distance,
    game_over,
    lone_capture,
    mover,
    name,
    on_board,
    other,
    ownership,
    whole_phalanx,
)
from analysis.games.grid.rules import Contact, GridPosition
from analysis.games.grid.state import SIZES, GridVariant
from analysis.games.variant import Words
from notation.findings import Finding, violation
from notation.phalanx import Move, Placement, Square


@dataclass(frozen=True, slots=True)
class CrossingsVariant(GridVariant):
    """A variant of Crossings: the size of the board.

    Attributes:
        columns: number of columns, 2 to 26; the usual board has 8.
        rows: number of rows, 5 to 99; the usual board has 8.
        filled: number of rows that each side fills with stones at the start.
    """

    GAME: ClassVar[str] = "crossings"
    OPTIONS = (Words("", ("standard",)), *SIZES)

    columns: int = 8
    rows: int = 8
    filled: int = 2


def locked_mover(state: "Position", move: Move) -> Finding | None:
    """Law: a stone on its far row never moves again, and is no part of a phalanx."""
    locked, far = state.locked(state.turn), state.far_row(state.turn)
    for behind in range(move.count):
        square = move.ahead(-behind)
        if locked & state.variant.grid.bit(square):
            message = f"{mover(state)}'s stone on {name(square)} has crossed: on row {far} it is"
            return violation("locked", f"{message} locked and moves with no group")
    return None


def locked_target(state: "Position", move: Move) -> Finding | None:
    """Law: a stone on its far row cannot be captured."""
    if not state.locked(1 - state.turn) & state.variant.grid.bit(move.target):
        return None
    far = state.far_row(1 - state.turn)
    message = f"{other(state)}'s stone on {name(move.target)} has crossed: on row {far} it is"
    return violation("locked-capture", f"{message} locked and cannot be captured")


def strength(state: "Position", move: Move) -> Finding | None:
    """Law: a phalanx takes a stone only from an enemy line with fewer stones than the phalanx."""
    if finding := lone_capture(state, move):
        return finding
    line = len(state.line(move))
    if line < move.count:
        return None
    end = name(move.ahead(move.distance + line - 1))
    message = (
        f"a phalanx of {move.count} takes a stone only from an enemy line of at most "
        f"{move.count - 1}, not from the line of {line} from {name(move.target)} to {end}"
    )
    return violation("capture-size", message)


LAWS = (
    game_over,
    on_board,
    ownership,
    whole_phalanx,
    locked_mover,
    distance,
    clear_way,
    locked_target,
    strength,
    capture_count,
)

PHYSICAL = (on_board, ownership, whole_phalanx, clear_way, locked_target, strength)
"""The laws that even a recorded illegal move must obey to be carried out."""


class Position(GridPosition[Move]):
    """A position of Crossings, with the rules.

    A stone that has reached its far row is *locked*: it neither moves nor can be captured. A side
    that has more locked stones than the other side at the beginning of its turn has won.
    """

    __slots__ = ()

    GAME: ClassVar[str] = "crossings"
    VARIANT = CrossingsVariant
    LAWS = LAWS
    LOCKS = True
    PHYSICAL = PHYSICAL
    variant: CrossingsVariant

    def locked(self, turn: int) -> int:
        """Return the bit set of a side's locked stones."""
        stones = self.black if turn else self.white
        return stones & self.far(turn)

    def captured(self, move: Move | Placement) -> tuple[Square, ...]:
        """Return the square on which a move takes a stone: the first of the enemy line, if any."""
        return super().captured(move)[:1]

    def groups(self) -> Iterator[MoveGroup]:
        """Yield groups of all legal moves; whether the game is over is not checked."""
        movers = self.own & ~self.locked(self.turn)
        takable = self.enemy & ~self.locked(1 - self.turn)
        return self.variant.grid.groups(movers, self.empty, self.enemy, takable)

    def captures_of(self, run: int) -> int:
        """Return the number of stones that a move takes from an enemy line of ``run`` stones."""
        return min(run, 1)

    def taken_by(
        self, run: int, contact: Contact, own: int, enemy: int, far: tuple[int, int]
    ) -> int | None:
        """Return the first stone of the enemy line as a bit set; None if a rule forbids it.

        Arguments as for `GridPosition.taken_by`.
        """
        _, _, lines, captures, _ = contact
        taken = lines[0] if run else 0
        return taken if captures in (None, min(run, 1)) and not taken & far[1] else None
