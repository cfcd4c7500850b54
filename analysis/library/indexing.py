"""The index of games: what is stored of every position that they reach."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.batch.games import is_game
from analysis.batch.work import InputOptions
from analysis.games.arrays import Words, array_keys
from analysis.games.position import AnyPosition
from analysis.library import packing
from analysis.library.described import Shape, ending, source_of
from analysis.library.measured import measured_batch
from analysis.replay.batch import LOADED, Batch, JudgedGroup
from analysis.replay.replay import Replay
from notation.printing import json_line
from records import Record
from records.jsonl import to_json
from records.library import DICTIONARY
from records.model import JsonObject

if TYPE_CHECKING:
    from analysis.statistics.games import MeasuredGames

WORD = 64
_MASK = (1 << WORD) - 1

Images = npt.NDArray[np.uint16]
"""Numbers of symmetries."""


class BoardKind(NamedTuple):
    """What boards have to share to be stored together.

    Attributes:
        game: name of the game.
        variant: the variant string.
    """

    game: str
    variant: str


@dataclass(frozen=True, slots=True)
class IndexedPlies:
    """The positions of some games of a kind, from the first of each to its last.

    Attributes:
        keys: the least keys of their images.
        images: for each, the number of the first image that has it.
        boards: the bit sets of `Position.BIT_SETS`, in words of 64 bits; a row a word.
    """

    keys: Words
    images: Images
    boards: Words

    def part(self, first: int, rows: int) -> "IndexedPlies":
        """Return some of the positions."""
        some = slice(first, first + rows)
        return IndexedPlies(self.keys[some], self.images[some], self.boards[:, some])

    @classmethod
    def joined(cls, parts: Sequence["IndexedPlies"]) -> "IndexedPlies":
        """Return the positions of several parts."""
        return cls(
            np.concatenate([one.keys for one in parts]),
            np.concatenate([one.images for one in parts]),
            np.concatenate([one.boards for one in parts], axis=1),
        )


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A game that can be added to a library.

    Attributes:
        digest: stands for all that makes the game what it is, its source and notes aside.
        packed: its record as compressed JSON.
        shape: what it has in common with others.
        played: number of plies that could be played.
        moves: number of move texts.
        source: where it was read first, as the documented interface has it.
        path: name of the source that it was read from now.
        tags: its tags.
        kind: the kind of its boards; None where it cannot be set up.
        plies: its positions; None likewise.
        won: bit set of the sides that won, all of them in a draw; 0 without a result.
        date: its date as a number such as 20040517, with 0 for what is unknown.
        measured: the games that it was measured with, and its row there; None where none were.
    """

    digest: bytes
    packed: bytes
    shape: Shape
    played: int
    moves: int
    source: JsonObject
    path: str
    tags: Mapping[str, str]
    kind: BoardKind | None
    plies: IndexedPlies | None
    won: int
    date: int
    measured: "tuple[MeasuredGames, int] | None" = None

    @property
    def rows(self) -> int:
        """Number of its positions."""
        return 0 if self.plies is None else len(self.plies.keys)


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game that the library seems to have already, and that was not played.

    Attributes:
        digest: as that of an `IndexedGame`.
        record: the record.
    """

    digest: bytes
    record: Record


class StoredRecord(NamedTuple):
    """A record as a library stores it, and the digest of what makes it what it is."""

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
        known: returns which of some digests a library has already; None where none is known.
    """

    reading: InputOptions
    known: Callable[[Sequence[bytes]], set[bytes]] | None = None

    def __call__(self, found: Iterable[Record]) -> list[IndexedGame | KnownGame]:
        """Return games indexed; what stands for a source without one is left out."""
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
    """Return games indexed, up to where each could be played.

    Args:
        games: replays; nothing of them has been played yet.
        stored: their records.
    """
    batch = Batch(games, measured=True, share=LOADED)
    plies = dict(chain.from_iterable(map(_of_group, batch.groups)))
    pack, found = packing.compressor(DICTIONARY), []
    measured = measured_batch(batch)
    for number, (game, (digest, text)) in enumerate(zip(batch.facts, stored, strict=True)):
        kind = BoardKind(game.start.GAME, str(game.rules)) if game.start else None
        own = plies.get(number) or (_one_by_one(batch[number]) if kind else None)
        packed = pack.compress(text.encode(errors="surrogatepass"))
        record = game.record
        found.append(
            IndexedGame(
                digest,
                packed,
                Shape.of(game),
                game.played,
                len(record.moves),
                source_of(record),
                record.source.path,
                dict(record.tags),
                kind,
                own,
                *ending(game.verdict, record.tags),
                None if measured is None else (measured, number),
            )
        )
    return found


def bit_sets(position: AnyPosition) -> list[int]:
    """Return the bit sets of `Position.BIT_SETS`, those in tuples one by one."""
    found: list[int] = []
    for name in position.BIT_SETS:
        value = getattr(position, name)
        found += [value] if isinstance(value, int) else value
    return found


def words_of(position: AnyPosition) -> int:
    """Return the number of words that a bit set of a board takes."""
    width: int = position.variant.symmetries[0].bits.width
    return -(-width // WORD)


def board_words(position: AnyPosition) -> list[int]:
    """Return the bit sets of a position in words of 64 bits, the lowest of each first."""
    size = words_of(position)
    return [one >> WORD * word & _MASK for one in bit_sets(position) for word in range(size)]


def _of_group(good: JudgedGroup) -> Iterator[tuple[int, IndexedPlies]]:
    """Yield the positions of good games that were judged at once, by their numbers."""
    plies, start = good.boards.plies, good.texts.compiled.start
    sets, beside = good.boards.parts
    after = IndexedPlies(
        *array_keys(start.variant.symmetries).canonical(sets, beside),
        np.zeros((len(board_words(start)), plies.count), np.uint64),
    )
    size = words_of(start)
    for number, words in enumerate(sets):
        for word, values in enumerate(words):
            after.boards[number * size + word] = values
    before = _of_positions([start])
    firsts = zip(good.numbers, plies.firsts.tolist(), plies.lengths.tolist(), strict=True)
    for number, first, length in firsts:
        yield number, IndexedPlies.joined([before, after.part(first, length)])


def _one_by_one(game: Replay) -> IndexedPlies:
    return _of_positions(game.positions())


def _of_positions(positions: Iterable[AnyPosition]) -> IndexedPlies:
    """Return positions indexed one by one."""
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
