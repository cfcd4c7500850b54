"""The printed table of an opening tree."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.openings.caveats import MARK
from analysis.openings.figures import LineFigures, figures_of
from analysis.openings.nodes import OpeningNode
from analysis.statistics.estimates import Proportion
from notation.memo import Memo

if TYPE_CHECKING:
    # Not loaded here: trees of few games have no columns.
    from analysis.openings.column_lines import ColumnRoot
    from analysis.openings.column_tree import ColumnTree

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
    spans = _spans(root) if shown.years else {}
    figures = figures_of([*root.walk()], spans, shown.examples)
    layout = _Layout(spans)
    layout.widen(figures)
    return [layout.head(), *layout.lines(figures)]


def large_table(
    tree: "ColumnTree", root: "ColumnRoot", shown: Shown = PLAIN
) -> Iterator[list[str]]:
    """Yield the lines of a tree in columns as those of `table`, some at a time."""
    spans = _spans(root.first) if shown.years else {}
    first, layout = figures_of([root.first], spans, shown.examples), _Layout(spans)
    layout.widen(first)
    for figures in tree.figures(root, spans, shown.examples):
        layout.widen(figures)
    yield [layout.head(), *layout.lines(first)]
    for figures in tree.figures(root, spans, shown.examples):
        yield layout.lines(figures)


class _Column(NamedTuple):
    """A column of the table after the moves.

    Attributes:
        head: its head.
        values: what its cells depend on, by the figures of lines.
        cell: returns a cell.
        optional: whether it is left out where all its cells are empty.
    """

    head: str
    values: Callable[[LineFigures], Iterable[Hashable]]
    cell: Callable[[Any], str]
    optional: bool = False


class _Layout:
    """The columns of a table, as wide as their widest cells.

    Args:
        spans: the names of the periods that have columns.
    """

    def __init__(self, spans: Iterable[str]) -> None:
        years = [_Column(name, _games_of(at), "{:,}".format) for at, name in enumerate(spans)]
        self._columns = [*_COLUMNS, *years]
        self._cells = [Memo[Any, str](column.cell) for column in self._columns]
        self._widths = [0] * len(self._columns)
        self._moves = len("move")

    def widen(self, figures: LineFigures) -> None:
        """Make room for the cells of lines; nothing was printed before."""
        self._moves = max(self._moves, *map(len, _moves(figures)))
        for at, (column, cells) in enumerate(zip(self._columns, self._cells, strict=True)):
            widest = max(len(cells[value]) for value in {*column.values(figures)})
            self._widths[at] = max(self._widths[at], widest)

    def head(self) -> str:
        """Return the line of heads."""
        heads = (f"{'':{GAP}}{one.head:>{width}}" for one, width, _ in self._shown())
        return f"{'move':{self._moves}}{''.join(heads)}".rstrip()

    def lines(self, figures: LineFigures) -> list[str]:
        """Return lines, for which there is room."""
        texts = [
            map(cells.__getitem__, column.values(figures)) for column, _, cells in self._shown()
        ]
        rows = map("".join, zip(*texts, strict=True))
        width = self._moves
        return [
            f"{move:{width}}{row}  {remark}".rstrip()
            for move, row, remark in zip(_moves(figures), rows, figures.remarks, strict=True)
        ]

    def _shown(self) -> Iterator[tuple[_Column, int, Memo[Any, str]]]:
        """Yield the columns that are not left out, their widths, and their cells as wide."""
        for column, widest, cells in zip(self._columns, self._widths, self._cells, strict=True):
            if widest or not column.optional:
                width = max(widest, len(column.head))
                yield column, width, Memo(_justified(cells, width))


def _justified(cells: Memo[Any, str], width: int) -> Callable[[Any], str]:
    return lambda value: f"{'':{GAP}}{cells[value]:>{width}}"


def _moves(figures: LineFigures) -> list[str]:
    """Return the cells of the moves: two blanks stand before one for every ply before."""
    return [
        " " * (INDENT * (depth - 1)) + (move or "first position")
        for depth, move in zip(figures.depths, figures.moves, strict=True)
    ]


def _games_of(span: int) -> Callable[[LineFigures], Sequence[int]]:
    return lambda figures: figures.years[span]


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


def _scores(figures: LineFigures) -> Iterable[tuple[int, ...]]:
    return zip(figures.sides, figures.draws, *figures.wins, strict=True)


_COLUMNS = (
    _Column("", lambda of: of.folds, lambda fold: f"x{fold}" if fold > 1 else "", True),
    _Column("played", lambda of: of.times, "{:,}".format),
    _Column("%", lambda of: of.shares, lambda share: f"{100 * share:.1f}"),
    _Column("reached", lambda of: of.games, "{:,}".format),
    _Column("results", lambda of: zip(of.draws, *of.wins, strict=True), _results),
    _Column("score", _scores, _score),
    _Column("95 %", _scores, _interval),
    _Column("", lambda of: of.stand, lambda stand: MARK if stand else "", True),
    _Column(
        "plies",
        lambda of: zip(of.plies, of.games, strict=True),
        lambda lengths: f"{lengths[0] / lengths[1]:.1f}",
    ),
    _Column("last", lambda of: of.last, str, True),
)


def _spans(root: OpeningNode) -> dict[str, str]:
    """Return the names of periods, with what their years begin with: years, or decades of many."""
    years = sorted(root.results.years)
    if len(years) <= YEARS:
        return {year: year for year in years}
    return {f"{year[:3]}0s": year[:3] for year in years}
