"""Variants, and the pieces on the board."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.position import TwoSided
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Number, Option, Variant, Words
from ludograph_threeline.board import bit, flanks, lines, symmetries
from ludograph_threeline.notation import Move


@dataclass(frozen=True, slots=True)
class ThreelineVariant(Variant):
    """The rules with a size of the board.

    Attributes:
        size: number of rows and of columns.
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
    """The stones on the board, and the side to move.

    Attributes:
        variant: the variant that is played.
        white: bit set of White's stones.
        black: bit set of Black's stones.
        turn: 0 if White is to move, 1 if Black is.
    """

    variant: ThreelineVariant
    white: int
    black: int
    turn: int

    @classmethod
    def of(cls, variant: ThreelineVariant, sets: tuple[int, ...], beside: tuple[int, ...]) -> Self:
        """Return the position with bit sets of stones, and ``beside``: the side to move."""
        return cls(variant, *sets, *beside)

    @property
    def layout(self) -> list[tuple[int, int]]:
        """The rows of position strings, the last row first: index of the first bit, and size."""
        size = self.variant.size
        return [(first, size) for first in range(size * (size - 1), -1, -size)]

    @classmethod
    def tail(cls, *beside: int) -> str:
        """Return the end of position strings: the side to move."""
        return "wb"[beside[0]]

    def taken(self, move: Move) -> int:
        """Return the bit set of the stones that a move captures."""
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
