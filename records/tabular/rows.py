"""Records as rows of a table, and rows as records, in tables of plies and tables of games."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from typing import Any, TypeAlias

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural, to_int
from notation.printing import json_line
from records.assumptions import Assumptions
from records.jsonl import from_json, others_of
from records.jsontext import is_count, loads
from records.model import JsonObject, Place, Record, Source, without_games
from records.sources.boundary import fault
from records.tabular.schema import GAMES, KINDS, OF_GAME, RecordColumn, is_plain, is_table, lacking

BAD_ROW = "bad-row"

MISSING = 40
"""Most missing plies that are filled with ``?``; not more than the game has."""

MOST = 100
"""Most findings on the rows of one game; further ones are counted."""

_BESIDE = ("marks", "comment", "reserve", "details")
"""The columns of the details of a move."""

Cells: TypeAlias = tuple[Any, ...]

Row: TypeAlias = Cells | Finding | None
"""The line of a row, None where a format has no lines, and its cells; a finding for rows that are
left out; None where another table begins, with numbers of its own."""

_Filled: TypeAlias = tuple[int | None, dict[str, Any]]
"""The line of a row, and its cells that are not empty, by the name of the column."""


def columns_of(
    record: Record, columns: Sequence[RecordColumn], odd: re.Pattern[str]
) -> list[list[Any]]:
    """Return the cells of a record by column, without the number of the game; None is empty.

    A text that a column cannot hold is in ``extra`` or ``details``, under its key in the documented
    JSON object, because JSON has escapes.

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
    plies += ([None] * size for _ in _BESIDE)
    for index, detail in details.items():
        for column, cell in zip(plies[2:], _ply_cells(detail, odd), strict=True):
            column[index] = cell
    later = [None] * (size - 1)
    return [*plies, *([cell, *later] for cell in game)]


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
    jsons = (json_line(value) if value else None for value in (notes, extra))
    return (*texts, tags, *jsons, *(place or (None, None, None)))


def _place_cells(source: object, odd: re.Pattern[str]) -> Cells:
    """Return the cells of the first source of a record; none if it has another shape."""
    if not isinstance(source, dict) or source.keys() != {"path", "line", "game"}:
        return ()
    path, line, game = source["path"], source["line"], source["game"]
    if not isinstance(path, str) or odd.search(path) or not (is_count(line) and is_count(game)):
        return ()
    return path or None, line, game


def _ply_cells(detail: JsonObject, odd: re.Pattern[str]) -> Cells:
    """Return the cells of `_BESIDE`."""
    cells = {name: detail.get(name) for name in _BESIDE[:3]}
    for name, value in cells.items():
        if not (is_count(value) if name == "reserve" else is_plain(value, odd)):
            cells[name] = None
    rest = {key: value for key, value in detail.items() if cells.get(key) is None}
    return *cells.values(), json_line(rest) if rest else None


def read_table(
    names: Sequence[str],
    rows: Iterable[Row],
    path: str,
    assumptions: Assumptions,
    notes: Iterable[Finding] = (),
) -> Iterator[Record]:
    """Yield the records of a table.

    Args:
        names: the names of its columns; of equal ones the first is read.
        rows: its rows.
        path: the name of the source.
        assumptions: what the caller knows of the games.
        notes: findings on the header, for the first record.
    """
    if not is_table(names):
        yield lacking(names, path)
        return
    games, highest, findings = 0, 0, _Findings(notes)
    for found in _by_game(names, rows):
        if isinstance(found, Finding):
            findings.append(found)
        elif found is None:
            highest = 0
        else:
            games += 1
            here = Source(path, found[0][0] or games, games)
            number = _number(found[0][1].get("game_id"), highest + 1)
            yield _record(found, here, assumptions, findings, number <= highest)
            highest, findings = max(number, highest), _Findings()
    if findings or not games:
        nothing = violation("empty-file", "there is no row in it").at(line=1, column=1)
        yield without_games(path, *(findings.all() or [nothing]))


def _by_game(
    names: Sequence[str], rows: Iterable[Row]
) -> Iterator[Sequence[_Filled] | Finding | None]:
    """Yield the rows of each game; findings on rows first; None for a new table.

    A game has one number on all its rows. Without numbers it ends before a row with another game,
    or with a ply number that is not higher.
    """
    columns = [(at, name) for at, name in enumerate(names, 1)
               if name in KINDS and name not in names[: at - 1]]  # fmt: skip
    is_numbered, is_listed = "game_id" in names, "moves" in names
    held, last = list[_Filled](), 0
    key: object = None
    game: object = None
    for row in rows:
        if row is None or isinstance(row, Finding):
            if row is None and held:
                yield held
                held = []
            yield row
            continue
        cells = {name: row[at] for at, name in columns if row[at] is not None and row[at] != ""}
        if is_listed:
            begins = True
        elif is_numbered:
            begins, key = cells.get("game_id") != key, cells.get("game_id")
        else:
            ply, named = _number(cells.get("ply"), last + 1), cells.get("game", game)
            begins = named != game or ply <= last
            game, last = named, ply
        if begins and held:
            yield held
            held = []
        held.append((row[0], cells))
    if held:
        yield held


class _Findings(list[Finding]):
    """The findings on the rows of a game; beyond `MOST` they are counted."""

    more = 0

    def append(self, finding: Finding) -> None:
        """Add a finding."""
        if len(self) < MOST:
            super().append(finding)
        else:
            self.more += 1

    def add(self, message: str, line: int | None) -> None:
        """Add a bad row."""
        self.append(violation(BAD_ROW, message).at(line=line))

    def all(self) -> list[Finding]:
        """Return the findings in the order of lines, and the number of further ones."""
        message = f"{self.more:,} more rows of this game cannot be read"
        ordered = sorted(self, key=lambda one: one.line or 0)
        return [*ordered, *([violation(BAD_ROW, message)] if self.more else [])]


def _record(
    rows: Sequence[_Filled],
    here: Source,
    assumptions: Assumptions,
    findings: _Findings,
    is_again: bool,
) -> Record:
    """Return the record of the rows of a game.

    Args:
        rows: the rows.
        here: their place.
        assumptions: what the caller knows of the games.
        findings: the findings on the rows so far; gets the others.
        is_again: whether the number of the game is not higher than all before it.
    """
    places: Sequence[Place] = ()
    try:
        data, plies = _read_cells(rows, findings)
        if "moves" in rows[0][1] or "plies" in data:
            data["moves"] = _listed_moves(data, rows[0][0], findings)
            lines: Sequence[int | None] = [rows[0][0]] * len(data["moves"])
        else:
            lines, data["moves"] = _in_order(plies, findings, is_again)
        record = from_json(data, here, assumptions)
        places = tuple([(line, 1) for line in lines if line is not None])
    except (TypeError, ValueError) as error:
        findings.add(f"not a record: {error}", rows[0][0])
        record = Record(source=here)
    except Exception as error:
        record = Record(source=here, findings=(fault(error).at(line=here.line),))
    return replace(record, places=places, findings=(*record.findings, *findings.all()))


_Ply: TypeAlias = tuple[int, int | None, object]
"""The number of a ply, its line, and its move with details."""


def _read_cells(
    rows: Sequence[_Filled], findings: _Findings
) -> tuple[dict[str, Any], Sequence[_Ply]]:
    """Return the documented JSON object of a game without its moves, and its plies."""
    game, plies, differing, number = dict[str, Any](), list[_Ply](), set[str](), 0
    for line, cells in rows:
        beside: dict[str, Any] = {}
        kept = game if "moves" in cells or "plies" in cells else beside
        for name, cell in cells.items():
            try:
                value = (_BY_NAME.get(name) or _BY_KIND[KINDS[name]])(cell)
            except (TypeError, ValueError) as error:
                kind = KINDS[name]
                findings.add(
                    f"column {name!r}: {cell!r:.60} cannot be read as {kind}: {error}", line
                )
                continue
            if name not in _OF_GAME:
                kept[name] = value
            elif game.setdefault(name, value) != value and name not in differing:
                differing.add(name)
                message = f"column {name!r} has {cell!r:.60}, but {game[name]!r:.60} on the rows"
                findings.add(f"{message} before of the same game, which counts", line)
        if kept is game:
            continue
        number, move = beside.pop("ply", number + 1), beside.pop("move", "")
        beside.pop("game_id", None)
        beside = {**beside.pop("details", {}), **beside}
        if number or move:
            plies.append((number, line, {**beside, "move": move} if beside else move))
    game = {**game.pop("extra", {}), **game}
    path, line, at = (game.pop(f"source_{name}", None) for name in ("path", "line", "game"))
    if line is not None and at is not None:
        game["source"] = {"path": path or "", "line": line, "game": at}
    if comment := game.pop("game_comment", None):
        game["comment"] = comment
    game.pop("game_id", None)
    return game, plies


def _listed_moves(game: dict[str, Any], line: int | None, findings: _Findings) -> list[object]:
    """Remove and return the moves of a game on one row, with their details."""
    is_known, known = "moves" in game, game.pop("plies", None)
    moves, details = [*game.pop("moves", ())], {**game.pop("details", {})}
    if is_known and known not in (None, len(moves)):
        has = f"but the row has {plural(len(moves), 'move')}"
        findings.add(f"column 'plies': {known}, {has}", line)
    for index, move in enumerate(moves):
        if isinstance(details.get(str(index + 1)), dict):
            moves[index] = details.pop(str(index + 1)) | {"move": move}
    if details:
        findings.add(f"details that are no objects of a ply: {details!r:.60}", line)
    return moves


def _in_order(
    plies: Sequence[_Ply], findings: _Findings, is_again: bool
) -> tuple[Sequence[int | None], list[object]]:
    """Return the lines and the moves of plies in order, with ``?`` for missing ones."""
    numbers = [number for number, _, _ in plies]
    is_part = is_again and numbers[:1] > [1]
    if is_again and plies:
        message = "the number of this game comes again or late: it is read as another game"
        found = note("row-order", message)
        if is_part:
            message = "rows of a game stand in several places: sort the table by game_id and ply"
            found = violation(BAD_ROW, message)
        findings.append(found.at(line=plies[0][1]))
    if numbers != [*range(1, len(plies) + 1)] and not is_part:
        order = sorted(plies, key=itemgetter(0))
        steps = pairwise([0, *(number for number, _, _ in order)])
        missing = order[-1][0] - len(order)
        if missing > min(MISSING, len(order)) or any(one >= other for one, other in steps):
            at = next(at for at, number in enumerate(numbers) if number != at + 1)
            what = f"ply {numbers[at]} follows ply {numbers[at - 1] if at else 0}"
            findings.add(f"{what}: rows are missing, or there are too many", plies[at][1])
        else:
            if order != plies:
                line = next(one[1] for one, other in zip(plies, order, strict=True) if one != other)
                message = "rows of the game are put in the order of their plies"
                findings.append(note("row-order", message).at(line=line))
            plies = order
            lost = sorted({*range(1, order[-1][0])} - {*numbers})
            for number in lost:
                plies.insert(number - 1, (number, plies[number - 1][1], "?"))
            if lost:
                message = f"{plural(missing, 'row')} missing: ? stands for ply "
                findings.add(message + ", ".join(map(str, lost)), plies[lost[0] - 1][1])
    return [line for _, line, _ in plies], [move for _, _, move in plies]


def _number(cell: object, other: int) -> int:
    """Return the whole number of a cell; another one if it has none."""
    try:
        return _whole(cell)
    except ValueError:
        return other


def _whole(value: object) -> int:
    """Return the whole number of a cell, also of one like ``3.0``."""
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
    """Return a list, or the one that a text of JSON has."""
    listed = value if isinstance(value, list) else _json(value)
    if not isinstance(listed, list):
        raise ValueError("a list was expected")
    return listed


def _object(value: object) -> JsonObject:
    """Return the object that a text of JSON has."""
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
"""How cells of each kind are read."""

_BY_NAME: Mapping[str, Callable[[Any], Any]] = {"extra": _object, "details": _object}

_OF_GAME = frozenset(column.name for column in OF_GAME)
