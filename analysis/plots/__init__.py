"""Plots: a matplotlib figure of a table.

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
from analysis.plots.draw import add_remark, figure, panel_figures
from analysis.plots.files import KINDS, save, themed_svg
from analysis.plots.groups import NothingToPlot
from analysis.plots.openings import icicle
from analysis.plots.style import DOUBLE, NARROWEST, SINGLE, WIDEST
from analysis.statistics.estimates import ENOUGH
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
    "add_remark",
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
        reading: how to read it, for people who do not work with statistics.
        table: its table: ``plies``, counted by its measure, ``games`` or ``openings``.
        columns: the columns of plies that it needs; of games, those besides results and lengths.
        measure: counts the plies that it shows; None for other tables.
        options: names of further arguments of the chart.
    """

    name: str
    summary: str
    chart: Callable[..., Chart]
    reading: str
    table: str = "plies"
    columns: tuple[str, ...] = ()
    measure: PlyMeasure | None = None
    options: tuple[str, ...] = ("pool",)

    def draw(self, table: object, *, width: float = SINGLE, **options: object) -> "Figure":
        """Return the figure of a table, in a width in millimetres."""
        return figure(self.chart(table, **options), width)


_CURVES = (
    "The line is the middle value of all games at that move: half of the games are above it and "
    "half below. The pale band holds the middle half of the games. The grey steps at the foot "
    "count the games that go on to that move (numbers at the right): far to the right only the "
    "long games are left, which are not typical. Dots without a line stand for fewer than "
    f"{ENOUGH} games."
)


def _of_plies(
    name: str,
    summary: str,
    chart: Callable[..., Chart],
    measure: PlyMeasure,
    reading: str = _CURVES,
) -> Plot:
    return Plot(name, summary, chart, reading, "plies", measure.needs, measure)


def _standing(name: str, measure: PlyMeasure, title: str, unit: str, more: str = "") -> Plot:
    chart = partial(courses.standing, measure=measure, title=title, unit=unit, more=more)
    return _of_plies(name, f"{title}, in the course of a game.", chart, measure)


PLOTS = {
    plot.name: plot
    for plot in (
        Plot(
            "lengths",
            "How many games last how many plies.",
            results.lengths,
            "The line falls from all games to none: at each length it is the share of the games "
            "that last longer. Half of the games last longer than the dashed line; the band is "
            "where the true share likely is. Upright marks and hatched bars are games that "
            "were cut off or have no result. Under each length stands how many games last so "
            "long; the bars count the games that end (numbers at the right).",
            "games",
        ),
        Plot(
            "balance",
            "Share of games that the first player wins, with intervals.",
            results.balance,
            "Each dot is the share of games that the side moving first won, a draw being divided; "
            "the line through it is where the true share likely is. A line that crosses the "
            "upright mark is compatible with a fair game.",
            "games",
            options=("by", "pool"),
        ),
        Plot(
            "openings",
            "Opening moves, as high as they are frequent.",
            icicle,
            "Each column is a ply, and to the right of a move are the answers to it. The higher a "
            "block, the more games went that way; blue moves scored well for the side that played "
            "them, orange ones badly, pale ones about even. Hatched blocks have fewer than "
            f"{ENOUGH} games with a result. Moves in thin blocks are named beside them.",
            "openings",
            options=("depth", "min_count"),
        ),
        _of_plies(
            "captures",
            "Pieces captured per move, in the course of a game.",
            courses.captures,
            courses.CAPTURED,
            "The height is how many pieces a side takes with one move, on average, at that stage "
            "of the game. The band is where the true average likely is. The grey steps at the foot "
            "count the games that go on to that move; dots without a line stand for fewer than "
            f"{ENOUGH} moves.",
        ),
        _of_plies(
            "capture-map",
            "Where on the board pieces are captured.",
            maps.capture_map,
            maps.TAKEN,
            "The darker a point (on a dark screen: the lighter), the more pieces are captured on "
            "it. Points in the colour of the board had no capture. Boards of one game have one "
            "scale; those of different games have scales of their own.",
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
