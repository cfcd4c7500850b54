"""Rows of the tables: from replays to Arrow batches."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analysis.games.measures import Column, Measured
from analysis.replay.replay import Replay
from analysis.tables.lead import LeadHistory
from analysis.tables.schema import GAME_COLUMNS, arrow_types, schema
from records.model import UNDECIDED, player_of

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")
Row = tuple[object, ...]

FILLED_FOR_EVERY_GAME = (
    *("path", "game_id", "game", "variant", "ply", "number", "side", "text", "move", "captured"),
    *("position", "captured_points", "score_1", "score_2", "score_3", "leader"),
    *("legal_moves", "key", "folded"),
)
"""Columns of plies that are filled for every game."""


class TableBatch(NamedTuple):
    """Rows of both tables, of the same records.

    Attributes:
        plies: the plies of the records.
        games: the records themselves.
    """

    plies: "pa.RecordBatch"
    games: "pa.RecordBatch"


class TableRows:
    """Rows of both tables, added record by record.

    Args:
        columns: the columns of plies.
        legal_moves: whether to count the legal moves before each ply.
        keys: whether to compute the keys of positions.
    """

    def __init__(self, columns: Sequence[Column], legal_moves: bool, keys: bool) -> None:
        self._plies, self._games = PlyRows(columns, legal_moves, keys), GameRows()

    def __len__(self) -> int:
        return len(self._plies) + len(self._games)

    def add(self, game: Replay) -> LeadHistory:
        """Add a replayed record; return its scores, captures and changes of the lead."""
        history = self._plies.add(game)
        self._games.add(game, history)
        return history

    def batch(self) -> TableBatch:
        """Return the rows as one batch, and remove them."""
        return TableBatch(self._plies.batch(), self._games.batch())


class PlyRows:
    """Rows of the table of plies; see `TableRows`."""

    def __init__(self, columns: Sequence[Column], legal_moves: bool, keys: bool) -> None:
        wanted = {column.name for column in columns}
        self._columns = columns
        self._moves = "move" in wanted
        self._positions = "position" in wanted
        self._legal_moves = legal_moves and "legal_moves" in wanted
        self._keys = keys and not wanted.isdisjoint({"key", "folded"})
        self._filled: tuple[Column, ...] = ()
        self._rows: list[Row] = []
        self._chunks: list[pa.RecordBatch] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, game: Replay) -> LeadHistory:
        """Add the plies of a record; return its scores, captures and changes of the lead."""
        history = LeadHistory()
        if game.game and game.start:
            measures = game.game.measures()
            if self._filled != measures.COLUMNS:
                self._close()
                self._filled = measures.COLUMNS
            history.visited = measures.occupied(game.start)
            history.scores = measures.standing(game.start)
            source = game.record.source
            head = source.path, source.game, game.record.game, str(game.variant)
            self._rows += [head + row for row in self._plies(game, measures.measure, history)]
        return history

    def _plies(
        self, game: Replay, measure: Callable[..., Measured], history: LeadHistory
    ) -> Iterator[Row]:
        """Yield the columns of each ply, without those of its record."""
        write = game.dialect.write if game.dialect and self._moves else None
        for ply in game.plies():
            move, after = ply.move, ply.after
            measured = measure(ply.before, ply.carried_out, after)
            leader = history.add(measured)
            keys = after.keys() if self._keys else None
            self._count += 1
            yield (
                ply.index,
                ply.number,
                ply.side,
                ply.text,
                write(move) if write and move else None,
                len(measured.captured),
                str(after) if self._positions else None,
                measured.captured,
                *padded(measured.scores),
                None if leader is None else after.sides[leader],
                ply.before.count_moves() if self._legal_moves else None,
                keys[0] if keys else None,
                min(keys) if keys else None,
                *measured.values,
            )

    def _close(self) -> None:
        """Convert the rows so far, which fill the same columns, to a chunk."""
        if self._rows:
            names = (*FILLED_FOR_EVERY_GAME, *(column.name for column in self._filled))
            self._chunks.append(columnar(self._columns, names, self._rows))
            self._rows = []

    def batch(self) -> "pa.RecordBatch":
        """Return the rows as one batch, and remove them."""
        import pyarrow as pa

        self._close()
        chunks, self._chunks, self._count = self._chunks, [], 0
        table = pa.Table.from_batches(chunks, schema(self._columns))
        return _one_batch(table.unify_dictionaries())


class GameRows:
    """Rows of the table of games."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, game: Replay, history: LeadHistory) -> None:
        """Add a replayed record, with its scores, captures and changes of the lead."""
        record, outcome = game.record, game.outcome
        sides = game.start.sides if game.start else ()
        verdict = _verdict(game)
        winner = verdict - 1 if verdict else None
        self._rows.append(
            (
                record.source.path,
                record.source.game,
                record.game,
                str(game.variant) if game.variant else record.variant,
                record.dialect,
                game.played,
                game.valid,
                record.result,
                outcome.winner if outcome else None,
                outcome.reason if outcome else None,
                "draw" if verdict == 0 else verdict and str(verdict),
                _ended(game),
                len(sides) or None,
                game.start.turn + 1 if game.start else None,
                *padded([player_of(record.tags, side) for side in sides]),
                history.captures,
                history.capture_plies,
                history.first_capture,
                history.lead_changes(),
                None if winner is None else history.decisive(winner),
                None if winner is None else history.behind(winner),
                *padded(history.scores),
                game.game.measures().size(game.start) if game.game and game.start else None,
                history.visited.bit_count() if game.start else None,
                len(game.accepted),
                list(record.tags.items()),
            )
        )

    def batch(self) -> "pa.RecordBatch":
        """Return the rows as one batch, and remove them."""
        rows, self._rows = self._rows, []
        return columnar(GAME_COLUMNS, [column.name for column in GAME_COLUMNS], rows)


def columnar(
    columns: Sequence[Column], filled: Sequence[str], rows: Sequence[Row]
) -> "pa.RecordBatch":
    """Return rows as an Arrow batch.

    Args:
        columns: the columns of the batch.
        filled: names of the columns that the rows have; the others of the batch are empty.
        rows: the rows.
    """
    import pyarrow as pa

    types = arrow_types()
    values = dict(zip(filled, zip(*rows, strict=True), strict=True))
    arrays = [
        _array(values[column.name], types[column.type])
        if column.name in values
        else pa.nulls(len(rows), types[column.type])
        for column in columns
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema(columns))


def _array(values: Sequence[object], type_: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    try:
        if pa.types.is_dictionary(type_):
            return pa.array(values, pa.string()).dictionary_encode()
        return pa.array(values, type_)
    except UnicodeEncodeError:
        return _array([_encodable(value) for value in values], type_)


def _encodable(value: object) -> object:
    """Return a text, or a nested list of texts, without the lone surrogates of JSON."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return type(value)(map(_encodable, value)) if isinstance(value, list | tuple) else value


def _one_batch(table: "pa.Table") -> "pa.RecordBatch":
    import pyarrow as pa

    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)


def _verdict(game: Replay) -> int | None:
    """Return the side that won, from 1, 0 for a draw, None without a result."""
    sides = game.verdict
    if sides is None:
        return None
    return sides[0] + 1 if len(sides) == 1 else 0


def _ended(game: Replay) -> str:
    """Return the ending of a game: that on the board, else of the tags, else of the record."""
    if game.outcome:
        return game.outcome.reason
    if game.start is None or game.played < len(game.record.moves) or game.is_empty:
        return "broken"
    termination = game.record.tags.get("Termination", "").strip()
    return termination or ("unfinished" if game.record.result == UNDECIDED else "recorded")


def padded(values: Sequence[T]) -> tuple[T | None, ...]:
    """Return values padded with None to three sides."""
    return (*values, *(None,) * (3 - len(values)))
