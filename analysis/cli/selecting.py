"""The options ``--where``, ``--position`` and ``--dedupe``, and what a command does for them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

import click

from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.cli.options import Command, Word, with_options
from analysis.select.duplicates import KINDS, Fingerprint
from analysis.select.selection import Selection, parse_selection
from notation import InvalidPosition, LudographError
from records.sources.names import STANDARD_INPUT

if TYPE_CHECKING:
    # Not loaded here: commands that need no workers start sooner without.
    from analysis.batch.executors import Workers
    from analysis.select.condition import Condition


def _condition(ctx: click.Context, param: click.Parameter, value: str | None) -> "Condition | None":
    """Parse a condition."""
    if value is None:
        return None
    from analysis.select.condition import InvalidCondition, parse_condition

    try:
        return parse_condition(value)
    except InvalidCondition as error:
        place = f"column {error.column + 1} of {error.text!r}"
        raise click.BadParameter(f"{error.reason}, at {place}") from None


def selecting_options(function: Command) -> Command:
    """Add ``--where``, ``--position``, ``--any-symmetry`` and ``--dedupe``.

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
            )
        except InvalidPosition as error:
            raise click.BadParameter(str(error), param_hint="--position") from None
        function(*args, game=game, variant=variant, chosen=chosen, **others)

    return with_options(
        command,
        click.option(
            "--where",
            metavar="CONDITION",
            callback=_condition,
            help="Only games of which this holds, e.g. 'plies >= 40 and White ~ \"jong\"'.",
        ),
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
            type=Word(list(KINDS)),
            help="Drop games with the moves or the end position of an earlier one, or "
            "contained in another.",
        ),
    )


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
        return list(self.chosen.fingerprints(map(self.reading.replay, games)))


def duplicate_filter(
    chosen: Selection,
    names: Sequence[str],
    workers: "Workers",
    reading: InputOptions,
) -> Callable[[Fingerprint], bool]:
    """Return a function that decides of each game, in the order of the records, whether it stays.

    Where two passes over the records are needed, the first is made here.

    Raises:
        LudographError: two passes are needed, and one of the names is standard input.
    """
    deduper = chosen.deduper()
    if deduper is None:
        return lambda found: True
    if deduper.passes > 1:
        if STANDARD_INPUT in names:
            raise LudographError(f"--dedupe {chosen.dedupe} reads everything twice: name files")
        for result in Pipeline(FingerprintTask(chosen, reading), workers, reading).run(names):
            for found in result.value:
                deduper.survey(found)
    return deduper.keeps
