"""The rules of Threeline.

White and Black in turn place a stone on an empty square. The stone captures each enemy stone beside
it with an own stone directly behind, in a row or column. The side that then has three stones in a
line wins; if the board is full before, the game is drawn.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Self

from analysis.games import position
from analysis.games.bits import bits_of, unpack_row
from analysis.games.position import Outcome
from ludograph_threeline import laws
from ludograph_threeline.board import bit, holds, squares
from ludograph_threeline.notation import Move
from ludograph_threeline.state import State, ThreelineVariant
from notation.errors import InvalidPosition
from notation.squares import cell_name, parse_cell


class Position(State, position.Position[Move, Move, Move]):
    """A board and the side to move; the step of a move is the move itself."""

    __slots__ = ()

    GAME: ClassVar[str] = "threeline"
    VARIANT = ThreelineVariant
    LAWS = laws.LAWS
    PHYSICAL = laws.PHYSICAL
    variant: ThreelineVariant

    @classmethod
    def start(cls, variant: ThreelineVariant) -> Self:
        """Return the empty board, White to move."""
        return cls(variant, 0, 0, 0)

    @classmethod
    def read(cls, text: str, variant: ThreelineVariant) -> Self:
        """Read a position string; the size of the board follows from it.

        Raises:
            InvalidPosition: the string describes no board.
        """
        board, _, side = text.partition(" ")
        rows = [unpack_row(row, "wb") or "" for row in reversed(board.split("/"))]
        size = len(rows)
        if side not in ("w", "b") or any(len(row) != size for row in rows) or not 4 <= size <= 6:
            message = "expected 4 to 6 rows of as many squares, a blank, and w or b"
            raise InvalidPosition(message)
        points = "".join(rows)
        white, black = (bits_of(points, letter) for letter in "wb")
        return cls(ThreelineVariant(size), white, black, "wb".index(side))

    def legal_moves(self) -> Iterator[Move]:
        """Yield every empty square; none once the game is over."""
        if not self.has_line(self.enemy):
            occupied = self.white | self.black
            size = self.variant.size
            yield from (Move(*one) for one in squares(size) if not occupied & bit(size, one))

    def compile(self, claim: Move) -> Move | None:
        """Return the move as its step; None if it is off the board."""
        return claim if holds(self.variant.size, (claim.row, claim.column)) else None

    def advance(self, steps: Iterable[Move | None]) -> tuple[Self, int]:
        """Play steps up to the first illegal one; return the position and the number played."""
        here, played = self, 0
        for step in steps:
            if step is None or here.broken_law(step):
                break
            here, played = here.after(step), played + 1
        return here, played

    def captured(self, move: Move) -> tuple[tuple[int, int], ...]:
        """Return the squares of the stones that a move takes."""
        taken, size = self.taken(move), self.variant.size
        return tuple(square for square in squares(size) if taken & bit(size, square))

    def half_turn(self, point: str) -> str | None:
        """Return the square opposite a square; None if it is off the board."""
        square, turn = parse_cell(point), self.variant.symmetries.half_turn
        return cell_name(turn.point(square)) if turn and square in turn.points else None

    @property
    def point_names(self) -> dict[int, str]:
        """The names of the squares, by their bits."""
        return dict(enumerate(map(cell_name, squares(self.variant.size))))

    def outcome(self) -> Outcome | None:
        """Return the outcome; None during the game."""
        if self.has_line(self.enemy):
            winner = self.sides[1 - self.turn]
            return Outcome(winner, "line", f"{winner.title()} has three stones in a line")
        if (self.white | self.black).bit_count() == self.variant.size**2:
            return Outcome(None, "full-board", "the board is full, and no line of three stands")
        return None
