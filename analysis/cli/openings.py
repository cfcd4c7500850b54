"""``ludograph openings``: the tree of first moves."""

import textwrap
from collections.abc import Iterable, Iterator

import click

from analysis.batch import InputOptions
from analysis.cli.options import Games, OneOf, TableStyle, Whole, games_options, table_options
from analysis.cli.run import Run
from analysis.cli.tables import count_openings
from analysis.cli.terminal import Printable
from analysis.cli.text_table import WIDTH, lines_of
from analysis.games import find
from analysis.openings.lines import (
    COLUMNS,
    adjusted_apart,
    csv_cells,
    rows,
    section,
    tests_of,
)
from analysis.openings.names import bundled_names, read_names
from analysis.openings.nodes import OpeningNode, OpeningTree, opening_trees
from analysis.openings.tree import DEPTH, Openings
from analysis.select.position import read_position
from notation import InvalidPosition
from notation.numbers import plural
from notation.printing import visible


@click.command("openings")
@games_options
@click.option("--depth", type=Whole(1), default=DEPTH, show_default=True, help="Number of plies.")
@click.option("--from", "origin", metavar="POSITION", help="First position, or moves to it.")
@click.option("--no-fold", is_flag=True, help="Count rotated and mirrored positions separately.")
@click.option(
    "--min-count",
    type=Whole(1),
    help="Leave out moves played in fewer games; by default 1, and 1 more for every 5,000 games.",
)
@click.option(
    "--by", type=OneOf(("period", "year")), help="Show the number of games of each year, or decade."
)
@click.option("--examples", is_flag=True, help="Name the first game of each position.")
@click.option(
    "--names", multiple=True, metavar="FILE", help="File of names of openings; may be repeated."
)
@table_options("move")
@click.pass_context
def command(
    ctx: click.Context,
    games: Games,
    depth: int,
    origin: str | None,
    no_fold: bool,
    min_count: int | None,
    by: str | None,
    examples: bool,
    names: tuple[str, ...],
    style: TableStyle,
) -> None:
    """Print the first moves of the games in FILES as a tree, with results.

    Transpositions are merged, and so are positions that are images of each other under a rotation
    or reflection of the board. A game with an error counts up to the error.

    The first columns of a move are the number of games in which it was played here, with xN for N
    equivalent moves, and the percentage. The other columns describe all games that reached the
    position after the move: their number; wins by side and draws (=); the score of the side that
    moved, with a 95 % interval; mean length in plies; and latest date. A * marks a
    significant difference of the wins, corrected for the number of tests.

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
        _lines(openings, trees, by is not None, examples),
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


def _lines(
    openings: Openings, trees: Iterable[OpeningTree], years: bool, examples: bool
) -> Iterator[str]:
    tests = list[int]()
    for tree in trees:
        for root in tree.roots:
            title = heading(openings, tree, root)
            shown = section(title, root, list(root.walk_depths()), years=years, examples=examples)
            yield from [""] * bool(tests)
            yield Printable("\n".join(map(visible, lines_of([shown]))))
            tests.append(tests_of(root))
    if together := adjusted_apart(tests):
        yield from ["", *textwrap.wrap(together, WIDTH)]
    if not tests:
        reached = "reaches that position" if openings.origin else "could be put on a board"
        reached = reached if openings.read else "to count"
        yield f"{plural(openings.read, 'record')} read: no game {reached}"


def heading(openings: Openings, tree: OpeningTree, root: OpeningNode) -> str:
    """Return the heading of a tree: game, variant, number of games, depth, start."""
    title, games = find(tree.game).title, plural(root.times, "game")
    if openings.origin is not None:
        games += f" of {openings.read:,}"
    images = "images count as one" if openings.fold else "images count apart"
    depth = plural(openings.depth, "ply")
    start = find(tree.game).start(tree.variant)
    place = "the start" if root.position == start else str(root.position)
    rare = f"; moves of fewer than {tree.min_count:,} games left out" if tree.min_count > 1 else ""
    return f"{title} ({tree.variant}): {games}, {depth} from {place}; {images}{rare}"
