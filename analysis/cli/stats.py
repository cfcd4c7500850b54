"""``ludograph stats``: results, measures and captures of groups of games."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import floor, log10

import click

from analysis.batch import InputOptions
from analysis.cli import comparing
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
from analysis.cli.text_table import (
    NOTHING,
    WIDTH,
    against_even,
    aligned,
    between,
    fixed,
    from_to,
    listed,
    number,
    percent,
    quartiles,
)
from analysis.games import title_of
from analysis.select.selection import Selection
from analysis.statistics import Summary, summarize, summarize_tallies
from analysis.statistics.captures import Counts, capture_titles
from analysis.statistics.comparing import GroupComparison
from analysis.statistics.comparing import compare as comparisons
from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.groups import GAME, SIDES, VARIANT, population_words
from analysis.statistics.measured import columns_by, measured_by
from analysis.statistics.summaries import LONG_COLUMNS, PLACES, summary_columns
from analysis.statistics.survival import Survival
from analysis.tables.build import TableBuilder
from notation.numbers import plural

POPULATION = ("game", VARIANT, SIDES)
"""Words to group by that give a full summary of each group; others give a table of groups."""

LENGTH = "length, plies"
"""Title of the lengths of games."""

BINS = 12
"""Largest number of bins for captures by ply."""

POINTS = 12
"""Number of points listed, those with most captures first."""

SPREADS = {
    "first capture": "first capture, ply",
    "captured pieces": "captured pieces",
    "lead changes": "lead changes",
    "lead change rate": "lead changes a ply",
    "decisiveness": "decisiveness",
    "behind": "winner behind",
    "drama": "drama",
    "stability": "stability",
    "coverage": "board coverage",
    "branching": "branching",
    "choices": "plies with a choice",
    "tree": "tree size, log10",
}
"""Titles of the distributions of measures, in the order of the table."""


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
        print_csv([*keys, *comparing.CSV_COLUMNS], comparing.csv_rows(found), safe_csv)
    else:
        for place, comparison in enumerate(found):
            echo_lines([*[""] * bool(place), *comparing.lines(comparison)])
    if not any(comparison.pairs for comparison in found):
        echo(f"nothing to compare by {words[0]}", err=True)


def _print(summaries: list[Summary], detailed: bool) -> None:
    if not summaries:
        echo("no games: nothing to estimate")
    elif detailed:
        for place, summary in enumerate(summaries):
            echo_lines([*[""] * bool(place), *details(summary)])
    else:
        echo_lines(comparison(summaries))


def details(summary: Summary) -> Iterator[str]:
    """Yield the full summary of a group as lines."""
    titles = capture_titles()
    yield heading(summary)
    if not summary.games:
        yield from ("", "No game was played to its end: nothing to estimate.")
    if summary.games == 1:
        yield from ("", "One game: the figures describe it, and there is nothing to estimate.")
    if summary.games:
        yield from _block(_results(summary))
        yield from ("", *textwrap.wrap(against_even(summary.evenness), WIDTH))
        yield from _block(_endings(summary))
        yield from _block(_spreads(summary))
        yield from _block(_middles(summary))
        yield from _lasting(summary.survival)
        yield from _block([("measure", "value"), *_measures(summary)])
        for name, counts in summary.captures.items():
            yield from ("", titles[name], *listed(_shown(name, counts)))


def heading(summary: Summary) -> str:
    """Return the heading of a group: its keys and its number of games."""
    counted = f"{plural(summary.games, 'game')}, {plural(summary.plies, 'ply')}"
    left_out = f"; {summary.broken:,} broken and left out" if summary.broken else ""
    played = f"; {summary.accepted:,} played as recorded" if summary.accepted else ""
    return f"{title(summary)}: {counted}{left_out}{played}"


def title(summary: Summary, pooled: str = "") -> str:
    """Return the title of a group's population: game, variant, sides where they are more than two.

    Args:
        summary: the group.
        pooled: words for several variants; by default their number.
    """
    keys = summary.keys
    if not keys["game"]:
        return "unknown game"
    several = [] if pooled else list(summary.rules)
    if summary.variants > 1:
        several = [pooled or f"{summary.variants} variants pooled"]
    rules = [keys[VARIANT] or "no variant"] if VARIANT in keys else several
    many = [f"{keys[SIDES]} sides"] if SIDES in keys and keys[SIDES] not in ("2", None) else []
    return ", ".join([title_of(keys["game"]), *rules, *many])


def _block(rows: Iterable[tuple[str, ...]]) -> list[str]:
    return ["", *aligned(list(rows))]


def _results(summary: Summary) -> Iterator[tuple[str, ...]]:
    yield "result", "games", "share", "95 %"
    for place, share in zip(PLACES, summary.wins, strict=False):
        yield f"{place} player wins", *_cells(share)
    yield "drawn", *_cells(summary.draws)
    if summary.unfinished:
        yield "unfinished", number(summary.unfinished), "", f"of {summary.games:,}"


def _cells(share: Proportion) -> tuple[str, str, str]:
    return number(share.count), percent(share.value), between(share)


def _endings(summary: Summary) -> Iterator[tuple[str, ...]]:
    yield "how it ended", "games", "share", "95 %"
    for ending, share in summary.endings.items():
        yield ending, *_cells(share)


def _distributions(summary: Summary) -> Iterator[tuple[str, Distribution, int]]:
    """Yield title, distribution and number of decimals of the measures of single games.

    Plies played are not lengths where games have no end.
    """
    yield "plies played" if summary.survival.censored else LENGTH, summary.length, 1
    for name, called in SPREADS.items():
        spread = summary.spreads[name]
        if spread.count:
            yield called, spread, _places(spread.most or 0)


def _spreads(summary: Summary) -> Iterator[tuple[str, ...]]:
    yield "of each game", "games", "mean", "sd", "least", "most"
    for called, spread, places in _distributions(summary):
        middle = [fixed(one, places) for one in (spread.mean, spread.deviation)]
        ends = [number(one, places) for one in (spread.least, spread.most)]
        yield called, number(spread.count), *middle, *ends


def _middles(summary: Summary) -> Iterator[tuple[str, ...]]:
    yield "of each game", "median", "95 %", "quartiles"
    distributions, half = _distributions(summary), summary.survival
    if half.censored:
        next(distributions)
        interval, middle = _ends(half.low, half.high), _ends(half.low_quartile, half.high_quartile)
        yield LENGTH, NOTHING if half.median is None else fixed(half.median, 1), interval, middle
    for called, spread, places in distributions:
        interval = from_to(spread.median_low, spread.median_high, places)
        yield called, fixed(spread.median, places), interval, quartiles(spread, places)


def _ends(low: float | None, high: float | None) -> str:
    """Return a range of lengths, with ``?`` for an end that the games do not determine."""
    if low is None and high is None:
        return NOTHING
    return "-".join("?" if end is None else number(end, 1) for end in (low, high))


def _lasting(half: Survival) -> Iterator[str]:
    """Yield a sentence on the median length where some of several games have no end."""
    games = half.finished + half.censored
    if not half.censored or games == 1:
        return
    yield ""
    counted = (
        f"{half.censored:,} of {games:,} games have no end or were cut off, and are longer than "
        "what is known"
    )
    if half.median is None:
        yield from textwrap.wrap(f"{counted}: too few end for a median length", WIDTH)
        return
    bounds = f", 95 % {_ends(half.low, half.high)}" if half.low is not None else ""
    yield from textwrap.wrap(f"{counted}: median {number(half.median, 1)} plies{bounds}", WIDTH)


def _places(most: float) -> int:
    """Return the number of decimals for values up to a greatest one: three digits of small ones."""
    return 1 if most > 1 or not most else max(3, 2 - floor(log10(most)))


def _measures(summary: Summary) -> Iterator[tuple[str, str]]:
    estimated = summary.draws.of > 1
    for name, of_results in summary.measures.items():
        value = of_results if estimated or name not in ("advantage", "balance") else None
        small = value is not None and 0 < value < 0.01
        yield name, fixed(value, _places(value) if small and value else 3)
    if summary.state_space is not None:
        yield "state space, log10 at most", fixed(summary.state_space, 1)


def _shown(name: str, counts: Counts) -> Counts:
    if name == "ply":
        return binned(counts)
    if name == "point":
        most = sorted(counts.items(), key=lambda pair: -pair[1])
        return dict(most[:POINTS])
    return counts


def binned(counts: Counts) -> Counts:
    """Return counts by number, put into equal bins of 1, 2, 5, 10, 20, 50... numbers."""
    last, width = max(map(int, counts), default=0), 1
    while width * BINS < last:
        width = width * 5 // 2 if str(width).startswith("2") else width * 2
    if width == 1:
        return counts
    starts = range(1, last + 1, width)
    found = dict.fromkeys(starts, 0)
    for value, count in counts.items():
        found[(int(value) - 1) // width * width + 1] += count
    return {f"{start}-{start + width - 1}": count for start, count in found.items()}


def comparison(summaries: Iterable[Summary]) -> Iterator[str]:
    """Yield tables that compare groups, one table a population, as lines."""
    tables: dict[tuple[str | None, ...], list[Summary]] = {}
    for summary in summaries:
        keys = summary.keys
        tables.setdefault(tuple(keys.get(word) for word in POPULATION), []).append(summary)
    for number_of, rows in enumerate(tables.values()):
        if number_of:
            yield ""
        words = [word for word in rows[0].keys if word not in POPULATION]
        widest = max(rows, key=lambda one: one.variants)
        yield f"{title(widest, 'variants pooled')} by {' and '.join(words)}"
        yield from _block([_COMPARED, *map(_compared, rows)])


_COMPARED = ("", "games", "plies", "finished", "1st wins", "95 %", "drawn", "captured", "lead ch.")


def _compared(summary: Summary) -> tuple[str, ...]:
    values = [value or "(none)" for word, value in summary.keys.items() if word not in POPULATION]
    return (
        ", ".join(values),
        number(summary.games),
        fixed(summary.length.mean, 1),
        number(summary.draws.of),
        percent(summary.wins[0].value),
        between(summary.wins[0]),
        percent(summary.draws.value),
        fixed(summary.spreads["captured pieces"].mean, 1),
        fixed(summary.spreads["lead changes"].mean, 1),
    )
