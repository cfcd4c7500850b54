"""The empty GIPF board seen from one side: where its points lie, its lines and its coordinates."""

from functools import cached_property, lru_cache
from itertools import groupby
from math import cos, pi, sin, sqrt

from analysis.drawing.scene import Area, Disc, Lines, Point, Shape, Text
from analysis.drawing.style import Role
from notation.gipf.points import DOTS, LINES, POINTS, place

WIDTH, HEIGHT = 9.2, 9.6
"""Size of the picture, in steps: the board is 6.9 wide and 8 high."""


class GipfView:
    """The board seen from one side: where its points lie, and all but the pieces.

    Attributes:
        levels: the points by height, from the top of the picture down, each level from left to
            right; neighbouring levels are half a step apart.
        columns: the letters of the columns, from left to right.
    """

    def __init__(self, flipped: bool) -> None:
        self._sign = -1 if flipped else 1
        self.columns = "ihgfedcba" if flipped else "abcdefghi"
        ordered = sorted(POINTS, key=lambda point: self.at(point)[::-1])
        self.levels = [list(level) for _, level in groupby(ordered, lambda one: self.at(one)[1])]

    def at(self, point: str) -> Point:
        """Return the place of a point."""
        column, height = place(point)
        right, up = (column - 4) * sqrt(3) / 2, height - column / 2 - 2
        return round(WIDTH / 2 + self._sign * right, 4), HEIGHT / 2 - self._sign * up

    def cell(self, point: str) -> tuple[Point, ...]:
        """Return the outline of a point's share of the board, a hexagon."""
        x, y = self.at(point)
        turns = [step * pi / 3 for step in range(6)]
        return tuple((x + cos(turn) / sqrt(3), y + sin(turn) / sqrt(3)) for turn in turns)

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The board itself, and within it the area that pieces stand on."""
        rim, inside = ("a1", "a5", "e9", "i5", "i1", "e1"), ("b2", "b5", "e8", "h5", "h2", "e2")
        return (
            Area((tuple(map(self.at, rim)),), Role.FIELD),
            Area((tuple(map(self.at, inside)),), Role.TINT),
        )

    @cached_property
    def grid(self) -> tuple[Shape, ...]:
        """The lines, the dots at their ends, and the names of the dots."""
        chains = tuple((self.at(line[0]), self.at(line[-1])) for line in LINES)
        dots = (Disc(*self.at(dot), 0.07, Role.POINT) for dot in DOTS)
        names = (Text(*self._outside(dot), dot, Role.LABEL) for dot in DOTS)
        return Lines(chains, Role.GRID), *dots, *names

    def _outside(self, dot: str) -> Point:
        """Return the place for a dot's name: farther out, on a hexagon around the board."""
        x, y = self.at(dot)
        return x + 0.11 * (x - WIDTH / 2), y + 0.11 * (y - HEIGHT / 2)


view_from = lru_cache(maxsize=2)(GipfView)
"""Return the view from White's side, or flipped from Black's; there are no others."""
