"""Columns of tables as Arrow arrays."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from analysis.games.measures import Column
from analysis.tables.schema import arrow_types, schema

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
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
        array(values[column.name], types[column.type])
        if column.name in values
        else pa.nulls(len(rows), types[column.type])
        for column in columns
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema(columns))


def array(values: Sequence[object], type_: "pa.DataType") -> "pa.Array":
    """Return values as a column; words are numbered as they first occur."""
    import pyarrow as pa

    try:
        if pa.types.is_dictionary(type_):
            return pa.array(values, pa.string()).dictionary_encode()
        return pa.array(values, type_)
    except UnicodeEncodeError:
        return array([_encodable(value) for value in values], type_)


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
        return array(values, type_).take(pa.array(places))
    numbers, words = numbered(values)
    order = pa.array(numbers, pa.int32()).take(pa.array(places)).dictionary_encode()
    dictionary = array(words, pa.string()).take(order.dictionary)
    return pa.DictionaryArray.from_arrays(order.indices, dictionary)


def coded_texts(column: "pa.Array") -> "tuple[npt.NDArray[np.integer], list[str]]":
    """Return a column of texts as numbers of the different ones, -1 for none; and these."""
    import pyarrow as pa

    coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return codes, coded.dictionary.to_pylist()


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
    texts = [array(part.values, pa.string()).take(pa.array(part.codes)) for part in parts]
    return pc.binary_join_element_wise(*texts, "")
