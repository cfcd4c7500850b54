"""A library of games in one file: opened, added to, and cleared of games."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

import numpy as np

from analysis.games.arrays import Codes, Places
from analysis.library.boards import (
    BoardBlock,
    BoardIndex,
    StoredGame,
    StoredGameRows,
)
from analysis.library.described import LibraryGame, Shape
from analysis.library.indexing import BoardKind, IndexedGame
from analysis.library.keys import KeyIndex, KeyRows
from analysis.library.measured import add_measures
from analysis.library.packing import DamagedColumn, typed
from analysis.library.schema import create
from analysis.library.terms import (
    PATH,
    TAG,
    Terms,
    pack_numbers,
    tag_terms,
    unpack_numbers,
)
from notation.printing import json_line
from records import Record
from records.assumptions import Assumptions
from records.library import connect, named_errors, read_stored
from records.model import JsonObject, Source

SOME = 500
"""Games that are asked for at once."""

FEW = 256
"""Rows up to which each is asked for by itself."""

PART = 5_000
"""Games that are described at once, where all are."""

_ABOUT = "id, shape, plies, moves, path, line, place, source, tags"

_ROW = "id, digest, twin, kind, first, rows, shape, plies, moves, path, line, place, source, tags"

_PLAIN = {"path": str, "line": int, "game": int}
"""What most sources are: those are stored in columns."""


@dataclass(frozen=True, slots=True)
class GameRange:
    """The games of a library between two numbers.

    Attributes:
        file: the file, by a name that any process can open.
        path: its name in descriptions.
        low: the first number.
        high: the last number.
    """

    file: str
    path: str
    low: int
    high: int

    def games(self) -> Iterator[tuple[int, LibraryGame]]:
        """Yield the descriptions of the games with their numbers, in order."""
        with Library(self.file) as library, named_errors(self.path):
            rows = library.engine.execute(
                f"SELECT {_ABOUT} FROM games WHERE id BETWEEN ? AND ? ORDER BY id",
                (self.low, self.high),
            )
            last = self.low - 1
            while some := rows.fetchmany(SOME):
                for number, game in library.described(some, self.path):
                    if not last < number <= self.high:
                        raise DamagedColumn(f"game {number} stands in the place of another")
                    last = number
                    yield number, game


class Library:
    """A library of games in a file.

    Args:
        path: the file, which has to exist.
        write: whether it is to be changed.

    Attributes:
        path: the file.
        keys: the rows by their keys.
        boards: the boards.
        terms: what games share.

    Raises:
        UnusableLibrary: it is no library, is damaged, or of another version.
        OSError: it cannot be opened.
    """

    def __init__(self, path: str, *, write: bool = False) -> None:
        self.path = path
        self._engine = connect(path, write=write)
        self.keys, self.boards = KeyIndex(self._engine), BoardIndex(self._engine)
        self.terms = Terms(self._engine)

    @classmethod
    def made(cls, path: str) -> Self:
        """Open a library to be changed, a new one where there is none.

        Raises:
            UnusableLibrary: it is no library, is damaged, or of another version.
            OSError: it cannot be written.
        """
        create(path)
        return cls(path, write=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._engine.close()

    @property
    def size(self) -> int:
        """The number of bytes of the file."""
        return os.path.getsize(self.path)

    @property
    def engine(self) -> sqlite3.Connection:
        """The connection to the engine."""
        return self._engine

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Change the library: all of it, or nothing where the work breaks off.

        Raises:
            UnusableLibrary: another process does not let it go, or it is damaged.
            OSError: the system cannot write it.
        """
        with named_errors(self.path):
            self._engine.execute("BEGIN IMMEDIATE")
            try:
                yield self._engine
                self._engine.execute("COMMIT")
            except BaseException:
                if self._engine.in_transaction:
                    self._engine.execute("ROLLBACK")
                raise

    def __len__(self) -> int:
        """Return the number of games."""
        with named_errors(self.path):
            return self.number("SELECT count(*) FROM games")

    def known(self, digests: Sequence[bytes]) -> set[bytes]:
        """Return which of some digests belong to games of the library."""
        found = set[bytes]()
        with named_errors(self.path):
            for start in range(0, len(digests), SOME):
                some = digests[start : start + SOME]
                marks = ", ".join("?" * len(some))
                rows = self._engine.execute(
                    f"SELECT digest FROM games WHERE digest IN ({marks})", some
                )
                found.update(digest for (digest,) in rows)
        return found

    def twin(self, digest: bytes, twin: int) -> bool | None:
        """Return whether a game with a digest breaks no rule; None where there is none.

        Args:
            digest: the digest.
            twin: which of the games with this digest is meant, from 0.
        """
        with named_errors(self.path):
            found = self._engine.execute(
                "SELECT shape FROM games WHERE digest = ? AND twin = ?", (digest, twin)
            )
            for (shape,) in typed(found, int):
                return self.terms.shape(shape).valid
            return None

    def numbers(self) -> list[int]:
        """Return the numbers of all games, in order."""
        with named_errors(self.path):
            found = self._engine.execute("SELECT id FROM games ORDER BY id")
            return [one for (one,) in typed(found, int)]

    def totals(self) -> tuple[int, int, int]:
        """Return the numbers of games, of their plies, and of their move texts."""
        every = "SELECT count(*), ifnull(sum(plies), 0), ifnull(sum(moves), 0) FROM games"
        with named_errors(self.path):
            ((games, plies, moves),) = typed(self._engine.execute(every), int, int, int)
        return games, plies, moves

    def unfinished(self) -> list[int]:
        """Return the numbers of games that were not played to their end by the rules."""
        with named_errors(self.path):
            shapes = self.terms.shapes().items()
            ended = [one for one, shape in shapes if shape.valid and not shape.accepted]
            marks = ", ".join(map(str, ended))
            wanted = f"SELECT id FROM games WHERE shape NOT IN ({marks}) OR kind IS NULL"
            return [one for (one,) in typed(self._engine.execute(f"{wanted} ORDER BY id"), int)]

    def counts(self) -> list[tuple[Shape, int, int]]:
        """Return the shapes of games, with the numbers of games and of their plies."""
        every = "SELECT shape, count(*), sum(plies) FROM games GROUP BY shape ORDER BY min(id)"
        with named_errors(self.path):
            rows = list(typed(self._engine.execute(every), int, int, int))
            return [(self.terms.shape(number), games, plies) for number, games, plies in rows]

    def parts(self) -> Iterator[GameRange]:
        """Yield all games, some thousands at a time."""
        file = os.path.abspath(self.path)
        with named_errors(self.path):
            last = self.number("SELECT ifnull(max(id), 0) FROM games")
        for low in range(1, last + 1, PART):
            yield GameRange(file, self.path, low, low + PART - 1)

    def games(self, numbers: Iterable[int] | None = None) -> Iterator[tuple[int, LibraryGame]]:
        """Yield descriptions of games with their numbers.

        Args:
            numbers: the numbers, in the order in which to yield them, None for all games. A number
                that no game has is passed over.
        """
        wanted = self.numbers() if numbers is None else list(numbers)
        with named_errors(self.path):
            for start in range(0, len(wanted), SOME):
                some = wanted[start : start + SOME]
                marks = ", ".join("?" * len(some))
                rows = self._engine.execute(
                    f"SELECT {_ABOUT} FROM games WHERE id IN ({marks})", some
                )
                found = dict(self.described(rows.fetchall(), self.path))
                yield from ((one, found[one]) for one in some if one in found)

    def described(
        self, rows: Sequence[tuple[Any, ...]], path: str
    ) -> Iterator[tuple[int, LibraryGame]]:
        """Yield the descriptions of rows of the table of games with their numbers.

        Args:
            rows: the rows.
            path: the name of the library in descriptions.

        Raises:
            DamagedColumn: one is damaged.
        """
        rows = list(typed(rows, *[int] * 7, object, bytes))
        tags = [unpack_numbers(row[-1]) for row in rows]
        terms = self.terms.values({*chain.from_iterable(tags), *(row[4] for row in rows)})
        for row, own in zip(rows, tags, strict=True):
            number, shape, plies, moves, place, line, count, source, _ = row
            if not min(number, plies + 1, moves + 1) > 0:
                raise DamagedColumn(f"game {number} is described wrongly: a count below 0")
            pairs = (terms[one] for one in own)
            yield (
                number,
                LibraryGame(
                    path,
                    number,
                    self.terms.shape(shape),
                    plies,
                    moves,
                    {"path": terms[place][1], "line": line, "game": count}
                    if source is None
                    else _source(number, source),
                    {name.removeprefix(TAG): value for name, value in pairs},
                ),
            )

    def records(
        self, numbers: Iterable[int], assumptions: Assumptions | None = None
    ) -> Iterator[Record]:
        """Yield the records of games by their numbers, as `records.read` does."""
        with named_errors(self.path):
            for number in numbers:
                found = self._engine.execute("SELECT json FROM records WHERE id = ?", (number,))
                for (packed,) in typed(found.fetchall(), bytes):
                    here = Source(self.path, number, number)
                    yield read_stored(packed, here, assumptions or Assumptions())

    def kinds(self) -> dict[int, BoardKind]:
        """Return the kinds of boards by their numbers."""
        with named_errors(self.path):
            return self.boards.kinds()

    def rows_of_key(self, key: int) -> KeyRows:
        """Return the rows of positions whose images have a least key."""
        with named_errors(self.path):
            return self.keys.find(key)

    def blocks(self, kind: int) -> Iterator[BoardBlock]:
        """Yield the boards of a kind, by its number."""
        with named_errors(self.path):
            yield from self.boards.blocks(kind)

    def game_rows(self, kind: int) -> Iterator[StoredGameRows]:
        """Yield the rows of the games of a kind, by its number."""
        with named_errors(self.path):
            yield from self.boards.game_rows(kind)

    def places(self, rows: Places, kind: int | None = None) -> tuple[Places, Places]:
        """Return the game of each of some rows, and its ply there; 0 for a row of no game.

        Args:
            rows: the rows.
            kind: the kind of the boards; rows of another are of no game. None for any.
        """
        with named_errors(self.path):
            if len(rows) <= FEW:
                found = [self._place(row, kind) for row in rows.tolist()]
                return (
                    np.array([game for game, _ in found], np.int64),
                    np.array([ply for _, ply in found], np.int64),
                )
            return game_places([one.games for one in self.boards.blocks(kind, False)], rows)

    def _place(self, row: int, kind: int | None) -> tuple[int, int]:
        found = self._engine.execute(
            "SELECT id, first, rows, kind FROM games WHERE first <= ? AND rows > 0 "
            "ORDER BY first DESC LIMIT 1",
            (row,),
        )
        for number, first, rows, own in typed(found, int, int, int, int):
            if row < first + rows and kind in (None, own):
                return number, row - first
        return 0, 0

    def number(self, query: str, *values: str) -> int:
        """Return the only number that a query has for an answer.

        Raises:
            DamagedColumn: it has another.
        """
        for (number,) in typed(self._engine.execute(query, values), int):
            return int(number)
        raise DamagedColumn("a number is missing")

    # Changes, each inside of `changing`.

    def insert(self, games: Sequence[tuple[IndexedGame, int]]) -> int:
        """Add games, each with which of those with its digest it is; return how many were new."""
        number, row = self.counter("game"), self.counter("row")
        kinds: dict[BoardKind, list[StoredGame]] = {}
        shapes = self.terms.add_shapes(game.shape for game, _ in games)
        terms = self.terms.add(chain.from_iterable(_terms(game) for game, _ in games))
        about, packed, uses, measured = [], [], [], []
        seen = set[tuple[bytes, int]]()
        for game, twin in games:
            if (game.digest, twin) in seen or self.twin(game.digest, twin) is not None:
                continue  # another source has it, or another process was quicker
            seen.add((game.digest, twin))
            number += 1
            kind = None if game.kind is None else self.boards.kind(game.kind)
            path, *tags = (terms[one] for one in _terms(game))
            plain, source = _is_plain(game.source), game.source
            place = (source["line"], source["game"], None) if plain else (0, 0, json_line(source))
            what = (shapes[game.shape], game.played, game.moves, path, *place, pack_numbers(tags))
            about.append((number, game.digest, twin, kind, row, game.rows, *what))
            uses.append((number, tags))
            packed.append((number, game.packed))
            measured.append((number, game.measured))
            if game.kind and game.plies is not None and game.rows:
                stored_game = StoredGame(number, row, game.plies, game.won, game.date)
                kinds.setdefault(game.kind, []).append(stored_game)
                row += game.rows
        marks = ", ".join("?" * len(_ROW.split(", ")))
        self._engine.executemany(f"INSERT INTO games ({_ROW}) VALUES ({marks})", about)
        self.terms.use(uses)
        self._engine.executemany("INSERT INTO records (id, json) VALUES (?, ?)", packed)
        add_measures(self._engine, measured)
        for one, stored in kinds.items():
            self.boards.add(self.boards.kind(one), stored)
        every = [one for stored in kinds.values() for one in stored]
        if every:
            self.keys.add(KeyRows.sorted([_key_rows(one) for one in every]))
        self._count("game", number)
        self._count("row", row)
        return len(about)

    def remove(self, numbers: Sequence[int]) -> int:
        """Remove games; return how many there were."""
        removed = 0
        for number in numbers:
            described = self._engine.execute("SELECT tags FROM games WHERE id = ?", (number,))
            for (tags,) in typed(described.fetchall(), bytes):
                self.terms.drop(number, tags)
            found = self._engine.execute("DELETE FROM games WHERE id = ?", (number,))
            self._engine.execute("DELETE FROM records WHERE id = ?", (number,))
            removed += found.rowcount
        self.boards.drop(np.array(sorted(numbers), np.int64))
        live = [one.games.rows for one in self.boards.blocks(boards=False)]
        self.keys.keep(np.sort(np.concatenate([np.zeros(0, np.int64), *live])))
        return removed

    def counter(self, name: str) -> int:
        """Return the last number ever given: of a ``game``, or of a ``row``, from 0 on."""
        return self.number("SELECT value FROM counters WHERE name = ?", name)

    def _count(self, name: str, value: int) -> None:
        self._engine.execute("UPDATE counters SET value = ? WHERE name = ?", (value, name))


def _terms(game: IndexedGame) -> list[tuple[str, str]]:
    """Return the terms of a game: the path of its first source, then its tags."""
    path = game.source["path"] if _is_plain(game.source) else game.path
    return [(PATH, path), *tag_terms(game.tags)]


def _is_plain(source: JsonObject) -> bool:
    return [*source] == [*_PLAIN] and all(
        type(source[name]) is kind and (kind is str or 0 <= source[name] < 1 << 63)
        for name, kind in _PLAIN.items()
    )


def _source(number: int, text: object) -> JsonObject:
    try:
        found = json.loads(str(text))
    except (ValueError, RecursionError) as error:
        raise DamagedColumn(f"game {number} is described wrongly: {error}") from None
    if not isinstance(found, dict):
        raise DamagedColumn(f"game {number} is described wrongly: its source is no object")
    return found


def _key_rows(game: StoredGame) -> KeyRows:
    keys = game.plies.keys
    return KeyRows(keys, np.arange(game.first, game.first + len(keys)), game.plies.images)


def game_places(parts: Sequence[StoredGameRows], rows: Places) -> tuple[Places, Places]:
    """Return the game and the ply of rows; 0 for a row of no game."""
    if not parts:
        return np.zeros_like(rows), np.zeros_like(rows)
    columns = [(one.numbers, one.firsts, one.lengths) for one in parts]
    numbers, firsts, lengths = map(np.concatenate, zip(*columns, strict=True))
    order = np.argsort(firsts, kind="stable")  # quick where they are in order, as they mostly are
    return game_places_of(numbers[order], firsts[order], lengths[order], rows)


def game_places_of(
    numbers: Places, firsts: Places, lengths: Places | Codes, rows: Places
) -> tuple[Places, Places]:
    """Return the game and the ply of rows; 0 for a row of no game.

    Args:
        numbers: the numbers of games.
        firsts: the first row of each, in order.
        lengths: number of its rows.
        rows: the rows.
    """
    if not len(firsts):
        return np.zeros_like(rows), np.zeros_like(rows)
    at = np.maximum(np.searchsorted(firsts, rows, side="right") - 1, 0)
    plies = rows - firsts[at]
    inside = (plies >= 0) & (plies < lengths[at])
    return np.where(inside, numbers[at], 0), np.where(inside, plies, 0)
