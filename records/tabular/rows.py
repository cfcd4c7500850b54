"""Records as rows of a table, and rows read as records.

`columns_of` returns the rows of a record, `read_table` the records of rows, both column by column;
both know tables of plies and tables of games.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from operator import ne
from typing import Any, NamedTuple

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural, to_int
from notation.printing import json_line
from records.assumptions import Assumptions
from records.jsonl import from_json, others_of
from records.jsontext import is_count, loads
from records.model import JsonObject, Record, Source, without_games
from records.sources.boundary import fault
from records.tabular.schema import (
    GAMES,
    KINDS,
    OF_GAME,
    RecordColumn,
    is_plain,
    is_table,
    lacking,
)

BAD_ROW = "bad-row"

MISSING = 40
"""Plies that may be missing from a game for `?` to stand for each; no more than it has, either."""

MOST = 100
"""Findings on the rows of one game; what is more is counted."""

_BESIDE = ("marks", "comment", "reserve", "details")
"""The columns of what stands beside a move."""


class Rows(NamedTuple):
    """Consecutive rows of a table.

    Attributes:
        lines: the line that each begins on; None where a format has no lines.
        cells: by the name of a column, its cells.
    """

    lines: Sequence[int | None]
    cells: Mapping[str, Sequence[Any]]

    def part(self, start: int, end: int) -> "Rows":
        """Return some of the rows."""
        cells = {name: column[start:end] for name, column in self.cells.items()}
        return Rows(self.lines[start:end], cells)


def columns_of(
    record: Record, columns: Sequence[RecordColumn], odd: re.Pattern[str]
) -> list[list[Any]]:
    """Return the cells of a record in each column but the number of its game; None is empty.

    A text that a column cannot hold stands in ``extra`` or ``details``, where JSON has escapes for
    it, under the key that it has in the documented JSON object.

    Args:
        record: the record.
        columns: `PLIES` or `GAMES`.
        odd: matches the characters that a text must not have.
    """
    moves, details = record.moves, record.details
    game = [[cell] for cell in _game_cells(record, odd)]
    if columns is GAMES:
        beside = {str(index + 1): detail for index, detail in details.items() if detail}
        return [[len(moves)], [[*moves]], [json_line(beside) if beside else None], *game]
    size = max(len(moves), 1)
    plies: list[list[Any]] = [[*range(1, size + 1)], [*moves]] if moves else [[0], [None]]
    plies += ([None] * size for _ in _BESIDE)
    for index, detail in details.items():
        for column, cell in zip(plies[2:], _ply_cells(detail, odd), strict=True):
            column[index] = cell
    later = [None] * (size - 1)
    return [*plies, *(cells + later for cells in game)]


def _game_cells(record: Record, odd: re.Pattern[str]) -> list[Any]:
    """Return the cells of `OF_GAME`."""
    extra = others_of(record)
    texts = []
    for key in ("game", "variant", "dialect", "result", "start", "comment"):
        value = getattr(record, key)
        fits = is_plain(value, odd)
        texts.append(value if fits else None)
        if value is not None and not fits and (value or key != "comment"):
            extra[key] = value
    tags = dict(record.tags) or None
    if tags and odd.search("".join((*tags, *tags.values()))):
        extra["tags"], tags = tags, None
    source = record.extra.get("source") or record.source.to_json()
    place = _place_cells(source, odd)
    if not place:
        extra["source"] = source
    notes = [finding.to_json() for finding in record.findings]
    jsons = (json_line(value) if value else None for value in (notes, extra))
    return [*texts, tags, *jsons, *(place or (None, None, None))]


def _place_cells(source: object, odd: re.Pattern[str]) -> Sequence[Any]:
    """Return what a record was first read from as cells; none if it is of another shape."""
    if not isinstance(source, dict) or source.keys() != {"path", "line", "game"}:
        return ()
    path, line, game = source["path"], source["line"], source["game"]
    if not isinstance(path, str) or odd.search(path) or not (is_count(line) and is_count(game)):
        return ()
    return path or None, line, game


def _ply_cells(detail: JsonObject, odd: re.Pattern[str]) -> Sequence[Any]:
    """Return the cells of `_BESIDE`."""
    cells: dict[str, Any] = {name: detail.get(name) for name in _BESIDE[:3]}
    for name, value in cells.items():
        if not (is_count(value) if name == "reserve" else is_plain(value, odd)):
            cells[name] = None
    rest = {key: value for key, value in detail.items() if cells.get(key) is None}
    return *cells.values(), json_line(rest) if rest else None


def read_table(
    names: Sequence[str],
    parts: Iterable[Rows | Finding | None],
    path: str,
    assumptions: Assumptions,
    notes: Iterable[Finding] = (),
) -> Iterator[Record]:
    """Yield the records of a table.

    Args:
        names: the names of its columns.
        parts: its rows; a finding in the place of rows that are left out, and None where another
            table begins, with numbers of its own.
        path: what to call the source.
        assumptions: what the caller knows of the games.
        notes: findings on the header, for the first record.
    """
    if not is_table(names):
        yield lacking(names, path)
        return
    held, findings, games, highest = list[Rows](), _Findings(notes), 0, 0
    for part, begins in _by_game(parts):
        if isinstance(part, Finding):
            findings.append(part)
            continue
        if begins and held:
            games += 1
            game = _Game(_joined(held), findings)
            number = _number(game.rows.cells.get("game_id", (0,))[0], 0)
            if 0 < number <= highest:
                game.note_return(number)
            here = Source(path, game.rows.lines[0] or games, games)
            yield game.record(here, assumptions)
            held, findings, highest = [], _Findings(), max(number, highest)
        if part is None:
            highest = 0
        else:
            held.append(part)
    if findings or not games:
        nothing = violation("empty-file", "there is no row in it").at(line=1, column=1)
        yield without_games(path, *(findings.all() or [nothing]))


def _by_game(
    parts: Iterable[Rows | Finding | None],
) -> Iterator[tuple[Rows | Finding | None, bool]]:
    """Yield rows of one game each, and whether they begin one; None at the end of a table."""
    keys_of, last = _keys(), object()
    for part in chain(parts, [None]):
        if not isinstance(part, Rows):
            last = object() if part is None else last
            yield part, part is None
            continue
        keys = keys_of(part)
        ends = [at for at, differs in enumerate(map(ne, keys, keys[1:]), 1) if differs]
        for start, end in pairwise([0, *ends, len(keys)]):
            yield part.part(start, end), start > 0 or keys[0] != last
        last = keys[-1]


def _keys() -> Callable[[Rows], Sequence[Any]]:
    """Return the function of rows whose values are the same for all rows of a game.

    Without numbers of games a game ends where the next row names another, or its ply is not above.
    """
    run, name, last = 0, object(), 0

    def of(rows: Rows) -> Sequence[Any]:
        nonlocal run, name, last
        cells, keys = rows.cells, list[int]()
        if "game_id" in cells and "moves" not in cells:
            return cells["game_id"]
        for game, ply in zip(
            cells.get("game", [None] * len(rows.lines)),
            cells.get("ply", [None] * len(rows.lines)),
            strict=True,
        ):
            number = _number(ply, last + 1)
            run += "moves" in cells or bool(game and game != name) or number <= last
            name, last = game or name, number
            keys.append(run)
        return keys

    return of


def _joined(held: Sequence[Rows]) -> Rows:
    """Return all rows of a game."""
    if len(held) == 1:
        return held[0]
    cells = {name: [*chain(*(one.cells[name] for one in held))] for name in held[0].cells}
    return Rows([*chain(*(one.lines for one in held))], cells)


class _Findings(list[Finding]):
    """What is wrong with rows; of what is too much only the number."""

    more = 0

    def append(self, finding: Finding) -> None:
        """Add a finding."""
        if len(self) < MOST:
            super().append(finding)
        else:
            self.more += 1

    def all(self) -> list[Finding]:
        """Return the findings in the order of lines, the last with the number of others."""
        message = f"{self.more:,} more rows of this game cannot be read"
        ordered = sorted(self, key=lambda one: one.line or 0)
        return [*ordered, *([violation(BAD_ROW, message)] if self.more else [])]


class _Game:
    """The rows of one game."""

    def __init__(self, rows: Rows, findings: _Findings) -> None:
        self.rows, self._findings, self._is_part = rows, findings, False
        self._beside = [name for name in _BESIDE if name in rows.cells and self._filled(name)]

    def record(self, here: Source, assumptions: Assumptions) -> Record:
        """Return the record."""
        order: Sequence[int] = ()
        try:
            moves, order = self._listed() if "moves" in self.rows.cells else self._plies()
            record = from_json(self._to_json() | {"moves": moves}, here, assumptions)
        except (TypeError, ValueError) as error:
            self._complain(f"not a record: {error}", 0)
            record = Record(source=here)
        except Exception as error:
            record = Record(source=here, findings=(fault(error).at(line=here.line),))
        found = (self.rows.lines[row] for row in order[: len(record.moves)])
        places = tuple([(line, 1) for line in found if line is not None])
        return replace(record, places=places, findings=(*record.findings, *self._findings.all()))

    def note_return(self, number: int) -> None:
        """Say that a game has a number that is not above those of the games before it."""
        self._is_part = _number(self.rows.cells.get("ply", (1,))[0], 1) > 1
        if self._is_part:
            message = f"rows of game {number} stand in several places"
            self._complain(f"{message}: sort the table by game_id and ply", 0)
        else:
            self._note_order(f"game {number} comes again or late, and is read as another game", 0)

    def _complain(self, message: str, row: int) -> None:
        self._findings.append(violation(BAD_ROW, message).at(line=self.rows.lines[row]))

    def _note_order(self, message: str, row: int) -> None:
        self._findings.append(note("row-order", message).at(line=self.rows.lines[row]))

    def _to_json(self) -> dict[str, object]:
        """Return the game as the documented JSON object, without its moves."""
        values = {
            column.name: self._value(column.name)
            for column in OF_GAME
            if column.name in self.rows.cells
        }
        extra = values.pop("extra", None) or {}
        path, line, game = (values.pop(f"source_{name}", None) for name in ("path", "line", "game"))
        if line is not None and game is not None:
            values["source"] = {"path": path or "", "line": line, "game": game}
        values["comment"] = values.pop("game_comment", None)
        return extra | {key: value for key, value in values.items() if value is not None}

    def _listed(self) -> tuple[list[object], list[int]]:
        """Return the moves of a game on one row, and the row of each."""
        known = len(self._findings)
        moves, details = [*(self._value("moves") or [])], {**(self._value("details") or {})}
        if len(self._findings) == known and self._value("plies") not in (None, len(moves)):
            has = f"but the row has {plural(len(moves), 'move')}"
            self._complain(f"column 'plies': {self._value('plies')}, {has}", 0)
        for index, move in enumerate(moves):
            if isinstance(details.get(str(index + 1)), dict):
                moves[index] = details.pop(str(index + 1)) | {"move": move}
        if details:
            self._complain(f"details that are no objects of a ply: {details!r:.60}", 0)
        return moves, [0] * len(moves)

    def _plies(self) -> tuple[list[object], Sequence[int]]:
        """Return the moves of a row each and their rows, in order; ``?`` for missing ones."""
        rows: Sequence[int] = range(len(self.rows.lines))
        plies = self._numbers() if "ply" in self.rows.cells else [row + 1 for row in rows]
        if plies[0] == 0 and not self.rows.cells["move"][0]:
            rows = rows[1:]
        if not rows or plies[-len(rows) :] == [*range(1, len(rows) + 1)]:
            return self._moves(rows), rows
        order = sorted(rows, key=plies.__getitem__)
        steps = pairwise([0, *(plies[row] for row in order)])
        missing = plies[order[-1]] - len(order)
        if self._is_part or missing > min(MISSING, len(order)) or any(a >= b for a, b in steps):
            if not self._is_part:
                row = next(one for one in rows if plies[one] != (plies[one - 1] + 1 if one else 1))
                before = plies[row - 1] if row else 0
                what = f"ply {plies[row]} follows ply {before}"
                self._complain(f"{what}: rows are missing, or there are too many", row)
            return self._moves(rows), rows
        if order != [*rows]:
            row = next(row for row, other in zip(rows, order, strict=True) if row != other)
            self._note_order("rows of the game are put in the order of their plies", row)
        moves, placed, lost = list[object](), list[int](), list[int]()
        for row in order:
            while len(moves) + 1 < plies[row]:
                moves.append("?")
                placed.append(row)
                lost.append(len(moves))
            moves.append(self._move(row))
            placed.append(row)
        if lost:
            numbers = ", ".join(map(str, lost))
            message = f"{plural(missing, 'row')} missing: ? stands for ply {numbers}"
            self._complain(message, placed[lost[0] - 1])
        return moves, placed

    def _numbers(self) -> list[int]:
        """Return the numbers of plies, counted on from the row before where a cell has none."""
        numbers, column = list[int](), self.rows.cells["ply"]
        if {*map(type, column)} == {int} and min(column) >= 0:
            return [*column]
        for row, cell in enumerate(column):
            numbers.append(cell if type(cell) is int else _number(cell, -1))
            if numbers[row] < 0:
                self._complain(f"ply {cell!r:.60} is not a number", row)
                numbers[row] = numbers[row - 1] + 1 if row else 1
        return numbers

    def _moves(self, rows: Sequence[int]) -> list[object]:
        """Return the moves on some rows."""
        cells = [self.rows.cells["move"][row] for row in rows]
        if not self._beside and {*map(type, cells)} == {str}:
            return cells
        return [self._move(row) for row in rows]

    def _move(self, row: int) -> object:
        """Return a move, with what stands beside it if anything does."""
        move = self._read("move", row) or ""
        if not self._beside:
            return move
        values = {name: self._read(name, row) for name in self._beside}
        beside = values.pop("details", None) or {}
        beside |= {name: value for name, value in values.items() if value is not None}
        return beside | {"move": move} if beside else move

    def _filled(self, name: str) -> int:
        """Return how many cells of a column are not empty."""
        column = self.rows.cells[name]
        return len(column) - column.count(None) - column.count("")

    def _value(self, name: str) -> Any:
        """Return the value of a column of the game: of its first cell that is not empty."""
        filled = self._filled(name) if name in self.rows.cells else 0
        if not filled:
            return None
        column = self.rows.cells[name]
        first = next(row for row, cell in enumerate(column) if _has(cell))
        for row in range(first + 1, len(column)) if filled > 1 else ():
            if _has(column[row]) and column[row] != (known := column[first]):
                message = f"column {name!r} has {column[row]!r:.60}, but {known!r:.60} on the rows"
                self._complain(f"{message} before of the same game, which counts", row)
                break
        return self._read(name, first)

    def _read(self, name: str, row: int) -> Any:
        """Return a cell's value, None where there is none, or it cannot be read."""
        cell = self.rows.cells[name][row]
        try:
            value = _VALUES[KINDS[name]](cell) if _has(cell) else None
            if name in ("extra", "details") and not isinstance(value, dict | None):
                raise ValueError("an object was expected")
        except (TypeError, ValueError) as error:
            message = f"column {name!r}: {cell!r:.60} cannot be read as {KINDS[name]}: {error}"
            self._complain(message, row)
            return None
        return value


def _has(cell: object) -> bool:
    return cell is not None and cell != ""


def _number(cell: object, other: int) -> int:
    """Return the whole number of a cell, the other where it has none."""
    try:
        return _whole(cell)
    except ValueError:
        return other


def _whole(value: object) -> int:
    """Return a cell's whole number, be it written as one or as a decimal fraction."""
    if isinstance(value, str):
        return to_int(value.strip().removesuffix(".0"))
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return int(value)
    if type(value) is int:
        return value
    raise ValueError("not a whole number")


def _text(value: object) -> str:
    """Return a cell's text; numbers become texts."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, int | float):
        return str(value)
    raise ValueError(f"it is a {type(value).__name__}")


def _listed(value: object) -> list[object]:
    """Return a list, or the one that a text of JSON has."""
    listed = value if isinstance(value, list) else loads(_text(value))
    if not isinstance(listed, list):
        raise ValueError("a list was expected")
    return listed


_VALUES: Mapping[str, Callable[[Any], Any]] = {
    "text": _text,
    "word": _text,
    "integer": _whole,
    "json": lambda value: loads(_text(value)),
    "texts": _listed,
    "tags": lambda value: dict(value) if isinstance(value, list | dict) else loads(_text(value)),
}
"""How cells of each kind are read."""
