"""``ludograph stats``: results, measures and captures of groups of games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import table_batches, tallies
from analysis.cli.options import (
    OpenPool,
    branching_option,
    csv_options,
    json_option,
    not_printed,
    pool_option,
)
from analysis.cli.output import print_csv, print_json
from analysis.cli.run import Run
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import echo, echo_lines
from analysis.cli.text_table import lines_of
from analysis.select.selection import Selection
from analysis.statistics import Summary, summarize, summarize_tallies
from analysis.statistics.compared import compared
from analysis.statistics.comparing import GroupComparison
from analysis.statistics.comparing import compare as comparisons
from analysis.statistics.details import POPULATION, details, side_by_side
from analysis.statistics.groups import GAME, SIDES, VARIANT, population_words
from analysis.statistics.measured import columns_by, measured_by
from analysis.statistics.summaries import LONG_COLUMNS, summary_columns
from analysis.tables.build import TableBuilder

COMPARED_COLUMNS = (
    *("compare", "sides", "one", "other", "finished_one", "finished_other", "shared"),
    *("wins_one", "wins_other", "difference", "low", "high", "wins_p", "wins_p_adjusted"),
    *("median_one", "median_other", "u", "superiority", "rank_biserial"),
    *("lengths_p", "lengths_p_adjusted", "tests", "lengths_test", "end_rate", "chi_square"),
)
"""Columns of the CSV table of comparisons, after those of the keys."""


@click.command("stats")
@files_argument
@games_options
@click.option(
    "--by",
    multiple=True,
    metavar="WORD",
    help="Group by variant, player, game, event or any tag; may be repeated.",
)
@pool_option
@click.option(
    "--compare",
    metavar="WORD",
    help="Compare groups with each other instead: by variant, player, period or any tag.",
)
@branching_option
@click.option(
    "--save",
    metavar="DIR",
    callback=not_printed("folder"),
    help="Save the tables of plies and games in DIR.",
)
@csv_options("value")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    by: tuple[str, ...],
    pooled: bool,
    compare: str | None,
    branching: bool,
    save: str | None,
    as_csv: bool,
    safe_csv: bool,
    pool: OpenPool,
    as_json: bool,
) -> None:
    """Count and measure the games in FILES.

    Every game is played by the rules first; one that cannot be played to its end is counted as
    broken and left out of everything else. Intervals are of 95 %. Each game and variant has its own
    summary, with --pool each game and number of sides; --by prints a table of groups, --compare
    tests the difference of every two groups that agree in --by. docs/measures.md
    defines the measures and tests.

    \b
    Examples:
      ludograph stats classic:megiddo-match
      ludograph stats games/ --by event --csv > events.csv
      ludograph stats games/ --compare period
    """
    builder = TableBuilder(frozenset(summary_columns()), branching, keys=False)
    words: tuple[str, ...] = ()
    with Run(files, reading, chosen, pool) as run:
        if compare is None and set(POPULATION).issuperset(by):
            summaries = list(summarize_tallies(tallies(run, builder, save), by, pooled))
        else:
            words = (*by, compare or GAME)
            builder = replace(builder, of_games=columns_by(words))
            both = measured_by(table_batches(run, builder, save), words=words)
    status = run.judge()
    if compare is not None:
        found = list(comparisons(both.games, compare, by, pooled))
        words = population_words(by, pooled or compare == VARIANT)
        _print_compared(found, (compare, *words), as_json, as_csv, safe_csv)
        ctx.exit(status)
    if words:
        summaries = list(summarize(both.games, both.plies, by, pooled))
    if as_json:
        for summary in summaries:
            print_json(summary.to_json())
    elif as_csv:
        keys = population_words(by, pooled)
        rows = (row for summary in summaries for row in summary.long_table())
        print_csv([*keys, "table", "item", *LONG_COLUMNS], rows, safe_csv)
    else:
        _print(summaries, detailed=set(POPULATION).issuperset(by))
    ctx.exit(status)


def _print_compared(
    found: list[GroupComparison], words: Sequence[str], as_json: bool, as_csv: bool, safe_csv: bool
) -> None:
    if as_json:
        for comparison in found:
            for row in comparison.to_json():
                print_json(row)
    elif as_csv:
        keys = [word for word in words[1:] if word not in (words[0], SIDES)]
        print_csv([*keys, *COMPARED_COLUMNS], _compared_rows(found), safe_csv)
    else:
        for place, comparison in enumerate(found):
            echo_lines([*[""] * bool(place), *lines_of(compared(comparison))])
    if not any(comparison.pairs for comparison in found):
        echo(f"nothing to compare by {words[0]}", err=True)


def _print(summaries: list[Summary], detailed: bool) -> None:
    if not summaries:
        echo("no games: nothing to estimate")
    elif detailed:
        for place, summary in enumerate(summaries):
            echo_lines([*[""] * bool(place), *lines_of(details(summary))])
    else:
        echo_lines(lines_of(side_by_side(summaries)))


def _compared_rows(found: Iterable[GroupComparison]) -> Iterator[dict[str, object]]:
    """Yield a row for each pair."""
    for comparison in found:
        for pair in comparison.pairs:
            low, high = pair.difference or (None, None)
            here, there = pair.one.wins.value, pair.other.wins.value
            lengths, censored = pair.lengths, pair.log_rank
            values = (
                *(comparison.word, comparison.sides, pair.one.value, pair.other.value),
                *(pair.one.wins.of, pair.other.wins.of, pair.shared, here, there),
                None if here is None or there is None else here - there,
                *(low, high, pair.wins_p, pair.wins_adjusted),
                *(pair.one.length.median, pair.other.length.median),
                *(lengths[:2] if lengths else (None, None)),
                *(lengths and lengths.rank_biserial, pair.lengths_p),
                *(pair.lengths_adjusted, comparison.tests, pair.length_test),
                *((censored.rate, censored.chi_square) if censored else (None, None)),
            )
            yield {**comparison.keys, **dict(zip(COMPARED_COLUMNS, values, strict=True))}
