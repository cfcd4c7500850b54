"""Measures of plies of games of phalanxes.

The score is the number of pieces on the board. What wins is the far row, and it is counted apart.
"""

from functools import lru_cache

from analysis.games import measures
from analysis.games.grid.board import grid
from analysis.games.grid.rules import AnyGrid
from analysis.games.measures import (
    LONGEST,
    MATERIAL,
    MOVE_COLUMNS,
    CaptureCount,
    Cell,
    Column,
    Measured,
    per_side,
)
from notation.phalanx import Move, Placement, Square
from notation.squares import cell_name

SIZE = Column("group_size", "count", "pieces that move together (phalanx)")

_name = lru_cache(maxsize=1 << 12)(cell_name)


class GridMeasures(measures.Measures[Move | Placement, AnyGrid]):
    """Pieces, far rows and phalanxes."""

    COLUMNS = (
        *MOVE_COLUMNS,
        SIZE,
        Column("direction", "word", "compass letters as the first side sees them"),
        Column("distance", "count", "points travelled"),
        *MATERIAL[:2],
        *per_side("far_row", "pieces of side {} on its far row", 2),
        *LONGEST[:2],
    )
    CAPTURES = (CaptureCount("size", SIZE, "captures by size of the phalanx"),)

    def measure(
        self,
        before: AnyGrid,
        move: Move | Placement | None,
        after: AnyGrid,
    ) -> Measured:
        """Measure a ply."""
        taken: tuple[Square, ...] = ()
        if isinstance(move, Move) and move.captures != 0:
            taken = before.captured(move)
        scores = self.standing(after)
        size = after.variant.columns, after.variant.rows
        values = (
            *of_move(move, bool(taken)),
            *scores,
            after.far_count(0),
            after.far_count(1),
            longest(after.white, *size),
            longest(after.black, *size),
        )
        return Measured(tuple(map(_name, taken)), scores, self.occupied(after), values)

    def standing(self, position: AnyGrid) -> tuple[int, ...]:
        """Return the number of pieces that each side has on the board."""
        return position.white.bit_count(), position.black.bit_count()

    def occupied(self, position: AnyGrid) -> int:
        """Return the bit set of the squares with pieces."""
        return sum(position.sets)

    def size(self, position: AnyGrid) -> int:
        """Return the number of squares."""
        squares: int = position.variant.columns * position.variant.rows
        return squares

    def kinds(self, start: AnyGrid) -> tuple[int, ...]:
        """Return the number of pieces of each side: none comes back."""
        return self.standing(start)


def of_move(move: Move | Placement | None, takes: bool) -> tuple[Cell, ...]:
    """Return the columns of a move: its kind, ends, size, direction and distance."""
    if move is None:
        return (None,) * 6
    if isinstance(move, Placement):
        return ("stone", None, _name(move.target), None, None, None)
    return (
        "capture" if takes else "move",
        _name(move.head),
        _name(move.target),
        move.count,
        move.direction,
        move.distance,
    )


@lru_cache(maxsize=1 << 12)
def longest(pieces: int, columns: int, rows: int) -> int:
    """Return the length of a side's longest phalanx.

    It is cached: the next ply mostly changes the pieces of the other side alone.
    """
    length = 0
    for shift, ahead in _ways(columns, rows):
        runs, found = pieces, 0
        while runs:
            found += 1
            runs &= runs >> shift & ahead
        length = max(length, found)
    return length


@lru_cache
def _ways(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return four directions, as shifts of bits and the squares that have one ahead that way."""
    geometry = grid(columns, rows)
    full = geometry.full
    backward = {"E": ("W", 1), "N": ("S", columns), "NE": ("SW", columns + 1)}
    backward["NW"] = "SE", columns - 1
    return tuple((shift, geometry.ahead(full, back)) for back, shift in backward.values())
