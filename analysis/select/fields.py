"""The fields of a game that conditions can test."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from analysis.replay.verdict import GameFacts
from records.model import played_on, player_of

Value = str | int


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
    values: Callable[[GameFacts], Iterable[Value | None]]


def _players(game: GameFacts) -> Iterable[str | None]:
    return (player_of(game.record.tags, side) for side in game.sides)


def _winners(game: GameFacts) -> Iterable[str | None]:
    """Yield the side that won and the player's name, or ``draw``."""
    won = game.verdict or ()
    if len(won) > 1:
        yield "draw"
    elif won and game.sides:
        side = game.sides[won[0]]
        yield from (side, player_of(game.record.tags, side))


def _paths(game: GameFacts) -> Iterable[str | None]:
    yield game.record.source.path
    first = game.record.extra.get("source")
    if isinstance(first, dict) and isinstance(first.get("path"), str):
        yield first["path"]


def _reasons(game: GameFacts) -> Iterable[str | None]:
    yield game.outcome.reason if game.outcome else game.record.tags.get("Termination")


FIELDS: dict[str, Field] = {
    "accepted": Field("number", "illegal moves played as recorded", lambda game: (game.accepted,)),
    "code": Field("text", "codes of all findings", lambda game: game.codes),
    "date": Field("date", "date, as 2004-05-17", lambda game: (played_on(game.record.tags),)),
    "dialect": Field("text", "notation of the moves", lambda game: (game.record.dialect,)),
    "game": Field("text", "name of the game", lambda game: (game.record.game,)),
    "path": Field("text", "file of the record, or the file from which it was copied", _paths),
    "player": Field("text", "names of all players", _players),
    "plies": Field("number", "plies that could be played", lambda game: (game.played,)),
    "reason": Field("text", "how the game ended: on the board, or the tag Termination", _reasons),
    "result": Field("text", "result as recorded", lambda game: (game.record.result,)),
    "valid": Field("flag", "the record breaks no rule", lambda game: (game.valid,)),
    "variant": Field("text", "variant, in full", lambda game: (game.rules,)),
    "winner": Field("text", "side that won and its player's name, or draw", _winners),
}
"""The fields that every game has."""
