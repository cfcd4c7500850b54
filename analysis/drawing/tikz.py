"""Scenes as TikZ, the drawing language of LaTeX: a picture to put into a book with ``\\input``.

It needs the package ``tikz`` and nothing else. Text uses the sans-serif font of the document, and
colours are defined in the picture, so that a book can change them.
"""

from collections.abc import Sequence

from analysis.drawing.scene import Area, Curve, Disc, Lines, Point, Scene, Shape, Text, printable
from analysis.drawing.style import USUAL, Style, Theme

POINTS_PER_PIXEL = 72.27 / 96
"""TeX points per CSS pixel; an inch has 96 pixels."""

ESCAPES = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "\N{REPLACEMENT CHARACTER}": "?",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
}
"""Escapes of characters that LaTeX interprets or that its fonts lack."""

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def paint(scene: Scene, step: float, *, theme: Theme = USUAL) -> str:
    """Return a scene as a ``tikzpicture``; a board step is ``step`` CSS pixels (96 per inch)."""
    unit = step * POINTS_PER_PIXEL
    used = [theme.styles[shape.role] for shape in scene.shapes]
    colours = dict.fromkeys(
        [theme.paper, *(one for style in used for one in (style.fill, style.stroke) if one)]
    )
    lines = [
        f"% {printable(scene.title)}",
        r"\begin{tikzpicture}"
        f"[x={_number(unit)}pt,y=-{_number(unit)}pt,line join=miter,inner sep=0pt]",
        *(f"  \\definecolor{{{_name(one)}}}{{HTML}}{{{_name(one)[1:]}}}" for one in colours),
        f"  \\fill[{_name(theme.paper)}] (0,0) rectangle "
        f"({_number(scene.width)},{_number(scene.height)});",
        *(f"  {_command(shape, theme.styles[shape.role], unit)}" for shape in scene.shapes),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _command(shape: Shape, style: Style, unit: float) -> str:
    match shape:
        case Text():
            size, bold = style.size * unit, r"\bfseries" if style.bold else ""
            sizes = f"{{{_number(size)}}}{{{_number(1.2 * size)}}}"
            return (
                rf"\node[anchor={ANCHORS[shape.anchor]},text={_name(style.fill or '')},"
                rf"font=\fontsize{sizes}\sffamily{bold}\selectfont]"
                f" at {_point((shape.x, shape.baseline))} {{{escaped(shape.text)}}};"
            )
        case Disc():
            path = f"{_point((shape.x, shape.y))} circle[radius={_number(shape.radius)}]"
        case Area():
            path = " ".join(f"{_chain(outline)} -- cycle" for outline in shape.outlines)
        case Lines():
            path = " ".join(map(_chain, shape.chains))
        case Curve():
            path, *rest = map(_point, shape.points)
            for one, two, end in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
                path += f" .. controls {one} and {two} .. {end}"
    return rf"\path[{_options(style, unit)}] {path};"


def _options(style: Style, unit: float) -> str:
    """Return the TikZ options of a path; ``unit`` is the length of a board step in points."""
    parts = [f"fill={_name(style.fill)}"] if style.fill else []
    if style.stroke:
        width = style.width * unit
        parts += [f"draw={_name(style.stroke)}", f"line width={_number(width)}pt"]
        if style.dash:
            on, off = (f"{_number(one * width)}pt" for one in style.dash)
            parts.append(f"dash pattern=on {on} off {off}")
    return ",".join(parts)


def _chain(points: Sequence[Point]) -> str:
    return " -- ".join(map(_point, points))


def _point(point: Point) -> str:
    return f"({_number(point[0])},{_number(point[1])})"


def _number(length: float) -> str:
    return f"{round(length, 4):.4f}".rstrip("0").rstrip(".")


def _name(colour: str) -> str:
    """Return the TikZ name of a colour: ``cFF8000`` for ``#ff8000``."""
    return f"c{colour.removeprefix('#').upper()}"


def escaped(text: str) -> str:
    """Return a text on one line, with the characters escaped that LaTeX interprets."""
    return "".join(ESCAPES.get(sign, sign) for sign in printable(text))
