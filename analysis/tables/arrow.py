"""Columns of tables as Arrow arrays."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from analysis.games.arrays import Coded


def array(values: Sequence[object], type_: "pa.DataType") -> "pa.Array":
    """Return values as an Arrow array; dictionary codes are in the order of first occurrence."""
    import pyarrow as pa

    try:
        if pa.types.is_dictionary(type_):
            return pa.array(values, pa.string()).dictionary_encode()
        return pa.array(values, type_)
    except UnicodeEncodeError:
        return array([_encodable(value) for value in values], type_)


def _encodable(value: object) -> object:
    """Return a text or nested list with ``?`` for lone surrogates, which UTF-8 cannot encode."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return type(value)(map(_encodable, value)) if isinstance(value, list | tuple) else value


def spread(coded: "Coded", type_: "pa.DataType") -> "pa.Array":
    """Return codes and their values as an Arrow array; each distinct value is converted once.

    Dictionary codes are in the order of first occurrence.
    """
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
    """Return the codes of a column of texts (-1 for a missing text), and the texts by code."""
    import pyarrow as pa

    coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    codes = coded.indices.fill_null(-1) if coded.null_count else coded.indices
    return codes.to_numpy(zero_copy_only=False), coded.dictionary.to_pylist()


def text_column(codes: "npt.NDArray[np.integer]", values: "pa.Array") -> "pa.DictionaryArray":
    """Return a column of texts, given their codes (-1 for a missing text) and the texts by code."""
    import numpy as np
    import pyarrow as pa

    indices = pa.array(np.maximum(codes, 0), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, values)


def stretches(
    firsts: "npt.NDArray[np.integer]", lengths: "npt.NDArray[np.integer]"
) -> "npt.NDArray[np.integer]":
    """Return all indices of ranges: ``[4, 5, 0]`` for firsts ``[4, 0]`` and lengths ``[2, 1]``."""
    import numpy as np

    shifts = np.repeat(firsts - np.cumsum(lengths) + lengths, lengths)
    found: npt.NDArray[np.integer] = np.arange(len(shifts)) + shifts
    return found


def numbered(values: Iterable[object]) -> tuple[list[int | None], list[object]]:
    """Return the index of each value in the list of distinct values, and this list.

    The index of None is None.
    """
    numbers: dict[object, int] = {}
    found = [None if value is None else numbers.setdefault(value, len(numbers)) for value in values]
    return found, list(numbers)


def joined(parts: "Sequence[Coded]") -> "pa.Array":
    """Return a column that joins, in each row, the texts of the columns ``parts``."""
    import pyarrow as pa
    import pyarrow.compute as pc

    # Unlike in `spread`, all values of parts occur.
    texts = [array(part.values, pa.string()).take(pa.array(part.codes)) for part in parts]
    return pc.binary_join_element_wise(*texts, "")


def one_batch(table: "pa.Table") -> "pa.RecordBatch":
    """Return a table as one batch; dictionary codes are in the order of first occurrence."""
    import pyarrow as pa

    for place, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            words = table.column(place).cast(pa.string()).combine_chunks().dictionary_encode()
            table = table.set_column(place, field, words)
    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)
