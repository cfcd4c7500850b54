"""Tables of records: their columns, records as rows, and rows as records.

A table has a row for each ply, or one for each game. Both have the columns of a game; a table of
plies fills them on the first row of the game. The values are those of a record's JSON object
(`to_json`). Values that a cell cannot hold are JSON in the columns ``extra`` and ``details``, since
JSON has escapes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural
from notation.pattern import lazy_pattern
from notation.printing import CONTROLS, json_line
from records.assumptions import Assumptions
from records.foreign import PLAYERS
from records.format import CannotWrite, Format
from records.jsonl import from_json, record_of, to_json
from records.jsontext import JsonValue, is_count, loads, typed
from records.model import EMPTY_FILE, Record, Source, without_games

Kind = Literal["integer", "text", "word", "tags", "json", "texts"]

MOST = 100
"""Maximum number of findings on the rows of one game; further ones are counted."""

HALVES = lazy_pattern("[\ud800-\udfff]")
"""Lone surrogates, which cannot be encoded."""

CSV_ODD = lazy_pattern(f"[{CONTROLS}\ud800-\udfff]")
"""Characters that a text file cannot keep, or that affect terminals."""

_WHOLE = lazy_pattern(r"\s*(-?\d{1,15})(?:[.,]0*)?\s*")
"""A whole number, which spreadsheets and data frames may write as ``3.0`` or ``3,0``."""

_INDEX = lazy_pattern(r"|Unnamed: \d+|__index_level_\d+__")
"""Names of columns that pandas writes for row numbers."""


# The columns.


class RecordColumn(NamedTuple):
    """A column of a table.

    Attributes:
        name: the name in the header.
        kind: the type of the cells: whole numbers, texts, words (texts of which there are few
            different ones), tags, JSON, or lists of texts. Tags and lists are written as JSON in
            formats without such types.
        meaning: the description in the documents.
        shape: the type of its values if they are JSON.
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
            TypeError, ValueError: the value is of another type.
        """
        if self.kind in ("text", "word"):
            if isinstance(cell, str | int | float):
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
"""The columns for keys in the JSON object of a game."""

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
"""The columns for keys in the JSON object of a move."""

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
    RecordColumn(
        "plies", "integer", "number of moves; ignored in reading, where the moves are counted"
    ),
    RecordColumn("moves", "texts", "the moves as written", shape=list),
    RecordColumn("details", "json", "object of the data of moves, by number of the ply, from 1"),
    *OF_GAME,
)
"""The columns of a table with a row for each game."""

PLAYER = RecordColumn("player", "text", "the player of a ply; read in the tables of others")

COLUMNS = {column.name: column for column in (*PLIES, *GAMES, PLAYER)}
"""All columns by name."""


def is_plain(value: object, odd: re.Pattern[str]) -> TypeGuard[str]:
    """Whether a value is a text that is not empty and has no characters that ``odd`` matches."""
    return isinstance(value, str) and value != "" and not odd.search(value)


def check_moves(record: Record, odd: re.Pattern[str], container: str) -> None:
    """Check that the moves of a record fit into a column.

    Raises:
        CannotWrite: a move does not fit.
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

    def reduce(self, record: Record) -> tuple[Record, Sequence[str]]:
        """Return the record unchanged, since a table can hold all but moves with odd characters."""
        check_moves(record, self.odd, self.name.partition("-")[0])
        return record, ()


# The header.


def is_table(names: Iterable[str]) -> bool:
    """Whether columns with these names are a table of plies or of games."""
    found = {*names}
    is_named = {"move", "moves"} & found and {"game_id", "ply", "game", "plies"} & found
    return bool(is_named) and are_of_records(found)


def are_of_records(names: Iterable[str]) -> bool:
    """Whether most names are columns of records, unlike ``ply, player, move, time``."""
    found = {*names}
    return 2 * len((found & COLUMNS.keys()) - {PLAYER.name}) > len(found)


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
        if name in names[:at] or not (name in COLUMNS or (at == 0 and _INDEX.fullmatch(name)))
    ]
    message = f"unknown or repeated columns are not read: {listed(unread)}"
    return [note("unread-column", message).at(line=1)] if unread else []


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return names in quotes, separated by commas; names beyond a limit are counted."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(f"{name!r:.40}" for name in names[:most]) + more


def names_in_turn(texts: Sequence[str]) -> list[str]:
    """Return the two or three names that alternate in a column, row by row; else an empty list."""
    names = list(dict.fromkeys(texts))
    turns = [names.index(text) for text in texts]
    in_turn = turns == [at % len(names) for at in range(len(texts))]
    return names if 2 * len(names) <= len(texts) + 1 and 1 < len(names) <= 3 and in_turn else []


# Rows.

Cells: TypeAlias = dict[str, Any]
"""The cells of a row, or their values, by column; empty ones are left out."""

Row: TypeAlias = tuple[int | None, Cells] | Finding | None
"""A row: its line, None in formats without lines, and its cells. A finding stands for rows that are
left out, and None for the beginning of another table."""

_VALUES = {name: column.value for name, column in COLUMNS.items()} | {"game_id": str}
"""Functions that read cells, by column; numbers of games are read as texts."""

_OF_GAME = frozenset(column.name for column in OF_GAME)
_NO_DETAILS, _NO_GAME = (None,) * (len(BESIDE) + 1), (None,) * len(OF_GAME)


# Writing.


def rows_of(
    record: Record, number: int | str, columns: Sequence[RecordColumn], odd: re.Pattern[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a record; None is an empty cell.

    Args:
        number: the cell with the number of the game.
        columns: `PLIES` or `GAMES`.
        odd: matches characters that a cell cannot hold.
    """
    moves, details = record.moves, record.details
    data = to_json(record)
    del data["moves"]
    place = _place(data, odd)
    game = (*_taken(data, FIELDS, odd), json_line(data) if data else None, *place)
    if columns is GAMES:
        beside = {str(index + 1): detail for index, detail in details.items() if detail}
        yield (number, len(moves), [*moves], json_line(beside) if beside else None, *game)
        return
    for ply, move in enumerate(moves or [None], start=1 if moves else 0):
        if detail := details.get(ply - 1):
            rest = dict(detail)
            cells = (*_taken(rest, BESIDE, odd), json_line(rest) if rest else None)
            yield (number, ply, move, *cells, *game)
        else:
            yield (number, ply, move, *_NO_DETAILS, *game)
        game = _NO_GAME


def _place(data: dict[str, Any], odd: re.Pattern[str]) -> tuple[str | None, int | None, int | None]:
    """Return the cells for the path, line and number of a source, and remove it from the object.

    If columns cannot hold the source, it stays and the cells are empty.
    """
    match data["source"]:
        case {"path": str(path), "line": line, "game": game, **others}:
            if not others and is_count(line) and is_count(game) and not odd.search(path):
                del data["source"]
                return path or None, line, game
    return None, None, None


def _taken(
    data: dict[str, Any], columns: Iterable[RecordColumn], odd: re.Pattern[str]
) -> list[Any]:
    """Remove the values that columns can hold from an object; return these values as cells."""
    cells = []
    for column in columns:
        value = data.pop(column.key, None)
        is_empty = value is None or value in ({}, [])
        cells.append(None if is_empty else column.cell(value, odd))
        if cells[-1] is None and not is_empty:
            data[column.key] = value
    return cells


# Reading.


def read_table(
    names: Sequence[str],
    rows: Iterable[Row],
    path: str,
    assumptions: Assumptions,
    notes: Sequence[Finding] = (),
) -> Iterator[Record]:
    """Yield the records of a table.

    A game has one number on all its rows. Without numbers it ends before a row with another game,
    or with a ply number that is not higher.

    Args:
        names: the names of its columns.
        rows: its rows.
        notes: findings on the header, for the first record.
    """
    if not is_table(names):
        message = "not a table of games: it needs move and one of game_id, game, ply; it has "
        broken = violation("bad-table", message + (listed(names) or "none"))
        yield without_games(path, broken.at(line=1, column=1))
        return
    is_list = "moves" in names
    game, count = _Game(is_list, notes), 0
    for row in rows:
        if isinstance(row, Finding):
            game.findings.append(row)
            continue
        findings: list[Finding] = []
        values = _values(*row, findings) if row else {}
        if game.lines and not (row and game.goes_on(values)):
            count += 1
            yield game.record(path, count, assumptions)
            game = _Game(is_list)
        game.findings += findings
        if row:
            game.add(row[0], values)
    if game.lines:
        yield game.record(path, count + 1, assumptions)
    elif game.findings or not count:
        yield without_games(path, *(game.counted() or [EMPTY_FILE]))


def _values(line: int | None, cells: Cells, findings: list[Finding]) -> Cells:
    """Return the values of cells; add findings on those that cannot be read."""
    values: Cells = {}
    for name, cell in cells.items():
        try:
            values[name] = _VALUES[name](cell)
        except (TypeError, ValueError) as error:
            kind = COLUMNS[name].kind
            message = f"column {name!r}: {cell!r:.60} cannot be read as {kind}: {error}"
            findings.append(violation("bad-row", message).at(line=line))
    return values


class _Game:
    """A game of a table, to which rows are added.

    Attributes:
        findings: findings before its rows and on them.
        lines: the lines of its rows.
    """

    def __init__(self, is_list: bool, findings: Iterable[Finding] = ()) -> None:
        self._is_list = is_list
        self.findings, self.lines = [*findings], list[int | None]()
        self._values: Cells = {}
        self._moves: list[object] = []
        self._places: list[int | None] = []
        self._players: list[str] = []
        self._number: str | None = None
        self._ply = 0

    def goes_on(self, values: Cells) -> bool:
        """Whether a row with these values continues the game."""
        if self._is_list or values.get("game_id") != self._number:
            return False
        game = self._values.get("game")
        return self._number is not None or (
            values.get("ply", self._ply + 1) > self._ply and values.get("game", game) == game
        )

    def add(self, line: int | None, values: Cells) -> None:
        """Add a row; its values are removed from the mapping."""
        self.lines.append(line)
        self._number = values.pop("game_id", None)
        if not _OF_GAME.isdisjoint(values):
            for name in [name for name in values if name in _OF_GAME]:
                self._add_of_game(line, name, values.pop(name))
        self._players.append(values.pop(PLAYER.name, ""))
        details = values.pop("details", {})
        if self._is_list:
            self._add_moves(line, values, details)
            return
        due = self._ply + 1
        ply, move = values.pop("ply", due), values.pop("move", "")
        if not (ply or move):
            return  # The row of a game without moves.
        self._ply = ply
        self._places.append(line)
        self._moves.append(details | values | {"move": move} if details or values else move)
        if ply != due:
            message = f"ply {ply} follows ply {due - 1}: rows are missing, too many or in several"
            self._note_bad(f"{message} places; sort the table by game_id and ply", line)

    def _add_of_game(self, line: int | None, name: str, value: object) -> None:
        first = self._values.setdefault(name, value)
        if value != first:
            message = f"column {name!r} has {value!r:.60}, and {first!r:.60} on an earlier row"
            self._note_bad(f"{message} of the same game: the first value counts", line)

    def _add_moves(self, line: int | None, values: Cells, details: Cells) -> None:
        """Add the moves of the only row of a game."""
        moves = values.get("moves", ())
        if "moves" in values and values.get("plies", len(moves)) != len(moves):
            has = f"but the row has {plural(len(moves), 'move')}"
            self._note_bad(f"column 'plies': {values['plies']}, {has}", line)
        for number, move in enumerate(moves, start=1):
            is_held = isinstance(details.get(str(number)), dict)
            self._moves.append(details.pop(str(number)) | {"move": move} if is_held else move)
        self._places = [line] * len(moves)
        if details:
            self._note_bad(f"details that are not objects of a ply: {details!r:.60}", line)

    def _note_bad(self, message: str, line: int | None) -> None:
        self.findings.append(violation("bad-row", message).at(line=line))

    def record(self, path: str, number: int, assumptions: Assumptions) -> Record:
        """Return the record.

        Args:
            number: the number of the game in the file, from 1.
        """
        here, values = Source(path, self.lines[0] or number, number), self._values
        source = {key: values.pop(f"source_{key}", None) for key in ("path", "line", "game")}
        data = values.pop("extra", {}) | {
            COLUMNS[name].key: value for name, value in values.items()
        }
        data["moves"] = self._moves
        if any(self._players):
            data[PLAYER.name] = self._players
        if names := names_in_turn(self._players):
            data[PLAYERS] = names
            del data[PLAYER.name]
        if source["line"] is not None and source["game"] is not None:
            data["source"] = source | {"path": source["path"] or ""}
        record = record_of(from_json, JsonValue(data, here.line), here, assumptions, "bad-row")
        places = [(line, 1) for line in self._places[: len(record.moves)] if line is not None]
        found = (*record.findings, *self.counted())
        return replace(record, places=tuple(places), findings=found)

    def counted(self) -> list[Finding]:
        """Return the first `MOST` findings; further ones are counted."""
        message = f"{len(self.findings) - MOST:,} more rows of this game cannot be read"
        more = [violation("bad-row", message)] if len(self.findings) > MOST else []
        return [*self.findings[:MOST], *more]
