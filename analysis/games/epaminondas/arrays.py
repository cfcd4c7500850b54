"""Epaminondas on arrays, see `analysis.games.grid.arrays`."""

from typing import Any

import numpy as np

from analysis.games.arrays import Flags
from analysis.games.epaminondas.laws import is_symmetric
from analysis.games.epaminondas.rules import Position
from analysis.games.grid.arrays import ARRIVES, GridArrays, Judged


class EpaminondasArrays(GridArrays[Position]):
    """The rules of a variant of Epaminondas on arrays."""

    def claimed(self, lines: tuple[int, ...], captures: int) -> tuple[int, int] | None:
        """Return the squares to probe for claimed captures, and those taken; None for too many."""
        if captures > len(lines):
            return None
        return lines[min(captures, len(lines) - 1)], lines[captures - 1] if captures else 0

    def taken(self, line: Any, target: Any) -> Any:
        """Return what a move takes: the whole line."""
        return line

    def judge_further(self, judged: Judged) -> Flags:
        """Return which plies do not make the position as symmetrical as the variant forbids."""
        legal = np.ones(len(judged.codes), np.bool_)
        symmetry = self.start.variant.symmetry
        if symmetry == "off":
            return legal
        far = np.where(judged.turns == 0, 2, 1)
        arriving = np.flatnonzero(self.number(ARRIVES, judged.codes) & far)
        if symmetry == "rotation":
            white, black = (np.bitwise_count(one[:, arriving]).sum(axis=0) for one in judged.sets)
            arriving = arriving[white == black]
        for ply in arriving.tolist():
            legal[ply] = not self._is_symmetric(judged, ply)
        return legal

    def _is_symmetric(self, judged: Judged, ply: int) -> bool:
        """Return whether the pieces stand symmetrically after a ply, as the variant forbids."""
        white, black = judged.board(ply)
        mover, other = (black, white) if judged.turns[ply] else (white, black)
        return is_symmetric(self.start.variant, mover, other, 0)


def rules_on_arrays(start: Position) -> EpaminondasArrays | None:
    """Return the rules on arrays; None where they do not cover the variant or its start."""
    variant = start.variant
    if start.won() or variant.stones or variant.symmetry == "move":
        return None
    return EpaminondasArrays(start)
