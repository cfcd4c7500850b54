"""Plots: matplotlib figures of tables of games.

    from analysis.plots import PLOTS, save
    from analysis.statistics.games import game_table
    from analysis.tables import arrow_batches
    save(PLOTS["lengths"].draw(game_table(arrow_batches(records))), "png")

The figures do not use pyplot: they open no window, and are freed like any other object.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from analysis.plots import courses, maps, results
from analysis.plots.chart import Chart
from analysis.plots.counts import PlyMeasure
from analysis.plots.draw import figure, panel_figures
from analysis.plots.files import KINDS, save, themed_svg
from analysis.plots.groups import NothingToPlot
from analysis.plots.openings import icicle
from analysis.plots.style import DOUBLE, NARROWEST, SINGLE, WIDEST
from notation.errors import UnknownName

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "DOUBLE",
    "KINDS",
    "NARROWEST",
    "PLOTS",
    "SINGLE",
    "WIDEST",
    "NothingToPlot",
    "Plot",
    "figure",
    "find_plot",
    "panel_figures",
    "save",
    "themed_svg",
]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        name: its name on the command line and in files.
        summary: its description in one line.
        chart: returns the chart of a table.
        table: kind of the table: ``plies`` (counted by ``measure``), ``games`` or ``openings``.
        columns: the columns of the table that the plot needs. Results and lengths of games need no
            mention.
        measure: counts the plies; None for other kinds of tables.
        options: names of keyword arguments of ``chart``.
    """

    name: str
    summary: str
    chart: Callable[..., Chart]
    table: str = "plies"
    columns: tuple[str, ...] = ()
    measure: PlyMeasure | None = None
    options: tuple[str, ...] = ("pool",)

    def draw(
        self, table: object, *, width: float = SINGLE, remark: str = "", **options: object
    ) -> "Figure":
        """Return the figure of a table, with a remark in its caption; the width is in mm."""
        return figure(self.chart(table, **options).remarked(remark), width)


def _of_plies(name: str, summary: str, chart: Callable[..., Chart], measure: PlyMeasure) -> Plot:
    return Plot(name, summary, chart, "plies", measure.needs, measure)


def _standing(name: str, measure: PlyMeasure, title: str, unit: str, more: str = "") -> Plot:
    chart = partial(courses.standing, measure=measure, title=title, unit=unit, more=more)
    return _of_plies(name, f"{title}, in the course of a game.", chart, measure)


PLOTS = {
    plot.name: plot
    for plot in (
        Plot("lengths", "How many games last how many plies.", results.lengths, "games"),
        Plot(
            "balance",
            "Share of games that the first player wins, with intervals.",
            results.balance,
            "games",
            options=("by", "pool"),
        ),
        Plot(
            "openings",
            "Opening moves, as high as they are frequent.",
            icicle,
            "openings",
            options=("depth", "min_count"),
        ),
        _of_plies(
            "captures",
            "Pieces captured per move, in the course of a game.",
            courses.captures,
            courses.CAPTURED,
        ),
        _of_plies(
            "capture-map", "Where on the board pieces are captured.", maps.capture_map, maps.TAKEN
        ),
        _standing("material", courses.MATERIAL, "Pieces on the board", "pieces on the board"),
        _standing("reserve", courses.RESERVE, "Pieces in reserve", "pieces in reserve"),
        _standing("score", courses.SCORE, "Standing of the sides", "score", courses.OWN_UNIT),
        _of_plies(
            "branching",
            "Legal moves to choose from, in the course of a game.",
            courses.branching,
            courses.LEGAL_MOVES,
        ),
    )
}
"""The plots by name, in the order of a report."""


def find_plot(name: str) -> Plot:
    """Return a plot by name.

    Raises:
        UnknownName: there is no such plot.
    """
    try:
        return PLOTS[name.casefold()]
    except KeyError:
        raise UnknownName.among("plot", name, PLOTS) from None
