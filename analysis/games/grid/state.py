"""Variants and states of games of phalanxes on boards of any size."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from analysis.games.bits import bits_of, unpack_row
from analysis.games.grid.board import Grid, grid, symmetries
from analysis.games.position import Outcome, TwoSided
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Number, Variant
from notation.errors import InvalidPosition
from notation.phalanx import Move, Placement, Square

SIZES = (Number("columns", 2, 26), Number("rows", 5, 99), Number("filled", 1, 49))
"""The options for the size of the board and the number of filled rows."""


class GridVariant(Variant):
    """The base class of variants on rectangular boards; subclasses are dataclasses.

    Attributes:
        columns: number of columns, 2 to 26.
        rows: number of rows, 5 to 99.
        filled: number of rows that each side fills with pieces at the start.
        KINDS: names of the kinds of pieces, in the order of `Position.sets`.
    """

    __slots__ = ()

    KINDS: ClassVar[tuple[str, ...]] = ("white", "black")

    columns: int
    rows: int
    filled: int

    @property
    def grid(self) -> Grid:
        """The geometry of the board."""
        return grid(self.columns, self.rows)

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board: the identity and the left-right mirror."""
        return symmetries(self.GAME, self.columns, self.rows, self.KINDS)

    def conflict(self) -> str | None:
        """Return an error message if the filled rows leave no free row; else None."""
        if 2 * self.filled < self.rows:
            return None
        return f"{self.filled} filled rows a side leave no free row of {self.rows}"

    def resized(self, columns: int, rows: int) -> Self:
        """Return the variant with another size of board, with fewer filled rows if necessary."""
        filled = min(self.filled, (rows - 1) // 2)
        return replace(self, columns=columns, rows=rows, filled=filled)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class GridState(TwoSided):
    """A board, the side to move, and the variant.

    Attributes:
        variant: the variant, with the size of the board.
        white: bit set of the squares with White's pieces.
        black: bit set of the squares with Black's pieces.
        turn: 0 if White is to move, 1 if Black is.
    """

    PIECES: ClassVar[str] = "wb"

    variant: GridVariant
    white: int
    black: int
    turn: int

    @classmethod
    def start(cls, variant: GridVariant) -> Self:
        """Return the initial position, with White to move."""
        first = (1 << variant.columns * variant.filled) - 1
        last = first << variant.columns * (variant.rows - variant.filled)
        return cls(variant, first, last, 0)

    @classmethod
    def read(cls, text: str, variant: Any) -> Self:
        """Return the position of a position string; the string decides on the size of the board.

        Raises:
            InvalidPosition: the string describes no board.
        """
        board, *beside = text.split() or [""]
        if beside not in (["w"], ["b"]):
            raise InvalidPosition("expected rows, a blank, and w or b")
        rows: list[str] = []
        for row in board.split("/"):
            squares = unpack_row(row, cls.PIECES)
            if squares is None:
                letters = ", ".join(cls.PIECES)
                raise InvalidPosition(f"row {row!r} is not made of {letters} and numbers")
            rows.append(squares)
        rows.reverse()
        width, height = len(rows[0]), len(rows)
        for number, squares in enumerate(rows, start=1):
            if len(squares) != width:
                message = f"row {number} has {len(squares)} squares, row 1 has {width}"
                raise InvalidPosition(message)
        if not (5 <= height <= 99 and 2 <= width <= 26):
            size = f"{width} columns by {height} rows"
            raise InvalidPosition(f"no board has {size} (2-26 by 5-99)")
        sets = [bits_of("".join(rows), letter) for letter in cls.PIECES]
        fields = dict(zip(cls.BIT_SETS, sets, strict=False))
        return cls(variant.resized(width, height), turn="wb".index(beside[0]), **fields)

    @property
    def layout(self) -> list[tuple[int, int]]:
        """The rows, the last one first, each as the index of its first bit and its length."""
        columns = self.variant.columns
        return [(row * columns, columns) for row in range(self.variant.rows - 1, -1, -1)]

    @classmethod
    def of(cls, variant: Any, sets: tuple[int, ...], beside: tuple[int, ...]) -> Self:
        """Return the position with the given `Position.sets` and `Position.beside`."""
        return cls(variant, sets[0], sets[1], beside[0], *sets[2:])

    @classmethod
    def tail(cls, *beside: int) -> str:
        """Return the letter of the side to move, the last field of position strings."""
        return "wb"[beside[0]]

    @property
    def empty(self) -> int:
        """Bit set of the empty squares."""
        return self.variant.grid.full & ~(self.white | self.black)

    def piece(self, square: Square) -> str:
        """Return the letter of the piece on a square of the board; ``.`` for an empty square."""
        bit = self.variant.grid.bit(square)
        names = zip(self.PIECES, self.BIT_SETS, strict=False)
        return next((letter for letter, name in names if getattr(self, name) & bit), ".")

    @property
    def point_names(self) -> dict[int, str]:
        """The names of the squares, by the indices of their bits."""
        return self.variant.grid.names

    def half_turn(self, point: str) -> str | None:
        """Return the image of a square under a rotation by 180 degrees; see `Grid.opposite`."""
        return self.variant.grid.opposite(point)

    def far_row(self, turn: int) -> int:
        """Return the number of a side's far row, from 1: the last row for White, 1 for Black."""
        return 1 if turn else self.variant.rows

    def far(self, turn: int) -> int:
        """Return the bit set of a side's far row."""
        return self.variant.grid.row(self.far_row(turn))

    def far_count(self, turn: int) -> int:
        """Return the number of pieces that a side has on its far row."""
        return ((self.black if turn else self.white) & self.far(turn)).bit_count()

    def won(self) -> Outcome | None:
        """Return the outcome if the side to move has won by its far row; else None.

        It has won if it begins its turn with more pieces on its far row than the other side has.
        """
        mine, theirs = self.far_count(self.turn), self.far_count(1 - self.turn)
        if mine <= theirs:
            return None
        side, other = (self.variant.sides[turn] for turn in (self.turn, 1 - self.turn))
        message = (
            f"{side.title()} begins a turn with {mine} on row {self.far_row(self.turn)}; "
            f"{other.title()} has {theirs} on row {self.far_row(1 - self.turn)}"
        )
        return Outcome(side, "far-row", message)

    def line(self, move: Move) -> tuple[Square, ...]:
        """Return the squares of the enemy line at the target of a move, nearest first."""
        met = []
        square, further = move.target, move.distance
        while self.variant.grid.holds(square) and self.enemy & self.variant.grid.bit(square):
            met.append(square)
            further += 1
            square = move.ahead(further)
        return tuple(met)

    def captured(self, move: Move | Placement) -> tuple[Square, ...]:
        """Return the squares on which a move takes pieces: the whole enemy line."""
        return () if isinstance(move, Placement) else self.line(move)

    def after(self, move: Move) -> Self:
        """Return the position after a move, legal or not."""
        left, reached = self.variant.grid.span(move)
        taken = self.variant.grid.bits(self.captured(move))
        return self.with_sides(self.own & ~left | reached, self.enemy & ~taken, 1)

    def with_sides(self, own: int, enemy: int, played: int) -> Self:
        """Return the position with the given pieces, ``played`` plies after this position.

        ``own`` are the pieces of the side that is to move in this position.
        """
        white, black = (enemy, own) if self.turn else (own, enemy)
        turn = (self.turn + played) & 1
        return type(self)(self.variant, white, black, turn)
