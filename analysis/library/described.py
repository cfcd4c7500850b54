"""What a library knows of a game without playing it: enough for any condition."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from analysis.games import find
from analysis.games.variant import Variant
from analysis.library.packing import DamagedColumn
from analysis.replay.replay import Replay
from notation import InvalidVariant, UnknownName
from notation.printing import json_line
from records.model import UNDECIDED, JsonObject, Record, Source, played_on


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


class Shape(NamedTuple):
    """What many games have in common, stored once for all of them.

    Attributes:
        game: name of the game; None for an unknown one.
        variant: the variant string; None for a game that cannot be set up.
        turn: index of the side that begins.
        dialect: notation of the moves.
        result: the result as recorded.
        verdict: indices of the sides that won, all that share in a draw; None without a result.
        reason: how the game ended on the board; None where it did not.
        valid: whether the record breaks no rule.
        accepted: number of illegal moves played as recorded.
        codes: the codes of all findings, each once.
    """

    game: str | None
    variant: str | None
    turn: int
    dialect: str | None
    result: str
    verdict: tuple[int, ...] | None
    reason: str | None
    valid: bool
    accepted: int
    codes: tuple[str, ...]

    @classmethod
    def of(cls, game: Replay) -> Self:
        """Return the shape of a game."""
        record = game.record
        return cls(
            record.game,
            variant_string(game.variant) if game.variant else None,
            game.start.turn if game.start else 0,
            record.dialect,
            record.result,
            game.verdict,
            game.outcome.reason if game.outcome else None,
            game.valid,
            len(game.accepted),
            tuple(dict.fromkeys(one.code for one in game.findings)),
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the shape that `text` has written.

        Raises:
            DamagedColumn: the text is damaged.
        """
        try:
            found = cls(*json.loads(text))
            verdict = None if found.verdict is None else tuple(found.verdict)
            found = found._replace(verdict=verdict, codes=tuple(found.codes))
        except (ValueError, TypeError, RecursionError) as error:
            raise DamagedColumn(f"a description is damaged: {error}") from None
        if not found._is_sound():
            raise DamagedColumn(f"a description is damaged: {text}")
        return found

    def text(self) -> str:
        """Return the shape as JSON."""
        return json_line(self)

    def _is_sound(self) -> bool:
        names = (self.game, self.variant, self.dialect, self.reason)
        sides = self.sides
        return (
            all(one is None or isinstance(one, str) for one in names)
            and isinstance(self.result, str)
            and all(isinstance(one, str) for one in self.codes)
            and type(self.turn) is type(self.accepted) is int
            and 0 <= self.accepted < 1 << 24
            and type(self.valid) is bool
            and all(type(one) is int for one in self.verdict or ())
            and (not sides or self.verdict is None or {*self.verdict} <= {*range(len(sides))})
            and self.verdict != ()
        )

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides; empty for a game that cannot be set up."""
        return () if self.game is None or self.variant is None else _sides(self.game, self.variant)


NO_SHAPE = Shape(None, None, 0, None, UNDECIDED, None, None, True, 0, ())
"""The shape of a game of which nothing is known."""


class DescribedGame:
    """A game as a library describes it; in conditions it takes the place of its replay.

    Args:
        path: the library.
        number: the number of the game in it.
        shape: what it has in common with others.
        plies: number of plies that could be played.
        moves: number of move texts.
        source: where the game was read first, as the documented interface has it.
        tags: the tags.

    Attributes:
        shape: see above.
        variant: the variant string; None for a game that cannot be set up.
        played: number of plies that could be played.
        moves: number of move texts.
        source: where the game was read first.
        tags: the tags.
    """

    __slots__ = ("_number", "_path", "_record", "moves", "played", "shape", "source", "tags")

    def __init__(
        self,
        path: str,
        number: int,
        shape: Shape,
        plies: int,
        moves: int,
        source: JsonObject,
        tags: Mapping[str, str],
    ) -> None:
        self._path, self._number = path, number
        self._record: Record | None = None
        self.shape, self.played, self.moves = shape, plies, moves
        self.source, self.tags = source, tags

    @property
    def variant(self) -> str | None:
        """The variant string; None for a game that cannot be set up."""
        return self.shape.variant

    @property
    def record(self) -> Record:
        """The record without its moves."""
        if self._record is None:
            self._record = Record(
                game=self.shape.game,
                variant=self.shape.variant,
                dialect=self.shape.dialect,
                tags=self.tags,
                result=self.shape.result,
                source=Source(self._path, self._number, self._number),
                extra={"source": self.source},
            )
        return self._record

    @property
    def start(self) -> SidesInTurn | None:
        """The sides; None for a game that cannot be set up."""
        return SidesInTurn(self.shape.sides, self.shape.turn) if self.shape.sides else None

    @property
    def verdict(self) -> tuple[int, ...] | None:
        """Indices of the sides that won, all that share in a draw; None without a result.

        None likewise for a game that cannot be set up, such as one that is installed no longer.
        """
        return self.shape.verdict if self.shape.sides else None

    @property
    def outcome(self) -> BoardEnding | None:
        """How it ended on the board, None where it did not."""
        if not self.shape.reason or not self.shape.sides:
            return None
        won = self.verdict or ()
        return BoardEnding(self.shape.reason, self.shape.sides[won[0]] if len(won) == 1 else None)

    @property
    def valid(self) -> bool:
        """Whether the record breaks no rule."""
        return self.shape.valid

    @property
    def accepted(self) -> Sequence[None]:
        """The illegal moves that were played as recorded."""
        return (None,) * self.shape.accepted

    @property
    def findings(self) -> Sequence[FindingCode]:
        """All findings."""
        return tuple(map(FindingCode, self.shape.codes))


def source_of(record: Record) -> JsonObject:
    """Return where a record was read first, as the documented interface has it."""
    source = record.extra.get("source")
    return source if isinstance(source, dict) else record.source.to_json()


def ending(verdict: Sequence[int] | None, tags: Mapping[str, str]) -> tuple[int, int]:
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


@lru_cache(maxsize=256)
def _sides(game: str, variant: str) -> tuple[str, ...]:
    try:
        return find(game).variant(variant).sides
    except (UnknownName, InvalidVariant):
        return ()  # an installed game that is installed no longer
