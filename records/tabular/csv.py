"""Records as CSV: a row for each ply, or one for each game.

The first line names the columns. Lines end with a line feed; cells that contain commas, quotes or
line feeds are in double quotes (RFC 4180); an empty cell means no value.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from io import StringIO
from itertools import chain
from typing import IO, Any

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from notation.printing import json_line
from records.assumptions import Assumptions
from records.format import CannotWrite, FileWriter
from records.model import EMPTY_FILE, Record, without_games
from records.sources.decode import lines_of
from records.tabular.rows import (
    COLUMNS,
    CSV_ODD,
    Row,
    TableFormat,
    column_names,
    header_notes,
    is_table,
    read_table,
    rows_of,
)

SEPARATORS = ",;\t|"
"""Separators of cells; spreadsheets write `;` in countries with decimal commas."""

SEPARATOR_LINE = lazy_pattern(r"sep=(.)[ \t]*\r?(?:\n|\Z)")
"""The line above a table that tells Excel the separator."""

LINE_LIMIT = 1 << 24
"""Maximum length of a line and of a cell that is read, in characters."""

_FORMULA = r"[=@\t\r\uff1d\uff0b\uff0d\uff20]|[+-](?![\d.,]*\Z)"
"""Beginnings of texts that a spreadsheet takes for formulas; signed numbers are excluded."""

_IS_FORMULA = lazy_pattern(_FORMULA)
_SAFE_ODD = lazy_pattern(rf"{CSV_ODD.pattern}|\A(?:{_FORMULA})")

_NUMBER, _GAME = "\0", "\1"
"""Placeholders in a fragment: for the number of the game on each row, which only the writer knows,
and for the beginning of each game. No cell has these characters."""


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would compute a text."""
    return _IS_FORMULA.match(text) is not None


def separator_of(line: str) -> str:
    """Return the separator in a header of records; empty for any other line."""
    parted = {one: [name.strip('" ') for name in line.split(one)] for one in SEPARATORS}
    return next((one for one, names in parted.items() if is_table(column_names(names))), "")


def names_columns(line: str) -> bool:
    """Whether a line has the names of two columns of records."""
    names = [name.strip('" ') for name in re.split("[,;\t|]", line)]
    return sum(name in COLUMNS for name in column_names(names)) > 1


class CsvWriter(FileWriter):
    """Writes fragments below one header, and numbers the games."""

    _count = 0

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment."""
        numbered = []
        for rows in fragment.split(_GAME.encode())[1:]:
            self._count += 1
            numbered.append(rows.replace(_NUMBER.encode(), b"%d" % self._count))
        super().append(b"".join(numbered))


class CsvFormat(TableFormat):
    """Tables as CSV."""

    odd = CSV_ODD

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a CSV text, whose rows are plies or games.

        The columns may be in any order, and only some of them are needed; unknown ones are noted. A
        repeated header begins another table.
        """
        lines = (f"{line}\n" for line in lines_of(blocks, LINE_LIMIT))
        top, before = next(lines, "").removeprefix("\N{BYTE ORDER MARK}"), 0
        if SEPARATOR_LINE.match(top):
            top, before = next(lines, ""), 1
        separator = separator_of(top) or ","
        csv.field_size_limit(LINE_LIMIT)
        reader = csv.reader(chain([top], lines), strict=True, delimiter=separator)
        try:
            header = next(filter(None, reader), None)
        except csv.Error as error:
            yield without_games(path, _not_csv(error, before + 1))
            return
        if header is None:
            yield without_games(path, EMPTY_FILE)
            return
        rows, notes = _rows(reader, before, header), header_notes(header)
        if separator != ",":
            message = f"cells are separated by {separator!r}, not by a comma"
            notes.append(note("cell-separator", message).at(line=1))
        yield from read_table(column_names(header), rows, path, assumptions, notes)

    def write(self, record: Record) -> str:
        """Return a complete CSV text with one record."""
        return self._header() + self._fragment(record).replace(_GAME, "").replace(_NUMBER, "1")

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the rows of some records as a fragment."""
        return self.encoded("".join(map(self._fragment, records)))

    def writer(self, out: IO[bytes]) -> CsvWriter:
        """Return the writer of a file."""
        return CsvWriter(out, self._header().encode())

    def reduce(self, record: Record) -> tuple[Record, Sequence[str]]:
        """Return the record unchanged; with ``safe_csv``, refuse moves that look like formulas."""
        if self.odd is _SAFE_ODD and any(map(is_formula, record.moves)):
            raise CannotWrite("a move begins like a formula, which --safe-csv does not write")
        return super().reduce(record)

    def safe_csv(self) -> "CsvFormat":
        """Return the format with texts like formulas moved into JSON columns.

        Reading them gives the original texts.
        """
        safe = copy(self)
        safe.odd = _SAFE_ODD
        return safe

    def formulas(self, record: Record) -> int:
        """Return the number of cells of a record that a spreadsheet would compute."""
        beside = (text for detail in record.details.values() for text in detail.values())
        texts = (record.variant, record.start, record.comment, record.source.path, *beside)
        found = sum(isinstance(text, str) and is_formula(text) for text in texts)
        return found + sum(map(is_formula, record.moves))

    def _header(self) -> str:
        return ",".join(column.name for column in self.columns) + "\n"

    def _fragment(self, record: Record) -> str:
        """Return the rows of a record, with a placeholder for its number in the file."""
        rows = [*rows_of(self.reduce(record)[0], _NUMBER, self.columns, self.odd)]
        first = (json_line(one) if isinstance(one, dict | list) else one for one in rows[0])
        rows[0] = (*first,)
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return _GAME + text.getvalue()


def _rows(reader: Any, before: int, header: list[str]) -> Iterator[Row]:
    """Yield the rows below a header; of columns with the same name, the first is read.

    Args:
        reader: the `csv` reader.
        before: number of lines before those of the reader.
        header: the names of the columns, as written.
    """
    names = column_names(header)
    columns = [(name, names.index(name)) for name in dict.fromkeys(names) if name in COLUMNS]
    while True:
        line = reader.line_num + before + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield _not_csv(error, line)
            continue
        if cells is None:
            return
        if cells == header:
            yield None
        elif len(cells) == len(header):
            yield line, {name: cell for name, at in columns if (cell := cells[at])}
        elif cells:
            yield odd_row(len(cells), len(header), line)


def odd_row(count: int, columns: int, line: int) -> Finding:
    """Return the finding on a row whose number of cells differs from the header."""
    message = f"{plural(count, 'cell')}, but the header has {columns}: the row is left out"
    return violation("bad-row", message).at(line=line)


def _not_csv(error: csv.Error, line: int) -> Finding:
    return violation("bad-table", f"not CSV: {error}").at(line=line)
