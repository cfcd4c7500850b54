"""``ludograph openings``: the tree of first moves, printed with its numbers in columns."""

import textwrap
from collections.abc import Iterable, Iterator

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import count_openings
from analysis.cli.opening_table import Shown, table
from analysis.cli.options import OneOf, OpenPool, Whole, csv_options, json_option, plural
from analysis.cli.output import print_csv, print_json
from analysis.cli.run import Run
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import Printable, echo, echo_lines
from analysis.cli.text_table import WIDTH
from analysis.games import find
from analysis.openings.lines import (
    COLUMNS,
    adjusted_apart,
    caveat,
    csv_cells,
    most_played_first,
    rows,
)
from analysis.openings.names import bundled_names, read_names
from analysis.openings.nodes import OpeningNode, OpeningTree, opening_trees
from analysis.openings.tree import DEPTH, Openings
from analysis.select.position import read_position
from analysis.select.selection import Selection
from notation import InvalidPosition
from notation.printing import visible


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
    "--by", type=OneOf(("period", "year")), help="Show the games of each period: year or decade."
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
    with Run(files, reading, chosen, pool) as run:
        count_openings(run, openings)
    status = run.judge()
    trees = opening_trees(openings, min_count=min_count, dialect=reading.dialect, names=named)
    if not (as_json or as_csv):
        _print(openings, trees, Shown(by is not None, examples))
    elif as_json:
        for row in rows(trees):
            print_json(row | {"key": f"{row['key']:016x}"})
    else:
        cells = map(csv_cells, rows(trees))
        print_csv(COLUMNS, (dict(zip(COLUMNS, row, strict=True)) for row in cells), safe_csv)
    ctx.exit(status)


def _openings(depth: int, origin: str | None, no_fold: bool, reading: InputOptions) -> Openings:
    if origin is None:
        return Openings(depth, fold=not no_fold)
    try:
        position = read_position(origin, reading.game, reading.variant)
    except InvalidPosition as error:
        raise click.BadParameter(str(error), param_hint="--from") from None
    return Openings(depth, fold=not no_fold, origin=position)


def _print(openings: Openings, trees: Iterable[OpeningTree], shown: Shown) -> None:
    found = [(tree, root) for tree in most_played_first(trees) for root in tree.roots]
    for number, (tree, root) in enumerate(found):
        echo_lines([*[""] * (number > 0), heading(openings, tree, root), ""])
        echo(Printable("\n".join(map(visible, table(root, shown)))))
        echo_lines(_wrapped(caveat(root, root.walk())))
    echo_lines(_wrapped(adjusted_apart(root for _, root in found)))
    if not found:
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
