"""The index of positions, by their keys and by the pieces on their boards.

A *place* is the number of a game and a ply, combined in one integer. The table ``keys`` has two
indexes of places: by the keys of positions, and by the numbers of tags. An index is stored in
sorted *segments*, which are merged when there are many. The table ``boards`` has the boards of all
positions of games of one kind, in *blocks* of whole games.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Places, Words
from analysis.library.database import Database
from analysis.library.packing import (
    DamagedColumn,
    Table,
    join,
    pack,
    pack_boards,
    split,
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
"""Row of an index of keys: the least key of all images of a position; the place of the position;
and the number of the first image with this key."""

GAME = np.dtype([
    ("number", "<i8"),
    ("start", "<u8"),
    ("keys", "<u4", (OPENING,)),
    ("rows", "<i4"),
    ("date", "<i4"),
    ("won", "<u8"),
])  # fmt: skip
"""Row that describes a game in the table ``boards``: its number; the key of its first position; the
upper halves of the keys of the next `OPENING` positions, 0 after the end of the game; the number of
its positions; its date as a number such as 20040517, with 0 for unknown parts; and its winners as a
bit set, which has all sides in a draw and is 0 without a result."""

KEYS = 1 << 12
"""Number of keys that are packed together."""

BOARDS = 1 << 16
"""Minimum number of boards that are packed together, in whole games."""

FANOUT = 6
"""Minimum number of segments or blocks of similar size that are merged."""

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
    """Return the numbers of segments or blocks to merge: `FANOUT` or more of similar size, or none.

    Sizes are similar if they have the same number of digits to the base `FANOUT`.

    Args:
        pieces: number of a segment or block -> its number of rows.
    """
    similar = defaultdict[int, list[int]](list)
    for piece, rows in pieces.items():
        similar[len(np.base_repr(rows, FANOUT))].append(piece)
    return next((some for some in similar.values() if len(some) >= FANOUT), [])


class KeyIndex:
    """An index of places by keys, which are keys of positions or numbers of tags.

    Args:
        database: the library.
        name: the name of the index.
    """

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name

    def segments(self) -> dict[int, int]:
        """Return a mapping: number of a segment -> its number of rows."""
        query = "SELECT id, rows FROM segments WHERE name = ? ORDER BY id"
        return dict(self._database.select(query, int, int, values=(self._name,)))

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
        """
        signed = None if wanted is None else (wanted ^ np.uint64(_HALF)).view(np.int64)
        limits = segment, -_HALF if signed is None else int(signed[0])
        query = "SELECT id, first, last FROM keys WHERE segment = ? AND last >= ?"
        rows = self._database.select(f"{query} ORDER BY last, part", int, int, int, values=limits)
        for number, first, last in rows:
            if signed is not None:
                if first > signed[-1]:
                    return
                if np.searchsorted(signed, first) == np.searchsorted(signed, last, "right"):
                    continue
            query = "SELECT packed FROM keys WHERE id = ?"
            ((packed,),) = self._database.select(query, bytes, values=(number,))
            part = unpack(packed, KEY)
            if not len(part) or _ends(part) != (first, last):
                raise DamagedColumn("a part of the keys is stored in the place of another")
            yield part

    # Changes: to be made inside `Database.changing`.

    def add(self, rows: Table) -> None:
        """Store rows of `KEY` as a new segment."""
        self._store([rows[np.lexsort((rows["place"], rows["key"]))]])

    def merge(self) -> None:
        """Merge segments until fewer than `FANOUT` are of similar size."""
        while similar := mergeable(self.segments()):
            parts = merge(*map(self.parts, similar), key=lambda part: part["key"][0])
            self._store(_in_order(parts))
            for segment in similar:
                self._remove(segment)

    def remove(self, games: Places) -> None:
        """Remove the rows of the games with these numbers."""

        def left(segment: int) -> Iterator[Table]:
            for rows in self.parts(segment):
                yield rows[~np.isin(rows["place"] >> PLY, games)]

        for segment, size in self.segments().items():
            if sum(map(len, left(segment))) < size:
                self._store(left(segment))
                self._remove(segment)

    def _store(self, tables: Iterable[Table]) -> None:
        """Store rows, sorted by key, as a new segment in parts of `KEYS` rows."""
        last = "SELECT coalesce(max(id), 0) FROM segments"
        ((segment,),) = self._database.select(last, int)
        segment += 1
        count = 0
        for part, rows in enumerate(_of_size(tables, KEYS)):
            count += len(rows)
            self._database.add("keys", segment, part, *_ends(rows), pack(rows))
        if count:
            self._database.insert("segments", [(segment, self._name, count)])

    def _remove(self, segment: int) -> None:
        self._database.delete("keys", "segment = ?", (segment,))
        self._database.delete("segments", "id = ?", (segment,))


def _of_size(tables: Iterable[Table], size: int) -> Iterator[Table]:
    """Yield the rows of tables as tables of a given size; the last table may be smaller."""
    held = np.zeros(0, KEY)
    for table in tables:
        held = np.concatenate((held, table))
        while len(held) >= size:
            yield held[:size]
            held = held[size:]
    if len(held):
        yield held


def _in_order(parts: Iterable[Table]) -> Iterator[Table]:
    """Merge sorted parts, which come in the order of their first keys, into rows sorted by key."""
    held = [np.zeros(0, KEY)]
    for part in parts:
        # No later part has a smaller key than the first one of this part.
        cuts = [np.searchsorted(one["key"], part["key"][0], "right") for one in held]
        yield _joined([one[:cut] for one, cut in zip(held, cuts, strict=True)])
        held = [one[cut:] for one, cut in zip(held, cuts, strict=True) if cut < len(one)] + [part]
    yield _joined(held)


def _joined(tables: Sequence[Table]) -> Table:
    rows = np.concatenate(tables)
    return np.take(rows, np.argsort(rows["key"], kind="stable"))


def _ends(rows: Table) -> tuple[int, int]:
    """Return the first and the last key of rows, as the signed integers that SQLite stores."""
    return int(rows["key"][0]) - _HALF, int(rows["key"][-1]) - _HALF


class BoardBlock(NamedTuple):
    """The boards of some games of one kind.

    Attributes:
        number: the number of the block.
        kind: the number of the kind of board.
        games: the games, as rows of `GAME`.
        columns: the packed bit sets.
    """

    number: int
    kind: int
    games: Table
    columns: bytes

    def words(self) -> Words:
        """Return the bit sets of the boards, in the shape (words of a board, boards)."""
        columns = split(self.columns)
        found = np.zeros((len(columns), int(self.games["rows"].sum())), np.uint64)
        for place, column in enumerate(columns):
            if column:  # else it has no bit
                words = unpack_boards(column)
                if len(words) != found.shape[1]:
                    raise DamagedColumn(f"block {self.number} has columns of other lengths")
                found[place] = words
        return found


class BoardIndex:
    """The boards of a library.

    Args:
        database: the library.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def kinds(self) -> dict[int, BoardKind]:
        """Return number -> kind of board."""
        query = "SELECT id, game, variant FROM kinds ORDER BY id"
        return {one: BoardKind(*kind) for one, *kind in self._database.select(query, int, str, str)}

    def games(self, kind: BoardKind) -> Table:
        """Return the games with boards of a kind as rows of `GAME`, sorted by number."""
        query = (
            "SELECT games FROM boards JOIN kinds ON kinds.id = kind WHERE game = ? AND variant = ?"
        )
        parts = [unpack(one, GAME) for (one,) in self._database.select(query, bytes, values=kind)]
        games = np.concatenate([np.zeros(0, GAME), *parts])
        return np.take(games, np.argsort(games["number"], kind="stable"))

    def blocks(self, where: str = "true", values: Sequence[int] = ()) -> Iterator[BoardBlock]:
        """Yield the blocks for which an SQL expression is true; ``values`` are its parameters."""
        query = f"SELECT id, kind, games, columns FROM boards WHERE {where} ORDER BY id"
        rows = self._database.select(query, int, int, bytes, bytes, values=values)
        for number, kind, games, columns in rows:
            yield BoardBlock(number, kind, unpack(games, GAME), columns)

    # Changes: to be made inside `Database.changing`.

    def add(self, kind: BoardKind, games: Table, boards: Words) -> None:
        """Store games with boards of a kind.

        Args:
            kind: the kind.
            games: rows of `GAME`.
            boards: the bit sets of all boards, in the shape (words of a board, boards).
        """
        numbers = {known: number for number, known in self.kinds().items()}
        if kind not in numbers:
            numbers[kind] = self._database.add("kinds", *kind)
        ends = np.cumsum(games["rows"], dtype=np.int64)
        cuts = np.flatnonzero(np.diff((ends - 1) // BOARDS)) + 1
        for some in np.split(np.arange(len(games)), cuts):
            first = int(ends[some[0]] - games["rows"][some[0]])
            self._insert(numbers[kind], games[some], boards[:, first : int(ends[some[-1]])])

    def merge(self) -> None:
        """Merge small blocks until fewer than `FANOUT` of a kind are of similar size."""
        small = "SELECT id, rows FROM boards WHERE kind = ? AND rows < ? ORDER BY id"
        for kind in self.kinds():
            limits = kind, BOARDS // FANOUT
            while similar := mergeable(dict(self._database.select(small, int, int, values=limits))):
                among = f"id IN ({', '.join('?' * len(similar))})"
                blocks = list(self.blocks(among, similar))
                games = np.concatenate([one.games for one in blocks])
                boards = np.concatenate([one.words() for one in blocks], axis=1)
                self._database.delete("boards", among, similar)
                self._insert(kind, games, boards)

    def remove(self, games: Places) -> None:
        """Remove the boards of the games with these numbers."""
        for block in list(self.blocks()):
            left = ~np.isin(block.games["number"], games)
            if left.all():
                continue
            self._database.delete("boards", "id = ?", (block.number,))
            if left.any():
                boards = block.words()[:, np.repeat(left, block.games["rows"])]
                self._insert(block.kind, block.games[left], boards)

    def _insert(self, kind: int, games: Table, boards: Words) -> None:
        columns = join([pack_boards(one) if one.any() else b"" for one in boards])
        self._database.add("boards", kind, boards.shape[1], pack(games), columns)
