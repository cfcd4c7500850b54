"""The facts of the games of a library: enough for any condition, without reading records.

Data shared by many games are stored once. A *shape* is the game, the variant, the way it ended, and
similar facts. A *term* is a pair of name and value: a tag, or the path of a source under the name
`PATH`. In the table ``terms``, names have rows of their own. The row of a term states the number of
its name's row; the row of a name has 0 there. A game stores the numbers of its tags, and an index
maps each tag to its games. So a condition on players, events, dates or any other tag tests each
value once, and only games with a passing value are read.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from struct import pack, unpack
from typing import NamedTuple, Self
from zlib import crc32

import numpy as np

from analysis.games import find
from analysis.games.arrays import Places
from analysis.games.position import Outcome
from analysis.library.database import Database
from analysis.library.index import KEY, PLY, BoardKind, KeyIndex
from analysis.library.packing import DamagedColumn, pack_json, unpack_json
from analysis.replay.verdict import GameFacts, Judgement
from analysis.select.condition import Comparison, folded
from notation import InvalidVariant, UnknownName
from notation.memo import Memo
from records.model import JsonObject, Record, Source, played_on

PATH = "path"
"""Name of the term for a path."""

TAG = "tag:"
"""Prefix of the names of terms for tags."""

DATE_TAG = "Date"
"""The name of the tag for the date."""

NAME = 0
"""The number that stands for a name in terms that are names themselves."""

KEPT = 1 << 16
"""Maximum number of terms in memory."""

Term = tuple[str, str]
"""A name and a value."""


class Shape(NamedTuple):
    """Facts that many games have in common, stored once for all of them.

    Attributes:
        game: name of the game; None for an unknown game.
        variant: the variant string; None for an unknown variant.
        turn: index of the side that begins; None for a game that cannot be set up.
        dialect: notation of the moves.
        result: the result as recorded.
        verdict: indices of the sides that won, or that share a draw; None without a result.
        reason: the reason for the end of the game on the board; None if it did not end.
        valid: whether the record breaks no rule.
        accepted: number of illegal moves played as recorded.
        codes: the codes of all findings, without repetition.
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
        """Return the shape that is stored as packed bytes."""
        found = cls(*unpack_json(packed))
        verdict = None if found.verdict is None else tuple(found.verdict)
        return found._replace(verdict=verdict, codes=tuple(found.codes))

    @property
    def kind(self) -> BoardKind | None:
        """The kind of the game's boards; None for a game without an initial position."""
        if self.game is None or self.variant is None or self.turn is None:
            return None
        return BoardKind(self.game, self.variant)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides; empty without an initial position, or if the game is not installed."""
        return sides_of(self.kind) if self.kind else ()


@lru_cache(maxsize=256)
def sides_of(kind: BoardKind) -> tuple[str, ...]:
    """Return the sides of games with a kind of board; empty if the game is not installed."""
    try:
        return find(kind.game).variant(kind.variant).sides
    except (UnknownName, InvalidVariant):
        return ()


class LibraryGame(GameFacts):
    """The facts of a game as stored in a library.

    Args:
        path: path of the library.
        number: the number of the game in the library.
        shape: its shape.
        plies: number of plies that could be played.
        moves: number of move texts.
        source: JSON object of the source from which the game was first read.
        tags: the tags.

    Attributes:
        moves, source: as given.
        kind: the kind of its boards; None for a game without an initial position.
    """

    __slots__ = ("kind", "moves", "source")

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
        self.moves, self.source, self.kind = moves, source, shape.kind
        record = Record(
            game=shape.game,
            variant=shape.variant,
            dialect=shape.dialect,
            tags=tags,
            result=shape.result,
            source=Source(path, number, number),
            extra={"source": source},
        )
        sides, outcome = sides_of(self.kind) if self.kind else (), None
        verdict = shape.verdict if sides else None
        if shape.reason and sides:
            won = sides[verdict[0]] if verdict and len(verdict) == 1 else None
            outcome = Outcome(won, shape.reason)
        judged = Judgement(shape.valid, outcome, verdict, shape.accepted, shape.codes)
        super().__init__(record, shape.variant, sides, shape.turn or 0, judged, plies)
        self.played = plies  # else computed when a search first reads it, which is slow


class Terms:
    """The shapes and terms of a library.

    Args:
        database: the library.

    Attributes:
        uses: an index: number of a tag -> places of the games that have it. Their ply is 0.
        shape: number -> shape, read on demand.
        term: number -> term, read on demand.
    """

    def __init__(self, database: Database) -> None:
        self.uses = KeyIndex(database, "tags")
        self.shape = Memo[int, Shape](self._shape)
        self.term = Memo[int, Term](self._term, KEPT)
        self._database = database

    def _shape(self, number: int) -> Shape:
        query = "SELECT packed FROM shapes WHERE id = ?"
        for (packed,) in self._database.select(query, bytes, values=(number,)):
            return Shape.unpack(packed)
        raise DamagedColumn(f"there is no description {number}")

    def _term(self, number: int) -> Term:
        query = (
            "SELECT names.value, terms.value FROM terms "
            "JOIN terms AS names ON names.id = terms.name WHERE terms.id = ?"
        )
        # Every game needs some terms that no other has: this is quicker than `Database.select`.
        found = self._database.engine.execute(query, (number,)).fetchone()
        if found is None:
            raise DamagedColumn(f"there is no term {number}")
        return _text(found[0]), _text(found[1])

    def shapes(self) -> dict[int, Shape]:
        """Return number -> shape, for all shapes."""
        rows = self._database.select("SELECT id, packed FROM shapes ORDER BY id", int, bytes)
        return {number: Shape.unpack(packed) for number, packed in rows}

    def sides(self) -> list[str]:
        """Return the names of the sides of all games, sorted."""
        return sorted({side for shape in self.shapes().values() for side in shape.sides})

    def named(self, name: str) -> list[tuple[int, str]]:
        """Return the terms with a name, as pairs of number and value."""
        return self._pairs("name = ?", self._name(name))

    def equal(self, name: str, value: str) -> list[tuple[int, str]]:
        """Return the terms with a name and a value, as pairs of number and value.

        The case of values is ignored.
        """
        alike = self._pairs(_HASHED, self._name(name), _hash(name, value))
        return [(number, one) for number, one in alike if folded(one) == folded(value)]

    def dated(self, bounds: Iterable[Comparison]) -> list[int]:
        """Return the numbers of the terms whose date meets all ``bounds``.

        The operators of the bounds are in `BOUNDS`.
        """
        test, values = "name = ? AND folded > 0", [self._name(TAG + DATE_TAG)]
        for bound in bounds:
            sign = bound.operation
            # Where the last day of a month or year counts, the first day narrows the search.
            for day in ("folded",) if sign[0] == ">" else ("folded", _LAST_DAY):
                test += f" AND {day} {sign} ?"
                values.append(as_number(bound.value, "0" if sign in (">=", "<") else "9"))
        query = f"SELECT id FROM terms WHERE {test}"
        return [one for (one,) in self._database.select(query, int, values=values)]

    def tags(self) -> set[str]:
        """Return the names of all tags of the games."""
        names = self._pairs("name = 0 AND id IN (SELECT name FROM terms)")
        return {name.removeprefix(TAG) for _, name in names if name.startswith(TAG)}

    def games(self, numbers: Iterable[int]) -> Places:
        """Return the numbers of the games that have any of the tags with these numbers, sorted."""
        found: Places = np.unique(self.uses.any_of(numbers)["place"] >> PLY)
        return found

    def _name(self, name: str) -> int:
        """Return the number of a name; -1 for an unknown name."""
        return self._number(NAME, "", name)

    def _number(self, number: int, name: str, value: str) -> int:
        """Return the number of a term, or -1 if there is none; ``number`` is that of its name."""
        alike = self._pairs(_HASHED, number, _hash(name, value))
        return next((at for at, one in alike if one == value), -1)

    def _pairs(self, where: str, *values: int) -> list[tuple[int, str]]:
        """Return the number and value of the terms for which an SQL expression is true."""
        query = f"SELECT id, value FROM terms WHERE {where}"
        rows = self._database.select(query, int, bytes, values=values)
        return [(number, _text(value)) for number, value in rows]

    # Changes: to be made inside `Database.changing`.

    def add_shapes(self, shapes: Iterable[Shape]) -> dict[Shape, int]:
        """Store new shapes; return the numbers of all shapes, old and new."""
        known = {shape: number for number, shape in self.shapes().items()}
        for shape in shapes:
            if shape not in known:
                known[shape] = self._database.add("shapes", pack_json(shape))
        return known

    def add(self, terms: Iterable[Term]) -> dict[Term, int]:
        """Store new terms; return the numbers of the given terms."""

        def added(number: int, name: str, value: str) -> int:
            at = self._number(number, name, value)
            if at >= 0:
                return at
            return self._database.add("terms", number, _hash(name, value), _bytes(value))

        terms = dict.fromkeys(terms)
        names = {name: added(NAME, "", name) for name in dict.fromkeys(name for name, _ in terms)}
        return {(name, value): added(names[name], name, value) for name, value in terms}

    def use(self, games: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Index games by their tags; each pair is a game's number and the numbers of its tags."""
        uses = [(term, game << PLY, 0) for game, terms in games for term in terms]
        if uses:
            self.uses.add(np.array(uses, KEY))

    def remove(self, games: Places, terms: Iterable[int]) -> None:
        """Remove games from the index of tags; delete those ``terms`` that no other game has."""
        self.uses.remove(games)
        terms = {*terms}
        for term in terms - {*self.uses.any_of(terms)["key"].tolist()}:
            self._database.delete("terms", "id = ?", (term,))
        self.term.clear()


_HASHED = "name = ? AND folded = ?"
"""SQL for the terms with a name and a hash."""

_LAST_DAY = """folded + CASE
    WHEN folded % 10000 = 0 THEN 9999 WHEN folded % 100 = 0 THEN 99 ELSE 0 END"""
"""SQL for the last day of a date."""


def _hash(name: str, value: str) -> int:
    """Return a hash of a term that ignores case, as a signed integer of 32 bits.

    The hash of a date is the date as a number; see `as_number`.
    """
    if name == TAG + DATE_TAG:
        return as_number(played_on({DATE_TAG: value}), "0")
    return crc32(_bytes(folded(value))) - (1 << 31)


def as_number(date: str, unknown: str = "0") -> int:
    """Return a date as a number such as 20040517.

    Args:
        date: the date in the form of `played_on`, such as ``2004-05``; empty for a missing date.
        unknown: the digit for missing parts, ``0`` or ``9``.
    """
    return int(date.replace("-", "").ljust(8, unknown))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(stored: bytes) -> str:
    try:
        return str(stored, "utf-8", "surrogatepass")
    except (ValueError, TypeError) as error:  # other bytes, or another type
        raise DamagedColumn(f"a term is damaged: {error}") from None


_FORMATS = {2: "H", 4: "I"}
"""Size of a number in bytes -> its format in `struct`."""


def pack_numbers(numbers: Sequence[int]) -> bytes:
    """Return numbers of terms as bytes: one byte for the size of a number, then the numbers."""
    size = 2 if max(numbers, default=0) < 1 << 16 else 4
    return pack(f"<B{len(numbers)}{_FORMATS[size]}", size, *numbers)


def unpack_numbers(packed: bytes) -> tuple[int, ...]:
    """Return the numbers that `pack_numbers` has packed."""
    size = packed[0] if packed else 0
    if size not in _FORMATS or len(packed) % size != 1:
        raise DamagedColumn("the tags of a game are damaged")
    return unpack(f"<{len(packed) // size}{_FORMATS[size]}", packed[1:])
