"""Scenes as SVG, without a library, a style sheet or fonts to load.

Colours are attributes, since a style sheet inside one drawing would apply to the others on the same
page. Consecutive shapes of one role form a group, whose class (``ludograph-white``...) lets a page
change their colours. A drawing is made of nested lists, so that the script of a page can get it as
JSON.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from analysis.drawing.scene import Area, Curve, Disc, Lines, Point, Scene, Shape, Text, printable
from analysis.drawing.style import DARK, DARK_PAPER, FONTS, USUAL, Role, Theme

UNIT = 40
"""Length of a board step in drawing units; viewers render text smaller than size 1 badly."""

PREFERS_DARK = "@media screen and (prefers-color-scheme:dark)"
"""Media query for readers who prefer dark colours; on paper colours are light."""

SVG = "http://www.w3.org/2000/svg"

Attributes = dict[str, str]

Drawing = list[Any]
"""An element of a drawing: name, attributes, text, and child elements."""


class Svg(str):
    """An SVG document as text, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def paint(scene: Scene, step: float = UNIT, *, adaptive: bool = False, theme: Theme = USUAL) -> Svg:
    """Return a scene as an SVG document.

    Args:
        scene: the scene.
        step: length of a board step in pixels, unless the viewer scales the drawing.
        adaptive: whether colours follow the reader's preference of light or dark.
        theme: the theme.
    """
    name, attributes, text, title, paper, *found = drawing(scene, theme)
    size = {"width": f"{scene.width * step:g}", "height": f"{scene.height * step:g}"}
    head = [title]
    if adaptive:
        head.append(["style", {}, dark_rules({shape.role for shape in scene.shapes})])
    else:
        del paper[1]["class"]
    root = [name, {"xmlns": SVG, **size, **attributes}, text, *head, paper, *found]
    return Svg(f"{written(root)}\n")


def drawing(scene: Scene, theme: Theme = USUAL) -> Drawing:
    """Return a scene as an ``svg`` element that fills its parent element."""
    box = f"0 0 {_number(scene.width)} {_number(scene.height)}"
    paper = {"width": "100%", "height": "100%", "fill": theme.paper,
             "class": "ludograph-paper"}  # fmt: skip
    return [
        *("svg", {"viewBox": box, "role": "img"}, ""),
        ["title", {}, printable(scene.title)],
        ["rect", paper, ""],
        *groups(scene.shapes, theme),
    ]


def groups(shapes: Iterable[Shape], theme: Theme = USUAL) -> list[Drawing]:
    """Return shapes as groups by role, with a board step of `UNIT` units."""
    return [
        ["g", look(role, theme), "", *map(element, some)]
        for role, some in groupby(shapes, key=attrgetter("role"))
    ]


def written(one: Drawing) -> str:
    """Return an element as text."""
    name, attributes, text, *inside = one
    tag = "".join([name, *(f' {key}="{escape(value)}"' for key, value in attributes.items())])
    content = f"{escape(text)}{''.join(map(written, inside))}"
    return f"<{tag}>{content}</{name}>" if content else f"<{tag}/>"


def dark_rules(roles: Iterable[Role] = tuple(DARK)) -> str:
    """Return the CSS rules with the dark colours of paper and roles."""
    wanted, rules = set(roles), [f".ludograph-paper{{fill:{DARK_PAPER}}}"]
    for role, pair in DARK.items():
        if role in wanted:
            named = zip(("fill", "stroke"), pair, strict=True)
            looks = ";".join(f"{name}:{colour}" for name, colour in named if colour)
            rules.append(f".ludograph-{role.value}{{{looks}}}")
    return f"{PREFERS_DARK}{{{''.join(rules)}}}"


@cache
def look(role: Role, theme: Theme = USUAL) -> Attributes:
    """Return the attributes of a group of shapes of one role."""
    style = theme.styles[role]
    attributes = {"class": f"ludograph-{role.value}", "fill": style.fill or "none"}
    if style.size:
        attributes["font-family"] = ",".join([*FONTS, "sans-serif"])
        attributes["font-size"] = _number(style.size)
    if style.bold:
        attributes["font-weight"] = "bold"
    if style.stroke:
        attributes |= {"stroke": style.stroke, "stroke-width": _number(style.width)}
    if style.dash:
        dashes = (_number(length * style.width) for length in style.dash)
        attributes["stroke-dasharray"] = " ".join(dashes)
    return attributes


@lru_cache(maxsize=1 << 13)
def element(shape: Shape) -> Drawing:
    """Return a shape as an SVG element, without attributes that its group has."""
    match shape:
        case Disc():
            x, y, radius = _number(shape.x), _number(shape.y), _number(shape.radius)
            return ["circle", {"cx": x, "cy": y, "r": radius}, ""]
        case Area():
            path = "".join(f"{_chain(outline)}Z" for outline in shape.outlines)
            around = [(*outline, outline[0]) for outline in shape.outlines]
            return ["path", {"d": path, **_edges(around)}, ""]
        case Lines():
            return ["path", {"d": "".join(map(_chain, shape.chains)), **_edges(shape.chains)}, ""]
        case Curve():
            return ["path", {"d": _chain(shape.points, "C")}, ""]
        case Text():
            place = {"x": _number(shape.x), "y": _number(shape.baseline)}
            return ["text", {**place, "text-anchor": shape.anchor}, printable(shape.text)]


def _edges(chains: Iterable[Sequence[Point]]) -> Attributes:
    """Return an attribute for sharp edges, if all lines are horizontal or vertical."""
    steps = (step for chain in chains for step in pairwise(chain))
    is_straight = all(here[0] == there[0] or here[1] == there[1] for here, there in steps)
    return {"shape-rendering": "crispEdges"} if is_straight else {}


def _chain(points: Sequence[Point], kind: str = "L") -> str:
    first, *others = (f"{_number(x)},{_number(y)}" for x, y in points)
    return f"M{first}{kind}{' '.join(others)}"


def _number(length: float) -> str:
    """Return a length in board steps as a number in drawing units."""
    return f"{round(length * UNIT, 2):.12g}"
