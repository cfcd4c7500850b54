"""Records as Parquet: a row for each ply, or one for each game, column by column.

What is said of a game is repeated on the rows of its plies, and costs next to nothing there: these
columns are dictionaries.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions
from records.losses import CannotWrite
from records.model import Record, Source
from records.sniffing import is_table
from records.tabular.rows import BAD_TABLE, Chunk, lacking, read_table
from records.tabular.schema import (
    GAMES,
    HALVES,
    OF_GAME,
    PLIES,
    Cell,
    RecordColumn,
    check_moves,
    fitter,
    game_cells,
    packed,
    ply_cells,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

ROW_GROUP = 1 << 18
"""Rows to a row group, at least, but for the last."""

READ = 1 << 16
"""Rows read at a time."""

reduce = fitter(HALVES, "parquet")
"""Fits a record: only a move with half a character in it cannot be held."""


def write(record: Record) -> str:
    """Refuse to write text.

    Raises:
        CannotWrite: always.
    """
    raise CannotWrite("parquet is no text: records.save writes whole files")


def schema(columns: Sequence[RecordColumn]) -> "pa.Schema":
    """Return the types of columns."""
    import pyarrow as pa

    of_game = {column.name for column in OF_GAME}
    texts = {"text": pa.string(), "json": pa.string(), "texts": pa.list_(pa.string())}
    repeated = "ply" in {column.name for column in columns}

    def kind(column: RecordColumn) -> "pa.DataType":
        if column.kind == "integer":
            return pa.int64() if column.name == "record" else pa.int32()
        if repeated and column.name in of_game:
            return pa.dictionary(pa.int32(), texts[column.kind])
        return texts[column.kind]

    return pa.schema([(column.name, kind(column)) for column in columns])


def pack_plies(records: Iterable[Record]) -> bytes:
    """Return the rows of some records, one for each ply, as a stream of Arrow's."""
    import pyarrow as pa

    records = list(records)
    for record in records:
        check_moves(record, HALVES, "parquet")
    # A game without moves has a row all the same, for what is said of it.
    sizes = [len(record.moves) or 1 for record in records]
    of_row = pa.array([index for index, size in enumerate(sizes) for _ in range(size)], pa.int32())
    plies = [ply for record in records for ply in range(1, len(record.moves) + 1) or (0,)]
    moves = [move for record in records for move in record.moves or (None,)]
    columns = [_numbers(of_row), pa.array(plies, pa.int32()), pa.array(moves, pa.string())]
    types = schema(PLIES)
    for cells, field in zip(_details(records, sizes), list(types)[3:], strict=False):
        columns.append(pa.array(cells, field.type))
    of_game = zip(*(game_cells(record, HALVES) for record in records), strict=True)
    for values, field in zip(of_game, list(types)[len(columns) :], strict=bool(records)):
        columns.append(_repeated(values, field.type, of_row))
    return _streamed(columns, types) if records else b""


def pack_games(records: Iterable[Record]) -> bytes:
    """Return the rows of some records, one for each, as a stream of Arrow's."""
    import pyarrow as pa

    rows = []
    for number, record in enumerate(records, start=1):
        check_moves(record, HALVES, "parquet")
        details = {str(index + 1): detail for index, detail in record.details.items() if detail}
        told = packed(details) if details else None
        moves = list(record.moves)
        rows.append((number, len(moves), moves, told, *game_cells(record, HALVES)))
    types = schema(GAMES)
    columns = zip(*rows, strict=True)
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, types, strict=False)]
    return _streamed(arrays, types) if rows else b""


def _details(records: Sequence[Record], sizes: Sequence[int]) -> Iterator[list[Cell]]:
    """Yield the cells for what stands beside moves, of which there are few."""
    columns: list[list[Cell]] = [[None] * sum(sizes) for _ in range(4)]
    first = 0
    for record, size in zip(records, sizes, strict=True):
        for index, detail in record.details.items():
            for column, cell in zip(columns, ply_cells(detail, HALVES), strict=True):
                column[first + index] = cell
        first += size
    yield from columns


def _numbers(of_row: "pa.Array") -> "pa.Array":
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.add(of_row.cast(pa.int64()), 1)


def _repeated(values: Sequence[Cell], kind: "pa.DataType", of_row: "pa.Array") -> "pa.Array":
    """Return a column that has each record's value on all its rows."""
    import pyarrow as pa

    whole = pa.array(values, getattr(kind, "value_type", kind))
    return (whole.dictionary_encode() if pa.types.is_dictionary(kind) else whole).take(of_row)


def _streamed(columns: Sequence["pa.Array"], types: "pa.Schema") -> bytes:
    import pyarrow as pa

    out = BytesIO()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(out, types, options=options) as stream:
        stream.write_batch(pa.record_batch(columns, schema=types))
    return out.getvalue()


class ParquetWriter:
    """Puts fragments together into row groups, and numbers the records."""

    def __init__(self, out: IO[bytes], columns: Sequence[RecordColumn]) -> None:
        self._out, self._columns = out, columns
        self._writer: parquet.ParquetWriter | None = None
        self._waiting: list[pa.Table] = []
        self._rows = self._count = 0

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment; an empty one adds nothing."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if not fragment:
            return
        table = pa.ipc.open_stream(fragment).read_all()
        numbers = pc.add(table["record"], self._count)
        self._count = numbers[-1].as_py()
        self._waiting.append(table.set_column(0, "record", numbers))
        self._rows += table.num_rows
        if self._rows >= ROW_GROUP:
            self._flush()

    def close(self) -> None:
        """Write what is left, and the footer that names the row groups."""
        self._flush().close()

    def _flush(self) -> "parquet.ParquetWriter":
        """Write the rows that are waiting; return what writes them, which writes a head first."""
        import pyarrow as pa
        from pyarrow import parquet

        if self._writer is None:
            types = schema(self._columns)
            self._writer = parquet.ParquetWriter(self._out, types, compression="zstd")
        if self._waiting:
            table = pa.concat_tables(self._waiting).unify_dictionaries()
            self._writer.write_table(table, row_group_size=self._rows)
        self._waiting, self._rows = [], 0
        return self._writer


def ply_sink(out: IO[bytes]) -> ParquetWriter:
    """Open a file for rows of plies."""
    return ParquetWriter(out, PLIES)


def game_sink(out: IO[bytes]) -> ParquetWriter:
    """Open a file for rows of games."""
    return ParquetWriter(out, GAMES)


def read_parquet(file: IO[bytes], path: str, hints: Assumptions) -> Iterator[Record]:
    """Yield the records of a Parquet file, whose rows are plies or games.

    The columns may stand in any order; others are passed over.

    Args:
        file: the file, which can be sought in.
        path: what to call the source.
        hints: what is known of the games.
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        opened = parquet.ParquetFile(file)
    except (pa.ArrowException, OSError) as error:
        yield _broken(path, str(error))
        return
    names = opened.schema_arrow.names
    if not is_table(names):
        yield lacking(names, path)
        return
    yield from read_table(_chunks(opened), path, hints)


def _chunks(opened: Any) -> Iterator[Chunk]:
    """Yield the rows for as long as they can be read, and then why not."""
    import pyarrow as pa

    known = {column.name for column in (*PLIES, *GAMES)}
    names = [name for name in opened.schema_arrow.names if name in known]
    try:
        for batch in opened.iter_batches(READ, columns=names):
            columns = {name: _column(batch, name) for name in names}
            yield Chunk(columns, batch.num_rows)
    except (pa.ArrowException, OSError) as error:
        yield Chunk(dict.fromkeys(names, ()), 0, findings={0: [_finding(str(error))]})


def _column(batch: "pa.RecordBatch", name: str) -> Sequence[Any]:
    """Return a column as a list, or, where few of its cells are wanted, as it is."""
    column = batch.column(name)
    if name in _FEW:
        return _Lazy(column.__getitem__)
    values: list[Any] = column.to_pylist()
    return values


_FEW = {column.name for column in OF_GAME}


class _Lazy(Sequence[Any]):
    """A column of Arrow's, whose cells become Python's when they are asked for."""

    def __init__(self, cell: Callable[[int], Any]) -> None:
        self._cell = cell

    def __getitem__(self, row: Any) -> Any:
        return self._cell(row).as_py()

    def __len__(self) -> int:
        raise NotImplementedError


def _broken(path: str, message: str) -> Record:
    return Record(source=Source(path, 1, 0), findings=(_finding(message),))


def _finding(message: str) -> Finding:
    return violation(BAD_TABLE, f"no Parquet file, or a damaged one: {message}").at(line=1)
