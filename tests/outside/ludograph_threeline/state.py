"""Variants, and what stands on the board."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.bits import row_text
from analysis.games.position import TwoSided
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Number, Option, Variant, Words
from ludograph_threeline.board import bit, flanks, lines, symmetries
from ludograph_threeline.notation import Move


@dataclass(frozen=True, slots=True)
class ThreelineVariant(Variant):
    """The rules on one size of board.

    Attributes:
        size: rows and columns.
    """

    GAME: ClassVar[str] = "threeline"
    OPTIONS: ClassVar[tuple[Option, ...]] = (Words("", ("standard",)), Number("size", 4, 6))

    size: int = 4

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the square."""
        return symmetries(self.size)


@dataclass(frozen=True, slots=True)
class State(TwoSided):
    """What stands on the board.

    Attributes:
        variant: the variant that is played.
        white: bit set of White's stones.
        black: bit set of Black's stones.
        turn: 0 if White is to move, 1 if Black is.
    """

    BIT_SETS: ClassVar[tuple[str, ...]] = ("white", "black")

    variant: ThreelineVariant
    white: int
    black: int
    turn: int

    def __str__(self) -> str:
        size = self.variant.size
        row = (1 << size) - 1
        rows = [
            row_text((self.white >> start & row, self.black >> start & row), "wb", size)
            for start in range(size * (size - 1), -1, -size)
        ]
        return f"{'/'.join(rows)} {'wb'[self.turn]}"

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images, its own first."""
        return self.variant.symmetries.keys((self.white, self.black), self.turn)

    def taken(self, move: Move) -> int:
        """Return the bit set of the stones that a move hems in."""
        pairs = flanks(self.variant.size, (move.row, move.column))
        return sum(near for near, far in pairs if self.enemy & near and self.own & far)

    def after(self, move: Move) -> Self:
        """Return the position after a move that can be carried out."""
        own = self.own | bit(self.variant.size, (move.row, move.column))
        enemy = self.enemy & ~self.taken(move)
        white, black = (enemy, own) if self.turn else (own, enemy)
        return replace(self, white=white, black=black, turn=1 - self.turn)

    def has_line(self, pieces: int) -> bool:
        """Whether a bit set has three squares in a line."""
        return any(pieces & line == line for line in lines(self.variant.size))
