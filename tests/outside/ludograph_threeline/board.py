"""The board: squares as bits, lines of three squares, and the squares beside each square.

Bit ``(row - 1) * size + column - 1`` is a square.
"""

from functools import lru_cache

from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from ludograph_threeline.notation import Move

Square = tuple[int, int]

Flank = tuple[int, int]
"""The bit of a stone beside a square, and of the square behind it."""

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def squares(size: int) -> list[Square]:
    """Return all squares as pairs of row and column, by their bits."""
    return [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]


def holds(size: int, square: Square) -> bool:
    """Return whether a square is on the board."""
    return all(1 <= part <= size for part in square)


def bit(size: int, square: Square) -> int:
    """Return the bit of a square of the board."""
    return 1 << (square[0] - 1) * size + square[1] - 1


@lru_cache
def flanks(size: int, square: Square) -> tuple[Flank, ...]:
    """Return the neighbours of a square with the squares behind them."""
    row, column = square
    pairs = [((row + n, column + e), (row + 2 * n, column + 2 * e)) for n, e in WAYS]
    return tuple((bit(size, near), bit(size, far)) for near, far in pairs if holds(size, far))


@lru_cache
def lines(size: int) -> tuple[int, ...]:
    """Return the bit sets of all lines of three squares in a row or column."""
    return tuple(
        bit(size, square) | near | far
        for square in squares(size)
        for near, far in flanks(size, square)
        if near > bit(size, square)
    )


class SquareSymmetry(Symmetry):
    """The board mirrored left to right, then turned by quarters."""

    def __init__(self, size: int, mirrored: bool, quarters: int) -> None:
        names = ["mirror"] if mirrored else []
        names += [f"rotation {90 * quarters}"] if quarters else []
        images = {}
        for row, column in squares(size):
            image = row, size + 1 - column if mirrored else column
            for _ in range(quarters):
                image = size + 1 - image[1], image[0]
            images[row, column] = image
        number = {square: index for index, square in enumerate(squares(size))}
        super().__init__(", ".join(names) or IDENTITY, images, number.__getitem__)

    def move(self, move: Move) -> Move:
        """Return the image of a move."""
        return Move(*self.point((move.row, move.column)))


@lru_cache
def symmetries(size: int) -> Symmetries:
    """Return the eight symmetries of the square."""
    group = [SquareSymmetry(size, mirrored, n) for mirrored in (False, True) for n in range(4)]
    return Symmetries(group, ("white", "black"), f"threeline {size}")
