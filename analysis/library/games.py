"""The facts of the games of a library: enough for any condition, without reading records.

Data shared by many games are stored once. A *shape* is the game, the variant, the way it ended, and
similar facts. A *term* is a name with a value: a tag, or the path of a source under the name
`PATH`. A game has the numbers of its tags; the table ``uses`` maps each tag to games, so that a
condition on players, events, dates or any other tag tests the values, and reads only the games that
have one.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from functools import lru_cache
from struct import pack, unpack
from typing import NamedTuple, Self

import numpy as np

from analysis.games import find
from analysis.games.arrays import Places
from analysis.games.position import Outcome
from analysis.library.index import BoardKind
from analysis.library.packing import LISTED, DamagedColumn, pack_json, typed, unpack_json
from analysis.replay.verdict import GameFacts, Judgement
from analysis.select.condition import folded
from notation import InvalidVariant, UnknownName
from records.model import JsonObject, Record, Source

PATH = "path"
"""Name of the term for a path."""

TAG = "tag:"
"""Prefix of the names of terms for tags."""

KEPT = 1 << 16
"""Maximum number of terms in memory."""

Term = tuple[str, str]
"""A name and a value."""


class Shape(NamedTuple):
    """Facts that many games have in common, stored once for all of them.

    Attributes:
        game: name of the game; None for an unknown one.
        variant: the variant string; None for an unknown one.
        turn: index of the side that begins; None for a game that cannot be set up.
        dialect: notation of the moves.
        result: the result as recorded.
        verdict: indices of the sides that won, or that share a draw; None without a result.
        reason: the reason for the end of the game on the board; None if it did not end.
        valid: whether the record breaks no rule.
        accepted: number of illegal moves played as recorded.
        codes: the codes of all findings, each once.
    """

    game: str | None
    variant: str | None
    turn: int | None
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
            game.turn if game.start else None,
            record.dialect,
            record.result,
            judged.verdict,
            judged.outcome.reason if judged.outcome else None,
            judged.valid,
            judged.accepted,
            game.codes,
        )

    @classmethod
    def unpack(cls, packed: bytes) -> Self:
        """Return a stored shape.

        Raises:
            DamagedColumn: it is damaged.
        """
        found = cls(*unpack_json(packed))
        verdict = None if found.verdict is None else tuple(found.verdict)
        return found._replace(verdict=verdict, codes=tuple(found.codes))

    @property
    def kind(self) -> BoardKind | None:
        """The kind of the boards; None for a game without an initial position."""
        if self.game is None or self.variant is None or self.turn is None:
            return None
        return BoardKind(self.game, self.variant)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides; empty for a game without an initial position, or no longer installed."""
        return sides_of(self.kind) if self.kind else ()


@lru_cache(maxsize=256)
def sides_of(kind: BoardKind) -> tuple[str, ...]:
    """Return the sides of a kind of games; none if the game is no longer installed."""
    try:
        return find(kind.game).variant(kind.variant).sides
    except (UnknownName, InvalidVariant):
        return ()


class LibraryGame(GameFacts):
    """The facts of a game as a library has stored them.

    Args:
        path: the library.
        number: the number of the game in it.
        shape: its shape.
        plies: number of plies that could be played.
        moves: number of move texts.
        source: where the game was read first, as the documented interface has it.
        tags: the tags.

    Attributes:
        moves: number of move texts.
        source: where the game was read first.
        is_set_up: whether it has a first position.
    """

    __slots__ = ("is_set_up", "moves", "source")

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
        self.moves, self.source, self.is_set_up = moves, source, shape.kind is not None
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
        verdict = shape.verdict if sides else None
        if shape.reason and sides:
            won = sides[verdict[0]] if verdict and len(verdict) == 1 else None
            outcome = Outcome(won, shape.reason)
        judged = Judgement(plies, shape.valid, outcome, verdict, shape.accepted, shape.codes)
        super().__init__(record, shape.variant, sides, shape.turn or 0, judged)


class Terms:
    """The shapes and terms of a library.

    Args:
        engine: the opened library.
    """

    def __init__(self, engine: sqlite3.Connection) -> None:
        self._engine = engine
        self._shapes: dict[int, Shape] = {}
        self._terms: dict[int, Term] = {}

    def shape(self, number: int) -> Shape:
        """Return a shape by its number.

        Raises:
            DamagedColumn: there is none, or it is damaged.
        """
        if number not in self._shapes:
            self._shapes = self.shapes()
        if number not in self._shapes:
            raise DamagedColumn(f"there is no description {number}")
        return self._shapes[number]

    def shapes(self) -> dict[int, Shape]:
        """Return all shapes by their numbers.

        Raises:
            DamagedColumn: one is damaged.
        """
        rows = self._engine.execute("SELECT id, packed FROM shapes ORDER BY id")
        return {number: Shape.unpack(packed) for number, packed in typed(rows, int, bytes)}

    def sides(self) -> list[str]:
        """Return the names of the sides of all games."""
        return sorted({side for shape in self.shapes().values() for side in shape.sides})

    def values(self, numbers: Iterable[int]) -> dict[int, Term]:
        """Return terms by their numbers.

        Raises:
            DamagedColumn: there is no such term.
        """
        wanted = {*numbers}
        found = {one: self._terms[one] for one in wanted & self._terms.keys()}
        query = f"SELECT id, name, value FROM terms WHERE id IN {LISTED}"
        missing = json.dumps([*(wanted - found.keys())])
        rows = typed(self._engine.execute(query, (missing,)), int, bytes, bytes)
        found |= {number: (_text(name), _text(value)) for number, name, value in rows}
        if len(found) < len(wanted):
            raise DamagedColumn(f"there is no term {min(wanted - found.keys())}")
        if len(self._terms) + len(found) > KEPT:
            self._terms.clear()
        self._terms |= found
        return found

    def named(self, name: str, *, used: bool = True) -> list[tuple[int, str]]:
        """Return the numbers and values of the terms with a name.

        Args:
            name: the name.
            used: whether to leave out terms that no game has any more, which takes longer.

        Raises:
            DamagedColumn: one is damaged.
        """
        query = "SELECT id, value FROM terms WHERE name = ?"
        query += " AND EXISTS (SELECT 1 FROM uses WHERE term = id)" if used else ""
        rows = typed(self._engine.execute(query, (_bytes(name),)), int, bytes)
        return [(number, _text(value)) for number, value in rows]

    def equal(self, name: str, value: str) -> list[int]:
        """Return the numbers of the terms with a name and a value; case is ignored."""
        query = "SELECT id FROM terms WHERE name = ? AND folded = ?"
        rows = self._engine.execute(query, (_bytes(name), _bytes(folded(value))))
        return [number for (number,) in typed(rows, int)]

    def tags(self) -> set[str]:
        """Return the names of all tags of the games."""
        query = "SELECT DISTINCT name FROM terms WHERE EXISTS (SELECT 1 FROM uses WHERE term = id)"
        found = typed(self._engine.execute(query), bytes)
        return {_text(name).removeprefix(TAG) for (name,) in found}

    def games(self, numbers: Iterable[int]) -> Places:
        """Return the numbers of the games that have any of some terms, in order."""
        query = f"SELECT DISTINCT game FROM uses WHERE term IN {LISTED} ORDER BY game"
        rows = typed(self._engine.execute(query, (json.dumps([*numbers]),)), int)
        return np.fromiter((game for (game,) in rows), np.int64)

    # Changes, each inside of `Library.changing`.

    def add_shapes(self, shapes: Iterable[Shape]) -> dict[Shape, int]:
        """Return the numbers of shapes; new shapes are stored."""
        known = {shape: number for number, shape in self.shapes().items()}
        for shape in dict.fromkeys(shapes):
            if shape not in known:
                made = self._engine.execute(
                    "INSERT INTO shapes (packed) VALUES (?)", (pack_json(shape),)
                )
                known[shape] = made.lastrowid or 0
        return known

    def add(self, terms: Iterable[Term]) -> dict[Term, int]:
        """Return the numbers of terms; new terms are stored."""
        found = {}
        for term in dict.fromkeys(terms):
            name, value = map(_bytes, term)
            row = name, _bytes(folded(term[1])), value
            find = "SELECT id FROM terms WHERE name = ? AND folded = ? AND value = ?"
            known = self._engine.execute(find, row).fetchone()
            add = "INSERT INTO terms (name, folded, value) VALUES (?, ?, ?)"
            found[term] = known[0] if known else self._engine.execute(add, row).lastrowid or 0
        return found

    def use(self, games: Iterable[tuple[int, Iterable[int]]]) -> None:
        """Store the tags of games."""
        uses = sorted((term, game) for game, terms in games for term in terms)
        self._engine.executemany("INSERT INTO uses (term, game) VALUES (?, ?)", uses)

    def drop(self, game: int, packed: bytes) -> None:
        """Remove the tags of a game."""
        uses = [(term, game) for term in unpack_numbers(packed)]
        self._engine.executemany("DELETE FROM uses WHERE term = ? AND game = ?", uses)


def pack_numbers(numbers: Iterable[int]) -> bytes:
    """Return the numbers of terms as bytes."""
    found = list(numbers)
    return pack(f"<{len(found)}I", *found)


def unpack_numbers(packed: bytes) -> tuple[int, ...]:
    """Return the numbers that `pack_numbers` has packed.

    Raises:
        DamagedColumn: the bytes are damaged.
    """
    if len(packed) % 4:
        raise DamagedColumn("the tags of a game are damaged")
    return unpack(f"<{len(packed) // 4}I", packed)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(stored: bytes) -> str:
    try:
        return stored.decode("utf-8", "surrogatepass")
    except ValueError as error:
        raise DamagedColumn(f"a term is damaged: {error}") from None
