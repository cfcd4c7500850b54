"""The rules of a variant on arrays; see `analysis.games.arrays`."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeAlias

import numpy as np

from analysis.games.array_keys import ArrayBoards
from analysis.games.arrays import Codes, P, Words
from analysis.games.growing import Growing


class ArrayRules(ABC, Generic[P]):
    """The rules of one variant on arrays.

    Args:
        start: the position that games start from.

    Attributes:
        start: this position.
        origins: for each code that of the text that it stands for.
    """

    width: int
    """Number of words that a row has."""

    def __init__(self, start: P) -> None:
        self.start = start
        self._claims: list[Any] = [None]
        self._new_rows: list[tuple[int, ...]] = [(0,) * self.width]
        self._columns = Growing(self.width, np.uint64)
        self.origins: list[int] = [0]
        self._choices: list[tuple[int, ...]] = [()]
        self._chosen_from: Codes = np.zeros((0, 0), np.int32)

    @abstractmethod
    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return what a move does, as `width` words; None where only the replay can play it."""

    @abstractmethod
    def judge(self, codes: Codes, lengths: Codes) -> ArrayBoards[P]:
        """Play games that begin at the start, and judge every ply.

        Args:
            codes: the codes of all moves, one game after the other; a game with a 0 is not good. A
                choice is replaced by the code of its first legal move, or by 0.
            lengths: number of plies of each game.
        """

    def code(self, claim: object, origin: int = 0) -> int:
        """Return a new code for what a text claims; 0 where only the replay can play it.

        Args:
            claim: the move, complete or partial.
            origin: the code of the text, for a move that `judge` makes of it; 0 for a new text.
        """
        row = self.row(claim)
        if row is None:
            return 0
        self._new_rows.append(row)
        self._claims.append(claim)
        self.origins.append(origin or len(self.origins))
        return len(self._claims) - 1

    def choice(self, codes: tuple[int, ...]) -> int:
        """Return a number below 0 for a text that stands for the first of some moves that is legal.

        A game in which a second one is legal, too, is not good; see `Boards.others`.
        """
        self._choices.append(codes)
        return 1 - len(self._choices)

    def options(self, choices: Codes) -> Codes:
        """Return the codes of which choices are made, a row each, filled up with 0."""
        if len(self._chosen_from) < len(self._choices):
            most = max(map(len, self._choices))
            rows = [(*codes, *(0,) * (most - len(codes))) for codes in self._choices]
            self._chosen_from = np.array(rows, np.int32)
        found: Codes = self._chosen_from[-choices]
        return found

    def claim(self, code: int) -> Any:
        """Return the move, complete or partial, that a text claims, by its code; None for 0."""
        return self._claims[code]

    def sole_move(self, code: int) -> Any | None:
        """Return the complete move of a code; None where that depends on the board, and for 0."""
        return self.start.sole_move(self.claim(code)) if code else None

    def usual_move(self, code: int) -> Any | None:
        """Return the complete move of a code wherever `Boards.are_usual`; None where none is.

        It is asked for where there is no `sole_move` only.
        """
        return None

    @property
    def table(self) -> Words:
        """The rows by the codes of their moves; row 0 is empty. Each column is in one piece."""
        self._add_rows()
        table: Words = self._columns.all.T
        return table

    def _add_rows(self) -> None:
        if self._new_rows:
            self._columns.append(np.array(self._new_rows, np.uint64).T)
            self._new_rows.clear()


AnyArrayRules: TypeAlias = ArrayRules[Any]
"""The rules of whichever game on arrays."""
