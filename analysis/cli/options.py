"""Option groups of commands: each is declared once, and passed to a command as one argument."""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial, wraps
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from analysis.batch import InputOptions
from analysis.cli.streams import STANDARD_OUTPUT
from analysis.games import all_games, find
from analysis.replay.findings import Policy
from analysis.select.duplicates import KINDS
from analysis.select.selection import Selection, parse_selection
from analysis.settings import check_codes, find_settings
from notation import InvalidPosition, InvalidVariant
from notation.errors import did_you_mean
from notation.registry import name_of
from records.assumptions import AUTO, LAYOUTS
from records.sources.decode import UNPACKED_LIMIT
from records.sources.names import FileFilter, expanded

if TYPE_CHECKING:
    # Not loaded here, so that commands that do not need them start sooner.
    from analysis.batch.executors import Workers
    from analysis.select.condition import Condition

Command: TypeAlias = Callable[..., int | None]
"""The function of a command: it takes the values of its options, and returns the exit status."""

Declared: TypeAlias = Callable[[Command], Command]
"""A decorator that adds an option, or a group of options, to a command."""

OpenPool = Callable[[], AbstractContextManager["Workers"]]
"""Opens the workers of a command."""

MOST_JOBS = 1024
"""Maximum number of processes that a user may ask for; fewer may be started."""


def gathered(
    name: str, build: Callable[..., object], *options: Declared, kept: Collection[str] = ()
) -> Declared:
    """Return a decorator that adds options and passes their values as one argument.

    Args:
        name: the name of the argument.
        build: builds the argument from the values, passed as keyword arguments.
        options: the options, in the order of their help.
        kept: parameters of other options of the command, whose values ``build`` gets as well.
    """

    def probe() -> None:
        """Dummy function that collects the options."""

    named = [one.name for one in with_options(probe, *options).__click_params__]  # type: ignore[attr-defined]

    def add(function: Command) -> Command:
        @wraps(function)
        def command(*args: object, **values: object) -> int | None:
            own = {one: values.pop(one) for one in named} | {one: values[one] for one in kept}
            return function(*args, **(values | {name: build(**own)}))

        return with_options(command, *options)

    return add


def with_options(command: Command, *options: Declared) -> Command:
    """Add options to a command, whose help lists them in this order."""
    for option in reversed(options):
        command = option(command)
    return command


# Values of options


class OneOf(click.Choice):  # type: ignore[type-arg]  # generic only of late
    """One of a few words; the error for an unknown word suggests similar ones."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        """Return the word."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            named = f"{value!r}{did_you_mean(str(value), self.choices)}"
            self.fail(f"{named} is not one of {', '.join(self.choices)}", param, ctx)


class Whole(click.IntRange):
    """A whole number within bounds; never larger than `sys.maxsize`."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the placeholder of the number in the help."""
        return "N"

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

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        number = float(super().convert(value, param, ctx))  # type: ignore[arg-type]  # a text too
        if not isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


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


class OutputFile(click.Path):
    """The name of a file to write, whose folder must exist, or ``-`` for standard output."""

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


@contextmanager
def named(option: str, *errors: type[Exception]) -> Iterator[None]:
    """Convert exceptions of these kinds to usage errors that name the option."""
    try:
        yield
    except errors as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def parsed(parse: Callable[[str], object], *errors: type[Exception]) -> Callable[..., object]:
    """Return a callback that parses a value; parse errors become usage errors."""

    def callback(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
        try:
            return None if value is None else parse(value)
        except errors as error:
            raise click.BadParameter(str(error)) from None

    return callback


game_name = parsed(name_of)
"""Callback for the name of a game; case is ignored."""


def or_printed(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the path of the output; None for standard output."""
    return None if value == STANDARD_OUTPUT else value


def not_printed(what: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback that rejects ``-`` where output cannot go to standard output."""

    def check(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value is not None and os.fspath(value) == STANDARD_OUTPUT:
            raise click.BadParameter(f"- is standard output, which is not a {what}: name one")
        return value

    return check


# Single options

output_option = click.option(
    "-o", "--output", type=OutputFile(), callback=or_printed, help="File to write."
)
"""``-o`` of a command whose default output is standard output."""

pool_option = click.option(
    "--pool", "pooled", is_flag=True, help="Put all variants of a game together."
)

branching_option = click.option(
    "--branching", is_flag=True, help="Count legal moves as well, which takes longer."
)

safe_csv_option = click.option(
    "--safe-csv",
    is_flag=True,
    help="Put an apostrophe before texts that spreadsheets read as formulas.",
)

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per line, nothing else."
)


# What is printed of a table


class TableStyle(NamedTuple):
    """The format of a table: text, CSV, or JSON lines."""

    as_csv: bool
    safe_csv: bool
    as_json: bool

    def print(
        self,
        objects: Iterable[Mapping[str, object]],
        columns: Sequence[str],
        rows: Iterable[Mapping[str, object]],
        lines: Iterable[str],
    ) -> None:
        """Print JSON objects, CSV rows or lines; only the requested kind is computed."""
        from analysis.cli.output import print_csv, print_json
        from analysis.cli.terminal import echo_lines

        if self.as_json:
            for one in objects:
                print_json(one)
        elif self.as_csv:
            print_csv(columns, rows, self.safe_csv)
        else:
            echo_lines(lines)


def _table_style(as_csv: bool, safe_csv: bool, as_json: bool) -> TableStyle:
    if safe_csv and not as_csv:
        raise click.UsageError("--safe-csv needs --csv")
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    return TableStyle(as_csv, safe_csv, as_json)


def table_options(row: str) -> Declared:
    """Return a decorator that adds the options of a table as the argument ``style``.

    ``row`` is the word for a row in the help.
    """
    return gathered(
        "style",
        _table_style,
        click.option(
            "--csv", "as_csv", is_flag=True, help=f"Print a CSV table, a row for each {row}."
        ),
        safe_csv_option,
        json_option,
    )


# How games are read and played


def configured(name: str) -> Callable[[], Any]:
    """Return a function that returns the default of an option from the folder's settings."""
    return partial(_configured, name)


def _configured(name: str) -> Any:
    ctx = click.get_current_context()
    if ctx.command.name == "lsp":
        return None  # The server looks in the folder of each document.
    found = find_settings(os.getcwd())
    return found.value(name, ctx.params.get("game")) if found else None


def _reading(
    include: Sequence[str] = (), exclude: Sequence[str] = (), **values: Any
) -> InputOptions:
    """Return the options for reading and playing records; unknown names are errors."""
    files = FileFilter(include, exclude) if include or exclude else None
    reading = InputOptions(**values, files=files)
    reading.check()
    if reading.game or reading.variant:
        known_variant(reading.game, reading.variant)
    return reading


def known_variant(game: str | None, variant: str | None) -> str:
    """Return the full variant string; if ``game`` is None, in the first game that has the variant.

    Raises:
        UnknownName: there is no such game.
        InvalidVariant: the game has no such variant, or no game has it if ``game`` is None. The
            message lists the words of the games with the most similar variants.
    """
    failures = {}
    for one in [find(game)] if game else all_games():
        try:
            return str(one.variant(variant))
        except InvalidVariant as error:
            failures[one] = str(error)
    likeness = {one: one.variant_type().likeness(variant or "") for one in failures}
    likeliest = [one for one in failures if likeness[one] == max(likeness.values())]
    if len(likeliest) == 1:
        raise InvalidVariant(failures[likeliest[0]])
    raise InvalidVariant("; ".join(f"{one.title}: {failures[one]}" for one in likeliest))


_GAME_OPTIONS = (
    click.option(
        "--game",
        default=configured("game"),
        callback=game_name,
        help="Name of the game, where it cannot be guessed.",
    ),
    click.option(
        "--variant",
        default=configured("variant"),
        help="Variant of all records, e.g. standard+symmetry=off.",
    ),
    click.option(
        "--dialect", default=configured("dialect"), help="Notation of all moves, e.g. abbott."
    ),
    click.option(
        "--layout",
        type=OneOf(LAYOUTS),
        default=AUTO,
        help="Layout of moves in a text: row by row, in blocks of rows side by side, or with a "
        "table for the moves of each side.",
    ),
)

_FILE_OPTIONS = (
    click.option("--format", "container", help="Format of the files, e.g. jsonl."),
    click.option("--encoding", help="Encoding of the files, e.g. cp1252."),
    click.option(
        "--limit",
        type=ByteSize(),
        default=UNPACKED_LIMIT,
        metavar="SIZE",
        help="Size limit of a file when unpacked, e.g. 500M  [default: 16G].",
    ),
    click.option(
        "--include",
        metavar="GLOB",
        multiple=True,
        default=configured("include"),
        help="Read only these files of folders, e.g. '*.games'.",
    ),
    click.option(
        "--exclude",
        metavar="GLOB",
        multiple=True,
        default=configured("exclude"),
        help="Skip these files and folders, e.g. drafts or 'games/old/*'.",
    ),
)

_AS_RECORDED = click.option(
    "--as-recorded",
    is_flag=True,
    help="Play on after overlooked captures and rows, and after any illegal move that can "
    "be carried out; it is still reported.",
)

with_reading = gathered("reading", _reading, *_GAME_OPTIONS, *_FILE_OPTIONS, _AS_RECORDED)
"""Adds the options of commands that read records, an `InputOptions`, as ``reading``."""

with_playing = gathered("reading", _reading, *_GAME_OPTIONS, _AS_RECORDED)
"""Adds the options for what is known of games from any source, as ``reading``."""


# Which findings count


def _codes(
    ctx: click.Context, param: click.Parameter, value: Iterable[str] | None
) -> frozenset[str]:
    """Return the codes in the values of a repeatable option; commas separate codes in a value."""
    codes = [code.strip() for one in value or () for code in one.split(",") if code.strip()]
    check_codes(codes)
    return frozenset(codes)


policy_options = gathered(
    "policy",
    Policy,
    click.option(
        "--select",
        multiple=True,
        default=configured("select"),
        callback=_codes,
        help="Codes of the only findings that count, e.g. symmetry,result-mismatch.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        default=configured("ignore"),
        callback=_codes,
        help="Codes of findings that do not count.",
    ),
    click.option(
        "--strict/--no-strict",
        default=configured("strict"),
        callback=lambda ctx, param, value: bool(value),
        help="Treat notes on data that was lost in reading as errors.",
    ),
)
"""Adds the options that choose which findings count, a `Policy`, as ``policy``."""


# Where the work is done


def _pool(jobs: int | None, cluster: str | None) -> OpenPool:
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other")
    # Loaded here: `--help` starts sooner without.
    from analysis.batch.executors import local_workers, most_jobs
    from analysis.cli.terminal import echo

    if jobs and jobs > (most := most_jobs()):
        echo(f"--jobs {jobs}: only {most} processes are started", err=True)
    if cluster is not None:
        from analysis.batch.cluster import cluster_workers

        return partial(cluster_workers, cluster)
    return partial(local_workers, 1 if jobs is None else jobs)


jobs_options = gathered(
    "pool",
    _pool,
    click.option(
        "--jobs",
        type=Whole(0, MOST_JOBS),
        metavar="N",
        help="Number of processes; 0 for one on each processor  [default: 1].",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Dask scheduler to work on, e.g. tcp://host:8786.",
    ),
)
"""Adds ``--jobs`` and ``--cluster``, an `OpenPool`, as ``pool``."""


# Which games are selected


def read_condition(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> "Condition | None":
    """Parse a condition."""
    if value is None:
        return None
    from analysis.select.condition import InvalidCondition, parse_condition

    try:
        return parse_condition(value)
    except InvalidCondition as error:
        place = f"column {error.column + 1} of {error.text!r}"
        raise click.BadParameter(f"{error.reason}, at {place}") from None


def _side(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    from analysis.select.condition import side_named

    return side_named(value)


def _bound(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
    """Parse a date such as ``2004`` or ``2004-05`` that limits a range."""
    if value is None:
        return None
    from analysis.select.condition import InvalidDate, date_bound

    return parsed(date_bound, InvalidDate)(ctx, param, value)


def played_conditions(
    player: str | None, side: str | None, since: str | None, until: str | None
) -> "Iterator[Condition]":
    """Yield the conditions on players, sides and dates."""
    if side and not player:
        raise click.UsageError("--side needs --player")
    if not (player or since or until):
        return
    from analysis.select.condition import played_between, played_by

    if player:
        yield played_by(player, side or "")
    if since or until:
        if since and until and since[: len(until)] > until:
            raise click.UsageError(f"--since {since} is later than --until {until}")
        yield played_between(since or "", until or "")


condition_options = (
    click.option(
        "--where",
        metavar="CONDITION",
        callback=read_condition,
        help="Only games that meet this condition, e.g. 'plies >= 40 and White ~ \"jong\"'.",
    ),
    click.option("--player", metavar="NAME", help="Only games of this player, in any case."),
    click.option(
        "--side",
        metavar="SIDE",
        callback=_side,
        help="With --player: only on this side, e.g. white or first.",
    ),
    click.option(
        "--since", metavar="DATE", callback=_bound, help="Only games of this date or later."
    ),
    click.option(
        "--until", metavar="DATE", callback=_bound, help="Only games of this date or earlier."
    ),
)
"""The options of conditions on games."""


def _selection(
    position: str | None, any_symmetry: bool, where: "Condition | None", **others: Any
) -> Selection:
    if any_symmetry and position is None:
        raise click.UsageError("--any-symmetry needs --position")
    played = [others.pop(name) for name in ("player", "side", "since", "until")]
    conditions = played_conditions(*played)
    with named("--position", InvalidPosition):
        return parse_selection(
            where, position, any_symmetry=any_symmetry, others=conditions, **others
        )


selecting_options = gathered(
    "chosen",
    _selection,
    *condition_options,
    click.option(
        "--position",
        metavar="POSITION",
        help="Only games that reach this position, given as a position string or by moves.",
    ),
    click.option(
        "--any-symmetry",
        is_flag=True,
        help="With --position: any rotated or mirrored image of it counts as well.",
    ),
    click.option(
        "--dedupe",
        type=OneOf(list(KINDS)),
        help="Drop duplicates: games with the moves or the last position of an earlier game, or "
        "whose moves begin another game.",
    ),
    kept=("game", "variant"),
)
"""Adds the options that select games, a `Selection`, as ``chosen``; beside `with_reading`."""


class Games(NamedTuple):
    """The games that a command works on; `analysis.cli.run.Run` goes through them.

    Attributes:
        files: names of sources.
        reading: options for reading and playing the games.
        chosen: the conditions that select games.
        pool: opens the workers.
    """

    files: Sequence[str]
    reading: InputOptions
    chosen: Selection
    pool: OpenPool


def with_lists(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...] | str | None
) -> tuple[str, ...]:
    """Return names of sources; a list that can be read only once is replaced by the names in it."""
    return expanded((value,) if isinstance(value, str) else value or ())


def games_of(argument: Declared) -> Declared:
    """Return a decorator that passes the options for reading games as ``games``, a `Games`.

    ``argument`` is the decorator that adds the names of sources as ``files``.
    """

    def add(function: Command) -> Command:
        @wraps(function)
        def command(
            *args: object,
            files: Sequence[str],
            reading: InputOptions,
            chosen: Selection,
            pool: OpenPool,
            **others: object,
        ) -> int | None:
            return function(*args, games=Games(files, reading, chosen, pool), **others)

        return selecting_options(with_reading(jobs_options(argument(command))))

    return add


games_options = games_of(click.argument("files", nargs=-1, required=True, callback=with_lists))
"""Adds the files and options of every command that reads games, as ``games``."""
