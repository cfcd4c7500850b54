"""The points of the GIPF board by name, and the 21 lines that they lie on.

Columns are lettered a to i from White's left; in each the points are counted from White's side.
The outermost point of every line is a *dot*, where pieces enter; the 37 others are *spots*, the
places of pieces. Dot e1 faces White. Source: the published notation of the game.
"""

from collections.abc import Iterable
from functools import lru_cache

HEIGHTS = {"a": 5, "b": 6, "c": 7, "d": 8, "e": 9, "f": 8, "g": 7, "h": 6, "i": 5}
"""Columns and the number of points in each."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1))
"""The steps along lines: up a column; right and down; right and up."""


def place(point: str) -> tuple[int, int]:
    """Return the coordinates of a point on two slanted axes, on which every line is straight.

    The first is the column, from 0; lines of equal second coordinates lead right and down.
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
"""The places of pieces, column by column, from White's side up."""

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
"""The lines, each from the first dot of its name to the dot at its other end."""

WAYS = {(way[0], way[1]): way[1:-1] for line in LINES for way in (line, tuple(reversed(line)))}
"""The spots of a line in the order of a push, by its dot and first spot."""

ENTRIES = {spot: dot for dot, spot in sorted(WAYS, key=lambda way: way[0][0] == way[1][0])}
"""A dot next to each outer spot, in the same column if possible."""

_LINES_AT = {
    spot: frozenset(index for index, line in enumerate(LINES) if spot in line) for spot in POINTS
}


def name(line: tuple[str, ...]) -> str:
    """Return the name of a line: the dots at its ends, ``b1-i4``."""
    return f"{line[0]}-{line[-1]}"


def line_through(points: Iterable[str]) -> tuple[str, ...] | None:
    """Return the line through two or more points; None unless there is exactly one."""
    return _line_through(tuple(points))


@lru_cache(maxsize=1 << 12)
def _line_through(points: tuple[str, ...]) -> tuple[str, ...] | None:
    shared = frozenset.intersection(*(_LINES_AT.get(point, frozenset()) for point in points))
    return LINES[min(shared)] if len(shared) == 1 else None


def way(dot: str, spot: str) -> tuple[str, ...]:
    """Return the spots on the line from a dot to a spot, inclusive; empty if no line joins them."""
    line = line_through((dot, spot)) if dot != spot else None
    if line is None or dot not in (line[0], line[-1]):
        return ()
    ordered = line if dot == line[0] else tuple(reversed(line))
    return ordered[1 : ordered.index(spot) + 1]


def why_not(point: str) -> str | None:
    """Return the reason why a point does not exist; None if it does."""
    if point in KNOWN:
        return None
    column = point[0]
    if column not in HEIGHTS:
        return f"there is no point {point}: the columns run from a to i"
    return f"there is no point {point}: column {column} has the points 1 to {HEIGHTS[column]}"
