"""Tables as CSV files for spreadsheets, written row by row.

The items of a list are separated by blanks; the tags of a game are a JSON object.
"""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from analysis.tables.spreadsheets import CellWriter
from notation.printing import json_line

if TYPE_CHECKING:
    import pyarrow as pa


class CsvTable:
    """A CSV file open for writing.

    Args:
        path: the file.
        columns: the heads of its columns.
        cell: makes texts fit for cells.
    """

    def __init__(self, path: Path, columns: Iterable[str], cell: CellWriter) -> None:
        self._cell = cell
        # JSON may have lone surrogates, which UTF-8 cannot encode.
        self._file = path.open("w", encoding="utf-8", errors="replace", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(columns)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def row(self, *values: object) -> None:
        """Write a row; None is an empty cell."""
        self._writer.writerow(map(self._cell, values))

    def batch(self, batch: "pa.RecordBatch") -> None:
        """Write the rows of an Arrow batch with the columns of the file."""
        columns = [self._cells(column) for column in batch.columns]
        self._writer.writerows(zip(*columns, strict=True))

    def _cells(self, column: "pa.Array") -> list[object]:
        """Return the values of a column as the contents of cells."""
        import pyarrow as pa

        values = _values(column)
        kind = column.type
        if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
            return values
        return list(map(self._cell, values))


def _values(column: "pa.Array") -> list[object]:
    """Return the values of a column, lists and maps as texts."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_map(column.type):
        return [json_line(dict(pairs or ())) for pairs in column.to_pylist()]
    if pa.types.is_list(column.type):
        lists = column.to_pylist()
        return [None if items is None else " ".join(map(str, items)) for items in lists]
    values: list[object] = column.to_pylist()
    return values
