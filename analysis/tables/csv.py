"""Tables as CSV files for spreadsheets, written row by row.

The items of a list are separated by blanks; the tags of a game are a JSON object.

A spreadsheet takes a text for a formula if it begins with ``=``, ``+``, ``-``, ``@``, the wide form
of one of these, a tab or a carriage return. OWASP describes attacks by such cells as CSV injection.
An apostrophe before the text prevents this, but other programs would read it as part of the text.
Such cells are therefore counted, and changed on request only.
"""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from analysis.tables.arrow import coded_texts
from notation.printing import json_line, visible
from records.tabular.csv import is_formula

if TYPE_CHECKING:
    import pyarrow as pa


class CellWriter:
    """Converts values to the contents of cells of a CSV table.

    Args:
        safe: whether to put an apostrophe before texts that a spreadsheet takes for formulas.

    Attributes:
        formulas: number of such texts so far.
    """

    def __init__(self, safe: bool = False) -> None:
        self._safe = safe
        self.formulas = 0

    def __call__(self, value: object) -> object:
        """Return the content of a cell: a text as one line, with hidden characters escaped."""
        if not isinstance(value, str):
            return value
        if is_formula(value):
            self.formulas += 1
            value = f"'{value}" if self._safe else value
        return visible(value)

    def column(self, values: Sequence[object], counts: Sequence[int]) -> list[object]:
        """Return the content of a cell for each value, and count formulas.

        Args:
            values: distinct values.
            counts: the number of cells that contain each value.
        """
        cells = []
        for value, count in zip(values, counts, strict=True):
            before = self.formulas
            cells.append(self(value))
            self.formulas = before + count * (self.formulas - before)
        return cells

    def remark(self) -> str:
        """Return a sentence on the formulas that were written; empty if there were none."""
        return formula_remark(self.formulas, "cell", self._safe)


def formula_remark(count: int, word: str, safe: bool) -> str:
    """Return a sentence on cells that spreadsheets take for formulas; empty if there are none.

    Args:
        count: number of these cells.
        word: the word for a cell in the sentence.
        safe: whether the cells were changed to text.
    """
    if not count:
        return ""
    what = f"{count:,} {word}{'' if count == 1 else 's'} with text that a spreadsheet computes"
    return f"{what}: {'made harmless' if safe else '--safe-csv makes it harmless'}"


class CsvTable:
    """A CSV file open for writing.

    Args:
        path: the file.
        columns: the headings of its columns.
        cell: converts values to the contents of cells.
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
        """Write the rows of an Arrow batch, which has the columns of the file."""
        columns = [self._cells(column) for column in batch.columns]
        self._writer.writerows(zip(*columns, strict=True))

    def _cells(self, column: "pa.Array") -> list[object]:
        """Return the contents of the cells of a column; each distinct value is converted once."""
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
