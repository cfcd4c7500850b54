"""Score sheets kept in a spreadsheet: rows of a number and a move of each side, below a header."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise

from notation.findings import note
from records.assumptions import Assumptions
from records.format import ReadOnly
from records.model import Record
from records.text import TextFormat

HEAD = 2000
"""Characters at the beginning of a text in which the header is looked for."""

LINES = 12
"""Lines there in which it is, and the first row below it."""

_BLANK = "\N{BYTE ORDER MARK} \t\r\n"
_OURS = {"record", "game", "ply", "move"}
"""Names of columns of tables of records, of which a score sheet has one at most."""


@lru_cache(maxsize=1)
def sheet_separator(head: str) -> str | None:
    """Return what parts the cells of a score sheet; None if a text does not begin as one.

    The last answer is kept: a text is recognised, and read right after.
    """
    lines = [line.strip(_BLANK) for line in head.split("\n")[:LINES]]
    for header, row in pairwise(line for line in lines if line):
        for separator in ",;":
            number, found, _ = row.partition(separator)
            if found and number.strip('". )').isdecimal() and _is_header(header, row, separator):
                return separator
    return None


def _is_header(header: str, row: str, separator: str) -> bool:
    """Whether a line names the columns of the row below it: its number, and those of sides."""
    try:
        names, cells = csv.reader([header, row], delimiter=separator, strict=True)
    except (csv.Error, ValueError):
        return False
    words = [name.strip().lower() for name in names]
    return (
        2 <= len(cells) <= len(names)
        and len(_OURS.intersection(words)) < 2
        and not any(character.isdigit() for character in words[0])
        and words[1][:1].isalpha()
        and header[0] != "["
    )


class SheetFormat(ReadOnly):
    """A score sheet as CSV, read as the text that it is without separators and quotes."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text, the first with a note on its cells."""
        parts, head = iter(blocks), ""
        while len(head) < HEAD and (part := next(parts, None)) is not None:
            head += part
        separator = sheet_separator(head[:HEAD]) or ","
        message = f"cells parted by {separator!r} are read as the columns of a score sheet"
        found = [note("layout", message).at(line=1)]
        text = _without_cells(chain([head], parts), separator)
        for record in TextFormat("text", ()).read(text, path, assumptions):
            yield replace(record, findings=(*found, *record.findings))
            found = []


def _without_cells(blocks: Iterable[str], separator: str) -> Iterator[str]:
    """Yield a text with tabs for separators and blanks for quotes, so that columns stay."""
    marks, quoted = re.compile(f'["\n{separator}]'), False

    def meant(found: re.Match[str]) -> str:
        nonlocal quoted
        mark = found[0]
        quoted = mark != "\n" and quoted != (mark == '"')
        return " " if mark == '"' else "\t" if mark == separator and not quoted else mark

    for block in blocks:
        yield marks.sub(meant, block)
