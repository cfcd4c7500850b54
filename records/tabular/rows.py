"""Records as rows of a table, and rows read as records.

`rows_of` returns the rows of a record, `read_table` the records of rows; both know tables of plies
and tables of games.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count, pairwise
from operator import itemgetter
from typing import Any

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural, to_int
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
    packed,
)

BAD_ROW = "bad-row"

MISSING = 40
"""Plies that may be missing from a game for `?` to stand for each; no more than it has, either."""

MOST = 100
"""Findings on the rows of one game; what is more is counted."""

Row = tuple[int | None, Sequence[object]]
"""The line that a row begins on, None where a format has no lines; and its cells."""

Cells = tuple[Any, ...]

_BESIDE = ("marks", "comment", "reserve", "details")
"""The columns of what stands beside a move."""


def rows_of(record: Record, columns: Sequence[RecordColumn], odd: re.Pattern[str]) -> list[Cells]:
    """Return the rows of a record without the number of its game; None is an empty cell.

    A text that a column cannot hold stands in ``extra`` or ``details``, where JSON has escapes for
    it, under the key that it has in the documented JSON object.

    Args:
        record: the record.
        columns: `PLIES` or `GAMES`.
        odd: matches the characters that a text must not have.
    """
    game, details = _game_cells(record, odd), record.details
    if columns is GAMES:
        beside = {str(index + 1): detail for index, detail in details.items() if detail}
        packed_details = packed(beside) if beside else None
        return [(len(record.moves), list(record.moves), packed_details, *game)]
    bare, later = (None,) * len(_BESIDE), (None,) * len(OF_GAME)
    rows: list[Cells] = [
        (ply, move, *(_ply_cells(details[ply - 1], odd) if ply - 1 in details else bare))
        for ply, move in enumerate(record.moves, start=1)
    ]
    first, *others = rows or [(0, None, *bare)]
    return [first + game, *(row + later for row in others)]


def _game_cells(record: Record, odd: re.Pattern[str]) -> Cells:
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
    jsons = (packed(value) if value else None for value in (notes, extra))
    return (*texts, tags, *jsons, *(place or (None, None, None)))


def _place_cells(source: object, odd: re.Pattern[str]) -> Cells:
    """Return what a record was first read from as cells; none if it is of another shape."""
    if not isinstance(source, dict) or source.keys() != {"path", "line", "game"}:
        return ()
    path, line, game = source["path"], source["line"], source["game"]
    if not isinstance(path, str) or odd.search(path) or not (is_count(line) and is_count(game)):
        return ()
    return path or None, line, game


def _ply_cells(detail: JsonObject, odd: re.Pattern[str]) -> Cells:
    """Return the cells of `_BESIDE`."""
    cells: dict[str, Any] = {name: detail.get(name) for name in _BESIDE[:3]}
    for name, value in cells.items():
        if not (is_count(value) if name == "reserve" else is_plain(value, odd)):
            cells[name] = None
    rest = {key: value for key, value in detail.items() if cells.get(key) is None}
    return *cells.values(), packed(rest) if rest else None


def read_table(
    names: Sequence[str],
    rows: Iterable[Row | Finding | None],
    path: str,
    assumptions: Assumptions,
    notes: Iterable[Finding] = (),
) -> Iterator[Record]:
    """Yield the records of a table.

    Args:
        names: the names of its columns; of several with one name the first is read.
        rows: its rows; a finding in the place of rows that are left out, and None where another
            table begins, with numbers of its own.
        path: what to call the source.
        assumptions: what the caller knows of the games.
        notes: findings on the header, for the first record.
    """
    if not is_table(names):
        yield lacking(names, path)
        return
    at = {name: index for index, name in reversed([*enumerate(names)])}
    key_of, key = _keys(at), None
    held, findings, games, highest = list[Row](), _Findings(notes), 0, 0
    for row in chain(rows, [None]):
        if isinstance(row, Finding):
            findings.append(row)
            continue
        before, key = key, key_of(row[1]) if row else None
        if held and key != before:
            games += 1
            game, number = _Game(at, held, findings), _number(before, 0)
            if 0 < number <= highest:
                game.note_return(number)
            yield game.record(Source(path, held[0][0] or games, games), assumptions)
            held, findings, highest = [], _Findings(), max(number, highest)
        if row:
            held.append(row)
        else:
            highest = 0
    if findings or not games:
        nothing = violation("empty-file", "there is no row in it").at(line=1, column=1)
        yield without_games(path, *(findings.all() or [nothing]))


def _keys(at: Mapping[str, int]) -> Callable[[Sequence[object]], Any]:
    """Return the function of cells whose value is the same on all rows of a game.

    Without numbers of games a game ends where the next row names another, or its ply is not above.
    """
    runs, game, ply = count(), at.get("game"), at.get("ply")
    key, name, last = "", object(), 0

    def of_run(cells: Sequence[object]) -> str:
        nonlocal key, name, last
        now = name if game is None else cells[game] or name
        number = last + 1 if ply is None else _number(cells[ply], last + 1)
        if not key or now != name or number <= last:
            key = f"run {next(runs)}"
        name, last = now, number
        return key

    if "moves" in at:
        return lambda _: f"row {next(runs)}"
    return itemgetter(at["game_id"]) if "game_id" in at else of_run


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
    """The rows of one game; ``at`` has the index of the cells of each column."""

    def __init__(self, at: Mapping[str, int], rows: list[Row], findings: _Findings) -> None:
        self._lines = [line for line, _ in rows]
        cells = [*zip(*(cells for _, cells in rows), strict=True)]
        self._columns = {name: cells[index] for name, index in at.items()}
        self._beside = [name for name in _BESIDE if any(map(_has, self._columns.get(name, ())))]
        self._findings, self._is_part = findings, False

    def record(self, here: Source, assumptions: Assumptions) -> Record:
        """Return the record."""
        order: list[int] = []
        try:
            moves, order = self._listed() if "moves" in self._columns else self._plies()
            record = from_json(self._to_json() | {"moves": moves}, here, assumptions)
        except (TypeError, ValueError) as error:
            self._complain(f"not a record: {error}", 0)
            record = Record(source=here)
        except Exception as error:
            record = Record(source=here, findings=(fault(error).at(line=here.line),))
        found = (self._lines[row] for row in order[: len(record.moves)])
        places = tuple((line, 1) for line in found if line is not None)
        return replace(record, places=places, findings=(*record.findings, *self._findings.all()))

    def note_return(self, number: int) -> None:
        """Say that a game has a number that is not above those of the games before it."""
        self._is_part = _number(self._columns.get("ply", (1,))[0], 1) > 1
        if self._is_part:
            message = f"rows of game {number} stand in several places"
            self._complain(f"{message}: sort the table by game_id and ply", 0)
        else:
            self._note_order(f"game {number} comes again or late, and is read as another game", 0)

    def _complain(self, message: str, row: int) -> None:
        self._findings.append(violation(BAD_ROW, message).at(line=self._lines[row]))

    def _note_order(self, message: str, row: int) -> None:
        self._findings.append(note("row-order", message).at(line=self._lines[row]))

    def _to_json(self) -> dict[str, object]:
        """Return the game as the documented JSON object, without its moves."""
        values = {column.name: self._value(column.name) for column in OF_GAME}
        extra = values.pop("extra") or {}
        path, line, game = (values.pop(f"source_{name}") for name in ("path", "line", "game"))
        if line is not None and game is not None:
            values["source"] = {"path": path or "", "line": line, "game": game}
        values["comment"] = values.pop("game_comment")
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

    def _plies(self) -> tuple[list[object], list[int]]:
        """Return the moves of a row each and their rows, in order; ``?`` for missing ones."""
        rows = range(len(self._lines))
        plies = self._numbers() if "ply" in self._columns else [row + 1 for row in rows]
        if plies[0] == 0 and not self._columns["move"][0]:
            rows = rows[1:]
        order = [*rows]
        moves: list[object] = []
        if plies[-len(order) :] == [*range(1, len(order) + 1)] or not order:
            return [self._move(row) for row in order], order
        order.sort(key=plies.__getitem__)
        steps = pairwise([0, *(plies[row] for row in order)])
        missing = plies[order[-1]] - len(order)
        if self._is_part or missing > min(MISSING, len(order)) or any(a >= b for a, b in steps):
            if not self._is_part:
                row = next(one for one in rows if plies[one] != (plies[one - 1] + 1 if one else 1))
                before = plies[row - 1] if row else 0
                what = f"ply {plies[row]} follows ply {before}"
                self._complain(f"{what}: rows are missing, or there are too many", row)
            return [self._move(row) for row in rows], [*rows]
        if order != [*rows]:
            row = next(row for row, other in zip(rows, order, strict=True) if row != other)
            self._note_order("rows of the game are put in the order of their plies", row)
        placed, gaps = list[int](), list[int]()
        for row in order:
            gaps += [row] if plies[row] > len(moves) + 1 else []
            placed += [row] * (plies[row] - len(moves))
            moves += ["?"] * (plies[row] - len(moves) - 1)
            moves.append(self._move(row))
        if gaps:
            lost = [str(ply) for ply, move in enumerate(moves, 1) if move == "?"]
            message = f"{plural(missing, 'row')} missing: ? stands for ply {', '.join(lost)}"
            self._complain(message, gaps[0])
        return moves, placed

    def _numbers(self) -> list[int]:
        """Return the numbers of plies, counted on from the row before where a cell has none."""
        numbers = list[int]()
        for row, cell in enumerate(self._columns["ply"]):
            numbers.append(cell if type(cell) is int else _number(cell, -1))
            if numbers[row] < 0:
                self._complain(f"ply {cell!r:.60} is not a number", row)
                numbers[row] = numbers[row - 1] + 1 if row else 1
        return numbers

    def _move(self, row: int) -> object:
        """Return a move, with what stands beside it if anything does."""
        move = self._read("move", row) or ""
        if not any(_has(self._columns[name][row]) for name in self._beside):
            return move
        values = {name: self._read(name, row) for name in self._beside}
        beside = values.pop("details", None) or {}
        beside |= {name: value for name, value in values.items() if value is not None}
        return beside | {"move": move} if beside else move

    def _value(self, name: str) -> Any:
        """Return the value of a column of the game: of its first cell that is not empty."""
        column = self._columns.get(name, ())
        given = [row for row, cell in enumerate(column) if cell is not None and cell != ""]
        for row in given[1:]:
            if column[row] != (known := column[given[0]]):
                message = f"column {name!r} has {column[row]!r:.60}, but {known!r:.60} on the rows"
                self._complain(f"{message} before of the same game, which counts", row)
                break
        return self._read(name, given[0]) if given else None

    def _read(self, name: str, row: int) -> Any:
        """Return a cell's value, None where there is none, or it cannot be read."""
        cell = self._columns[name][row]
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
