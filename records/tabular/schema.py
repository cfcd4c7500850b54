"""The columns of tables of records, and the header of a table.

A table has a row for each ply, or one for each game. Both have the columns of a game; a table of
plies fills them on the first row of the game. Data without a fixed shape is JSON in one column.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeGuard

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from notation.printing import CONTROLS
from records.format import CannotWrite, Format, Reduced
from records.model import Record, without_games

BAD_ROW, BAD_TABLE = "bad-row", "bad-table"

SEPARATORS = ",;\t|"
"""Separators of cells; spreadsheets write `;` where decimals have a comma."""

Kind = Literal["integer", "text", "word", "tags", "json", "texts"]


class RecordColumn(NamedTuple):
    """One column.

    Attributes:
        name: its name.
        kind: the type of its cells: whole numbers, texts, words (texts with few values), tags,
            JSON, or lists of texts. Tags and lists are JSON in formats without such types.
        meaning: the description in the documents.
    """

    name: str
    kind: Kind
    meaning: str


GAME_ID = RecordColumn("game_id", "integer", "number of the game in this file, from 1")

OF_GAME = (
    RecordColumn("game", "word", "name of the game"),
    RecordColumn("variant", "word", "variant string; empty if the record has none"),
    RecordColumn("dialect", "word", "dialect of the moves; empty if it was not detected"),
    RecordColumn("result", "text", "`1-0`, `0-1`, `1/2-1/2`, `*`, or the winner's number"),
    RecordColumn("start", "text", "position string of the first position; empty for the usual one"),
    RecordColumn("game_comment", "text", "comment before the first move"),
    RecordColumn("tags", "tags", "all tags, in the order written"),
    RecordColumn("notes", "json", "list of the notes from reading the record"),
    RecordColumn("extra", "json", "object of all other data of the game"),
    RecordColumn("source_path", "text", "file that the record was first read from"),
    RecordColumn("source_line", "integer", "line of that file, from 1"),
    RecordColumn("source_game", "integer", "number of the game in that file, from 1"),
)
"""The columns of a game, in tables of either kind."""

OF_PLY = (
    RecordColumn(
        "ply", "integer", "number of the ply, from 1; 0 on the one row of a game without moves"
    ),
    RecordColumn("move", "text", "the move as written"),
    RecordColumn("marks", "text", "`!` and `?`"),
    RecordColumn("comment", "text", "comment after the move"),
    RecordColumn("reserve", "integer", "reserve of the side that moved, as recorded"),
    RecordColumn("details", "json", "object of all other data of the move"),
)

PLIES = (GAME_ID, *OF_PLY, *OF_GAME)
"""The columns of a table with a row for each ply."""

GAMES = (
    GAME_ID,
    RecordColumn("plies", "integer", "number of moves; not read, the moves are counted"),
    RecordColumn("moves", "texts", "the moves as written"),
    RecordColumn("details", "json", "object of the data of moves, by number of the ply, from 1"),
    *OF_GAME,
)
"""The columns of a table with a row for each game."""

KINDS = {column.name: column.kind for column in (*PLIES, *GAMES)}

HALVES = lazy_pattern("[\ud800-\udfff]")
"""Lone surrogates, which no encoding has bytes for."""

CSV_ODD = lazy_pattern(f"[{CONTROLS}\ud800-\udfff]")
"""Characters that a text file cannot keep, or that act on a terminal."""

SEPARATOR_LINE = lazy_pattern(r"sep=(.)[ \t]*\r?(?:\n|\Z)")
"""The line above a table that names its separator for Excel."""

_INDEX = lazy_pattern(r"|Unnamed: \d+|__index_level_\d+__")
"""Names of the columns of row numbers of pandas."""

_MOST = 60


def is_plain(value: object, odd: re.Pattern[str]) -> TypeGuard[str]:
    """Whether a value is a text that is not empty and has no odd characters."""
    return isinstance(value, str) and value != "" and not odd.search(value)


def check_moves(record: Record, odd: re.Pattern[str], container: str) -> None:
    """Check that the moves of a record fit into a column.

    Raises:
        CannotWrite: one does not.
    """
    if odd.search("".join(record.moves)):
        move = next(move for move in record.moves if odd.search(move))
        raise CannotWrite(f"{container} cannot hold the move {move!r}")


class TableFormat(Format):
    """A table with a row for each ply, or one for each game.

    Attributes:
        columns: `PLIES` or `GAMES`.
        odd: matches characters that a cell cannot hold.
    """

    def __init__(self, name: str, suffixes: tuple[str, ...], odd: re.Pattern[str]) -> None:
        super().__init__(name, suffixes)
        self.columns = GAMES if name.endswith("games") else PLIES
        self.odd = odd

    def reduce(self, record: Record) -> Reduced:
        """Return the record unchanged, since a table can hold all of it except odd moves."""
        check_moves(record, self.odd, self.name.partition("-")[0])
        return Reduced(record)


def is_table(names: Iterable[str]) -> bool:
    """Whether columns with these names are a table of plies or of games."""
    found = {*names}
    return bool({"move", "moves"} & found and {"game_id", "ply", "game", "plies"} & found)


def column_names(header: Sequence[str]) -> list[str]:
    """Return the names of columns without blanks around them; known ones in lower case."""
    names = [name.strip() for name in header]
    return [name.lower() if name.lower() in KINDS else name for name in names]


def separator_of(line: str) -> str:
    """Return the separator of a header of records; empty for any other line."""
    for separator in SEPARATORS:
        if separator in line:
            try:
                cells = next(csv.reader([line], delimiter=separator, strict=True), [])
            except csv.Error:
                continue
            if is_table(column_names(cells)):
                return separator
    return ""


def header_notes(header: Sequence[str], separator: str = ",") -> list[Finding]:
    """Return notes on an unusual separator, and on repeated and unknown columns.

    Args:
        header: the names as written.
        separator: the separator of the cells.
    """
    names = column_names(header)
    notes = []
    if separator != ",":
        notes += [note("cell-separator", f"cells are separated by {separator!r}, not by a comma")]
    counts = {name: names.count(name) for name in dict.fromkeys(names) if name in KINDS}
    notes += [
        note("repeated-column", f"{count} columns are named {name!r}: the first is read")
        for name, count in counts.items()
        if count > 1
    ]
    unread = [
        name for name in dict.fromkeys(names) if name not in KINDS and not _INDEX.fullmatch(name)
    ]
    if unread:
        message = f"columns that tables of records do not have are not read: {listed(unread)}"
        notes += [note("unread-column", message)]
    return [found.at(line=1) for found in notes]


def odd_row(count: int, columns: int, line: int) -> Finding:
    """Return the finding on a row of other than the usual number of cells."""
    message = f"{plural(count, 'cell')}, but the header has {columns}: the row is left out"
    return violation(BAD_ROW, message).at(line=line)


def lacking(names: Sequence[str], path: str) -> Record:
    """Return a record with the finding that these columns are not a table of records."""
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    found = (", ".join(names[:_MOST]) or "none") + more
    message = f"not a table of games: it needs move and one of game_id, game, ply; it has {found}"
    return without_games(path, violation(BAD_TABLE, message).at(line=1, column=1))


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return names in quotes, separated by commas; those beyond a number are counted."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(f"{name!r:.40}" for name in names[:most]) + more
