"""Scenes: diagrams as lists of shapes, independent of the file format.

A game's diagram makes one `Scene` per position; the painters work on shapes and roles, independent
of games. There are five shapes: discs, filled areas, straight lines, curves and text. Other shapes
are made of these: a ring is a disc whose role has no fill, an arrow is an area, a cross is two
lines.

Lengths are in board steps, the distance between neighbouring points or squares. The origin is the
upper left corner, x grows to the right and y downwards.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal

from analysis.drawing.style import STYLES, Role
from notation.pattern import lazy_pattern
from notation.printing import HIDDEN

_BRACKETS = lazy_pattern(r"\([^()]*\)")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled if its role has a fill."""

    x: float
    y: float
    radius: float
    role: Role


@dataclass(frozen=True, slots=True)
class Area:
    """One or more closed polygons, filled even where they overlap."""

    outlines: tuple[tuple[Point, ...], ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Lines:
    """One or more open polylines, each with two or more points."""

    chains: tuple[tuple[Point, ...], ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Curve:
    """A chain of cubic Bézier curves: a start, and for each curve two control points and an end."""

    points: tuple[Point, ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text whose capitals are centred vertically at ``y``; the role has the font size."""

    x: float
    y: float
    text: str
    role: Role
    anchor: Literal["start", "middle", "end"] = "middle"

    @property
    def baseline(self) -> float:
        """The ``y`` of the baseline."""
        return self.y + CAPITALS / 2 * STYLES[self.role].size


Shape = Disc | Area | Lines | Curve | Text

CAPITALS = 0.72
"""Height of capitals and digits in a typical font, relative to the font size."""

LETTER = 0.55
"""Mean width of letters in a typical font, relative to the font size; rather too wide."""

MARGIN = 0.25
"""Free space around a caption."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished diagram.

    Attributes:
        width: width of the whole picture with its margins, in board steps.
        height: height of the picture with its margins, in board steps.
        shapes: in painting order, the first at the bottom.
        title: a description of the picture, for screen readers.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str

    def captioned(self, caption: str) -> "Scene":
        """Return the scene with a caption below the board; a long caption is wrapped."""
        size, caption = STYLES[Role.CAPTION].size, printable(caption)
        room = max(1, int((self.width - 2 * MARGIN) / (LETTER * size)))
        # Text in brackets stays on one line if it fits.
        kept = _BRACKETS.sub(lambda found: found[0].replace(" ", "\xa0"), caption)
        fits = max(map(len, kept.split(" "))) <= room
        lines = [one.replace("\xa0", " ") for one in textwrap.wrap(kept if fits else caption, room)]
        if not lines:
            return self
        first = self.height + MARGIN / 2 + size / 2
        shapes = [
            Text(self.width / 2, first + 1.4 * size * number, line, Role.CAPTION)
            for number, line in enumerate(lines)
        ]
        height = shapes[-1].y + size / 2 + MARGIN
        return replace(self, height=height, shapes=(*self.shapes, *shapes))


def printable(text: str) -> str:
    """Return a text on one line; hidden characters and those that XML forbids become U+FFFD."""
    return HIDDEN.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the outline of a rectangle, given by its upper left corner and its size."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def cross(x: float, y: float, arm: float, role: Role = Role.CROSS) -> Lines:
    """Return a diagonal cross, given the horizontal length of its arms."""
    falling = ((x - arm, y - arm), (x + arm, y + arm))
    rising = ((x - arm, y + arm), (x + arm, y - arm))
    return Lines((falling, rising), role)


def arrow(
    start: Point,
    tip: Point,
    *,
    shaft: float = 0.13,
    head: float = 0.4,
    role: Role = Role.ARROW,
) -> Area:
    """Return a straight arrow.

    Args:
        start: the middle of the blunt end of the arrow.
        tip: the point of the head.
        shaft: width of the shaft.
        head: width and length of the head; a shorter arrow is only a head.
        role: role of the shape.
    """
    length = hypot(tip[0] - start[0], tip[1] - start[1])
    along = ((tip[0] - start[0]) / length, (tip[1] - start[1]) / length)

    def at(back: float, aside: float) -> Point:
        x, y = along
        return tip[0] - back * x - aside * y, tip[1] - back * y + aside * x

    neck, half = min(head, length), shaft / 2
    left = (at(length, half), at(neck, half), at(neck, head / 2))
    right = (at(neck, -head / 2), at(neck, -half), at(length, -half))
    return Area(((*left, tip, *right),), role)


def smooth(points: Sequence[Point], role: Role) -> Curve:
    """Return a smooth curve through two or more points."""
    ends = [points[0], *points, points[-1]]
    path = [points[0]]
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        # At each point, the direction is that of the chord between its neighbours.
        leave = here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6
        arrive = there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6
        path += [leave, arrive, there]
    return Curve(tuple(path), role)
