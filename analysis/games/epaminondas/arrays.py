"""Epaminondas on arrays of boards; see `analysis.games.grid.arrays`."""

from collections.abc import Sequence

import numpy as np

from analysis.games.arrays import Boards, Codes, Flags, as_ints
from analysis.games.epaminondas.laws import is_symmetric
from analysis.games.epaminondas.rules import Position
from analysis.games.grid.arrays import GridArrays, MovesOnBoards, column, count
from notation.phalanx import DIRECTIONS


class EpaminondasArrays(GridArrays[Position]):
    """The rules of a variant of Epaminondas on arrays."""

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether nobody has won, and the variant has neither stones nor ``symmetry=move``."""
        return not (start.won() or start.variant.stones or start.variant.symmetry == "move")

    def met(self, captures: int, lines: Sequence[int], pieces: int) -> tuple[int, int, int] | None:
        """Return the conditions of captures: all pieces of the enemy line are captured."""
        if captures > len(lines):
            return None
        probed = lines[min(captures, len(lines) - 1)]
        return probed, lines[captures - 1] if captures else 0, 0

    def laws(self, boards: Boards[Position]) -> Flags:
        """Return for each ply whether it also obeys the symmetry rule of the variant."""
        legal, variant = super().laws(boards), self.start.variant
        if variant.symmetry == "off":
            return legal
        turns, sets = boards.plies.turns, boards.sets
        far = np.where(turns == 0, 2, 1)
        arriving = np.flatnonzero(self.table.arrives[boards.codes] & far)
        if variant.symmetry == "rotation":
            white, black = (count(pieces[:, arriving]) for pieces in sets)
            arriving = arriving[white == black]
        pieces = zip(*(as_ints(one[:, arriving]) for one in sets), strict=True)
        for ply, (white, black) in zip(arriving.tolist(), pieces, strict=True):
            mover, other = (black, white) if turns[ply] else (white, black)
            if is_symmetric(variant, mover, other, 0):
                legal[ply] = False
        return legal

    def count_moves(self, boards: Boards[Position]) -> Codes:
        """Return the number of legal moves before each ply.

        Where a move may bring a piece onto the far row, the symmetry rule may forbid it. The moves
        of these positions are counted one position at a time.
        """
        if self.start.variant.symmetry == "off":
            return super().count_moves(boards)
        found = np.zeros(boards.plies.count, np.int32)
        arriving = np.zeros(boards.plies.count, np.bool_)
        for plies, group in self.moves_before(boards):
            found[plies] += count(group.heads)
            arriving[plies[self._arrive(int(boards.plies.turns[plies[0]]), group)]] = True
        some = np.flatnonzero(arriving)
        found[some] = [before.count_moves() for before in boards.positions_before(some)]
        return found

    def _arrive(self, side: int, group: MovesOnBoards) -> Flags:
        """Return for each board whether a move of the group brings a piece onto the far row."""
        variant, north = self.start.variant, DIRECTIONS[group.direction][0]
        row = self.start.far_row(side) - north * group.distance
        if not north or not 1 <= row <= variant.rows:
            return np.zeros(len(group.boards), np.bool_)
        there = group.heads & column(variant.grid.row(row), self.words)
        found: Flags = np.bitwise_or.reduce(there) != 0
        return found
