"""Columns of cells as Arrow arrays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from records.tabular.schema import HALVES, Cell, Details, ply_cells

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa


def beside_arrays(
    details: Sequence[Details], firsts: Sequence[int], rows: int, fields: Sequence["pa.Field"]
) -> list["pa.Array"]:
    """Return the columns for what stands beside moves, of which there are few.

    Args:
        details: what stands there in each game; none at all where no game has anything.
        firsts: the first row of each game.
        rows: number of rows.
        fields: the columns.
    """
    import pyarrow as pa

    if not any(details):
        return [pa.nulls(rows, field.type) for field in fields]
    columns: list[list[Cell]] = [[None] * rows for _ in fields]
    for of_game, first in zip(details, firsts, strict=True):
        for index, detail in of_game.items():
            for column, cell in zip(columns, ply_cells(detail, HALVES), strict=True):
                column[first + index] = cell
    return [cell_array(cells, field.type) for cells, field in zip(columns, fields, strict=True)]


def cell_array(values: Sequence[Cell], kind: "pa.DataType") -> "pa.Array":
    """Return a column; `pyarrow.array` would load pandas, which takes a third of a second."""
    import numpy as np
    import pyarrow as pa

    known = None
    if None in values:
        known = pa.py_buffer(np.packbits([one is not None for one in values], bitorder="little"))
    if pa.types.is_integer(kind):
        values = [one or 0 for one in values]
        buffers = [known, pa.py_buffer(np.array(values, kind.to_pandas_dtype()))]
    else:
        texts = [str(one or "") for one in values] if known else cast("Sequence[str]", values)
        raw = "".join(texts).encode()
        sizes = list(map(len, texts))
        if sum(sizes) < len(raw):
            sizes = [len(text.encode()) for text in texts]
        ends = np.cumsum([0, *sizes], dtype=np.int32)
        buffers = [known, pa.py_buffer(ends), pa.py_buffer(raw)]
    return pa.Array.from_buffers(kind, len(values), buffers)


def number_array(values: "npt.NDArray[np.integer]", kind: "pa.DataType") -> "pa.Array":
    """Return a column of numbers, which are of this kind."""
    import pyarrow as pa

    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


class MoveTexts(NamedTuple):
    """The moves of some games.

    Attributes:
        texts: texts.
        codes: for every ply the place of its text among them; None where each has its own.
        lengths: number of plies of each game.
    """

    texts: Sequence[str]
    codes: "npt.NDArray[np.int32] | None"
    lengths: "npt.NDArray[np.integer]"

    def column(self, kind: "pa.DataType") -> "pa.Array":
        """Return the texts of all plies."""
        import pyarrow as pa

        found = cell_array(self.texts, kind)
        return found if self.codes is None else found.take(number_array(self.codes, pa.int32()))


def repeated_array(values: Sequence[Cell], field: "pa.Field", of_row: "pa.Array") -> "pa.Array":
    """Return a column that has each record's value on all its rows."""
    import pyarrow as pa

    whole = cell_array(values, getattr(field.type, "value_type", field.type))
    return (whole.dictionary_encode() if pa.types.is_dictionary(field.type) else whole).take(of_row)
