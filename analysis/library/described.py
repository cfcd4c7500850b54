"""What a library knows of a game without playing it: enough for any condition."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self, TypeVar

from analysis.games import find
from analysis.games.variant import Variant
from analysis.library.packing import DamagedColumn
from analysis.replay.replay import Replay
from notation import InvalidVariant, UnknownName
from notation.printing import json_line
from records.jsontext import JsonFields
from records.model import JsonObject, Record, Source, played_on


class SidesInTurn(NamedTuple):
    """The sides of a game and which of them begins, in the place of its first position."""

    sides: tuple[str, ...]
    turn: int


class BoardEnding(NamedTuple):
    """How a game ended on the board, and the side that won; None for a draw."""

    reason: str
    winner: str | None


class FindingCode(NamedTuple):
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

_VARIANT, _TURN, _DIALECT, _RESULT, _VERDICT, _REASON, VALID, _PLIES, _MOVES, _ACCEPTED, _CODES = (
    range(1, 12)
)
_SOURCE, _TAGS = len(COLUMNS) - 2, len(COLUMNS) - 1
T = TypeVar("T")


class DescribedGame:
    """A game as a library describes it; in conditions it takes the place of its replay.

    What takes time to unpack is unpacked when it is asked for.

    Args:
        path: the library.
        number: the number of the game in it.
        row: the values of `COLUMNS`.

    Attributes:
        variant: the variant string; None for a game that cannot be set up.
        played: number of plies that could be played.
        moves: number of move texts.

    Raises:
        DamagedColumn: the values are damaged; likewise where any is asked for.
    """

    __slots__ = ("_number", "_path", "_record", "_row", "moves", "played", "variant")

    def __init__(self, path: str, number: int, row: Sequence[Any]) -> None:
        self._path, self._number, self._row = path, number, row
        self._record: Record | None = None
        self.variant: str | None = row[_VARIANT]
        self.played: int = row[_PLIES]
        self.moves: int = row[_MOVES]
        if not (type(self.played) is type(self.moves) is type(row[_ACCEPTED]) is int):
            raise self._damaged("a count is no number")

    @property
    def record(self) -> Record:
        """The record without its moves."""
        if self._record is None:
            self._record = Record(
                game=self._row[0],
                variant=self.variant,
                dialect=self._row[_DIALECT],
                tags=self.tags,
                result=self._row[_RESULT],
                source=Source(self._path, self._number, self._number),
                extra={"source": self._object(_SOURCE)},
            )
        return self._record

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags."""
        tags = self._object(_TAGS)
        if not all(isinstance(one, str) for one in tags.values()):
            raise self._damaged("tags are texts")
        return tags

    @property
    def source(self) -> JsonObject:
        """Where the game was read first, as the documented interface has it."""
        found: JsonObject = self.record.extra["source"]
        return found

    @property
    def start(self) -> SidesInTurn | None:
        """The sides; None for a game that cannot be set up."""
        return _sides(self._row[0], self.variant, self._row[_TURN])

    @property
    def verdict(self) -> tuple[int, ...] | None:
        """Indices of the sides that won, all that share in a draw; None without a result.

        None likewise for a game that cannot be set up, such as one that is installed no longer.
        """
        if self._row[_VERDICT] is None or self.start is None:
            return None
        sides = self.start.sides
        found = tuple(self._parsed(_VERDICT, list))
        if not found or not set(found) <= set(range(len(sides))):
            raise self._damaged("a side that does not play has won")
        return found

    @property
    def outcome(self) -> BoardEnding | None:
        """How it ended on the board, None where it did not."""
        if not self._row[_REASON] or self.start is None:
            return None
        won = self.verdict or ()
        return BoardEnding(self._row[_REASON], self.start.sides[won[0]] if len(won) == 1 else None)

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""
        return bool(self._row[VALID])

    @property
    def accepted(self) -> Sequence[None]:
        """The illegal moves that were played as recorded."""
        return (None,) * int(self._row[_ACCEPTED])

    @property
    def findings(self) -> Sequence[FindingCode]:
        """All findings."""
        return tuple(map(FindingCode, str(self._row[_CODES]).split()))

    def checked(self) -> Self:
        """Return the game, of which nothing is damaged.

        Raises:
            DamagedColumn: something is.
        """
        _ = self.record, self.verdict
        return self

    def _object(self, column: int) -> JsonFields:
        return self._parsed(column, dict)

    def _parsed(self, column: int, kind: type[T]) -> T:
        try:
            found = json.loads(self._row[column])
        except (ValueError, TypeError, RecursionError) as error:
            raise self._damaged(str(error)) from None
        if not isinstance(found, kind):
            raise self._damaged(f"{COLUMNS[column]} is no {kind.__name__}")
        return found

    def _damaged(self, why: str) -> DamagedColumn:
        return DamagedColumn(f"game {self._number} is described wrongly: {why}")


def ending(verdict: Iterable[int] | None, tags: Mapping[str, str]) -> tuple[int, int]:
    """Return the bit set of the sides that won, and the date as a number.

    Args:
        verdict: indices of the sides that won, all that share in a draw; None without a result.
        tags: the tags of the game.

    Returns:
        0 without a result; a date such as 20040517, with 0 for what is unknown.
    """
    return sum(1 << side for side in verdict or ()), int(
        played_on(tags).replace("-", "").ljust(8, "0")
    )


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


@lru_cache(maxsize=256)
def _sides(game: str | None, variant: str | None, turn: int) -> SidesInTurn | None:
    if game is None or variant is None:
        return None
    try:
        return SidesInTurn(find(game).variant(variant).sides, turn)
    except (UnknownName, InvalidVariant):
        return None  # an installed game that is installed no longer
