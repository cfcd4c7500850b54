"""``ludograph stats`` and ``players``: results, measures, standings and ratings."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

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
from analysis.statistics.estimates import rounded
from analysis.statistics.groups import SIDES, VARIANT, population_words
from analysis.statistics.players import RatingPool, rating_pools, standings
from analysis.statistics.section import Section
from analysis.statistics.summaries import (
    LONG_COLUMNS,
    POPULATION,
    Summary,
    details,
    side_by_side,
    summarize,
)

if TYPE_CHECKING:
    from analysis.statistics.comparing import GroupComparison

NOTHING = "no games: nothing to estimate"

COMPARED_COLUMNS = (
    *("compare", "sides", "one", "other", "finished_one", "finished_other", "shared"),
    *("wins_one", "wins_other", "difference", "low", "high", "wins_p", "wins_p_adjusted"),
    *("median_one", "median_other", "u", "superiority", "rank_biserial"),
    *("lengths_p", "lengths_p_adjusted", "tests", "lengths_test", "end_rate", "chi_square"),
)
"""Columns of the CSV table of comparisons, after those of the keys."""

PLAYER_COLUMNS = (
    *("game", "player", "games", "wins", "draws", "losses", "first", "points", "rating", "error"),
    *("sides", "component", "variant"),
)
"""Columns of the CSV table of players."""


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

    words = (*by, *((compare,) if compare else ()))
    maker = GameTableMaker(words, measured=compare is None)
    with Run(games) as run:
        table = games_table(run, maker, branching, save)
    status = run.judge()
    if compare is not None:
        found = list(comparisons(table, compare, by, pooled))
        keys = population_words(by, pooled or compare == VARIANT)
        style.print(
            (row for one in found for row in one.to_json()),
            [*(word for word in keys if word not in (compare, SIDES)), *COMPARED_COLUMNS],
            _compared_rows(found),
            _blocks(map(compared, found)),
        )
        if not any(one.pairs for one in found):
            echo(f"nothing to compare by {compare}", err=True)
        ctx.exit(status)
    summaries = list(summarize(table, by, pooled))
    style.print(
        (one.to_json() for one in summaries),
        [*population_words(by, pooled), "table", "item", *LONG_COLUMNS],
        (row for one in summaries for row in one.long_table()),
        _summary_lines(summaries, set(POPULATION).issuperset(by)),
    )
    ctx.exit(status)


def _blocks(blocks: Iterable[Iterable[Section]]) -> Iterator[str]:
    """Yield blocks of sections as lines, with empty lines between blocks."""
    for place, one in enumerate(blocks):
        yield from ([""] if place else [])
        yield from lines_of(one)


def _summary_lines(summaries: list[Summary], detailed: bool) -> Iterator[str]:
    if not summaries:
        return iter([NOTHING])
    return _blocks(details(summaries)) if detailed else lines_of(side_by_side(summaries))


def _compared_rows(found: "Iterable[GroupComparison]") -> Iterator[dict[str, object]]:
    """Yield a row for each compared pair of groups."""
    for comparison in found:
        for pair in comparison.pairs:
            said = pair.to_json()
            one, other = pair.one.to_json(), pair.other.to_json()
            here, there, wins, lengths = one["wins"], other["wins"], said["wins"], said["lengths"]
            rank = lengths["log_rank"] or {}
            values = (
                *(comparison.word, comparison.sides, one["value"], other["value"]),
                *(here["of"], there["of"], pair.shared, here["share"], there["share"]),
                *(wins[name] for name in ("difference", "low", "high", "p", "p_adjusted")),
                *(one["length"]["median"], other["length"]["median"]),
                *(lengths[name] for name in ("u", "superiority", "rank_biserial", "p")),
                *(lengths["p_adjusted"], comparison.tests, lengths["test"]),
                *(rank.get("rate"), rank.get("chi_square")),
            )
            yield {**comparison.keys, **dict(zip(COMPARED_COLUMNS, values, strict=True))}


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

    with Run(games) as run:
        table = games_table(run, GameTableMaker(measured=False, named=True))
    known = list(rating_pools(table, pooled))
    status = run.judge()
    style.print(
        (player for pool in known for player in _player_objects(pool)),
        PLAYER_COLUMNS,
        _player_rows(known),
        _blocks(standings(pool, "--csv lists all") for pool in known) if known else [NOTHING],
    )
    ctx.exit(status)


def _player_objects(pool: RatingPool) -> Iterator[dict[str, object]]:
    """Yield a player as a JSON object, the highest rating first."""
    against: dict[str, dict[str, dict[str, float]]] = {}
    for (one, other), share in pool.met.items():
        against.setdefault(one, {})[other] = {"points": share.count, "games": share.of}
    for standing in pool.standings:
        yield {
            "game": pool.game,
            **standing.to_json(),
            "against": against.get(standing.name, {}),
            "sides": pool.sides,
            "self_play": pool.self_play,
            "self_play_first": pool.alone.to_json(),
            "differing": pool.differing and pool.differing.to_json(),
            "fit": pool.fit and pool.fit.to_json(),
            "variant": pool.variant,
            "variants": len(pool.variants),
        }


def _player_rows(pools: Iterable[RatingPool]) -> Iterator[dict[str, object]]:
    for pool in pools:
        for standing in pool.standings:
            rating = standing.rating
            row = {key: one for key, one in standing.to_json().items() if key in PLAYER_COLUMNS}
            row |= {"game": pool.game, "points": standing.score.count}
            row |= {"sides": pool.sides, "variant": pool.variant}
            yield row | {"rating": rounded(rating.value), "error": rounded(rating.error)}
