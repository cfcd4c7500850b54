"""Tables as CSV files, written as their rows come: for spreadsheets, beside Parquet for programs.

A list is written with blanks between its items, and the tags of a game as a JSON object. Text
stands there as the records have it: who opens a file in a spreadsheet should import it as text.
"""

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import pyarrow as pa


class Sheet:
    """A CSV file that is being written.

    Args:
        path: the file.
        columns: the heads of its columns.
    """

    def __init__(self, path: Path, columns: Iterable[str]) -> None:
        # Lone surrogates can come out of JSON; UTF-8 has no way of writing them.
        self._file = path.open("w", encoding="utf-8", errors="replace", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(columns)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def row(self, *values: Any) -> None:
        """Write a row; None is an empty cell."""
        self._writer.writerow(values)

    def batch(self, batch: "pa.RecordBatch") -> None:
        """Write the rows of an Arrow batch, which has the columns of the file."""
        columns = [_plain(column) for column in batch.columns]
        self._writer.writerows(zip(*columns, strict=True))


def _plain(column: "pa.Array") -> list[Any]:
    """Return the values of a column as cells."""
    import pyarrow as pa

    values: list[Any] = column.to_pylist()
    if pa.types.is_map(column.type):
        return [json.dumps(dict(pairs or ()), ensure_ascii=False) for pairs in values]
    if pa.types.is_list(column.type):
        return [None if items is None else " ".join(map(str, items)) for items in values]
    return values
