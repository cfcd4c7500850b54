"""``ludograph players``: standings, ratings and a crosstable."""

from collections.abc import Iterable, Iterator

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import JUDGED, table_batches
from analysis.cli.options import OpenPool, csv_options, json_option, pool_option
from analysis.cli.output import print_csv, print_json
from analysis.cli.run import Run
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import echo, echo_lines
from analysis.cli.text_table import lines_of
from analysis.select.selection import Selection
from analysis.statistics.estimates import rounded
from analysis.statistics.players import OF_PLAYERS, RatingPool, rating_pools
from analysis.statistics.standings import standings
from analysis.tables.build import TableBuilder
from analysis.tables.frames import tables

COLUMNS = (
    *("game", "player", "games", "wins", "draws", "losses", "first", "points", "rating", "error"),
    *("sides", "component", "variant"),
)
"""Columns of the CSV table."""


@click.command("players")
@files_argument
@pool_option
@games_options
@csv_options("player")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    pooled: bool,
    as_csv: bool,
    safe_csv: bool,
    pool: OpenPool,
    as_json: bool,
) -> None:
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
    builder = TableBuilder(frozenset(), keys=False, of_games=JUDGED.union(OF_PLAYERS))
    with Run(files, reading, chosen, pool) as run:
        games = tables(table_batches(run, builder)).games
    status = run.judge()
    known = list(rating_pools(games, pooled))
    if as_json:
        for one in known:
            for row in to_json(one):
                print_json(row)
    elif as_csv:
        print_csv(COLUMNS, _csv_rows(known), safe_csv)
    else:
        for place, one in enumerate(known):
            echo_lines([*[""] * bool(place), *lines_of(standings(one, "--csv lists all"))])
        if not known:
            echo("no games: nothing to estimate")
    ctx.exit(status)


def to_json(field: RatingPool) -> Iterator[dict[str, object]]:
    """Yield a player as a JSON object, the highest rating first."""
    against: dict[str, dict[str, dict[str, float]]] = {}
    for (one, other), share in field.met.items():
        against.setdefault(one, {})[other] = {"points": share.count, "games": share.of}
    for standing in field.standings:
        yield {
            "game": field.game,
            **standing.to_json(),
            "against": against.get(standing.name, {}),
            "sides": field.sides,
            "self_play": field.self_play,
            "self_play_first": field.alone.to_json(),
            "differing": field.differing and field.differing.to_json(),
            "fit": field.fit and field.fit.to_json(),
            "variant": field.variant,
            "variants": len(field.variants),
        }


def _csv_rows(known: Iterable[RatingPool]) -> Iterator[dict[str, object]]:
    for field in known:
        for standing in field.standings:
            rating = standing.rating
            row = {name: value for name, value in standing.to_json().items() if name in COLUMNS}
            row |= {"game": field.game, "points": standing.score.count}
            row |= {"sides": field.sides, "variant": field.variant}
            yield row | {"rating": rounded(rating.value), "error": rounded(rating.error)}
