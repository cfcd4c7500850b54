"""Tables as CSV files for spreadsheets, written row by row.

The items of a list are separated by blanks; the tags of a game are a JSON object.
"""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from analysis.tables.arrow import coded_texts
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
        """Return the values of a column as the contents of cells, each different one made once."""
        import numpy as np
        import pyarrow as pa

        kind = column.type
        if column.null_count == len(column):
            return [None] * len(column)
        if pa.types.is_map(kind):
            return [self._cell(json_line(dict(pairs or ()))) for pairs in column.to_pylist()]
        if pa.types.is_list(kind):
            texts = (None if one is None else " ".join(map(str, one)) for one in column.to_pylist())
            return list(map(self._cell, texts))
        if not (pa.types.is_dictionary(kind) or pa.types.is_string(kind)):
            values: list[object] = column.to_pylist()
            return values
        codes, words = coded_texts(column)
        counts = np.bincount(codes + 1, minlength=len(words) + 1).tolist()
        cells = self._cell.column(words, counts[1:])
        cells.append(None)  # for the code -1
        return list(map(cells.__getitem__, codes.tolist()))
