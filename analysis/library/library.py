"""The file of a library: creating and opening it, adding and removing games.

The table ``games`` describes the games, and ``records`` has their records (`records.library`). Data
shared by many games are stored once, in ``shapes`` and ``terms`` (`analysis.library.games`).
``keys`` and ``boards`` are the indexes (`analysis.library.index`). ``measures`` has the data for
statistics (`analysis.library.sources`). `analysis.library.contents` writes all rows.
"""

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from analysis.games.arrays import Codes, Flags, Places, Words
from analysis.library.contents import Contents
from analysis.library.games import (
    PATH,
    TAG,
    LibraryGame,
    Shape,
    Term,
    Terms,
    pack_numbers,
    unpack_numbers,
)
from analysis.library.index import (
    GAME,
    HALF,
    KEY,
    OPENING,
    BoardIndex,
    BoardKind,
    KeyIndex,
    places_of,
)
from analysis.library.measures import pack_measures
from analysis.library.packing import (
    LISTED,
    DamagedColumn,
    Table,
    pack_json,
    typed,
    unpack_json,
)
from records import Record
from records.assumptions import Assumptions
from records.library import (
    APPLICATION,
    MOST,
    PATIENCE,
    SCHEMA,
    check_place,
    connect,
    named_errors,
    pack_records,
    read_stored,
    unpack_records,
)
from records.model import JsonObject, Source
from records.target import unfinished_folder

if TYPE_CHECKING:
    from analysis.statistics.games import GameTable

PAGE = 2048
"""Page size in bytes; with larger pages a small library has more empty space."""

LARGE = 1 << 20
"""Number of characters of records from which a block is full."""

SOME = 500
"""Number of games read at once."""

_COLUMNS = ("id", "shape", "plies", "moves", "path", "line", "place", "source", "tags")
_ABOUT = ", ".join(f"games.{name}" for name in _COLUMNS)


class IndexedPlies(NamedTuple):
    """All positions of games with the same kind of board, game by game.

    Attributes:
        games: the indices of the games in their batch.
        rows: number of positions of each game.
        keys: the least key of each position's images under the symmetries of the board.
        images: index of the first symmetry that makes the image with this key.
        boards: the bit sets of `Position.BIT_SETS`, in the shape (words of 64 bits, positions).
    """

    games: Sequence[int]
    rows: Codes
    keys: Words
    images: Table
    boards: Words

    def only(self, kept: Flags) -> "IndexedPlies":
        """Return the positions of selected games; ``kept`` has a flag for each game."""
        if kept.all():
            return self
        games = [game for game, one in zip(self.games, kept.tolist(), strict=True) if one]
        which = np.repeat(kept, self.rows)
        rows, keys, images = self.rows[kept], self.keys[which], self.images[which]
        return IndexedPlies(games, rows, keys, images, self.boards[:, which])

    def table(self, numbers: Places, games: "Sequence[IndexedGame]") -> Table:
        """Return the games as rows of `GAME`, given their numbers in the library."""
        table = np.zeros(len(numbers), GAME)
        table["number"], table["rows"] = numbers, self.rows
        table["date"] = [one.date for one in games]
        table["won"] = [sum(1 << side for side in one.shape.verdict or ()) for one in games]
        firsts = np.cumsum(self.rows) - self.rows
        table["start"] = self.keys[firsts]
        for ply in range(1, OPENING + 1):
            there = self.rows > ply
            table["keys"][there, ply - 1] = self.keys[firsts[there] + ply] >> np.uint64(HALF)
        return table


class IndexedGame(NamedTuple):
    """A game that can be added to a library, without its positions.

    Attributes:
        digest: digest of the record without its source and notes.
        text: its record as JSON.
        shape: its shape.
        played: number of plies that could be played.
        moves: number of move texts.
        source: JSON object of the source from which the game was first read.
        path: path of the source from which the game is imported.
        tags: its tags.
        date: its date as a number such as 20040517, with 0 for unknown parts.
    """

    digest: bytes
    text: str
    shape: Shape
    played: int
    moves: int
    source: JsonObject
    path: str
    tags: dict[str, str]
    date: int

    @property
    def terms(self) -> list[Term]:
        """The terms of the game, pairs of name and value: the path of its source, then its tags."""
        path = self.source["path"] if self.is_plain else self.path
        return [(PATH, path), *((TAG + name, value) for name, value in self.tags.items())]

    @property
    def is_plain(self) -> bool:
        """Whether `source` has a path, a line, the number of the game, and nothing else."""
        source = self.source
        return (
            [*source] == ["path", "line", "game"]
            and type(source["path"]) is str
            and all(
                type(source[one]) is int and 0 <= source[one] < 1 << 63 for one in ("line", "game")
            )
        )


class NewGames(NamedTuple):
    """Games of a batch that are added together.

    Attributes:
        games: the games, each with the number of equal games before it in its source.
        plies: the positions of the games that have an initial position.
        measured: the measures of all games; None if there are none.
    """

    games: Sequence[tuple[IndexedGame, int]]
    plies: Sequence[IndexedPlies]
    measured: "GameTable | None"


class LibraryFile:
    """A library of games in a file.

    Args:
        path: the file, which has to exist.
        write: whether it is opened for writing.

    Attributes:
        path: the file.
        engine: the connection to SQLite. The connection, indexes and terms may be used only inside
            `records.library.named_errors`.
        contents: the rows of its tables.
        keys: the index of positions by their keys.
        boards: the boards.
        terms: the shapes and terms that games share.

    Raises:
        UnusableLibrary: it is not a library, is damaged, or of another version.
        OSError: it cannot be opened.
    """

    def __init__(self, path: str, *, write: bool = False) -> None:
        self.path = path
        self.engine = connect(path, write=write)
        self.contents = Contents(self.engine)
        self.keys = KeyIndex(self.engine, self.contents, "positions")
        self.boards = BoardIndex(self.engine, self.contents)
        self.terms = Terms(self.engine, self.contents)
        self._block: tuple[object, list[str]] = (None, [])

    @classmethod
    def made(cls, path: str) -> Self:
        """Open a library for writing; create it if it is missing.

        Raises:
            UnusableLibrary: it is not a library, is damaged, or of another version.
            OSError: it cannot be written.
        """
        _create(path)
        return cls(path, write=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.engine.close()

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Return a context that changes the library in one transaction.

        Raises:
            UnusableLibrary: the library is locked by another process, or damaged.
            OSError: the file cannot be written.
        """
        with named_errors(self.path):
            self.engine.execute("BEGIN IMMEDIATE")
            try:
                yield self.engine
                self.contents.keep_sums()
                self.engine.execute("COMMIT")
            except BaseException:
                self.contents.forget()
                if self.engine.in_transaction:
                    self.engine.execute("ROLLBACK")
                raise

    def __len__(self) -> int:
        """Return the number of games."""
        with named_errors(self.path):
            ((games,),) = typed(self.engine.execute("SELECT count(*) FROM games"), int)
        return int(games)

    def known(self, digests: Sequence[bytes]) -> set[bytes]:
        """Return the digests that belong to games of the library."""
        query = "SELECT 1 FROM games WHERE digest = ?"
        with named_errors(self.path):
            return {one for one in digests if self.engine.execute(query, (one,)).fetchone()}

    def twin(self, digest: bytes, twin: int) -> bool | None:
        """Return whether a stored game breaks no rule; None if there is no such game.

        Args:
            digest: the digest of the game; equal games have equal digests.
            twin: index of the game among the games with this digest, from 0.
        """
        with named_errors(self.path):
            found = self.engine.execute(
                "SELECT shape FROM games WHERE digest = ? AND twin = ?", (digest, twin)
            )
            for (shape,) in typed(found, int):
                return self.terms.shape(shape).valid
            return None

    def numbers(self) -> list[int]:
        """Return the numbers of all games, in order."""
        with named_errors(self.path):
            found = self.engine.execute("SELECT id FROM games ORDER BY id")
            return [one for (one,) in found]

    def kinds(self) -> list[BoardKind]:
        """Return the kinds of board."""
        with named_errors(self.path):
            return list(self.boards.kinds().values())

    def counts(self) -> list[tuple[Shape, int, int]]:
        """Return each shape with the number of its games and the number of their plies."""
        every = "SELECT shape, count(*), sum(plies) FROM games GROUP BY shape ORDER BY min(id)"
        with named_errors(self.path):
            rows = list(typed(self.engine.execute(every), int, int, int))
            return [(self.terms.shape(number), games, plies) for number, games, plies in rows]

    def games(self, numbers: Iterable[int] | None = None) -> Iterator[tuple[int, LibraryGame]]:
        """Yield games with their numbers.

        Args:
            numbers: the numbers, in the order in which to yield the games; None for all games.
                Unknown numbers are skipped.

        Raises:
            UnusableLibrary: the library is damaged.
        """
        query, values = f"SELECT {_ABOUT} FROM games ORDER BY id", list[str]()
        if numbers is not None:
            query = f"SELECT {_ABOUT} FROM json_each(?) JOIN games ON games.id = value ORDER BY key"
            values = [json.dumps([*numbers])]
        last = 0
        with named_errors(self.path):
            rows = self.engine.execute(query, values)
            while some := rows.fetchmany(SOME):
                for number, game in self._described(some):
                    if numbers is None and number <= last:
                        raise DamagedColumn(f"game {number} is stored in the place of another")
                    last = number
                    yield number, game

    def _described(self, rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, LibraryGame]]:
        """Yield the number and the game of each row of the table ``games``."""
        rows = list(typed(rows, *[int] * 7, bytes, bytes))
        tags = [unpack_numbers(row[-1]) for row in rows]
        terms = self.terms.values({*chain.from_iterable(tags), *(row[4] for row in rows)})
        for row, own in zip(rows, tags, strict=True):
            number, shape, plies, moves, place, line, count, packed, _ = row
            if not min(number, plies + 1, moves + 1) > 0:
                raise DamagedColumn(f"game {number} is described wrongly: a count below 0")
            plain = {"path": terms[place][1], "line": line, "game": count}
            source = unpack_json(packed) if packed else plain
            named = {name.removeprefix(TAG): value for name, value in map(terms.__getitem__, own)}
            shared = self.terms.shape(shape)
            yield number, LibraryGame(self.path, number, shared, plies, moves, source, named)

    def records(
        self, numbers: Iterable[int], assumptions: Assumptions | None = None
    ) -> Iterator[Record]:
        """Yield the records of the games with the given numbers, in their order.

        Unknown numbers are skipped.
        """
        with named_errors(self.path):
            for number in numbers:
                first, texts = self._records_near(number)
                if first <= number < first + len(texts):
                    here, text = Source(self.path, number, number), texts[number - first]
                    yield read_stored(text, here, assumptions or Assumptions())

    def _records_near(self, number: int) -> tuple[int, Sequence[str | None]]:
        """Return the block of records in which a game would be stored.

        Returns:
            The number of the first game of the block, and the JSON text of each record; None for a
            damaged record.
        """
        query = "SELECT * FROM records WHERE first <= ? ORDER BY first DESC LIMIT 1"
        for row in typed(self.engine.execute(query, (number,)), int, int, bytes):
            first, count, packed = row
            if self._block[0] != row:
                try:
                    self._block = row, unpack_records(first, count, packed)
                except ValueError:
                    return first, [None] * min(count, MOST)
            return first, self._block[1]
        return 0, ()

    def of_kind(self, numbers: Sequence[int], kind: BoardKind) -> list[int]:
        """Return the numbers of the games among ``numbers`` that have boards of a kind, sorted."""
        shapes = [one for one, shape in self.terms.shapes().items() if shape.kind == kind]
        query = f"SELECT id FROM games WHERE id IN {LISTED} AND shape IN {LISTED} ORDER BY id"
        found = self.engine.execute(query, (json.dumps(numbers), json.dumps(shapes)))
        return [one for (one,) in typed(found, int)]

    @property
    def last(self) -> int:
        """The last number given to a game, even if that game was removed; 0 if there is none."""
        with named_errors(self.path):
            return self.contents.count("game")

    # Changes: to be made inside `changing`.

    def insert(self, lot: Sequence[NewGames]) -> int:
        """Insert the games of the batches ``lot`` that are new; return their number."""
        last, numbered = self.last, dict[tuple[bytes, int], int]()
        numbers, new = list[list[int]](), list[IndexedGame]()
        for batch in lot:
            numbers.append([])
            for game, twin in batch.games:
                # Another source may have the game, or another process has just added it.
                is_new = (game.digest, twin) not in numbered and self.twin(
                    game.digest, twin
                ) is None
                if is_new:
                    new.append(game)
                    numbered[game.digest, twin] = last + len(new)
                numbers[-1].append(last + len(new) if is_new else 0)
        shapes = self.terms.add_shapes(game.shape for game in new)
        terms = self.terms.add(chain.from_iterable(game.terms for game in new))
        rows, uses = [], []
        for game, ((digest, twin), number) in zip(new, numbered.items(), strict=True):
            path, *tags = map(terms.__getitem__, game.terms)
            if game.is_plain:
                source = game.source["line"], game.source["game"], b""
            else:
                source = 0, 0, pack_json(game.source)
            counts = shapes[game.shape], game.played, game.moves
            rows.append((number, digest, twin, *counts, path, *source, pack_numbers(tags)))
            uses.append((number, tags))
        self.contents.insert("games", rows)
        self.terms.use(uses)
        self._store(zip(numbered.values(), (game.text for game in new), strict=True))
        self.contents.set_count("game", last + len(new))
        self._index(lot, numbers)
        return len(new)

    def _store(self, records: Iterable[tuple[int, str]]) -> None:
        """Store records, sorted by number, in blocks of consecutive games."""
        block, size = list[tuple[int, str]](), 0
        for number, text in chain(records, [(0, "")]):
            is_next = block and number == block[-1][0] + 1
            if block and not (is_next and len(block) < MOST and size < LARGE):
                first, texts = block[0][0], [one for _, one in block]
                packed = pack_records(first, texts)
                self.contents.insert("records", [(first, len(texts), packed)])
                block, size = [], 0
            block.append((number, text))
            size += len(text)

    def _index(self, lot: Sequence[NewGames], numbers: Sequence[Sequence[int]]) -> None:
        """Store the positions and measures of new games.

        Args:
            lot: the batches.
            numbers: the numbers of the games of each batch; 0 for a game that is not new.
        """
        kinds: defaultdict[BoardKind, list[tuple[Table, Words]]] = defaultdict(list)
        keys = list[Table]()
        for batch, every in zip(lot, numbers, strict=True):
            for plies in batch.plies:
                found = np.array([every[at] for at in plies.games], np.int64)
                plies = plies.only(found > 0)
                games = [batch.games[at][0] for at in plies.games]
                if games and (kind := games[0].shape.kind):
                    table = plies.table(found[found > 0], games)
                    kinds[kind].append((table, plies.boards))
                    rows = np.zeros(len(plies.keys), KEY)
                    rows["key"], rows["image"] = plies.keys, plies.images
                    rows["place"] = places_of(table)
                    keys.append(rows)
            if batch.measured and any(every):
                own = np.flatnonzero(every)
                packed = pack_measures(np.array(every, np.int64)[own], batch.measured, own)
                self.contents.add("measures", packed)
        for kind in sorted(
            kinds, key=lambda kind: min(one["number"].min() for one, _ in kinds[kind])
        ):
            tables, boards = zip(*kinds[kind], strict=True)
            self.boards.add(kind, np.concatenate(tables), np.concatenate(boards, axis=1))
        if keys:
            self.keys.add(np.concatenate(keys))

    def remove(self, numbers: Sequence[int]) -> int:
        """Remove games; return the number of games that existed."""
        removed, terms = 0, set[int]()
        for number in numbers:
            described = self.engine.execute("SELECT tags FROM games WHERE id = ?", (number,))
            for (tags,) in typed(described.fetchall(), bytes):
                terms.update(unpack_numbers(tags))
            removed += self.contents.delete("games", "id = ?", (number,))
            self._drop_record(number)
        for index in (self.boards, self.keys):
            index.keep(lambda own: ~np.isin(own, numbers))
        self.terms.drop(np.array(numbers, np.int64), terms)
        return removed

    def _drop_record(self, number: int) -> None:
        """Remove a record; the records before and after it in its block become separate blocks."""
        first, texts = self._records_near(number)
        if first <= number < first + len(texts):
            kept = [(at, one) for at, one in enumerate(texts, first) if one is not None]
            if len(kept) < len(texts):
                raise DamagedColumn(f"the record of game {number} is damaged")
            kept = [(at, one) for at, one in kept if at != number]
            self.contents.delete("records", "first = ?", (first,))
            self._store(kept)


def _create(path: str) -> None:
    """Create a library without games, if there is no file or an empty file.

    A new file appears under its name only when it is complete.

    Raises:
        UnusableLibrary: the path is a folder, a FIFO or a device.
        OSError: it cannot be written.
    """
    check_place(path)
    place = os.path.realpath(path)
    if os.path.exists(place):
        if not os.path.getsize(place):
            _fill(place, path)
        return
    try:
        with unfinished_folder(os.path.dirname(place)) as beside:
            made = os.path.join(beside, "library")
            _fill(made, path)
            with suppress(FileExistsError):  # another process has just added it
                _move(made, place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _move(made: str, place: str) -> None:
    """Move a file to a path; on a file system with hard links, no other file is overwritten.

    Raises:
        FileExistsError: another file has that path.
    """
    try:
        os.link(made, place)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.rename(made, place)


def _fill(place: str, path: str) -> None:
    """Create the tables in an empty file at ``place``; errors name the file by ``path``."""
    with (
        named_errors(path),
        # An absolute path, because SQLite gives some names a meaning, such as ":memory:".
        closing(sqlite3.connect(place, timeout=PATIENCE, isolation_level=None)) as library,
    ):
        library.execute(f"PRAGMA page_size = {PAGE}")
        # Merging leaves a third of the pages free, which each transaction gives back.
        library.execute("PRAGMA auto_vacuum = FULL")
        library.execute("BEGIN IMMEDIATE")
        if library.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            library.execute(f"PRAGMA application_id = {APPLICATION}")
            library.execute(f"PRAGMA user_version = {SCHEMA}")
            Contents(library).create()
        library.execute("COMMIT")
