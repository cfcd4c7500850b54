"""Records as rows of a table, and rows as records, in tables of plies and tables of games.

A record is the documented JSON object: values that a cell can hold are cells, and the others are
JSON in the columns ``extra`` and ``details``, since JSON has escapes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural, to_int
from notation.printing import json_line
from records.assumptions import Assumptions
from records.jsonl import from_json, to_json
from records.jsontext import is_count, loads
from records.model import Record, Source, without_games
from records.sources.boundary import fault
from records.tabular.schema import (
    BAD_ROW,
    GAMES,
    KINDS,
    OF_GAME,
    RecordColumn,
    is_plain,
    is_table,
    lacking,
)

MOST = 100
"""Most findings on the rows of one game; further ones are counted."""

Row: TypeAlias = tuple[Any, ...] | Finding | None
"""The line of a row, None where a format has no lines, and its cells; a finding for rows that are
left out; None where another table begins."""

_Filled: TypeAlias = tuple[int | None, dict[str, Any]]
"""The line of a row, and its cells that are not empty, by the name of the column."""

_Ply: TypeAlias = tuple[int, int | None, object]
"""The number of a ply, its line, and its move with details."""


def columns_of(
    record: Record, columns: Sequence[RecordColumn], odd: re.Pattern[str]
) -> list[list[Any]]:
    """Return the cells of a record by column, without the number of the game; None is empty.

    Args:
        record: the record.
        columns: `PLIES` or `GAMES`.
        odd: matches characters that a cell cannot hold.
    """
    moves, details, game = record.moves, record.details, _game_cells(record, odd)
    if columns is GAMES:
        beside = {str(index + 1): detail for index, detail in details.items() if detail}
        row = (len(moves), [*moves], json_line(beside) if beside else None, *game)
        return [[cell] for cell in row]
    size = max(len(moves), 1)
    plies: list[list[Any]] = [[*range(1, size + 1)], [*moves]] if moves else [[0], [None]]
    plies += ([None] * size for _ in range(4))
    for index, detail in details.items():
        rest = dict(detail)
        cells = [_taken(rest, key, odd) for key in ("marks", "comment", "reserve")]
        for column, cell in zip(
            plies[2:], (*cells, json_line(rest) if rest else None), strict=True
        ):
            column[index] = cell
    later = [None] * (size - 1)
    return [*plies, *([cell, *later] for cell in game)]


def _game_cells(record: Record, odd: re.Pattern[str]) -> list[Any]:
    """Return the cells of a record in the columns `OF_GAME`, which describe the game as a whole."""
    data = to_json(record)
    del data["moves"]
    place: Sequence[object] = (None, None, None)
    source = data["source"]
    if isinstance(source, dict) and source.keys() == {"path", "line", "game"}:
        path, line, game = source["path"], source["line"], source["game"]
        if isinstance(path, str) and not odd.search(path) and is_count(line) and is_count(game):
            place = (path or None, line, game)
            del data["source"]
    keys = ("game", "variant", "dialect", "result", "start", "comment", "tags", "notes")
    cells = [_taken(data, key, odd) for key in keys]
    return [*cells, json_line(data) if data else None, *place]


def _taken(data: dict[str, Any], key: str, odd: re.Pattern[str]) -> Any:
    """Remove the value of a key and return it as a cell; None if it is empty or does not fit."""
    value = data.pop(key, None)
    if value is None or value in ({}, []):
        return None
    if key == "notes":
        return json_line(value)
    if key == "tags":
        fits = not odd.search("".join((*value, *value.values())))
    else:
        fits = is_count(value) if key == "reserve" else is_plain(value, odd)
    if fits:
        return value
    data[key] = value
    return None


def read_table(
    names: Sequence[str],
    rows: Iterable[Row],
    path: str,
    assumptions: Assumptions,
    notes: Iterable[Finding] = (),
) -> Iterator[Record]:
    """Yield the records of a table.

    Args:
        names: the names of its columns; the first of several equal ones is read.
        rows: its rows.
        path: the name of the source.
        assumptions: what the caller knows of the games.
        notes: findings on the header, for the first record.
    """
    if not is_table(names):
        yield lacking(names, path)
        return
    games, findings = 0, [*notes]
    for found in _by_game(names, rows):
        if isinstance(found, Finding):
            findings.append(found)
        else:
            games += 1
            here = Source(path, found[0][0] or games, games)
            yield _record(found, here, assumptions, findings)
            findings = []
    if findings or not games:
        nothing = violation("empty-file", "there is no row in it").at(line=1, column=1)
        yield without_games(path, *(_listed_findings(findings) or [nothing]))


def _by_game(names: Sequence[str], rows: Iterable[Row]) -> Iterator[Sequence[_Filled] | Finding]:
    """Yield the rows of each game; findings on rows first.

    A game has one number on all its rows. Without numbers it ends before a row with another game,
    or with a ply number that is not higher.
    """
    columns = [(names.index(name) + 1, name) for name in KINDS if name in names]
    is_numbered, is_listed = "game_id" in names, "moves" in names
    held, last = list[_Filled](), 0
    key: object = None
    for row in rows:
        if isinstance(row, Finding):
            yield row
            continue
        cells: dict[str, Any] = {}
        if row is None:
            begins = True
        else:
            cells = {name: row[at] for at, name in columns if row[at] is not None and row[at] != ""}
            if is_numbered or is_listed:
                begins, key = is_listed or cells.get("game_id") != key, cells.get("game_id")
            else:
                ply, mine = _number(cells.get("ply"), last + 1), cells.get("game", key)
                begins, key, last = mine != key or ply <= last, mine, ply
        if begins and held:
            yield held
            held = []
        if row is not None:
            held.append((row[0], cells))
    if held:
        yield held


def _bad(message: str, line: int | None) -> Finding:
    return violation(BAD_ROW, message).at(line=line)


def _listed_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in the order of lines; those beyond `MOST` are counted."""
    message = f"{len(findings) - MOST:,} more rows of this game cannot be read"
    more = [violation(BAD_ROW, message)] if len(findings) > MOST else []
    return [*sorted(findings[:MOST], key=lambda one: one.line or 0), *more]


def _record(
    rows: Sequence[_Filled], here: Source, assumptions: Assumptions, findings: list[Finding]
) -> Record:
    """Return the record of the rows of a game.

    Args:
        rows: the rows.
        here: their place.
        assumptions: what the caller knows of the games.
        findings: the findings on the rows so far; gets the others.
    """
    lines: Sequence[int | None] = ()
    try:
        data, beside = _read_cells(rows, findings)
        if "moves" in rows[0][1] or "plies" in rows[0][1]:
            line, values = beside[0]
            data["moves"] = _listed_moves(values, line, findings)
            lines = [line] * len(data["moves"])
        else:
            plies = _in_order(_plies(beside), findings)
            lines, data["moves"] = [line for _, line, _ in plies], [move for _, _, move in plies]
        record = from_json(data, here, assumptions)
    except (TypeError, ValueError) as error:
        findings.append(_bad(f"not a record: {error}", rows[0][0]))
        lines, record = (), Record(source=here)
    except Exception as error:
        lines, record = (), Record(source=here, findings=(fault(error).at(line=here.line),))
    places = tuple([(line, 1) for line in lines if line is not None])
    told = (*record.findings, *_listed_findings(findings))
    return replace(record, places=places, findings=told)


def _read_cells(
    rows: Sequence[_Filled], findings: list[Finding]
) -> tuple[dict[str, Any], list[_Filled]]:
    """Return the documented JSON object of a game without its moves, and the cells of plies."""
    game, others, differing = dict[str, Any](), list[_Filled](), set[str]()
    for line, cells in rows:
        beside: dict[str, Any] = {}
        for name, cell in cells.items():
            try:
                value = _READERS[name](cell)
            except (TypeError, ValueError) as error:
                message = f"column {name!r}: {cell!r:.60} cannot be read as {KINDS[name]}: {error}"
                findings.append(_bad(message, line))
                continue
            if name not in _OF_GAME:
                beside[name] = value
            elif game.setdefault(name, value) != value and name not in differing:
                differing.add(name)
                message = f"column {name!r} has {cell!r:.60}, but {game[name]!r:.60} on the rows"
                findings.append(_bad(f"{message} before of the same game, which counts", line))
        others.append((line, beside))
    path, line, at = (game.pop(f"source_{name}", None) for name in ("path", "line", "game"))
    if line is not None and at is not None:
        game["source"] = {"path": path or "", "line": line, "game": at}
    if comment := game.pop("game_comment", None):
        game["comment"] = comment
    return {**game.pop("extra", {}), **game}, others


def _listed_moves(cells: dict[str, Any], line: int | None, findings: list[Finding]) -> list[object]:
    """Return the moves of a game on one row, with their details."""
    moves, details = [*cells.get("moves", ())], {**cells.get("details", {})}
    if "moves" in cells and cells.get("plies", len(moves)) != len(moves):
        has = f"but the row has {plural(len(moves), 'move')}"
        findings.append(_bad(f"column 'plies': {cells['plies']}, {has}", line))
    for index, move in enumerate(moves):
        if isinstance(details.get(str(index + 1)), dict):
            moves[index] = details.pop(str(index + 1)) | {"move": move}
    if details:
        findings.append(_bad(f"details that are no objects of a ply: {details!r:.60}", line))
    return moves


def _plies(rows: Iterable[_Filled]) -> list[_Ply]:
    """Return the plies of a game, one for each row; a missing number is the next one."""
    plies, number = list[_Ply](), 0
    for line, cells in rows:
        number, move = cells.pop("ply", number + 1), cells.pop("move", "")
        cells.pop("game_id", None)
        beside = {**cells.pop("details", {}), **cells}
        if number or move:
            plies.append((number, line, {**beside, "move": move} if beside else move))
    return plies


def _in_order(plies: list[_Ply], findings: list[Finding]) -> list[_Ply]:
    """Return plies in the order of their numbers, if none is missing."""
    numbers = [number for number, _, _ in plies]
    due = [*range(1, len(plies) + 1)]
    if numbers == due:
        return plies
    at = next(at for at, number in enumerate(numbers) if number != due[at])
    line = plies[at][1]
    if sorted(numbers) == due:
        message = "rows of the game are put in the order of their plies"
        findings.append(note("row-order", message).at(line=line))
        return sorted(plies, key=lambda ply: ply[0])
    message = f"ply {numbers[at]} follows ply {numbers[at - 1] if at else 0}: rows are missing, "
    message += "too many or in several places; sort the table by game_id and ply"
    findings.append(_bad(message, line))
    return plies


def _number(cell: object, other: int) -> int:
    """Return the whole number in a cell, or a default value."""
    try:
        return _whole(cell)
    except ValueError:
        return other


def _whole(value: object) -> int:
    """Return the whole number in a cell, which may be written like ``3.0``."""
    if isinstance(value, str):
        value = value.strip().removesuffix(".0")
        if value.removeprefix("-").isdecimal():
            return to_int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return int(value)
    if type(value) is int:
        return value
    raise ValueError("not a whole number")


def _text(value: object) -> str:
    """Return a cell's text; numbers become texts."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, str | int | float):
        return str(value)
    raise ValueError(f"it is a {type(value).__name__}")


def _json(value: object) -> Any:
    return loads(_text(value))


def _listed(value: object) -> list[object]:
    """Return a list, or parse one from JSON text."""
    listed = value if isinstance(value, list) else _json(value)
    if not isinstance(listed, list):
        raise ValueError("a list was expected")
    return listed


def _object(value: object) -> dict[str, Any]:
    """Return an object parsed from JSON text."""
    found = _json(value)
    if not isinstance(found, dict | None):
        raise ValueError("an object was expected")
    return found or {}


_BY_KIND: Mapping[str, Callable[[Any], Any]] = {
    "text": _text,
    "word": _text,
    "integer": _whole,
    "json": _json,
    "texts": _listed,
    "tags": lambda value: dict(value) if isinstance(value, list | dict) else _json(value),
}

_READERS = {name: _BY_KIND[kind] for name, kind in KINDS.items()}
_READERS |= {"extra": _object, "details": _object}
"""Readers of cells, by column."""

_OF_GAME = frozenset(column.name for column in OF_GAME)
