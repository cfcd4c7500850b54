"""The columns of tables of records: what each has, and how values become cells and cells values.

A table has a row for each ply, or one for each game. Both have the columns of a game; a table of
plies fills them on the first row of the game. Data without a fixed shape is JSON in one column.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeGuard

from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern
from notation.printing import CONTROLS, json_line
from records.format import CannotWrite, Format, Reduced
from records.jsontext import is_count, loads, typed
from records.model import Record, without_games

Kind = Literal["integer", "text", "word", "tags", "json", "texts"]


class RecordColumn(NamedTuple):
    """One column.

    Attributes:
        name: its name.
        kind: the type of its cells: whole numbers, texts, words (texts with few values), tags,
            JSON, or lists of texts. Tags and lists are JSON in formats without such types.
        meaning: the description in the documents.
        shape: the type of a value of JSON.
    """

    name: str
    kind: Kind
    meaning: str
    shape: type[dict[str, Any]] | type[list[Any]] = dict

    @property
    def key(self) -> str:
        """The key of its values in the JSON object of a record or move."""
        return self.name.removeprefix("game_")

    def cell(self, value: Any, odd: re.Pattern[str]) -> Any:
        """Return a value as a cell; None if a cell cannot hold it.

        Args:
            value: the value, not None.
            odd: matches characters that a cell cannot hold.
        """
        if self.kind == "json":
            return json_line(value)
        if self.kind == "integer":
            fits = is_count(value)
        elif self.kind == "tags":
            fits = not odd.search("".join((*value, *value.values())))
        else:
            fits = is_plain(value, odd)
        return value if fits else None

    def value(self, cell: Any) -> Any:
        """Return the value in a cell.

        Raises:
            TypeError, ValueError: it is of another kind.
        """
        if self.kind in ("text", "word"):
            if type(cell) is str:
                return cell
            if isinstance(cell, int | float):
                return str(cell)
            raise ValueError(f"it is a {type(cell).__name__}")
        if self.kind == "integer":
            if type(cell) is int:
                return cell
            if found := _WHOLE.fullmatch(str(cell)):
                return int(found[1])
            raise ValueError("not a whole number")
        value = loads(cell) if isinstance(cell, str) else cell
        if self.kind == "tags" and isinstance(value, list):
            return dict(value)  # A map of Arrow.
        return typed(value, self.shape, "it")


_WHOLE = lazy_pattern(r"\s*(-?\d{1,15})(?:[.,]0*)?\s*")
"""A whole number, which spreadsheets and data frames may write as ``3.0`` or ``3,0``."""

GAME_ID = RecordColumn("game_id", "integer", "number of the game in this file, from 1")

FIELDS = (
    RecordColumn("game", "word", "name of the game"),
    RecordColumn("variant", "word", "variant string; empty if the record has none"),
    RecordColumn("dialect", "word", "dialect of the moves; empty if it was not detected"),
    RecordColumn("result", "text", "`1-0`, `0-1`, `1/2-1/2`, `*`, or the winner's number"),
    RecordColumn("start", "text", "position string of the first position; empty for the usual one"),
    RecordColumn("game_comment", "text", "comment before the first move"),
    RecordColumn("tags", "tags", "all tags, in the order written"),
    RecordColumn("notes", "json", "list of the notes from reading the record", shape=list),
)
"""The columns for keys of a game."""

OF_GAME = (
    *FIELDS,
    RecordColumn("extra", "json", "object of all other data of the game"),
    RecordColumn("source_path", "text", "file that the record was first read from"),
    RecordColumn("source_line", "integer", "line of that file, from 1"),
    RecordColumn("source_game", "integer", "number of the game in that file, from 1"),
)
"""The columns of a game, in tables of either kind."""

BESIDE = (
    RecordColumn("marks", "text", "`!` and `?`"),
    RecordColumn("comment", "text", "comment after the move"),
    RecordColumn("reserve", "integer", "reserve of the side that moved, as recorded"),
)
"""The columns for keys of a move."""

PLIES = (
    GAME_ID,
    RecordColumn(
        "ply", "integer", "number of the ply, from 1; 0 on the one row of a game without moves"
    ),
    RecordColumn("move", "text", "the move as written"),
    *BESIDE,
    RecordColumn("details", "json", "object of all other data of the move"),
    *OF_GAME,
)
"""The columns of a table with a row for each ply."""

GAMES = (
    GAME_ID,
    RecordColumn("plies", "integer", "number of moves; not read, the moves are counted"),
    RecordColumn("moves", "texts", "the moves as written", shape=list),
    RecordColumn("details", "json", "object of the data of moves, by number of the ply, from 1"),
    *OF_GAME,
)
"""The columns of a table with a row for each game."""

COLUMNS = {column.name: column for column in (*PLIES, *GAMES)}
"""All columns by name."""

HALVES = lazy_pattern("[\ud800-\udfff]")
"""Lone surrogates, which cannot be encoded."""

CSV_ODD = lazy_pattern(f"[{CONTROLS}\ud800-\udfff]")
"""Characters that a text file cannot keep, or that affect terminals."""

_INDEX = lazy_pattern(r"|Unnamed: \d+|__index_level_\d+__")
"""Names of columns that pandas writes for row numbers."""


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

    odd: re.Pattern[str]

    def __init__(self, name: str, suffixes: tuple[str, ...]) -> None:
        super().__init__(name, suffixes)
        self.columns = GAMES if name.endswith("games") else PLIES

    def reduce(self, record: Record) -> Reduced:
        """Return the record unchanged, since a table can hold everything but odd moves."""
        check_moves(record, self.odd, self.name.partition("-")[0])
        return Reduced(record)


# The header.


def is_table(names: Iterable[str]) -> bool:
    """Whether columns with these names are a table of plies or of games."""
    found = {*names}
    return bool({"move", "moves"} & found and {"game_id", "ply", "game", "plies"} & found)


def column_names(header: Sequence[str]) -> list[str]:
    """Return the names of columns without blanks around them; known ones in lower case."""
    names = [name.strip() for name in header]
    return [name.lower() if name.lower() in COLUMNS else name for name in names]


def header_notes(header: Sequence[str]) -> list[Finding]:
    """Return a note on columns that are not read: unknown and repeated ones."""
    names = column_names(header)
    unread = [
        name
        for at, name in enumerate(names)
        if (name not in COLUMNS or name in names[:at]) and not _INDEX.fullmatch(name)
    ]
    message = (
        f"columns that tables of records do not have, or twice, are not read: {listed(unread)}"
    )
    return [note("unread-column", message).at(line=1)] if unread else []


def lacking(names: Sequence[str], path: str) -> Record:
    """Return a record with the finding that these columns are not a table of records."""
    found = listed(names) or "none"
    message = f"not a table of games: it needs move and one of game_id, game, ply; it has {found}"
    return without_games(path, violation("bad-table", message).at(line=1, column=1))


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return names in quotes, separated by commas; names beyond a limit are counted."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(f"{name!r:.40}" for name in names[:most]) + more
