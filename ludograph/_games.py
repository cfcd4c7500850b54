"""What can be done with one game, or with each game of a source: replay, check, convert, repair."""

from collections.abc import Iterator
from dataclasses import replace
from typing import overload

import analysis
from analysis.repair.result import Repair
from analysis.replay.conversion import Conversion
from analysis.replay.replay import Replay
from analysis.typos.model import SlipModel
from ludograph._sources import Source, records_of
from notation.errors import LudographError
from notation.findings import violation
from records import Record
from records.assumptions import Assumptions
from records.format import Format
from records.formats import find


@overload
def replay(
    source: Record | Replay, *, variant: str | None = None, as_recorded: bool = False
) -> Replay: ...
@overload
def replay(
    source: Source, *, variant: str | None = None, as_recorded: bool = False
) -> Iterator[Replay]: ...
def replay(
    source: Record | Replay | Source, *, variant: str | None = None, as_recorded: bool = False
) -> Replay | Iterator[Replay]:
    """Return the replay of a record, which plays moves when they are asked for.

    Args:
        source: a record, or a path or records, of which an iterator of replays is returned.
        variant: variant string that overrides the record's own.
        as_recorded: go on after an illegal move wherever it can be carried out, and accept
            captures and removals that were overlooked.

    Raises:
        MissingFile: there is no such file.
    """
    if isinstance(source, Record | Replay):
        return replayed(source, variant, as_recorded)
    return (replayed(record, variant, as_recorded) for record in records_of(source))


@overload
def check(
    source: Record | Replay, *, variant: str | None = None, as_recorded: bool = False
) -> Replay: ...
@overload
def check(
    source: Source, *, variant: str | None = None, as_recorded: bool = False
) -> Iterator[Replay]: ...
def check(
    source: Record | Replay | Source, *, variant: str | None = None, as_recorded: bool = False
) -> Replay | Iterator[Replay]:
    """Play a record to its end, or to its first illegal move, and return the replay.

    The verdict is ``valid``; ``findings`` lists all that was found, ``violations`` what breaks a
    rule and ``notes`` what does not. A file that cannot be read is a replay without moves that is
    not valid.

    Args:
        source: a record, or a path or records, of which an iterator of replays is returned.
        variant: variant string that overrides the record's own.
        as_recorded: go on after an illegal move wherever it can be carried out, and accept
            captures and removals that were overlooked.

    Raises:
        MissingFile: there is no such file.
    """
    if isinstance(source, Record | Replay):
        return _checked(replayed(source, variant, as_recorded))
    return (_checked(replayed(record, variant, as_recorded)) for record in records_of(source))


def _checked(game: Replay) -> Replay:
    _ = game.findings  # Played now, so that later accesses cost nothing.
    return game


@overload
def convert(
    source: Record | Replay,
    to: str | None = None,
    *,
    dialect: str | None = None,
    counts: bool = False,
    lossy: bool = False,
    as_recorded: bool = False,
) -> Conversion: ...
@overload
def convert(
    source: Source,
    to: str | None = None,
    *,
    dialect: str | None = None,
    counts: bool = False,
    lossy: bool = False,
    as_recorded: bool = False,
) -> Iterator[Conversion]: ...
def convert(
    source: Record | Replay | Source,
    to: str | None = None,
    *,
    dialect: str | None = None,
    counts: bool = False,
    lossy: bool = False,
    as_recorded: bool = False,
) -> Conversion | Iterator[Conversion]:
    """Write a record in another notation, exactly: only a game that was played is converted.

    Args:
        source: a record, or a path or records, of which an iterator of conversions is returned.
        to: name of the file format that the record must fit, such as ``"sgf"``, with a dialect
            after a colon if need be: ``"text:span"``. None fits it to no format.
        dialect: name of the dialect to write; None keeps the record's own.
        counts: whether to write, beside every move, the running count that the game's notation
            has room for, such as pieces in reserve.
        lossy: whether to leave out what the format cannot hold; otherwise it is a violation.
        as_recorded: whether to convert a game whose illegal moves can all be carried out as well;
            its tag ``AsRecorded`` lists them and has them played again.

    Returns:
        The converted record as ``record``, which `save` writes; None with ``violations`` where
        there is none.

    Raises:
        MissingFile: there is no such file.
        UnknownName: there is no such format or dialect.
    """
    name, _, named = (to or "").partition(":")
    form, dialect = find(name) if name else None, dialect or named or None
    Assumptions(dialect=dialect)  # Raises for a dialect that no game has.
    if isinstance(source, Record | Replay):
        return _converted(replayed(source, None, as_recorded), form, dialect, counts, lossy)
    played = (replayed(game, None, as_recorded) for game in records_of(source))
    return (_converted(game, form, dialect, counts, lossy) for game in played)


def _converted(
    verdict: Replay, form: Format | None, dialect: str | None, counts: bool, lossy: bool
) -> Conversion:
    code = "cannot-convert"
    try:
        done = analysis.convert(verdict, dialect, counts=counts)
        code = "cannot-write"
        return (
            replace(done, record=form.fit(done.record, lossy)[0]) if form and done.record else done
        )
    except LudographError as error:
        refused = violation(code, str(error)).at(line=verdict.record.source.line)
        return Conversion(None, (refused,))


@overload
def repair(
    source: Record | Replay,
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = 10.0,
    as_recorded: bool = False,
    min_confidence: float = 0.5,
) -> Repair: ...
@overload
def repair(
    source: Source,
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = 10.0,
    as_recorded: bool = False,
    min_confidence: float = 0.5,
) -> Iterator[Repair]: ...
def repair(
    source: Record | Replay | Source,
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = 10.0,
    as_recorded: bool = False,
    min_confidence: float = 0.5,
) -> Repair | Iterator[Repair]:
    """Find the likeliest edits that make a record legal to its end.

    Args:
        source: a record, or a path or records, of which an iterator of repairs is returned.
        variant: variant string that overrides the record's own.
        errors: kinds of slips with their costs, from ``analysis.typos.model.load``; None takes
            the bundled model.
        seconds: time limit of the search for each game.
        as_recorded: whether illegal moves that can be carried out are right as they stand.
        min_confidence: confidence, from 0 to 1, below which a repair is ``uncertain`` and not
            ``mended``.

    Returns:
        The repaired record as ``repaired``, with ``edits`` and ``confidence``; None with the
        ``reason`` where there is none.

    Raises:
        MissingFile: there is no such file.
    """
    if isinstance(source, Record | Replay):
        return _repaired(source, variant, errors, seconds, as_recorded, min_confidence)
    return (
        _repaired(record, variant, errors, seconds, as_recorded, min_confidence)
        for record in records_of(source)
    )


def _repaired(
    game: Record | Replay,
    variant: str | None,
    errors: SlipModel | None,
    seconds: float,
    as_recorded: bool,
    min_confidence: float,
) -> Repair:
    record = game.record if isinstance(game, Replay) else game
    as_recorded = as_recorded or (isinstance(game, Replay) and game.as_recorded)
    return analysis.repair(
        record,
        variant=variant,
        errors=errors,
        seconds=seconds,
        as_recorded=as_recorded,
        min_confidence=min_confidence,
    )


def replayed(
    game: Record | Replay, variant: str | None = None, as_recorded: bool = False
) -> Replay:
    """Return the replay of a record; a replay is returned as it is."""
    if isinstance(game, Replay):
        return game
    return analysis.replay(game, variant=variant, as_recorded=as_recorded)
