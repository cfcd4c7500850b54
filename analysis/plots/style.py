"""Plot style: sizes, fonts, light and dark colours, line styles, wrapping of text.

Plots fit the columns of a printed journal and the page of a report. Series differ both in colour
and in line style, marker or hatching, so that they are distinct in grey print and for colour-blind
readers. The colours follow Okabe and Ito, "Color Universal Design: how to make figures and
presentations that are friendly to colorblind people" (2008, https://jfly.uni-koeln.de/color/);
those of the second and third side are darker, for thin lines on white.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from analysis.drawing.scene import printable
from analysis.drawing.style import DARK, STYLES

if TYPE_CHECKING:
    from collections.abc import Set

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.ft2font import FT2Font

SINGLE, DOUBLE = 85.0, 175.0
"""Widths of one and of two columns of a journal, in millimetres."""

NARROWEST, WIDEST = 50.0, 1000.0
"""Bounds of a width, in millimetres."""

WIDE = 120.0
"""Minimum width of a figure with panels side by side, in millimetres."""

PAGE = 240.0
"""Height of a page in millimetres."""

HEADROOM = 1.2
"""Factor by which an axis is longer than the data, to make room for the legend."""

MILLIMETRES = 25.4
"""Millimetres in an inch."""

DOTS_PER_INCH = 300

DARK_COLOURS = {
    "#ffffff": "#201f1c",  # paper
    "#1a1a1a": "#ece8e1",  # ink
    "#555555": "#b9b2a6",  # soft
    "#d9d9d9": "#45413b",  # faint
    "#b4b4b4": "#6b655c",  # hatching
    "#56b4e9": "#2f7fae",  # bars
    "#d55e00": "#ff9255",  # marks
    "#0072b2": "#5cb8ec",  # the first side
    "#c47f00": "#f2b632",  # the second side
    "#00543d": "#b5f0dc",  # the third side
}
"""The colours, each with that for readers who prefer dark mode."""

PAPER, INK, SOFT, FAINT, HATCHING, BAR, MARK, FIRST, SECOND, THIRD = DARK_COLOURS


def _scale(colours: Sequence[str], dark: Sequence[str], shades: int) -> tuple[str, ...]:
    """Return a scale of equally spaced colours, and add those for dark mode to `DARK_COLOURS`."""
    shares = [step / (shades - 1) for step in range(shades)]
    light = tuple(_mixed(colours, share) for share in shares)
    DARK_COLOURS.update(zip(light, (_mixed(dark, share) for share in shares), strict=True))
    return light


def _mixed(colours: Sequence[str], share: float) -> str:
    """Return the colour at a position, from 0 to 1, on a scale of colours."""
    at = share * (len(colours) - 1)
    first = min(int(at), len(colours) - 2)
    pairs = zip(*(bytes.fromhex(one[1:]) for one in colours[first : first + 2]), strict=True)
    return "#" + bytes(round(a + (at - first) * (b - a)) for a, b in pairs).hex()


COUNTS = _scale(
    ("#c3def0", "#56b4e8", "#0b6ba5", "#00263d"), ("#234c66", "#2b7fb5", "#56b4e9", "#e2f3fd"), 12
)
"""The colour scale of maps, from few to many; even the first is visible on every board."""

SCORES = _scale(
    ("#8e3402", "#eda06d", "#f4f0ea", "#79b9e2", "#065082"),
    ("#ffa56b", "#7c4120", "#37342f", "#205274", "#86cdfa"),
    11,
)
"""The colour scale of scores: two colours that meet at an even score."""

for _role, _dark in DARK.items():
    for _one, _other in zip((STYLES[_role].fill, STYLES[_role].stroke), _dark, strict=True):
        if _one and _other:
            DARK_COLOURS.setdefault(_one.lower(), _other)

TITLE_SIZE, TEXT_SIZE, SMALL_SIZE, LEAST_SIZE = 9.0, 7.5, 6.5, 6.0
"""Font sizes in points; journals ask for at least 6."""

FONT = "DejaVu Sans"
"""The font that comes with matplotlib: the same on every machine."""

PARTS = r"\([^()]*\)\s*|[^\s+]*\+|[^\s+]+\s*"
"""Parts of titles, which may be broken after blanks and ``+``, but not in brackets."""

LABEL_LINES = 2
"""Maximum number of lines of a label beside an axis."""

RC_PARAMS: dict[str, str | float | bool] = {
    "font.family": FONT,
    "font.size": TEXT_SIZE,
    "text.color": INK,
    "text.parse_math": False,  # names in records may hold dollar signs
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.labelsize": TEXT_SIZE,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": TEXT_SIZE,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.06,
    "figure.constrained_layout.h_pad": 0.03,
    "figure.constrained_layout.hspace": 0.06,
    "figure.dpi": 100,
    "figure.labelsize": SMALL_SIZE,
    "figure.titlesize": TITLE_SIZE,
    "figure.titleweight": "bold",
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "savefig.dpi": DOTS_PER_INCH,
    "hatch.linewidth": 0.5,
    "legend.borderaxespad": 0.1,
    "legend.fontsize": SMALL_SIZE,
    "legend.edgecolor": "none",
    "legend.framealpha": 0.8,
    "legend.handlelength": 2.6,
    "legend.loc": "upper right",
    "lines.linewidth": 1.3,
    "lines.markersize": 3.2,
    "pdf.fonttype": 42,  # TrueType, so that text can be searched
    "svg.fonttype": "none",  # letters are text
    "svg.hashsalt": "ludograph",  # the same figure gives the same file
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL_SIZE,
    "ytick.labelsize": SMALL_SIZE,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
}


@dataclass(frozen=True, slots=True)
class Series:
    """The look of a series in a plot.

    Attributes:
        colour: colour of its line and its fill.
        line: matplotlib line style.
        marker: matplotlib marker of its points.
        width: width of its line in points; widths differ, so that equal curves are both visible.
    """

    colour: str
    line: str | tuple[float, tuple[float, ...]]
    marker: str
    width: float


SERIES = (
    Series(FIRST, "-", "o", 2.0),
    Series(SECOND, (0, (4.5, 1.6)), "s", 1.2),
    Series(THIRD, (0, (4.5, 1.4, 1, 1.4)), "^", 0.8),
)
"""Styles of the first, second and third side; their lightness differs, too."""


@contextmanager
def styled() -> Iterator[None]:
    """Return a context that draws in this style, independent of the caller's settings."""
    from matplotlib import style

    with style.context(["default", RC_PARAMS]):
        yield


def wrapped_caption(text: str, width: float) -> str:
    """Return a caption wrapped to a width in millimetres; percent signs stay with their numbers."""
    parts = r"\S+(?: %\S*)?\s*"
    return "\n".join(broken(text, lambda line: text_width(line) <= 0.94 * width, parts))


def wrapped_title(text: str, room: float) -> str:
    """Return the title of a panel, broken at blanks and ``+`` to fit a width in millimetres."""
    return "\n".join(broken(text, lambda line: text_width(line, TEXT_SIZE, "bold") <= room))


def broken(text: str, fits: Callable[[str], bool], parts: str = PARTS) -> list[str]:
    """Return a text broken into lines that fit; a line may end after each match of ``parts``."""
    lines = [""]
    for part in re.findall(parts, printable(text)):
        longer = lines[-1] + part
        if lines[-1] and not fits(longer.rstrip()):
            lines.append(part)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def label_of(text: str, room: float) -> str:
    """Return a label wrapped like a title, in `LABEL_LINES` lines of a width in millimetres."""
    lines = broken(text, lambda line: text_width(line) <= room)
    kept = lines[:LABEL_LINES]
    if len(lines) > LABEL_LINES:
        kept[-1] += "…"
    return "\n".join(cut(one, room) for one in kept)


def cut(text: str, room: float, size: float = SMALL_SIZE) -> str:
    """Return a text cut to a width in millimetres, with an ellipsis."""
    if text_width(text, size) <= room:
        return text
    room -= text_width("…", size)
    kept = bisect_right(range(1, len(text)), room, key=lambda n: text_width(text[:n], size))
    return f"{text[:kept]}…"


def drawable(text: str) -> str:
    """Return a text with the letters that the font lacks as code points, such as ``<1F600>``.

    Images are the same on every machine, and so use one font, which would draw all other letters as
    boxes.
    """
    if text.isascii():
        return text
    known = _letters()
    return "".join(one if ord(one) in known else f"<{ord(one):04X}>" for one in text)


@cache
def _letters() -> "Set[int]":
    return {ord("\n")} | _font("normal").get_charmap().keys()


@lru_cache(4096)
def text_width(text: str, size: float = SMALL_SIZE, weight: str = "normal") -> float:
    """Return the width in millimetres of a line of text, given the font size in points."""
    font = _font(weight)
    font.set_size(size, 7200)  # at low resolutions, the widths of letters are rounded
    font.set_text(drawable(text), 0.0)
    return float(font.get_width_height()[0]) / 64 * MILLIMETRES / 7200


@cache
def _font(weight: str) -> "FT2Font":
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return get_font(findfont(FontProperties(family=FONT, weight=weight)))


def legend(axes: "Axes") -> None:
    """Add a legend at the upper right."""
    tight: dict[str, Any] = {}
    if len(axes.get_legend_handles_labels()[1]) > 2:
        tight = {"handlelength": 1.7, "columnspacing": 0.9, "handletextpad": 0.4}
    axes.legend(ncols=3, **tight)


def whole_numbers(*axes: "Axis") -> None:
    """Set the ticks of axes of counts to whole numbers with thousands separators."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    for axis in axes:
        axis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


def percents(axis: "Axis") -> None:
    """Set the ticks of an axis of shares to percentages."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
