"""Games on the board, with checks, conversions and repairs."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from inspect import Parameter, signature
from typing import IO, Any, ParamSpec, Protocol, TypeAlias, TypeVar, cast, get_args, overload

import analysis
from analysis.games.position import Outcome
from analysis.repair.result import Repair
from analysis.replay import setup
from analysis.replay.conversion import Conversion, with_accepted
from analysis.replay.replay import Replay as PlayedRecord
from analysis.typos.model import SlipModel
from ludograph._arguments import check_range, typed
from ludograph._board import Move, Position, position_of
from ludograph._sources import Path, read
from notation.errors import LudographError
from notation.findings import Finding, violation
from records import Record
from records.assumptions import Assumptions
from records.format import CannotWrite
from records.formats import find

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)

LONGEST = 86_400.0
"""Maximum time of a search in seconds."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a game, with the positions around it.

    Attributes:
        index: number of the ply, from 1.
        number: move number as printed in score sheets, from 1.
        side: name of the side that moved.
        text: the move as written.
        move: the move that was carried out.
        legal: whether it is legal; illegal moves are carried out only with ``as_recorded``.
        before: the position before the move.
        after: the position after the move.
        findings: notes on the move and violations, with their places in the source.
    """

    index: int
    number: int
    side: str
    text: str
    move: Move
    legal: bool
    before: Position
    after: Position
    findings: tuple[Finding, ...] = ()

    @classmethod
    def _of(cls, game: str, ply: setup.PlayedPly) -> "Ply":
        return cls(
            ply.index,
            ply.number,
            ply.side,
            ply.text,
            Move(game, ply.carried_out),
            ply.move is not None,
            position_of(ply.before),
            position_of(ply.after),
            ply.findings,
        )


class Game:
    """A record played on a board; its moves are played on demand.

    A broken game keeps its good part: `plies` end before the first move that cannot be played, and
    `findings` give the reason. Notebooks show the game with buttons to step through it.

    Args:
        record: the record.
        variant: variant string that overrides the record's own.
        as_recorded: go on after an illegal move wherever it can be carried out, and accept
            captures and removals that were overlooked.
    """

    @typed
    def __init__(
        self, record: Record, variant: str | None = None, as_recorded: bool = False
    ) -> None:
        self._replay = PlayedRecord(record, variant, as_recorded)

    @classmethod
    def _of(cls, replay: PlayedRecord) -> "Game":
        made = cls.__new__(cls)
        made._replay = replay
        return made

    def __repr__(self) -> str:
        return f"<Game of {repr(self._replay).removeprefix('<Replay of ')}"

    def _repr_html_(self) -> str:
        from analysis.pages.view.page import frame

        return frame(self._replay)

    @property
    def record(self) -> Record:
        """The record; if its game or start was guessed, they are settled by playing its moves."""
        return self._replay.record

    @property
    def game(self) -> str | None:
        """Name of the game; None where it is unknown."""
        return self._replay.game.name if self._replay.game else None

    @property
    def variant(self) -> str | None:
        """Variant string; None where it is unknown."""
        return str(self._replay.variant) if self._replay.variant else None

    @property
    def dialect(self) -> str | None:
        """Name of the dialect of the move texts; None where it is unknown."""
        return self._replay.dialect.name if self._replay.dialect else None

    @property
    def start(self) -> Position | None:
        """The first position; None if the game cannot be set up."""
        return position_of(self._replay.start) if self._replay.start else None

    @property
    def position(self) -> Position | None:
        """The position after the last ply that was played; None where there is no start."""
        last = self._replay.position
        return position_of(last) if last else None

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each ply that was played."""
        return tuple(map(position_of, self._replay.positions()))

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """The plies that were played."""
        return tuple(Ply._of(self.game or "", one) for one in self._replay.plies())

    @property
    def played(self) -> int:
        """Number of plies that were played."""
        return self._replay.played

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None if it did not, or broke off."""
        return self._replay.outcome

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""
        return self._replay.valid

    @property
    def playable(self) -> bool:
        """Whether the record breaks no rule except by moves that were carried out as recorded."""
        return self._replay.playable

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings on the file, the plies and the result, in the order of the record."""
        return self._replay.findings

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that break a rule."""
        return tuple(self._replay.violations)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The findings that break no rule: unusual spellings, guesses and omissions."""
        return tuple(self._replay.notes)

    @property
    def accepted(self) -> tuple[Finding, ...]:
        """The violations of illegal moves that were carried out as recorded, one for each move."""
        return self._replay.accepted


Replay = Game
"""Another name for `Game`."""

HasRecord: TypeAlias = Record | Game | Repair | Conversion
"""Objects that stand for one record."""

Source: TypeAlias = Path | IO[str] | IO[bytes] | Iterable[HasRecord | Path]
"""Objects that hold any number of records."""


def records_of(source: HasRecord | Source) -> Iterator[Record]:
    """Return the records of a source.

    Raises:
        MissingFile: a path does not exist; raised before the first record is requested.
        TypeError: the argument is not a source.
    """
    if isinstance(source, HasRecord):
        return iter((record_of(source),))
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        return read(cast("Path | IO[str] | IO[bytes]", source))
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        kinds = "a record, a game, a repair, a path, an open file, or several of them"
        raise TypeError(f"source must be {kinds}, not {type(source).__name__}")
    return _chained(source)


def _chained(source: Iterable[HasRecord | Path]) -> Iterator[Record]:
    """Yield records; a path among them yields the records of its files."""
    for one in source:
        if isinstance(one, str | os.PathLike):
            yield from read(one)
        else:
            yield record_of(one)


def record_of(one: HasRecord) -> Record:
    """Return the record of a game, a repair (the repaired record if there is one) or a conversion.

    Raises:
        CannotWrite: the conversion failed.
        TypeError: the argument is none of these, nor a record.
    """
    if isinstance(one, Record):
        return one
    if isinstance(one, Repair):
        return with_accepted(one.repaired or one.record, one.accepted)
    if isinstance(one, Conversion) and one.record is None:
        reasons = "; ".join(finding.message for finding in one.violations)
        raise CannotWrite(f"the game could not be converted: {reasons}")
    record = one.record if isinstance(one, Game | Conversion) else None
    if record is None:
        raise TypeError(f"source must hold records or paths, not {type(one).__name__}")
    return record


class ForGames(Protocol[P, T_co]):
    """A function of a record or game; for a path or several records, it returns an iterator."""

    @overload
    def __call__(self, source: Record | Game, *arguments: P.args, **options: P.kwargs) -> T_co: ...
    @overload
    def __call__(
        self, source: Source, *arguments: P.args, **options: P.kwargs
    ) -> Iterator[T_co]: ...


def for_games(make: Callable[P, Callable[[Record | Game], T_co]]) -> ForGames[P, T_co]:
    """Return a function that computes results of the games of a source, as `ForGames` describes.

    Args:
        make: takes the options, and returns a function that computes the result of one game.
    """
    checked = typed(make)

    @wraps(make)
    def function(source: Any, *arguments: P.args, **options: P.kwargs) -> Any:
        result = checked(*arguments, **options)
        if isinstance(source, Record | Game):
            return result(source)
        return map(result, records_of(source))

    of_options = signature(make)
    _, made = get_args(of_options.return_annotation)
    first = Parameter("source", Parameter.POSITIONAL_OR_KEYWORD, annotation=Record | Game | Source)
    function.__signature__ = of_options.replace(  # type: ignore[attr-defined]
        parameters=[first, *of_options.parameters.values()],
        return_annotation=made | Iterator[made],  # type: ignore[valid-type]
    )
    return function


def replays(source: HasRecord | Source, as_recorded: bool = False) -> Iterator[PlayedRecord]:
    """Return an iterator over the replays of a source; the replay of a `Game` is used as it is."""
    if isinstance(source, Game):
        return iter((source._replay,))
    return (PlayedRecord(record, None, as_recorded) for record in records_of(source))


def game_of(source: Record | Game, variant: str | None, as_recorded: bool) -> Game:
    """Return the game of a record; a `Game` is returned unchanged."""
    return source if isinstance(source, Game) else Game(source, variant, as_recorded)


@for_games
def replay(
    *, variant: str | None = None, as_recorded: bool = False
) -> Callable[[Record | Game], Game]:
    """Return the game of a record; its moves are played on demand.

    Args:
        source: a record or a game; for one or several paths, an iterator of games is returned.
        variant: variant string that overrides the record's own.
        as_recorded: go on after an illegal move wherever it can be carried out, and accept
            captures and removals that were overlooked.

    Raises:
        MissingFile: there is no such file.
    """
    return lambda game: game_of(game, variant, as_recorded)


@for_games
def check(
    *, variant: str | None = None, as_recorded: bool = False
) -> Callable[[Record | Game], Game]:
    """Play a record to its end, or to its first illegal move, and return the game.

    The verdict is ``valid``; ``findings`` lists all findings, ``violations`` those that break a
    rule, and ``notes`` the others. A file that cannot be read is a game without moves that is not
    valid.

    Args:
        source: a record or a game; for one or several paths, an iterator of games is returned.
        variant: variant string that overrides the record's own.
        as_recorded: go on after an illegal move wherever it can be carried out, and accept
            captures and removals that were overlooked.

    Raises:
        MissingFile: there is no such file.
    """

    def checked(source: Record | Game) -> Game:
        game = game_of(source, variant, as_recorded)
        _ = game.findings  # plays the game now, so that later accesses are quick
        return game

    return checked


@for_games
def convert(
    to: str | None = None,
    *,
    dialect: str | None = None,
    counts: bool = False,
    lossy: bool = False,
    as_recorded: bool = False,
) -> Callable[[Record | Game], Conversion]:
    """Write a record in another notation; only a game that can be played is converted.

    Args:
        source: a record or a game; for one or several paths, an iterator of conversions is
            returned.
        to: name of the file format that the record must fit, such as ``"sgf"``, with a dialect
            after a colon if need be: ``"text:span"``; None for any format.
        dialect: name of the dialect to write; None keeps the record's own.
        counts: whether to write, beside every move, the running count that the game's notation
            has room for, such as pieces in reserve.
        lossy: whether to leave out what the format cannot hold. If False, such data are a
            violation.
        as_recorded: whether to convert also games whose illegal moves can all be carried out; their
            tag ``AsRecorded`` lists these moves, so that they are played again.

    Returns:
        A conversion: ``record`` is the converted record, which `save` writes; if it is None,
        ``violations`` has the reasons.

    Raises:
        MissingFile: there is no such file.
        UnknownName: there is no such format or dialect.
    """
    name, _, named = (to or "").partition(":")
    form, dialect = find(name) if name else None, dialect or named or None
    Assumptions(dialect=dialect)  # Raises an error for an unknown dialect.

    def converted(source: Record | Game) -> Conversion:
        game = game_of(source, None, as_recorded)
        code = "cannot-convert"
        try:
            done = analysis.convert(game._replay, dialect, counts=counts)
            code = "cannot-write"
            if form and done.record:
                done = replace(done, record=form.fit(done.record, lossy)[0])
        except LudographError as error:
            refused = violation(code, str(error)).at(line=game.record.source.line)
            return Conversion(None, (refused,))
        return done

    return converted


@for_games
def repair(
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = 10.0,
    as_recorded: bool = False,
    min_confidence: float = 0.5,
) -> Callable[[Record | Game], Repair]:
    """Find the likeliest edits that make a record legal to its end.

    Args:
        source: a record or a game; for one or several paths, an iterator of repairs is
            returned.
        variant: variant string that overrides the record's own.
        errors: kinds of slips with their costs, from ``analysis.typos.model.load``; None takes
            the bundled model.
        seconds: time limit of the search for each game.
        as_recorded: whether illegal moves that can be carried out are accepted as written.
        min_confidence: confidence, from 0 to 1, below which a repair is ``uncertain`` and not
            ``mended``.

    Returns:
        A repair: ``repaired`` is the repaired record, with ``edits`` and ``confidence``; if it is
        None, ``reason`` says why.

    Raises:
        MissingFile: there is no such file.
    """
    check_range("seconds", seconds, 0, LONGEST)
    check_range("min_confidence", min_confidence, 0, 1)

    def repaired(game: Record | Game) -> Repair:
        accepting = as_recorded or (isinstance(game, Game) and game._replay.as_recorded)
        return analysis.repair(
            record_of(game),
            variant=variant,
            errors=errors,
            seconds=seconds,
            as_recorded=accepting,
            min_confidence=min_confidence,
        )

    return repaired
