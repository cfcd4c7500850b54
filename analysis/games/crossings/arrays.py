"""Crossings on arrays, see `analysis.games.grid.arrays`."""

import numpy as np

from analysis.games.arrays import Counts, Flags, Words
from analysis.games.crossings.rules import Position
from analysis.games.grid.arrays import AIMS, STARTS, GridArrays, Judged


class CrossingsArrays(GridArrays[Position]):
    """The rules of a size of Crossings on arrays."""

    def taken(self, line: Words, run: Counts, target: Words) -> Words:
        """Return what moves take: the first stone of a line."""
        return target

    def captures(self, runs: Counts) -> Counts:
        """Return how many stones moves take."""
        return np.minimum(runs, 1)

    def judge_further(self, judged: Judged) -> Flags:
        """Return which plies move no locked stone, and take none."""
        far, theirs = np.where(judged.turns == 0, 2, 1), np.where(judged.turns == 0, 1, 2)
        moves_locked = self.number(STARTS, judged.codes) & far
        takes_locked = (judged.runs > 0) & (self.number(AIMS, judged.codes) & theirs != 0)
        result: Flags = (moves_locked == 0) & ~takes_locked
        return result


def rules_on_arrays(start: Position) -> CrossingsArrays | None:
    """Return the rules on arrays; None for a start where the game is over."""
    return None if start.won() else CrossingsArrays(start)
