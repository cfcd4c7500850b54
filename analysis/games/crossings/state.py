"""Variants of Crossings, and the state of the board."""

from dataclasses import dataclass
from typing import ClassVar

from analysis.games.grid.board import symmetries
from analysis.games.grid.state import SIZES, GridState, GridVariant
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Words
from notation.phalanx import Move, Square


@dataclass(frozen=True, slots=True)
class CrossingsVariant(GridVariant):
    """A variant of Crossings: the size of the board.

    Attributes:
        columns: 2 to 26; the usual board has 8.
        rows: 5 to 99; the usual board has 8.
        filled: rows of stones that each side starts with.
    """

    GAME: ClassVar[str] = "crossings"
    OPTIONS = (Words("", ("standard",)), *SIZES)

    columns: int = 8
    rows: int = 8
    filled: int = 2

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board."""
        return symmetries(self.GAME, self.columns, self.rows, ("white", "black"))


@dataclass(frozen=True, slots=True)
class State(GridState):
    """A board, the side to move, and the variant.

    Attributes:
        variant: the rules, with the size of the board.
    """

    variant: CrossingsVariant

    def locked(self, turn: int) -> int:
        """Return the stones of a side that have crossed, as a bit set."""
        stones = self.black if turn else self.white
        return stones & self.far(turn)

    def captured(self, move: Move) -> tuple[Square, ...]:
        """Return the square of the only stone that a move takes, the first of the line it meets."""
        return self.line(move)[:1]
