"""Options and helpers that commands share."""

import os
import sys
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from functools import partial, wraps
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from analysis.batch import InputOptions
from analysis.batch.games import is_unreadable as is_unreadable
from analysis.cli.streams import COULD_NOT_WORK as COULD_NOT_WORK
from analysis.cli.streams import FOUND_WRONG as FOUND_WRONG
from analysis.games import all_games, find
from analysis.replay.verdict import accepted_sentence as accepted_sentence
from notation import InvalidVariant
from notation.errors import did_you_mean
from notation.numbers import plural as plural
from notation.registry import name_of
from records.assumptions import AUTO, LAYOUTS
from records.sources.decode import UNPACKED_LIMIT

if TYPE_CHECKING:
    from analysis.batch.executors import Workers

Command: TypeAlias = Callable[..., None]
"""The function of a command, which takes the values of its options."""

OpenPool = Callable[[], AbstractContextManager["Workers"]]
"""Opens the workers of a command."""


def with_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    """Add options to a command, in their order in its help."""
    for option in reversed(options):
        command = option(command)
    return command


def game_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of a game that is written in any case.

    Raises:
        UnknownName: there is no such game.
    """
    return None if value is None else name_of(value)


class OneOf(click.Choice):  # type: ignore[type-arg]  # generic only of late
    """One of a few words; the error for another one suggests similar words."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        """Return the word."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            named = f"{value!r}{did_you_mean(str(value), self.choices)}"
            self.fail(f"{named} is not one of {', '.join(self.choices)}", param, ctx)


def gathered(
    name: str,
    build: Callable[..., object],
    *options: Callable[[Command], Command],
    kept: Collection[str] = (),
) -> Callable[[Command], Command]:
    """Return a decorator that adds options, whose values a command receives as one argument.

    Args:
        name: the name of the argument.
        build: makes the argument from the values, passed as keyword arguments.
        options: the options, in the order of their help.
        kept: names of parameters of other options that ``build`` takes, too.
    """

    def probe() -> None:
        """Take the parameters."""

    named = [one.name for one in with_options(probe, *options).__click_params__]  # type: ignore[attr-defined]

    def add(function: Command) -> Command:
        @wraps(function)
        def command(*args: object, **values: object) -> None:
            own = {one: values.pop(one) for one in named} | {one: values[one] for one in kept}
            function(*args, **(values | {name: build(**own)}))

        return with_options(command, *options)

    return add


def _reading(**values: Any) -> InputOptions:
    """Return how records are read and played.

    Raises:
        UnknownName: there is no such game, dialect, format or encoding.
        InvalidVariant: there is no such variant.
    """
    reading = InputOptions(**values)
    reading.check()
    _check_variant(reading.game, reading.variant)
    return reading


class Whole(click.IntRange):
    """A whole number within bounds, or at most as large as a list can be long."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number."""
        number = int(super().convert(value, param, ctx))  # type: ignore[arg-type]  # a text too
        if number > sys.maxsize:
            self.fail(f"{number} is too large", param, ctx)
        return number


class Finite(click.FloatRange):
    """A finite number within bounds; click alone would accept NaN."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        number = float(super().convert(value, param, ctx))  # type: ignore[arg-type]  # a text too
        if not isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


STANDARD_OUTPUT = "-"
"""The name of an output that is printed."""


class OutputFile(click.Path):
    """The name of a file, checked to be writable before any work is done, or ``-``."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        """Return the name.

        Raises:
            OSError: its folder does not exist, or the name is too long.
        """
        name = str(super().convert(value, param, ctx))
        if name == STANDARD_OUTPUT:
            return name
        try:
            os.stat(name)
        except FileNotFoundError:
            if not (os.path.islink(name) or os.path.isdir(os.path.dirname(name) or ".")):
                raise
        return name


def or_printed(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of a file to write; None for standard output, named or not."""
    return None if value == STANDARD_OUTPUT else value


def output_option(function: Command) -> Command:
    """Add ``-o`` to a command that prints what it does not write to a file."""
    return click.option(
        "-o", "--output", type=OutputFile(), callback=or_printed, help="File to write."
    )(function)


def not_printed(what: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback that refuses ``-`` for output that cannot go to standard output."""

    def check(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value is not None and os.fspath(value) == STANDARD_OUTPUT:
            raise click.BadParameter(f"- is standard output, which is no {what}: name one")
        return value

    return check


MOST_JOBS = 1024
"""Most processes that a user may ask for; fewer may be started."""


class ByteSize(click.ParamType):  # type: ignore[type-arg]  # generic only of late
    """A number of bytes: ``500``, ``64K``, ``1.5M``, ``16G``."""

    name = "size"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
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
            self.fail(f"{value!r} is not a size such as 500M or 16G", param, ctx)
        return size


_GAME_OPTIONS = (
    click.option(
        "--game", callback=game_name, help="Name of the game, where it cannot be guessed."
    ),
    click.option("--variant", help="Variant of all records, e.g. standard+symmetry=off."),
    click.option("--dialect", help="Notation of all moves, e.g. abbott."),
    click.option(
        "--layout",
        type=OneOf(LAYOUTS),
        default=AUTO,
        help="How a sheet of moves in text is laid out: row by row, in blocks of rows side by "
        "side, or each side's moves in a table of its own.",
    ),
)
"""What is known of games."""

_FILE_OPTIONS = (
    click.option("--format", "container", help="Format of the files, e.g. jsonl."),
    click.option("--encoding", help="Encoding of the files, e.g. cp1252."),
    click.option(
        "--limit",
        type=ByteSize(),
        default=UNPACKED_LIMIT,
        metavar="SIZE",
        help="What a compressed file may unpack to, e.g. 500M  [default: 16G].",
    ),
)
"""The files that games are read from."""

_AS_RECORDED = click.option(
    "--as-recorded",
    is_flag=True,
    help="Play on after overlooked captures and rows, and after any illegal move that can "
    "be carried out; it is still reported.",
)

with_reading = gathered("reading", _reading, *_GAME_OPTIONS, *_FILE_OPTIONS, _AS_RECORDED)
"""Adds the options of commands that read records, an `InputOptions`, as ``reading``."""

with_playing = gathered("reading", _reading, *_GAME_OPTIONS, _AS_RECORDED)
"""Adds those on what is known of games, whatever they are read from, as ``reading``."""


def jobs_options(function: Command) -> Command:
    """Add ``--jobs`` and ``--cluster``; the command receives an `OpenPool` as ``pool``."""

    @wraps(function)
    def command(*args: object, jobs: int | None, cluster: str | None, **others: object) -> None:
        if jobs is not None and cluster is not None:
            raise click.UsageError("--jobs and --cluster exclude each other")
        # Loaded here: `--help` starts sooner without.
        from analysis.batch.executors import local_workers, most_jobs
        from analysis.cli.terminal import echo

        if jobs and jobs > (most := most_jobs()):
            echo(f"--jobs {jobs}: only {most} processes are started", err=True)
        pool: OpenPool
        if cluster is not None:
            from analysis.batch.cluster import cluster_workers

            pool = partial(cluster_workers, cluster)
        else:
            pool = partial(local_workers, 1 if jobs is None else jobs)
        function(*args, pool=pool, **others)

    return with_options(
        command,
        click.option(
            "--jobs",
            type=Whole(0, MOST_JOBS),
            metavar="N",
            help="Processes to work in; 0 takes one for each processor  [default: 1].",
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Dask scheduler to work on, e.g. tcp://host:8786; its workers have to see the "
            "files.",
        ),
    )


def pool_option(function: Command) -> Command:
    """Add ``--pool``."""
    return click.option(
        "--pool", "pooled", is_flag=True, help="Put all variants of a game together."
    )(function)


def branching_option(function: Command) -> Command:
    """Add ``--branching``, which has an older name besides."""
    return click.option(
        "--branching",
        "--legal-moves",
        "branching",
        is_flag=True,
        help="Count legal moves as well, which takes longer.",
    )(function)


def csv_options(row: str) -> Callable[[Command], Command]:
    """Return what adds ``--csv`` and ``--safe-csv``; ``row`` is what a row is for, in the help."""

    def add(function: Command) -> Command:
        @wraps(function)
        def command(*args: object, as_csv: bool, safe_csv: bool, **others: object) -> None:
            if safe_csv and not as_csv:
                raise click.UsageError("--safe-csv goes with --csv")
            function(*args, as_csv=as_csv, safe_csv=safe_csv, **others)

        table = f"Print a CSV table, a row for each {row}."
        return with_options(
            command, click.option("--csv", "as_csv", is_flag=True, help=table), safe_csv_option
        )

    return add


def safe_csv_option(function: Command) -> Command:
    """Add ``--safe-csv``."""
    return click.option(
        "--safe-csv", is_flag=True, help="Let no text be a formula where a spreadsheet opens it."
    )(function)


def json_option(function: Command) -> Command:
    """Add ``--json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object per line, nothing else."
    )(function)


def _check_variant(game: str | None, variant: str | None) -> None:
    """Check a variant before any record is read.

    Raises:
        UnknownName: there is no such game.
        InvalidVariant: that game, or where none is named every game, has no such variant. The
            message names the words of the games whose variants are most like it.
    """
    if variant is None:
        if game is not None:
            find(game)
        return
    failures = {}
    for one in [find(game)] if game else all_games():
        try:
            one.variant(variant)
            return
        except InvalidVariant as error:
            failures[one] = str(error)
    likeness = {one: one.variant_type().likeness(variant) for one in failures}
    likeliest = [one for one in failures if likeness[one] == max(likeness.values())]
    if len(likeliest) == 1:
        raise InvalidVariant(failures[likeliest[0]])
    raise InvalidVariant("; ".join(f"{one.title}: {failures[one]}" for one in likeliest))
