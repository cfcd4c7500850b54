"""What stands on the boards of a library, packed in blocks of games of a kind."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Codes, Flags, Places, Words
from analysis.library.indexing import BoardKind, IndexedPlies
from analysis.library.keys import FANOUT, many_alike
from analysis.library.packing import (
    DamagedColumn,
    join,
    pack,
    pack_boards,
    parted,
    split,
    typed,
    unpack,
    unpack_boards,
)

BOARDS = 1 << 16
"""Rows of boards that are packed together, or a little more: no game is cut."""

OPENING = 12
"""Plies whose keys are stored game by game as well, for the tree of openings."""


class StoredGame(NamedTuple):
    """Where a game stands in the index.

    Attributes:
        number: the number of the game.
        first: the row of its first position.
        plies: its positions.
        won: bit set of the sides that won, all of them in a draw; 0 without a result.
        date: its date as a number such as 20040517, with 0 for what is unknown.
    """

    number: int
    first: int
    plies: IndexedPlies
    won: int
    date: int


@dataclass(frozen=True, slots=True)
class StoredGameRows:
    """The rows of some games, and the keys of their openings.

    Attributes:
        numbers: the numbers of the games.
        firsts: the row of each game's first position.
        lengths: number of its positions.
        openings: keys of the first positions, up to `OPENING` plies; a row a game, 0 where it has
            ended.
        won: bit sets of the sides that won, as in `StoredGame`.
        dates: dates, likewise.
    """

    numbers: Places
    firsts: Places
    lengths: Codes
    openings: Words
    won: npt.NDArray[np.uint8]
    dates: Codes

    def pack(self) -> bytes:
        """Return the packed columns."""
        keys = self.openings.T.ravel()
        columns = (self.numbers, self.firsts, self.lengths, keys, self.won, self.dates)
        return join([pack(one) for one in columns])

    @classmethod
    def unpack(cls, packed: bytes) -> "StoredGameRows":
        """Return what `pack` has packed.

        Raises:
            DamagedColumn: the bytes are damaged.
        """
        numbers, firsts, lengths, openings, won, dates = parted(packed, 6)
        found, keys = unpack(numbers, np.int64), unpack(openings, np.uint64)
        rows = unpack(firsts, np.int64), unpack(lengths, np.int32)
        ends = unpack(won, np.uint8), unpack(dates, np.int32)
        size = len(found)
        if len(keys) != size * (OPENING + 1) or any(len(one) != size for one in (*rows, *ends)):
            raise DamagedColumn("columns of games differ in length")
        if not size or min(found.min(), rows[1].min()) < 1 or rows[0].min() < 0:
            raise DamagedColumn("columns of games have numbers that no game has")
        return cls(found, *rows, keys.reshape(OPENING + 1, size).T, *ends)

    @classmethod
    def joined(cls, parts: Sequence["StoredGameRows"]) -> "StoredGameRows":
        """Return the games of several parts, in the order of their numbers."""
        whole = cls.chained([*parts, _NO_GAMES])
        if (whole.numbers[1:] > whole.numbers[:-1]).all():
            return whole
        return whole.some(np.argsort(whole.numbers))

    @classmethod
    def chained(cls, parts: Sequence["StoredGameRows"]) -> "StoredGameRows":
        """Return the games of several parts, one part after the other."""
        names = [one.name for one in fields(cls)]
        return cls(*(np.concatenate([getattr(one, name) for one in parts]) for name in names))

    def some(self, kept: Flags | Places) -> "StoredGameRows":
        """Return the rows of some of the games."""
        return StoredGameRows(*(getattr(self, one.name)[kept] for one in fields(self)))

    @property
    def span(self) -> tuple[int, int]:
        """The first row, and the one after the last."""
        return int(self.firsts.min()), int((self.firsts + self.lengths).max())

    @property
    def count(self) -> int:
        """The number of all rows."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def rows(self) -> Places:
        """The numbers of all rows, game by game."""
        return self.rows_at(np.arange(self.count))

    def rows_at(self, places: Places) -> Places:
        """Return the numbers of rows by their places among all, game by game."""
        ends = np.cumsum(self.lengths, dtype=np.int64)
        games = np.searchsorted(ends, places, side="right")
        found: Places = places + (self.firsts - (ends - self.lengths))[games]
        return found


_NO_GAMES = StoredGameRows(
    np.zeros(0, np.int64),
    np.zeros(0, np.int64),
    np.zeros(0, np.int32),
    np.zeros((0, OPENING + 1), np.uint64),
    np.zeros(0, np.uint8),
    np.zeros(0, np.int32),
)


class BoardBlock:
    """The boards of some games of one kind.

    Args:
        number: the number of the block.
        kind: the number of the kind.
        games: the packed rows of games.
        columns: the packed bit sets.
    """

    def __init__(self, number: int, kind: int, games: bytes, columns: bytes) -> None:
        self.number, self.kind = number, kind
        self._games, self._columns = games, columns

    @cached_property
    def games(self) -> StoredGameRows:
        """The rows of the games."""
        return StoredGameRows.unpack(self._games)

    @property
    def span(self) -> tuple[int, int]:
        """The first row, and the one after the last."""
        return self.games.span

    def words(self, rows: int) -> list[Words | None]:
        """Return the bit sets, a column a word; None for a column without any bit.

        Args:
            rows: number of rows that the games have.

        Raises:
            DamagedColumn: the bytes are damaged, or the columns have another length.
        """
        found = [unpack_boards(one) if one else None for one in split(self._columns)]
        if any(one is not None and len(one) != rows for one in found):
            raise DamagedColumn(f"block {self.number} of the boards has columns of other lengths")
        return found

    def packed(self, kept: Flags) -> tuple[int, bytes, bytes]:
        """Return the number of rows of some of the games, and their packed columns."""
        rows = np.repeat(kept, self.games.lengths)
        words = self.words(len(rows))
        columns = [b"" if one is None else _pack_words(one[rows]) for one in words]
        return int(rows.sum()), self.games.some(kept).pack(), join(columns)


def _pack_words(words: Words) -> bytes:
    return pack_boards(words) if words.any() else b""


def pack_block(games: Sequence[StoredGame]) -> tuple[int, bytes, bytes]:
    """Return the number of rows of games of a kind, and their packed columns."""
    every = IndexedPlies.joined([one.plies for one in games])
    lengths = np.array([len(one.plies.keys) for one in games], np.int32)
    openings = np.zeros((len(games), OPENING + 1), np.uint64)
    for place, one in enumerate(games):
        opening = one.plies.keys[: OPENING + 1]
        openings[place, : len(opening)] = opening
    found = StoredGameRows(
        np.array([one.number for one in games], np.int64),
        np.array([one.first for one in games], np.int64),
        lengths,
        openings,
        np.array([one.won for one in games], np.uint8),
        np.array([one.date for one in games], np.int32),
    )
    return len(every.keys), found.pack(), join(list(map(_pack_words, every.boards)))


def joined(blocks: Sequence[BoardBlock]) -> tuple[int, bytes, bytes]:
    """Return the number of rows of some blocks of a kind, and their packed columns as one.

    Raises:
        DamagedColumn: the bytes of a block are damaged.
    """
    games = [one.games for one in blocks]
    counts = [one.count for one in games]
    words = [one.words(count) for one, count in zip(blocks, counts, strict=True)]
    columns = [
        b"" if all(part is None for part in parts) else pack_boards(_filled(parts, counts))
        for parts in zip(*words, strict=True)
    ]
    return sum(counts), StoredGameRows.chained(games).pack(), join(columns)


def _filled(parts: Sequence[Words | None], counts: Sequence[int]) -> Words:
    """Return parts of a column as one, of which those without any bit have so many rows."""
    return np.concatenate(
        [
            np.zeros(count, np.uint64) if part is None else part
            for part, count in zip(parts, counts, strict=True)
        ]
    )


class BoardIndex:
    """The boards of a library.

    Args:
        library: the opened library.
    """

    def __init__(self, library: sqlite3.Connection) -> None:
        self._library = library

    def kinds(self) -> dict[int, BoardKind]:
        """Return the kinds of boards by their numbers."""
        found = self._library.execute("SELECT id, game, variant FROM kinds ORDER BY id")
        return {one: BoardKind(*kind) for one, *kind in typed(found, int, str, str)}

    def kind(self, kind: BoardKind) -> int:
        """Return the number of a kind, a new one if need be."""
        self._library.execute("INSERT OR IGNORE INTO kinds (game, variant) VALUES (?, ?)", kind)
        found = "SELECT id FROM kinds WHERE game = ? AND variant = ?"
        for (number,) in typed(self._library.execute(found, kind), int):
            return int(number)
        raise DamagedColumn(f"the kind {kind} cannot be found again")

    def add(self, kind: int, games: Iterable[StoredGame]) -> None:
        """Store the boards of games of a kind."""
        waiting: list[StoredGame] = []
        rows = 0
        for one in games:
            waiting.append(one)
            rows += len(one.plies.keys)
            if rows >= BOARDS:
                self._insert(kind, *pack_block(waiting))
                waiting, rows = [], 0
        if waiting:
            self._insert(kind, *pack_block(waiting))

    def _insert(self, kind: int, rows: int, games: bytes, columns: bytes) -> None:
        self._library.execute(
            "INSERT INTO boards (kind, rows, games, columns) VALUES (?, ?, ?, ?)",
            (kind, rows, games, columns),
        )

    def merge(self) -> None:
        """Merge small blocks of a kind where there are many, as segments of keys are."""
        small = "SELECT id, rows FROM boards WHERE kind = ? AND rows < ? ORDER BY id"
        for kind in self.kinds():
            while alike := many_alike(
                dict(typed(self._library.execute(small, (kind, BOARDS // FANOUT)), int, int))
            ):
                marks = ", ".join("?" * len(alike))
                found = f"SELECT id, kind, games, columns FROM boards WHERE id IN ({marks})"
                blocks = list(_blocks(self._library.execute(found, alike)))
                self._library.execute(f"DELETE FROM boards WHERE id IN ({marks})", alike)
                self._insert(kind, *joined(blocks))

    def drop(self, numbers: Places) -> None:
        """Drop the boards of some games."""
        for block in list(self.blocks()):
            kept = ~np.isin(block.games.numbers, numbers)
            if kept.all():
                continue
            self._library.execute("DELETE FROM boards WHERE id = ?", (block.number,))
            if kept.any():
                self._insert(block.kind, *block.packed(kept))

    def blocks(self, kind: int | None = None, boards: bool = True) -> Iterator[BoardBlock]:
        """Yield the blocks of a kind, or of all; without the bit sets if these are not wanted."""
        columns = "columns" if boards else "x''"
        found = f"SELECT id, kind, games, {columns} FROM boards WHERE kind = coalesce(?, kind)"
        yield from _blocks(self._library.execute(found, (kind,)))

    def game_rows(self, kind: int) -> Iterator[StoredGameRows]:
        """Yield the rows of the games of a kind."""
        found = self._library.execute("SELECT games FROM boards WHERE kind = ?", (kind,))
        yield from (StoredGameRows.unpack(packed) for (packed,) in typed(found, bytes))


def _blocks(found: Iterable[tuple[Any, ...]]) -> Iterator[BoardBlock]:
    return (BoardBlock(*row) for row in typed(found, int, int, bytes, bytes))
