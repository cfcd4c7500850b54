"""Plot style: sizes, fonts, colours, line styles, captions.

For the columns of a printed journal. Series differ both in colour and in line style, marker or
hatching, so that they are distinct in grey print and for colour-blind readers. Colours are the
eight of Okabe and Ito, "Color Universal Design: how to make figures and presentations that are
friendly to colorblind people" (2008, https://jfly.uni-koeln.de/color/).
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, wraps
from io import BytesIO
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from warnings import catch_warnings, filterwarnings

from analysis.drawing.scene import printable
from notation.errors import LudographError, UnknownName

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
    from matplotlib.ft2font import FT2Font

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

SINGLE, DOUBLE = 85.0, 175.0
"""Widths of one and of two columns of a journal, in millimetres."""

WIDE = 120.0
"""Least width of a figure with panels side by side, in millimetres."""

HEADROOM = 1.2
"""Factor for the height of an axis, for the legend above the data."""

PANELS = 9
"""Most panels of a figure whose panels are variants or boards."""

MILLIMETRES = 25.4
"""Millimetres in an inch."""

KINDS = ("png", "svg", "pdf")
"""Kinds of files of plots."""

DOTS_PER_INCH = 300

BLACK = "#000000"
ORANGE = "#E69F00"
SKY_BLUE = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"

INK = "#1a1a1a"
SOFT_INK = "#555555"
FAINT = "#d9d9d9"

TITLE_SIZE, TEXT_SIZE, SMALL_SIZE = 9.0, 7.5, 6.5
"""Font sizes in points; journals ask for at least 6."""

LETTER = 0.6
"""Mean width of letters as a share of the font size, rounded up."""

MARGIN = 8.0
"""Width to the left of a panel that its axis takes, in millimetres."""

RC_PARAMS: dict[str, str | float | bool] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same on every machine
    "font.size": TEXT_SIZE,
    "text.color": INK,
    "text.parse_math": False,  # names in records may hold dollar signs
    "axes.edgecolor": SOFT_INK,
    "axes.labelcolor": INK,
    "axes.labelsize": TEXT_SIZE,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": TEXT_SIZE,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "figure.dpi": 100,
    "savefig.dpi": DOTS_PER_INCH,
    "hatch.linewidth": 0.5,
    "legend.fontsize": SMALL_SIZE,
    "legend.edgecolor": "none",
    "legend.framealpha": 0.8,
    "legend.handlelength": 2.6,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.2,
    "pdf.fonttype": 42,  # TrueType, so that text can be searched
    "svg.hashsalt": "ludograph",  # the same figure gives the same file
    "xtick.color": SOFT_INK,
    "ytick.color": SOFT_INK,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL_SIZE,
    "ytick.labelsize": SMALL_SIZE,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
}


class NothingToPlot(LudographError):
    """The table lacks the data of the plot; the message has the reason."""


@dataclass(frozen=True, slots=True)
class Series:
    """The look of a series in a plot.

    Attributes:
        colour: colour of its line and its fill.
        line: matplotlib line style.
        marker: matplotlib marker of its points.
        hatch: matplotlib hatch of its bars.
    """

    colour: str
    line: str | tuple[float, tuple[float, ...]]
    marker: str
    hatch: str


SERIES = (
    Series(BLUE, "-", "o", ""),
    Series(ORANGE, (0, (4.5, 1.6)), "s", "/////"),
    Series(GREEN, (0, (4.5, 1.4, 1, 1.4)), "^", "....."),
)
"""First, second and third side; their lightness differs too."""


def styled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Return a function that draws in this style, regardless of the caller's settings."""

    @wraps(function)
    def wrapped(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with _style():
            return function(*args, **kwargs)

    return wrapped


@contextmanager
def _style() -> Iterator[None]:
    from matplotlib import style

    with style.context(["default", RC_PARAMS]):
        yield


def panels(
    titles: Sequence[str],
    *,
    title: str,
    caption: str,
    width: float,
    heights: Sequence[float],
    across: int = 3,
) -> "tuple[Figure, list[Axes]]":
    """Return a figure with a panel for each title, below each other or side by side.

    Args:
        titles: the title of each panel.
        title: the title of the figure.
        caption: the text below: the content, and the number of games.
        width: width of the figure in millimetres.
        heights: height of each panel in millimetres; the highest of a row counts.
        across: most panels side by side where the figure is wide.
    """
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    columns = min(across, len(titles)) if width >= WIDE else 1
    rows = [max(heights[first : first + columns]) for first in range(0, len(titles), columns)]
    text = wrapped_caption(caption, width)
    lines = text.count("\n") + 1
    tall = 11 + sum(rows) + lines * SMALL_SIZE * 1.45 * MILLIMETRES / 72
    figure = Figure(
        figsize=(width / MILLIMETRES, tall / MILLIMETRES),
        layout=ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03, hspace=0.06),
        facecolor="white",
    )
    figure.suptitle(printable(title), x=0.012, ha="left", fontsize=TITLE_SIZE, fontweight="bold")
    _set_caption(figure, text)
    grid = figure.subplots(len(rows), columns, squeeze=False, height_ratios=rows)
    axes = list(grid.flat)
    for unused in axes[len(titles) :]:
        unused.remove()
    for axis, text in zip(axes, titles, strict=False):
        axis.set_title(wrapped_title(text, width / columns))
    return figure, axes[: len(titles)]


def _set_caption(figure: "Figure", text: str) -> None:
    figure.supxlabel(
        text, x=0.012, ha="left", fontsize=SMALL_SIZE, color=SOFT_INK, linespacing=1.35
    )


def add_remark(figure: "Figure", text: str) -> None:
    """Add a line to the caption of a figure, none for an empty text."""
    if not text:
        return
    width, tall = figure.get_size_inches()
    lines = wrapped_caption(text, width * MILLIMETRES)
    _set_caption(figure, f"{figure.get_supxlabel()}\n{lines}")
    figure.set_size_inches(width, tall + (lines.count("\n") + 1) * SMALL_SIZE * 1.45 / 72)


def wrapped_caption(text: str, width: float) -> str:
    """Return a caption wrapped to a width in millimetres."""
    letters = width / MILLIMETRES * 72 / (SMALL_SIZE * LETTER)
    return "\n".join(textwrap.wrap(printable(text), max(20, int(letters))))


def wrapped_title(text: str, width: float) -> str:
    """Return the title of a panel of a width in millimetres, broken at blanks and ``+``.

    The width is that of the panel with the numbers left of it, in `MARGIN`.
    """
    room = (width - MARGIN) / MILLIMETRES * 72
    return "\n".join(broken(text, lambda line: bold_width(line) <= room))


def broken(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return a text in lines that fit, broken after blanks and ``+``, and not in brackets."""
    lines = [""]
    for part in re.findall(r"\([^()]*\)\s*|[^\s+]*\+|[^\s+]+\s*", printable(text)):
        longer = lines[-1] + part
        if lines[-1] and not fits(longer.rstrip()):
            lines.append(part)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def bold_width(text: str) -> float:
    """Return the width of a title of a panel, in points."""
    font = _bold()
    font.set_size(TEXT_SIZE, 72)
    font.set_text(text.encode("ascii", "replace").decode(), 0.0)
    return float(font.get_width_height()[0]) / 64


@cache
def _bold() -> "FT2Font":
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return get_font(findfont(FontProperties(family="DejaVu Sans", weight="bold")))


def legend(axes: "Axes") -> None:
    """Add a legend above the data; the y axis begins at 0."""
    axes.set_ylim(0, HEADROOM * axes.get_ylim()[1])
    entries = len(axes.get_legend_handles_labels()[1])
    tight = {"handlelength": 1.7, "columnspacing": 0.9, "handletextpad": 0.4} if entries > 2 else {}
    axes.legend(ncols=3, loc="upper right", borderaxespad=0.1, **tight)


def whole_numbers(*axes: "Axis") -> None:
    """Set the ticks of axes of counts to whole numbers with separated thousands."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    for axis in axes:
        axis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


def percents(axis: "Axis") -> None:
    """Set the ticks of an axis of shares from 0 to 1 to percentages."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))


def shades() -> "Colormap":
    """Return the colours of maps, from near white to dark blue, distinct in grey print."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list(
        "ludograph", ["#f4f8fb", SKY_BLUE, BLUE, "#00263d"], N=256
    )


def save(figure: "Figure", kind: str) -> bytes:
    """Return a figure as the content of a file; the same figure gives the same bytes.

    Args:
        figure: the figure.
        kind: one of `KINDS`.

    Raises:
        UnknownName: there is no such kind.
    """
    if kind not in KINDS:
        raise UnknownName.among("kind of plot", kind, KINDS)
    buffer = BytesIO()
    with _style(), catch_warnings():
        # Letters that the font lacks are drawn as boxes.
        filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure.savefig(buffer, format=kind, metadata=_metadata(kind))
    return buffer.getvalue()


def _metadata(kind: str) -> dict[str, str | None]:
    """Return metadata without dates and versions, which would make files differ."""
    match kind:
        case "png":
            return {"Software": None}
        case "svg":
            return {"Date": None, "Creator": None}
        case _:
            return {"Creator": None, "Producer": None, "CreationDate": None}
