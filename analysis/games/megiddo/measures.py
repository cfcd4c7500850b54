"""What is measured of a ply of Megiddo; see `analysis.games.measures.Measures`.

The score is what the game counts for the match: stones captured, and for the winner his Megiddos.
"""

from functools import lru_cache
from itertools import chain
from typing import Any

from analysis.games.measures import Measured
from analysis.games.megiddo.board import FULL, LINES, SIZE, Generation, bits
from analysis.games.megiddo.match import points
from analysis.games.megiddo.rules import MegiddoVariant, Position
from notation.megiddo import Move, point_name

COLUMNS = (
    *("kind", "from_point", "to_point", "line_kinds", "chain_depth"),
    *("material_1", "material_2", "material_3", "longest_1", "longest_2", "longest_3"),
)

_LINES = tuple(line.bits for line in LINES)


def measure(before: Position, move: Move | None, after: Position) -> Measured:
    """Measure a ply."""
    generations = before.captures(move) if move and move.groups else []
    taken = chain.from_iterable(chain.from_iterable(made.values()) for made in generations)
    absent = (None,) * (3 - len(after.stones))
    values = (
        *_said(before.variant, move, generations),
        *map(int.bit_count, after.stones),
        *absent,
        *map(longest, after.stones),
        *absent,
    )
    names = tuple(map(point_name, dict.fromkeys(taken))) if generations else ()
    return Measured(names, standing(after), after.occupied, values)


def _said(
    rules: MegiddoVariant, move: Move | None, generations: list[Generation]
) -> tuple[Any, ...]:
    if move is None:
        return (None,) * 5
    kind = "slide" if move.origin else "place"
    if generations:
        kind = "slide-capture" if move.origin else "capture"
    known = line_kinds(rules.edge, rules.cleopatra)
    kinds = [known[pair] for made in generations for pair in made]
    start = point_name(move.origin) if move.origin else None
    return kind, start, point_name(move.point), kinds, len(generations)


def standing(position: Position) -> tuple[int, ...]:
    """Return the points of each side so far."""
    won = max(map(longest, position.stones)) == SIZE
    return points(position) if won else position.taken


def occupied(position: Position) -> int:
    """Return the bit set of the points where stones stand."""
    return position.occupied


def size(position: Position) -> int:
    """Return the number of points."""
    return FULL.bit_count()


@lru_cache(maxsize=1 << 12)
def longest(stones: int) -> int:
    """Return how many of a side's stones stand on one line, where they are most."""
    return max([(stones & line).bit_count() for line in _LINES])


@lru_cache
def line_kinds(edge: str, cleopatra: bool) -> dict[int, str]:
    """Return the kind of line on which each pair is captured, as bit sets: radial, ring, spiral.

    No pair is captured on lines of two kinds.
    """
    kinds: dict[int, str] = {}
    geometry = MegiddoVariant(edge, cleopatra).board
    for line in LINES:
        for start in range(SIZE if line.kind in geometry.closed else SIZE - 3):
            four = (line.points * 2)[start : start + 4]
            kinds[bits(four[1:3])] = kinds[bits(four[::3])] = line.kind.split()[-1]
    return kinds
