"""Records as CSV: a row for each ply, or one for each game.

The first line names the columns. Lines end with a line feed; cells with commas, quotes or line
feeds in them stand in double quotes (RFC 4180); an empty cell is no value.
"""

import csv
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice
from typing import IO, ClassVar

from notation import Finding
from notation.findings import violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.format import CannotWrite, Format, Reduced
from records.model import Record
from records.tabular.formulas import FORMULA, formulas_among, is_formula
from records.tabular.game import BAD_ROW, differing
from records.tabular.header import (
    BAD_TABLE,
    column_names,
    header_notes,
    lacking,
    separator_of,
)
from records.tabular.rows import Chunk, read_table
from records.tabular.schema import (
    CSV_ODD,
    GAMES,
    OF_GAME,
    PLIES,
    Cell,
    RecordColumn,
    check_moves,
    game_cells,
    game_row,
    is_table,
    packed,
    ply_cells,
)

CHUNK = 1 << 8
"""Rows read at a time: few enough to stay in the caches of a processor."""

CELL_LIMIT = 131_072
"""Characters that a cell may have: Python's own reader of CSV takes no more."""

LINE_LIMIT = 1 << 24
"""Characters that are read of a line; a row has fewer, for its cells have."""

_SAFE_ODD = lazy_pattern(rf"{CSV_ODD.pattern}|\A(?:{FORMULA})")

_SEPARATOR_LINE = lazy_pattern(r"sep=.\r?\n\Z")
"""The line above a table by which Excel knows what parts its cells."""

_SPECIAL = lazy_pattern('[",\n]')

# Fragments are made without knowing how many records stand before them: a null character stands
# for the record's number, and two part a record from the one before. No cell has one.
_NUMBER, _PART = "\0", "\0\0"


class CsvWriter:
    """Puts fragments together under one header, and numbers the records."""

    def __init__(self, out: IO[bytes], columns: Sequence[RecordColumn]) -> None:
        self._out, self._count = out, 0
        self._header = (",".join(column.name for column in columns) + "\n").encode()

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment."""
        numbered, self._header = [self._header], b""
        for rows in fragment.split(_PART.encode())[1:]:
            self._count += 1
            numbered.append(rows.replace(_NUMBER.encode(), b"%d" % self._count))
        self._out.write(b"".join(numbered))

    def close(self) -> None:
        """Write the header if there was no record to write it before."""
        self._out.write(self._header)
        self._header = b""


class CsvFormat(Format):
    """Rows of comma-separated cells, read from a table of either kind."""

    framed = True
    columns: ClassVar[Sequence[RecordColumn]]
    odd: re.Pattern[str] = CSV_ODD

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a CSV text, whose rows are plies or games.

        The columns may stand in any order, and only some of them are needed; unknown ones are
        noted. Where the header comes again, another table begins.
        """
        lines = _lines(blocks)
        top = next(lines, "")
        skipped = bool(_SEPARATOR_LINE.match(top))
        if skipped:
            top = next(lines, "")
        separator = separator_of(top)
        batches = _batches(chain([top], lines), separator, 1 + skipped)
        first = next(batches, _Batch([], []))
        header = first.rows[0] if first.rows else []
        if header and not is_table(column_names(header)):
            yield lacking(header, path)
            return
        chunks = _chunks(chain([first.below_header()], batches), header, separator)
        yield from read_table(chunks, path, assumptions)

    def write(self, record: Record) -> str:
        """Return a whole CSV text of one record."""
        out = BytesIO()
        self.writer(out).append(self.pack([record]))
        return out.getvalue().decode()

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the rows of some records as a fragment."""
        checked = (self.reduce(record).record for record in records)
        return self.encoded("".join(_PART + self.rows(record) for record in checked))

    def writer(self, out: IO[bytes]) -> CsvWriter:
        """Return what puts fragments below a header."""
        return CsvWriter(out, self.columns)

    def reduce(self, record: Record) -> Reduced:
        """Return the record: only a move may be of a kind that CSV cannot hold."""
        check_moves(record, self.odd, "csv")
        if self.odd is _SAFE_ODD and formulas_among(record.moves):
            raise CannotWrite("a move begins as a formula does, and --safe-csv has no cell for it")
        return Reduced(record)

    def safe_csv(self) -> "CsvFormat":
        """Return the format with texts like formulas in columns of JSON, which no formula begins.

        They are read back as they were.
        """
        safe = copy(self)
        safe.odd = _SAFE_ODD
        return safe

    def formulas(self, record: Record) -> int:
        """Return how many cells of a record a spreadsheet takes for formulas."""
        beside = (text for detail in record.details.values() for text in detail.values())
        texts = (record.variant, record.start, record.comment, record.source.path, *beside)
        found = sum(isinstance(text, str) and is_formula(text) for text in texts)
        return found + formulas_among(record.moves)

    @abstractmethod
    def rows(self, record: Record) -> str:
        """Return the rows of a record, each with `_NUMBER` in place of the record's number."""


class PlyCsv(CsvFormat):
    """A row for each ply, and one for a game without plies."""

    columns = PLIES

    def rows(self, record: Record) -> str:
        """Return the rows of a record."""
        return _NUMBER.join(["", *_ply_rows(record, self.odd)])


class GameCsv(CsvFormat):
    """A row for each game."""

    columns = GAMES

    def rows(self, record: Record) -> str:
        """Return the row of a record."""
        count, moves, *rest = game_row(record, self.odd)
        return f"{_NUMBER},{_joined((count, packed(moves), *rest))}\n"


def _ply_rows(record: Record, odd: re.Pattern[str]) -> Iterator[str]:
    """Yield the rows of a record from after their number on."""
    game = _joined(game_cells(record, odd))
    if not record.moves:
        yield f",0,,,,,,{game}\n"
    moves: Iterable[str] = record.moves
    if _SPECIAL.search("".join(record.moves)):
        moves = map(_quoted, record.moves)
    details = record.details
    for ply, move in enumerate(moves, start=1):
        if details and (detail := details.get(ply - 1)):
            yield f",{ply},{move},{_joined(ply_cells(detail, odd))},{game}\n"
        else:
            yield f",{ply},{move},,,,,{game}\n"


def _joined(cells: Iterable[Cell]) -> str:
    return ",".join(map(_quoted, cells))


def _quoted(cell: Cell) -> str:
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    if len(cell) > CELL_LIMIT:
        raise CannotWrite(f"csv cannot hold {len(cell):,} characters in a cell: {cell[:20]!r}...")
    doubled = cell.replace('"', '""')
    return f'"{doubled}"' if _SPECIAL.search(cell) else cell


@dataclass(slots=True)
class _Batch:
    """Rows as they stand in a CSV text, the line that each begins on, and why they end there."""

    rows: list[list[str]]
    lines: list[int]
    error: Finding | None = None

    def below_header(self) -> "_Batch":
        """Return the rest of a batch whose first row names the columns."""
        return _Batch(self.rows[1:], self.lines[1:], self.error)


def _batches(lines: Iterable[str], separator: str, begin: int) -> Iterator[_Batch]:
    """Yield the rows of a CSV text, empty lines left out; an error of CSV ends a batch."""
    reader, above = csv.reader(lines, strict=True, delimiter=separator), begin
    while True:
        batch, row = _Batch([], []), None
        try:
            for row in islice(reader, CHUNK):
                if row:
                    batch.rows.append(row)
                    batch.lines.append(begin)
                begin = reader.line_num + above
        except csv.Error as error:
            batch.error = violation(BAD_TABLE, f"not CSV: {error}").at(line=begin)
            begin = reader.line_num + above
        if row is None and not batch.error:
            return
        yield batch


def _chunks(batches: Iterable[_Batch], header: list[str], separator: str) -> Iterator[Chunk]:
    """Yield the rows below a header in chunks.

    Where the header comes again, record numbers begin anew: keys are pairs of table and number.
    """
    names = column_names(header)
    table, number = 0, names.index("record") if "record" in names else None
    compared = () if "moves" in names else [column.name for column in OF_GAME]
    notes = header_notes(header, separator)
    for batch in batches:
        findings: dict[int, list[Finding]] = {}
        if table or header in batch.rows or {*map(len, batch.rows)} != {len(header)}:
            batch, table, findings = _sifted(batch, header, number, table)
        if notes:
            findings.setdefault(0, [])[:0] = notes
            notes = []
        if batch.error:
            findings.setdefault(len(batch.rows), []).append(batch.error)
        cells = zip(*batch.rows, strict=True) if batch.rows else iter([()] * len(header))
        columns: dict[str, Sequence[object]] = {}
        for name, column in zip(names, cells, strict=True):
            columns.setdefault(name, column)
        changes = {name: differing(columns[name]) for name in compared if name in columns}
        yield Chunk(columns, len(batch.rows), batch.lines, findings, changes)


def _sifted(
    batch: _Batch, header: list[str], number: int | None, table: int
) -> tuple[_Batch, int, dict[int, list[Finding]]]:
    """Leave out headers and ragged rows; return how many headers there were, and what was wrong."""
    kept = _Batch([], [], batch.error)
    findings: dict[int, list[Finding]] = {}
    for row, line in zip(batch.rows, batch.lines, strict=True):
        if row == header:
            table += 1
        elif len(row) != len(header):
            cells = plural(len(row), "cell")
            message = f"{cells}, but the header has {len(header)}: the row is left out"
            found = violation(BAD_ROW, message).at(line=line)
            findings.setdefault(len(kept.rows), []).append(found)
        else:
            if table and number is not None:
                row[number] += f" of table {table + 1}"
            kept.rows.append(row)
            kept.lines.append(line)
    return kept, table, findings


def _lines(blocks: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text with their ends, the first without a byte order mark."""
    open_line: list[str] = []
    length, first = 0, True
    for block in blocks:
        text = block.removeprefix("\N{BYTE ORDER MARK}") if first else block
        first = False
        head, *lines = text.split("\n")
        # More than fits into a row is an error of its cells, be the line cut or not.
        open_line.append(head[: max(LINE_LIMIT - length, 0)])
        length += len(head)
        if lines:
            *whole, last = lines
            yield "".join(open_line) + "\n"
            yield from [line + "\n" for line in whole]
            open_line, length = [last], len(last)
    if length:
        yield "".join(open_line)
