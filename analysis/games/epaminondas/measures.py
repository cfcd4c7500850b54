"""What is measured of a ply of Epaminondas; see `analysis.games.measures.Measures`.

The score is the number of pieces on the board. What wins is the far row, and it is counted apart:
an intrusion gives the opponent one move to answer, so that nobody leads by it for long.
"""

from functools import lru_cache
from typing import Any

from analysis.games.epaminondas.board import grid
from analysis.games.epaminondas.rules import Position
from analysis.games.measures import Measured
from notation.epaminondas import Move, Square
from notation.squares import cell_name

COLUMNS = (
    *("kind", "from_point", "to_point", "size", "direction", "distance"),
    *("material_1", "material_2", "far_row_1", "far_row_2", "longest_1", "longest_2"),
)

_name = lru_cache(maxsize=1 << 12)(cell_name)


def measure(before: Position, move: Move | None, after: Position) -> Measured:
    """Measure a ply."""
    taken: tuple[Square, ...] = before.captured(move) if move and move.captures != 0 else ()
    scores = standing(after)
    size = after.variant.columns, after.variant.rows
    values = (
        *_said(move, bool(taken)),
        *scores,
        after.far_count(0),
        after.far_count(1),
        longest(after.white, *size),
        longest(after.black, *size),
    )
    return Measured(tuple(map(_name, taken)), scores, after.white | after.black, values)


def _said(move: Move | None, takes: bool) -> tuple[Any, ...]:
    if move is None:
        return (None,) * 6
    return (
        "capture" if takes else "move",
        _name(move.head),
        _name(move.target),
        move.count,
        move.direction,
        move.distance,
    )


def standing(position: Position) -> tuple[int, ...]:
    """Return the number of pieces that each side has on the board."""
    return position.white.bit_count(), position.black.bit_count()


def occupied(position: Position) -> int:
    """Return the bit set of the squares where pieces stand."""
    return position.white | position.black


def size(position: Position) -> int:
    """Return the number of squares."""
    return position.variant.columns * position.variant.rows


@lru_cache(maxsize=1 << 12)
def longest(pieces: int, columns: int, rows: int) -> int:
    """Return the length of a side's longest phalanx.

    It is remembered for the next ply, which mostly changes the pieces of the other side alone.
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
