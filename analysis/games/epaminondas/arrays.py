"""Epaminondas on arrays of boards; see `analysis.games.grid.arrays`."""

import numpy as np

from analysis.games.arrays import Codes, Flags, Words, as_ints
from analysis.games.epaminondas.laws import is_symmetric
from analysis.games.epaminondas.rules import Position
from analysis.games.grid.arrays import (
    ARRIVES,
    GridArrays,
    GridBoards,
    Judged,
    MovesOnBoards,
    column,
    count,
)
from notation.phalanx import DIRECTIONS


class EpaminondasBoards(GridBoards[Position]):
    """The boards after all plies of games of Epaminondas."""

    def count_moves(self) -> Codes:
        """Return the number of legal moves before each ply.

        Where a move may bring a piece onto the far row, the symmetry rule may forbid it. The moves
        of these positions are counted one position at a time.
        """
        found = np.zeros(self.plies.count, np.int32)
        arriving = np.zeros(self.plies.count, np.bool_)
        for plies, group in self.moves_before():
            found[plies] += count(group.heads)
            arriving[plies[self._arrive(int(self.plies.turns[plies[0]]), group)]] = True
        if self.start.variant.symmetry != "off":
            some = np.flatnonzero(arriving)
            found[some] = [before.count_moves() for before in self.positions_before(some)]
        return found

    def _arrive(self, side: int, group: MovesOnBoards) -> Flags:
        """Return for each board whether a move of the group brings a piece onto the far row."""
        variant, north = self.start.variant, DIRECTIONS[group.direction][0]
        row = self.start.far_row(side) - north * group.distance
        if not north or not 1 <= row <= variant.rows:
            return np.zeros(len(group.boards), np.bool_)
        there = group.heads & column(variant.grid.row(row), len(group.heads))
        found: Flags = np.bitwise_or.reduce(there) != 0
        return found


class EpaminondasArrays(GridArrays[Position]):
    """The rules of a variant of Epaminondas on arrays."""

    BOARDS = EpaminondasBoards

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether nobody has won, and the variant has neither stones nor ``symmetry=move``."""
        return not (start.won() or start.variant.stones or start.variant.symmetry == "move")

    def probed(self, captures: int, length: int) -> int:
        """Return the number of squares to probe: those of captures, and the next one in line.

        It is 0 if the line has fewer squares than captures.
        """
        return min(captures + 1, length) if captures <= length else 0

    def taken(self, line: Words, target: Words) -> Words:
        """Return bit sets of captured pieces: the whole enemy lines."""
        return line

    def judge_further(self, judged: Judged) -> Flags:
        """Return for each ply whether it obeys the symmetry rule of the variant."""
        legal = np.ones(len(judged.codes), np.bool_)
        symmetry = self.start.variant.symmetry
        if symmetry == "off":
            return legal
        far = np.where(judged.turns == 0, 2, 1)
        arriving = np.flatnonzero(self.number(ARRIVES, judged.codes) & far)
        if symmetry == "rotation":
            white, black = (np.bitwise_count(one[:, arriving]).sum(axis=0) for one in judged.sets)
            arriving = arriving[white == black]
        boards = zip(*(as_ints(one[:, arriving]) for one in judged.sets), strict=True)
        for ply, (white, black) in zip(arriving.tolist(), boards, strict=True):
            mover, other = (black, white) if judged.turns[ply] else (white, black)
            legal[ply] = not is_symmetric(self.start.variant, mover, other, 0)
        return legal
