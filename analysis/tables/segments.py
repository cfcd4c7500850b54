"""Rows of a table in their order, of which some are tuples and others stand in Arrow batches."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from analysis.games.measures import Column
from analysis.tables.arrow import Row, columnar
from analysis.tables.schema import schema

if TYPE_CHECKING:
    import pyarrow as pa


class Segments:
    """Rows in their order, each a part of one of several batches.

    Args:
        columns: the columns of the table.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = columns
        self._clear()

    def _clear(self) -> None:
        self._batches: list[pa.RecordBatch | None] = []
        self._places: dict[int, int] = {}
        self._parts: list[tuple[int, int, int]] = []
        self._count = 0
        self._rows: list[Row] = []
        self._names: Sequence[str] = ()
        self._number: int | None = None

    def __len__(self) -> int:
        return self._count

    def add(self, batch: "pa.RecordBatch", first: int, count: int) -> None:
        """Add some rows of a batch with all columns.

        Args:
            batch: the batch.
            first: the first of the rows.
            count: how many they are.
        """
        number = self._places.get(id(batch))
        if number is None:
            number = self._places[id(batch)] = len(self._batches)
            self._batches.append(batch)
        self._add(number, first, count)

    def add_rows(self, names: Sequence[str], rows: Sequence[Row]) -> None:
        """Add rows with the columns of some names; the others are empty there."""
        if self._names is not names:
            self._close()
            self._names = names
        if rows and self._number is None:
            self._number = len(self._batches)
            self._batches.append(None)
        if self._number is not None:
            self._add(self._number, len(self._rows), len(rows))
        self._rows += rows

    def _add(self, number: int, first: int, count: int) -> None:
        self._count += count
        if self._parts:
            last, start, size = self._parts[-1]
            if (last, start + size) == (number, first):
                self._parts[-1] = last, start, size + count
                return
        self._parts.append((number, first, count))

    def _close(self) -> None:
        """Convert the rows so far, which fill the same columns, to a batch."""
        if self._number is not None:
            self._batches[self._number] = columnar(self._columns, self._names, self._rows)
            self._rows, self._number = [], None

    def batch(self) -> "pa.RecordBatch":
        """Return all rows as one batch, words numbered as they first occur, and remove them."""
        import pyarrow as pa

        self._close()
        wanted = schema(self._columns)
        table = pa.Table.from_batches(self._batches, wanted).unify_dictionaries()
        sizes = [batch.num_rows for batch in self._batches if batch is not None]
        if wanted.names and self._parts != [(number, 0, size) for number, size in enumerate(sizes)]:
            table = _renumbered(self._taken(table, sizes))
        self._clear()
        return _one_batch(table)

    def _taken(self, table: "pa.Table", sizes: Sequence[int]) -> "pa.Table":
        import numpy as np

        numbers, firsts, counts = np.array(self._parts, np.int64).T
        before = np.array([0, *accumulate(sizes)])[numbers] + firsts - np.cumsum(counts) + counts
        rows = np.arange(self._count) + np.repeat(before, counts)
        return table.combine_chunks().take(rows)


def _renumbered(table: "pa.Table") -> "pa.Table":
    """Return a table with its words numbered as they first occur."""
    import pyarrow as pa

    for place, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            words = table.column(place).cast(pa.string()).combine_chunks().dictionary_encode()
            table = table.set_column(place, field, words)
    return table


def _one_batch(table: "pa.Table") -> "pa.RecordBatch":
    import pyarrow as pa

    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)
