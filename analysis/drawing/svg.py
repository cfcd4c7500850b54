"""Scenes as SVG, without a library, a style sheet or fonts to load.

Colours are attributes, since a style sheet inside one drawing would apply to the others on the same
page. Consecutive shapes of one role form a group, whose class (``ludograph-white``...) lets a page
change their colours.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter

from analysis.drawing.scene import Area, Curve, Disc, Lines, Point, Scene, Shape, Text, printable
from analysis.drawing.style import DARK, DARK_PAPER, FONTS, Role
from analysis.drawing.themes import CLASSIC, find_theme

UNIT = 40
"""Length of a board step in drawing units; viewers render text smaller than size 1 badly."""


PREFERS_DARK = "@media screen and (prefers-color-scheme:dark)"
"""Media query for readers who prefer dark colours; on paper colours are light."""


class Svg(str):
    """An SVG document as text, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def paint(scene: Scene, step: float = UNIT, *, adaptive: bool = False, theme: str = CLASSIC) -> Svg:
    """Return a scene as an SVG document.

    Args:
        scene: the scene.
        step: length of a board step in pixels, unless the viewer scales the drawing.
        adaptive: whether colours follow the reader's preference of light or dark.
        theme: name of the theme.

    Raises:
        UnknownName: there is no such theme.
    """
    width, height = scene.width, scene.height
    body = shapes(scene.shapes, theme)
    ground = ' class="ludograph-paper"' if adaptive else ""
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * step:g}" '
        f'height="{height * step:g}" viewBox="0 0 {_number(width)} {_number(height)}" '
        f'role="img"><title>{escaped(scene.title)}</title>'
        f"{dark_style(body) if adaptive else ''}"
        f'<rect width="100%" height="100%" fill="{find_theme(theme).paper}"{ground}/>{body}</svg>\n'
    )


def shapes(found: Iterable[Shape], theme: str = CLASSIC) -> str:
    """Return shapes as groups by role, with a board step of `UNIT` units."""
    return "".join(
        f"{group_tag(role, theme)}{''.join(map(shape_tag, some))}</g>"
        for role, some in groupby(found, key=attrgetter("role"))
    )


def dark_style(body: str) -> str:
    """Return a style sheet with the dark colours of the roles that occur in a drawing."""
    occurring = [role for role in DARK if f'"ludograph-{role.value}"' in body]
    return f"<style>{dark_rules(occurring)}</style>"


def dark_rules(roles: Iterable[Role] = tuple(DARK)) -> str:
    """Return the CSS rules with the dark colours of paper and roles."""
    rules = [f".ludograph-paper{{fill:{DARK_PAPER}}}"]
    for role in roles:
        pairs = zip(("fill", "stroke"), DARK[role], strict=True)
        looks = ";".join(f"{name}:{colour}" for name, colour in pairs if colour)
        rules.append(f".ludograph-{role.value}{{{looks}}}")
    return f"{PREFERS_DARK}{{{''.join(rules)}}}"


@cache
def group_tag(role: Role, theme: str = CLASSIC) -> str:
    """Return the opening tag of a group of shapes of one role."""
    style = find_theme(theme).styles[role]
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
    written = (f' {name}="{value}"' for name, value in attributes.items())
    return f"<g{''.join(written)}>"


@lru_cache(maxsize=1 << 13)
def shape_tag(shape: Shape) -> str:
    """Return a shape as an element of the group of its role."""
    match shape:
        case Disc():
            x, y, radius = _number(shape.x), _number(shape.y), _number(shape.radius)
            return f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
        case Area():
            path = "".join(f"{_chain(outline)}Z" for outline in shape.outlines)
            around = [(*outline, outline[0]) for outline in shape.outlines]
            return f'<path d="{path}"{_edges(around)}/>'
        case Lines():
            path = "".join(map(_chain, shape.chains))
            return f'<path d="{path}"{_edges(shape.chains)}/>'
        case Curve():
            return f'<path d="M{_point(shape.points[0])}C{_points(shape.points[1:])}"/>'
        case Text():
            x, y = _number(shape.x), _number(shape.baseline)
            return (
                f'<text x="{x}" y="{y}" text-anchor="{shape.anchor}">{escaped(shape.text)}</text>'
            )


def _edges(chains: Iterable[Sequence[Point]]) -> str:
    """Return an attribute for sharp edges, if all lines are horizontal or vertical."""
    straight = all(
        here[0] == there[0] or here[1] == there[1]
        for chain in chains
        for here, there in pairwise(chain)
    )
    return ' shape-rendering="crispEdges"' if straight else ""


def _chain(points: Sequence[Point]) -> str:
    return f"M{_point(points[0])}L{_points(points[1:])}"


def _points(points: Iterable[Point]) -> str:
    return " ".join(map(_point, points))


def _point(point: Point) -> str:
    return f"{_number(point[0])},{_number(point[1])}"


def _number(length: float) -> str:
    """Return a length in board steps as a number in drawing units."""
    return f"{round(length * UNIT, 2):.12g}"


def escaped(text: str) -> str:
    """Return a text with markup escaped and hidden characters removed."""
    return escape(printable(text))
