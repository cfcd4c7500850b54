"""``ludograph show``: diagrams of positions, and animated games."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click

import notation
from analysis import diagrams
from analysis.batch import InputOptions
from analysis.batch.games import is_game
from analysis.cli.drawing import (
    ANIMATION,
    KINDS,
    GamePictures,
    PictureTarget,
    Plies,
    draw_game,
    draw_games,
    is_folder,
)
from analysis.cli.options import (
    Finite,
    OneOf,
    OpenPool,
    Whole,
    is_unreadable,
    or_printed,
    plural,
)
from analysis.cli.output import check_output, file_kind, refuse_terminal, write_bytes
from analysis.cli.pictures import check_fit, picture_options
from analysis.cli.printer import Printer
from analysis.cli.run import Run
from analysis.cli.selecting import games_options
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.terminal import echo
from analysis.diagrams import DELAY
from analysis.drawing.picture import PictureOptions
from analysis.games import find as find_game
from analysis.replay.replay import Replay
from analysis.select.selection import Selection

IMAGES = ("png", "pdf", ANIMATION)
"""Kinds that a terminal cannot show."""


def _plies(ctx: click.Context, param: click.Parameter, value: str | None) -> Plies | None:
    """Parse plies such as ``7``, ``7-12`` or ``0,10,20-22``."""
    return None if value is None else tuple(map(_range, value.split(",")))


def _range(value: str) -> range:
    found = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a ply; write 7, or 7-12 or 7,9 for several")
    first = int(found[1])
    last = int(found[2]) if found[2] else first
    if last < first:
        raise click.BadParameter(f"{value!r} ends before it begins")
    return range(first, last + 1)


@click.command("show")
@click.argument("file", required=False)
@click.option("--nth", type=Whole(1), help="Number of the game in the file  [default: 1].")
@click.option("--ply", callback=_plies, help="Plies to draw: 7, 7-12 or 0,10,20; 0 is the start.")
@click.option("--as", "kind", type=OneOf(KINDS), help="Kind of picture.")
@click.option(
    "-o",
    "--output",
    type=PictureTarget(),
    callback=or_printed,
    help="File to write; DIR/ for those of every game.",
)
@click.option("--flip", is_flag=True, help="Draw the board from the second side.")
@click.option(
    "--delay",
    type=Finite(0.02, 60),
    default=DELAY,
    show_default=True,
    help="Seconds that a GIF shows each position.",
)
@picture_options
@games_options
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    nth: int | None,
    ply: Plies | None,
    kind: str | None,
    output: str | None,
    flip: bool,
    delay: float,
    drawn: PictureOptions,
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
) -> None:
    """Draw a position of the game in FILE: the last one, or those after --ply.

    The last move and its captures are marked. The kind of picture follows from --as, else from
    the name of the output; without either it is text on standard output, or SVG in a folder. A
    GIF replays the game, or the plies of --ply. Several plies as other pictures are written to
    one file each, with the number of the ply in its name. Where the output is a folder, with a
    slash at the end of its name, every game is drawn, or that of --nth. A game with an error is
    drawn up to the error.

    Where games are selected, --nth is the number among these. Without FILE, the position string
    of --position is drawn, or the start of the --game.

    \b
    Examples:
      ludograph show classic:epaminondas-demonstration --ply 7
      ludograph show classic:epaminondas-demonstration --ply 7 -o capture.png --size 12cm
      ludograph show classic:epaminondas-demonstration --ply 5-9 -o capture.gif
      ludograph show classic:megiddo-match --ply 0,10 --theme print -o boards/
      ludograph show --game megiddo --mark A3 --arrow B2-B4 --as svg
      ludograph show --game epaminondas --position "bbb3/2b3/4w1/1wb1w1/w3w1 w"
    """
    folder = is_folder(output)
    kind = (kind or "svg") if folder else file_kind(output, kind, KINDS, "text", "picture")
    check_fit(drawn, kind)
    if kind in IMAGES:
        refuse_terminal(kind, output)
    if file is None:
        _check_position(ctx, reading, chosen, folder)
        picture = _draw_position(ctx.params["position"], reading, kind, flip, drawn)
        write_bytes(picture, output)
        return
    drawing = GamePictures(kind, ply, flip, delay, drawn)
    if not folder:
        check_output(output, [file])
    run = Run([file], reading, chosen, pool, complains=False)
    with run, closing(run.records()) as games:
        replays = map(reading.replay, games)
        if folder and output:
            status = draw_games(replays, drawing, Path(output), nth)
        else:
            verdict = _wanted(replays, nth or 1)
    if run.passed:
        echo(run.passed_over, err=True)
    if folder:
        ctx.exit(status)
    if verdict is None:
        among = " among those selected" if chosen else ""
        raise click.UsageError(f"{file} has no game number {nth or 1}{among}")
    status = _report(verdict, drawing.last)
    if verdict.position is None:
        ctx.exit(max(status, FOUND_WRONG))
    draw_game(verdict, drawing, output)
    ctx.exit(status)


def _wanted(games: Iterator[Replay], number: int) -> Replay | None:
    """Return the game with a number, else what stands for a file without one; None for neither."""
    missing, count = None, 0
    for game in games:
        if is_game(game.record):
            count += 1
            if count == number:
                return game
        else:
            missing = missing or game
    return missing


def _check_position(
    ctx: click.Context, reading: InputOptions, chosen: Selection, folder: bool
) -> None:
    """Refuse what goes with the games of a file, where a position is drawn."""
    if ctx.params["position"] is None and reading.game is None:
        raise click.UsageError("name a file, or a --position with its --game")
    if chosen.dedupe or chosen.filter.where or ctx.params["any_symmetry"]:
        raise click.UsageError("games are selected from a FILE: name one")
    if folder:
        raise click.UsageError("a folder is for the games of a FILE: name one")


def _draw_position(
    text: str | None, reading: InputOptions, kind: str, flip: bool, drawn: PictureOptions
) -> bytes:
    """Return the picture of a position string, or of the start of a game."""
    if reading.game is None:
        raise click.UsageError("--position needs its --game")
    if kind == ANIMATION:
        raise click.UsageError("a GIF shows a game, not a --position")
    game = find_game(reading.game)
    position = game.start(reading.variant) if text is None else game.position(text, reading.variant)
    labels = notation.find_dialect(reading.game, reading.dialect).label_style
    return diagrams.draw(position, kind, drawn, flipped=flip, labels=drawn.labels or labels)


def _report(verdict: Replay, asked: int) -> int:
    """Print on standard error why a game cannot be drawn whole; return the status."""
    source = verdict.record.source
    printer = Printer(verbose=False, quiet=True, err=True)
    if asked > verdict.played:
        if asked <= len(verdict.record.moves) or not source.game:
            printer.findings(source.path, verdict.violations)
        if source.game:
            plies = plural(verdict.played, "good ply")
            message = f"{source} has {plies}, so there is no position after {asked}"
            raise click.UsageError(message)
    elif verdict.valid:
        return 0
    else:
        printer.findings(source.path, verdict.violations)
    return COULD_NOT_WORK if is_unreadable(verdict.record) else FOUND_WRONG
