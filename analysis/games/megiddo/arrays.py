"""Megiddo on arrays of boards; see `analysis.games.arrays`.

A bit set is one 64-bit word. Texts name every captured pair, so that all boards are computed from
the texts alone. Then the captures that the rules demand are compared with those in the texts, and
the ends of games are found.
"""

from collections.abc import Iterable, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import (
    ONE,
    ArrayRules,
    Boards,
    Coded,
    Codes,
    ColumnValues,
    Counts,
    Flags,
    Numbers,
    Places,
    Words,
    count_bits,
    in_words,
    lowest_bits,
)
from analysis.games.megiddo.board import FULL, LINES, SIZE, MegiddoBoard, union
from analysis.games.megiddo.measures import FIRST_MEGIDDO, FURTHER_MEGIDDO, MEASURES
from analysis.games.megiddo.rules import Position, compile_move
from notation.megiddo import Move

_LINES = [np.uint64(line.bits) for line in LINES]


class ArrayCaptures:
    """The captures of placed, slid and converted stones, on arrays of boards.

    Sets of pairs are bit sets of several words; the bit of a pair is its number in
    `MegiddoBoard.ways`.

    Args:
        board: the geometry of captures.

    Attributes:
        words: number of words in a set of pairs.
    """

    def __init__(self, board: MegiddoBoard) -> None:
        self._numbers = {pair: number for number, pair in enumerate(board.ways)}
        self.words = -(-len(self._numbers) // 64)
        most = max(map(len, board.captures.values()))
        # For each way in which a stone on a point captures: the pair as a bit set, the other stone
        # that is needed, and the pair as a set of pairs.
        self._ways = np.zeros((2 + self.words, most, len(board.captures)), np.uint64)
        self._ways[0] = np.iinfo(np.uint64).max  # a pair that no board contains, for unused ways
        for point, found in board.captures.items():
            for way, (pair, need, _) in enumerate(found):
                self._ways[:, way, point.bit_length() - 1] = pair, need, *self.in_words([pair])

    def in_words(self, pairs: Iterable[int]) -> tuple[int, ...]:
        """Return a set of pairs as words; each pair is given as a bit set of its two points."""
        return in_words(self.words, sum(1 << self._numbers[pair] for pair in pairs))

    def takes(self, own: Words, enemy: Words, point: npt.NDArray[np.intp]) -> Flags:
        """Return for each board whether a stone captures a pair.

        Args:
            own: bit sets of the capturing side's stones, the stone included.
            enemy: bit sets of all other stones.
            point: for each board, the bit index of the stone's point.
        """
        found = np.zeros(len(own), np.bool_)
        for pairs, needs in zip(*self._ways[:2], strict=True):
            pair, need = pairs[point], needs[point]
            found |= (enemy & pair | own & need) == pair | need
        return found

    def pairs(self, own: Words, enemy: Words, fresh: Words) -> Words:
        """Return the sets of all pairs captured on each board, with shape (words, boards).

        Args:
            own: bit sets of the capturing sides' stones, fresh ones included; overwritten.
            enemy: bit sets of all other stones; overwritten.
            fresh: bit sets of the placed or slid stones.
        """
        pairs, live = np.zeros((self.words, len(own)), np.uint64), np.arange(len(own))
        while len(live):
            found, taken = self._wave(own[live], enemy[live], fresh)
            pairs[:, live] |= found
            live, fresh = live[taken != 0], taken[taken != 0]
            own[live] |= fresh
            enemy[live] &= ~fresh
        return pairs

    def _wave(self, own: Words, enemy: Words, fresh: Words) -> tuple[Words, Words]:
        """Return the sets of pairs captured at the same time, and bit sets of their points.

        Arguments as for `pairs`; they are not overwritten.
        """
        pairs, taken = np.zeros((self.words, len(own)), np.uint64), np.zeros_like(own)
        while len(some := np.flatnonzero(fresh)):
            stone = lowest_bits(fresh)
            fresh = fresh ^ stone
            pair, need, *words = self._ways.take(count_bits(stone[some] - ONE), axis=2)
            hits = (enemy[some] & pair | own[some] & need) == pair | need
            taken[some] |= np.bitwise_or.reduce(pair * hits)
            pairs[:, some] |= np.bitwise_or.reduce(words * hits, axis=1)
        return pairs, taken


class StoneTable(NamedTuple):
    """Moves by their codes; all arrays but ``pairs`` have one number for each code.

    Attributes:
        reached: bit set of the target.
        left: bit set of the origin of a slide.
        closed: bit set of the points that must be empty.
        taken: bit set of the captured points.
        pairs: the captured pairs, see `ArrayCaptures`, with shape (words, codes).
        point: bit index of the target.
    """

    reached: Words
    left: Words
    closed: Words
    taken: Words
    pairs: Words
    point: npt.NDArray[np.intp]


class MegiddoArrays(ArrayRules[Position, StoneTable]):
    """The rules of a variant of Megiddo on arrays."""

    MEASURES = MEASURES

    def __init__(self, start: Position) -> None:
        self._captures = ArrayCaptures(start.variant.board)
        self.kinds, self.width = len(start.stones), 4 + self._captures.words
        super().__init__(start)

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no side has won at the start."""
        return not start.is_won()

    def row(self, claim: Move) -> tuple[int, ...] | None:
        """Return the row of a move in the table; None if it is impossible on every board."""
        step = compile_move(self.start.variant, claim)
        if step is None:
            return None
        *points, pairs = step
        return *points, union(pairs), *self._captures.in_words(pairs)

    def arranged(self, columns: Words) -> StoneTable:
        """Return the table of moves; see `ArrayRules.arranged`."""
        reached, left, closed, taken, *pairs = columns
        # Code 0 has no target; its ply is illegal, whatever the point.
        point = count_bits(reached - ONE).astype(np.intp) % 64
        return StoneTable(reached, left, closed, taken, np.array(pairs), point)

    def step(self, table: StoneTable, now: Words, codes: Codes, side: int) -> Flags:
        """Carry out one move on each of several boards; `laws` checks all rules."""
        taken = table.taken[codes]
        now &= ~(table.left[codes] | taken)
        now[side] |= table.reached[codes] | taken
        return np.ones(len(codes), np.bool_)

    def laws(self, boards: Boards[Position]) -> Flags:
        """Return for each ply whether it is legal."""
        plies, codes, before = boards.plies, boards.codes, boards.sets_before()[:, 0]
        own, occupied = plies.mover(before), np.bitwise_or.reduce(before)
        reached, left, closed, taken = (column[codes] for column in self.table[:4])
        legal: Flags = (occupied & closed == 0) & (own & left == left)
        enemy, own = occupied ^ own, own & ~left | reached
        legal &= (taken != 0) | ~self._captures.takes(own, enemy, self.table.point[codes])
        some = np.flatnonzero(taken)
        pairs = self._captures.pairs(own[some], enemy[some], reached[some])
        legal[some] &= (pairs == self.table.pairs[:, codes[some]]).all(axis=0)
        # No ply may follow the end of a game.
        legal &= ~plies.before(self._over(boards), False)
        return legal

    def _over(self, boards: Boards[Position]) -> Flags:
        """Return for each ply whether a Megiddo or an Arbatta ends the game.

        The side that moved has a complete line, or some side has captured enough stones.
        """
        over: Flags = np.max(boards.beside[1:], axis=0) >= self.start.variant.arbatta
        stones = boards.plies.mover(boards.sets[:, 0])
        late = np.flatnonzero(count_bits(stones) >= SIZE)
        stones = stones[late]
        over[late] |= reduce(or_, [stones & line == line for line in _LINES])
        return over

    def beside(self, boards: Boards[Position]) -> Sequence[Numbers]:
        """Return the side to move after each ply, and the stones that each side has captured."""
        plies = boards.plies
        taken = count_bits(self.table.taken)[boards.codes]
        return (plies.turns + 1) % plies.sides, *plies.totals(taken, self.start.taken)

    def endings(self, boards: Boards[Position], plies: Places) -> tuple[Flags, Numbers]:
        """Return which games may be over, and the data that decide their outcomes.

        These data are the complete lines, the side to move, and the numbers of captured stones.
        """
        stones = boards.sets[:, 0, plies]
        lines = [np.left_shift(1, np.arange(len(LINES))) @ _complete_lines(one) for one in stones]
        beside = np.array([column[plies] for column in boards.beside])
        over: Flags = np.bitwise_or.reduce(stones) == np.uint64(FULL)
        over |= (np.max(lines, axis=0) > 0) | (beside[1:].max(axis=0) >= self.start.variant.arbatta)
        return over, np.array((*lines, *beside))

    def measures(
        self, boards: Boards[Position]
    ) -> tuple[tuple[Numbers, ...], Sequence[ColumnValues]]:
        """Return the scores, and the columns of the material and the longest lines."""
        stones = boards.sets[:, 0]
        absent = Coded([None], np.zeros(boards.plies.count, np.int32))
        nothing = [absent] * (3 - len(stones))
        values = [[partial(of, one) for one in stones] + nothing for of in (count_bits, _longest)]
        return self._scores(boards), values[0] + values[1]

    def _scores(self, boards: Boards[Position]) -> tuple[Numbers, ...]:
        """Return each side's points after all plies; see `analysis.games.megiddo.measures.points`.

        Since a complete line ends the game, lines are looked for only after the last ply.
        """
        lasts, scores = boards.plies.lasts[boards.plies.lengths > 0], list[Numbers]()
        for taken, stones in zip(boards.beside[1:], boards.sets[:, 0], strict=True):
            lines = _complete_lines(stones[lasts]).sum(axis=0)
            score = taken.copy()
            score[lasts] += (lines > 0) * (FIRST_MEGIDDO + FURTHER_MEGIDDO * (lines - 1))
            scores.append(score)
        return tuple(scores)

    def count_moves(self, boards: Boards[Position]) -> Codes:
        """Return the number of legal moves before each ply, even if the game is over."""
        before = boards.sets_before()[:, 0]
        empty = np.bitwise_or.reduce(before) ^ np.uint64(FULL)
        moves: Codes = count_bits(empty).astype(np.int32)
        if self.start.variant.radial_move:
            ring = np.uint64(SIZE)
            for slide in (np.left_shift, np.right_shift):
                sliding = boards.plies.mover(before)
                while (sliding := slide(sliding, ring) & empty).any():
                    moves += count_bits(sliding)
        return moves


def _complete_lines(stones: Words) -> Flags:
    """Return whether each line is full of the stones of a bit set, with shape (lines, boards)."""
    return np.array([stones & line == line for line in _LINES])


def _longest(stones: Words) -> Counts:
    """Return for each bit set the largest number of its stones on one line."""
    most = np.zeros(len(stones), np.uint8)
    for line in _LINES:
        np.maximum(most, count_bits(stones & line), out=most)
    return most.astype(np.int16)
