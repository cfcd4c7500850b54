"""The facts of a game that a library stores: enough for any condition."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from analysis.games import find
from analysis.games.position import Outcome
from analysis.library.packing import DamagedColumn
from analysis.replay.verdict import GameFacts, Judgement
from notation import InvalidVariant, UnknownName
from notation.printing import json_line
from records.model import JsonObject, Record, Source, played_on


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
    def of(cls, game: GameFacts) -> Self:
        """Return the shape of a game."""
        record, judged = game.record, game.judgement
        return cls(
            record.game,
            game.rules,
            game.turn,
            record.dialect,
            record.result,
            judged.verdict,
            judged.outcome.reason if judged.outcome else None,
            judged.valid,
            judged.accepted,
            game.codes,
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


class LibraryGame(GameFacts):
    """The facts of a game as a library has stored them.

    Args:
        path: the library.
        number: the number of the game in it.
        shape: what it has in common with others.
        plies: number of plies that could be played.
        moves: number of move texts.
        source: where the game was read first, as the documented interface has it.
        tags: the tags.

    Attributes:
        moves: number of move texts.
        source: where the game was read first.
    """

    __slots__ = ("moves", "source")

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
        self.moves, self.source = moves, source
        record = Record(
            game=shape.game,
            variant=shape.variant,
            dialect=shape.dialect,
            tags=tags,
            result=shape.result,
            source=Source(path, number, number),
            extra={"source": source},
        )
        sides, outcome = shape.sides, None
        verdict = shape.verdict if sides else None  # None for a game that is installed no longer
        if shape.reason and sides:
            won = sides[verdict[0]] if verdict and len(verdict) == 1 else None
            outcome = Outcome(won, shape.reason)
        judged = Judgement(plies, shape.valid, outcome, verdict, shape.accepted, shape.codes)
        super().__init__(record, shape.variant, sides, shape.turn, judged)


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
def _sides(game: str, variant: str) -> tuple[str, ...]:
    try:
        return find(game).variant(variant).sides
    except (UnknownName, InvalidVariant):
        return ()  # an installed game that is installed no longer
