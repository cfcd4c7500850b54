"""``ludograph players``: standings, ratings and a crosstable."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import click

from analysis.batch import InputOptions
from analysis.cli.build_tables import JUDGED, table_batches
from analysis.cli.options import OpenPool, csv_options, json_option, pool_option
from analysis.cli.output import print_csv, print_json
from analysis.cli.run import Run
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import echo, echo_lines
from analysis.cli.text_table import WIDTH, against_even, aligned, chance, percent
from analysis.select.selection import Selection
from analysis.statistics.estimates import ENOUGH, rounded
from analysis.statistics.players import OF_PLAYERS, RatingPool, rating_pools
from analysis.tables.build import TableBuilder
from analysis.tables.frames import tables
from notation.numbers import plural

COLUMNS = (
    *("game", "player", "games", "wins", "draws", "losses", "first", "points", "rating", "error"),
    *("sides", "component", "variant"),
)
"""Columns of the CSV table."""

CROSSED = 10
"""Largest number of players for which a crosstable is printed, and of names that are listed."""

LISTED = 40
"""Largest number of players who are all printed."""

TOP, BOTTOM = 20, 10
"""Players who are printed of more."""


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
        _print(known)
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


def _print(known: list[RatingPool]) -> None:
    for place, field in enumerate(known):
        echo_lines([*[""] * bool(place), *lines(field)])
    if not known:
        echo("no games: nothing to estimate")


def lines(field: RatingPool) -> Iterator[str]:
    """Yield the players of a game as lines."""
    rest = field.left_out - field.self_play
    left_out = f"; {rest:,} without result or names left out" if rest else ""
    left_out += f"; {field.self_play:,} of self-play left out" if field.self_play else ""
    players = plural(len(field.standings), "player")
    heading = f"{field.title}: {players}, {plural(field.games, 'game')}{left_out}"
    yield from textwrap.wrap(heading, WIDTH)
    if field.standings:
        yield ""
        yield from textwrap.wrap(_whether_ranked(field), WIDTH)
        yield ""
        yield from aligned([_HEAD, *_rows(field)])
        yield from _crosstable(field)
    yield from _remarks(field)


_HEAD = ("player", "games", "won", "drawn", "lost", "score", "rating", "\N{PLUS-MINUS SIGN}")


def _whether_ranked(field: RatingPool) -> str:
    """Return whether the players differ, so that their order is a ranking."""
    found = field.differing
    if found is None:
        return (
            f"{plural(field.games, 'game')}, fewer than {ENOUGH}: too few to estimate; these "
            "ratings are made by the prior, and the order is no ranking."
        )
    tested = f"p {chance(found.p)}, {found.shuffles} shuffles of the results"
    if found.is_shown:
        return f"Players differ: their points vary more than those of equal players ({tested})."
    return (
        "The order is no ranking: nothing shows that the players differ, for their points vary "
        f"like those of equal players ({tested})."
    )


def _rows(field: RatingPool) -> Iterator[tuple[str, ...]]:
    """Yield the lines of the table; of more than `LISTED` players the first and the last."""
    count = len(field.standings)
    for place, one in enumerate(field.standings, start=1):
        if count > LISTED and TOP < place <= count - BOTTOM:
            if place == TOP + 1:
                more = f"... {count - TOP - BOTTOM:,} more (--csv lists all)"
                yield more, *[""] * (len(_HEAD) - 1)
            continue
        rating = f"{one.rating.value:.0f}", f"{one.rating.error:.0f}"
        results = map(str, (one.games, one.wins, one.draws, one.losses))
        yield f"{place}. {one.name}", *results, percent(one.score.value), *rating


def _crosstable(field: RatingPool) -> Iterator[str]:
    """Yield the crosstable, a line a player; nothing for more than `CROSSED` players."""
    if not 2 < len(field.standings) <= CROSSED:
        return
    names = [standing.name for standing in field.standings]
    head = ("points/games against", *(f"{place}." for place in range(1, len(names) + 1)))
    rows = [
        (f"{place}. {name}", *(_cell(field, name, other) for other in names))
        for place, name in enumerate(names, start=1)
    ]
    yield ""
    yield from aligned([head, *rows])


def _cell(field: RatingPool, one: str, other: str) -> str:
    share = field.met.get((one, other))
    return f"{share.count:g}/{share.of}" if share else "\N{MIDDLE DOT}"


def _remarks(field: RatingPool) -> Iterator[str]:
    notes = [f"Perhaps one person: {', '.join(names)}." for names in field.alike[:CROSSED]]
    if len(field.alike) > CROSSED:
        notes.append(f"{len(field.alike) - CROSSED:,} more groups of names may be one person each.")
    if len(field.circles) > 1:
        notes.append(
            f"{len(field.circles)} circles of players never met: ratings of different circles "
            "cannot be compared."
        )
    notes += _fit_remarks(field)
    if field.alone.of:
        notes.append(f"One player on all sides: {against_even(field.alone)}.")
    for remark in notes:
        yield ""
        yield from textwrap.wrap(remark, WIDTH)


def _fit_remarks(field: RatingPool) -> Iterator[str]:
    """Yield sentences on connected players, the first-move advantage, and the deviance."""
    parts, fit = field.components, field.fit
    if 0 < field.games < ENOUGH:
        return
    if len(parts) > 1:
        shown = "; ".join(map(_some_names, parts[:CROSSED]))
        more = f"; and {len(parts) - CROSSED:,} more" if len(parts) > CROSSED else ""
        yield (
            f"{len(parts):,} sets of players who took points from each other ({shown}{more}): "
            "ratings of different sets are comparable by the prior alone."
        )
    if fit is None:
        if field.games:
            yield "No game is between players of one such set: the model cannot be tested."
        else:
            yield "No rated game: nothing to estimate."
        return
    kept = "in the ratings" if fit.has_advantage else "not in the ratings"
    advantage = f"{fit.first.value:+.0f} \N{PLUS-MINUS SIGN} {fit.first.error:.0f}"
    tested = f"likelihood ratio {fit.ratio:.1f} with 1 degree of freedom, p {chance(fit.first_p)}"
    if fit.separable:
        yield f"First-move advantage {advantage}: {tested}; {kept}."
    else:
        yield (
            "First-move advantage: nothing to estimate; the same players moved first, so that it "
            "cannot be separated from their strength."
        )
    if not fit.freedom:
        yield "Fit: no degree of freedom is left to test the model."
        return
    few = "without a p-value, for few games of the same players"
    tested = few if fit.deviance_p is None else f"p {chance(fit.deviance_p)}"
    freedom = plural(fit.freedom, "degree")
    yield f"Fit: deviance {fit.deviance:.1f} with {freedom} of freedom, {tested}."


def _some_names(names: Sequence[str]) -> str:
    """Return names as a list, of many the first."""
    more = f" and {len(names) - CROSSED:,} more" if len(names) > CROSSED else ""
    return ", ".join(names[:CROSSED]) + more
