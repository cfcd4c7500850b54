"""``ludograph stats`` and ``players``: results, measures, standings and ratings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.options import (
    Games,
    TableStyle,
    branching_option,
    games_options,
    not_printed,
    pool_option,
    table_options,
)
from analysis.cli.run import Run
from analysis.cli.tables import games_table
from analysis.cli.terminal import echo
from analysis.cli.text_table import lines_of
from analysis.statistics.estimates import to_json
from analysis.statistics.groups import POPULATION, SIDES, VARIANT, population_words
from analysis.statistics.section import Section

if TYPE_CHECKING:
    from analysis.statistics.players import RatingPool

NOTHING = "no games: nothing to estimate"

COMPARED_COLUMNS = {
    "compare": "compare",
    "sides": "sides",
    "one": "one.value",
    "other": "other.value",
    "finished_one": "one.wins.of",
    "finished_other": "other.wins.of",
    "shared": "shared",
    "wins_one": "one.wins.share",
    "wins_other": "other.wins.share",
    "difference": "wins.difference",
    "low": "wins.low",
    "high": "wins.high",
    "wins_p": "wins.p",
    "wins_p_adjusted": "wins.p_adjusted",
    "median_one": "one.survival.median",
    "median_other": "other.survival.median",
    "end_rate": "lengths.rate",
    "chi_square": "lengths.chi_square",
    "lengths_p": "lengths.p",
    "lengths_p_adjusted": "lengths.p_adjusted",
    "tests": "tests",
}
"""Columns of the CSV table of comparisons, after the keys, with their paths in JSON."""

PLAYER_COLUMNS = {
    **{name: name for name in ("game", "player", "games", "wins", "draws", "losses", "first")},
    "points": "score.count",
    "rating": "rating.value",
    "error": "rating.error",
    **{name: name for name in ("sides", "component", "variant")},
}
"""Columns of the CSV table of players, with their paths in JSON."""


@click.command("stats")
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
@table_options("value")
@click.pass_context
def stats(
    ctx: click.Context,
    games: Games,
    by: tuple[str, ...],
    pooled: bool,
    compare: str | None,
    branching: bool,
    save: str | None,
    style: TableStyle,
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
    # Loaded here: the help needs none of it.
    from analysis.statistics.comparing import compare as comparisons
    from analysis.statistics.comparing import compared
    from analysis.statistics.games import GameTableMaker
    from analysis.statistics.summaries import LONG_COLUMNS, details, side_by_side, summarize

    words = (*by, *((compare,) if compare else ()))
    detailed = set(POPULATION).issuperset(by)
    captured = detailed or style.as_csv or style.as_json
    maker = GameTableMaker(words, measured=compare is None, captured=captured)
    with Run(games) as run:
        table = games_table(run, maker, branching, save)
    status = run.judge()
    if compare is not None:
        found = list(comparisons(table, compare, by, pooled))
        keys = population_words(by, pooled or compare == VARIANT)
        columns = {word: word for word in keys if word not in (compare, SIDES)} | COMPARED_COLUMNS
        pairs = (pair for one in found for pair in one.to_json())
        _print(style, pairs, columns, _blocks(map(compared, found)))
        if not any(one.pairs for one in found):
            echo(f"nothing to compare by {compare}", err=True)
        ctx.exit(status)
    summaries = summarize(table, by, pooled)
    lines = _blocks(map(details, summaries)) if detailed else lines_of(side_by_side(summaries))
    style.print(
        (one.to_json() for one in summaries),
        [*population_words(by, pooled), "table", "item", *LONG_COLUMNS],
        (row for one in summaries for row in one.long_table()),
        lines if summaries else [NOTHING],
    )
    ctx.exit(status)


def _blocks(blocks: Iterable[Iterable[Section]]) -> Iterator[str]:
    """Yield blocks of sections as lines, with empty lines between blocks."""
    for place, one in enumerate(blocks):
        yield from ([""] if place else [])
        yield from lines_of(one)


def _print(
    style: TableStyle,
    objects: Iterable[dict[str, object]],
    columns: Mapping[str, str],
    lines: Iterable[str],
) -> None:
    """Print objects as JSON, lines, or CSV; ``columns`` maps a name to a path in the objects."""
    rows = ({name: _at(one, place) for name, place in columns.items()} for one in objects)
    style.print(objects, list(columns), rows, lines)


def _at(found: Any, place: str) -> object:
    """Return the value at a dotted path of a JSON object; None if an object on the path is null."""
    for name in place.split("."):
        found = found and found[name]
    return found


@click.command("players")
@pool_option
@games_options
@table_options("player")
@click.pass_context
def players(ctx: click.Context, games: Games, pooled: bool, style: TableStyle) -> None:
    """List the players of the games in FILES with scores, opponents and ratings.

    Each variant has ratings of its own, with --pool each game and number of sides. The tags named
    after the sides (White, Black, Red...) name the players. Names are never merged; similar ones
    are listed. Ratings follow the Bradley-Terry model (of three players, Plackett and Luce's),
    with a mean of 1500 and standard errors; see docs/measures.md.

    \b
    Examples:
      ludograph players classic:megiddo-match
      ludograph players classic:megiddo-match --json
    """
    from analysis.statistics.games import GameTableMaker
    from analysis.statistics.players import rating_pools, standings

    with Run(games) as run:
        table = games_table(run, GameTableMaker(measured=False, named=True))
    known = list(rating_pools(table, pooled))
    status = run.judge()
    found = (player for pool in known for player in _player_objects(pool))
    blocks = (standings(pool, "--csv lists all") for pool in known)
    _print(style, found, PLAYER_COLUMNS, _blocks(blocks) if known else [NOTHING])
    ctx.exit(status)


def _player_objects(pool: "RatingPool") -> Iterator[dict[str, object]]:
    """Yield the players as JSON objects, the highest rating first."""
    against: dict[str, dict[str, dict[str, float]]] = {}
    for (one, other), share in pool.met.items():
        against.setdefault(one, {})[other] = {"points": share.count, "games": share.of}
    for standing in pool.standings:
        yield {
            "game": pool.game,
            **to_json(standing),
            "against": against.get(standing.player, {}),
            "sides": pool.sides,
            "self_play": pool.self_play,
            "differing": to_json(pool.differing),
            "first_move": to_json(pool.first_move),
            "variant": pool.variant,
            "variants": len(pool.variants),
        }
