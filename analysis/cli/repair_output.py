"""Repaired games for an output file: in whatever format, nothing that was written is lost."""

from dataclasses import replace

import click

from analysis.repair.apply import WRITTEN, with_comments
from analysis.repair.result import Repair
from analysis.replay.conversion import with_accepted
from notation import UnknownName, UnreadableMove, find_dialect
from notation.registry import games
from records import Record
from records.format import CannotWrite, Format

HOLE = "?"
"""Stands for a ply whose text a format cannot hold."""


def check_format(form: Format, output: str) -> None:
    """Check that a format can hold what was written beside an edit.

    Raises:
        click.UsageError: it cannot.
    """
    plain = Record((HOLE,), next(iter(games())))
    if _holds(form, plain) and not _holds(form, replace(plain, details={0: {"comment": WRITTEN}})):
        raise click.UsageError(
            f"{output}: {form.name} has no room for what was written beside an edit; "
            "name a file that ends in .txt, .jsonl, .csv or .sgf"
        )


def _holds(form: Format, record: Record) -> bool:
    try:
        _write(form, record)
    except CannotWrite:
        return False
    return True


def _write(form: Format, record: Record) -> None:
    """Write a record, to see that it can be.

    Raises:
        CannotWrite: it cannot.
    """
    form.pack([form.fit(record)[0]])


def kept(done: Repair, form: Format) -> tuple[Record, int]:
    """Return a game for the output: mended if there is a solution.

    Texts of plies that the format cannot hold, such as a scanner's, become comments beside a ``?``.

    Returns:
        The game, and how many plies of it the format cannot hold.

    Raises:
        CannotWrite: the format cannot hold the game even so.
    """
    record = with_accepted(done.repaired or done.record, done.accepted)
    if form.lossless:
        return record, 0
    shown = with_comments(record)
    if not _holds(form, shown):
        holes = _with_holes(record)
        shown = with_comments(holes)
        _write(form, shown)
        pairs = zip(record.moves, holes.moves, strict=True)
        return shown, sum(one != other for one, other in pairs)
    return shown, 0


def _with_holes(record: Record) -> Record:
    """Return a record with ``?`` for every ply that is no move, and its text beside it."""
    moves, details = list(record.moves), {at: dict(one) for at, one in record.details.items()}
    for at, text in enumerate(record.moves):
        if not _is_move(record, text):
            moves[at] = HOLE
            details.setdefault(at, {}).setdefault(WRITTEN, text)
    return replace(record, moves=tuple(moves), details=details)


def _is_move(record: Record, text: str) -> bool:
    if record.game is None:
        return True
    try:
        return bool(find_dialect(record.game, record.dialect).read(text).moves)
    except (UnknownName, UnreadableMove):
        return False
