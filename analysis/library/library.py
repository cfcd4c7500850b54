"""A library of games: reading, adding and removing games and their positions.

The table ``games`` describes the games, and ``records`` has their records (`records.library`). Data
shared by many games are stored once, in ``shapes`` and ``terms`` (`analysis.library.games`).
``keys`` and ``boards`` are the indexes (`analysis.library.index`). ``measures`` has the data for
statistics (`analysis.library.measures`).
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.games.arrays import Places, Words
from analysis.games.position import AnyPosition, canonical_key
from analysis.library.database import Database
from analysis.library.games import (
    TAG,
    LibraryGame,
    Shape,
    Term,
    Terms,
    pack_numbers,
    unpack_numbers,
)
from analysis.library.index import BoardIndex, BoardKind, KeyIndex, places_of
from analysis.library.packing import DamagedColumn, Table, unpack_json
from records import Record
from records.assumptions import Assumptions
from records.library import MOST, named_errors, pack_records, read_stored, unpack_records
from records.model import Source

if TYPE_CHECKING:
    from analysis.statistics.games import GameTable

LARGE = 1 << 20
"""Number of characters at which a block of records is full."""


class IndexedPlies(NamedTuple):
    """All positions of games with the same kind of board, game by game.

    Attributes:
        kind: the kind of board.
        games: the games as rows of `GAME`; their numbers are indices in a batch.
        keys: the positions as rows of `KEY`, without places.
        boards: the bit sets of `Position.BIT_SETS`, in the shape (words of 64 bits, positions).
    """

    kind: BoardKind
    games: Table
    keys: Table
    boards: Words

    def numbered(self, numbers: Places) -> "IndexedPlies":
        """Return the positions of the new games, with the games' numbers in the library.

        ``numbers`` has a number for each game of the batch, 0 for a known game.
        """
        own = numbers[self.games["number"]]
        is_new = own > 0
        games = self.games[is_new]
        games["number"] = own[is_new]
        if is_new.all():
            return self._replace(games=games)
        which = np.repeat(is_new, self.games["rows"])
        return self._replace(games=games, keys=self.keys[which], boards=self.boards[:, which])


class IndexedGame(NamedTuple):
    """A game that can be added to a library, without its positions.

    Attributes:
        digest: digest of the record without its source and notes.
        path: path of the source from which the game is imported.
        text: its record as JSON.
        shape: its shape.
        played: number of plies that could be played.
        moves: number of move texts.
        place: ``(line, number, b"")``, the place in the source from which the game was first read;
            or ``(0, 0, packed)``, that source as packed JSON if it has other fields.
        terms: the path of that source under the name `PATH`, then the tags.
    """

    digest: bytes
    path: str
    text: str
    shape: Shape
    played: int
    moves: int
    place: tuple[int, int, bytes]
    terms: list[Term]


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


class LibraryFile(Database):
    """A library of games in a file; see `Database`.

    Attributes:
        keys: the index of positions by their keys.
        boards: the boards.
        terms: the shapes and terms that games share.
    """

    def __init__(self, path: str, *, write: bool = False) -> None:
        super().__init__(path, write=write)
        self.keys = KeyIndex(self, "positions")
        self.boards = BoardIndex(self)
        self.terms = Terms(self)
        self._block: tuple[object, Sequence[str | None]] = (None, ())

    def __len__(self) -> int:
        """Return the number of games."""
        with named_errors(self.path):
            ((games,),) = self.select("SELECT count(*) FROM games", int)
        return int(games)

    def numbers(self) -> list[int]:
        """Return the numbers of all games, in order."""
        with named_errors(self.path):
            rows = self.engine.execute("SELECT id FROM games ORDER BY id")
            numbers = [one for (one,) in rows]
            if not {*map(type, numbers)} <= {int}:  # quicker than `select` for each game
                raise DamagedColumn("a row has values of other types than its table")
            return numbers

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
        query = "SELECT shape FROM games WHERE digest = ? AND twin = ?"
        with named_errors(self.path):
            for (shape,) in self.select(query, int, values=(digest, twin)):
                return self.terms.shape[shape].valid
            return None

    def games(self, numbers: Iterable[int] | None = None) -> Iterator[tuple[int, LibraryGame]]:
        """Yield games with their numbers.

        Args:
            numbers: the numbers, in the order in which to yield the games; None for all games.
                Unknown numbers are skipped.

        Raises:
            UnusableLibrary: the library is damaged.
        """
        query, values = "SELECT * FROM games ORDER BY id", list[str]()
        if numbers is not None:
            listed = "json_each(?) JOIN games ON games.id = value"
            query, values = f"SELECT games.* FROM {listed} ORDER BY key", [json.dumps([*numbers])]
        last, term = 0, self.terms.term.__getitem__
        with named_errors(self.path):
            for row in self.select(query, int, bytes, *[int] * 7, bytes, bytes, values=values):
                number, _, _, shape, plies, moves, path, line, place, packed, tags = row
                if min(number - 1, plies, moves) < 0:
                    raise DamagedColumn(f"game {number} is described wrongly: a count below 0")
                if numbers is None and number <= last:
                    raise DamagedColumn(f"game {number} is stored in the place of another")
                last = number
                plain = {"path": term(path)[1], "line": line, "game": place}
                source = unpack_json(packed) if packed else plain
                own = map(term, unpack_numbers(tags))
                named = {name.removeprefix(TAG): value for name, value in own}
                about = self.terms.shape[shape], plies, moves, source, named
                yield number, LibraryGame(self.path, number, *about)

    def reached(self, position: AnyPosition, fold: bool) -> Table:
        """Return the rows of `KEY` of all positions that equal ``position``, sorted by place.

        They may include positions of other variants. With ``fold``, images of the position under
        the symmetries of the board count as equal.
        """
        key, symmetry = canonical_key(position)
        found = self.keys.any_of([key])
        if not fold:
            found = found[found["image"] == position.variant.symmetries.index(symmetry)]
        return found

    def records(self, numbers: Iterable[int]) -> Iterator[Record]:
        """Yield the records of games, given by their numbers; unknown numbers are skipped."""
        with named_errors(self.path):
            for number in numbers:
                first, texts = self._records_near(number)
                if first <= number < first + len(texts):
                    here, text = Source(self.path, number, number), texts[number - first]
                    yield read_stored(text, here, Assumptions())

    def _records_near(self, number: int) -> tuple[int, Sequence[str | None]]:
        """Return the block that may have the record of a game: the number of the block's first
        game, and the JSON text of each record, None if damaged."""
        query = "SELECT * FROM records WHERE first <= ? ORDER BY first DESC LIMIT 1"
        for row in self.select(query, int, int, bytes, values=(number,)):
            first, count, packed = row
            if self._block[0] != row:
                try:
                    self._block = row, unpack_records(first, count, packed)
                except ValueError:
                    self._block = row, [None] * min(count, MOST)
            return first, self._block[1]
        return 0, ()

    # Changes: to be made inside `changing`.

    def insert_games(self, lot: Sequence[NewGames]) -> list[Places]:
        """Insert the new games of batches.

        Returns:
            For each batch, the numbers of its games; 0 for a game that is not new.
        """
        last, numbered = self.count("game"), dict[tuple[bytes, int], int]()
        numbers, new = list[Places](), list[IndexedGame]()
        for batch in lot:
            own = np.zeros(len(batch.games), np.int64)
            for at, (game, twin) in enumerate(batch.games):
                # Another source may have the game, or another process has just added it.
                if (game.digest, twin) not in numbered and self.twin(game.digest, twin) is None:
                    new.append(game)
                    own[at] = numbered[game.digest, twin] = last + len(new)
            numbers.append(own)
        shapes = self.terms.add_shapes(game.shape for game in new)
        terms = self.terms.add(chain.from_iterable(game.terms for game in new))
        rows, uses = [], []
        for game, ((digest, twin), number) in zip(new, numbered.items(), strict=True):
            path, *tags = map(terms.__getitem__, game.terms)
            counts = shapes[game.shape], game.played, game.moves
            rows.append((number, digest, twin, *counts, path, *game.place, pack_numbers(tags)))
            uses.append((number, tags))
        self.insert("games", rows)
        self.terms.use(uses)
        self._store(zip(numbered.values(), (game.text for game in new), strict=True))
        self.set_count("game", last + len(new))
        self._index(
            plies.numbered(own)
            for batch, own in zip(lot, numbers, strict=True)
            for plies in batch.plies
        )
        return numbers

    def _store(self, records: Iterable[tuple[int, str]]) -> None:
        """Store records, sorted by number, in blocks of consecutive games."""
        block, size = list[tuple[int, str]](), 0
        for number, text in chain(records, [(0, "")]):
            is_next = block and number == block[-1][0] + 1
            if block and not (is_next and len(block) < MOST and size < LARGE):
                first, texts = block[0][0], [one for _, one in block]
                self.insert("records", [(first, len(texts), pack_records(first, texts))])
                block, size = [], 0
            block.append((number, text))
            size += len(text)

    def _index(self, every: Iterable[IndexedPlies]) -> None:
        """Store the positions of new games, those of each kind of board together."""
        alike = defaultdict[BoardKind, list[IndexedPlies]](list)
        for plies in every:
            if len(plies.games):
                alike[plies.kind].append(plies)
        games = {kind: np.concatenate([one.games for one in some]) for kind, some in alike.items()}
        for kind in sorted(games, key=lambda kind: games[kind]["number"].min()):
            boards = np.concatenate([one.boards for one in alike[kind]], axis=1)
            self.boards.add(kind, games[kind], boards)
        if new := [one for some in alike.values() for one in some]:
            keys = np.concatenate([one.keys for one in new])
            keys["place"] = np.concatenate([places_of(one.games) for one in new])
            self.keys.add(keys)

    def remove(self, numbers: Sequence[int]) -> int:
        """Remove games; return the number of games that existed."""
        removed, terms = 0, set[int]()
        for number in numbers:
            query = "SELECT tags FROM games WHERE id = ?"
            for (tags,) in self.select(query, bytes, values=(number,)):
                terms.update(unpack_numbers(tags))
            removed += self.delete("games", "id = ?", (number,))
            self._drop_record(number)
        games = np.array(numbers, np.int64)
        self.boards.remove(games)
        self.keys.remove(games)
        self.terms.remove(games, terms)
        return removed

    def _drop_record(self, number: int) -> None:
        """Remove a record; the records before and after it in its block become separate blocks."""
        first, texts = self._records_near(number)
        if first <= number < first + len(texts):
            kept = [(at, one) for at, one in enumerate(texts, first) if one is not None]
            if len(kept) < len(texts):
                raise DamagedColumn(f"the record of game {number} is damaged")
            self.delete("records", "first = ?", (first,))
            self._store(one for one in kept if one[0] != number)
