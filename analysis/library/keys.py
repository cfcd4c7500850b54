"""The rows of a library by their keys, packed in segments."""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Flags, Places, Words
from analysis.library.indexing import Images
from analysis.library.packing import DamagedColumn, join, pack, parted, typed, unpack

KEYS = 1 << 12
"""Rows of the keys that are packed together: a question unpacks so many."""

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
        """Return the chosen rows."""
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
        DamagedColumn: the bytes are damaged.
    """
    base, keys, offsets, images = parted(packed, 4)
    found = unpack(keys, np.uint64)
    size = unpack(offsets, np.uint8).size // max(len(found), 1)
    kind = np.uint32 if size == 4 else np.int64
    rows = unpack(offsets, kind).astype(np.int64) + int.from_bytes(base, "little")
    if not len(found) == len(rows) == len(codes := unpack(images, np.uint16)):
        raise DamagedColumn("columns of keys differ in length")
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
        found = self._library.execute("SELECT id, rows FROM segments ORDER BY id")
        return dict(typed(found, int, int))

    def find(self, low: int, high: int | None = None) -> KeyRows:
        """Return the rows with a key, or with the keys between two, in their order."""
        last = low if high is None else high
        parts = [part for segment in self.segments() for part in self._find(segment, low, last)]
        return KeyRows.sorted([NO_ROWS, *parts])

    def _find(self, segment: int, low: int, high: int) -> Iterator[KeyRows]:
        blocks = self._library.execute(
            "SELECT first, last, rows, columns FROM keys WHERE segment = ? AND last >= ? "
            "ORDER BY last, place",
            (segment, low - _HALF),
        )
        for first, *others in typed(blocks, int, int, int, bytes):
            if first > high - _HALF:
                break
            rows = _block(first, *others)
            start = int(np.searchsorted(rows.keys, np.uint64(low), "left"))
            stop = int(np.searchsorted(rows.keys, np.uint64(high), "right"))
            yield rows.some(slice(start, stop))

    def read(self, segment: int) -> KeyRows:
        """Return the rows of a segment, in the order of their keys."""
        found = "SELECT first, last, rows, columns FROM keys WHERE segment = ? ORDER BY last, place"
        blocks = self._library.execute(found, (segment,))
        parts = [_block(*row) for row in typed(blocks, int, int, int, bytes)]
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
        while alike := many_alike(self.segments()):
            merged = KeyRows.sorted([self.read(segment) for segment in alike])
            for segment in alike:
                self.remove(segment)
            self.add(merged)


def _block(first: int, last: int, count: int, columns: bytes) -> KeyRows:
    """Return the rows of a block, which its place in the table describes.

    Raises:
        DamagedColumn: they are others.
    """
    rows = unpack_rows(columns)
    ends = [int(rows.keys[at]) - _HALF for at in (0, -1)] if len(rows.keys) else []
    if ends != [first, last] or len(rows.keys) != count:
        raise DamagedColumn("a block of keys stands in the place of another")
    return rows


NO_ROWS = KeyRows(np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, np.uint16))


def many_alike(segments: dict[int, int]) -> list[int]:
    """Return pieces of about the same size, if there are so many that they should be one.

    Args:
        segments: number of rows of each piece.
    """
    alike: dict[int, list[int]] = {}
    for segment, rows in segments.items():
        level = 0
        while FANOUT ** (level + 1) <= rows:
            level += 1
        alike.setdefault(level, []).append(segment)
    return next((some for some in alike.values() if len(some) >= FANOUT), [])
