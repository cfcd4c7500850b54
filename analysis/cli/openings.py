"""``ludograph openings``: the tree of first moves, printed with its numbers in columns."""

import textwrap
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import click

from analysis.batch import InputOptions
from analysis.cli.options import Games, OneOf, TableStyle, Whole, games_options, table_options
from analysis.cli.run import Run
from analysis.cli.tables import count_openings
from analysis.cli.terminal import Printable
from analysis.cli.text_table import WIDTH
from analysis.games import find
from analysis.openings.lines import (
    COLUMNS,
    MARK,
    adjusted_apart,
    caveat,
    csv_cells,
    remark,
    rows,
    tests_of,
)
from analysis.openings.names import bundled_names, read_names
from analysis.openings.nodes import OpeningNode, OpeningTree, opening_trees
from analysis.openings.tree import DEPTH, Openings
from analysis.select.position import read_position
from analysis.statistics.estimates import Proportion
from analysis.statistics.significance import stands
from notation import InvalidPosition
from notation.numbers import plural
from notation.printing import visible

Nodes = Sequence[OpeningNode]

NOTHING = "-"
"""Printed where there is no value."""

GAP, INDENT = 2, 2
"""Blanks between columns, and before a move for every ply."""

YEARS = 6
"""Most years that have columns of their own; more are shown by decade."""


class Shown(NamedTuple):
    """Optional columns of a printed tree.

    Attributes:
        years: whether the games of each year are shown.
        examples: whether games are named.
    """

    years: bool = False
    examples: bool = False


PLAIN = Shown()
"""A tree of the numbers alone."""


def _not_pooled(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Refuse the option of the other commands, with the reason."""
    if value:
        raise click.UsageError(
            "openings are not pooled: every variant has a tree of its own, for the same moves lead "
            "to other positions under other rules; --where selects variants"
        )


@click.command("openings")
@games_options
@click.option("--depth", type=Whole(1), default=DEPTH, show_default=True, help="Number of plies.")
@click.option("--from", "origin", metavar="POSITION", help="First position, or moves to it.")
@click.option("--no-fold", is_flag=True, help="Count rotated and mirrored positions apart.")
@click.option(
    "--min-count",
    type=Whole(1),
    default=1,
    show_default=True,
    help="Leave out moves played in fewer games.",
)
@click.option(
    "--by", type=OneOf(("period", "year")), help="Show the games of each period: year or decade."
)
@click.option(
    "--pool", is_flag=True, hidden=True, is_eager=True, expose_value=False, callback=_not_pooled
)
@click.option("--examples", is_flag=True, help="Name the first game of each position.")
@click.option("--names", multiple=True, metavar="FILE", help="Opening names; may be repeated.")
@table_options("move")
@click.pass_context
def command(
    ctx: click.Context,
    games: Games,
    depth: int,
    origin: str | None,
    no_fold: bool,
    min_count: int,
    by: str | None,
    examples: bool,
    names: tuple[str, ...],
    style: TableStyle,
) -> None:
    """Print the first moves of the games in FILES as a tree, with results.

    Transpositions are merged, and so are positions that are images of each other under a rotation
    or reflection of the board. The columns of a move: number of games in which it was played here
    (and xN for N equivalent moves), percentage, number of games that reached the position after
    it by any moves, wins in these games by side (and = draws), score of the side that moved with a
    95 % interval (* if its wins are uneven after the correction for many tests), mean length in
    plies, and latest date. Of a game with an error the plies before it count.

    \b
    Examples:
      ludograph openings games/ --depth 6 --min-count 10
      ludograph openings games/ --from "2.7.2N2 11.6.2SE2" --csv > replies.csv
    """
    named = [*bundled_names(), *(name for path in names for name in read_names(path))]
    openings = _openings(depth, origin, no_fold, games.reading)
    with Run(games) as run:
        count_openings(run, openings)
    status = run.judge()
    dialect = games.reading.dialect
    trees = opening_trees(openings, min_count=min_count, dialect=dialect, names=named)
    cells = (dict(zip(COLUMNS, csv_cells(row), strict=True)) for row in rows(trees))
    style.print(
        (row | {"key": f"{row['key']:016x}"} for row in rows(trees)),
        COLUMNS,
        cells,
        _lines(openings, trees, Shown(by is not None, examples)),
    )
    ctx.exit(status)


def _openings(depth: int, origin: str | None, no_fold: bool, reading: InputOptions) -> Openings:
    if origin is None:
        return Openings(depth, fold=not no_fold)
    try:
        position = read_position(origin, reading.game, reading.variant)
    except InvalidPosition as error:
        raise click.BadParameter(str(error), param_hint="--from") from None
    return Openings(depth, fold=not no_fold, origin=position)


def _lines(openings: Openings, trees: Iterable[OpeningTree], shown: Shown) -> Iterator[str]:
    tests = list[int]()
    for tree in trees:
        for root in tree.roots:
            yield from [*[""] * bool(tests), heading(openings, tree, root), ""]
            yield Printable("\n".join(map(visible, table(root, shown))))
            yield from _wrapped(caveat(root, root.walk()))
            tests.append(tests_of(root))
    yield from _wrapped(adjusted_apart(tests))
    if not tests:
        reached = "reaches that position" if openings.origin else "could be put on a board"
        reached = reached if openings.read else "to count"
        yield f"{plural(openings.read, 'record')} read: no game {reached}"


def _wrapped(words: str) -> Iterator[str]:
    """Yield a paragraph after an empty line; nothing for an empty text."""
    yield from ["", *textwrap.wrap(words, WIDTH)] if words else []


def heading(openings: Openings, tree: OpeningTree, root: OpeningNode) -> str:
    """Return the heading of a tree: game, variant, number of games, depth, start."""
    title, games = find(tree.game).title, plural(root.times, "game")
    if openings.origin is not None:
        games += f" of {openings.read:,}"
    images = "images count as one" if openings.fold else "images count apart"
    depth = plural(openings.depth, "ply")
    start = find(tree.game).start(tree.variant)
    place = "the start" if root.position == start else str(root.position)
    return f"{title} ({tree.variant}): {games}, {depth} from {place}; {images}"


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
    """Return a function that counts the games of years with a prefix."""
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
    """Return periods by name with the prefix of their years: years, or decades of many."""
    years = sorted(root.results.years)
    if len(years) <= YEARS:
        return {year: year for year in years}
    return {f"{year[:3]}0s": year[:3] for year in years}
