"""The header of a table: what parts its cells, and which of our columns its names mean."""

import csv
from collections.abc import Sequence

from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from records.model import Record, without_games
from records.tabular.schema import GAMES, PLIES, is_table

BAD_TABLE = "bad-table"

SEPARATORS = ",;\t|"
"""What may stand between cells; spreadsheets write `;` where decimals have a comma."""

_INDEX = lazy_pattern(r"|Unnamed: \d+|__index_level_\d+__")
"""Names of columns of row numbers as pandas writes and reads them."""

_KNOWN = {column.name for column in (*PLIES, *GAMES)}
_MOST = 60
_NAMED = 6


def separator_of(line: str) -> str:
    """Return what parts the cells of a header: a comma if it is not a header of records."""
    for separator in SEPARATORS:
        if separator in line:
            try:
                cells = next(csv.reader([line], delimiter=separator, strict=True), [])
            except csv.Error:
                continue
            if is_table(column_names(cells)):
                return separator
    return ","


def column_names(header: Sequence[str]) -> list[str]:
    """Return the names of columns without blanks around them; of ours, in small letters."""
    names = [name.strip() for name in header]
    return [name.lower() if name.lower() in _KNOWN else name for name in names]


def header_notes(header: Sequence[str], separator: str = ",") -> list[Finding]:
    """Return notes on the columns of a table of records that are not read as they are written.

    Args:
        header: the names as they are written.
        separator: what parts the cells of a text.
    """
    names = column_names(header)
    notes = []
    if separator != ",":
        notes += [note("cell-separator", f"cells are parted by {separator!r}, not by a comma")]
    counts = {name: names.count(name) for name in dict.fromkeys(names) if name in _KNOWN}
    notes += [
        note("repeated-column", f"{count} columns are named {name!r}: the first is read")
        for name, count in counts.items()
        if count > 1
    ]
    unread = [
        name for name in dict.fromkeys(names) if name not in _KNOWN and not _INDEX.fullmatch(name)
    ]
    if unread:
        message = f"columns that tables of records do not have are not read: {_listed(unread)}"
        notes += [note("unread-column", message)]
    return [found.at(line=1) for found in notes]


def lacking(names: Sequence[str], path: str) -> Record:
    """Return a record with the finding that columns of these names are not a table of records."""
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    found = (", ".join(names[:_MOST]) or "none") + more
    message = f"not a table of games: it needs move and one of record, game, ply; it has {found}"
    return without_games(path, violation(BAD_TABLE, message).at(line=1, column=1))


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(f"{name!r:.40}" for name in names[:_NAMED]) + more
