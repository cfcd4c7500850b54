"""``ludograph show``: diagrams of positions, and animated games."""

import re
from collections.abc import Generator
from contextlib import closing
from itertools import islice
from pathlib import Path

import click

import notation
from analysis import diagrams
from analysis.batch import InputOptions
from analysis.cli.options import (
    Finite,
    OpenPool,
    OutputFile,
    Whole,
    Word,
    is_unreadable,
)
from analysis.cli.output import check_output, file_kind, refuse_terminal, write_bytes
from analysis.cli.printer import Printer
from analysis.cli.selecting import MadeOfGames, games_options, played
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.diagrams import DELAY, draw_ply, ply_scenes
from analysis.games import find as find_game
from analysis.replay.replay import Replay
from analysis.select.selection import Selection
from records.sources.names import with_list

ANIMATION = "gif"
KINDS = (*diagrams.KINDS, ANIMATION)
"""Kinds of picture; an animation shows many positions."""

IMAGES = ("png", "pdf", ANIMATION)
"""Kinds that a terminal cannot show."""

Plies = tuple[int, int | None]
"""First and last ply of a range; None as the last for a single ply."""


def _plies(ctx: click.Context, param: click.Parameter, value: str | None) -> Plies | None:
    """Parse a ply such as ``7``, or a range such as ``7-12``."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a ply; write 7, or 7-12 for several")
    first, last = int(found[1]), int(found[2]) if found[2] else None
    if last is not None and last < first:
        raise click.BadParameter(f"{value!r} ends before it begins")
    return first, last


def _with_list(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of a source, a list that can be read only once with what stands in it."""
    return value and with_list(value)


@click.command("show")
@click.argument("file", required=False, callback=_with_list)
@click.option("--nth", type=Whole(1), default=1, help="Number of the game in the file.")
@click.option("--ply", callback=_plies, help="Ply, or plies (7-12), to draw; 0 is the start.")
@click.option("--as", "kind", type=Word(KINDS), help="Kind of picture.")
@click.option("-o", "--output", type=OutputFile(), help="File to write.")
@click.option("--flip", is_flag=True, help="Draw the board from the second side.")
@click.option(
    "--delay",
    type=Finite(0.02, 60),
    default=DELAY,
    show_default=True,
    help="Seconds that a GIF shows each position.",
)
@games_options
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
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
) -> None:
    """Draw a position of the game in FILE: the last one, or those after --ply.

    The last move and its captures are marked. The kind of picture follows from --as, else from
    the name of the output; without either it is text on standard output. A GIF replays the game,
    or the plies of --ply. Several plies as other pictures are written to one file each, with the
    number of the ply in its name. A game with an error is drawn up to the error.

    Where games are selected, --nth is the number among these. Without FILE, the position string
    of --position is drawn; it needs its --game.

    \b
    Examples:
      ludograph show classic:epaminondas-demonstration --ply 7
      ludograph show classic:epaminondas-demonstration --ply 7 -o capture.png
      ludograph show classic:epaminondas-demonstration --ply 5-9 -o capture.gif
      ludograph show --game epaminondas --position "bbb3/2b3/4w1/1wb1w1/w3w1 w"
    """
    kind = file_kind(output, kind, KINDS, "text", "picture")
    if kind in IMAGES:
        refuse_terminal(kind, output)
    if file is None:
        text = ctx.params["position"]
        if text is None:
            raise click.UsageError("name a file, or a --position with its --game")
        if chosen.dedupe or chosen.filter.where or ctx.params["any_symmetry"]:
            raise click.UsageError("games are selected from a FILE: name one")
        write_bytes(_draw_position(text, reading, kind, flip), output)
        return
    check_output(output, [file])
    with closing(_games(file, reading, chosen, pool)) as games:
        verdict = next(islice(games, nth - 1, None), None)
    if verdict is None:
        among = " among those selected" if chosen else ""
        raise click.UsageError(f"{file} has no game number {nth}{among}")
    status = _report(verdict, ply)
    if verdict.position is None:
        ctx.exit(max(status, FOUND_WRONG))
    if kind == ANIMATION:
        first, last = ply or (0, verdict.played)
        frames = list(ply_scenes(verdict, range(first, (last or first) + 1), flip))
        write_bytes(diagrams.animate(frames, delay=delay), output)
    else:
        _draw(verdict, ply, kind, flip, output)
    ctx.exit(status)


def _games(
    file: str, reading: InputOptions, chosen: Selection, pool: OpenPool
) -> Generator[Replay, None, None]:
    """Yield the selected games of a file, or all of them, played no sooner than need be."""
    if not chosen:
        yield from map(reading.replay, reading.records(file))
        return
    with pool() as workers:
        for games in MadeOfGames(played, [file], workers, reading, chosen):
            for one in games:
                if one.record.source.game:
                    yield one
                else:
                    source, printer = one.record.source, Printer(False, True, err=True)
                    printer.findings(source.path, one.findings)


def _draw(verdict: Replay, ply: Plies | None, kind: str, flip: bool, output: str | None) -> None:
    """Draw positions one by one; several of them are written to one file each."""
    first, last = ply or (verdict.played, None)
    if last is not None and kind != "text" and output is None:
        raise click.UsageError(f"several plies as {kind.upper()} need a file name: -o")
    for number in range(first, (first if last is None else last) + 1):
        path = output
        if output and last is not None:
            path = str(Path(output).with_stem(f"{Path(output).stem}-{number}"))
            check_output(path, [verdict.record.source.path])
        write_bytes(draw_ply(verdict, number, kind, flip), path)


def _draw_position(text: str, reading: InputOptions, kind: str, flip: bool) -> bytes:
    if reading.game is None:
        raise click.UsageError("--position needs its --game")
    if kind == ANIMATION:
        raise click.UsageError("a GIF shows a game, not a --position")
    position = find_game(reading.game).position(text, reading.variant)
    labels = notation.find_dialect(reading.game, reading.dialect).label_style
    return diagrams.draw(position, kind, flipped=flip, labels=labels)


def _report(verdict: Replay, ply: Plies | None) -> int:
    """Print on standard error why a game cannot be drawn whole; return the status."""
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
    return COULD_NOT_WORK if is_unreadable(verdict.record) else FOUND_WRONG
