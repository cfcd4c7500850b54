"""Records as rows of a table, and rows as records, in tables of plies and tables of games.

A record is its documented JSON object: values that a cell can hold are cells, and the others are
JSON in the columns ``extra`` and ``details``, since JSON has escapes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from notation import Finding
from notation.findings import violation
from notation.numbers import plural
from notation.printing import json_line
from records.assumptions import Assumptions
from records.jsonl import from_json, record_or_error, to_json
from records.jsontext import is_count
from records.model import EMPTY_FILE, Record, Source, without_games
from records.tabular.schema import (
    BESIDE,
    COLUMNS,
    FIELDS,
    GAMES,
    OF_GAME,
    RecordColumn,
    is_table,
    lacking,
)

MOST = 100
"""Maximum number of findings on the rows of one game; further ones are counted."""

Cells: TypeAlias = dict[str, Any]
"""The cells of a row, or their values, by column; empty ones are left out."""

Row: TypeAlias = tuple[int | None, Cells] | Finding | None
"""The line of a row, None where a format has no lines, and its cells; a finding for rows that are
left out; None where another table begins."""

_VALUES = {name: column.value for name, column in COLUMNS.items()} | {"game_id": str}
"""Readers of cells by column; game numbers are only compared."""

_OF_GAME = frozenset(column.name for column in OF_GAME)
_NO_DETAILS, _NO_GAME = (None,) * (len(BESIDE) + 1), (None,) * len(OF_GAME)


# Writing.


def rows_of(
    record: Record, number: int | str, columns: Sequence[RecordColumn], odd: re.Pattern[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a record; None is an empty cell.

    Args:
        record: the record.
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
    """Remove the source from an object if columns can hold it; return the cells for it."""
    match data["source"]:
        case {"path": str(path), "line": line, "game": game, **others}:
            if not others and is_count(line) and is_count(game) and not odd.search(path):
                del data["source"]
                return path or None, line, game
    return None, None, None


def _taken(
    data: dict[str, Any], columns: Iterable[RecordColumn], odd: re.Pattern[str]
) -> list[Any]:
    """Remove from an object the values that columns can hold; return the cells for them."""
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
        path: the name of the source.
        assumptions: what the caller knows about the games.
        notes: findings on the header, for the first record.
    """
    if not is_table(names):
        yield lacking(names, path)
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
            message = f"column {name!r} has {value!r:.60}, but {first!r:.60} on the rows before"
            self._note_bad(f"{message} of the same game, which counts", line)

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
            path: the name of the source.
            number: the number of the game in it, from 1.
            assumptions: what the caller knows about the games.
        """
        here, values = Source(path, self.lines[0] or number, number), self._values
        source = {key: values.pop(f"source_{key}", None) for key in ("path", "line", "game")}
        data = values.pop("extra", {}) | {
            COLUMNS[name].key: value for name, value in values.items()
        }
        data["moves"] = self._moves
        if source["line"] is not None and source["game"] is not None:
            data["source"] = source | {"path": source["path"] or ""}
        record = record_or_error(from_json, data, here, assumptions, "bad-row")
        places = [(line, 1) for line in self._places[: len(record.moves)] if line is not None]
        found = (*record.findings, *self.counted())
        return replace(record, places=tuple(places), findings=found)

    def counted(self) -> list[Finding]:
        """Return the first `MOST` findings; further ones are counted."""
        message = f"{len(self.findings) - MOST:,} more rows of this game cannot be read"
        more = [violation("bad-row", message)] if len(self.findings) > MOST else []
        return [*self.findings[:MOST], *more]
