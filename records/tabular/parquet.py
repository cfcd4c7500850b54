"""Records as Parquet, with a row for each ply or for each game."""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from analysis.version import __version__
from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions
from records.format import FileWriter
from records.model import Record, without_games
from records.tabular.rows import (
    COLUMNS,
    HALVES,
    Cells,
    Row,
    TableFormat,
    column_names,
    header_notes,
    read_table,
    rows_of,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

SCHEMA = "1"
"""The version of the columns in the metadata."""

ROW_GROUP = 1 << 18
"""Minimum number of rows in a row group, except the last one."""

READ = 1 << 14
"""Number of rows that are read at a time."""


class ParquetWriter(FileWriter):
    """Writes fragments in row groups, and numbers the games."""

    def __init__(self, out: IO[bytes], schema: "pa.Schema") -> None:
        super().__init__(out)
        self._schema = schema
        self._writer: parquet.ParquetWriter | None = None
        self._waiting: list[pa.Table] = []
        self._count = 0

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment."""
        import pyarrow as pa
        from pyarrow import compute

        if fragment:
            table = pa.ipc.open_stream(fragment).read_all()
            numbers = compute.add(table["game_id"], pa.scalar(self._count, pa.int32()))
            self._count = numbers[-1].as_py()
            self._waiting.append(table.set_column(0, self._schema.field(0), numbers))
            if sum(table.num_rows for table in self._waiting) >= ROW_GROUP:
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
            self._writer.write_table(table, row_group_size=table.num_rows)
        self._waiting = []
        return self._writer


class ParquetFormat(TableFormat):
    """Tables as Parquet."""

    binary = True

    odd = HALVES

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
        rows = _rows(opened, dict(zip(header, names, strict=True)))
        yield from read_table(names, rows, path, assumptions, header_notes(header))

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the rows of some records as an Arrow stream; empty for no records."""
        import pyarrow as pa

        schema, out = self.schema(), BytesIO()
        rows = [
            row
            for number, record in enumerate(records, start=1)
            for row in rows_of(self.reduce(record)[0], number, self.columns, self.odd)
        ]
        if not rows:
            return b""
        columns: dict[str, Any] = dict(zip(schema.names, zip(*rows, strict=True), strict=True))
        columns["tags"] = [one and [*one.items()] for one in columns["tags"]]
        with pa.ipc.new_stream(out, schema) as stream:
            stream.write_table(pa.Table.from_pydict(columns, schema))
        return out.getvalue()

    def writer(self, out: IO[bytes]) -> ParquetWriter:
        """Return the writer of a file."""
        return ParquetWriter(out, self.schema())


def _rows(opened: "parquet.ParquetFile", names: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows, and a finding for each group of rows that cannot be read.

    Args:
        names: the known names of the columns, by the names in the file.
    """
    from pyarrow import compute, types

    known = [written for written, name in names.items() if name in COLUMNS]
    for group in range(opened.num_row_groups):
        try:
            for batch in opened.iter_batches(READ, row_groups=[group], columns=known):
                rows: list[Cells] = [{} for _ in range(batch.num_rows)]
                # Of several columns with one name the first is read.
                for name in dict.fromkeys(batch.schema.names):
                    column = batch.column(batch.schema.names.index(name))
                    if types.is_dictionary(column.type):
                        column = column.dictionary_decode()
                    filled = compute.indices_nonzero(column.is_valid()).to_pylist()
                    for at, cell in zip(filled, column.drop_null().to_pylist(), strict=True):
                        rows[at][names[name]] = cell
                yield from ((None, cells) for cells in rows)
        except Exception as error:
            yield _damaged(error)


def _damaged(error: Exception) -> Finding:
    message = f"not a Parquet file, or damaged: {type(error).__name__}: {error}"
    return violation("bad-table", message).at(line=1)
