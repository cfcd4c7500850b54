"""The fields of a game that conditions can test."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from records.model import Record, played_on, player_of

Value = str | int


class _Sides(Protocol):
    @property
    def sides(self) -> tuple[str, ...]: ...

    @property
    def turn(self) -> int: ...


class _Reason(Protocol):
    @property
    def reason(self) -> str: ...


class _Code(Protocol):
    @property
    def code(self) -> str: ...


class Testable(Protocol):
    """What conditions ask of a game, as a `Replay` has it."""

    @property
    def record(self) -> Record:
        """The record."""

    @property
    def start(self) -> _Sides | None:
        """The first position, or what else names the sides; None for a game without."""

    @property
    def variant(self) -> object:
        """The variant."""

    @property
    def verdict(self) -> tuple[int, ...] | None:
        """Indices of the sides that won, all of them in a draw; None without a result."""

    @property
    def outcome(self) -> _Reason | None:
        """How the game ended on the board; None where it did not."""

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""

    @property
    def played(self) -> int:
        """Number of plies that could be played."""

    @property
    def accepted(self) -> Sequence[object]:
        """The illegal moves played as recorded."""

    @property
    def findings(self) -> Sequence[_Code]:
        """All findings."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a game that conditions can test.

    Attributes:
        kind: ``text``, ``number``, ``date``, or ``flag`` for what is true or not.
        about: what it is, for the documentation.
        values: returns the values that it has in a game.
    """

    kind: str
    about: str
    values: Callable[[Testable], Iterable[Value | None]]


def _players(game: Testable) -> Iterable[str | None]:
    sides = game.start.sides if game.start else ()
    return (player_of(game.record.tags, side) for side in sides)


def _winners(game: Testable) -> Iterable[str | None]:
    """Yield the side that won and the player's name, or ``draw``."""
    won = game.verdict or ()
    if len(won) > 1:
        yield "draw"
    elif won and game.start:
        side = game.start.sides[won[0]]
        yield from (side, player_of(game.record.tags, side))


def _paths(game: Testable) -> Iterable[str | None]:
    yield game.record.source.path
    first = game.record.extra.get("source")
    if isinstance(first, dict) and isinstance(first.get("path"), str):
        yield first["path"]


def _reasons(game: Testable) -> Iterable[str | None]:
    yield game.outcome.reason if game.outcome else game.record.tags.get("Termination")


FIELDS: dict[str, Field] = {
    "accepted": Field(
        "number", "illegal moves played as recorded", lambda game: (len(game.accepted),)
    ),
    "code": Field("text", "codes of all findings", lambda game: (f.code for f in game.findings)),
    "date": Field("date", "date, as 2004-05-17", lambda game: (played_on(game.record.tags),)),
    "dialect": Field("text", "notation of the moves", lambda game: (game.record.dialect,)),
    "game": Field("text", "name of the game", lambda game: (game.record.game,)),
    "path": Field("text", "file of the record, or the file from which it was copied", _paths),
    "player": Field("text", "names of all players", _players),
    "plies": Field("number", "plies that could be played", lambda game: (game.played,)),
    "reason": Field("text", "how the game ended: on the board, or the tag Termination", _reasons),
    "result": Field("text", "result as recorded", lambda game: (game.record.result,)),
    "valid": Field("flag", "the record breaks no rule", lambda game: (game.valid,)),
    "variant": Field("text", "variant, in full", lambda game: (str(game.variant or ""),)),
    "winner": Field("text", "side that won and its player's name, or draw", _winners),
}
"""The fields that every game has."""
