"""Options and helpers that commands share."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, TypeVar

import click

from analysis.registry import GAMES, find
from analysis.words import plural as plural
from notation import InvalidVariant
from records import Record
from records.sources import UNREADABLE

Function = TypeVar("Function", bound=Callable[..., Any])

FOUND_WRONG = 1
"""Exit status where something in the records is wrong."""

COULD_NOT_WORK = 2
"""Exit status where the command could not do its work."""

PATIENCE = 1.0
"""Seconds of work after which a terminal is shown how far it has come."""


def reading_options(function: Function) -> Function:
    """Add the options of commands that read records."""
    for decorator in reversed(
        (
            click.option("--game", help="Name of the game, where the text does not tell."),
            click.option("--variant", help="Variant of all records, e.g. standard+symmetry=off."),
            click.option("--dialect", help="Notation of all moves, e.g. abbott."),
            click.option("--format", "container", help="Format of the files: text or jsonl."),
            click.option("--encoding", help="Encoding of the files, e.g. cp1252."),
        )
    ):
        function = decorator(function)
    return function


def json_option(function: Function) -> Function:
    """Add ``--json``."""
    option = click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object per line, nothing else."
    )
    return option(function)


def check_variant(game: str | None, variant: str | None) -> None:
    """Make sure that a variant asked for exists, before a thousand records are told it does not.

    Raises:
        UnknownName: there is no such game.
        InvalidVariant: that game, or where none is named every game, has no such variant.
    """
    failures = []
    for one in [find(game)] if game else GAMES.values():
        try:
            one.rules(variant)
            return
        except InvalidVariant as error:
            failures.append(str(error))
    raise InvalidVariant("; ".join(failures))


def is_unreadable(record: Record) -> bool:
    """Tell whether a record stands for a file that could not be read."""
    return any(finding.code == UNREADABLE for finding in record.findings)


def watched(records: Iterable[Record]) -> Iterator[Record]:
    """Yield records; where that takes long, tell a terminal how many there have been."""
    if not sys.stderr.isatty():
        yield from records
        return
    started = told = time.monotonic()
    shown = False
    for count, record in enumerate(records, start=1):
        now = time.monotonic()
        if now - told > PATIENCE:
            speed = plural(round(count / (now - started)), "game")
            click.echo(f"\r{plural(count, 'game')}, {speed} a second ", nl=False, err=True)
            told, shown = now, True
        yield record
    if shown:
        click.echo("\r" + " " * 60 + "\r", nl=False, err=True)


@contextmanager
def output_file(path: str | None) -> Iterator[IO[str]]:
    """Open the output; a file takes its name only once it is complete."""
    if path is None:
        yield sys.stdout
        return
    folder = Path(path).parent
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=folder, prefix=".ludograph-", delete=False
    ) as out:
        try:
            yield out
            out.close()
            os.chmod(out.name, 0o666 & ~_umask())
            os.replace(out.name, path)
        except BaseException:
            os.unlink(out.name)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
