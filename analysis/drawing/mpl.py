"""Scenes as PNG or PDF, painted with matplotlib.

Only the object interface is used, not pyplot: it has no global state, opens no window and needs no
display. The result does not depend on the user's matplotlib settings or on the time: the same scene
gives the same bytes under the same release of matplotlib.
"""

from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Literal

from analysis.drawing.picture import PIXELS_PER_INCH
from analysis.drawing.scene import Area, Curve, Disc, Lines, Scene, Shape, Text, printable
from analysis.drawing.style import USUAL, Style, Theme

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from matplotlib.path import Path

POINTS_PER_INCH = 72

ANCHORS: dict[str, Literal["left", "center", "right"]] = {
    "start": "left",
    "middle": "center",
    "end": "right",
}

SETTINGS = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same letters everywhere
    "pdf.fonttype": 42,  # embedded fonts, so that the text can be searched
}


def paint(
    scene: Scene, kind: str, step: float, *, theme: Theme = USUAL, dpi: float = PIXELS_PER_INCH
) -> bytes:
    """Return a scene as an image file.

    Args:
        scene: the scene.
        kind: ``png`` or ``pdf``.
        step: length of a board step in CSS pixels (96 per inch).
        theme: the theme.
        dpi: resolution of a PNG in dots per inch.
    """
    from matplotlib import style

    traces = ("Creator", "Producer", "CreationDate") if kind == "pdf" else ("Software",)
    metadata = {"Title": printable(scene.title), **dict.fromkeys(traces)}
    with style.context(["default", SETTINGS]):
        buffer = BytesIO()
        figure = _figure(scene, step / PIXELS_PER_INCH, theme, dpi)
        figure.savefig(buffer, format=kind, dpi=dpi, metadata=metadata)
    return buffer.getvalue()


def _figure(scene: Scene, inches: float, theme: Theme, dpi: float) -> "Figure":
    """Return a figure of the scene, given the length of a board step in inches."""
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    width, height = _pixels(scene.width * inches, dpi), _pixels(scene.height * inches, dpi)
    figure = Figure(figsize=(width, height), dpi=dpi, facecolor=theme.paper)
    place = Affine2D().scale(inches, -inches).translate(0, height) + figure.dpi_scale_trans
    for order, shape in enumerate(scene.shapes):
        painted = artist(shape, inches * POINTS_PER_INCH, theme)
        painted.set(transform=place, zorder=order)
        figure.add_artist(painted)
    return figure


def _pixels(inches: float, dpi: float) -> float:
    """Round a length in inches up to just above whole pixels, since canvases round down."""
    return (ceil(round(inches * dpi, 6)) + 1e-6) / dpi


def artist(shape: Shape, points: float, theme: Theme = USUAL) -> "Artist":
    """Return a shape as an artist; ``points`` is the length of a board step in 1/72 inch."""
    from matplotlib.patches import Circle, PathPatch

    style = theme.styles[shape.role]
    if isinstance(shape, Text):
        return _letters(shape, style, points)
    look = {
        "facecolor": style.fill or "none",
        "edgecolor": style.stroke or "none",
        "linewidth": style.width * points,
        "linestyle": (0, style.dash) if style.dash else "-",
    }
    if isinstance(shape, Disc):
        return Circle((shape.x, shape.y), shape.radius, **look)
    return PathPatch(_path(shape), joinstyle="miter", capstyle="butt", **look)


def _letters(shape: Text, style: Style, points: float) -> "Artist":
    from matplotlib.text import Text as Letters

    return Letters(
        shape.x,
        shape.baseline,
        printable(shape.text),
        color=style.fill,
        fontsize=style.size * points,
        fontweight="bold" if style.bold else "normal",
        horizontalalignment=ANCHORS[shape.anchor],
        verticalalignment="baseline",
        parse_math=False,  # a dollar sign in a caption does not start a formula
    )


def _path(shape: Area | Lines | Curve) -> "Path":
    from matplotlib.path import Path

    match shape:
        case Area():
            closed = [[*outline, outline[0]] for outline in shape.outlines]
            return Path.make_compound_path(*(Path(chain, closed=True) for chain in closed))
        case Lines():
            return Path.make_compound_path(*(Path(chain) for chain in shape.chains))
        case Curve():
            curves = len(shape.points) - 1
            return Path(shape.points, [Path.MOVETO, *[Path.CURVE4] * curves])
