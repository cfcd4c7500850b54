"""The printed table of an opening tree."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from analysis.openings.lines import MARK, remark
from analysis.openings.nodes import OpeningNode
from analysis.statistics.estimates import Proportion
from analysis.statistics.significance import stands

Nodes = Sequence[OpeningNode]

NOTHING = "-"
"""Printed where there is no value."""

GAP, INDENT = 2, 2
"""Blanks between columns, and before a move for every ply."""

YEARS = 6
"""Most years that have columns of their own; more are shown by decade."""


class Shown(NamedTuple):
    """What a printed tree has besides its numbers.

    Attributes:
        years: whether the games of each year are shown.
        examples: whether games are named.
    """

    years: bool = False
    examples: bool = False


PLAIN = Shown()
"""A tree of the numbers alone."""


def table(root: OpeningNode, shown: Shown = PLAIN) -> list[str]:
    """Return a tree as lines; names and other notes follow the columns."""
    depths, nodes = zip(*root.walk_depths(), strict=True)
    moves = [
        " " * (INDENT * (depth - 1)) + (node.move or "first position")
        for depth, node in zip(depths, nodes, strict=True)
    ]
    spans = _spans(root) if shown.years else {}
    years = [_Column(name, _games_within(first), "{:,}".format) for name, first in spans.items()]
    columns = [cells for one in (*_COLUMNS, *years) if (cells := _cells(one, nodes))]
    width, gap = max(map(len, moves)), " " * GAP
    remarks = ["", *(remark(node, shown.examples) for node in nodes)]
    rows = zip([f"{move:{width}}" for move in ("move", *moves)], *columns, remarks, strict=True)
    return [gap.join(row).rstrip() for row in rows]


class _Column(NamedTuple):
    """A column of the table after the moves.

    Attributes:
        head: its head.
        values: returns for each node what its cell depends on.
        cell: returns a cell.
        optional: whether it is left out where all its cells are empty.
    """

    head: str
    values: Callable[[Nodes], Iterable[Hashable]]
    cell: Callable[[Any], str]
    optional: bool = False


def _cells(column: _Column, nodes: Nodes) -> list[str]:
    """Return the head and the cells of a column, equally wide; none where it is left out."""
    values = list(column.values(nodes))
    cells = {value: column.cell(value) for value in set(values)}
    if column.optional and not any(cells.values()):
        return []
    width = max(map(len, (column.head, *cells.values())))
    wide = {value: f"{cell:>{width}}" for value, cell in cells.items()}
    return [f"{column.head:>{width}}", *map(wide.__getitem__, values)]


def _games_within(beginning: str) -> Callable[[Nodes], Iterable[int]]:
    """Return what counts the games of years that begin so."""
    return lambda nodes: [
        sum(games for year, games in node.results.years.items() if year.startswith(beginning))
        for node in nodes
    ]


def _results(score: tuple[int, ...]) -> str:
    """Return the wins of the sides in their order, after the draws if there are some."""
    draws, *wins = score
    found = "-".join(f"{won:,}" for won in wins)
    return (f"{found} ={draws:,}" if draws else found) if any(score) else NOTHING


def _points(of_side: tuple[int, ...]) -> tuple[float, int]:
    """Return the points of a side, and the number of games with a result."""
    side, draws, *wins = of_side
    return wins[side] + draws / len(wins), draws + sum(wins)


def _score(of_side: tuple[int, ...]) -> str:
    points, decided = _points(of_side)
    return f"{100 * (points / decided):.1f}" if decided else NOTHING


def _interval(of_side: tuple[int, ...]) -> str:
    found = Proportion(*_points(of_side)).interval
    return f"{round(100 * found[0])}-{round(100 * found[1])}" if found else NOTHING


def _scores(nodes: Nodes) -> list[tuple[int, ...]]:
    return [(node.side, node.results.draws, *node.results.wins) for node in nodes]


_COLUMNS = (
    _Column(
        "", lambda of: [one.fold for one in of], lambda fold: f"x{fold}" if fold > 1 else "", True
    ),
    _Column("played", lambda of: [one.times for one in of], "{:,}".format),
    _Column("%", lambda of: [one.share for one in of], lambda share: f"{100 * share:.1f}"),
    _Column("reached", lambda of: [one.results.games for one in of], "{:,}".format),
    _Column("results", _scores, lambda of_side: _results(of_side[1:])),
    _Column("score", _scores, _score),
    _Column("95 %", _scores, _interval),
    _Column(
        "",
        lambda of: [stands(one.p_adjusted) for one in of],
        lambda stand: MARK if stand else "",
        True,
    ),
    _Column("plies", lambda of: [one.mean_plies for one in of], "{:.1f}".format),
    _Column("last", lambda of: [one.results.last for one in of], str, True),
)


def _spans(root: OpeningNode) -> dict[str, str]:
    """Return the names of periods, with what their years begin with: years, or decades of many."""
    years = sorted(root.results.years)
    if len(years) <= YEARS:
        return {year: year for year in years}
    return {f"{year[:3]}0s": year[:3] for year in years}
