"""``ludograph openings``: the tree of first moves, printed with its numbers in columns."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import CommandTables
from analysis.cli.options import OpenPool, Whole, Word, csv_options, json_option, plural
from analysis.cli.output import print_csv, print_json
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import Printable, echo, echo_lines
from analysis.cli.text_table import WIDTH
from analysis.games import find
from analysis.openings.caveats import (
    MARK,
    adjusted_apart_in,
    caveat,
    caveat_of,
    remark,
    tests_of,
)
from analysis.openings.lines import (
    COLUMNS,
    AnyTree,
    OpeningTree,
    csv_cells,
    most_played_first,
    opening_tree,
    rows,
)
from analysis.openings.names import OpeningName, bundled_names, read_names
from analysis.openings.nodes import OpeningNode
from analysis.openings.scores import Score
from analysis.openings.tree import DEPTH, Openings
from analysis.select.position import read_position
from analysis.select.selection import Selection
from analysis.statistics.significance import stands
from notation import InvalidPosition
from notation.memo import Memo
from notation.printing import visible

if TYPE_CHECKING:
    # Not loaded here: large trees are rare.
    from analysis.openings.column_lines import ColumnRoot
    from analysis.openings.column_rows import TabledTree

NOTHING = "-"
"""Printed where there is no value."""

GAP, INDENT = 2, 2
"""Blanks between columns, and before a move for every ply."""

HEAD = ("move", "", "played", "%", "reached", "results", "score", "95 %", "", "plies", "last")

YEARS = 6
"""Most years that have columns of their own; more are shown by decade."""

EMPTY = {"", HEAD[1], HEAD[-1]}
"""A column with nothing else is left out."""


def _not_pooled(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Refuse the option of the other commands, with the reason."""
    if value:
        raise click.UsageError(
            "openings are not pooled: every variant has a tree of its own, for the same moves lead "
            "to other positions under other rules; --where selects variants"
        )


@click.command("openings")
@files_argument
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
    "--by", type=Word(("period", "year")), help="Show the games of each period: year or decade."
)
@click.option(
    "--pool", is_flag=True, hidden=True, is_eager=True, expose_value=False, callback=_not_pooled
)
@click.option("--examples", is_flag=True, help="Name the first game of each position.")
@click.option("--names", multiple=True, metavar="FILE", help="Opening names; may be repeated.")
@csv_options("move")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    reading: InputOptions,
    depth: int,
    origin: str | None,
    no_fold: bool,
    min_count: int,
    by: str | None,
    examples: bool,
    names: tuple[str, ...],
    chosen: Selection,
    pool: OpenPool,
    as_csv: bool,
    safe_csv: bool,
    as_json: bool,
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
    openings = _openings(depth, origin, no_fold, reading)
    gathering = CommandTables()
    gathering.count_openings(openings, files, reading, chosen, pool)
    if not (as_json or as_csv):
        shown = Shown(by is not None, examples)
        _print(openings, _trees(openings, min_count, reading.dialect, named), shown)
        ctx.exit(gathering.status)
    trees = _trees(openings, min_count, reading.dialect, named)
    if as_json:
        for row in rows(trees):
            print_json(row | {"key": f"{row['key']:016x}"})
    else:
        cells = map(csv_cells, rows(trees))
        print_csv(COLUMNS, (dict(zip(COLUMNS, row, strict=True)) for row in cells), safe_csv)
    ctx.exit(gathering.status)


def _openings(depth: int, origin: str | None, no_fold: bool, reading: InputOptions) -> Openings:
    if origin is None:
        return Openings(depth, fold=not no_fold)
    try:
        position = read_position(origin, reading.game, reading.variant)
    except InvalidPosition as error:
        raise click.BadParameter(str(error), param_hint="--from") from None
    return Openings(depth, fold=not no_fold, origin=position)


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


def _trees(
    openings: Openings, min_count: int, dialect: str | None, names: Sequence[OpeningName]
) -> "Iterator[OpeningTree | TabledTree]":
    """Yield the trees of openings, large ones in columns."""
    for counts in openings.trees.values():
        if counts.is_large(min_count):
            # Loaded here: such trees are rare.
            from analysis.openings.column_rows import TabledTree

            yield TabledTree(openings, counts, min_count, dialect, names)
        else:
            yield opening_tree(openings, counts, min_count, dialect, names)


def _print(openings: Openings, trees: "Iterable[OpeningTree | TabledTree]", shown: Shown) -> None:
    tests, printed = list[int](), False
    for tree in most_played_first(trees):
        for first, tested, lines in _of_roots(tree, shown):
            echo_lines([*[""] * printed, heading(openings, tree, first), ""])
            for some in filter(None, lines):
                echo(Printable("\n".join(map(visible, some))))
            tests += [tested] * (first.results.decided > 1)
            printed = True
    echo_lines(_wrapped(adjusted_apart_in(tests)))
    if not printed:
        reached = "reaches that position" if openings.origin else "could be put on a board"
        reached = reached if openings.read else "to count"
        echo(f"{plural(openings.read, 'record')} read: no game {reached}")


def _of_roots(
    tree: "OpeningTree | TabledTree", shown: Shown
) -> Iterator[tuple[OpeningNode, int, Iterator[list[str]]]]:
    """Yield each first position with its number of tests, and its lines, some at a time."""
    if isinstance(tree, OpeningTree):
        for root in tree.roots:
            about = _wrapped(caveat(root, root.walk()))
            yield root, tests_of(root), iter([table(root, shown), [*about]])
    else:
        for large in tree.roots:
            about = _wrapped(caveat_of(large.first, large.intervals, large.tests))
            yield large.first, large.tests, chain(large_table(tree, large, shown), [[*about]])


def _wrapped(words: str) -> Iterator[str]:
    """Yield a paragraph after an empty line; nothing for an empty text."""
    yield from ["", *textwrap.wrap(words, WIDTH)] if words else []


def heading(openings: Openings, tree: AnyTree, root: OpeningNode) -> str:
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
    nodes, spans = list(root.walk()), _spans(root) if shown.years else {}
    rows = [(*_cells(one, root), *_by_year(one, spans)) for one in nodes]
    layout = Layout((*HEAD, *spans))
    for row in rows:
        layout.widen(row)
    lines = [layout.line(layout.head[0], layout.figures(layout.head), "")]
    for (move, *figures), node in zip(rows, nodes, strict=True):
        remark = _remark(node, shown.examples)
        lines.append(layout.line(move, layout.figures(["", *figures]), remark))
    return lines


def large_table(tree: "TabledTree", root: "ColumnRoot", shown: Shown) -> Iterator[list[str]]:
    """Yield the lines of a tree in columns as those of `table`, some at a time."""
    first, spans = root.first, _spans(root.first) if shown.years else {}
    by_year = tree.listed.by_year(list(spans.values()))

    def cells(line: tuple[Any, ...]) -> list[str]:
        figures = tree.line(line)
        years = (f"{games:,}" for games in figures.by_year)
        return ["", *_cells(figures.node(first.position), first)[1:], *years]

    top = (*_cells(first, first), *_by_year(first, spans))
    layout = Layout((*HEAD, *spans))
    layout.widen(top)
    layout.widen([" " * root.longest, *top[1:]])
    for columns in root.walk():
        for line in {*root.lines(columns, by_year, tree.tests)}:
            layout.widen(cells(line))
    figures = Memo[tuple[Any, ...], str](lambda line: layout.figures(cells(line)))
    yield [
        layout.line(layout.head[0], layout.figures(layout.head), ""),
        layout.line(top[0], layout.figures(top), _remark(first, shown.examples)),
    ]
    for columns in root.walk():
        lines = map(figures.__getitem__, root.lines(columns, by_year, tree.tests))
        moves = (
            " " * INDENT * (depth - 1) + tree.texts[move]
            for depth, move in zip(columns["depth"].tolist(), columns["move"].tolist(), strict=True)
        )
        remarks = tree.remarks(columns, shown.examples)
        yield list(map(layout.line, moves, lines, remarks))


class Layout:
    """The columns of a table of openings, as wide as their widest cells.

    Args:
        head: the heads of the columns.

    Attributes:
        head: the same.
    """

    def __init__(self, head: Sequence[str]) -> None:
        self.head, self._widths = head, list(map(len, head))
        self._empty = [cell in EMPTY for cell in head]

    def widen(self, cells: Sequence[str]) -> None:
        """Make room for the cells of a row."""
        self._widths = list(map(max, self._widths, map(len, cells)))
        if any(self._empty):
            self._empty = [
                empty and cell in EMPTY for empty, cell in zip(self._empty, cells, strict=True)
            ]

    def figures(self, cells: Sequence[str]) -> str:
        """Return the cells of a row after the first; a column with nothing in it is left out."""
        every = zip(cells, self._widths, self._empty, strict=True)
        return "".join(
            f"{' ' * GAP}{cell:>{width}}" for cell, width, empty in [*every][1:] if not empty
        )

    def line(self, move: str, figures: str, remark: str) -> str:
        """Return a row as a line."""
        return f"{move:{self._widths[0]}}{figures}{' ' * GAP}{remark}".rstrip()


def _cells(branch: OpeningNode, root: OpeningNode) -> tuple[str, ...]:
    results = branch.results
    low, high = (round(100 * end) for end in branch.interval)
    score = branch.score
    return (
        f"{' ' * INDENT * (len(branch.line) - 1)}{branch.move or 'first position'}",
        f"x{branch.fold}" if branch.fold > 1 else "",
        f"{branch.times:,}",
        f"{100 * branch.share:.1f}",
        f"{results.games:,}",
        _results(results),
        NOTHING if score is None else f"{100 * score:.1f}",
        NOTHING if score is None else f"{low}-{high}",
        MARK if stands(branch.p_adjusted) else "",
        f"{branch.mean_plies:.1f}",
        results.last,
    )


def _spans(root: OpeningNode) -> dict[str, str]:
    """Return the names of periods, with what their years begin with: years, or decades of many."""
    years = sorted(root.results.years)
    if len(years) <= YEARS:
        return {year: year for year in years}
    return {f"{year[:3]}0s": year[:3] for year in years}


def _by_year(node: OpeningNode, spans: dict[str, str]) -> Iterator[str]:
    for beginning in spans.values():
        games = node.results.years.items()
        yield f"{sum(many for year, many in games if year.startswith(beginning)):,}"


def _results(score: Score) -> str:
    """Return the wins of the sides in their order, and the draws if there are some."""
    wins = "-".join(f"{won:,}" for won in score.wins)
    return (f"{wins} ={score.draws:,}" if score.draws else wins) if score.decided else NOTHING


def _remark(branch: OpeningNode, examples: bool) -> str:
    example = branch.results.examples[0] if examples else None
    return remark(branch.name, branch.transposes, branch.accepted, example)
