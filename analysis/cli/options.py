"""Options and helpers that commands share."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from analysis.batch import InputOptions
from analysis.games import GAMES, find
from analysis.text import plural as plural
from notation import InvalidVariant
from records import Record
from records.sources.archives import NOT_READ, UNPACKED_LIMIT

if TYPE_CHECKING:
    from analysis.batch.executors import Workers

Function = TypeVar("Function", bound=Callable[..., Any])

FOUND_WRONG = 1
"""Exit status where something in the records is wrong."""

COULD_NOT_WORK = 2
"""Exit status where the command could not do its work."""

PATIENCE = 1.0
"""Seconds of work after which a terminal is shown how far it has come."""


def _reading_options(function: Function) -> Function:
    for decorator in reversed(
        (
            click.option("--game", help="Name of the game, where the text does not tell."),
            click.option("--variant", help="Variant of all records, e.g. standard+symmetry=off."),
            click.option("--dialect", help="Notation of all moves, e.g. abbott."),
            click.option("--format", "container", help="Format of the files, e.g. jsonl."),
            click.option("--encoding", help="Encoding of the files, e.g. cp1252."),
        )
    ):
        function = decorator(function)
    return function


def with_reading(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of commands that read records.

    The command is given what they say as one argument, ``reading``.

    Raises:
        UnknownName: there is no such game, dialect, format or encoding.
        InvalidVariant: there is no such variant.
    """

    @wraps(function)
    def command(
        *args: Any,
        game: str | None,
        variant: str | None,
        dialect: str | None,
        container: str | None,
        encoding: str | None,
        limit: int,
        **others: Any,
    ) -> Any:
        reading = InputOptions(game, variant, dialect, container, encoding, limit)
        reading.check()
        _check_variant(game, variant)
        return function(*args, reading=reading, **others)

    limit = click.option(
        "--limit",
        type=ByteSize(),
        default=UNPACKED_LIMIT,
        metavar="SIZE",
        help="What a compressed file may unpack to, e.g. 500M  [default: 16G].",
    )
    return _reading_options(limit(command))


class ByteSize(click.ParamType):  # type: ignore[type-arg]  # generic only of late
    """A number of bytes: ``500``, ``64K``, ``1.5M``, ``16G``."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if isinstance(value, int):
            return value
        text = str(value).strip().upper().removesuffix("B").removesuffix("I")
        power = "KMGT".find(text[-1:]) + 1 if text else 0
        try:
            size = int(float(text[: -1 if power else None]) * 1024**power)
        except (ValueError, OverflowError):
            size = 0
        if size < 1:
            self.fail(f"{value!r} is no size such as 500M or 16G", param, ctx)
        return size


def jobs_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--jobs`` and ``--cluster``; the command receives an `OpenPool` as ``pool``."""

    @wraps(function)
    def command(*args: Any, jobs: int | None, cluster: str | None, **others: Any) -> Any:
        if jobs is not None and cluster is not None:
            raise click.UsageError("--jobs and --cluster do not go together")
        # Loaded here: `--help` starts sooner without.
        from analysis.batch.executors import cluster_workers, local_workers

        if cluster is not None:
            return function(*args, pool=partial(cluster_workers, cluster), **others)
        return function(*args, pool=partial(local_workers, 1 if jobs is None else jobs), **others)

    jobs = click.option(
        "--jobs",
        type=click.IntRange(0),
        metavar="N",
        help="Processes to work in; 0 takes one for each processor  [default: 1].",
    )
    cluster = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Dask scheduler to work on, e.g. tcp://host:8786; its workers have to see the files.",
    )
    return jobs(cluster(command))


OpenPool = Callable[[], AbstractContextManager["Workers"]]
"""Opens the workers of a command."""


def json_option(function: Function) -> Function:
    """Add ``--json``."""
    option = click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object per line, nothing else."
    )
    return option(function)


def _check_variant(game: str | None, variant: str | None) -> None:
    """Make sure that a variant asked for exists, before a thousand records are told it does not.

    Raises:
        UnknownName: there is no such game.
        InvalidVariant: that game, or where none is named every game, has no such variant.
    """
    failures = []
    for one in [find(game)] if game else GAMES.values():
        try:
            one.variant(variant)
            return
        except InvalidVariant as error:
            failures.append(str(error))
    raise InvalidVariant("; ".join(failures))


def is_unreadable(record: Record) -> bool:
    """Tell whether a record stands for a file that could not be read, or not to its end."""
    return any(finding.code in NOT_READ for finding in record.findings)


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
