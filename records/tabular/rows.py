"""Rows of tables, of plies or of games, read as records."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import cast

from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions
from records.jsonl import from_json
from records.model import Place, Record, Source, without_games
from records.tabular.schema import GAMES, OF_GAME, OF_PLY, PLIES

BAD_ROW = "bad-row"
BAD_TABLE = "bad-table"

_KINDS = {column.name: column.kind for column in (*PLIES, *GAMES)}
_DETAILS = tuple(column.name for column in OF_PLY if column.name not in ("ply", "move"))
_GAME_COMMENT = "game_comment"


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


@dataclass
class _Game:
    """A record whose rows are being read: its key, its JSON object, and its plies so far."""

    key: object
    here: Source
    data: dict[str, object]
    moves: list[object] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    last: int = 0

    def complain(self, message: str, line: int | None) -> None:
        """Note what is wrong with a row."""
        self.findings.append(violation(BAD_ROW, message).at(line=line))


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
        beside = [name for name in _DETAILS if {*chunk.columns.get(name, ())} - {None, ""}]
        first = 0
        for key, rows in groupby(self._keys(chunk, plies)):
            last = first + sum(1 for _ in rows)
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
        elif findings:
            self.count += 1
            yield without_games(self._path, *findings)

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
        extra = _cell(game, chunk, "extra", row)
        game.data = extra if isinstance(extra, dict) else {}
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
            game.complain(f"the moves are not a list: {moves!r}", _line(chunk, row))
            moves = []
        details = _cell(game, chunk, "details", row)
        details = details if isinstance(details, dict) else {}
        game.moves = [
            {**details[number], "move": move} if (number := str(ply)) in details else move
            for ply, move in enumerate(moves, start=1)
        ]
        game.places = [(_line(chunk, row) or 1, 1)] * len(moves) if chunk.lines else []

    def _take_plies(
        self, game: _Game, chunk: Chunk, plies: Sequence[int], first: int, last: int
    ) -> None:
        for row in chunk.findings.keys() & range(first, last):
            game.findings.extend(chunk.findings[row])
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
        game.moves.extend(move or "" for move in chunk.columns["move"][first:last])
        if chunk.lines:
            game.places.extend((line, 1) for line in chunk.lines[first:last])

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
        except (TypeError, ValueError, AttributeError) as error:
            game.complain(f"not a record: {error}", game.here.line)
            record = Record(source=game.here)
        return replace(
            record,
            places=tuple(game.places[: len(record.moves)]),
            findings=(*record.findings, *game.findings),
        )


def _take_details(game: _Game, chunk: Chunk, name: str, rows: range) -> None:
    """Take what stands beside the moves that came last, from one of the columns for that."""
    cells = chunk.columns[name]
    for index, row in enumerate(rows, start=len(game.moves) - len(rows)):
        if index < 0 or cells[row] is None or cells[row] == "":
            continue
        value = _cell(game, chunk, name, row)
        move = game.moves[index]
        entry = move if isinstance(move, dict) else {"move": move}
        if name != "details":
            entry[name] = value
        elif isinstance(value, dict):
            entry |= {**value, "move": entry["move"]}
        game.moves[index] = entry


def _line(chunk: Chunk, row: int) -> int | None:
    return chunk.lines[row] if chunk.lines else None


def _cell(game: _Game, chunk: Chunk, name: str, row: int) -> object:
    """Return a cell's value, None where there is none or it cannot be read, which is noted."""
    cells = chunk.columns.get(name)
    value = None if cells is None else cells[row]
    kind = _KINDS[name]
    if value is None or value == "":
        return None
    if kind == "text" or (kind == "integer" and isinstance(value, int)):
        return str(value) if kind == "text" else value
    try:
        return int(str(value)) if kind == "integer" else json.loads(str(value))
    except (TypeError, ValueError) as error:
        game.complain(
            f"column {name!r}: {value!r:.60} cannot be read as {kind}: {error}", _line(chunk, row)
        )
        return None


def _numbers(chunk: Chunk, name: str) -> tuple[Sequence[int], dict[int, str]]:
    """Return a column of numbers, counted on where it has none; and what is wrong, by row."""
    cells = chunk.columns.get(name)
    if cells is None:
        return range(1, chunk.size + 1), {}
    try:
        return list(map(int, cast("Sequence[str | int]", cells))), {}
    except (TypeError, ValueError):
        return _mended(cells)


def _mended(cells: Sequence[object]) -> tuple[list[int], dict[int, str]]:
    numbers: list[int] = []
    bad: dict[int, str] = {}
    for row, cell in enumerate(cells):
        try:
            numbers.append(int(cast("str | int", cell)))
        except (TypeError, ValueError):
            bad[row] = f"ply {cell!r:.60} is not a number"
            numbers.append(numbers[-1] + 1 if numbers else 1)
    return numbers, bad


def lacking(names: Sequence[str], path: str) -> Record:
    """Return a record with the finding that columns of these names are not a table of records."""
    found = ", ".join(names) or "none"
    message = f"not a table of games: it needs move and one of record, game, ply; it has {found}"
    return without_games(path, violation(BAD_TABLE, message).at(line=1, column=1))
