"""Crossings on arrays of boards; see `analysis.games.grid.arrays`."""

import numpy as np

from analysis.games.arrays import Flags, Words
from analysis.games.crossings.rules import Position
from analysis.games.grid.arrays import (
    AIMS,
    PIECES,
    STARTS,
    GridArrays,
    GridBoards,
    Judged,
    column,
    count,
)


class CrossingsBoards(GridBoards[Position]):
    """The boards after all plies of games of Crossings."""

    def locked(self, side: int, size: int) -> Words:
        """Return a side's far row, on which its stones are locked, with shape (words, 1)."""
        return column(self.start.far(side), size)


class CrossingsArrays(GridArrays[Position]):
    """The rules of a variant of Crossings on arrays."""

    BOARDS = CrossingsBoards

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no side has won at the start."""
        return not start.won()

    def probed(self, captures: int, length: int) -> int:
        """Return 1, since only the target is probed; 0 if the text states several captures."""
        return int(captures <= 1)

    def taken(self, line: Words, target: Words) -> Words:
        """Return bit sets of captured stones: the first stone of each enemy line."""
        return target

    def judge_further(self, judged: Judged) -> Flags:
        """Return for each ply whether it obeys the laws of locked stones and of captures."""
        far, theirs = np.where(judged.turns == 0, 2, 1), np.where(judged.turns == 0, 1, 2)
        legal: Flags = self.number(STARTS, judged.codes) & far == 0
        takes = np.flatnonzero(judged.taken > 0)
        codes = judged.codes[takes]
        line, target = self.line(codes)
        white, black = (pieces[:, takes] for pieces in judged.sets)
        left = line & ~np.where(judged.turns[takes], white, black) & ~target
        short = count(line) < self.number(PIECES, codes)
        legal[takes] &= short | (left != 0).any(axis=0)
        legal[takes] &= self.number(AIMS, codes) & theirs[takes] == 0
        return legal
