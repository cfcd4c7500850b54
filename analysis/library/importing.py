"""Adding games to a library, some thousands at a time: each lot is added whole, or not at all."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from analysis.batch.work import InputOptions
from analysis.library.indexing import (
    IndexedGame,
    Indexer,
    KnownGame,
    indexed,
    stored_record,
)
from analysis.library.library import Library

LOT = 400_000
"""Positions that are added at once."""


@dataclass(slots=True)
class Tally:
    """Counts of an import so far.

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

    A game is *known* where the library has the same moves, tags, result and comments, wherever they
    were read. Of several such games in one source each counts; they are *twins*.

    Attributes:
        library: the library, opened to be changed.
        reading: how games are played.
        tally: what has been done.
    """

    library: Library
    reading: InputOptions
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self._lot: list[tuple[IndexedGame, int]] = []
        self._rows = 0
        self._source = ""
        self._seen: Counter[bytes] = Counter()

    def indexer(self, shared: bool = True) -> Indexer:
        """Return an indexer of games for the library.

        Args:
            shared: whether its processes can read the file of the library.
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
            stored = stored_record(game.record)
            (game,) = indexed([self.reading.replay(game.record)], [stored])
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
