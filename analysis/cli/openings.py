"""``ludograph openings``: the tree of first moves, printed with its numbers in columns."""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import CommandTables
from analysis.cli.options import OpenPool, Whole, Word, csv_options, json_option, plural
from analysis.cli.output import print_csv, print_json
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import echo
from analysis.cli.text_table import WIDTH
from analysis.games import find
from analysis.openings.caveats import MARK, adjusted_apart, caveat
from analysis.openings.lines import (
    COLUMNS,
    OpeningTree,
    csv_cells,
    most_played_first,
    opening_trees,
    rows,
)
from analysis.openings.names import bundled_names, read_names
from analysis.openings.nodes import OpeningNode
from analysis.openings.scores import Score
from analysis.openings.tree import DEPTH, Openings
from analysis.select.position import read_position
from analysis.select.selection import Selection
from analysis.statistics.significance import stands
from notation import InvalidPosition

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
    trees = opening_trees(openings, min_count=min_count, dialect=reading.dialect, names=named)
    if as_json:
        for row in rows(trees):
            print_json(row | {"key": f"{row['key']:016x}"})
    elif as_csv:
        cells = map(csv_cells, rows(trees))
        print_csv(COLUMNS, (dict(zip(COLUMNS, row, strict=True)) for row in cells), safe_csv)
    else:
        _print(openings, trees, Shown(by is not None, examples))
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


def _print(openings: Openings, trees: list[OpeningTree], shown: Shown) -> None:
    roots = [(tree, root) for tree in most_played_first(trees) for root in tree.roots]
    for place, (tree, root) in enumerate(roots):
        top = [heading(openings, tree, root), ""]
        about = _wrapped(caveat(root, root.walk()))
        for line in [*([""] if place else []), *top, *table(root, shown), *about]:
            echo(line)
    for line in _wrapped(adjusted_apart(root for _, root in roots)):
        echo(line)
    if not roots:
        reached = "reaches that position" if openings.origin else "could be put on a board"
        reached = reached if openings.read else "to count"
        echo(f"{plural(openings.read, 'record')} read: no game {reached}")


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
    nodes, spans = list(root.walk()), _spans(root) if shown.years else {}
    rows = [(*HEAD, *spans), *((*_cells(one, root), *_by_year(one, spans)) for one in nodes)]
    notes = ["", *(_remark(one, shown.examples) for one in nodes)]
    columns = [column for column in zip(*rows, strict=True) if not EMPTY.issuperset(column)]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for (move, *figures), remark in zip(zip(*columns, strict=True), notes, strict=True):
        cells = [f"{cell:>{width}}" for cell, width in zip(figures, widths[1:], strict=True)]
        line = (" " * GAP).join([f"{move:{widths[0]}}", *cells, remark])
        lines.append(line.rstrip())
    return lines


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
    elsewhere = "goes on elsewhere" if branch.transposes else ""
    illegal = f"illegal in {plural(branch.accepted, 'game')}, as recorded"
    example = f"e.g. {branch.results.examples[0]}" if examples else ""
    notes = [branch.name, elsewhere, illegal if branch.accepted else "", example]
    return "; ".join(filter(None, notes))
