"""Rows of tables, of plies or of games, read as records."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby, repeat
from typing import cast

from notation import Finding
from notation.findings import note, violation
from notation.numbers import to_int
from notation.values import frozen, mutable
from records.assumptions import Assumptions
from records.jsonl import from_json
from records.jsontext import loads
from records.model import Place, Record, Source, without_games
from records.sources.boundary import fault
from records.tabular.schema import GAMES, OF_GAME, OF_PLY, PLIES

BAD_ROW = "bad-row"
BAD_TABLE = "bad-table"

_KINDS = {column.name: column.kind for column in (*PLIES, *GAMES)}
_DETAILS = tuple(column.name for column in OF_PLY if column.name not in ("ply", "move"))
_GAME_COMMENT = "game_comment"

MOST = 100
"""Findings on the rows of one game; what is more is counted."""


@frozen
class Chunk:
    """Some rows of a table.

    Attributes:
        columns: by name, a cell for each row: texts as they were written, or values; None, or
            an empty text, where there is nothing. Columns that the table lacks are not there.
        size: how many rows there are.
        lines: the line that each row begins on; empty where the format has no lines.
        findings: what was wrong with rows that are left out, by the row that followed; under the
            number of rows where none did.
    """

    columns: Mapping[str, Sequence[object]]
    size: int
    lines: Sequence[int] = ()
    findings: Mapping[int, Sequence[Finding]] = field(default_factory=dict)


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


@mutable
class _Game:
    """A record whose rows are being read: its key, its JSON object, and its plies so far."""

    key: object
    here: Source
    data: dict[str, object]
    moves: list[object] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    last: int = 0
    more: int = 0

    def complain(self, message: str, line: int | None) -> None:
        """Add what is wrong with a row to the findings."""
        self.findings += [violation(BAD_ROW, message).at(line=line)]
        self.bound()

    def bound(self) -> None:
        """Put a count in the place of findings that are too many."""
        if len(self.findings) > 2 * MOST:
            self.more += len(self.findings) - MOST
            del self.findings[MOST:]

    def all_findings(self) -> tuple[Finding, ...]:
        """Return the findings, and how many more there were."""
        if len(self.findings) <= MOST and not self.more:
            return tuple(self.findings)
        more = self.more + max(len(self.findings) - MOST, 0)
        counted = violation(BAD_ROW, f"{more:,} more rows of this game cannot be read")
        return (*self.findings[:MOST], counted)


class _Reader:
    """Reads the rows of one table; the game that came last may not be complete yet."""

    def __init__(self, path: str, assumptions: Assumptions) -> None:
        self._path, self._assumptions = path, assumptions
        self._game: _Game | None = None
        self._last: tuple[object, int] = (None, 0)
        self._run = 0
        self.count = 0

    def games(self, chunk: Chunk) -> Iterator[Record]:
        """Yield the records of rows of a game each."""
        for row in range(chunk.size):
            yield from self.finished()
            self._game = self._opened(row, chunk, row)
            self._game.findings.extend(chunk.findings.get(row, ()))
            self._take_moves(self._game, chunk, row)

    def plies(self, chunk: Chunk) -> Iterator[Record]:
        """Yield the records that are complete once the rows of a chunk have been read."""
        plies, bad = _numbers(chunk, "ply")
        beside = [name for name in _DETAILS if _has_values(chunk.columns.get(name, ()))]
        first = 0
        for key, rows in groupby(self._keys(chunk, plies)):
            last = first + len([*rows])
            if self._game is None or self._game.key != key:
                yield from self.finished()
                self._game = self._opened(key, chunk, first)
            self._take_plies(self._game, chunk, plies, first, last)
            for name in beside:
                _take_details(self._game, chunk, name, range(first, last))
            for row in (row for row in bad if first <= row < last):
                self._game.complain(bad[row], _line(chunk, row))
            first = last

    def trailing(self, findings: Sequence[Finding]) -> Iterator[Record]:
        """Add findings on rows after the last to the open record, or yield them if none is."""
        if self._game is not None:
            self._game.findings.extend(findings)
            self._game.bound()
        elif findings:
            self.count += 1
            rows = _Game(None, Source(self._path), {}, findings=[*findings])
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

    def _opened(self, key: object, chunk: Chunk, row: int) -> _Game:
        self.count += 1
        here = Source(self._path, _line(chunk, row) or self.count, self.count)
        game = _Game(key, here, {})
        game.data = _object(game, chunk, "extra", row)
        for column in OF_GAME[:8]:
            value = _cell(game, chunk, column.name, row)
            if value is not None:
                name = "comment" if column.name == _GAME_COMMENT else column.name
                game.data[name] = value
        source = {name: _cell(game, chunk, f"source_{name}", row) for name in ("line", "game")}
        if None not in source.values():
            path = _cell(game, chunk, "source_path", row)
            game.data["source"] = {"path": path or "", **source}
        return game

    def _take_moves(self, game: _Game, chunk: Chunk, row: int) -> None:
        moves = chunk.columns["moves"][row] or []
        if isinstance(moves, str):
            moves = _cell(game, chunk, "moves", row)
        if not isinstance(moves, list):
            game.complain(f"the moves are not a list: {moves!r:.60}", _line(chunk, row))
            moves = []
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

    def _take_plies(
        self, game: _Game, chunk: Chunk, plies: Sequence[int], first: int, last: int
    ) -> None:
        for row in chunk.findings.keys() & range(first, last):
            game.findings.extend(chunk.findings[row])
        game.bound()
        if "ply" in chunk.columns and plies[first] == 0 and not game.moves:
            first += 1
        if first == last:
            return
        expected = game.last + 1
        if "ply" in chunk.columns and plies[first:last] != list(
            range(expected, expected + last - first)
        ):
            self._misplaced(game, chunk, plies, first, last)
        game.last = plies[last - 1]
        moves = chunk.columns["move"][first:last]
        game.moves.extend(moves if None not in moves else (move or "" for move in moves))
        if chunk.lines:
            game.places.extend(zip(chunk.lines[first:last], repeat(1)))

    def _misplaced(
        self, game: _Game, chunk: Chunk, plies: Sequence[int], first: int, last: int
    ) -> None:
        before = game.last
        for row in range(first, last):
            if plies[row] != before + 1:
                message = f"ply {plies[row]} follows ply {before}: rows are missing or out of order"
                game.complain(message, _line(chunk, row))
            before = plies[row]

    def _record(self, game: _Game) -> Record:
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


def _take_details(game: _Game, chunk: Chunk, name: str, rows: range) -> None:
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


def _cell(game: _Game, chunk: Chunk, name: str, row: int) -> object:
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


def _object(game: _Game, chunk: Chunk, name: str, row: int) -> dict[str, object]:
    """Return the object in a cell of JSON, an empty one where there is none, or something else."""
    value = _cell(game, chunk, name, row)
    if value is None or isinstance(value, dict):
        return value or {}
    message = f"column {name!r}: an object was expected, not {value!r:.60}"
    game.complain(message, _line(chunk, row))
    return {}


def _with_details(game: _Game, move: object, details: object, line: int | None) -> object:
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


def repeated_columns(names: Sequence[str]) -> list[Finding]:
    """Return a note on each column of a table of records that stands in it more than once."""
    counts = {name: names.count(name) for name in dict.fromkeys(names) if name in _KINDS}
    return [
        note("repeated-column", f"{count} columns are named {name!r}: the first is read").at(line=1)
        for name, count in counts.items()
        if count > 1
    ]


def lacking(names: Sequence[str], path: str) -> Record:
    """Return a record with the finding that columns of these names are not a table of records."""
    more = f" and {len(names) - 60:,} more" if len(names) > 60 else ""
    found = (", ".join(names[:60]) or "none") + more
    message = f"not a table of games: it needs move and one of record, game, ply; it has {found}"
    return without_games(path, violation(BAD_TABLE, message).at(line=1, column=1))
