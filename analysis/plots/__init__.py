"""Plots: matplotlib figures of tables of games.

    from analysis.plots import PLOTS, save
    from analysis.statistics.games import game_table
    from analysis.tables import arrow_batches
    save(PLOTS["lengths"].draw(game_table(arrow_batches(records))), "png")

The figures do not use pyplot: they open no window, and are freed like any other object.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analysis.openings.nodes import opening_trees
from analysis.openings.tree import DEPTH, Openings
from analysis.plots import courses, maps, results
from analysis.plots.chart import Chart
from analysis.plots.counts import CountedPlies, PlyMeasure
from analysis.plots.draw import figure, panel_figures
from analysis.plots.files import KINDS, save, themed_svg
from analysis.plots.groups import NothingToPlot
from analysis.plots.openings import icicle, panel_of
from analysis.plots.style import DOUBLE, NARROWEST, SINGLE, WIDEST
from analysis.tables.rows import TableBuilder
from notation.errors import UnknownName

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analysis.statistics.games import GameTable, GameTableMaker

__all__ = [
    "DOUBLE",
    "KINDS",
    "NARROWEST",
    "PLOTS",
    "SINGLE",
    "WIDEST",
    "Counting",
    "NothingToPlot",
    "Plot",
    "figure",
    "find_plot",
    "panel_figures",
    "save",
    "themed_svg",
]


class Counting(NamedTuple):
    """Functions that count the games of a source; a plot calls one of them, once.

    Attributes:
        openings: adds the openings of the games to its argument.
        plies: counts the plies of the games by a measure.
        games: makes the table of the games.
    """

    openings: Callable[[Openings], None]
    plies: Callable[[TableBuilder, PlyMeasure], CountedPlies]
    games: "Callable[[GameTableMaker], GameTable]"


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        name: its name on the command line and in files.
        summary: its description in one line.
        chart: returns the chart of a table.
        table: kind of the table: ``plies`` (counted by ``measure``), ``games`` or ``openings``.
        measure: counts the plies; None for other kinds of tables.
        options: names of keyword arguments of ``chart``, and of ``table_of`` for openings.
    """

    name: str
    summary: str
    chart: Callable[..., Chart]
    table: str = "plies"
    measure: PlyMeasure | None = None
    options: tuple[str, ...] = ("pool",)

    def table_of(
        self,
        counting: Counting,
        *,
        by: str | None = None,
        depth: int | None = None,
        min_count: int | None = None,
    ) -> object:
        """Return the table of the plot.

        Args:
            counting: counts the games.
            by: the word to group games by.
            depth: number of plies of openings; None for the usual one.
            min_count: minimum number of games of a move of openings.
        """
        if self.measure:
            needs, legal_moves = frozenset(self.measure.needs), self.measure.of_legal_moves
            builder = TableBuilder(needs, legal_moves, False, frozenset({"plies"}))
            return counting.plies(builder, self.measure)
        if self.table == "games":
            from analysis.statistics.games import GameTableMaker

            return counting.games(GameTableMaker((by,) if by else (), measured=False))
        openings = Openings(DEPTH if depth is None else depth)
        counting.openings(openings)
        trees = opening_trees(openings, min_count=min_count)
        return [panel_of(tree, min_count) for tree in trees]

    def draw(
        self, table: object, *, width: float = SINGLE, remark: str = "", **options: object
    ) -> "Figure":
        """Return the figure of a table, with a remark in its caption; the width is in mm."""
        return figure(self.chart(table, **options).remarked(remark), width)


def _course(name: str, summary: str, course: courses.MoveCurves) -> Plot:
    return Plot(name, f"{summary}, in the course of a game.", course, measure=course.measure)


PLOTS = {
    plot.name: plot
    for plot in (
        Plot("lengths", "How many games last how many plies.", results.lengths, "games"),
        Plot("balance", "Share of games that the first player wins, with intervals.",
             results.balance, "games", options=("by", "pool")),
        Plot("openings", "Opening moves, as high as they are frequent.", icicle, "openings",
             options=("depth", "min_count")),
        _course("captures", "Pieces captured per move", courses.CAPTURES),
        Plot("capture-map", "Where on the board pieces are captured.", maps.capture_map,
             measure=maps.TAKEN),
        _course("material", "Pieces on the board", courses.MATERIAL),
        _course("reserve", "Pieces in reserve", courses.RESERVE),
        _course("score", "Standing of the sides", courses.SCORE),
        _course("branching", "Legal moves to choose from", courses.BRANCHING),
    )
}  # fmt: skip
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
