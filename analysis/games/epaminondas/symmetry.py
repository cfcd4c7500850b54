"""The symmetries of the Epaminondas board: the left-right mirror.

Both readings of the rule book's symmetry rule are mirrored with it. The half-turn is none: it
would exchange the sides.
"""

from dataclasses import replace
from functools import lru_cache

from analysis.games.epaminondas.board import grid
from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from notation.epaminondas import COMPASS, DIRECTIONS, Move


class GridSymmetry(Symmetry):
    """A symmetry of a board of some size."""

    def __init__(self, name: str, columns: int, rows: int, mirrors: bool) -> None:
        """Set up the mirror, or the identity."""
        squares = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
        images = {
            (row, column): (row, columns + 1 - column if mirrors else column)
            for row, column in squares
        }
        here = grid(columns, rows)
        super().__init__(name, images, lambda square: here.bit(square).bit_length() - 1)
        self._winds = {
            wind: COMPASS[north, -east if mirrors else east]
            for wind, (north, east) in DIRECTIONS.items()
        }

    def move(self, move: Move) -> Move:
        """Return the image of a move."""
        row, column = self.point(move.head)
        return replace(move, row=row, column=column, direction=self._winds[move.direction])


@lru_cache(maxsize=64)
def symmetries(columns: int, rows: int) -> Symmetries:
    """Return the symmetries of a board of that size."""
    both = (
        GridSymmetry(IDENTITY, columns, rows, mirrors=False),
        GridSymmetry("mirror", columns, rows, mirrors=True),
    )
    return Symmetries(both, ("white", "black"), f"epaminondas {columns}x{rows}")
