"""The rules of a variant on arrays; see `analysis.games.arrays`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias

import numpy as np

from analysis.games.arrays import Boards, Codes, Flags, P, Words
from analysis.games.growing import Growing


class PlainRows(NamedTuple):
    """What plain texts do.

    Attributes:
        rows: for each text a row of words, as `ArrayRules.row` returns it for its move.
        known: which rows are such; others are looked at one by one.
        as_written: which of these stand for one move on every board, and are as it is written.
        if_direct: which do at least where the ply is one of `Boards.direct`.
    """

    rows: Words
    known: Flags
    as_written: Flags
    if_direct: Flags


class ArrayRules(ABC, Generic[P]):
    """The rules of one variant on arrays.

    Args:
        start: the position that games start from.

    Attributes:
        start: this position.
        reads: returns the move, complete or partial, that a text claims.
    """

    HANDICAP: ClassVar[int] = 1
    """How many times as many plies as usual a batch needs until arrays are quicker than
    `Position.advance`, which is very quick for some games."""

    width: int
    """Number of words that a row has."""

    def __init__(self, start: P) -> None:
        self.start = start
        self.reads: Callable[[str], Any] = str
        self._claims: list[Any] = [None]
        self._new_rows: list[tuple[int, ...]] = [(0,) * self.width]
        self._columns = Growing(self.width, np.uint64)

    @abstractmethod
    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return what a move does, as `width` words; None where only the replay can play it."""

    def plain_rows(self, plain: Any) -> PlainRows | None:
        """Return what texts do that were read from their bytes; None where they are not looked at.

        Args:
            plain: what `Dialect.plain_texts` returns.
        """
        return None

    @abstractmethod
    def judge(self, codes: Codes, lengths: Codes) -> Boards[P]:
        """Play games that begin at the start, and judge every ply.

        Args:
            codes: the codes of all moves, one game after the other; a game with a 0 is not good.
            lengths: number of plies of each game.
        """

    def code(self, claim: object) -> int:
        """Return a new code for what a text claims; 0 where only the replay can play it."""
        row = self.row(claim)
        if row is None:
            return 0
        self._new_rows.append(row)
        self._claims.append(claim)
        return len(self._claims) - 1

    def codes(self, texts: Sequence[str], rows: Words) -> range:
        """Return new codes for texts of which it is known what they do."""
        self._add_rows()
        self._columns.append(rows.T)
        first = len(self._claims)
        self._claims += texts
        return range(first, len(self._claims))

    def claim(self, code: int) -> Any:
        """Return the move, complete or partial, that a text claims, by its code; None for 0."""
        claim = self._claims[code]
        return self.reads(claim) if isinstance(claim, str) else claim

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
