"""The 61 named points of the GIPF board, and their 21 lines.

Columns are lettered a to i from White's left. The points of a column are numbered from White's
side, from 1. The 24 points on the edge are *dots*, where pieces enter; the 37 others are *spots*,
where pieces stand. Dot e1 is nearest to White. Source: the published notation of the game.
"""

from collections.abc import Iterable
from functools import lru_cache

HEIGHTS = {"a": 5, "b": 6, "c": 7, "d": 8, "e": 9, "f": 8, "g": 7, "h": 6, "i": 5}
"""The number of points in each column."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1))
"""Steps to the next point of a line, in the coordinates of `place`: up a column; right and down;
right and up."""


def place(point: str) -> tuple[int, int]:
    """Return the coordinates of a point on two axes at an angle of 120 degrees.

    The first coordinate is the column, from 0. Points with equal second coordinates are on a line
    that leads right and down.
    """
    column = ord(point[0]) - ord("a")
    return column, int(point[1:]) - 1 + max(0, column - 4)


def _point(column: int, height: int) -> str:
    return f"{chr(ord('a') + column)}{height + 1 - max(0, column - 4)}"


POINTS = tuple(
    f"{column}{row}" for column, height in HEIGHTS.items() for row in range(1, height + 1)
)
"""The points, column by column, from White's side up."""

KNOWN = frozenset(POINTS)
"""The points as a set."""


def _neighbours(point: str) -> list[str]:
    column, height = place(point)
    steps = [(sign * right, sign * up) for right, up in DIRECTIONS for sign in (1, -1)]
    near = [_point(column + right, height + up) for right, up in steps]
    return [other for other in near if other in KNOWN]


SPOTS = tuple(point for point in POINTS if len(_neighbours(point)) == 6)
"""The points where pieces stand, column by column, from White's side up."""

DOTS = tuple(point for point in POINTS if point not in SPOTS)
"""The points from which pieces enter."""


def _lines() -> tuple[tuple[str, ...], ...]:
    found = []
    for right, up in DIRECTIONS:
        for dot in DOTS:
            column, height = place(dot)
            line = [dot]
            while (point := _point(column + right, height + up)) in KNOWN:
                column, height = column + right, height + up
                line.append(point)
            if len(line) > 2 and line[1] in SPOTS:
                found.append(tuple(line))
    return tuple(found)


LINES = _lines()
"""The lines as tuples of points, both dots included, in the direction of their names."""

WAYS = {(way[0], way[1]): way[1:-1] for line in LINES for way in (line, tuple(reversed(line)))}
"""The spots that a push may reach, nearest first, by its dot and the spot next to the dot."""

ENTRIES = {spot: dot for dot, spot in sorted(WAYS, key=lambda way: way[0][0] == way[1][0])}
"""A dot next to each spot on the rim, in the same column if possible."""

_LINES_AT = {
    spot: frozenset(index for index, line in enumerate(LINES) if spot in line) for spot in POINTS
}


def name(line: tuple[str, ...]) -> str:
    """Return the name of a line: the dots at both ends, ``b1-i4``."""
    return f"{line[0]}-{line[-1]}"


def line_through(points: Iterable[str]) -> tuple[str, ...] | None:
    """Return the only line through all points; None if there is no such line, or several."""
    return _line_through(tuple(points))


@lru_cache(maxsize=1 << 12)
def _line_through(points: tuple[str, ...]) -> tuple[str, ...] | None:
    shared = frozenset.intersection(*(_LINES_AT.get(point, frozenset()) for point in points))
    return LINES[min(shared)] if len(shared) == 1 else None


def way(dot: str, spot: str) -> tuple[str, ...]:
    """Return the spots from ``dot`` to ``spot`` inclusive; empty if no line joins them."""
    line = line_through((dot, spot)) if dot != spot else None
    if line is None or dot not in (line[0], line[-1]):
        return ()
    ordered = line if dot == line[0] else tuple(reversed(line))
    return ordered[1 : ordered.index(spot) + 1]


def why_not(point: str) -> str | None:
    """Return the reason why the board has no such point, for a message; None if it exists."""
    if point in KNOWN:
        return None
    column = point[0]
    if column not in HEIGHTS:
        return f"there is no point {point}: the columns run from a to i"
    return f"there is no point {point}: column {column} has the points 1 to {HEIGHTS[column]}"
