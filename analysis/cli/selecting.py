"""The options of every command that reads games, and the selected games themselves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Generic, NamedTuple

import click

from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.batch.work import Value
from analysis.cli.options import Command, OneOf, jobs_options, with_options, with_reading
from analysis.cli.progress import Progress
from analysis.cli.tag_hints import SelectingPipeline
from analysis.replay.replay import Replay
from analysis.select.duplicates import KINDS, Fingerprint, fingerprint
from analysis.select.selection import Selection, parse_selection
from notation import InvalidPosition, LudographError
from records import Record
from records.sources.names import STANDARD_INPUT, expanded, is_read_once

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.batch.executors import Workers
    from analysis.select.condition import Condition


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
    """Return the name of a side."""
    if value is None:
        return None
    from analysis.select.filters import side_named

    return side_named(value)


def _bound(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return a date as dates are compared."""
    if value is None:
        return None
    from analysis.select.filters import InvalidDate, date_bound

    try:
        return date_bound(value)
    except InvalidDate as error:
        raise click.BadParameter(str(error)) from None


def played_conditions(
    player: str | None, side: str | None, since: str | None, until: str | None
) -> "Iterator[Condition]":
    """Yield the conditions of who played, and when."""
    if side and not player:
        raise click.UsageError("--side goes with --player")
    if not (player or since or until):
        return
    from analysis.select.filters import PlayedBy, PlayedWhen

    if player:
        yield PlayedBy(player, side or "")
    if since or until:
        if since and until and since[: len(until)] > until:
            raise click.UsageError(f"--since {since} is later than --until {until}")
        yield PlayedWhen(since or "", until or "")


def condition_options() -> Iterator[Callable[[Command], Command]]:
    """Yield the options of conditions on games, in the order of their help."""
    yield click.option(
        "--where",
        metavar="CONDITION",
        callback=read_condition,
        help="Only games of which this holds, e.g. 'plies >= 40 and White ~ \"jong\"'.",
    )
    yield click.option("--player", metavar="NAME", help="Only games of this player, in any case.")
    yield click.option(
        "--side", metavar="SIDE", callback=_side, help="... on this side: white, first..."
    )
    yield click.option(
        "--since", metavar="DATE", callback=_bound, help="Only games of this date or later."
    )
    yield click.option(
        "--until", metavar="DATE", callback=_bound, help="Only games of this date or earlier."
    )


def selecting_options(function: Command) -> Command:
    """Add ``--where``, ``--player``, ``--since``, ``--position``, ``--dedupe`` and their kin.

    The command receives their values as one argument, ``chosen``, a `Selection`. It has to have
    the options ``--game`` and ``--variant``, with which the position is read.
    """

    @wraps(function)
    def command(
        *args: object,
        game: str | None,
        variant: str | None,
        where: "Condition | None",
        position: str | None,
        any_symmetry: bool,
        dedupe: str | None,
        player: str | None,
        side: str | None,
        since: str | None,
        until: str | None,
        **others: object,
    ) -> None:
        if any_symmetry and position is None:
            raise click.UsageError("--any-symmetry goes with --position")
        try:
            chosen = parse_selection(
                where,
                position,
                any_symmetry=any_symmetry,
                dedupe=dedupe,
                game=game,
                variant=variant,
                others=played_conditions(player, side, since, until),
            )
        except InvalidPosition as error:
            raise click.BadParameter(str(error), param_hint="--position") from None
        function(*args, game=game, variant=variant, chosen=chosen, **others)

    return with_options(
        command,
        *condition_options(),
        click.option(
            "--position",
            metavar="POSITION",
            help="Only games that reach this position string, or where these moves lead.",
        ),
        click.option(
            "--any-symmetry", is_flag=True, help="... or any turned or mirrored image of it."
        ),
        click.option(
            "--dedupe",
            type=OneOf(list(KINDS)),
            help="Drop games with the moves or the end position of an earlier one, or "
            "contained in another.",
        ),
    )


def _with_lists(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    """Return names of sources, with the names in lists that can be read only once."""
    return expanded(value)


files_argument = click.argument("files", nargs=-1, required=True, callback=_with_lists)
"""Adds the argument of commands that read games."""


def games_options(function: Command) -> Command:
    """Add the options of every command that reads games.

    They select games, state how they are read and played, and where that is done. The command
    receives them as ``reading``, an `InputOptions`, ``chosen``, a `Selection`, and ``pool``, an
    `OpenPool`.
    """
    return selecting_options(with_reading(jobs_options(function)))


class Selected(NamedTuple):
    """A selected game, or what stands for a source without one.

    Attributes:
        record: the record as it was read.
        game: its replay.
    """

    record: Record
    game: Replay


class MadePart(NamedTuple, Generic[Value]):
    """What was made of some selected games.

    Attributes:
        value: the value.
        games: number of games.
        plies: number of their plies.
        filtered: number of games that were not selected.
        fingerprint: the fingerprint of the only game; empty where duplicates are kept.
    """

    value: Value
    games: int
    plies: int
    filtered: int
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True)
class GamesTask(Generic[Value]):
    """The task of making something of selected games, in any process.

    Attributes:
        make: makes it, of all selected games of a batch, or of one at a time where duplicates are
            dropped. What stands for a source without a game is among them.
        chosen: which games are selected.
        reading: how the games are played.
    """

    make: Callable[[Sequence[Selected]], Value]
    chosen: Selection
    reading: InputOptions

    def __call__(self, batch: RecordBatch) -> list[MadePart[Value]]:
        """Return what is made of the selected games of a batch."""
        games = self.reading.replays(
            batch.records, measured=self.chosen.compares_positions, share=batch.share
        )
        found = list(map(Selected, batch.records, games))
        if self.chosen.filter:
            keeps = self.chosen.filter.keeps
            found = [one for one in found if not one.record.source.game or keeps(one.game)]
        filtered = len(batch.records) - len(found) + batch.left_out.games
        kind = self.chosen.dedupe
        if not kind:
            return [self._part(found, filtered, ())]
        parts = [self._part([one], 0, fingerprint(one.game, kind)) for one in found]
        return [*parts, self._part([], filtered, ())]

    def _part(
        self, found: Sequence[Selected], filtered: int, compared: Fingerprint
    ) -> MadePart[Value]:
        games = sum(bool(one.record.source.game) for one in found)
        plies = sum(len(one.record.moves) for one in found)
        return MadePart(self.make(found), games, plies, filtered, compared)


class MadeOfGames(Generic[Value]):
    """What is made of selected games, in their order.

    Args:
        make: makes a value of some games; it can be pickled, and so can the value.
        files: names of sources.
        workers: where the games are read, played and worked.
        reading: how they are read.
        chosen: which are selected.

    Attributes:
        filtered: number of games so far that were not selected.
    """

    def __init__(
        self,
        make: Callable[[Sequence[Selected]], Value],
        files: Sequence[str],
        workers: "Workers",
        reading: InputOptions,
        chosen: Selection,
    ) -> None:
        self.filtered = 0
        self._task, self._files, self._workers = GamesTask(make, chosen, reading), files, workers

    def __iter__(self) -> Iterator[Value]:
        """Yield the values.

        Raises:
            LudographError: the games have to be read twice, and one source is standard input.
        """
        task, workers = self._task, self._workers
        with Progress(self._files) as progress:
            keeps = duplicate_filter(task.chosen, self._files, workers, task.reading)
            flow = SelectingPipeline(task, workers, task.reading, task.chosen)
            for done in flow.run(self._files):
                for part in done:
                    kept = keeps(part.fingerprint)
                    self.filtered += part.filtered + (0 if kept else part.games)
                    progress.add(part.games, part.plies, flow.bytes_read)
                    progress.clear()
                    if kept:
                        yield part.value


def played(found: Sequence[Selected]) -> list[Replay]:
    """Return the replays of games, with what is found in each."""
    for one in found:
        _ = one.game.findings  # here, and not in the process that asks for them
    return [one.game for one in found]


def as_read(found: Sequence[Selected]) -> list[Record]:
    """Return the records of games as they were read."""
    return [one.record for one in found]


@dataclass(frozen=True, slots=True)
class FingerprintTask:
    """The task of computing the fingerprints of games.

    Attributes:
        chosen: which games are selected.
        reading: how the games are played.
    """

    chosen: Selection
    reading: InputOptions

    def __call__(self, batch: RecordBatch) -> list[Fingerprint]:
        """Return the fingerprints of the selected games of a batch."""
        games = [one for one in batch.records if one.source.game]
        replays = self.reading.replays(games, measured=True, share=batch.share)
        return list(self.chosen.fingerprints(replays))


def duplicate_filter(
    chosen: Selection,
    names: Sequence[str],
    workers: "Workers",
    reading: InputOptions,
) -> Callable[[Fingerprint], bool]:
    """Return a function that decides of each game, in the order of the records, whether it stays.

    Where two passes over the records are needed, the first is made here.

    Raises:
        LudographError: two passes are needed, and a source can be read only once.
    """
    deduper = chosen.deduper()
    if deduper is None:
        return lambda found: True
    if deduper.passes > 1:
        once = next(filter(is_read_once, names), None)
        if once is not None:
            what = "standard input" if once == STANDARD_INPUT else once
            message = f"reads everything twice, and {what} can be read once: name files"
            raise LudographError(f"--dedupe {chosen.dedupe} {message}")
        for found in Pipeline(FingerprintTask(chosen, reading), workers, reading).run(names):
            for one in found:
                deduper.survey(one)
    return deduper.keeps
