"""Options of board pictures: theme, size, coordinates, arrows, circles, captions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from analysis.drawing.scene import Scene
from analysis.drawing.style import CLASSIC
from notation.errors import LudographError

PIXELS_PER_INCH = 96
"""CSS pixels per inch."""

STEP = 36.0
"""Default length of a board step in CSS pixels."""

NOTATION = "notation"
"""Value for the coordinates of the game's own notation."""

NO_LABELS = "none"
"""Value for pictures without coordinates."""

LABELS = (NOTATION, "letters", "numbers", NO_LABELS)

UNITS = {"": 1.0, "px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72}
"""CSS pixels per unit of length."""

NARROWEST, WIDEST = 16, 20_000
"""Bounds for the width of a picture, in CSS pixels."""

LEAST_DPI, MOST_DPI = 20, 1200

_LENGTH = re.compile(r"(\d{1,6}(?:\.\d{1,6})?) ?(px|in|cm|mm|pt|)", re.ASCII)


class InvalidPicture(LudographError):
    """A picture that cannot be drawn as requested."""


def parse_arrows(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Parse arrows such as ``a1-a3``; a text may have several, separated by commas.

    Raises:
        InvalidPicture: an arrow is not of this form.
    """
    found = []
    for one in parse_points(texts):
        start, _, end = (part.strip() for part in one.partition("-"))
        if not (start and end) or "-" in end:
            raise InvalidPicture(f"{one[:60]!r} is not an arrow such as a1-a3")
        found.append((start, end))
    return tuple(found)


def parse_points(texts: Iterable[str]) -> tuple[str, ...]:
    """Parse the names of points; a text may have several, separated by commas.

    Raises:
        InvalidPicture: a name is empty.
    """
    parts = tuple(part.strip() for text in texts for part in text.split(","))
    if "" in parts:
        raise InvalidPicture("a point is missing; write d4, or d4,e5 for several")
    return parts


class Width(NamedTuple):
    """The width of a picture: a number, and its unit, one of `UNITS`."""

    number: float
    unit: str

    @property
    def pixels(self) -> float:
        """The width in CSS pixels."""
        return self.number * UNITS[self.unit]


def parse_width(text: str) -> Width:
    """Parse a length such as ``600``, ``600px``, ``12cm`` or ``5in``.

    Raises:
        InvalidPicture: the text is not a length between `NARROWEST` and `WIDEST` pixels.
    """
    found = _LENGTH.fullmatch(text.strip().lower())
    width = Width(float(found[1]), found[2]) if found else Width(0.0, "")
    if not NARROWEST <= width.pixels <= WIDEST:
        wanted = f"a width of {NARROWEST} to {WIDEST:,} pixels, such as 600, 12cm or 5in"
        raise InvalidPicture(f"{text[:60]!r} is not {wanted}")
    return width


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """The options of all board pictures.

    Attributes:
        theme: name of the theme.
        size: width of the picture; None for the default.
        dpi: resolution of a PNG in dots per inch; None for 96.
        labels: the kind of coordinates; None for the kind that the game's notation uses.
        arrows: arrows to add, independent of any move: the names of their first and last points.
        marks: the names of points to draw circles on.
        legend: whether to explain signs.
        step: length of a board step in pixels, if there is no size.
        flip: whether the board is seen from the second side.
        caption: a text under the board; None for the number and the move of a game's ply.
    """

    theme: str = CLASSIC
    size: Width | None = None
    dpi: float | None = None
    labels: str | None = None
    arrows: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    legend: bool = False
    step: float = STEP
    flip: bool = False
    caption: str | None = None

    def misfit(self, kind: str) -> tuple[tuple[str, ...], str] | None:
        """Return options that do not apply to a kind of picture, and why; None if all apply."""
        is_text = kind == "text"
        if self.dpi is not None and kind != "png":
            return ("dpi",), "applies to PNG only"
        if is_text and (self.theme != CLASSIC or self.size):
            return ("theme", "size"), "apply to pictures, not to text"
        if is_text and self.labels == NO_LABELS:
            return ("labels",), "none is for pictures: text has its coordinates"
        if self.legend and not is_text:
            return ("legend",), "applies to text diagrams only"
        return None

    @property
    def added(self) -> str:
        """The circles and arrows in words; empty if there are none."""
        arrows = [f"{start}-{end}" for start, end in self.arrows]
        parts = {"marked": self.marks, "arrows": arrows}
        return "; ".join(f"{name} {', '.join(some)}" for name, some in parts.items() if some)

    @property
    def dots(self) -> float:
        """Resolution of a PNG in dots per inch."""
        return self.dpi or PIXELS_PER_INCH

    def step_of(self, scene: Scene) -> float:
        """Return the length of a board step in a picture of a scene, in CSS pixels.

        If ``size`` is in pixels, a PNG has this width at any resolution.
        """
        if self.size is None:
            return self.step
        scale = PIXELS_PER_INCH / self.dots if self.size.unit in ("", "px") else 1
        return self.size.pixels * scale / scene.width


PLAIN = PictureOptions()
"""The default options."""
