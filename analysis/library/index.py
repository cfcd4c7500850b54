"""The index of positions, by their keys and by the pieces on their boards.

A *place* is the number of a game and a ply, combined in one integer. The table ``keys`` has two
indexes of places: by the keys of positions, and by the numbers of tags. An index is stored in
sorted *segments*, which are merged when there are many. The table ``boards`` has the boards of all
positions of games of one kind, in *blocks* of whole games.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from analysis.games.arrays import Flags, Places, Words, in_words
from analysis.games.position import AnyPosition
from analysis.library.contents import Contents
from analysis.library.packing import (
    DamagedColumn,
    Table,
    join,
    pack,
    pack_boards,
    split,
    typed,
    unpack,
    unpack_boards,
)

PLY = 32
"""Number of bits for the ply in a place."""

OPENING = 12
"""Number of plies whose keys are also stored by game, for the tree of openings."""

HALF = 32
"""Number of bits of a key that are stored by game, enough to distinguish a position's moves."""

KEY = np.dtype([("key", "<u8"), ("place", "<i8"), ("image", "<u2")])
"""Row of an index of keys: the key of a position, which is the least of its images; its place; and
the number of the first image with that key."""

GAME = np.dtype([
    ("number", "<i8"),
    ("start", "<u8"),
    ("keys", "<u4", (OPENING,)),
    ("rows", "<i4"),
    ("date", "<i4"),
    ("won", "<u8"),
])  # fmt: skip
"""Row of a game beside its boards: its number; the key of its first position; the upper halves of
the keys of the following positions, 0 after its end; the number of its positions; its date as a
number such as 20040517, with 0 for unknown parts; and the bit set of the sides that won, which has
all sides in a draw and is 0 without a result."""

KEYS = 1 << 12
"""Number of keys that are packed together."""

BOARDS = 1 << 16
"""Minimum number of boards that are packed together, in whole games."""

FANOUT = 6
"""Minimum number of segments or blocks of similar size that are merged."""

WORD = 64
"""Number of bits in a word of a bit set."""

_HALF = 1 << 63
"""Offset between keys and the signed integers that SQLite stores."""


class BoardKind(NamedTuple):
    """A kind of board: a game and a variant. Boards of the same kind are stored together.

    Attributes:
        game: name of the game.
        variant: the variant string.
    """

    game: str
    variant: str


def places_of(games: Table) -> Places:
    """Return the places of all positions of games (rows of `GAME`), game by game."""
    firsts = np.cumsum(games["rows"], dtype=np.int64) - games["rows"]
    found: Places = np.repeat((games["number"] << PLY) - firsts, games["rows"])
    return found + np.arange(len(found))


def mergeable(pieces: dict[int, int]) -> list[int]:
    """Return the numbers of at least `FANOUT` segments or blocks of similar size, which are to be
    merged; an empty list if there are none.

    Args:
        pieces: the number of rows of each segment or block, by its number.
    """
    similar: dict[int, list[int]] = {}
    for piece, rows in pieces.items():
        level = 0
        while FANOUT ** (level + 1) <= rows:
            level += 1
        similar.setdefault(level, []).append(piece)
    return next((some for some in similar.values() if len(some) >= FANOUT), [])


class KeyIndex:
    """An index of places by keys, which are keys of positions or numbers of tags.

    Args:
        engine: the connection to the library.
        contents: the rows of its tables.
        name: the name of the index.
    """

    def __init__(self, engine: sqlite3.Connection, contents: Contents, name: str) -> None:
        self._engine = engine
        self._contents = contents
        self._name = name

    def add(self, rows: Table) -> None:
        """Store rows of `KEY` as a new segment."""
        self._store([rows[np.lexsort((rows["place"], rows["key"]))]])

    def _store(self, tables: Iterable[Table]) -> None:
        """Store rows, sorted by key, as a new segment in parts of `KEYS` rows."""
        last = "SELECT coalesce(max(id), 0) FROM segments"
        ((segment,),) = typed(self._engine.execute(last), int)
        segment += 1
        count = 0
        for part, rows in enumerate(_of_size(tables, KEYS)):
            count += len(rows)
            self._contents.add("keys", segment, part, *_ends(rows), pack(rows))
        if count:
            self._contents.insert("segments", [(segment, self._name, count)])

    def segments(self) -> dict[int, int]:
        """Return the number of rows of each segment, by the number of the segment."""
        query = "SELECT id, rows FROM segments WHERE name = ? ORDER BY id"
        return dict(typed(self._engine.execute(query, (self._name,)), int, int))

    def find(self, key: int) -> Table:
        """Return the rows with a key, sorted by place."""
        return self.any_of([key])

    def any_of(self, keys: Iterable[int]) -> Table:
        """Return the rows whose key is in ``keys``, sorted by place."""
        wanted, parts = np.unique(np.fromiter(keys, np.uint64)), [np.zeros(0, KEY)]
        for segment in self.segments() if len(wanted) else ():
            for rows in self.parts(segment, wanted):
                at = np.minimum(np.searchsorted(wanted, rows["key"]), len(wanted) - 1)
                parts.append(rows[wanted[at] == rows["key"]])
        found: Table = np.concatenate(parts)
        return np.take(found, np.argsort(found["place"], kind="stable"))

    def parts(self, segment: int, wanted: Words | None = None) -> Iterator[Table]:
        """Yield the parts of a segment that may have one of the wanted keys.

        Args:
            segment: number of the segment.
            wanted: sorted keys; None for all parts.

        Raises:
            DamagedColumn: a part is damaged, or in the place of another part.
        """
        signed = None if wanted is None else (wanted ^ np.uint64(_HALF)).view(np.int64)
        found = self._engine.execute(
            "SELECT id, first, last FROM keys WHERE segment = ? AND last >= ? ORDER BY last, part",
            (segment, -_HALF if signed is None else int(signed[0])),
        )
        for number, first, last in typed(found, int, int, int):
            if signed is not None:
                if first > signed[-1]:
                    return
                if np.searchsorted(signed, first) == np.searchsorted(signed, last, "right"):
                    continue
            query = "SELECT packed FROM keys WHERE id = ?"
            ((packed,),) = typed(self._engine.execute(query, (number,)), bytes)
            part = unpack(packed, KEY)
            if not len(part) or _ends(part) != (first, last):
                raise DamagedColumn("a part of the keys is stored in the place of another")
            yield part

    def keep(self, wanted: Callable[[Places], Flags]) -> None:
        """Remove the rows of some games; ``wanted`` is given numbers of games, and returns a flag
        for each: whether to keep its rows."""
        for segment in self.segments():
            parts = self.parts(segment)
            if not all(wanted(rows["place"] >> PLY).all() for rows in parts):
                self._store(rows[wanted(rows["place"] >> PLY)] for rows in self.parts(segment))
                self._remove(segment)

    def merge(self) -> None:
        """Merge segments until fewer than `FANOUT` are of similar size."""
        while similar := mergeable(self.segments()):
            self._store(_merged([self.parts(segment) for segment in similar]))
            for segment in similar:
                self._remove(segment)

    def _remove(self, segment: int) -> None:
        self._contents.delete("keys", "segment = ?", (segment,))
        self._contents.delete("segments", "id = ?", (segment,))


def _of_size(tables: Iterable[Table], size: int) -> Iterator[Table]:
    """Yield the rows of tables as tables of a given size; the last table may be smaller."""
    held = np.zeros(0, KEY)
    for table in tables:
        held = np.concatenate((held, table))
        whole = len(held) - len(held) % size
        yield from (held[start : start + size] for start in range(0, whole, size))
        held = held[whole:].copy()
    if len(held):
        yield held


def _merged(segments: Sequence[Iterator[Table]]) -> Iterator[Table]:
    """Yield the rows of several segments, sorted by key, in tables of any size."""
    parts = [next(one, None) for one in segments]
    while any(part is not None for part in parts):
        # All rows up to this key have been read.
        last = min(part["key"][-1] for part in parts if part is not None)
        ready = list[Table]()
        for at, part in enumerate(parts):
            if part is not None:
                stop = int(np.searchsorted(part["key"], last, "right"))
                ready.append(part[:stop])
                parts[at] = part[stop:] if stop < len(part) else next(segments[at], None)
        rows = np.concatenate(ready)
        yield rows[np.argsort(rows["key"], kind="stable")]


def _ends(rows: Table) -> tuple[int, int]:
    """Return the first and the last key of rows, as the signed integers that SQLite stores."""
    return int(rows["key"][0]) - _HALF, int(rows["key"][-1]) - _HALF


class BoardBlock(NamedTuple):
    """The boards of some games of one kind.

    Attributes:
        number: the number of the block.
        kind: the number of the kind of board.
        packed: the packed rows of `GAME`.
        columns: the packed bit sets.
    """

    number: int
    kind: int
    packed: bytes
    columns: bytes

    def games(self) -> Table:
        """Return the games as rows of `GAME`."""
        return unpack(self.packed, GAME)

    def words(self, rows: int) -> Words:
        """Return the bit sets of the boards, in the shape (words of a board, boards).

        Args:
            rows: the number of boards.

        Raises:
            DamagedColumn: the bytes are damaged, or hold another number of boards.
        """
        columns = split(self.columns)
        found = np.zeros((len(columns), rows), np.uint64)
        for place, column in enumerate(columns):
            if column:  # else it has no bit
                words = unpack_boards(column)
                if len(words) != rows:
                    raise DamagedColumn(f"block {self.number} has columns of other lengths")
                found[place] = words
        return found


class BoardIndex:
    """The boards of a library.

    Args:
        engine: the connection to the library.
        contents: the rows of its tables.
    """

    def __init__(self, engine: sqlite3.Connection, contents: Contents) -> None:
        self._engine = engine
        self._contents = contents

    def kinds(self) -> dict[int, BoardKind]:
        """Return the kinds of board by their numbers."""
        found = self._engine.execute("SELECT id, game, variant FROM kinds ORDER BY id")
        return {one: BoardKind(*kind) for one, *kind in typed(found, int, str, str)}

    def blocks(self, kind: int | None = None) -> Iterator[BoardBlock]:
        """Yield the blocks with boards of a kind, given by its number; all blocks for None."""
        wanted = "WHERE kind = coalesce(?, kind)"
        found = f"SELECT id, kind, games, columns FROM boards {wanted} ORDER BY id"
        yield from _blocks(self._engine.execute(found, (kind,)))

    def games(self, kind: BoardKind) -> Table:
        """Return the games with boards of a kind as rows of `GAME`, sorted by number."""
        packed = self._engine.execute(
            "SELECT games FROM boards JOIN kinds ON kinds.id = kind WHERE game = ? AND variant = ?",
            kind,
        )
        parts = [unpack(one, GAME) for (one,) in typed(packed, bytes)]
        games = np.concatenate([np.zeros(0, GAME), *parts])
        return np.take(games, np.argsort(games["number"], kind="stable"))

    def add(self, kind: BoardKind, games: Table, boards: Words) -> None:
        """Store games with boards of a kind.

        Args:
            games: rows of `GAME`.
            boards: the bit sets of all boards, in the shape (words of a board, boards).
        """
        numbers = {known: number for number, known in self.kinds().items()}
        if kind not in numbers:
            numbers[kind] = self._contents.add("kinds", *kind)
        ends = np.cumsum(games["rows"], dtype=np.int64)
        cuts = np.flatnonzero(np.diff((ends - 1) // BOARDS)) + 1
        for some in np.split(np.arange(len(games)), cuts):
            first = int(ends[some[0]] - games["rows"][some[0]])
            self._insert(numbers[kind], games[some], boards[:, first : int(ends[some[-1]])])

    def _insert(self, kind: int, games: Table, boards: Words) -> None:
        columns = join([pack_boards(one) if one.any() else b"" for one in boards])
        self._contents.add("boards", kind, boards.shape[1], pack(games), columns)

    def merge(self) -> None:
        """Merge small blocks until fewer than `FANOUT` of a kind are of similar size."""
        small = "SELECT id, rows FROM boards WHERE kind = ? AND rows < ? ORDER BY id"
        for kind in self.kinds():
            while similar := mergeable(
                dict(typed(self._engine.execute(small, (kind, BOARDS // FANOUT)), int, int))
            ):
                among = f"id IN ({', '.join('?' * len(similar))})"
                found = f"SELECT id, kind, games, columns FROM boards WHERE {among}"
                blocks = list(_blocks(self._engine.execute(found, similar)))
                self._contents.delete("boards", among, similar)
                games = [one.games() for one in blocks]
                boards = [
                    one.words(int(own["rows"].sum()))
                    for one, own in zip(blocks, games, strict=True)
                ]
                self._insert(kind, np.concatenate(games), np.concatenate(boards, axis=1))

    def keep(self, wanted: Callable[[Places], Flags]) -> None:
        """Remove the boards of games that are not wanted; see `KeyIndex.keep`."""
        for block in list(self.blocks()):
            games = block.games()
            kept = wanted(games["number"])
            if kept.all():
                continue
            rows = np.repeat(kept, games["rows"])
            boards = block.words(len(rows))
            self._contents.delete("boards", "id = ?", (block.number,))
            if kept.any():
                self._insert(block.kind, games[kept], boards[:, rows])


def _blocks(found: Iterable[tuple[Any, ...]]) -> Iterator[BoardBlock]:
    return (BoardBlock(*row) for row in typed(found, int, int, bytes, bytes))


def board_words(position: AnyPosition) -> tuple[int, ...]:
    """Return the bit sets of a position as words of 64 bits, the lowest word of each set first."""
    width: int = position.variant.symmetries[0].bits.width
    return in_words(-(-width // WORD), *position.sets)
