"""Icicles of openings, and maps of captures, for print."""

from typing import TYPE_CHECKING

from analysis.drawing.mpl import POINTS_PER_INCH, artist
from analysis.drawing.scene import Shape, Text
from analysis.games.diagram import EmptyBoard
from analysis.plots import style
from analysis.plots.chart import Block, HeatMap, Icicle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

PANEL = 78.0
"""Height of an icicle in millimetres."""

LIGHTEST, DARKEST = 0.1, 0.7
"""The shades of scores of 0 and 1, as shares of the range of `style.shades`."""

HATCHING = "#b4b4b4"
"""Colour of the hatching of blocks without a result."""

AXES = 16.0
"""Height of the title and the axis of a panel in millimetres."""

LINE = 2.9
"""Height of a line of small letters in millimetres."""

LETTER = 1.42
"""Mean width of a small letter in millimetres."""

COORDINATES = 6.0
"""Size of coordinates in points."""

LETTER_WIDTH = 0.64
"""Width of a digit as a share of its size."""

GAP = 1.5
"""Least distance of coordinates from a frame in points."""

LEAST_UNIT = 9.0
"""Least size of the unit of a board in points, for coordinates of two digits side by side."""

Colour = tuple[float, float, float, float]


def draw_icicle(axes: "Axes", panel: Icicle, width: float) -> None:
    """Draw blocks in a panel of a width in millimetres."""
    plies = panel.plies
    for block in panel.blocks:
        if not block.others:
            axes.add_patch(_rectangle(block))
        text = fitting(block, int((width / plies - 1.5) / LETTER))
        if text and block.height * (PANEL - AXES) >= LINE:
            _label(axes, block, text)
    axes.set(xlim=(0, plies), ylim=(1, 0), xlabel="ply", ylabel="share of the games")
    axes.set_xticks([ply + 0.5 for ply in range(plies)], [str(ply + 1) for ply in range(plies)])
    axes.tick_params(axis="x", length=0)
    style.percents(axes.yaxis)


def _rectangle(block: Block) -> "Rectangle":
    from matplotlib.patches import Rectangle

    known = block.score is not None
    return Rectangle(
        (block.ply - 1, block.top),
        1,
        block.height,
        facecolor=_shade(block.score),
        edgecolor=style.SOFT_INK if known else HATCHING,
        linewidth=0.4,
        hatch=None if known else "////",
    )


def fitting(block: Block, letters: int) -> str:
    """Return the label of a block, cut to a number of letters; empty for fewer than three."""
    whole = f"{block.move}  {block.times:,}"
    if letters < 3 or len(whole) <= letters:
        return whole if letters >= 3 else ""
    return block.move if len(block.move) <= letters else f"{block.move[: letters - 1]}…"


def _label(axes: "Axes", block: Block, text: str) -> None:
    """Write the label of a block, on white where it is hatched."""
    hatched = block.score is None and not block.others
    ground = {"facecolor": "white", "linewidth": 0, "pad": 0.8} if hatched else None
    ink = style.SOFT_INK if block.others else style.INK
    axes.annotate(
        text,
        (block.ply - 1, block.top + block.height / 2),
        xytext=(2.5, 0),
        textcoords="offset points",
        fontsize=6.0,
        color="white" if _luminance(_shade(block.score)) < 0.5 else ink,
        verticalalignment="center",
        bbox=ground,
    )


def _shade(score: float | None) -> Colour:
    """Return the colour of a block."""
    if score is None:
        return 1.0, 1.0, 1.0, 1.0
    red, green, blue, opacity = style.shades()(LIGHTEST + (DARKEST - LIGHTEST) * score)
    return red, green, blue, opacity


def _luminance(colour: Colour) -> float:
    red, green, blue, _ = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def draw_scores(figure: "Figure", axes: "list[Axes]") -> None:
    """Add the scale of the scores under all panels."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap

    steps = [_shade(step / 255) for step in range(256)]
    bar = figure.colorbar(
        ScalarMappable(cmap=ListedColormap(steps)),
        ax=axes,
        location="bottom",
        shrink=0.5,
        aspect=34,
        pad=0.015,
    )
    bar.set_label("score of the side that plays the move")
    bar.outline.set_linewidth(0.4)
    bar.set_ticks([0, 0.5, 1])
    style.percents(bar.ax.xaxis)


def draw_map(axes: "Axes", panel: HeatMap, inches: float) -> None:
    """Draw a map of a width in inches."""
    from matplotlib.collections import PolyCollection

    board, rates = panel.board, panel.rates
    points = inches / board.width * POINTS_PER_INCH
    cells = PolyCollection(
        [board.cells[name] for name in rates],
        array=list(rates.values()),
        cmap=style.shades(),
        clim=(0, max(rates.values())),
        edgecolors="white",
        linewidths=0.3,
        zorder=1,
    )
    _add(axes, board, board.under, points, 0)
    axes.add_collection(cells)
    _add(axes, board, board.over, points, 2)
    axes.set(xlim=(0, board.width), ylim=(board.height, 0), aspect="equal")
    axes.set_axis_off()
    bar = axes.figure.colorbar(cells, ax=axes, location="bottom", shrink=0.6, aspect=30, pad=0.01)
    bar.set_label(panel.unit)
    style.whole_numbers(bar.ax.xaxis)
    bar.outline.set_linewidth(0.4)
    axes.set_anchor("N")


def fits(panel: HeatMap, inches: float) -> bool:
    """Whether a map of a width in inches has room for its coordinates."""
    return inches * POINTS_PER_INCH >= LEAST_UNIT * panel.board.width


def _add(
    axes: "Axes", board: EmptyBoard, shapes: tuple[Shape, ...], points: float, order: int
) -> None:
    """Add shapes of a board, with letters of the size `COORDINATES`: on cells on a light ground."""
    from matplotlib.path import Path

    left = min(x for outline in board.cells.values() for x, _ in outline)
    ground = {"facecolor": "white", "alpha": 0.8, "linewidth": 0, "boxstyle": "round,pad=0.1"}
    for shape in shapes:
        painted = artist(shape, points)
        painted.set(transform=axes.transData, zorder=order, clip_on=False)
        if isinstance(shape, Text):
            cells = (Path(outline) for outline in board.cells.values())
            on_cell = any(cell.contains_point((shape.x, shape.y)) for cell in cells)
            painted.set(fontsize=COORDINATES, bbox=ground if on_cell else None)
            half = (len(shape.text) * LETTER_WIDTH * COORDINATES / 2 + GAP) / points
            if shape.x < left < shape.x + half:
                painted.set(x=left - half)
        axes.add_artist(painted)
