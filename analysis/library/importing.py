"""Import of games into a library: workers index games, which are stored thousands at a time."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.batch.work import InputOptions, is_game
from analysis.games.arrays import in_words
from analysis.library.games import PATH, TAG, Shape, as_number
from analysis.library.index import GAME, HALF, KEY, OPENING, BoardKind
from analysis.library.library import IndexedGame, IndexedPlies, LibraryFile, NewGames
from analysis.library.packing import pack_json
from analysis.replay.batch import LOADED, Batch
from analysis.replay.judged import JudgedGroup, ReplayedGroup
from analysis.replay.verdict import GameFacts
from notation.extras import is_installed
from notation.printing import json_line
from records import Record
from records.jsonl import to_json
from records.model import JsonObject, played_on

if TYPE_CHECKING:
    # Not loaded here: it needs pyarrow.
    from analysis.statistics.games import GameTable

DIGEST = 10
"""Size of the digest of a game in bytes. The probability that any two of ten million games have the
same digest is below 1 in 10**10."""

LOT = 200_000
"""Number of positions that are added at once."""


class KnownGame(NamedTuple):
    """A game whose digest the library already has; it was not played.

    Attributes:
        digest: digest of the record, as in `IndexedGame`.
        path: path of the source from which it was read.
        record: the record.
    """

    digest: bytes
    path: str
    record: Record


class IndexedBatch(NamedTuple):
    """Games ready to be added to a library.

    Attributes:
        games: the games, in the order of their records.
        plies: the positions of the indexed games that have an initial position.
        measured: the measures of the indexed games; None where pyarrow is missing.
    """

    games: Sequence[IndexedGame | KnownGame]
    plies: Sequence[IndexedPlies]
    measured: "GameTable | None"


def stored_record(record: Record) -> tuple[bytes, str]:
    """Return the digest that identifies a game, and its record as the JSON text of a library."""
    described = to_json(record)
    beside = {name: described.pop(name) for name in ("source", "notes")}
    body = json_line(described)
    digest = blake2b(body.encode(errors="surrogatepass"), digest_size=DIGEST).digest()
    return digest, f"{body[:-1]}, {json_line(beside)[1:]}"


@dataclass(frozen=True, slots=True)
class Indexer:
    """A callable that indexes games, each up to the last ply that can be played. It can be pickled.

    Attributes:
        reading: how the games are read and played.
        library: path of the library, whose games are not indexed again; None to index all games.
    """

    reading: InputOptions
    library: str | None = None

    def __call__(self, found: Iterable[Record]) -> IndexedBatch:
        """Return a batch of indexed games; records of sources without a game are left out."""
        records = list(filter(is_game, found))
        stored = list(map(stored_record, records))
        old = set[bytes]()
        if self.library is not None:
            with LibraryFile(self.library) as library:
                old = library.known([digest for digest, _ in stored])
        new = [at for at, (digest, _) in enumerate(stored) if digest not in old]
        as_recorded = self.reading.as_recorded
        batch = Batch([records[at] for at in new], as_recorded, measured=True, share=LOADED)
        plies = [_indexed(group, batch.facts) for group in batch.played]
        games: list[IndexedGame | KnownGame] = [
            KnownGame(digest, record.source.path, record)
            for (digest, _), record in zip(stored, records, strict=True)
        ]
        for at, facts in zip(new, batch.facts, strict=True):
            (digest, text), record = stored[at], facts.record
            if record is not records[at]:  # the board has decided between readings
                text = stored_record(record)[1]
            path, place = _place(record)
            games[at] = IndexedGame(
                digest,
                record.source.path,
                text,
                Shape.of(facts),
                facts.played,
                len(record.moves),
                place,
                [(PATH, path), *((TAG + name, value) for name, value in record.tags.items())],
            )
        return IndexedBatch(games, plies, _measured(batch))


def _place(record: Record) -> tuple[str, tuple[int, int, bytes]]:
    """Return the path and the place of a game; see `IndexedGame.terms` and `IndexedGame.place`."""
    first = record.extra.get("source")
    source: JsonObject = first if isinstance(first, dict) else record.source.to_json()
    names, kinds = [*source], [*map(type, source.values())]
    if (names, kinds) == (["path", "line", "game"], [str, int, int]):
        path, line, game = source["path"], source["line"], source["game"]
        if min(line, game) >= 0 and max(line, game) < 1 << 63:
            return path, (line, game, b"")
    return record.source.path, (0, 0, pack_json(source))


def _measured(games: Batch) -> "GameTable | None":
    """Return the measures of the games of a batch; None if pyarrow is missing."""
    if not is_installed("pyarrow"):
        return None
    from analysis.statistics.games import GameTableMaker

    maker = GameTableMaker()
    return maker.by_game(maker.builder()(games))


def _indexed(group: JudgedGroup | ReplayedGroup, facts: Sequence[GameFacts]) -> IndexedPlies:
    """Index the positions of a group of games; ``facts`` has the facts of the whole batch."""
    sets, plies, start = group.boards.sets, group.boards.plies, group.start
    own = [facts[number] for number in group.numbers]
    games = np.zeros(len(own), GAME)
    games["number"], games["rows"] = group.numbers, plies.lengths + 1
    games["date"] = [as_number(played_on(one.head.tags)) for one in own]
    games["won"] = [sum(1 << side for side in one.verdict or ()) for one in own]
    firsts = np.cumsum(games["rows"], dtype=np.int64) - games["rows"]
    is_later = np.ones(games["rows"].sum(), np.bool_)
    is_later[firsts] = False
    images = start.keys()
    keys = np.zeros(len(is_later), KEY)
    keys["key"], keys["image"] = min(images), images.index(min(images))
    _, keys["key"][is_later], keys["image"][is_later] = group.boards.known_keys
    games["start"] = min(images)
    for ply in range(1, OPENING + 1):
        goes_on = games["rows"] > ply
        games["keys"][goes_on, ply - 1] = keys["key"][firsts[goes_on] + ply] >> np.uint64(HALF)
    width = -(-start.variant.symmetries[0].bits.width // 64)
    first = np.array(in_words(width, *start.sets), np.uint64)
    boards = np.repeat(first[:, np.newaxis], len(is_later), axis=1)
    words = sets.shape[0] * sets.shape[1]
    boards[:words, is_later], boards[words:, is_later] = sets.reshape(words, plies.count), 0
    return IndexedPlies(BoardKind(start.GAME, str(start.variant)), games, keys, boards)


@dataclass(slots=True)
class Imported:
    """The counts of an import into a library.

    Attributes:
        read: number of games read.
        added: number of new games.
        known: number of games that the library already had.
        with_errors: number of games, new or known, that break a rule.
    """

    read: int = 0
    added: int = 0
    known: int = 0
    with_errors: int = 0


@dataclass
class Importer:
    """Adds games to a library.

    A game is *known* if the library has a game with the same moves, tags, result and comments, from
    any source. Equal games in one source are *twins*, and each of them is added.

    Attributes:
        library: the library, opened for writing.
        reading: how the games are read and played.
        tally: the counts so far.
    """

    library: LibraryFile
    reading: InputOptions
    tally: Imported = field(default_factory=Imported)

    def __post_init__(self) -> None:
        self._lot, self._rows = list[NewGames](), 0
        self._source, self._seen = "", Counter[bytes]()

    def indexer(self, shared: bool = True) -> Indexer:
        """Return an indexer for the library.

        Args:
            shared: True if the processes that index games can open the file of the library; they
                then skip known games.
        """
        return Indexer(self.reading, os.path.abspath(self.library.path) if shared else None)

    def add(self, batch: IndexedBatch) -> None:
        """Add the new games of a batch."""
        new: list[tuple[IndexedGame, int]] = []
        lacking: list[tuple[Record, int]] = []  # The library has fewer twins than the source.
        for game in batch.games:
            if game.path != self._source:
                self._source, self._seen = game.path, Counter()
            twin = self._seen[game.digest]
            self._seen[game.digest] += 1
            if isinstance(game, IndexedGame):
                new.append((game, twin))
            elif (valid := self.library.twin(game.digest, twin)) is None:
                lacking.append((game.record, twin))
            else:
                self.tally.known += 1
                self.tally.with_errors += not valid
        self.tally.read += len(batch.games)
        self._collect(new, batch)
        if lacking:
            again = Indexer(self.reading)(record for record, _ in lacking)
            pairs = zip(again.games, (twin for _, twin in lacking), strict=True)
            self._collect([(one, n) for one, n in pairs if isinstance(one, IndexedGame)], again)
        if self._rows >= LOT:
            self.flush()

    def _collect(self, games: Sequence[tuple[IndexedGame, int]], batch: IndexedBatch) -> None:
        """Add games to the pending ones; each comes with the number of twins before it."""
        if games:
            self._lot.append(NewGames(games, batch.plies, batch.measured))
            self._rows += sum(len(one.keys) for one in batch.plies)
            self.tally.with_errors += sum(not game.shape.valid for game, _ in games)

    def flush(self) -> None:
        """Write the pending games to the library."""
        if not self._lot:
            return
        with self.library.changing():
            numbers = self.library.insert_games(self._lot)
            for batch, own in zip(self._lot, numbers, strict=True):
                if batch.measured and own.any():
                    # Loaded here: it needs pyarrow, as the measures do.
                    from analysis.library.measures import pack_measures

                    self.library.add("measures", pack_measures(own, batch.measured))
            self.library.keys.merge()
            self.library.boards.merge()
            self.library.terms.uses.merge()
        added = sum(int(np.count_nonzero(own)) for own in numbers)
        self.tally.added += added
        self.tally.known += sum(len(one.games) for one in self._lot) - added
        self._lot, self._rows = [], 0
