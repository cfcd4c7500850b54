"""The boards of every ply of many games of GIPF, and what is measured on them."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import Self

import numpy as np
import numpy.typing as npt

from analysis.games.array_keys import ArrayBoards
from analysis.games.array_rules import ArrayRules
from analysis.games.arrays import (
    Coded,
    CodedOrNumbers,
    Codes,
    Flags,
    Lazy,
    MeasuredPlies,
    NumberedColumns,
    Places,
    Plies,
    Words,
    as_lazy,
    count_bits,
    distinct,
    distinct_rows,
)
from analysis.games.bits import row_text
from analysis.games.gipf.array_moves import count_turns
from analysis.games.gipf.array_removals import Sides
from analysis.games.gipf.board import COLUMN_BITS, FULL, LETTERS, STEPS
from analysis.games.gipf.completion import described, sole_move
from analysis.games.gipf.measures import of_move
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import write_beside
from analysis.games.growing import Numbers
from analysis.games.measures import Cell
from notation.gipf.moves import Move

_BASE = len(LETTERS) + 1
"""Kinds of spots: empty, or with one of the letters."""

_SPREAD = np.array([int(f"{bits:b}", _BASE) for bits in range(1 << 7)], np.int32)
"""The bits of a column as digits of a number with a digit for each spot."""


_NOTHING: tuple[Cell, ...] = ((), *(None,) * 7)
"""The columns of a turn that is not known."""


class GipfRules(ArrayRules[Position]):
    """What the boards need of the rules.

    Attributes:
        of_turns: by code whether its columns depend on the board, and what `of_turn` returns.
    """

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self.of_turns = NumberedColumns(1 + len(_NOTHING), self._of_turn)

    def _of_turn(self, code: int) -> tuple[Cell, ...]:
        claim = self.claim(code)
        move = sole_move(claim) if claim else None
        return (False, *of_turn(self.start, move)) if move else (True, *_NOTHING)


class GipfBoards(ArrayBoards[Position]):
    """The boards of every ply of some games of GIPF.

    Args:
        rules: the rules that have judged them.
        codes: the codes of all turns.
        plies: the plies.
        good: which games are legal to their end.
        pieces: White's, Black's, and GIPF pieces after all plies; a row each.
        beside: returns what is not on the board: the side to move, the reserves, what each side
            has captured, and whether it may still bring in GIPF pieces.
    """

    def __init__(
        self,
        rules: GipfRules,
        codes: Codes,
        plies: Plies,
        good: Flags,
        pieces: Words,
        beside: Callable[[], tuple[Numbers, ...]],
    ) -> None:
        self.plies, self.good = plies, good
        self.start, self._rules, self._codes = rules.start, rules, codes
        self._pieces, self._find_beside = pieces, beside

    @cached_property
    def _beside(self) -> tuple[Numbers, ...]:
        return self._find_beside()

    def kept(self, which: Flags, plies: Plies) -> Self:
        """Return the boards of some plies, which are those of fewer games."""
        pieces, codes = self._pieces[:, which], self._codes[which]

        def beside() -> tuple[Numbers, ...]:
            return tuple(column[which] for column in self._beside)

        return type(self)(self._rules, codes, plies, plies.lengths > 0, pieces, beside)

    def position(self, ply: int) -> Position:
        """Return the position after a ply, by its index among all plies."""
        return next(self.positions(np.array([ply])))

    def positions(self, plies: Places) -> Iterator[Position]:
        """Yield the positions after some plies."""
        columns = [column[plies].tolist() for column in (*self._pieces, *self._beside)]
        for white, black, gipf, turn, *beside in zip(*columns, strict=True):
            yield Position(
                self._rules.start.variant,
                *(white, black, gipf, turn),
                (beside[0], beside[1]),
                (beside[2], beside[3]),
                (beside[4], beside[5]),
            )

    def may_be_over(self, plies: Places) -> Flags:
        """Return after which of some plies of good games a game may have ended.

        With a piece in reserve, or two where GIPF pieces are brought in, a turn is possible as
        long as a spot is empty: each lies on a line, and every line with one can be pushed.
        """
        white, black, gipf = self._pieces[:, plies]
        turn, *reserves = (column[plies] for column in self._beside[:3])
        stacked = self._rules.start.variant.stacked
        least = 2 if stacked else 1
        over: Flags = (white | black == np.uint64(FULL)) | (np.where(turn, *reserves[::-1]) < least)
        if stacked:
            over |= (white & gipf == 0) | (black & gipf == 0)
        return over

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        captured, *of_moves = self._of_moves()
        white, black, gipf = self._pieces
        standing = count_bits(white), count_bits(black)
        stacked = count_bits(white & gipf), count_bits(black & gipf)
        reserves = self._beside[1:3]
        scores = (
            reserves[0] + standing[0] + stacked[0],
            reserves[1] + standing[1] + stacked[1],
        )
        known: tuple[CodedOrNumbers, ...] = (*of_moves, *standing, *reserves, *stacked)
        values: list[Lazy] = list(map(as_lazy, known))
        values += [partial(longest, one) for one in (white, black)]
        return MeasuredPlies(captured, scores, (white | black,), tuple(values))

    def _of_moves(self) -> list[Coded]:
        """Return the columns that follow from the turn alone, the captured spots first.

        Where only the board shows how what is taken divides into rows, its ply is measured.
        """
        depends, *columns = self._rules.of_turns(self._codes)
        open_ = np.array(depends.values, np.bool_)[depends.codes]
        open_ &= np.repeat(self.good, self.plies.lengths)
        plies = np.flatnonzero(open_)
        if not len(plies):
            return columns
        before = self.positions_before(plies)
        claims = map(self._rules.claim, self._codes[plies].tolist())
        rows = [
            of_turn(one, described(one, claim)) for one, claim in zip(before, claims, strict=True)
        ]
        return [
            column.replaced(plies, values)
            for column, values in zip(columns, zip(*rows, strict=True), strict=True)
        ]

    def strings(self) -> Sequence[Coded]:
        """Return the position strings after all plies, in parts to be joined: column by column."""
        white, black, gipf = self._pieces
        parts = []
        for start, whole, size in COLUMN_BITS:
            moved = partial(_moved, start, whole)
            digits = _SPREAD[moved(white)] + 2 * (_SPREAD[moved(black)] + _SPREAD[moved(gipf)])
            found, places = distinct(digits)
            end = "/" if start < COLUMN_BITS[-1][0] else " "
            parts.append(Coded([_column(number, size) + end for number in found], places))
        rows, places = distinct_rows(self._beside)
        return [*parts, Coded([write_beside(*row) for row in rows], places)]

    @property
    def parts(self) -> tuple[list[list[Words]], tuple[Numbers, ...]]:
        """What keys stand for: white, black and GIPF pieces, and what is not on the board."""
        return [[one] for one in self._pieces], self._beside

    def count_moves(self) -> Codes:
        """Return the numbers of legal turns before all plies, which are never after the end."""
        plies, start = self.plies, self._rules.start
        white, black, gipf = (
            plies.before(after, np.uint64(first))
            for after, first in zip(
                self._pieces, (start.white, start.black, start.gipf), strict=True
            )
        )
        first = (*start.reserves, *start.bringing)
        beside = [self._beside[place] for place in (1, 2, 5, 6)]
        stock = [plies.before(*pair) for pair in zip(beside, first, strict=True)]
        is_white = plies.turns == 0
        sides = Sides(np.where(is_white, white, black), np.where(is_white, black, white), gipf)
        reserve, bringing = (np.where(is_white, *stock[at : at + 2]) for at in (0, 2))
        return count_turns(sides, reserve, bringing)


def of_turn(before: Position, move: Move | None) -> tuple[Cell, ...]:
    """Return the spots where a turn captures, and the columns of moves."""
    return before.captured(move) if move else (), *of_move(before, move)


def _moved(start: int, whole: int, pieces: Words) -> npt.NDArray[np.intp]:
    """Return the bits of a column, moved down."""
    return (pieces >> np.uint64(start) & np.uint64(whole)).astype(np.intp)


@lru_cache(maxsize=1 << 15)
def _column(number: int, size: int) -> str:
    """Return a column of a position string."""
    digits = [number // _BASE**place % _BASE for place in range(size)]
    sets = [
        sum(1 << place for place, digit in enumerate(digits) if digit == kind)
        for kind in range(1, _BASE)
    ]
    return row_text(tuple(sets), LETTERS, size)


def longest(pieces: Words) -> npt.NDArray[np.int16]:
    """Return the length of the longest row of each side's pieces."""
    length = np.zeros(len(pieces), np.int16)
    runs = [pieces] * len(STEPS)
    while True:
        found = runs[0] | runs[1] | runs[2] != 0
        if not found.any():
            return length
        length += found
        runs = [run & run >> np.uint64(step) for run, step in zip(runs, STEPS, strict=True)]
