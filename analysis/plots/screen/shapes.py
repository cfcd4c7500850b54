"""Shapes of plots as SVG, in pixels."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from analysis.drawing.scene import printable

TEXT, SMALL, BOLD = 11.0, 10.0, 12.0
"""Sizes of letters: of axes, of remarks, and of titles."""

LETTER, BOLD_LETTER = 0.6, 0.68
"""Mean width of letters as a share of their size, rounded up; of bold ones too."""

LINE = 15.0
"""Distance of the lines of a text."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A panel, painted.

    Attributes:
        width: its width.
        height: its height.
        body: its shapes.
        title: its title.
    """

    width: float
    height: float
    body: str
    title: str


def number(value: float) -> str:
    """Return a length with two decimals at most."""
    return f"{round(value, 2):.12g}"


def tag(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Return an element; names of attributes have ``_`` for ``-``, None and "" are left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="'
        f'{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = TEXT,
    anchor: str = "",
    colour: str = "ink",
    bold: bool = False,
    halo: bool = False,
) -> str:
    """Return a line of text that stands on ``y``; with a halo it is read on any ground."""
    return tag(
        "text",
        escape(printable(words)),
        x=x,
        y=y,
        font_size=None if size == TEXT else size,
        text_anchor=anchor,
        font_weight="600" if bold else "",
        class_=f"f-{colour} s-halo" if halo else f"f-{colour}",
        stroke_width=3.0 if halo else None,
        paint_order="stroke" if halo else "",
        stroke_linejoin="round" if halo else "",
    )


def line(start: Point, end: Point, colour: str, width: float = 1.0, dash: str = "") -> str:
    """Return a straight line."""
    return path([start, end], colour, width, dash)


def path(points: Iterable[Point], colour: str, width: float, dash: str = "") -> str:
    """Return a chain of lines."""
    return tag(
        "path",
        d=f"M{chain(points)}",
        fill="none",
        class_=f"s-{colour}",
        stroke_width=width,
        stroke_dasharray=dash,
    )


def area(points: Iterable[Point], colour: str, opacity: float | None = None) -> str:
    """Return a polygon without an outline."""
    return tag("path", d=f"M{chain(points)}Z", class_=f"f-{colour}", fill_opacity=opacity)


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    edge: str = "",
    hatch: str = "",
) -> str:
    """Return a rectangle, on request with a hatching of `HATCHES`."""
    size: dict[str, float] = {"x": x, "y": y, "width": width, "height": height}
    classes = f"f-{fill} s-{edge}" if edge else f"f-{fill}"
    drawn = tag("rect", class_=classes, stroke_width=0.6 if edge else None, **size)
    return drawn + (tag("rect", fill=f"url(#{hatch})", **size) if hatch else "")


HATCHES = "".join(
    f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><path d="M0,0V6" class="s-{colour}" stroke-width="1.6"/>'
    "</pattern>"
    for name, colour in (("hatch", "soft"), ("pale-hatch", "faint"))
)
"""The definitions of hatchings."""


def marker(kind: int, at: Point, size: float) -> str:
    """Return the mark of a side: a disc, a square or a triangle."""
    x, y = at
    side = ("first", "second", "third")[kind]
    if kind == 0:
        return tag("circle", cx=x, cy=y, r=size, class_=f"f-{side}")
    if kind == 1:
        return rectangle(x - size, y - size, 2 * size, 2 * size, side)
    return area([(x, y - 1.3 * size), (x + 1.2 * size, y + size), (x - 1.2 * size, y + size)], side)


def chain(points: Iterable[Point]) -> str:
    """Return points as the coordinates of a path."""
    return "L".join(f"{number(x)},{number(y)}" for x, y in points)


def wide(words: str, size: float = TEXT) -> float:
    """Return about how wide a text is."""
    return LETTER * size * len(words)


def wrapped(words: str, width: float) -> list[str]:
    """Return the lines of a text in a width."""
    return textwrap.wrap(printable(words), int(width / (LETTER * TEXT)))
