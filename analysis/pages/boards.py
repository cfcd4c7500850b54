"""Board data for the scripts of pages: clickable areas of points, and changes by a move."""

from functools import lru_cache

from analysis.drawing.svg import UNIT
from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.games.variant import Variant


@lru_cache(maxsize=16)
def cells(variant: Variant, *, flipped: bool, labels: str) -> dict[str, list[float]]:
    """Return the outline of each point's area, in drawing units: x, y, x, y, ...

    Args:
        variant: the variant of the board.
        flipped: whether it is seen from the second side.
        labels: the kind of coordinates, which shift the board.
    """
    ground = find(variant.GAME).diagram().ground(variant, flipped=flipped, labels=labels)
    return {
        name: [round(length * UNIT, 1) for point in outline for length in point]
        for name, outline in ground.cells.items()
    }


@lru_cache(maxsize=1 << 13)
def changed(before: AnyPosition, after: AnyPosition) -> tuple[list[str], list[str]]:
    """Return the points whose piece a move sets or replaces, and the points that it empties."""
    old, new = _pieces(before), after.pieces()
    differing = [point for point, piece in new.items() if piece != old[point]]
    filled = [point for point in differing if new[point] != "."]
    return filled, [point for point in differing if new[point] == "."]


@lru_cache(maxsize=4)
def _pieces(position: AnyPosition) -> dict[str, str]:
    return position.pieces()
