"""``ludograph stats``."""

import csv
import json
import sys
from collections.abc import Iterable

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import CommandTables, are_tables
from analysis.cli.options import OpenPool, jobs_options, json_option, with_reading
from analysis.cli.selecting import selecting_options
from analysis.cli.stats_text import comparison, details
from analysis.select.selection import Selection
from analysis.statistics import Summary, summarize
from analysis.statistics.summaries import LONG_COLUMNS, summary_columns
from analysis.tables.build import TableBuilder

DETAILED = {"game", "variant"}
"""Groups of which all is told; others are set beside each other."""


@click.command("stats")
@click.argument("files", nargs=-1, required=True)
@selecting_options
@with_reading
@click.option(
    "--by",
    multiple=True,
    metavar="WORD",
    help="Group by variant, player, game, event or any tag; may be repeated.",
)
@click.option("--branching", is_flag=True, help="Count legal moves as well, which takes longer.")
@click.option("--save", metavar="DIR", help="Keep the tables of plies and games in DIR.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table, a row for each figure.")
@jobs_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    by: tuple[str, ...],
    branching: bool,
    save: str | None,
    as_csv: bool,
    pool: OpenPool,
    as_json: bool,
) -> None:
    """Count and measure the games in FILES.

    Every game is played by the rules first; one that cannot be played to its end is counted as
    broken and left out of all else. Intervals are Wilson's, of 95 %. Each game and variant is
    told of on its own; --by sets groups beside each other. FILES may be folders that --save has
    written. docs/measures.md defines the measures.

    \b
    Examples:
      ludograph stats classic:megiddo-match
      ludograph stats games/ --by event --csv > events.csv
    """
    gathering = CommandTables()
    if are_tables(files):
        if chosen:
            raise click.UsageError("saved tables are taken whole: games are chosen from records")
        both = gathering.of_folders(files, summary_columns())
    else:
        tabulator = TableBuilder(frozenset(summary_columns()), branching, keys=False, chosen=chosen)
        both = gathering.of_files(files, reading, tabulator, pool, save)
    summaries = list(summarize(both.games, both.plies, by or ("variant",)))
    if as_json:
        for summary in summaries:
            click.echo(json.dumps(summary.to_json(), ensure_ascii=False))
    elif as_csv:
        _write_csv(summaries, by or ("variant",))
    else:
        _print(summaries, detailed=DETAILED.issuperset(by))
    ctx.exit(gathering.status)


def _print(summaries: list[Summary], detailed: bool) -> None:
    if not summaries:
        click.echo("no games")
    elif detailed:
        for place, summary in enumerate(summaries):
            click.echo("\n" * bool(place) + "\n".join(details(summary)))
    else:
        for line in comparison(summaries):
            click.echo(line)


def _write_csv(summaries: Iterable[Summary], by: tuple[str, ...]) -> None:
    keys = dict.fromkeys(("game", *by))
    rows = csv.DictWriter(sys.stdout, [*keys, "table", "item", *LONG_COLUMNS], lineterminator="\n")
    rows.writeheader()
    rows.writerows(row for summary in summaries for row in summary.long_table())
