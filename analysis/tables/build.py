"""Tables of selected records, built in parts.

A `TableBuilder` can be pickled and sent to a worker process. Duplicates are dropped where the parts
are merged, in the order of the records.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from analysis.replay.batch import LOADED, Batch
from analysis.replay.replay import Replay, replay
from analysis.select.duplicates import Deduper, Fingerprint, fingerprint
from analysis.select.selection import Selection
from analysis.tables.frames import arrow_batches, wanted_columns
from analysis.tables.rows import TableBatch
from analysis.tables.schema import GAME_COLUMNS
from records import Record

if TYPE_CHECKING:
    import pyarrow as pa


EVERYTHING = Selection()
"""Selects all games."""


class TablePart(NamedTuple):
    """Tables of some records.

    Attributes:
        batches: the tables.
        prints: the fingerprint of each of their games; empty where duplicates are kept.
    """

    batches: tuple[TableBatch, ...]
    prints: tuple[Fingerprint, ...]


@dataclass(frozen=True, slots=True)
class TableBuilder:
    """Builds tables of records.

    Attributes:
        columns: names of the wanted columns of plies; None for all.
        legal_moves: whether legal moves are counted.
        keys: whether the keys of positions are computed.
        chosen: the wanted games.
        as_recorded: whether illegal moves are played as they stand wherever they can be.
        of_games: names of the wanted columns of games; None for all.
    """

    columns: frozenset[str] | None = None
    legal_moves: bool = False
    keys: bool = True
    chosen: Selection = EVERYTHING
    as_recorded: bool = False
    of_games: frozenset[str] | None = None

    def whole(self) -> "TableBuilder":
        """Return a builder that fills in every column."""
        return replace(self, columns=None, of_games=None, keys=True)

    def __call__(self, records: Iterable[Record]) -> TablePart:
        """Return the tables of records."""
        prints: list[Fingerprint] = []
        batches = arrow_batches(
            self._wanted(records, prints) if self.chosen else records,
            legal_moves=self.legal_moves,
            keys=self.keys,
            columns=self.columns,
            of_games=self.of_games,
            as_recorded=self.as_recorded,
        )
        return TablePart(tuple(batches), tuple(prints))

    def _wanted(self, records: Iterable[Record], prints: list[Fingerprint]) -> Iterator[Replay]:
        for game in self._replays(records):
            if not self.chosen.filter or self.chosen.filter.keeps(game):
                if self.chosen.dedupe:
                    prints.append(fingerprint(game, self.chosen.dedupe))
                yield game

    def _replays(self, records: Iterable[Record]) -> Iterable[Replay]:
        """Return the replays of records, judged at once where their positions are compared."""
        if self.chosen.compares_positions:
            return Batch(records, self.as_recorded, measured=True, share=LOADED)
        return (replay(record, as_recorded=self.as_recorded) for record in records)


def merge_parts(parts: Iterable[TablePart], deduper: Deduper | None = None) -> Iterator[TableBatch]:
    """Yield the tables of parts, given in the order of the records, without duplicates.

    Where a later game can make an earlier one a duplicate, all parts are read before the first
    table is yielded.
    """
    if deduper and deduper.passes > 1:
        parts = list(parts)
        for one in (one for part in parts for one in part.prints):
            deduper.survey(one)
    for part in parts:
        prints = iter(part.prints)
        for batch in part.batches:
            yield _kept(batch, deduper, prints) if deduper else batch


def _kept(batch: TableBatch, deduper: Deduper, prints: Iterator[Fingerprint]) -> TableBatch:
    """Return a batch without duplicates."""
    import numpy as np
    import pyarrow as pa

    kept = [deduper.keeps(next(prints)) for _ in range(batch.games.num_rows)]
    if all(kept):
        return batch
    games = batch.games.filter(pa.array(kept))
    if not batch.plies.num_columns:
        return TableBatch(batch.plies, games)
    lengths = batch.games.column("plies").to_numpy()
    plies = np.repeat(np.array(kept, dtype=bool), lengths)
    return TableBatch(batch.plies.filter(pa.array(plies)), games)


def selected(
    batch: TableBatch, columns: Iterable[str], of_games: Collection[str] | None = None
) -> TableBatch:
    """Return a batch with only some columns, named as in data frames; None for all of games."""
    plies: pa.RecordBatch = batch.plies.select([one.in_files for one in wanted_columns(columns)])
    if of_games is None:
        return TableBatch(plies, batch.games)
    names = [one.in_files for one in GAME_COLUMNS if one.name in of_games]
    return TableBatch(plies, batch.games.select(names))
