"""What becomes of libraries when they are partitioned: the rows of each partition.

Games and positions keep their numbers; those of a second library are counted on from the last of
the first.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from analysis.games.arrays import Places
from analysis.library.boards import BoardBlock, StoredGameRows
from analysis.library.described import COLUMNS
from analysis.library.indexing import BoardKind
from analysis.library.keys import NO_ROWS, KeyRows
from analysis.library.library import Library
from records.library import named_errors, unpacked

KEYS = 1 << 20
"""Rows of a partition of keys, on the average: there are so many partitions, by powers of two."""

GAMES = 1 << 14
"""Numbers of games to a partition of games."""

BLOCKS = 16
"""Blocks to a partition of boards."""

_NUMBERS = {"turn", "valid", "plies", "moves", "accepted"}

_GAMES = pa.schema(
    [(name, pa.int64()) for name in ("id", "kind", "first", "rows")]
    + [(name, pa.int32() if name in _NUMBERS else pa.string()) for name in COLUMNS]
    + [("json", pa.string())]
)
_KEYS = pa.schema([("key", pa.uint64()), ("row", pa.int64()), ("image", pa.uint16())])
_BOARDS = pa.schema([("first", pa.int64()), ("games", pa.binary()), ("columns", pa.binary())])


@dataclass(frozen=True, slots=True)
class Origin:
    """A library that is partitioned.

    Attributes:
        path: the file.
        games: what is added to the numbers of its games.
        rows: what is added to the numbers of its positions.
        kinds: for each of its kinds, from 1 on, the number in the partitioned library; 0 for none.
        dropped: its games that an earlier library has, in order.
        gone: their rows, in order.
    """

    path: str
    games: int
    rows: int
    kinds: tuple[int, ...]
    dropped: Places
    gone: Places


class PartitionPiece(Protocol):
    """What becomes a partition."""

    @property
    def name(self) -> str:
        """The name of the file, without its ending."""

    @property
    def kind(self) -> int:
        """The number of the kind of its boards, 0 for none."""

    def table(self) -> tuple[pa.Table, Sequence[tuple[int, int]]]:
        """Return the rows, and what `Partition.spans` is."""


@dataclass(frozen=True, slots=True)
class GamesPiece:
    """The games between two numbers of a library.

    Attributes:
        name: the name of the file.
        origin: the library.
        low: the first number.
        high: the last number.
        kind: 0, for there are games of all kinds.
    """

    name: str
    origin: Origin
    low: int
    high: int
    kind: int = 0

    def table(self) -> tuple[pa.Table, Sequence[tuple[int, int]]]:
        """Return the games, and the span of all of their positions."""
        origin, dropped = self.origin, set(self.origin.dropped.tolist())
        found = f"SELECT id, kind, first, rows, {', '.join(COLUMNS)}, json FROM games "
        found += "JOIN records USING (id) WHERE id BETWEEN ? AND ? ORDER BY id"
        with Library(origin.path) as library, named_errors(origin.path):
            rows = [
                (number + origin.games, origin.kinds[kind or 0], first + origin.rows, size, *about)
                for number, kind, first, size, *about in library.engine.execute(
                    found, (self.low, self.high)
                )
                if number not in dropped
            ]
        columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * len(_GAMES)
        columns[-1] = [unpacked(packed) for packed in columns[-1]]
        ends = [(first, first + size) for _, _, first, size, *_ in rows]
        span = [(ends[0][0], ends[-1][1])] if ends else [(0, 0)]
        return pa.table(columns, schema=_GAMES), span


@dataclass(frozen=True, slots=True)
class BoardsPiece:
    """Blocks of boards of a library.

    Attributes:
        name: the name of the file.
        origin: the library.
        kind: the number that their kind has from now on.
        numbers: their numbers.
    """

    name: str
    origin: Origin
    kind: int
    numbers: tuple[int, ...]

    def table(self) -> tuple[pa.Table, Sequence[tuple[int, int]]]:
        """Return the blocks, a row each, and their spans."""
        marks = ", ".join("?" * len(self.numbers))
        found = f"SELECT id, kind, games, columns FROM boards WHERE id IN ({marks}) ORDER BY id"
        with Library(self.origin.path) as library, named_errors(self.origin.path):
            rows = library.engine.execute(found, self.numbers).fetchall()
            packed = [moved for row in rows for moved in _moved(self.origin, BoardBlock(*row))]
        packed.sort(key=lambda one: one[0])
        columns = zip(*((span[0], games, boards) for span, games, boards in packed), strict=True)
        lists = [list(column) for column in columns] or [[]] * len(_BOARDS)
        return pa.table(lists, schema=_BOARDS), [span for span, _, _ in packed]


def _moved(origin: Origin, block: BoardBlock) -> Iterator[tuple[tuple[int, int], bytes, bytes]]:
    """Yield the span and the columns of a block with the numbers that it has from now on."""
    kept = ~np.isin(block.games.numbers, origin.dropped)
    if not kept.any():
        return
    _, _, columns = block.packed(kept)
    games = block.games.some(kept)
    moved = StoredGameRows(
        games.numbers + origin.games,
        games.firsts + origin.rows,
        games.lengths,
        games.openings,
        games.won,
        games.dates,
    )
    yield moved.span, moved.pack(), columns


@dataclass(frozen=True, slots=True)
class KeysPiece:
    """The rows of all libraries whose keys begin with certain bits.

    Attributes:
        name: the name of the file.
        origins: the libraries.
        low: the least key.
        high: the greatest key.
        kind: 0, for there are positions of all kinds.
    """

    name: str
    origins: tuple[Origin, ...]
    low: int
    high: int
    kind: int = 0

    def table(self) -> tuple[pa.Table, Sequence[tuple[int, int]]]:
        """Return the rows in the order of their keys; there are no spans."""
        parts = [NO_ROWS]
        for origin in self.origins:
            with Library(origin.path) as library, named_errors(origin.path):
                found = library.keys.find(self.low, self.high)
            found = found.some(~np.isin(found.rows, origin.gone))
            parts.append(found._replace(rows=found.rows + origin.rows))
        return pa.table([*KeyRows.sorted(parts)], schema=_KEYS), ()


def origins_of(libraries: Sequence[Library], kinds: Sequence[BoardKind]) -> Iterator[Origin]:
    """Yield where the games of each library go."""
    games = rows = 0
    seen = np.zeros(0, _IDENTITY)
    for library in libraries:
        own = library.kinds()
        numbers = [
            kinds.index(own[one]) + 1 if one in own else 0 for one in range(max(own, default=0) + 1)
        ]
        dropped = gone = np.zeros(0, np.int64)
        if len(libraries) > 1:
            named = _identities(library)
            twice = np.isin(named["name"], seen)
            seen = np.concatenate([seen, named["name"]])
            dropped, spans = named["number"][twice], named[["first", "rows"]][twice].tolist()
            parts = [np.arange(first, first + size) for first, size in spans]
            gone = np.concatenate([gone, *parts])
        yield Origin(os.path.abspath(library.path), games, rows, tuple(numbers), dropped, gone)
        games += library.counter("game")
        rows += library.counter("row")


_IDENTITY = np.dtype("V20")


def _identities(library: Library) -> npt.NDArray[np.void]:
    """Return the games with what makes them the same as others, their numbers and rows."""
    every = "SELECT id, first, rows, digest, twin FROM games ORDER BY id"
    kind = [("number", "i8"), ("first", "i8"), ("rows", "i8"), ("name", _IDENTITY)]
    with named_errors(library.path):
        found = library.engine.execute(every)
        rows = [(*row, digest + twin.to_bytes(4)) for *row, digest, twin in found]
    return np.array(rows, kind)


def pieces_of(
    origins: tuple[Origin, ...], libraries: Sequence[Library], rows: int
) -> Iterator[PartitionPiece]:
    """Yield the pieces that libraries consist of, those of keys first.

    Args:
        origins: where the games go.
        libraries: the libraries.
        rows: number of all positions.
    """
    bits = high_bits(rows)
    for number in range(1 << bits):
        low = number << 64 - bits
        yield KeysPiece(f"keys/{number:05}", origins, low, low + (1 << 64 - bits) - 1)
    ranges = [
        (origin, low)
        for origin, library in zip(origins, libraries, strict=True)
        for low in range(1, library.counter("game") + 1, GAMES)
    ]
    for number, (origin, low) in enumerate(ranges):
        yield GamesPiece(f"games/{number:05}", origin, low, low + GAMES - 1)
    parts = [
        (origin, origin.kinds[kind], tuple(blocks[at : at + BLOCKS]))
        for origin, library in zip(origins, libraries, strict=True)
        for kind in library.kinds()
        for blocks in [_blocks(library, kind)]
        for at in range(0, len(blocks), BLOCKS)
    ]
    for number, (origin, kind, some) in enumerate(parts):
        yield BoardsPiece(f"boards/{number:05}", origin, kind, some)


def high_bits(rows: int) -> int:
    """Return by how many bits of their keys so many rows are partitioned."""
    return (rows // KEYS).bit_length()


def _blocks(library: Library, kind: int) -> list[int]:
    every = "SELECT id FROM boards WHERE kind = ? ORDER BY id"
    with named_errors(library.path):
        return [one for (one,) in library.engine.execute(every, (kind,))]
