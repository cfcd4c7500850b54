"""Moves of phalanxes: lines of adjacent friendly pieces that move along their line.

The board is rectangular. Squares are (row, column) pairs, both counted from 1; row 1 is White's
edge, column 1 is on White's left. North is towards Black for both players.
"""

from typing import NamedTuple

from notation.squares import cell_name

Square = tuple[int, int]

DIRECTIONS: dict[str, tuple[int, int]] = {
    "N": (1, 0),
    "NE": (1, 1),
    "E": (0, 1),
    "SE": (-1, 1),
    "S": (-1, 0),
    "SW": (-1, -1),
    "W": (0, -1),
    "NW": (1, -1),
}
"""The (row, column) step of each direction, by its compass letters."""

COMPASS = {step: name for name, step in DIRECTIONS.items()}


class Move(NamedTuple):
    """A move of a phalanx along its line.

    Attributes:
        row: row of the leading piece before the move, from 1.
        column: column of the leading piece before the move, from 1.
        count: number of pieces that move.
        direction: compass letters, a key of ``DIRECTIONS``.
        distance: number of squares that each piece travels.
        captures: number of enemy pieces taken; None where it is unknown.
    """

    row: int
    column: int
    count: int  # type: ignore[assignment]
    direction: str
    distance: int
    captures: int | None = None

    @property
    def head(self) -> Square:
        """The square of the leading piece before the move."""
        return self.row, self.column

    @property
    def tail(self) -> Square:
        """The square of the rearmost moved piece before the move."""
        return self.ahead(1 - self.count)

    @property
    def target(self) -> Square:
        """The square that the leading piece reaches."""
        return self.ahead(self.distance)

    def ahead(self, squares: int) -> Square:
        """Return the square a number of steps ahead of `head`; behind it if negative."""
        north, east = DIRECTIONS[self.direction]
        return self.row + squares * north, self.column + squares * east

    def __str__(self) -> str:
        """Return the move in the inventor's notation; ``x`` is left out if nothing is captured."""
        captures = f"x{self.captures}" if self.captures else ""
        return f"{self.row}.{self.column}.{self.count}{self.direction}{self.distance}{captures}"


class PartialMove(NamedTuple):
    """A move whose number of pieces is known only on the board.

    Attributes:
        tail: the square of the rearmost moved piece before the move.
        target: the square that the leading piece reaches.
        takes: whether the text marks the move as a capture.
    """

    tail: Square
    target: Square
    takes: bool

    def __str__(self) -> str:
        return f"{cell_name(self.tail)}{'x' if self.takes else '-'}{cell_name(self.target)}"


class Placement(NamedTuple):
    """The placement of a neutral stone before the first move: ``5.5``, ``e5``.

    Attributes:
        row: row of the square, from 1.
        column: column of the square, from 1.
    """

    row: int
    column: int

    @property
    def target(self) -> Square:
        """The square that the stone is put on."""
        return self.row, self.column

    def __str__(self) -> str:
        return f"{self.row}.{self.column}"


AnyMove = Move | PartialMove | Placement
"""The type of the meanings of a move text."""
