"""``ludograph show``."""

import sys
from itertools import islice
from pathlib import Path

import click

import notation
import records
from analysis import diagrams
from analysis.cli.diagnostics import Printer
from analysis.cli.options import COULD_NOT_WORK, FOUND_WRONG, check_variant, reading_options
from analysis.registry import find as find_game
from analysis.replaying import Ply, Replay, replay
from notation import UnknownName


@click.command("show")
@click.argument("file", required=False)
@click.option("--nth", type=click.IntRange(1), default=1, help="Which game of the file.")
@click.option("--ply", type=click.IntRange(0), help="After which ply; 0 is the start.")
@click.option("--as", "kind", type=click.Choice(diagrams.KINDS), help="Kind of picture.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Where to write it.")
@click.option("--flip", is_flag=True, help="Draw the board as the other side sees it.")
@click.option("--position", help="Draw this position string (with --game) instead of a file.")
@reading_options
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    nth: int,
    ply: int | None,
    kind: str | None,
    output: str | None,
    flip: bool,
    position: str | None,
    game: str | None,
    variant: str | None,
    dialect: str | None,
    container: str | None,
    encoding: str | None,
) -> None:
    """Draw a position of the game in FILE: the last one, or the one after --ply.

    The last move is marked, and what it captured. Without --as the name of the output file tells
    the kind of picture; without either it is text in the terminal. A game with an error is drawn
    up to the error.

    \b
    Examples:
      ludograph show classic:epaminondas-demonstration --ply 7
      ludograph show classic:epaminondas-demonstration --ply 7 -o capture.png
      ludograph show --game epaminondas --position "bbb3/2b3/4w1/1wb1w1/w3w1 w"
    """
    kind = kind or _kind_of(output)
    if output is None and kind in ("png", "pdf") and sys.stdout.isatty():
        raise click.UsageError(f"a {kind.upper()} is not for a terminal: name a file with -o")
    status = 0
    if position is not None:
        content = _draw_position(position, game, variant, dialect, kind, flip)
    elif file is None:
        raise click.UsageError("name a file, or a --position with its --game")
    else:
        check_variant(game, variant)
        found = records.read(
            file, format=container, game=game, variant=variant, dialect=dialect, encoding=encoding
        )
        record = next(islice(found, nth - 1, None), None)
        if record is None:
            raise click.UsageError(f"{file} has no game number {nth}")
        verdict = replay(record)
        status = _complain(verdict, ply)
        if verdict.position is None:
            ctx.exit(max(status, FOUND_WRONG))
        content = draw_ply(verdict, verdict.played if ply is None else ply, kind, flip)
    if output:
        Path(output).write_bytes(content)
    else:
        sys.stdout.buffer.write(content)
    ctx.exit(status)


def draw_ply(verdict: Replay, number: int, kind: str, flip: bool = False) -> bytes:
    """Return the picture of a game's position after a ply, with a caption.

    Args:
        verdict: the game on the board.
        number: number of the ply, 0 for the start; no more than have been played.
        kind: kind of picture.
        flip: whether to draw the board as the other side sees it.
    """
    if verdict.start is None or verdict.dialect is None:
        raise ValueError("a record without a start cannot be drawn")
    labels = verdict.dialect.labels
    last: Ply | None = next(islice(verdict.plies(), number - 1, None), None) if number else None
    if last is None:
        return diagrams.draw(verdict.start, kind, caption="Start", flipped=flip, labels=labels)
    written = verdict.dialect.write(last.move) if last.move else last.text
    caption = f"{last.number}. {written} ({last.side.title()}, ply {last.index})"
    return diagrams.draw(
        last.after,
        kind,
        caption=caption,
        last=last.move,
        before=last.before,
        flipped=flip,
        labels=labels,
    )


def _draw_position(
    text: str, game: str | None, variant: str | None, dialect: str | None, kind: str, flip: bool
) -> bytes:
    if game is None:
        raise click.UsageError("--position needs its --game")
    position = find_game(game).position(text, variant)
    labels = notation.find_dialect(game, dialect).labels
    return diagrams.draw(position, kind, flipped=flip, labels=labels)


def _complain(verdict: Replay, ply: int | None) -> int:
    """Say on standard error what keeps the game from being drawn whole; return the status."""
    source = verdict.record.source
    printer = Printer(verbose=False, quiet=True, err=True)
    if ply is not None and ply > verdict.played:
        if ply <= len(verdict.record.moves):
            printer.findings(source.path, verdict.violations)
        message = f"{source} has {verdict.played} good plies, so there is no position after {ply}"
        raise click.UsageError(message)
    if verdict.valid:
        return 0
    printer.findings(source.path, verdict.violations)
    unreadable = verdict.position is None and source.game == 0
    return COULD_NOT_WORK if unreadable else FOUND_WRONG


def _kind_of(output: str | None) -> str:
    suffix = Path(output).suffix.lower().removeprefix(".") if output else "text"
    kind = "text" if suffix == "txt" else suffix
    if kind not in diagrams.KINDS:
        known = ", ".join(diagrams.KINDS)
        raise UnknownName(f"{output}: no kind of picture {suffix!r}; there are: {known}")
    return kind
