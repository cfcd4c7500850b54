"""Rows of games that were judged at once, without a Python object for each ply."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis.games import GAMES
from analysis.games.arrays import (
    Coded,
    Codes,
    MeasuredPlies,
    Words,
    count_bits,
    distinct,
)
from analysis.games.measures import Cell, Column
from analysis.replay.batch import JudgedGroup
from analysis.tables.array_games import Leads, games_batch
from analysis.tables.arrow import joined, spread
from analysis.tables.facts import GameFacts
from analysis.tables.schema import arrow_types, schema

if TYPE_CHECKING:
    import pyarrow as pa

NEVER = np.iinfo(np.int32).max
"""Stands for the first ply of what does not occur."""


_WORD = (1 << 64) - 1


class ArrayRows:
    """The rows of good games that start alike.

    Args:
        group: the games.
        facts: what is known of them besides.
        columns: the columns of plies.
        of_games: the columns of games.
        legal_moves: whether to count the legal moves before each ply.
        keys: whether to compute the keys of positions.

    Attributes:
        firsts: the row of each game's first ply.
        lengths: number of plies of each game.
    """

    def __init__(
        self,
        group: JudgedGroup,
        facts: GameFacts,
        columns: Sequence[Column],
        of_games: Sequence[Column],
        legal_moves: bool,
        keys: bool,
    ) -> None:
        self._codes, self._boards, self._texts = group.codes, group.boards, group.texts
        self._facts = facts
        self._columns, self._with_moves, self._with_keys = columns, legal_moves, keys
        self._of_games = of_games
        plies = self._boards.plies
        self.firsts: list[int] = plies.firsts.tolist()
        self.lengths: list[int] = plies.lengths.tolist()
        self._plies, self._start = plies, self._texts.compiled.start
        self._game = np.repeat(np.arange(len(self.lengths), dtype=np.int32), plies.lengths)
        self._place = (np.arange(plies.count) - plies.firsts[self._game]).astype(np.int32)

    @cached_property
    def batch(self) -> "pa.RecordBatch":
        """The rows of all plies."""
        import pyarrow as pa

        types, filled = arrow_types(), self._filled()
        arrays = [
            filled[column.name](types[column.type])
            if column.name in filled
            else pa.nulls(self._plies.count, types[column.type])
            for column in self._columns
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=schema(self._columns))

    def _filled(self) -> dict[str, "Callable[[pa.DataType], pa.Array]"]:
        """Return for each column that is filled what makes its values."""
        import pyarrow as pa

        def of_games(values: Callable[[], Sequence[Cell]]) -> "Callable[[pa.DataType], pa.Array]":
            return lambda type_: spread(Coded(values(), self._game), type_)

        def of_plies(values: Callable[[], Any]) -> "Callable[[pa.DataType], pa.Array]":
            def make(type_: "pa.DataType") -> "pa.Array":
                found = values()
                coded = isinstance(found, Coded)
                return spread(found, type_) if coded else pa.array(found).cast(type_)

            return make

        sides, variant = self._start.sides, self._texts.compiled.variant
        filled = {
            "path": of_games(self._facts.paths),
            "game_id": of_games(self._facts.numbers),
            "game": of_games(lambda: self._facts.names),
            "variant": of_games(lambda: [variant] * len(self.lengths)),
            "ply": of_plies(lambda: self._place + 1),
            "number": of_plies(lambda: (self._place + self._start.turn) // len(sides) + 1),
            "side": of_plies(lambda: Coded(sides, self._plies.turns.astype(np.int32))),
            "text": of_plies(lambda: Coded(self._texts.texts, self._codes)),
            "move": of_plies(self._moves),
            "captured": of_plies(lambda: self._captured),
            "captured_points": of_plies(lambda: self._measured.captured),
            "position": lambda _: joined(self._boards.strings()),
            "leader": of_plies(lambda: Coded((*sides, None), self._leader)),
        }
        for number, score in enumerate(self._measured.scores, start=1):
            filled[f"score_{number}"] = of_plies(partial(_same, score))
        columns = GAMES[self._start.GAME].measures().COLUMNS
        for column, values in zip(columns, self._measured.values, strict=True):
            filled[column.name] = of_plies(values)
        if self._with_moves:
            filled["legal_moves"] = of_plies(self._legal_moves)
        if self._with_keys:
            filled["key"] = of_plies(lambda: self._keys[0])
            filled["folded"] = of_plies(lambda: self._keys[1])
        return filled

    @cached_property
    def _measured(self) -> MeasuredPlies:
        return self._boards.measured()

    @cached_property
    def _keys(self) -> tuple[Words, Words]:
        return self._boards.own_and_least_keys()

    @cached_property
    def _captured(self) -> npt.NDArray[np.int16]:
        """Number of points where pieces are captured, by ply."""
        names, codes = self._measured.captured
        return np.array([len(one) for one in names], np.int16)[codes]  # type: ignore[arg-type]

    @cached_property
    def _leader(self) -> Codes:
        """The side that leads after each ply; where the lead is shared, the number of sides."""
        scores = np.stack(self._measured.scores)
        leads = scores == scores.max(axis=0)
        shared = leads.sum(axis=0) > 1
        found: Codes = np.where(shared, len(scores), leads.argmax(axis=0)).astype(np.int32)
        return found

    def _before(self, ply: int) -> Any:
        """Return the position before a ply."""
        return self._boards.position(ply - 1) if self._place[ply] else self._start

    def _legal_moves(self) -> Codes:
        counts = self._boards.count_moves()
        if counts is not None:
            return counts
        before = (self._before(ply) for ply in range(self._plies.count))
        return np.fromiter((one.count_moves() for one in before), np.int32, self._plies.count)

    def _moves(self) -> Coded:
        """Return the complete moves, written in the dialect."""
        found, places = distinct(self._codes)
        written = [self._texts.written[code] for code in found]
        open_ = np.array([one is None for one in written], np.bool_)[places]
        write = self._texts.compiled.dialect.write
        for ply in np.flatnonzero(open_).tolist():
            places[ply] = len(written)
            claim = self._texts.claim(int(self._codes[ply]))
            written.append(write(self._before(ply).complete(claim)))
        return Coded(written, places)

    @cached_property
    def games(self) -> "pa.RecordBatch":
        """The rows of the games."""
        firsts, lasts, lead = self._plies.firsts, self._plies.lasts, self._leader
        captures = self._captured > 0
        captured = np.minimum.reduceat(np.where(captures, self._place + 1, NEVER), firsts)
        scores, sides = self._measured.scores, range(len(self._measured.scores))
        others = [(lead != side) & (lead < len(sides)) for side in sides]
        leads = Leads(
            [score[lasts] for score in scores],
            self._covered(),
            np.add.reduceat(self._captured, firsts, dtype=np.int32),
            np.add.reduceat(captures, firsts, dtype=np.int32),
            np.where(captured == NEVER, 0, captured),
            self._changes(),
            [self._last_lead(side) for side in sides],
            [np.add.reduceat(one, firsts, dtype=int) for one in others],
        )
        return games_batch(self._start, self._facts, self._plies.lengths, leads, self._of_games)

    def _covered(self) -> npt.NDArray[np.int64]:
        """Return for each game the number of points that ever had a piece."""
        start = GAMES[self._start.GAME].measures().occupied(self._start)
        covered = np.zeros(len(self.lengths), np.int64)
        for place, words in enumerate(self._measured.occupied):
            ever = np.bitwise_or.reduceat(words, self._plies.firsts)
            covered += count_bits(ever | np.uint64(start >> 64 * place & _WORD))
        return covered

    def _changes(self) -> npt.NDArray[np.int64]:
        """Return the number of changes of the lead of each game."""
        led = np.flatnonzero(self._leader < len(self._measured.scores))
        lead, game = self._leader[led], self._game[led]
        changed = (lead[1:] != lead[:-1]) & (game[1:] == game[:-1])
        return np.bincount(game[1:][changed], minlength=len(self.lengths))

    def _last_lead(self, side: int) -> Codes:
        """Return for each game the ply from which a side led to the end, else the last ply."""
        others = np.where(self._leader == side, 0, self._place + 1)
        began = np.maximum.reduceat(others, self._plies.firsts) + 1
        found: Codes = np.minimum(began, self._plies.lengths)
        return found


def _same(values: object) -> object:
    return values
