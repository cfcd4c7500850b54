"""Plots for print: functions from a table to a matplotlib figure.

    from analysis import plies
    from analysis.plots import captures, save
    save(captures(plies(records)), "png")

The figures do not use pyplot: they open no window, and are freed like any object.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.plots import icicle as openings
from analysis.plots import maps, progress, results
from analysis.plots.chart import Chart
from analysis.plots.counts import PlyMeasure
from analysis.plots.printed import drawn
from analysis.plots.reading import READING
from analysis.plots.style import DOUBLE, KINDS, SINGLE, NothingToPlot, add_remark, save
from notation.errors import UnknownName

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "DOUBLE",
    "KINDS",
    "PLOTS",
    "SINGLE",
    "NothingToPlot",
    "Plot",
    "add_remark",
    "balance",
    "branching",
    "capture_map",
    "captures",
    "find_plot",
    "icicle",
    "lengths",
    "material",
    "reserve",
    "save",
    "score",
]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        name: its name on the command line and in files.
        summary: its description in one line.
        chart: returns the chart of a table.
        table: its table: ``plies``, ``games`` or ``openings``.
        columns: the columns of plies or games that it needs.
        measure: counts the plies that it shows; None for other tables.
        options: names of further arguments of the function.
    """

    name: str
    summary: str
    chart: Callable[..., Chart]
    table: str = "plies"
    columns: tuple[str, ...] = ()
    measure: PlyMeasure | None = None
    options: tuple[str, ...] = ()

    @property
    def reading(self) -> str:
        """How to read it, in plain words."""
        return READING[self.name]

    @property
    def function(self) -> "Callable[..., Figure]":
        """Returns the figure of a table, in a ``width`` in millimetres."""
        return drawn(self.chart)


_OF_EVERY_PLOT = ("path", "game_id", "game", "variant", "ply", "number")

PLOTS = {
    plot.name: plot
    for plot in (
        Plot(
            "lengths",
            "How many games last how many plies.",
            results.lengths,
            "games",
            ("game", "variant", "plies", "ended", "verdict", "reason"),
            options=("pool",),
        ),
        Plot(
            "balance",
            "Share of games that the first player wins, with intervals.",
            results.balance,
            "games",
            ("game", "variant", "sides", "first", "verdict"),
            options=("by", "pool"),
        ),
        Plot(
            "openings",
            "Opening moves, as high as they are frequent.",
            openings.icicle,
            "openings",
        ),
        Plot(
            "captures",
            "Pieces captured per move, in the course of a game.",
            progress.captures,
            columns=(*_OF_EVERY_PLOT, "side", "captured"),
            measure=progress.CAPTURED,
            options=("pool",),
        ),
        Plot(
            "capture-map",
            "Where on the board pieces are captured.",
            maps.capture_map,
            columns=(*_OF_EVERY_PLOT, "captured_points"),
            measure=maps.TAKEN,
            options=("pool",),
        ),
        Plot(
            "material",
            "Pieces on the board, in the course of a game.",
            progress.material,
            columns=(*_OF_EVERY_PLOT, *progress.MATERIAL.columns),
            measure=progress.MATERIAL,
            options=("pool",),
        ),
        Plot(
            "reserve",
            "Pieces in reserve, in the course of a game.",
            progress.reserve,
            columns=(*_OF_EVERY_PLOT, *progress.RESERVE.columns),
            measure=progress.RESERVE,
            options=("pool",),
        ),
        Plot(
            "score",
            "Standing of the sides, in the course of a game.",
            progress.score,
            columns=(*_OF_EVERY_PLOT, *progress.SCORE.columns),
            measure=progress.SCORE,
            options=("pool",),
        ),
        Plot(
            "branching",
            "Legal moves to choose from, in the course of a game.",
            progress.branching,
            columns=(*_OF_EVERY_PLOT, "side", "legal_moves"),
            measure=progress.LEGAL_MOVES,
            options=("pool",),
        ),
    )
}
"""The plots by name, in the order of a report."""


balance, lengths = drawn(results.balance), drawn(results.lengths)
captures, capture_map = drawn(progress.captures), drawn(maps.capture_map)
material, reserve = drawn(progress.material), drawn(progress.reserve)
score, branching = drawn(progress.score), drawn(progress.branching)
icicle = drawn(openings.icicle)


def find_plot(name: str) -> Plot:
    """Return a plot by name.

    Raises:
        UnknownName: there is no such plot.
    """
    try:
        return PLOTS[name.casefold()]
    except KeyError:
        raise UnknownName.among("plot", name, PLOTS) from None
