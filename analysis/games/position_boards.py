"""The boards of plies that were played one by one, from their positions.

They answer as boards on arrays do, for any game, and as slowly as one position after the other.
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from analysis.games.arrays import (
    Boards,
    Coded,
    Codes,
    Flags,
    MeasuredPlies,
    P,
    Plies,
    Words,
    as_lazy,
)
from analysis.games.measures import Cell, Measures

_WORD = 64


class PositionBoards(Boards[P]):
    """The boards of every ply of some games from one position.

    Args:
        start: the position that the games start from.
        measures: the measures of the game.
        lengths: number of plies of each game.
        moves: the moves of all plies, one game after the other; see `Measures.measure`.
        after: the positions after all plies.
    """

    def __init__(
        self,
        start: P,
        measures: Measures[Any, P],
        lengths: Codes,
        moves: Sequence[object | None],
        after: Sequence[P],
    ) -> None:
        self.start, self._measures = start, measures
        self.plies = Plies(lengths, start.turn, len(start.sides))
        self.good = np.ones(len(lengths), np.bool_)
        self._moves, self._after = moves, after

    def kept(self, which: Flags, plies: Plies) -> Self:
        """Return the boards of some plies, which are those of fewer games."""
        places = np.flatnonzero(which).tolist()
        moves, after = [self._moves[at] for at in places], [self._after[at] for at in places]
        return type(self)(self.start, self._measures, plies.lengths, moves, after)

    def position(self, ply: int) -> P:
        """Return the position after a ply, by its index among all plies."""
        return self._after[ply]

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        before = self.positions_before(np.arange(self.plies.count))
        found = list(map(self._measures.measure, before, self._moves, self._after))
        sides = range(len(self.start.sides))
        width = -(-max([one.occupied.bit_length() for one in found], default=0) // _WORD)
        mask = (1 << _WORD) - 1
        return MeasuredPlies(
            _each([one.captured for one in found]),
            tuple(np.array([one.scores[side] for one in found], np.int32) for side in sides),
            tuple(
                np.array([one.occupied >> _WORD * word & mask for one in found], np.uint64)
                for word in range(width)
            ),
            tuple(
                as_lazy(_each([one.values[at] for one in found]))
                for at in range(len(self._measures.COLUMNS))
            ),
        )

    def strings(self) -> Sequence[Coded]:
        """Return the position strings after all plies."""
        return [_each(list(map(str, self._after)))]

    def keys(self) -> Words:
        """Return the keys of all images after all plies; a row an image."""
        images = len(self.start.variant.symmetries)
        return np.array([one.keys() for one in self._after], np.uint64).reshape(-1, images).T


def _each(values: Sequence[Cell]) -> Coded:
    """Return a column with a value for each ply."""
    return Coded(values, np.arange(len(values), dtype=np.int32))
