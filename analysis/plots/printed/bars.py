"""Histograms of lengths, and shares with intervals, for print."""

from itertools import pairwise
from typing import TYPE_CHECKING

from analysis.drawing.scene import printable
from analysis.plots import style
from analysis.plots.chart import Histogram, Shares
from analysis.plots.printed.letters import drawable
from notation.numbers import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTERS = 26
"""Most letters of a line of a label beside the axis."""

LABEL_LINES = 2
"""Most lines of such a label."""


def draw_histogram(axes: "Axes", panel: Histogram) -> None:
    """Draw the bars of complete and of other games, and the median length."""
    from matplotlib.ticker import MaxNLocator

    edges = panel.edges
    left, widths = edges[:-1], [end - start for start, end in pairwise(edges)]
    bars = [
        axes.bar(left, panel.complete, widths, align="edge", color=style.SKY_BLUE),
        axes.bar(left, panel.incomplete, widths, panel.complete, align="edge", color="white"),
    ]
    for patch in (*bars[0].patches, *bars[1].patches):
        patch.set(edgecolor=style.INK, linewidth=0.4)
    for patch in bars[1].patches:
        patch.set_hatch("//////")
    if panel.longest is not None:
        top = panel.complete[-1] + panel.incomplete[-1]
        axes.annotate(
            f"to {panel.longest:,}", ((edges[-2] + edges[-1]) / 2, top), (0, 3), rotation=90,
            textcoords="offset points", fontsize=style.SMALL_SIZE, color=style.SOFT_INK,
            ha="center", va="bottom",
        )  # fmt: skip
    _median(axes, panel)
    axes.set(xlabel="length in plies", ylabel="games")
    style.legend(axes)
    if len(edges) == 2:
        axes.set_xlim(edges[0] - 2.5, edges[1] + 2.5)
    style.whole_numbers(axes.yaxis)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))


def _median(axes: "Axes", panel: Histogram) -> None:
    if panel.middle is None:
        axes.plot([], [], " ", label=panel.median_label)
        return
    top = 1 / style.HEADROOM  # below the legend
    axes.axvspan(*panel.band, ymax=top, color=style.INK, alpha=0.08, linewidth=0)
    at = axes.axvline(panel.middle, ymax=top, label=panel.median_label)
    at.set(color=style.INK, linestyle=(0, (4, 2)), linewidth=1)


def draw_shares(axes: "Axes", panel: Shares, width: float) -> None:
    """Draw a dot and an interval for each group, from the top down.

    Args:
        axes: where they are drawn.
        panel: the groups.
        width: width of the panel and its labels in millimetres.
    """
    for row, share in enumerate(panel.groups):
        known = share.interval
        if known:
            axes.plot(known, [row, row], color=style.BLUE, linewidth=1.6, solid_capstyle="butt")
        axes.vlines(share.even, row - 0.38, row + 0.38, color=style.VERMILLION, linewidth=1)
        (dot,) = axes.plot([share.value], [row], "o", markersize=4.5, clip_on=False)
        dot.set(color=style.BLUE, markerfacecolor=style.BLUE if known else "white")
        axes.annotate(
            plural(share.games, "game"),
            (1, row),
            xytext=(6, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            fontsize=style.SMALL_SIZE,
            color=style.SOFT_INK,
            verticalalignment="center",
        )
    rows = len(panel.groups)
    axes.set(xlim=(0, 1), ylim=(rows - 0.4, -0.6), xlabel="share won by the first player")
    labels = [label_of(share.label) for share in panel.groups]
    axes.set_yticks(range(rows), labels)
    longest = max(style.bold_width(line) for label in labels for line in label.split("\n"))
    left = longest * style.SMALL_SIZE / style.TEXT_SIZE * style.MILLIMETRES / 72
    axes.set_title(style.wrapped_title(panel.title, width - max(0, left - style.MARGIN / 2)))
    axes.set_xticks([0, 0.5, 1], minor=False)
    axes.set_xticks([0.25, 0.75], minor=True)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", which="both", color=style.FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    style.percents(axes.xaxis)


def label_of(text: str) -> str:
    """Return a label in lines of at most `LETTERS` letters, broken after blanks and ``+``."""
    lines = style.broken(drawable(printable(text)), lambda line: len(line) <= LETTERS)
    more = len(lines) > LABEL_LINES
    return "\n".join(
        line if len(line) <= LETTERS and not (more and line is lines[LABEL_LINES - 1])
        else f"{line[: LETTERS - 1]}…"
        for line in lines[:LABEL_LINES]
    )  # fmt: skip
