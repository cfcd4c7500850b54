"""The tables that plots are drawn from."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.rows import TableBuilder
from analysis.tables.schema import OF_LEGAL_MOVES

if TYPE_CHECKING:
    from analysis.openings import Openings
    from analysis.plots import Plot
    from analysis.plots.counts import CountedPlies, PlyMeasure
    from analysis.statistics.games import GameTable, GameTableMaker


class Counting(NamedTuple):
    """Functions that count the games of a source; a plot calls one of them, once.

    Attributes:
        openings: adds the openings of the games to its argument.
        plies: counts the plies of the games by a measure.
        games: makes the table of the games.
    """

    openings: "Callable[[Openings], None]"
    plies: "Callable[[TableBuilder, PlyMeasure], CountedPlies]"
    games: "Callable[[GameTableMaker], GameTable]"


def table_of(
    plot: "Plot",
    counting: Counting,
    *,
    by: str | None = None,
    depth: int | None = None,
    min_count: int | None = None,
) -> object:
    """Return the table of a plot.

    Args:
        plot: the plot.
        counting: counts the games.
        by: the word to group games by.
        depth: number of plies of openings; None for the usual one.
        min_count: minimum number of games of a move of openings.
    """
    if plot.table == "openings":
        from analysis.openings import Openings
        from analysis.openings.nodes import opening_trees
        from analysis.openings.tree import DEPTH
        from analysis.plots.openings import panel_of

        openings = Openings(DEPTH if depth is None else depth)
        counting.openings(openings)
        trees = opening_trees(openings, min_count=min_count)
        return [panel_of(tree, min_count) for tree in trees]
    columns = frozenset(plot.columns)
    if plot.measure:
        builder = TableBuilder(columns, bool(columns & OF_LEGAL_MOVES), False, frozenset({"plies"}))
        return counting.plies(builder, plot.measure)
    from analysis.statistics.games import GameTableMaker

    words = (*filter(None, (by,)), *plot.columns)
    return counting.games(GameTableMaker(words, measured=False))
