"""What a library knows of a game without playing it: enough for any condition."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from analysis.games import find
from analysis.games.variant import Variant
from analysis.library.packing import DamagedColumn
from analysis.replay.replay import Replay
from notation import InvalidVariant, UnknownName
from notation.printing import json_line
from notation.values import frozen
from records.jsontext import loads
from records.model import Record, Source, played_on


class Sides(NamedTuple):
    """The sides of a game and which of them begins, in the place of its first position."""

    sides: tuple[str, ...]
    turn: int


class Ending(NamedTuple):
    """How a game ended on the board."""

    reason: str


class Coded(NamedTuple):
    """A finding, as far as conditions ask for it."""

    code: str


COLUMNS = (
    "game",
    "variant",
    "turn",
    "dialect",
    "result",
    "verdict",
    "reason",
    "valid",
    "plies",
    "moves",
    "accepted",
    "codes",
    "date",
    "source",
    "tags",
)
"""The columns of a game in the table of games that describe it."""


@frozen
class DescribedGame:
    """A game as a library describes it; in conditions it takes the place of its replay.

    Attributes:
        record: the record without its moves.
        start: the sides; None for a game that cannot be set up.
        variant: the variant string, None likewise.
        verdict: indices of the sides that won, all that share in a draw; None without a result.
        outcome: how it ended on the board, None where it did not.
        valid: whether the record breaks no rule.
        played: number of plies that could be played.
        moves: number of move texts.
        accepted: the illegal moves that were played as recorded.
        findings: all findings.
    """

    record: Record
    start: Sides | None
    variant: str | None
    verdict: tuple[int, ...] | None
    outcome: Ending | None
    valid: bool
    played: int
    moves: int
    accepted: Sequence[None]
    findings: Sequence[Coded]

    @property
    def source(self) -> Mapping[str, Any]:
        """Where the game was read first, as the documented interface has it."""
        found: Mapping[str, Any] = self.record.extra["source"]
        return found


@lru_cache(maxsize=256)
def variant_string(variant: Variant) -> str:
    """Return the string of a variant, which takes its time to write."""
    return str(variant)


def columns_of(game: Replay) -> tuple[str | int | None, ...]:
    """Return the values of `COLUMNS` of a game."""
    record, verdict = game.record, game.verdict
    codes = " ".join(dict.fromkeys(one.code for one in game.findings))
    source = record.extra.get("source")
    return (
        record.game,
        variant_string(game.variant) if game.variant else None,
        game.start.turn if game.start else 0,
        record.dialect,
        record.result,
        None if verdict is None else json_line(verdict),
        game.outcome.reason if game.outcome else None,
        int(game.valid),
        game.played,
        len(record.moves),
        len(game.accepted),
        codes,
        played_on(record.tags),
        json_line(source if isinstance(source, dict) else record.source.to_json()),
        json_line(dict(record.tags)),
    )


def described(path: str, number: int, row: Sequence[Any]) -> DescribedGame:
    """Return the description of a game.

    Args:
        path: the library.
        number: the number of the game in it.
        row: the values of `COLUMNS`.

    Raises:
        DamagedColumn: the values are damaged.
    """
    try:
        return _described(path, number, row)
    except (ValueError, TypeError, AttributeError) as error:
        raise DamagedColumn(f"game {number} is described wrongly: {error}") from None


def _described(path: str, number: int, row: Sequence[Any]) -> DescribedGame:
    game, variant, turn, dialect, result, verdict, reason, *rest = row
    valid, plies, moves, accepted, codes, _, source, tags = rest
    tags, source, sides = loads(tags), loads(source), _sides(game, variant, turn)
    won = None if verdict is None else tuple(map(int, loads(verdict)))
    if not (isinstance(tags, dict) and all(isinstance(one, str) for one in tags.values())):
        raise ValueError("tags are texts by name")
    if not isinstance(source, dict) or (sides and not {*(won or ())} <= {*range(len(sides.sides))}):
        raise ValueError("no such source or result")
    record = Record(
        game=game,
        variant=variant,
        dialect=dialect,
        tags=tags,
        result=result,
        source=Source(path, number, number),
        extra={"source": source},
    )
    return DescribedGame(
        record,
        sides,
        variant,
        won,
        Ending(reason) if reason else None,
        bool(valid),
        plies,
        moves,
        (None,) * accepted,
        tuple(map(Coded, codes.split())),
    )


@lru_cache(maxsize=256)
def _sides(game: str | None, variant: str | None, turn: int) -> Sides | None:
    if game is None or variant is None:
        return None
    try:
        return Sides(find(game).variant(variant).sides, turn)
    except (UnknownName, InvalidVariant):
        return None  # an installed game that is installed no longer
