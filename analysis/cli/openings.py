"""``ludograph openings``."""

import csv
import json
import sys
from collections.abc import Iterable

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import CommandTables
from analysis.cli.openings_text import heading, table
from analysis.cli.options import json_option, plural, with_reading
from analysis.cli.selecting import selecting_options
from analysis.openings.lines import (
    COLUMNS,
    OpeningRow,
    OpeningTree,
    csv_cells,
    most_played_first,
    opening_trees,
    rows,
)
from analysis.openings.names import bundled_names, read_names
from analysis.openings.tree import DEPTH, Openings
from analysis.select.position import read_position
from analysis.select.selection import Selection
from notation import InvalidPosition


@click.command("openings")
@click.argument("files", nargs=-1, required=True)
@selecting_options
@with_reading
@click.option(
    "--depth", type=click.IntRange(1), default=DEPTH, show_default=True, help="Plies to look at."
)
@click.option("--from", "origin", metavar="POSITION", help="First position, or moves to it.")
@click.option("--no-fold", is_flag=True, help="Count turned and mirrored positions apart.")
@click.option(
    "--min-count",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Leave out moves played less often.",
)
@click.option("--names", multiple=True, metavar="FILE", help="Names of openings; may be repeated.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table, a row for each move.")
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
    names: tuple[str, ...],
    chosen: Selection,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Show what was played in FILES, as a tree of moves with their results.

    Positions count as one by whatever moves they came about, and so do those that are each other's
    image when the board is turned or mirrored. For each move: how often it was played here (and
    of how many equal moves), the share of that, how many games reached the position after it by
    any moves, what the side that played it scored in these games with an interval of 95 %, their
    mean length in plies, and the last date. Of a game with an error the good plies count.

    \b
    Examples:
      ludograph openings games/ --depth 6 --min-count 10
      ludograph openings games/ --from "2.7.2N2 11.6.2SE2" --csv > replies.csv
    """
    named = [*bundled_names(), *(name for path in names for name in read_names(path))]
    openings = _openings(depth, origin, no_fold, reading)
    gathering = CommandTables()
    for one in gathering.replays(files, reading, chosen):
        openings.add(one)
    trees = opening_trees(openings, min_count=min_count, dialect=reading.dialect, names=named)
    if as_json:
        for row in rows(trees):
            click.echo(json.dumps(row | {"key": f"{row['key']:016x}"}, ensure_ascii=False))
    elif as_csv:
        _write_csv(rows(trees))
    else:
        _print(openings, trees)
    ctx.exit(gathering.status)


def _openings(depth: int, origin: str | None, no_fold: bool, reading: InputOptions) -> Openings:
    if origin is None:
        return Openings(depth, fold=not no_fold)
    try:
        position = read_position(origin, reading.game, reading.variant)
    except InvalidPosition as error:
        raise click.BadParameter(str(error), param_hint="--from") from None
    return Openings(depth, fold=not no_fold, origin=position)


def _write_csv(found: Iterable[OpeningRow]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(csv_cells, found))


def _print(openings: Openings, trees: list[OpeningTree]) -> None:
    shown = 0
    for tree in most_played_first(trees):
        for root in tree.roots:
            for line in [*([""] if shown else []), heading(openings, tree, root), "", *table(root)]:
                click.echo(line)
            shown += 1
    if not shown:
        reached = "reaches that position" if openings.origin else "could be put on a board"
        click.echo(f"{plural(openings.read, 'record')} read: no game {reached}")
