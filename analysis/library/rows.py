"""The packed columns of the index: rows by their keys, and what stands on their boards."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Codes, Flags, Places, Words
from analysis.library.indexing import Images, IndexedPlies, Kind
from analysis.library.packing import join, pack, pack_boards, split, unpack, unpack_boards
from notation.values import frozen

KEYS = 1 << 12
"""Rows of the keys that are packed together: a question unpacks so many."""

BOARDS = 1 << 16
"""Rows of boards that are packed together, or a little more: no game is cut."""

OPENING = 12
"""Plies whose keys are stored game by game as well, for the tree of openings."""

FANOUT = 6
"""Segments of about the same size that are merged to one."""

_HALF = 1 << 63
"""What is taken off a key, for the engine has numbers with a sign."""


class KeyRows(NamedTuple):
    """Rows in the order of their keys.

    Attributes:
        keys: the least key of each position's images.
        rows: the numbers of the rows.
        images: for each, the number of the first image that has the key.
    """

    keys: Words
    rows: Places
    images: Images

    @classmethod
    def sorted(cls, parts: Sequence["KeyRows"]) -> "KeyRows":
        """Return the rows of several parts in order."""
        keys, rows, images = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        order = np.lexsort((rows, keys))
        return cls(keys[order], rows[order], images[order])

    def some(self, chosen: Flags | slice) -> "KeyRows":
        """Return some of the rows."""
        return KeyRows(self.keys[chosen], self.rows[chosen], self.images[chosen])


def pack_rows(rows: KeyRows) -> bytes:
    """Return rows as packed columns; the numbers of rows count from the least of them."""
    base = int(rows.rows.min(initial=0))
    offsets = rows.rows - base
    small = offsets.astype(np.uint32) if int(offsets.max(initial=0)) < 1 << 32 else offsets
    return join([base.to_bytes(8, "little"), pack(rows.keys), pack(small), pack(rows.images)])


def unpack_rows(packed: bytes) -> KeyRows:
    """Return the rows that `pack_rows` has packed.

    Raises:
        ValueError: the bytes are damaged.
        zstandard.ZstdError: likewise.
    """
    base, keys, offsets, images = split(packed)
    found = unpack(keys, np.uint64)
    size = unpack(offsets, np.uint8).size // max(len(found), 1)
    kind = np.uint32 if size == 4 else np.int64
    rows = unpack(offsets, kind).astype(np.int64) + int.from_bytes(base, "little")
    if not len(found) == len(rows) == len(codes := unpack(images, np.uint16)):
        raise ValueError("columns of keys differ in length")
    return KeyRows(found, rows, codes)


class KeyIndex:
    """The rows of a library by their keys.

    Args:
        library: the opened library.
    """

    def __init__(self, library: sqlite3.Connection) -> None:
        self._library = library

    def add(self, rows: KeyRows) -> None:
        """Store rows, which are in order, as a segment."""
        if not len(rows.keys):
            return
        made = self._library.execute("INSERT INTO segments (rows) VALUES (?)", (len(rows.keys),))
        segment = made.lastrowid
        blocks = [
            (
                segment,
                int(some.keys[-1]) - _HALF,
                place,
                int(some.keys[0]) - _HALF,
                len(some.keys),
                pack_rows(some),
            )
            for place, some in enumerate(
                rows.some(slice(start, start + KEYS)) for start in range(0, len(rows.keys), KEYS)
            )
        ]
        self._library.executemany(
            "INSERT INTO keys (segment, last, place, first, rows, columns) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            blocks,
        )

    def segments(self) -> dict[int, int]:
        """Return the number of rows of each segment."""
        return dict(self._library.execute("SELECT id, rows FROM segments ORDER BY id").fetchall())

    def find(self, key: int) -> KeyRows:
        """Return the rows with a key, in their order."""
        parts = [part for segment in self.segments() for part in self._find(segment, key)]
        return KeyRows.sorted([NO_ROWS, *parts])

    def _find(self, segment: int, key: int) -> Iterator[KeyRows]:
        wanted = key - _HALF
        blocks = self._library.execute(
            "SELECT first, columns FROM keys WHERE segment = ? AND last >= ? ORDER BY last, place",
            (segment, wanted),
        )
        for first, columns in blocks:
            if first > wanted:
                break
            rows = unpack_rows(columns)
            value = np.uint64(key)
            ends = (int(np.searchsorted(rows.keys, value, side)) for side in ("left", "right"))
            yield rows.some(slice(*ends))

    def read(self, segment: int) -> KeyRows:
        """Return the rows of a segment, in the order of their keys."""
        found = "SELECT columns FROM keys WHERE segment = ? ORDER BY last, place"
        blocks = self._library.execute(found, (segment,)).fetchall()
        parts = [unpack_rows(columns) for (columns,) in blocks]
        columns = (np.concatenate(some) for some in zip(NO_ROWS, *parts, strict=True))
        return KeyRows(*columns)

    def remove(self, segment: int) -> None:
        """Remove a segment."""
        self._library.execute("DELETE FROM keys WHERE segment = ?", (segment,))
        self._library.execute("DELETE FROM segments WHERE id = ?", (segment,))

    def keep(self, rows: Places) -> None:
        """Keep some rows only, which are given in order."""
        for segment in self.segments():
            found = self.read(segment)
            at = np.searchsorted(rows, found.rows)
            kept = np.append(rows, -1)[at] == found.rows
            if not kept.all():
                self.remove(segment)
                self.add(found.some(kept))

    def merge(self) -> None:
        """Merge segments of about the same size where there are many."""
        while alike := _many_alike(self.segments()):
            merged = KeyRows.sorted([self.read(segment) for segment in alike])
            for segment in alike:
                self.remove(segment)
            self.add(merged)


NO_ROWS = KeyRows(np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, np.uint16))


def _many_alike(segments: dict[int, int]) -> list[int]:
    """Return segments of about the same size, if there are so many that they should be one."""
    alike: dict[int, list[int]] = {}
    for segment, rows in segments.items():
        level = 0
        while FANOUT ** (level + 1) <= rows:
            level += 1
        alike.setdefault(level, []).append(segment)
    return next((some for some in alike.values() if len(some) >= FANOUT), [])


class StoredGame(NamedTuple):
    """Where a game stands in the index.

    Attributes:
        number: the number of the game.
        first: the row of its first position.
        plies: its positions.
    """

    number: int
    first: int
    plies: IndexedPlies


@frozen
class GameRows:
    """The rows of some games, and the keys of their openings.

    Attributes:
        numbers: the numbers of the games.
        firsts: the row of each game's first position.
        lengths: number of its positions.
        openings: keys of the first positions, up to `OPENING` plies; a row a game, 0 where it has
            ended.
    """

    numbers: Places
    firsts: Places
    lengths: Codes
    openings: Words

    def pack(self) -> bytes:
        """Return the packed columns."""
        columns = (self.numbers, self.firsts, self.lengths, self.openings.T.ravel())
        return join([pack(one) for one in columns])

    @classmethod
    def unpack(cls, packed: bytes) -> "GameRows":
        """Return what `pack` has packed.

        Raises:
            ValueError: the bytes are damaged.
            zstandard.ZstdError: likewise.
        """
        numbers, firsts, lengths, openings = split(packed)
        found = unpack(numbers, np.int64)
        return cls(
            found,
            unpack(firsts, np.int64),
            unpack(lengths, np.int32),
            unpack(openings, np.uint64).reshape(OPENING + 1, len(found)).T,
        )

    def some(self, kept: Flags) -> "GameRows":
        """Return the rows of some of the games."""
        return GameRows(
            self.numbers[kept], self.firsts[kept], self.lengths[kept], self.openings[kept]
        )

    @property
    def rows(self) -> Places:
        """The numbers of all rows, game by game."""
        ends = np.cumsum(self.lengths, dtype=np.int64)
        starts = np.repeat(self.firsts - (ends - self.lengths), self.lengths)
        found: Places = np.arange(len(starts)) + starts
        return found


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
    def games(self) -> GameRows:
        """The rows of the games."""
        return GameRows.unpack(self._games)

    def words(self) -> list[Words | None]:
        """Return the bit sets, a column a word; None for a column without any bit."""
        return [unpack_boards(one) if one else None for one in split(self._columns)]

    def packed(self, kept: Flags) -> tuple[int, bytes, bytes]:
        """Return the number of rows of some of the games, and their packed columns."""
        rows = np.repeat(kept, self.games.lengths)
        columns = [b"" if one is None else _pack_words(one[rows]) for one in self.words()]
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
    found = GameRows(
        np.array([one.number for one in games], np.int64),
        np.array([one.first for one in games], np.int64),
        lengths,
        openings,
    )
    return len(every.keys), found.pack(), join(list(map(_pack_words, every.boards)))


class BoardIndex:
    """The boards of a library.

    Args:
        library: the opened library.
    """

    def __init__(self, library: sqlite3.Connection) -> None:
        self._library = library

    def kinds(self) -> dict[int, Kind]:
        """Return the kinds of boards by their numbers."""
        rows = self._library.execute("SELECT id, game, variant FROM kinds ORDER BY id")
        return {number: Kind(game, variant) for number, game, variant in rows}

    def kind(self, kind: Kind) -> int:
        """Return the number of a kind, a new one if need be."""
        self._library.execute("INSERT OR IGNORE INTO kinds (game, variant) VALUES (?, ?)", kind)
        found = "SELECT id FROM kinds WHERE game = ? AND variant = ?"
        number: int = self._library.execute(found, kind).fetchone()[0]
        return number

    def add(self, kind: int, games: Iterable[StoredGame]) -> None:
        """Store the boards of games of a kind."""
        waiting: list[StoredGame] = []
        rows = 0
        for one in games:
            waiting.append(one)
            rows += len(one.plies.keys)
            if rows >= BOARDS:
                self._add(kind, waiting)
                waiting, rows = [], 0
        if waiting:
            self._add(kind, waiting)

    def _add(self, kind: int, games: Sequence[StoredGame]) -> None:
        self._library.execute(
            "INSERT INTO boards (kind, rows, games, columns) VALUES (?, ?, ?, ?)",
            (kind, *pack_block(games)),
        )

    def drop(self, numbers: Places) -> None:
        """Drop the boards of some games."""
        for block in list(self.blocks()):
            kept = ~np.isin(block.games.numbers, numbers)
            if kept.all():
                continue
            self._library.execute("DELETE FROM boards WHERE id = ?", (block.number,))
            if kept.any():
                self._library.execute(
                    "INSERT INTO boards (kind, rows, games, columns) VALUES (?, ?, ?, ?)",
                    (block.kind, *block.packed(kept)),
                )

    def blocks(self, kind: int | None = None) -> Iterator[BoardBlock]:
        """Yield the blocks of a kind, or of all."""
        found = "SELECT id, kind, games, columns FROM boards WHERE ?1 IS NULL OR kind = ?1"
        for row in self._library.execute(found, (kind,)):
            yield BoardBlock(*row)

    def games(self, kind: int | None = None) -> Iterator[tuple[int, GameRows]]:
        """Yield the rows of games, and the kind of their boards, which are not read."""
        found = "SELECT kind, games FROM boards WHERE ?1 IS NULL OR kind = ?1"
        for number, packed in self._library.execute(found, (kind,)):
            yield number, GameRows.unpack(packed)
