"""Measures of plies of games of phalanxes.

The score is the number of pieces on the board. Pieces on the far row, which decide the game, are a
measure of their own.
"""

from analysis.games import measures
from analysis.games.grid.rules import AnyGrid
from analysis.games.measures import (
    LONGEST,
    MATERIAL,
    MOVE_COLUMNS,
    CaptureCount,
    Cell,
    Column,
    per_side,
)
from notation.phalanx import Move, Placement
from notation.squares import cell_name

SIZE = Column("group_size", "count", "number of pieces that move together (phalanx)")


class GridMeasures(measures.Measures[Move | Placement, AnyGrid]):
    """Measures of moves, pieces on the board and on far rows, and longest phalanxes."""

    COLUMNS = (
        *MOVE_COLUMNS,
        SIZE,
        Column("direction", "word", "compass letters as the first side sees them"),
        Column("distance", "count", "number of points that the pieces move"),
        *MATERIAL[:2],
        *per_side("far_row", "number of pieces of side {} on its far row", 2),
        *LONGEST[:2],
    )
    CAPTURES = (CaptureCount("size", SIZE, "captures by size of the phalanx"),)

    def captured(self, before: AnyGrid, move: Move | Placement) -> tuple[str, ...]:
        """Return the names of the squares on which a move takes pieces."""
        return () if isinstance(move, Placement) else tuple(map(cell_name, before.captured(move)))

    def of_move(self, before: AnyGrid, claim: Move | Placement | None) -> tuple[Cell, ...]:
        """Return the captured points, and kind, ends, size, direction and distance of a move."""
        if claim is None:
            return (), *(None,) * 6
        if isinstance(claim, Placement):
            return (), "stone", None, cell_name(claim.target), None, None, None
        return (
            tuple(cell_name(claim.ahead(claim.distance + at)) for at in range(claim.captures or 0)),
            "capture" if claim.captures else "move",
            cell_name(claim.head),
            cell_name(claim.target),
            claim.count,
            claim.direction,
            claim.distance,
        )

    def standing(self, position: AnyGrid) -> tuple[int, ...]:
        """Return the number of pieces that each side has on the board."""
        return position.white.bit_count(), position.black.bit_count()


MEASURES = GridMeasures()
