"""``ludograph show``."""

import sys
from itertools import islice
from pathlib import Path

import click

import notation
from analysis import diagrams
from analysis.batch import InputOptions
from analysis.cli.options import COULD_NOT_WORK, FOUND_WRONG, with_reading
from analysis.cli.printer import Printer
from analysis.games import find as find_game
from analysis.illustrating import DELAY, animate, draw_ply
from analysis.replay.replay import Replay, replay
from notation import UnknownName

ANIMATION = "gif"
KINDS = (*diagrams.KINDS, ANIMATION)
"""Kinds of picture: of one position, or of many."""

IMAGES = ("png", "pdf", ANIMATION)
"""Kinds that a terminal cannot show."""

Plies = tuple[int, int | None]
"""The first and the last of some plies; without a last one it is the first alone."""


def _plies(ctx: click.Context, param: click.Parameter, value: str | None) -> Plies | None:
    """Read a ply as ``7``, or several as ``7-12``."""
    if value is None:
        return None
    first, dash, last = value.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise click.BadParameter(f"{value!r} is no ply; write 7, or 7-12 for several")
    if dash and int(last) < int(first):
        raise click.BadParameter(f"{value!r} ends before it begins")
    return int(first), int(last) if dash else None


@click.command("show")
@click.argument("file", required=False)
@click.option("--nth", type=click.IntRange(1), default=1, help="Which game of the file.")
@click.option("--ply", callback=_plies, help="After which ply, or plies (7-12); 0 is the start.")
@click.option("--as", "kind", type=click.Choice(KINDS), help="Kind of picture.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Where to write it.")
@click.option("--flip", is_flag=True, help="Draw the board as the other side sees it.")
@click.option(
    "--delay",
    type=click.FloatRange(0.02, 60),
    default=DELAY,
    show_default=True,
    help="Seconds that a GIF shows each position.",
)
@click.option("--position", help="Draw this position string (with --game) instead of a file.")
@with_reading
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    nth: int,
    ply: Plies | None,
    kind: str | None,
    output: str | None,
    flip: bool,
    delay: float,
    position: str | None,
    reading: InputOptions,
) -> None:
    """Draw a position of the game in FILE: the last one, or those after --ply.

    The last move is marked, and what it captured. Without --as the name of the output file tells
    the kind of picture; without either it is text in the terminal. A GIF replays the game, or the
    plies asked for. Several plies as other pictures go to one file each, with the number of the ply
    in its name. A game with an error is drawn up to the error.

    \b
    Examples:
      ludograph show classic:epaminondas-demonstration --ply 7
      ludograph show classic:epaminondas-demonstration --ply 7 -o capture.png
      ludograph show classic:epaminondas-demonstration --ply 5-9 -o capture.gif
      ludograph show --game epaminondas --position "bbb3/2b3/4w1/1wb1w1/w3w1 w"
    """
    kind = kind or _kind_of(output)
    if output is None and kind in IMAGES and sys.stdout.isatty():
        raise click.UsageError(f"a {kind.upper()} is not for a terminal: name a file with -o")
    if position is not None:
        _write(_draw_position(position, reading, kind, flip), output)
        return
    if file is None:
        raise click.UsageError("name a file, or a --position with its --game")
    record = next(islice(reading.records(file), nth - 1, None), None)
    if record is None:
        raise click.UsageError(f"{file} has no game number {nth}")
    verdict = replay(record)
    status = _complain(verdict, ply)
    if verdict.position is None:
        ctx.exit(max(status, FOUND_WRONG))
    if kind == ANIMATION:
        first, last = ply or (0, verdict.played)
        _write(animate(verdict, range(first, (last or first) + 1), flip, delay), output)
    else:
        _draw(verdict, ply, kind, flip, output)
    ctx.exit(status)


def _draw(verdict: Replay, ply: Plies | None, kind: str, flip: bool, output: str | None) -> None:
    """Draw positions one by one, several of them to a file each."""
    first, last = ply or (verdict.played, None)
    if last is not None and kind != "text" and output is None:
        raise click.UsageError(f"several plies as {kind.upper()} need a file name: -o")
    for number in range(first, (first if last is None else last) + 1):
        path = output
        if output and last is not None:
            path = str(Path(output).with_stem(f"{Path(output).stem}-{number}"))
        _write(draw_ply(verdict, number, kind, flip), path)


def _write(content: bytes, output: str | None) -> None:
    if output:
        Path(output).write_bytes(content)
    else:
        sys.stdout.buffer.write(content)


def _draw_position(text: str, reading: InputOptions, kind: str, flip: bool) -> bytes:
    if reading.game is None:
        raise click.UsageError("--position needs its --game")
    if kind == ANIMATION:
        raise click.UsageError("a GIF shows a game, not a --position")
    position = find_game(reading.game).position(text, reading.variant)
    labels = notation.find_dialect(reading.game, reading.dialect).label_style
    return diagrams.draw(position, kind, flipped=flip, labels=labels)


def _complain(verdict: Replay, ply: Plies | None) -> int:
    """Say on standard error what keeps the game from being drawn whole; return the status."""
    source = verdict.record.source
    printer = Printer(verbose=False, quiet=True, err=True)
    asked = max(number for number in ply or (0,) if number is not None)
    if asked > verdict.played:
        if asked <= len(verdict.record.moves):
            printer.findings(source.path, verdict.violations)
        plies = f"{verdict.played} good plies"
        message = f"{source} has {plies}, so there is no position after {asked}"
        raise click.UsageError(message)
    if verdict.valid:
        return 0
    printer.findings(source.path, verdict.violations)
    unreadable = verdict.position is None and source.game == 0
    return COULD_NOT_WORK if unreadable else FOUND_WRONG


def _kind_of(output: str | None) -> str:
    suffix = Path(output).suffix.lower().removeprefix(".") if output else "text"
    kind = "text" if suffix == "txt" else suffix
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise UnknownName(f"{output}: no kind of picture {suffix!r}; there are: {known}")
    return kind
