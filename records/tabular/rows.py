"""Rows of tables, of plies or of games, read as records."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, repeat
from typing import cast

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural, to_int
from records.assumptions import Assumptions
from records.jsonl import from_json
from records.jsontext import loads
from records.model import Record, Source, without_games
from records.sources.boundary import fault
from records.tabular.game import TableGame
from records.tabular.schema import GAMES, OF_GAME, OF_PLY, PLIES

_KINDS = {column.name: column.kind for column in (*PLIES, *GAMES)}
_DETAILS = tuple(column.name for column in OF_PLY if column.name not in ("ply", "move"))
_GAME_COMMENT = "game_comment"
_FIRST_ROW = ("extra", "source_path", "source_line", "source_game")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some rows of a table.

    Attributes:
        columns: by name, a cell for each row: texts as they were written, or values; None, or
            an empty text, where there is nothing. Columns that the table lacks are not there.
        size: how many rows there are.
        lines: the line that each row begins on; empty where the format has no lines.
        findings: what was wrong with rows that are left out, by the row that followed; under the
            number of rows where none did.
        changes: by the name of a column of the game, the rows whose cell differs from the one
            above; of a table of plies.
    """

    columns: Mapping[str, Sequence[object]]
    size: int
    lines: Sequence[int] = ()
    findings: Mapping[int, Sequence[Finding]] = field(default_factory=dict)
    changes: Mapping[str, Sequence[int]] = field(default_factory=dict)


def read_table(chunks: Iterable[Chunk], path: str, assumptions: Assumptions) -> Iterator[Record]:
    """Yield the records of a table, be its rows plies or games.

    Args:
        chunks: the rows, in any division.
        path: what to call the source.
        assumptions: what the caller knows of the games.
    """
    reader = _Reader(path, assumptions)
    for chunk in chunks:
        yield from reader.games(chunk) if "moves" in chunk.columns else reader.plies(chunk)
        yield from reader.trailing(chunk.findings.get(chunk.size, ()))
    yield from reader.finished()
    if not reader.count:
        nothing = violation("empty-file", "there is no row in it")
        yield without_games(path, nothing.at(line=1, column=1))


class _Reader:
    """Reads the rows of one table; the game that came last may not be complete yet."""

    def __init__(self, path: str, assumptions: Assumptions) -> None:
        self._path, self._assumptions = path, assumptions
        self._game: TableGame | None = None
        self._last: tuple[object, int] = (None, 0)
        self._run = 0
        self._numbers: tuple[int, int] | None = None
        self.count = 0

    def games(self, chunk: Chunk) -> Iterator[Record]:
        """Yield the records of rows of a game each."""
        for row in range(chunk.size):
            yield from self.finished()
            self._game = self._opened(row, chunk, row)
            self._game.add(*chunk.findings.get(row, ()))
            self._take_moves(self._game, chunk, row)

    def plies(self, chunk: Chunk) -> Iterator[Record]:
        """Yield the records that are complete once the rows of a chunk have been read."""
        plies, bad = _numbers(chunk, "ply")
        beside = [name for name in _DETAILS if _has_values(chunk.columns.get(name, ()))]
        first, runs = 0, []
        for key, rows in groupby(self._keys(chunk, plies)):
            last = first + len([*rows])
            runs.append((key, first, last))
            first = last
        changes = _changes_within(chunk, {first for _, first, _ in runs})
        for key, first, last in runs:
            if self._game is None or self._game.key != key:
                yield from self.finished()
                self._game = self._opened(key, chunk, first)
                self._note_return(self._game, chunk, plies[first])
            elif changed := _changed(self._game, chunk, first):
                changes[first] = changed
            self._take_plies(self._game, chunk, plies, first, last)
            for row in sorted(changes.keys() & range(first, last)):
                self._compare(self._game, chunk, row, changes[row])
            for name in beside:
                _take_details(self._game, chunk, name, range(first, last))
            for row in (row for row in bad if first <= row < last):
                self._game.complain(bad[row], _line(chunk, row))

    def trailing(self, findings: Sequence[Finding]) -> Iterator[Record]:
        """Add findings on rows after the last to the open record, or yield them if none is."""
        if self._game is not None:
            self._game.add(*findings)
        elif findings:
            self.count += 1
            rows = TableGame(None, Source(self._path), {}, findings=[*findings])
            yield without_games(self._path, *rows.all_findings())

    def finished(self) -> Iterator[Record]:
        """Yield the record that was open, if there was one."""
        if self._game is not None:
            yield self._record(self._game)
            self._game = None

    def _keys(self, chunk: Chunk, plies: Sequence[int]) -> Sequence[object]:
        """Return a key for each row, the same for the rows of one record."""
        if "record" in chunk.columns:
            return chunk.columns["record"]
        games = chunk.columns.get("game", [None] * chunk.size)
        keys = []
        for game, ply in zip(games, plies, strict=True):
            self._run += game != self._last[0] or ply <= self._last[1]
            self._last = game, ply
            keys.append(self._run)
        return keys

    def _opened(self, key: object, chunk: Chunk, row: int) -> TableGame:
        self.count += 1
        here = Source(self._path, _line(chunk, row) or self.count, self.count)
        game = TableGame(key, here, {})
        game.cells = {
            column.name: chunk.columns[column.name][row]
            for column in OF_GAME
            if column.name in chunk.columns
        }
        game.data = _object(game, chunk, "extra", row)
        for column in OF_GAME[:8]:
            _take_game_cell(game, chunk, column.name, row)
        source = {name: _cell(game, chunk, f"source_{name}", row) for name in ("line", "game")}
        if None not in source.values():
            path = _cell(game, chunk, "source_path", row)
            game.data["source"] = {"path": path or "", **source}
        return game

    def _take_moves(self, game: TableGame, chunk: Chunk, row: int) -> None:
        moves = chunk.columns["moves"][row] or []
        if isinstance(moves, str):
            moves = _cell(game, chunk, "moves", row)
        if not isinstance(moves, list):
            game.complain(f"the moves are not a list: {moves!r:.60}", _line(chunk, row))
            moves = []
        else:
            self._compare_count(game, chunk, row, len(moves))
        details = _object(game, chunk, "details", row)
        game.moves = moves
        if details:
            game.moves = [
                _with_details(game, move, details.pop(str(ply)), _line(chunk, row))
                if str(ply) in details
                else move
                for ply, move in enumerate(moves, start=1)
            ]
        if details:
            game.complain(f"details of no ply are left out: {details!r:.60}", _line(chunk, row))
        game.places = [(_line(chunk, row) or 1, 1)] * len(moves) if chunk.lines else []

    def _compare_count(self, game: TableGame, chunk: Chunk, row: int, moves: int) -> None:
        count = _cell(game, chunk, "plies", row)
        if count not in (None, moves):
            message = f"column 'plies': {count}, but the row has {plural(moves, 'move')}"
            game.complain(message, _line(chunk, row))

    def _note_return(self, game: TableGame, chunk: Chunk, ply: int) -> None:
        """Note a record whose number lies among those of the records before it."""
        try:
            number = _whole(game.key) if "record" in chunk.columns else None
        except ValueError:
            number = None
        if number is None:
            return
        least, most = self._numbers or (number, number - 1)
        self._numbers = min(least, number), max(most, number)
        if not least <= number <= most:
            return
        game.apart = "ply" in chunk.columns and ply > 1
        if not game.apart:
            message = f"record {number} comes again or late: its rows are read as another game"
            game.add(note("repeated-record", message).at(line=game.here.line))

    def _compare(self, game: TableGame, chunk: Chunk, row: int, names: Iterable[str]) -> None:
        """Take what the first row of a game left open; report what differs from it."""
        for name in names:
            cell, known = chunk.columns[name][row], game.cells[name]
            if cell in (None, "", known):
                continue
            line = _line(chunk, row)
            if known not in (None, ""):
                message = f"column {name!r} has {cell!r:.60}, but {known!r:.60} on the rows before"
                game.complain(f"{message} of the same game, which counts", line)
                continue
            game.cells[name] = cell
            if name in _FIRST_ROW:
                game.complain(f"column {name!r} is read on the first row of a game only", line)
            else:
                _take_game_cell(game, chunk, name, row)

    def _take_plies(
        self, game: TableGame, chunk: Chunk, plies: Sequence[int], first: int, last: int
    ) -> None:
        for row in chunk.findings.keys() & range(first, last):
            game.add(*chunk.findings[row])
        if "ply" in chunk.columns and plies[first] == 0 and not game.moves:
            first += 1
        if first == last:
            return
        if "ply" in chunk.columns:
            game.plies.extend(plies[first:last])
        moves = chunk.columns["move"][first:last]
        game.moves.extend(moves if None not in moves else (move or "" for move in moves))
        if chunk.lines:
            game.places.extend(zip(chunk.lines[first:last], repeat(1)))

    def _record(self, game: TableGame) -> Record:
        game.complete()
        try:
            record = from_json({**game.data, "moves": game.moves}, game.here, self._assumptions)
        except (TypeError, ValueError) as error:
            game.complain(f"not a record: {error}", game.here.line)
            record = Record(source=game.here)
        except Exception as error:
            record = Record(source=game.here, findings=(fault(error).at(line=game.here.line),))
        return replace(
            record,
            places=tuple(game.places[: len(record.moves)]),
            findings=(*record.findings, *game.all_findings()),
        )


def _changes_within(chunk: Chunk, starts: Collection[int]) -> dict[int, list[str]]:
    """Return which columns of a game change on rows that do not begin one."""
    found: dict[int, list[str]] = {}
    for name, rows in chunk.changes.items():
        for row in rows:
            if row not in starts:
                found.setdefault(row, []).append(name)
    return found


def _changed(game: TableGame, chunk: Chunk, row: int) -> list[str]:
    """Return which columns of a game have another cell on a row than on its first."""
    return [name for name, cell in game.cells.items() if chunk.columns[name][row] != cell]


def _take_game_cell(game: TableGame, chunk: Chunk, name: str, row: int) -> None:
    """Take the cell of a column of the game, if there is a value in it."""
    if (value := _cell(game, chunk, name, row)) is not None:
        game.data["comment" if name == _GAME_COMMENT else name] = value


def _take_details(game: TableGame, chunk: Chunk, name: str, rows: range) -> None:
    """Take what stands beside the moves that came last, from one of the columns for that."""
    cells = chunk.columns[name]
    for index, row in enumerate(rows, start=len(game.moves) - len(rows)):
        if index < 0 or cells[row] is None or cells[row] == "":
            continue
        move = game.moves[index]
        entry = move if isinstance(move, dict) else {"move": move}
        if name == "details":
            entry |= {**_object(game, chunk, name, row), "move": entry["move"]}
        elif (value := _cell(game, chunk, name, row)) is not None:
            entry[name] = value
        game.moves[index] = entry


def _line(chunk: Chunk, row: int) -> int | None:
    return chunk.lines[row] if chunk.lines else None


def _cell(game: TableGame, chunk: Chunk, name: str, row: int) -> object:
    """Return a cell's value, None where there is none or it cannot be read, which is noted."""
    cells = chunk.columns.get(name)
    kind, value = _KINDS[name], None
    try:
        value = None if cells is None else cells[row]
        return None if value is None or value == "" else _VALUES[kind](value)
    except (TypeError, ValueError) as error:
        game.complain(
            f"column {name!r}: {value!r:.60} cannot be read as {kind}: {error}", _line(chunk, row)
        )
        return None


def _object(game: TableGame, chunk: Chunk, name: str, row: int) -> dict[str, object]:
    """Return the object in a cell of JSON, an empty one where there is none, or something else."""
    value = _cell(game, chunk, name, row)
    if value is None or isinstance(value, dict):
        return value or {}
    message = f"column {name!r}: an object was expected, not {value!r:.60}"
    game.complain(message, _line(chunk, row))
    return {}


def _with_details(game: TableGame, move: object, details: object, line: int | None) -> object:
    if isinstance(details, dict):
        return {**details, "move": move}
    game.complain(f"what stands beside {move!r:.20} is not an object: {details!r:.60}", line)
    return move


def _has_values(cells: Sequence[object]) -> bool:
    try:
        return bool({*cells} - {None, ""})
    except (TypeError, ValueError):
        return True


def _whole(value: object) -> int:
    """Return a cell's whole number, be it written as one or as a decimal fraction.

    Raises:
        ValueError: it is another value, or a number too large to be exact.
    """
    if isinstance(value, str):
        return to_int(value.strip().removesuffix(".0"))
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return int(value)
    if type(value) is int:
        return value
    raise ValueError("not a whole number")


def _plain_text(value: object) -> str:
    """Return a cell's text; numbers become texts.

    Raises:
        ValueError: it is a list or another value without a text.
    """
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, str | int | float):
        return str(value)
    raise ValueError(f"it is a {type(value).__name__}")


_VALUES: Mapping[str, Callable[[object], object]] = {
    "text": _plain_text,
    "integer": _whole,
    "json": lambda value: loads(_plain_text(value)),
    "texts": lambda value: loads(_plain_text(value)),
}


def _numbers(chunk: Chunk, name: str) -> tuple[Sequence[int], dict[int, str]]:
    """Return a column of numbers, counted on where it has none; and what is wrong, by row."""
    cells = chunk.columns.get(name)
    if cells is None:
        return range(1, chunk.size + 1), {}
    if {*map(type, cells)} <= {int, str}:
        try:
            return list(map(int, cast("Sequence[str | int]", cells))), {}
        except ValueError:
            pass
    return _mended(cells)


def _mended(cells: Sequence[object]) -> tuple[list[int], dict[int, str]]:
    numbers: list[int] = []
    bad: dict[int, str] = {}
    for row, cell in enumerate(cells):
        try:
            numbers.append(_whole(cell))
        except ValueError:
            bad[row] = f"ply {cell!r:.60} is not a number"
            numbers.append(numbers[-1] + 1 if numbers else 1)
    return numbers, bad
