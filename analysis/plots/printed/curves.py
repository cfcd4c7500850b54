"""Curves by move number, for print."""

from typing import TYPE_CHECKING

from analysis.plots import style
from analysis.plots.chart import Course, CurvePoint, Curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = 10
"""Most markers on a curve."""

FLOOR = 4
"""Height of a panel as a multiple of that of the area of games that continue."""

NAN = float("nan")


def draw_curves(axes: "Axes", panel: Curves) -> None:
    """Draw curves with their bands, a legend, and the games that continue."""
    for number, curve in enumerate(panel.curves[: len(style.SERIES)]):
        _curve(axes, curve, number)
    axes.set(xlabel="move number", ylabel=panel.unit, xlim=(0, None))
    style.whole_numbers(axes.xaxis, *[axes.yaxis] * panel.whole)
    style.legend(axes)
    _running(axes, panel.running)


def _curve(axes: "Axes", curve: Course, number: int) -> None:
    """Draw a line with a band where there are enough games or moves, else dots."""
    look = style.SERIES[number]
    few = [point for point in curve.points if point.few]
    every = len(few) == len(curve.points)
    if few:
        size = 2.6 - 0.6 * number  # a dot on another one leaves a ring of it
        dots = [point.move for point in few], [point.value for point in few]
        axes.plot(*dots, color=look.colour, marker=look.marker, markersize=size,
                  linestyle="none", label=curve.label if every else f"_{curve.label}")  # fmt: skip
    if every:
        return
    moves, values, low, high = zip(*map(_on_line, curve.points), strict=True)
    axes.fill_between(moves, low, high, color=look.colour, alpha=0.18, linewidth=0)
    for edge in (low, high):
        axes.plot(moves, edge, color=look.colour, linestyle=look.line, linewidth=0.4)
    axes.plot(
        moves,
        values,
        color=look.colour,
        linestyle=look.line,
        marker=look.marker,
        markevery=max(1, len(values) // MARKERS),
        label=curve.label,
    )


def _on_line(point: CurvePoint) -> tuple[float, float, float, float]:
    """Return a point of a line, without values where it is a dot."""
    return (point.move, NAN, NAN, NAN) if point.few else point[:4]


def _running(axes: "Axes", running: tuple[tuple[int, int], ...]) -> None:
    """Draw the number of games that reach each move as an area at the foot of a panel."""
    moves, games = zip(*running, strict=True)
    most = games[0]
    area = axes.twinx()
    area.fill_between([0, *moves], [*games, 0], step="post", color=style.FAINT, linewidth=0)
    area.set(ylim=(0, FLOOR * most), yticks=[0, most], xlim=axes.get_xlim())
    area.tick_params(axis="y", colors=style.SOFT_INK, length=1.5)
    area.spines["right"].set(visible=True, bounds=(0, most), color=style.SOFT_INK)
    area.set_zorder(axes.get_zorder() - 1)
    axes.patch.set_visible(False)
