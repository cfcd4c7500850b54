"""Importing games into a library: indexed by workers, stored some thousands at a time."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

import numpy as np

from analysis.batch.games import is_game
from analysis.batch.work import InputOptions
from analysis.games.position import AnyPosition
from analysis.library.games import Shape
from analysis.library.index import board_words
from analysis.library.library import IndexedGame, IndexedPlies, Library
from analysis.library.measures import measured_batch
from analysis.library.packing import compressor
from analysis.replay.batch import LOADED, Batch
from analysis.replay.judged import JudgedGroup
from analysis.replay.replay import Replay
from notation.printing import json_line
from records import Record
from records.jsonl import to_json
from records.library import DICTIONARY
from records.model import JsonObject, played_on

LOT = 400_000
"""Positions added at once."""


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game that seems to be in the library already, and was not played.

    Attributes:
        digest: as that of an `IndexedGame`.
        record: the record.
    """

    digest: bytes
    record: Record


class StoredRecord(NamedTuple):
    """A record as a library stores it, with the digest that identifies the game."""

    digest: bytes
    text: str


def stored_record(record: Record) -> StoredRecord:
    """Return the JSON of a record, and its digest."""
    described = to_json(record)
    beside = {name: described.pop(name) for name in ("source", "notes")}
    body = json_line(described)
    digest = blake2b(body.encode(errors="surrogatepass"), digest_size=16).digest()
    return StoredRecord(digest, f"{body[:-1]}, {json_line(beside)[1:]}")


@dataclass(frozen=True, slots=True)
class Indexer:
    """Indexes games, in any process.

    Attributes:
        reading: how the games are played.
        known: returns which of some digests a library already has; None for a new library.
    """

    reading: InputOptions
    known: Callable[[Sequence[bytes]], set[bytes]] | None = None

    def __call__(self, found: Iterable[Record]) -> list[IndexedGame | KnownGame]:
        """Return the indexed games; records of sources without a game are left out."""
        records = list(filter(is_game, found))
        stored = list(map(stored_record, records))
        old = self.known([one.digest for one in stored]) if self.known else set[bytes]()
        new = [n for n, one in enumerate(stored) if one.digest not in old]
        games = [self.reading.replay(records[n]) for n in new]
        for n, game in zip(new, games, strict=True):
            if game.record is not records[n]:  # the board has decided between readings
                stored[n] = stored[n]._replace(text=stored_record(game.record).text)
        made = dict(zip(new, indexed(games, [stored[n] for n in new]), strict=True))
        return [
            made[n] if n in made else KnownGame(stored[n].digest, record)
            for n, record in enumerate(records)
        ]


def indexed(games: Sequence[Replay], stored: Sequence[StoredRecord]) -> list[IndexedGame]:
    """Index games, up to the last ply that can be played.

    Args:
        games: the replays, of which no ply has been played yet.
        stored: their records.
    """
    batch = Batch(games, measured=True, share=LOADED)
    plies = dict(chain.from_iterable(map(_of_group, batch.groups)))
    pack, found = compressor(DICTIONARY), []
    measured = measured_batch(batch)
    for number, (game, (digest, text)) in enumerate(zip(batch.facts, stored, strict=True)):
        shape, record = Shape.of(game), game.record
        own = plies.get(number) or (
            _of_positions(batch[number].positions()) if shape.kind else None
        )
        found.append(
            IndexedGame(
                digest,
                pack.compress(text.encode(errors="surrogatepass")),
                shape,
                game.played,
                len(record.moves),
                _source_of(record),
                record.source.path,
                dict(record.tags),
                own,
                _date(record.tags),
                None if measured is None else (measured, number),
            )
        )
    return found


def _source_of(record: Record) -> JsonObject:
    """Return the first source of a record, as the documented interface has it."""
    source = record.extra.get("source")
    return source if isinstance(source, dict) else record.source.to_json()


def _date(tags: Mapping[str, str]) -> int:
    """Return a date as a number such as 20040517, with 0 for unknown parts."""
    return int(played_on(tags).replace("-", "").ljust(8, "0"))


def _of_group(good: JudgedGroup) -> Iterator[tuple[int, IndexedPlies]]:
    """Yield the indexed plies of good games that were judged on arrays, by their numbers."""
    plies, start = good.boards.plies, good.texts.compiled.start
    sets = good.boards.sets
    _, keys, images = good.boards.known_keys
    boards = np.zeros((len(board_words(start)), plies.count), np.uint64)
    boards[: sets.shape[0] * sets.shape[1]] = sets.reshape(-1, plies.count)
    before = _of_positions([start])
    ends = plies.firsts + plies.lengths
    for number, first, end in zip(good.numbers, plies.firsts.tolist(), ends.tolist(), strict=True):
        after = keys[first:end], images[first:end], boards[:, first:end]
        yield number, before.followed_by(IndexedPlies(*after))


def _of_positions(positions: Iterable[AnyPosition]) -> IndexedPlies:
    """Index positions one by one."""
    keys, images, boards = [], [], []
    for position in positions:
        found = position.keys()
        least = min(found)
        keys.append(least)
        images.append(found.index(least))
        boards.append(board_words(position))
    return IndexedPlies(
        np.array(keys, np.uint64), np.array(images, np.uint16), np.array(boards, np.uint64).T
    )


@dataclass(slots=True)
class Imported:
    """The counts of an import into a library.

    Attributes:
        read: games read.
        added: games that were new.
        known: games that the library had already.
        with_errors: games among those read that break a rule.
    """

    read: int = 0
    added: int = 0
    known: int = 0
    with_errors: int = 0


def known_in(path: str, digests: Sequence[bytes]) -> set[bytes]:
    """Return which of some digests belong to games of a library."""
    with Library(path) as library:
        return library.known(digests)


@dataclass
class Importer:
    """Adds games to a library.

    A game is *known* if the library has one with the same moves, tags, result and comments, from
    any source. Equal games in one source are *twins*, and each of them is added.

    Attributes:
        library: the library, opened for writing.
        reading: how games are played.
        tally: the counts so far.
    """

    library: Library
    reading: InputOptions
    tally: Imported = field(default_factory=Imported)

    def __post_init__(self) -> None:
        self._lot: list[tuple[IndexedGame, int]] = []
        self._rows = 0
        self._source = ""
        self._seen: Counter[bytes] = Counter()

    def indexer(self, shared: bool = True) -> Indexer:
        """Return an indexer of games for the library.

        Args:
            shared: whether its processes can open the library's file.
        """
        known = partial(known_in, os.path.abspath(self.library.path)) if shared else None
        return Indexer(self.reading, known)

    def add(self, games: Iterable[IndexedGame | KnownGame]) -> None:
        """Add games that are new."""
        for game in games:
            self._add(game)
        if self._rows >= LOT:
            self.flush()

    def _add(self, game: IndexedGame | KnownGame) -> None:
        path = game.record.source.path if isinstance(game, KnownGame) else game.path
        if path != self._source:
            self._source, self._seen = path, Counter()
        twin = self._seen[game.digest]
        self._seen[game.digest] += 1
        self.tally.read += 1
        if isinstance(game, KnownGame):
            valid = self.library.twin(game.digest, twin)
            if valid is not None:
                self.tally.known += 1
                self.tally.with_errors += not valid
                return
            # The library has fewer twins of it than the source.
            (game,) = indexed([self.reading.replay(game.record)], [stored_record(game.record)])
        self.tally.with_errors += not game.shape.valid
        self._lot.append((game, twin))
        self._rows += game.rows

    def flush(self) -> None:
        """Write the pending games to the library."""
        if not self._lot:
            return
        with self.library.changing():
            added = self.library.insert(self._lot)
            self.library.keys.merge()
            self.library.boards.merge()
        self.tally.added += added
        self.tally.known += len(self._lot) - added
        self._lot, self._rows = [], 0
