"""Columns of tables as Arrow arrays."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from analysis.games.measures import Column
from analysis.tables.schema import arrow_types, schema

if TYPE_CHECKING:
    import pyarrow as pa

    from analysis.games.arrays import Coded

Row = tuple[object, ...]


def columnar(
    columns: Sequence[Column], filled: Sequence[str], rows: Sequence[Row]
) -> "pa.RecordBatch":
    """Return rows as an Arrow batch.

    Args:
        columns: the columns of the batch.
        filled: names of the columns that the rows have; the others of the batch are empty.
        rows: the rows.
    """
    import pyarrow as pa

    types = arrow_types()
    values = dict(zip(filled, zip(*rows, strict=True), strict=True))
    arrays = [
        _array(values[column.name], types[column.type])
        if column.name in values
        else pa.nulls(len(rows), types[column.type])
        for column in columns
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema(columns))


def _array(values: Sequence[object], type_: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    try:
        if pa.types.is_dictionary(type_):
            return pa.array(values, pa.string()).dictionary_encode()
        return pa.array(values, type_)
    except UnicodeEncodeError:
        return _array([_encodable(value) for value in values], type_)


def _encodable(value: object) -> object:
    """Return a text, or a nested list of texts, without the lone surrogates of JSON."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return type(value)(map(_encodable, value)) if isinstance(value, list | tuple) else value


def spread(coded: "Coded", type_: "pa.DataType") -> "pa.Array":
    """Return a column of few different values; words are numbered as they first occur."""
    import pyarrow as pa

    from analysis.games.arrays import distinct

    found, places = distinct(coded.codes)
    values = [coded.values[code] for code in found]
    if not pa.types.is_dictionary(type_):
        return _array(values, type_).take(pa.array(places))
    numbers, words = numbered(values)
    order = pa.array(numbers, pa.int32()).take(pa.array(places)).dictionary_encode()
    dictionary = _array(words, pa.string()).take(order.dictionary)
    return pa.DictionaryArray.from_arrays(order.indices, dictionary)


def numbered(values: Iterable[object]) -> tuple[list[int | None], list[object]]:
    """Return values as numbers of the different ones, None as None; and these."""
    numbers: dict[object, int] = {}
    found = [None if value is None else numbers.setdefault(value, len(numbers)) for value in values]
    return found, list(numbers)


def joined(parts: "Sequence[Coded]") -> "pa.Array":
    """Return texts that are written in parts."""
    import pyarrow as pa
    import pyarrow.compute as pc

    # Unlike those of `spread`, the values of parts all occur.
    texts = [_array(part.values, pa.string()).take(pa.array(part.codes)) for part in parts]
    return pc.binary_join_element_wise(*texts, "")


class Segments:
    """Rows in their order, each a part of one of several batches."""

    def __init__(self) -> None:
        self._batches: list[pa.RecordBatch | None] = []
        self._places: dict[int, int] = {}
        self._parts: list[tuple[int, int, int]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def reserve(self) -> int:
        """Return the number of a batch that is added to before it is made."""
        self._batches.append(None)
        return len(self._batches) - 1

    def fill(self, number: int, batch: "pa.RecordBatch") -> None:
        """Take the batch of a number that was reserved."""
        self._batches[number] = batch

    def number(self, batch: "pa.RecordBatch") -> int:
        """Return the number of a batch, a new one if it has none."""
        if id(batch) not in self._places:
            self._places[id(batch)] = self.reserve()
            self.fill(self._places[id(batch)], batch)
        return self._places[id(batch)]

    def add(self, number: int, first: int, count: int) -> None:
        """Add some rows of a batch.

        Args:
            number: the number of the batch.
            first: the first of the rows.
            count: how many they are.
        """
        self._count += count
        if self._parts:
            last, start, size = self._parts[-1]
            if (last, start + size) == (number, first):
                self._parts[-1] = last, start, size + count
                return
        self._parts.append((number, first, count))

    def batch(self, schema: "pa.Schema") -> "pa.RecordBatch":
        """Return all rows as one batch, words numbered as they first occur."""
        import pyarrow as pa

        table = pa.Table.from_batches(self._batches, schema).unify_dictionaries()
        sizes = [batch.num_rows for batch in self._batches if batch is not None]
        if schema.names and self._parts != [(number, 0, size) for number, size in enumerate(sizes)]:
            table = _renumbered(self._taken(table, sizes))
        return _one_batch(table)

    def _taken(self, table: "pa.Table", sizes: Sequence[int]) -> "pa.Table":
        import numpy as np

        starts = [0, *accumulate(sizes)]
        rows = (np.arange(count) + starts[number] + first for number, first, count in self._parts)
        return table.combine_chunks().take(np.concatenate([*rows]))


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
