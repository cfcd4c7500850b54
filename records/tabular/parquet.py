"""Records as Parquet: a row for each ply, or one for each game, column by column.

The cells of a game are repeated on the rows of its plies, and cost next to nothing there: these
columns are dictionaries.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from typing import IO, TYPE_CHECKING, ClassVar, overload

from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions
from records.format import BinaryFormat, Reduced
from records.model import Record, without_games
from records.tabular.arrow import MoveTexts, beside_arrays, cell_array, number_array, repeated_array
from records.tabular.game import differing
from records.tabular.header import BAD_TABLE, column_names, header_notes, lacking
from records.tabular.rows import Chunk, read_table
from records.tabular.schema import (
    GAMES,
    HALVES,
    OF_GAME,
    PLIES,
    Cell,
    Details,
    RecordColumn,
    check_moves,
    game_cells,
    is_table,
    packed_details,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

ROW_GROUP = 1 << 18
"""Rows to a row group, at least, but for the last."""

READ = 1 << 16
"""Rows read at a time."""


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


class TableFragment(bytes):
    """Rows as a stream of Arrow's, and in the process that has made them as they were.

    Attributes:
        rows: the rows.
    """

    rows: "pa.RecordBatch"

    def __reduce__(self) -> tuple[type[bytes], tuple[bytes]]:
        """Return the parts of the stream alone."""
        return bytes, (bytes(self),)


def _streamed(columns: Sequence["pa.Array"], types: "pa.Schema") -> TableFragment:
    import pyarrow as pa

    out = BytesIO()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    rows = pa.record_batch(columns, schema=types)
    with pa.ipc.new_stream(out, types, options=options) as stream:
        stream.write_batch(rows)
    found = TableFragment(out.getbuffer())
    found.rows = rows
    return found


class ParquetWriter:
    """Puts fragments together into row groups, and numbers the records."""

    def __init__(self, out: IO[bytes], columns: Sequence[RecordColumn]) -> None:
        self._out, self._columns = out, columns
        self._writer: parquet.ParquetWriter | None = None
        self._waiting: list[pa.Table] = []
        self._rows = self._count = 0

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment; an empty one adds nothing."""
        import numpy as np
        import pyarrow as pa

        if not fragment:
            return
        if isinstance(fragment, TableFragment):
            table = pa.Table.from_batches([fragment.rows])
        else:
            table = pa.ipc.open_stream(fragment).read_all()
        (rows,) = table["record"].chunks
        numbers = np.frombuffer(rows.buffers()[1], np.int64, len(rows)) + self._count
        self._count = int(numbers[-1])
        self._waiting.append(table.set_column(0, "record", number_array(numbers, rows.type)))
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


class ParquetFormat(BinaryFormat):
    """Columns of cells, read from a table of either kind."""

    columns: ClassVar[Sequence[RecordColumn]]

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a Parquet file, whose rows are plies or games.

        The columns may stand in any order; unknown ones are noted.
        """
        from pyarrow import parquet

        try:
            opened = parquet.ParquetFile(file)
            names = opened.schema_arrow.names
        except Exception as error:
            yield without_games(path, _damaged(error))
            return
        if not is_table(column_names(names)):
            yield lacking(names, path)
            return
        yield from read_table(_chunks(opened), path, assumptions)

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the rows of some records as a stream of Arrow's; none for no records."""
        checked = [self.reduce(record).record for record in records]
        return _streamed(self.arrays(checked), schema(self.columns)) if checked else b""

    def writer(self, out: IO[bytes]) -> ParquetWriter:
        """Return what puts fragments together into row groups."""
        return ParquetWriter(out, self.columns)

    def reduce(self, record: Record) -> Reduced:
        """Return the record: only half a character in a move does not fit."""
        check_moves(record, HALVES, "parquet")
        return Reduced(record)

    def arrays(self, records: Sequence[Record]) -> list["pa.Array"]:
        """Return the columns of some records, at least one."""
        import numpy as np

        cells = zip(*(game_cells(record, HALVES) for record in records), strict=True)
        lengths = np.fromiter((len(one.moves) for one in records), np.int64, len(records))
        texts = list(chain.from_iterable(one.moves for one in records))
        moves = MoveTexts(texts, None, lengths)
        return self.table(moves, [one.details for one in records], [*cells])

    @abstractmethod
    def table(
        self,
        moves: MoveTexts,
        details: Sequence[Details],
        cells: Sequence[Sequence[Cell]],
    ) -> list["pa.Array"]:
        """Return the columns of some games.

        Args:
            moves: their moves.
            details: what stands beside them; nothing where no game has anything.
            cells: the cells of each of `OF_GAME`.
        """


class PlyParquet(ParquetFormat):
    """A row for each ply, and one for a game without plies."""

    columns = PLIES

    def table(
        self,
        moves: MoveTexts,
        details: Sequence[Details],
        cells: Sequence[Sequence[Cell]],
    ) -> list["pa.Array"]:
        """Return the columns; the cells of a game are repeated by index."""
        import numpy as np
        import pyarrow as pa

        record, number, move, *others = schema(self.columns)
        beside, of_game = others[: -len(OF_GAME)], others[-len(OF_GAME) :]
        sizes = np.maximum(moves.lengths, 1).astype(np.int64)
        firsts = sizes.cumsum() - sizes
        games = np.arange(len(sizes)).repeat(sizes)
        plies = np.arange(1, len(games) + 1) - firsts[games]
        plies[firsts[moves.lengths == 0]] = 0
        texts = moves.column(move.type)
        if not plies.all():
            played = np.packbits(plies > 0, bitorder="little")
            places = pa.py_buffer(np.cumsum(plies > 0) - 1)
            rows = [pa.py_buffer(played), places]
            texts = texts.take(pa.Array.from_buffers(pa.int64(), len(plies), rows))
        of_row = number_array(games, pa.int64())
        return [
            number_array(games + 1, record.type),
            number_array(plies.astype(np.int32), number.type),
            texts,
            *beside_arrays(details, firsts.tolist(), len(games), beside),
            *(repeated_array(*one, of_row) for one in zip(cells, of_game, strict=True)),
        ]


class GameParquet(ParquetFormat):
    """A row for each game."""

    columns = GAMES

    def table(
        self,
        moves: MoveTexts,
        details: Sequence[Details],
        cells: Sequence[Sequence[Cell]],
    ) -> list["pa.Array"]:
        """Return the columns."""
        import numpy as np
        import pyarrow as pa

        sizes = moves.lengths.tolist()
        count = len(sizes)
        types = [field.type for field in schema(self.columns)]
        packed = list(map(packed_details, details)) or [None] * count
        number, plies, *others = map(
            cell_array, [range(1, count + 1), sizes, packed, *cells], types[:2] + types[3:]
        )
        ends = pa.py_buffer(np.cumsum([0, *sizes], dtype=np.int32))
        texts = moves.column(types[2].value_type)
        listed = pa.Array.from_buffers(types[2], count, [None, ends], children=[texts])
        return [number, plies, listed, *others]


def _chunks(opened: "parquet.ParquetFile") -> Iterator[Chunk]:
    """Yield the rows; in the place of those that cannot be read, why not."""
    every = opened.schema_arrow.names
    columns_of = {name: every[at] for at, name in reversed([*enumerate(column_names(every))])}
    places = {name: columns_of[name] for name in columns_of if name in _KNOWN}
    nothing = dict.fromkeys(places, ())
    findings = {0: header_notes(every)}
    compared = () if "moves" in places else _FEW & places.keys()
    for group in range(opened.num_row_groups):
        try:
            for batch in opened.iter_batches(READ, row_groups=[group], columns=[*places.values()]):
                columns = {name: _column(batch, name, there) for name, there in places.items()}
                changes = {name: _differing(columns[name]) for name in compared}
                yield Chunk(columns, batch.num_rows, findings=findings, changes=changes)
                findings = {}
        except Exception as error:
            yield Chunk(nothing, 0, findings={0: [_damaged(error)]})


def _column(batch: "pa.RecordBatch", name: str, there: str) -> Sequence[object]:
    """Return a column as a list, or, where few of its cells are wanted, as it is."""
    column = batch.column(batch.schema.names.index(there))
    if name in _FEW:
        return _Lazy(column)
    values: list[object]
    try:
        values = column.to_pylist()
    except UnicodeDecodeError:
        import pyarrow as pa

        cells = column.cast(pa.binary()).to_pylist()
        values = [cell if cell is None else cell.decode(errors="replace") for cell in cells]
    return values


def _differing(cells: Sequence[object]) -> Sequence[int]:
    return cells.differing() if isinstance(cells, _Lazy) else differing(cells)


_KNOWN = {column.name for column in (*PLIES, *GAMES)}
_FEW = {column.name for column in OF_GAME}


class _Lazy(Sequence[object]):
    """A column of Arrow's, whose cells become Python's when they are asked for."""

    def __init__(self, column: "pa.Array") -> None:
        self._column = column

    @overload
    def __getitem__(self, row: int) -> object: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[object]: ...
    def __getitem__(self, row: int | slice) -> object:
        found = self._column[row]
        return found.to_pylist() if isinstance(row, slice) else found.as_py()

    def __len__(self) -> int:
        return len(self._column)

    def differing(self) -> Sequence[int]:
        """Return the rows whose cell differs from the one above it."""
        import pyarrow as pa

        codes = self._column
        if pa.types.is_nested(codes.type):
            return differing(codes.to_pylist())
        if not pa.types.is_dictionary(codes.type):
            codes = codes.dictionary_encode()
        numbers = codes.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        return [int(row) + 1 for row in (numbers[1:] != numbers[:-1]).nonzero()[0]]


def _damaged(error: Exception) -> Finding:
    message = f"not a Parquet file, or damaged: {type(error).__name__}: {error}"
    return violation(BAD_TABLE, message).at(line=1)
