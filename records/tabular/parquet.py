"""Records as Parquet: a row for each ply, or one for each game, column by column."""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import repeat
from typing import IO, TYPE_CHECKING, Any

from analysis.version import __version__
from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions
from records.format import FileWriter
from records.model import Record, without_games
from records.tabular.rows import Row, columns_of, read_table
from records.tabular.schema import (
    BAD_TABLE,
    HALVES,
    KINDS,
    TableFormat,
    column_names,
    header_notes,
    is_table,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

SCHEMA = "1"
"""The version of the columns in the metadata."""

ROW_GROUP = 1 << 18
"""Least number of rows in a row group, except the last."""

READ = 1 << 16
"""Rows read at a time."""


class ParquetWriter(FileWriter):
    """Joins fragments to row groups, and numbers the games."""

    def __init__(self, out: IO[bytes], schema: "pa.Schema") -> None:
        super().__init__(out)
        self._schema = schema
        self._writer: parquet.ParquetWriter | None = None
        self._waiting: list[pa.Table] = []
        self._rows = self._count = 0

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment."""
        import pyarrow as pa
        from pyarrow import compute

        if not fragment:
            return
        table = pa.ipc.open_stream(fragment).read_all()
        numbers = compute.add(table["game_id"], pa.scalar(self._count, pa.int32()))
        self._count = numbers[-1].as_py()
        self._waiting.append(table.set_column(0, self._schema.field(0), numbers))
        self._rows += table.num_rows
        if self._rows >= ROW_GROUP:
            self._flush()

    def close(self) -> None:
        """Write the last row group and the footer."""
        self._flush().close()

    def _flush(self) -> "parquet.ParquetWriter":
        """Write the pending rows; return the Parquet writer, which is opened on first use."""
        import pyarrow as pa
        from pyarrow import parquet

        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._out, self._schema, compression="zstd")
        if self._waiting:
            table = pa.concat_tables(self._waiting).unify_dictionaries()
            self._writer.write_table(table, row_group_size=self._rows)
        self._waiting, self._rows = [], 0
        return self._writer


class ParquetFormat(TableFormat):
    """Tables as Parquet."""

    binary = True

    def __init__(self, name: str, suffixes: tuple[str, ...]) -> None:
        super().__init__(name, suffixes, HALVES)

    def schema(self) -> "pa.Schema":
        """Return the types of the columns, with the versions of schema and program."""
        import pyarrow as pa

        kinds = {
            "integer": pa.int32(),
            "text": pa.string(),
            "json": pa.string(),
            "word": pa.dictionary(pa.int32(), pa.string()),
            "tags": pa.map_(pa.string(), pa.string()),
            "texts": pa.list_(pa.string()),
        }
        versions = {"ludograph.schema": SCHEMA, "ludograph.version": __version__}
        return pa.schema([(one.name, kinds[one.kind]) for one in self.columns], versions)

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a Parquet file, whose rows are plies or games.

        The columns may be in any order; unknown ones are noted.
        """
        from pyarrow import parquet

        try:
            opened = parquet.ParquetFile(file)
            header = opened.schema_arrow.names
        except Exception as error:
            yield without_games(path, _damaged(error))
            return
        names = column_names(header)
        known = {name: written for name, written in zip(names[::-1], header[::-1], strict=True)
                 if name in KINDS}  # fmt: skip
        names = [*known] if is_table(known) else header
        rows = _rows(opened, known)
        yield from read_table(names, rows, path, assumptions, header_notes(header))

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the rows of some records as an Arrow stream; empty for no records."""
        import pyarrow as pa

        schema, out = self.schema(), BytesIO()
        columns: dict[str, list[Any]] = {name: [] for name in schema.names}
        for number, record in enumerate(records, start=1):
            found = columns_of(self.reduce(record).record, self.columns, self.odd)
            numbers = [number] * len(found[0])
            for column, cells in zip(columns.values(), [numbers, *found], strict=True):
                column += cells
        if not columns["game_id"]:
            return b""
        columns["tags"] = [one and [*one.items()] for one in columns["tags"]]
        with pa.ipc.new_stream(out, schema) as stream:
            stream.write_table(pa.Table.from_pydict(columns, schema))
        return out.getvalue()

    def writer(self, out: IO[bytes]) -> ParquetWriter:
        """Return the writer of a file."""
        return ParquetWriter(out, self.schema())


def _rows(opened: "parquet.ParquetFile", columns: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows; for rows that cannot be read, the reason.

    Args:
        opened: the file.
        columns: the names of the columns to read, with those that they have in the file.
    """
    for group in range(opened.num_row_groups):
        try:
            for batch in opened.iter_batches(READ, row_groups=[group], columns=[*columns.values()]):
                # Of several columns with one name the first is read.
                found = dict(zip(batch.schema.names[::-1], batch.columns[::-1], strict=True))
                yield from zip(repeat(None), *(_cells(found[one]) for one in columns.values()))
        except Exception as error:
            yield _damaged(error)


def _cells(column: "pa.Array") -> list[Any]:
    from pyarrow import types

    # The values of a dictionary would be looked up one by one.
    plain = column.dictionary_decode() if types.is_dictionary(column.type) else column
    cells: list[Any] = plain.to_pylist()
    return cells


def _damaged(error: Exception) -> Finding:
    message = f"not a Parquet file, or damaged: {type(error).__name__}: {error}"
    return violation(BAD_TABLE, message).at(line=1)
