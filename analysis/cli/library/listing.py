"""``ludograph library list``, ``show`` and ``stats``: what a library has."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from analysis import diagrams
from analysis.cli.library.options import answers, games_question_options, library_option
from analysis.cli.options import (
    FOUND_WRONG,
    STANDARD_OUTPUT,
    OneOf,
    OpenPool,
    OutputFile,
    Whole,
    jobs_options,
    json_option,
    plural,
)
from analysis.cli.output import check_output, file_kind, print_json, refuse_terminal, write_bytes
from analysis.cli.pictures import check_fit, picture_options
from analysis.cli.printer import Printer
from analysis.cli.terminal import echo, echo_lines
from analysis.cli.text_table import aligned
from analysis.diagrams import draw_ply
from analysis.drawing.picture import PictureOptions
from analysis.games import title_of
from analysis.replay import Replay, replay
from analysis.replay.diagnosis import result_of
from analysis.select.fields import FIELDS
from analysis.statistics.wording import number
from records.jsonl import to_json

if TYPE_CHECKING:
    from analysis.library.described import DescribedGame
    from analysis.library.search import Hit, Query


def described_in_words(hit: "Hit") -> str:
    """Return one line on a game: variant, players, result, length, date, source."""
    game = hit.game
    players = " - ".join(str(one) for one in FIELDS["player"].values(game) if one)
    error = "" if game.valid else f" of {game.moves:,}, with errors"
    parts = [
        f"{game.record.game or 'unknown game'} {game.variant or ''}".strip(),
        players,
        _result(game),
        f"{plural(game.played, 'ply')}{error}",
        game.record.tags.get("Date", ""),
        f"{game.source.get('path')}:{game.source.get('line')}",
    ]
    return ", ".join(filter(None, parts))


def _result(game: "DescribedGame") -> str:
    """Return the result: as the board has it, with the rule that ended the game, else as stated."""
    ended = game.outcome
    if ended is None or game.start is None:
        return game.record.result
    return f"{result_of(ended.winner, game.start.sides)} ({ended.reason})"


@click.command("list")
@library_option
@games_question_options
@jobs_options
@json_option
def list_games(path: str, question: "Query", pool: OpenPool, as_json: bool) -> None:
    """List the games of a library with their numbers.

    \b
    Example:
      ludograph library list -L games.ludo --where 'plies >= 40'
    """
    from analysis.library.library import Library

    with pool() as workers, Library(path) as library:
        for hit in answers(library, question, workers):
            if as_json:
                print_json(_listed(hit))
            else:
                echo(f"{hit.number:6}  {described_in_words(hit)}")


def _listed(hit: "Hit") -> dict[str, object]:
    game = hit.game
    listed = {name: value for name, value in hit.to_json().items() if name != "ply"}
    return listed | {"plies": game.played, "valid": game.valid}


@click.command("show")
@click.argument("number", type=Whole(1))
@library_option
@click.option("--ply", type=Whole(0), help="Ply to draw, 0 for the start  [default: the last].")
@click.option("--as", "kind", type=OneOf(diagrams.KINDS), help="Kind of picture.")
@click.option("-o", "--output", type=OutputFile(), help="File to write.")
@click.option("--flip", is_flag=True, help="Draw the board from the second side.")
@picture_options
@json_option
@click.pass_context
def show_game(
    ctx: click.Context,
    number: int,
    path: str,
    ply: int | None,
    kind: str | None,
    output: str | None,
    flip: bool,
    drawn: PictureOptions,
    as_json: bool,
) -> None:
    """Draw the game with this NUMBER, as search and list name it, after a ply.

    \b
    Examples:
      ludograph library show 17 -L games.ludo --ply 30
      ludograph library show 17 -L games.ludo -o board.png --theme print --size 12cm
      ludograph library show 17 -L games.ludo --json
    """
    from analysis.library.library import Library
    from analysis.library.search import Hit

    is_described, output = output is None, None if output == STANDARD_OUTPUT else output
    kind = file_kind(output, kind, diagrams.KINDS, "text", "picture")
    check_fit(drawn, kind)
    if kind in ("png", "pdf"):
        refuse_terminal(kind, output)
    check_output(output, [path])
    with Library(path) as library:
        record = next(library.records([number]), None)
        found = next(library.games([number]), None)
    if record is None or found is None:
        raise click.UsageError(f"{path} has no game {number}")
    about = found[1]
    if as_json:
        print_json(to_json(record))
        ctx.exit(0 if about.valid else FOUND_WRONG)
    game = replay(record, as_recorded=bool(about.accepted))
    if kind == "text" and is_described:
        echo(described_in_words(Hit(number, 0, about)))
    Printer(False, True, err=True).findings(path, game.violations)
    if game.position is not None:
        number = _drawn_ply(game, ply)
        write_bytes(draw_ply(game, number, kind, drawn, flip=flip), output)
    ctx.exit(0 if game.valid else FOUND_WRONG)


def _drawn_ply(game: Replay, ply: int | None) -> int:
    """Return the number of the ply to draw, the last for None."""
    if ply is not None and ply > game.played:
        plies = plural(game.played, "good ply")
        raise click.UsageError(f"{game.record.source} has {plies}: none after {ply}")
    return game.played if ply is None else ply


@click.command("stats")
@library_option
@json_option
def count_games(path: str, as_json: bool) -> None:
    """Count what is in a library, by game and variant.

    For the statistics of the games themselves, ludograph stats takes a library as a source.

    \b
    Example:
      ludograph library stats -L games.ludo
    """
    from analysis.library.library import Library

    games: Counter[tuple[str, str]] = Counter()
    plies, wrong = games.copy(), games.copy()
    with Library(path) as library:
        for shape, count, played in library.counts():
            key = shape.game or "", shape.variant or ""
            games[key] += count
            plies[key] += played
            wrong[key] += 0 if shape.valid else count
        size = library.size
    if as_json:
        for name, variant in games:
            one = name, variant
            counts = {"games": games[one], "plies": plies[one], "with_errors": wrong[one]}
            print_json({"game": name or None, "variant": variant or None, **counts})
        return
    rows = [("game", "games", "plies", "with errors")]
    for one in games:
        name = f"{title_of(one[0]) or 'unknown game'} {one[1]}".strip()
        rows.append((name, number(games[one]), number(plies[one]), number(wrong[one])))
    every = sum(plies.values())
    echo_lines([*aligned(rows), ""])
    average = f", {size / every:.1f} bytes a ply" if every else ""
    echo(f"{plural(sum(games.values()), 'game')}, {plural(every, 'ply')}, {size:,} bytes{average}")
