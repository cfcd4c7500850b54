"""What games of a library share, stored once: shapes, tags and paths, and the games with each tag.

A *term* is a name with a value: a tag, or the path of a source under the name `PATH`. A game has
the numbers of its tags; ``uses`` has the games of each tag, so that a condition on players, events,
dates or any other tag looks at the different values, and reads only the games that have one.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from struct import pack, unpack

import numpy as np

from analysis.games.arrays import Places
from analysis.library.described import Shape
from analysis.library.packing import DamagedColumn, typed

PATH = "path"
"""The name of the term of a path."""

TAG = "tag:"
"""What stands before the name of a tag."""

SOME = 500
"""Terms that are asked for at once."""

KEPT = 1 << 16
"""Terms that are kept in memory."""

Term = tuple[str, str]
"""A name and a value."""


class Terms:
    """The shapes and terms of a library.

    Args:
        library: the opened library.
    """

    def __init__(self, library: sqlite3.Connection) -> None:
        self._library = library
        self._shapes: dict[int, Shape] = {}
        self._terms: dict[int, Term] = {}

    def shape(self, number: int) -> Shape:
        """Return a shape by its number.

        Raises:
            DamagedColumn: there is none, or it is damaged.
        """
        if number not in self._shapes:
            found = self._library.execute("SELECT json FROM shapes WHERE id = ?", (number,))
            for (text,) in typed(found, str):
                self._shapes[number] = Shape.parse(text)
                break
            else:
                raise DamagedColumn(f"there is no description {number}")
        return self._shapes[number]

    def shapes(self) -> dict[int, Shape]:
        """Return all shapes by their numbers.

        Raises:
            DamagedColumn: one is damaged.
        """
        rows = self._library.execute("SELECT id, json FROM shapes ORDER BY id")
        return {number: Shape.parse(text) for number, text in typed(rows, int, str)}

    def values(self, numbers: Iterable[int]) -> dict[int, Term]:
        """Return terms by their numbers.

        Raises:
            DamagedColumn: there is no such term.
        """
        wanted = {*numbers}
        found = {one: self._terms[one] for one in wanted & self._terms.keys()}
        missing = sorted(wanted - found.keys())
        for start in range(0, len(missing), SOME):
            some = missing[start : start + SOME]
            marks = ", ".join("?" * len(some))
            query = f"SELECT id, name, value FROM terms WHERE id IN ({marks})"
            rows = self._library.execute(query, some)
            found |= {
                number: (_text(name), _text(value))
                for number, name, value in typed(rows, int, bytes, bytes)
            }
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
        rows = self._library.execute(query, (_bytes(name),)).fetchall()
        if not {type(value) for _, value in rows} <= {bytes}:
            raise DamagedColumn(f"a term {name!r} is no text")
        try:
            return [(number, value.decode("utf-8", "surrogatepass")) for number, value in rows]
        except ValueError as error:
            raise DamagedColumn(f"a term is damaged: {error}") from None

    def tags(self) -> set[str]:
        """Return the names of all tags of the games."""
        query = "SELECT DISTINCT name FROM terms WHERE EXISTS (SELECT 1 FROM uses WHERE term = id)"
        found = typed(self._library.execute(query), bytes)
        return {_text(name).removeprefix(TAG) for (name,) in found}

    def games(self, numbers: Iterable[int]) -> Places:
        """Return the numbers of the games that have one of some terms, in order."""
        query = "SELECT game FROM uses WHERE term = ?"
        parts = [
            np.array([*typed(self._library.execute(query, (one,)), int)], np.int64).ravel()
            for one in numbers
        ]
        return np.unique(np.concatenate([np.zeros(0, np.int64), *parts]))

    # Changes, each inside of `Library.changing`.

    def add_shapes(self, shapes: Iterable[Shape]) -> dict[Shape, int]:
        """Return the numbers of shapes, those of new ones too."""
        found = {}
        for shape in dict.fromkeys(shapes):
            text = (shape.text(),)
            self._library.execute("INSERT OR IGNORE INTO shapes (json) VALUES (?)", text)
            row = self._library.execute("SELECT id FROM shapes WHERE json = ?", text).fetchone()
            found[shape] = row[0]
        return found

    def add(self, terms: Iterable[Term]) -> dict[Term, int]:
        """Return the numbers of terms, those of new ones too."""
        found = {}
        for term in dict.fromkeys(terms):
            name, value = map(_bytes, term)
            find = "SELECT id FROM terms WHERE name = ? AND value = ?"
            row = self._library.execute(find, (name, value)).fetchone()
            if row is None:
                add = "INSERT INTO terms (name, value) VALUES (?, ?)"
                row = (self._library.execute(add, (name, value)).lastrowid,)
            found[term] = row[0]
        return found

    def use(self, games: Iterable[tuple[int, Iterable[int]]]) -> None:
        """Store which tags games have."""
        uses = sorted((term, game) for game, terms in games for term in terms)
        self._library.executemany("INSERT INTO uses (term, game) VALUES (?, ?)", uses)

    def drop(self, game: int, packed: bytes) -> None:
        """Store no longer which tags a game has."""
        uses = [(term, game) for term in unpack_numbers(packed)]
        self._library.executemany("DELETE FROM uses WHERE term = ? AND game = ?", uses)


def tag_terms(tags: Mapping[str, str]) -> list[Term]:
    """Return the terms of the tags of a game."""
    return [(TAG + name, value) for name, value in tags.items()]


def pack_numbers(numbers: Iterable[int]) -> bytes:
    """Return the numbers of terms as bytes."""
    found = list(numbers)
    return pack(f"<{len(found)}I", *found)


def unpack_numbers(packed: object) -> tuple[int, ...]:
    """Return the numbers that `pack_numbers` has packed.

    Raises:
        DamagedColumn: the bytes are damaged.
    """
    if not isinstance(packed, bytes) or len(packed) % 4:
        raise DamagedColumn("the tags of a game are damaged")
    return unpack(f"<{len(packed) // 4}I", packed)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(stored: bytes) -> str:
    try:
        return stored.decode("utf-8", "surrogatepass")
    except ValueError as error:
        raise DamagedColumn(f"a term is damaged: {error}") from None
