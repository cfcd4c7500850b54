"""The boards of every ply of many games of GIPF: rows that may be taken, turns, and measures.

One row that stands alone, and rows that share no spot, are judged on arrays; of rows that cross,
`possible_removals` decides board by board.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import (
    ArrayRules,
    Boards,
    Coded,
    CodedOrNumbers,
    Codes,
    Counts,
    Flags,
    Lazy,
    MeasuredPlies,
    NumberedColumns,
    Places,
    Words,
    as_lazy,
    count_bits,
    lowest_bits,
)
from analysis.games.gipf.board import FULL, PATTERNS, STEPS, possible_removals
from analysis.games.gipf.completion import described, sole_move
from analysis.games.gipf.measures import of_move
from analysis.games.gipf.rules import Position
from analysis.games.measures import Cell
from notation.gipf.moves import Move


class Sides(NamedTuple):
    """What stands on boards, or is taken off them, as the side to move has it.

    Attributes:
        own: its pieces.
        enemy: the pieces of the other side.
        gipf: those of them that are GIPF pieces.
    """

    own: Words
    enemy: Words
    gipf: Words

    def at(self, boards: Places | slice) -> "Sides":
        """Return some of the boards."""
        return Sides(*(pieces[boards] for pieces in self))

    def without(self, spots: Words) -> "Sides":
        """Return the boards once some spots are cleared."""
        return Sides(*(pieces & ~spots for pieces in self))

    def bereft(self, later: "Sides") -> Flags:
        """Return whether a side that has GIPF pieces has none later."""
        own: Flags = (self.own & self.gipf != 0) & (later.own & later.gipf == 0)
        enemy: Flags = (self.enemy & self.gipf != 0) & (later.enemy & later.gipf == 0)
        return own | enemy

    def removals(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the number of each board, and every set of spots that the side to move can take."""
        sets = (pieces.tolist() for pieces in self)
        for number, (own, enemy, gipf) in enumerate(zip(*sets, strict=True)):
            yield number, [*possible_removals(own, own | enemy, gipf)]


def may_be_taken(boards: Sides, taken: Sides) -> Flags:
    """Return where what is taken is there, and is what the rows of the side to move demand."""
    claimed = taken.own | taken.enemy
    good = np.ones(len(claimed), np.bool_)
    at = np.flatnonzero(fours(boards.own) | claimed)
    here, claimed = boards.at(at), claimed[at]
    right = (here.own & claimed == taken.own[at]) & (here.enemy & claimed == taken.enemy[at])
    right &= here.gipf & claimed == taken.gipf[at]
    rows, crossing = rows_of(here.own, here.own | here.enemy)
    # All single pieces of rows that share no spot are taken, and any of their GIPF pieces.
    fits = (claimed & ~rows == 0) & (rows & ~here.gipf & ~claimed == 0)
    some = np.flatnonzero(right & crossing)
    for number, possible in here.at(some).removals():
        fits[some[number]] = claimed[some[number]].item() in possible
    good[at] = right & fits
    return good


def count_removals(boards: Sides) -> Codes:
    """Return the number of different sets of spots that the sides to move can clear."""
    rows, crossing = rows_of(boards.own, boards.own | boards.enemy)
    found: Codes = np.left_shift(1, count_bits(rows & boards.gipf), dtype=np.int32)
    some = np.flatnonzero(crossing)
    for number, possible in boards.at(some).removals():
        found[some[number]] = len(possible)
    return found


def fours(own: Words, steps: tuple[int, ...] = STEPS) -> Words:
    """Return for each side's pieces bits of which some are set where four stand in a row."""
    found = np.zeros_like(own)
    for step in steps:
        pairs = own & own >> np.uint64(step)
        found |= pairs & pairs >> np.uint64(2 * step)
    return found


def rows_of(own: Words, occupied: Words) -> tuple[Words, Flags]:
    """Return the spots of all rows of a side, and whether two of these share a spot."""
    rows, crossing = np.zeros_like(own), np.zeros(len(own), np.bool_)
    for step in STEPS:
        found = fours(own, (step,))
        at = np.flatnonzero(found)
        while len(at):
            low, filled = lowest_bits(found[at]), occupied[at]
            for _ in range(6):  # no line has more than seven spots
                low |= (low << np.uint64(step) | low >> np.uint64(step)) & filled
            crossing[at] |= rows[at] & low != 0
            rows[at] |= low
            found[at] &= ~low
            at = at[found[at] != 0]
    return rows, crossing


CHUNK = 1 << 12
"""Boards looked at together: so many fit the cache of a processor."""

_PATTERNS = [
    tuple(map(np.uint64, (one.line, one.run, one.first, one.up, one.down)))
    for one in PATTERNS.values()
]


def count_turns(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    """Return the numbers of legal turns on boards where the game goes on.

    Args:
        before: the boards.
        reserve: pieces in the reserves of the sides to move.
        bringing: whether these may still bring in GIPF pieces.
    """
    found = np.empty(len(reserve), np.int32)
    for start in range(0, len(found), CHUNK):
        some = slice(start, start + CHUNK)
        found[some] = _count(before.at(some), reserve[some], bringing[some])
    return found


def _count(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    boards, cleared = _leading(before)
    here, brings = before.at(boards), bringing[boards]
    ready = here.without(cleared)
    returned = here.own & cleared
    stock = reserve[boards] + count_bits(returned) + count_bits(returned & here.gipf)
    single = (stock >= 1) & (~brings | (ready.own & ready.gipf != 0))
    turns = _pushes(ready, single, (stock >= 2) & brings)
    # Taking the last GIPF piece of a side ends the game.
    turns[here.bereft(ready)] = 1
    return np.bincount(boards, turns, len(reserve)).astype(np.int32)


def _leading(before: Sides) -> tuple[Places, Words]:
    """Return all that can be taken before a push: the numbers of the boards, and the spots."""
    boards, cleared = np.arange(len(before.own)), np.zeros_like(before.own)
    at = np.flatnonzero(fours(before.own))
    here = before.at(at)
    cleared[at], crossing = rows_of(here.own, here.own | here.enemy)
    several = at[crossing | (cleared[at] & here.gipf != 0)]
    found = [(number, one) for number, all_ in before.at(several).removals() for one in all_]
    numbers, spots = zip(*found, strict=True) if found else ((), ())
    one = np.ones(len(boards), np.bool_)
    one[several] = False
    return (
        np.concatenate((boards[one], several[np.array(numbers, np.intp)])),
        np.concatenate((cleared[one], np.array(spots, np.uint64))),
    )


def _pushes(ready: Sides, single: Flags, stacked: Flags) -> Codes:
    """Return the numbers of pushes with all that they may take.

    Args:
        ready: the boards.
        single: whether a single piece may be brought in.
        stacked: whether a GIPF piece may.
    """
    occupied = ready.own | ready.enemy
    pushes, more = np.zeros((2, len(occupied)), np.int32)
    taking = []
    for line, run, first, up, down in _PATTERNS:
        at = np.flatnonzero(occupied & line == run)
        pushes[at] += 1
        own = ready.own[at]
        moved = own & run
        own = own ^ moved | moved << up >> down | first
        rows = np.flatnonzero(fours(own))
        if len(rows):
            at, own = at[rows], own[rows]
            enemy, gipf = (
                pieces ^ moved | moved << up >> down
                for pieces in (ready.enemy[at], ready.gipf[at])
                for moved in (pieces & run,)
            )
            taking.append((at, own, enemy, gipf, np.full(len(at), first)))
    if taking:
        at, own, enemy, gipf, firsts = map(np.concatenate, zip(*taking, strict=True))
        for may, gipf_after in ((single, gipf), (stacked, gipf | firsts)):
            if may.any():
                some = np.flatnonzero(may[at])
                counts = count_removals(Sides(own, enemy, gipf_after).at(some))
                more += np.bincount(at[some], counts - 1, len(more)).astype(np.int32)
    found: Codes = pushes * (single.astype(np.int32) + stacked) + more
    return found


_NOTHING: tuple[Cell, ...] = ((), *(None,) * 7)
"""The columns of a turn that is not known."""


class GipfBoards(Boards[Position]):
    """The boards of every ply of some games of GIPF: White's, Black's, and GIPF pieces."""

    rules: "GipfRules"

    def may_be_over(self, plies: Places) -> Flags:
        """Return after which of some plies of good games a game may have ended.

        With a piece in reserve, or two where GIPF pieces are brought in, a turn is possible as
        long as a spot is empty: each lies on a line, and every line with one can be pushed.
        """
        white, black, gipf = self.sets_after(plies)[:, 0]
        turn, *reserves = (column[plies] for column in self.beside[:3])
        stacked = self.start.variant.stacked
        least = 2 if stacked else 1
        over: Flags = (white | black == np.uint64(FULL)) | (np.where(turn, *reserves[::-1]) < least)
        if stacked:
            over |= (white & gipf == 0) | (black & gipf == 0)
        return over

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        captured, *of_moves = self._of_moves()
        white, black, gipf = self.sets[:, 0]
        standing = count_bits(white), count_bits(black)
        stacked = count_bits(white & gipf), count_bits(black & gipf)
        reserves = self.beside[1:3]
        scores = tuple(reserves[side] + standing[side] + stacked[side] for side in (0, 1))
        known: tuple[CodedOrNumbers, ...] = (*of_moves, *standing, *reserves, *stacked)
        values: list[Lazy] = list(map(as_lazy, known))
        values += [partial(longest, one) for one in (white, black)]
        return MeasuredPlies(captured, scores, (white | black,), tuple(values))

    def _of_moves(self) -> list[Coded]:
        """Return the columns that follow from the turn alone, the captured spots first.

        Where only the board shows how what is taken divides into rows, its ply is measured.
        """
        depends, *columns = self.rules.of_turns(self.codes)
        open_ = np.array(depends.values, np.bool_)[depends.codes]
        open_ &= np.repeat(self.good, self.plies.lengths)
        plies = np.flatnonzero(open_)
        if not len(plies):
            return columns
        before = self.positions_before(plies)
        claims = map(self.rules.claim, self.codes[plies].tolist())
        rows = [
            of_turn(one, described(one, claim)) for one, claim in zip(before, claims, strict=True)
        ]
        return [
            column.replaced(plies, values)
            for column, values in zip(columns, zip(*rows, strict=True), strict=True)
        ]

    def count_moves(self) -> Codes:
        """Return the numbers of legal turns before all plies, which are never after the end."""
        plies, start = self.plies, self.start
        white, black, gipf = self.sets_before()[:, 0]
        first = (*start.reserves, *start.bringing)
        beside = [self.beside[place] for place in (1, 2, 5, 6)]
        stock = [plies.before(*pair) for pair in zip(beside, first, strict=True)]
        is_white = plies.turns == 0
        sides = Sides(np.where(is_white, white, black), np.where(is_white, black, white), gipf)
        reserve, bringing = (np.where(is_white, *stock[at : at + 2]) for at in (0, 2))
        return count_turns(sides, reserve, bringing)


def of_turn(before: Position, move: Move | None) -> tuple[Cell, ...]:
    """Return the spots where a turn captures, and the columns of moves."""
    return before.captured(move) if move else (), *of_move(before, move)


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


class GipfRules(ArrayRules[Position]):
    """What the boards need of the rules.

    Attributes:
        of_turns: by code whether its columns depend on the board, and what `of_turn` returns.
    """

    BOARDS = GipfBoards

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self.of_turns = NumberedColumns(1 + len(_NOTHING), self._of_turn)

    def _of_turn(self, code: int) -> tuple[Cell, ...]:
        claim = self.claim(code)
        move = sole_move(claim) if claim else None
        return (False, *of_turn(self.start, move)) if move else (True, *_NOTHING)
