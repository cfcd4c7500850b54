"""Rows of the tables: from replays to Arrow batches."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analysis.games.measures import Column, Measured
from analysis.replay.batch import Batch, JudgedGroup
from analysis.replay.compiled import CompiledTexts
from analysis.replay.replay import Replay
from analysis.tables.arrow import Row
from analysis.tables.facts import facts_of, recorded_ending
from analysis.tables.lead import LeadHistory
from analysis.tables.schema import GAME_COLUMNS
from analysis.tables.segments import Segments
from records.model import player_of

if TYPE_CHECKING:
    import pyarrow as pa

    from analysis.tables.array_rows import ArrayRows

T = TypeVar("T")

FILLED_FOR_EVERY_GAME: tuple[str, ...] = (
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

    Of games that are known to be judged at once, rows are cut from arrays.

    Args:
        columns: the columns of plies.
        legal_moves: whether to count the legal moves before each ply.
        keys: whether to compute the keys of positions.
        of_games: the columns of games.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        legal_moves: bool,
        keys: bool,
        of_games: Sequence[Column] = GAME_COLUMNS,
    ) -> None:
        self._plies, self._games = PlyRows(columns, legal_moves, keys), GameRows(of_games)

    def __len__(self) -> int:
        return len(self._plies) + len(self._games)

    def add_all(self, games: Batch) -> None:
        """Add the games of a batch; rows of those judged at once are cut from arrays."""
        rows = [self._of_group(games, group) for group in games.groups]
        cut = {
            number: (of, place)
            for of, group in zip(rows, games.groups, strict=True)
            for place, number in enumerate(group.numbers)
        }
        for of, run in groupby(range(len(games)), lambda index: cut.get(index, (None, 0))[0]):
            numbers = list(run)
            if of is None:
                for number in numbers:
                    self.add(games[number])
            else:
                first, count = cut[numbers[0]][1], len(numbers)
                self._plies.add_rows(of, first, count)
                self._games.add_rows(of, first, count)

    def add(self, game: Replay) -> LeadHistory:
        """Add a replayed record; return its scores, captures and changes of the lead."""
        history = self._plies.add(game)
        self._games.add(game, history)
        return history

    def _of_group(self, games: Batch, group: JudgedGroup) -> "ArrayRows":
        """Return the rows of good games that were judged at once."""
        from analysis.tables.array_rows import ArrayRows

        own = self._plies
        columns = own.columns, self._games.columns
        return ArrayRows(group, facts_of(games, group), *columns, own.legal_moves, own.keys)

    def batch(self) -> TableBatch:
        """Return the rows as one batch, and remove them."""
        return TableBatch(self._plies.batch(), self._games.batch())


class PlyRows:
    """Rows of the table of plies; see `TableRows`.

    Attributes:
        columns: the columns.
        legal_moves: whether the legal moves before each ply are counted.
        keys: whether the keys of positions are computed.
    """

    def __init__(self, columns: Sequence[Column], legal_moves: bool, keys: bool) -> None:
        wanted = {column.name for column in columns}
        self.columns = columns
        self._moves = "move" in wanted
        self._positions = "position" in wanted
        self.legal_moves = legal_moves and "legal_moves" in wanted
        self.keys = keys and not wanted.isdisjoint({"key", "folded"})
        self._filled: tuple[Column, ...] = ()
        self._names = FILLED_FOR_EVERY_GAME
        self._rows = Segments(columns)

    def __len__(self) -> int:
        return len(self._rows)

    def add_rows(self, rows: "ArrayRows", first: int, count: int) -> None:
        """Add the plies of games that were judged at once."""
        last = first + count - 1
        start = rows.firsts[first]
        self._rows.add(rows.batch, start, rows.firsts[last] + rows.lengths[last] - start)

    def add(self, game: Replay) -> LeadHistory:
        """Add the plies of a record; return its scores, captures and changes of the lead."""
        history = LeadHistory()
        if game.game and game.start:
            measures = game.game.measures()
            history.visited = measures.occupied(game.start)
            history.scores = measures.standing(game.start)
            source = game.record.source
            head = source.path, source.game, game.record.game, str(game.variant)
            rows = [head + row for row in self._plies(game, measures.measure, history)]
            if self._filled != measures.COLUMNS:
                self._filled = measures.COLUMNS
                own = (column.name for column in self._filled)
                self._names = (*FILLED_FOR_EVERY_GAME, *own)
            self._rows.add_rows(self._names, rows)
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
            keys = after.keys() if self.keys else None
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
                ply.before.count_moves() if self.legal_moves else None,
                keys[0] if keys else None,
                min(keys) if keys else None,
                *measured.values,
            )

    def batch(self) -> "pa.RecordBatch":
        """Return the rows as one batch, and remove them."""
        return self._rows.batch()


class Start(NamedTuple):
    """What the rows of all games from one first position share.

    Attributes:
        sides: the sides, in the order of moving.
        first: number of the side that moves first, from 1.
        variant: the variant string.
        size: number of points of the board.
    """

    sides: tuple[str, ...]
    first: int
    variant: str
    size: int


class GameRows:
    """Rows of the table of games.

    Attributes:
        columns: the columns.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        self._rows = Segments(columns)
        self._starts: dict[CompiledTexts, Start] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def add_rows(self, rows: "ArrayRows", first: int, count: int) -> None:
        """Add games that were judged at once."""
        self._rows.add(rows.games, first, count)

    def add(self, game: Replay, history: LeadHistory) -> None:
        """Add a replayed record, with its scores, captures and changes of the lead."""
        record, outcome, start = game.record, game.outcome, self._start(game)
        sides = start.sides if start else ()
        verdict = game.verdict
        winner = verdict[0] if verdict and len(verdict) == 1 else None
        row = (
            record.source.path,
            record.source.game,
            record.game,
            start.variant if start else str(game.variant) if game.variant else record.variant,
            record.dialect,
            game.played,
            game.valid,
            record.result,
            outcome.winner if outcome else None,
            outcome.reason if outcome else None,
            (str(winner + 1) if winner is not None else "draw") if verdict else None,
            outcome.reason if outcome else _ended(game),
            len(sides) or None,
            start.first if start else None,
            *padded([player_of(record.tags, side) for side in sides]),
            history.captures,
            history.capture_plies,
            history.first_capture,
            history.lead_changes(),
            None if winner is None else history.decisive(winner),
            None if winner is None else history.behind(winner),
            *padded(history.scores),
            start.size if start else None,
            history.covered if start else None,
            len(game.accepted),
            list(record.tags.items()),
        )
        self._rows.add_rows(_GAME_NAMES, [row])

    def _start(self, game: Replay) -> Start | None:
        """Return what is known of the first position, worked out once for that of a variant."""
        position, texts = game.start, game.compiled
        if position is None or game.game is None:
            return None
        known = self._starts.get(texts) if texts and position is texts.start else None
        if known is None:
            size = game.game.measures().size(position)
            known = Start(position.sides, position.turn + 1, str(game.variant), size)
            if texts and position is texts.start:
                self._starts[texts] = known
        return known

    def batch(self) -> "pa.RecordBatch":
        """Return the rows as one batch, and remove them."""
        return self._rows.batch()


_GAME_NAMES = tuple(column.name for column in GAME_COLUMNS)


def _ended(game: Replay) -> str:
    """Return the ending of a game that has none on the board: of its tags, else of the record."""
    if game.start is None or game.played < len(game.record.moves) or game.is_empty:
        return "broken"
    return recorded_ending(
        game.record.tags.get("Termination", ""), game.record.result, game.start.sides
    )


def padded(values: Sequence[T]) -> tuple[T | None, ...]:
    """Return values padded with None to three sides."""
    return (*values, *(None,) * (3 - len(values)))
