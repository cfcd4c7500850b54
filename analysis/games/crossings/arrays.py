"""Crossings on arrays of boards; see `analysis.games.grid.arrays`."""

from collections.abc import Sequence

import numpy as np

from analysis.games.arrays import Boards, Flags, Words
from analysis.games.crossings.rules import Position
from analysis.games.grid.arrays import GridArrays


class CrossingsArrays(GridArrays[Position]):
    """The rules of a variant of Crossings on arrays."""

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no side has won at the start."""
        return not start.won()

    def locked(self, side: int) -> Words:
        """Return a side's far row, on which its stones are locked, with shape (words, 1)."""
        return self.far[side]

    def met(self, captures: int, lines: Sequence[int], pieces: int) -> tuple[int, int, int] | None:
        """Return the conditions of captures: at most the first stone of a shorter enemy line."""
        if captures > 1:
            return None
        wall = lines[-1] ^ lines[0] if captures and len(lines) == pieces else 0
        return lines[0], lines[0] if captures else 0, wall

    def laws(self, boards: Boards[Position]) -> Flags:
        """Return for each ply whether it also obeys the laws of locked stones and of captures."""
        table, codes, turns = self.table, boards.codes, boards.plies.turns
        legal, far = super().laws(boards), np.where(turns == 0, 2, 1)
        legal &= (table.starts[codes] & far == 0) & (table.takes[codes] & (3 - far) == 0)
        some = np.flatnonzero(table.captures[codes])
        wall = table.wall[:, codes[some]]
        white, black = boards.sets[:, :, some]
        gaps = wall & ~np.where(turns[some], white, black)
        legal[some] &= gaps.any(axis=0) | ~wall.any(axis=0)
        return legal
