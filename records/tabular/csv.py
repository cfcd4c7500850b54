"""Records as CSV: a row for each ply, or one for each game.

The first line names the columns. Lines end with a line feed; cells that contain commas, quotes or
line feeds are in double quotes (RFC 4180); an empty cell means no value.
"""

import csv
from collections.abc import Iterable, Iterator
from copy import copy
from io import StringIO
from itertools import chain, repeat
from typing import IO, Any

from notation.findings import violation
from notation.pattern import lazy_pattern
from notation.printing import json_line
from records.assumptions import Assumptions
from records.format import CannotWrite, FileWriter, Reduced
from records.model import EMPTY_FILE, Record, without_games
from records.sources.decode import lines_of
from records.tabular.rows import Row, columns_of, read_table
from records.tabular.schema import (
    BAD_TABLE,
    CSV_ODD,
    SEPARATOR_LINE,
    TableFormat,
    column_names,
    header_notes,
    odd_row,
    separator_of,
)

CELL_LIMIT = 131_072
"""Longest cell, in characters: Python's `csv` reads no longer ones."""

LINE_LIMIT = 1 << 24
"""Longest line, in characters, that is read."""

_FORMULA = r"[=@\t\r\uff1d\uff0b\uff0d\uff20]|[+-](?![\d.,]*\Z)"
"""Beginnings of texts that a spreadsheet takes for formulas; a number with a sign is not one."""

_IS_FORMULA = lazy_pattern(_FORMULA)
_SAFE_ODD = lazy_pattern(rf"{CSV_ODD.pattern}|\A(?:{_FORMULA})")

_NUMBER, _PART = "\0", "\0\0"
"""The placeholders of the number and of the beginning of a game in a fragment: the writer knows the
numbers, and no cell has a null."""


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would compute a text."""
    return _IS_FORMULA.match(text) is not None


class CsvWriter(FileWriter):
    """Joins fragments under one header, and numbers the games."""

    _count = 0

    def append(self, fragment: bytes) -> None:
        """Add the records of a fragment."""
        numbered = []
        for rows in fragment.split(_PART.encode())[1:]:
            self._count += 1
            numbered.append(rows.replace(_NUMBER.encode(), b"%d" % self._count))
        super().append(b"".join(numbered))


class CsvFormat(TableFormat):
    """Tables as CSV."""

    def __init__(self, name: str, suffixes: tuple[str, ...]) -> None:
        super().__init__(name, suffixes, CSV_ODD)

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a CSV text, whose rows are plies or games.

        The columns may be in any order, and only some of them are needed; unknown ones are noted. A
        repeated header begins another table.
        """
        lines = (f"{line}\n" for line in lines_of(blocks, LINE_LIMIT))
        top, begin = next(lines, "").removeprefix("\N{BYTE ORDER MARK}"), 1
        if SEPARATOR_LINE.match(top):
            top, begin = next(lines, ""), 2
        separator = separator_of(top) or ","
        reader = csv.reader(chain([top], lines), strict=True, delimiter=separator)
        try:
            header = next(filter(None, reader), None)
        except csv.Error as error:
            yield without_games(path, violation(BAD_TABLE, f"not CSV: {error}").at(line=begin))
            return
        if header is None:
            yield without_games(path, EMPTY_FILE)
            return
        rows, notes = _rows(reader, begin, header), header_notes(header, separator)
        yield from read_table(column_names(header), rows, path, assumptions, notes)

    def write(self, record: Record) -> str:
        """Return a whole CSV text of one record."""
        return self._header() + self._fragment(record).replace(_PART, "").replace(_NUMBER, "1")

    def pack(self, records: Iterable[Record]) -> bytes:
        """Return the rows of some records as a fragment."""
        return self.encoded("".join(map(self._fragment, records)))

    def writer(self, out: IO[bytes]) -> CsvWriter:
        """Return a writer that joins fragments under a header."""
        return CsvWriter(out, self._header().encode())

    def reduce(self, record: Record) -> Reduced:
        """Return the record unchanged; with ``safe_csv``, a move may not look like a formula."""
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
        """Return the rows of a record, with placeholders."""
        columns = columns_of(self.reduce(record).record, self.columns, self.odd)
        for column in columns:
            if isinstance(column[0], dict | list):
                column[0] = json_line(column[0])
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(zip(repeat(_NUMBER), *columns))
        if text.tell() > CELL_LIMIT:
            longest = max((str(cell) for column in columns for cell in column), key=len)
            if len(longest) > CELL_LIMIT:
                size = f"{len(longest):,} characters in a cell"
                raise CannotWrite(f"csv cannot hold {size}: {longest[:20]!r}...")
        return _PART + text.getvalue()


def _rows(reader: Any, begin: int, header: list[str]) -> Iterator[Row]:
    """Yield the rows below a header without empty ones; None for a repeated header.

    Args:
        reader: the `csv` reader.
        begin: difference between the line of a row and the lines read before it.
        header: the names of the columns.
    """
    while True:
        line = reader.line_num + begin
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield violation(BAD_TABLE, f"not CSV: {error}").at(line=line)
            continue
        if cells is None:
            return
        if cells == header:
            yield None
        elif len(cells) == len(header):
            yield (line, *cells)
        elif cells:
            yield odd_row(len(cells), len(header), line)
