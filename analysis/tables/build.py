"""Tables of the games that somebody wants, made in parts that can be worked anywhere.

A `TableBuilder` can be pickled: it makes the tables of some records in whatever process it finds
itself. What depends on other games, dropping those that are there more than once, is done where
the parts come together, in their order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from analysis.replay.replay import Replay, replay
from analysis.select.duplicates import Deduper, Fingerprint, fingerprint
from analysis.select.selection import Selection
from analysis.tables.frames import TableBatch, arrow_batches
from records import Record

if TYPE_CHECKING:
    import pyarrow as pa


EVERYTHING = Selection()
"""All games are wanted."""


class TablePart(NamedTuple):
    """Tables of some records.

    Attributes:
        batches: the tables.
        prints: for each of their games what it is compared by with others; empty if it is not.
    """

    batches: tuple[TableBatch, ...]
    prints: tuple[Fingerprint, ...]


@dataclass(frozen=True, slots=True)
class TableBuilder:
    """Makes tables of records.

    Attributes:
        columns: the columns of plies that are wanted; None for all.
        legal_moves: whether legal moves are counted.
        keys: whether the keys of positions are filled in.
        chosen: which games are wanted.
    """

    columns: frozenset[str] | None = None
    legal_moves: bool = False
    keys: bool = True
    chosen: Selection = EVERYTHING

    def whole(self) -> "TableBuilder":
        """Return one that fills in every column."""
        return replace(self, columns=None, keys=True)

    def parts(self, records: Iterable[Record]) -> Iterator[TablePart]:
        """Yield the tables of records, a part for each batch."""
        prints: list[Fingerprint] = []
        batches = arrow_batches(
            self._wanted(records, prints),
            legal_moves=self.legal_moves,
            keys=self.keys,
            columns=self.columns,
        )
        for batch in batches:
            yield TablePart((batch,), tuple(prints))
            prints.clear()

    def __call__(self, records: Iterable[Record]) -> TablePart:
        """Return the tables of records as one part."""
        parts = list(self.parts(records))
        return TablePart(
            tuple(batch for part in parts for batch in part.batches),
            tuple(found for part in parts for found in part.prints),
        )

    def _wanted(self, records: Iterable[Record], prints: list[Fingerprint]) -> Iterator[Replay]:
        for game in map(replay, records):
            if not self.chosen.selection or self.chosen.selection.keeps(game):
                if self.chosen.dedupe:
                    prints.append(fingerprint(game, self.chosen.dedupe))
                yield game


def merge_parts(parts: Iterable[TablePart], deduper: Deduper | None = None) -> Iterator[TableBatch]:
    """Yield the tables of parts, given in the order of the records, without games found twice.

    Where a game may be dropped because of a later one, all parts are kept until the last is there.
    """
    if deduper and deduper.passes > 1:
        parts = list(parts)
        for found in (found for part in parts for found in part.prints):
            deduper.survey(found)
    for part in parts:
        prints = iter(part.prints)
        for batch in part.batches:
            yield _kept(batch, deduper, prints) if deduper else batch


def _kept(batch: TableBatch, deduper: Deduper, prints: Iterator[Fingerprint]) -> TableBatch:
    """Return a batch without the games that are dropped."""
    import numpy as np
    import pyarrow as pa

    kept = [deduper.keeps(next(prints)) for _ in range(batch.games.num_rows)]
    if all(kept):
        return batch
    lengths = batch.games.column("plies").to_numpy()
    plies = np.repeat(np.array(kept, dtype=bool), lengths)
    return TableBatch(batch.plies.filter(pa.array(plies)), batch.games.filter(pa.array(kept)))


def selected(batch: TableBatch, columns: Iterable[str]) -> TableBatch:
    """Return a batch with some of the columns of plies only."""
    wanted = set(columns)
    names = [name for name in batch.plies.schema.names if name in wanted]
    plies: pa.RecordBatch = batch.plies.select(names)
    return TableBatch(plies, batch.games)
