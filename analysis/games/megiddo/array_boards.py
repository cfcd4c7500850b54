"""The boards of every ply of many games of Megiddo, and what is measured on them."""

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from operator import add, or_
from typing import Self

import numpy as np

from analysis.games.array_keys import ArrayBoards
from analysis.games.array_rules import ArrayRules
from analysis.games.arrays import (
    Coded,
    CodedOrNumbers,
    Codes,
    Counts,
    Flags,
    Lazy,
    MeasuredPlies,
    NumberedColumns,
    Places,
    Plies,
    Words,
    as_lazy,
    coded,
    count_bits,
    distinct,
    distinct_rows,
)
from analysis.games.bits import row_text
from analysis.games.measures import MOVE_COLUMNS, Cell
from analysis.games.megiddo.array_captures import Shifted
from analysis.games.megiddo.board import FULL, LINES, SIZE, bit, bits, singles
from analysis.games.megiddo.measures import FIRST_MEGIDDO, FURTHER_MEGIDDO, of_captures, of_move
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import LETTERS
from notation.megiddo import CapturedPair, Move
from notation.memo import Memo

_LINES = [np.uint64(line.bits) for line in LINES]


class MegiddoRules(ArrayRules[Position]):
    """What the boards need of the rules.

    Attributes:
        of_moves: by code the columns of moves.
        captures: by code of a move that captures directly the captured points and the
            kinds of their lines; None where the board decides about the order.
    """

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self.of_moves = NumberedColumns(len(MOVE_COLUMNS), self._of_move)
        self.captures: dict[int, tuple[Cell, Cell] | None] = {}
        self._usual: Memo[int, tuple[Move | None, int]] = Memo(self._ordered)

    def usual_move(self, code: int) -> Move | None:
        """Return a move with its captures in order, if that follows from the number of waves."""
        return self._usual[code][0]

    def usual_depth(self, code: int) -> int:
        """Return in how many waves the usual move of a code captures; 0 if there is none."""
        return self._usual[code][1]

    def _ordered(self, code: int) -> tuple[Move | None, int]:
        """Return the usual move of a code, and in how many waves that captures; None and 0 if none.

        No wave comes sooner than the stones of the one before can reach a pair. So if one pair
        alone can be the first, one the second, and so on, the waves are these wherever the last
        is the last.
        """
        claim = self.claim(code)
        if claim is None:
            return None, 0
        captures, groups = self.start.variant.board.captures, list[CapturedPair]()
        left, fresh, depth = set(map(bits, claim.groups)), [bit(claim.point)], 0
        while left:
            ways = [(pair, points) for stone in fresh for pair, _, points in captures[stone]]
            wave = [way for way in ways if way[0] in left]
            left.difference_update(pair for pair, _ in wave)
            depth += 1
            if len(dict(wave)) < len(wave) or not wave or (left and len(wave) > 1):
                return None, 0
            groups += sorted(points for _, points in wave)
            fresh = list(singles(wave[0][0]))
        return claim._replace(groups=tuple(groups)), depth

    def _of_move(self, code: int) -> tuple[Cell, ...]:
        move = self.claim(code)
        return of_move(move, bool(move.groups)) if move else (None,) * len(MOVE_COLUMNS)


class MegiddoBoards(ArrayBoards[Position]):
    """The boards of every ply of some games of Megiddo.

    Args:
        rules: the rules that have judged them.
        codes: the codes of all moves.
        plies: the plies.
        good: which games are legal to their end.
        stones: bit sets of the stones of each side after all plies.
        counts: number of stones that each side has captured by then.
        depths: number of waves in which each ply captures.
    """

    def __init__(
        self,
        rules: MegiddoRules,
        codes: Codes,
        plies: Plies,
        good: Flags,
        stones: list[Words],
        counts: list[Counts],
        depths: Counts,
    ) -> None:
        self.plies, self.good = plies, good
        self._rules, self._codes, self._depths = rules, codes, depths
        self._stones, self._counts = stones, counts
        self.start, self._variant = rules.start, rules.start.variant
        self._next = ((plies.turns + 1) % len(stones)).astype(np.int16)

    def kept(self, which: Flags, plies: Plies) -> Self:
        """Return the boards of some plies, which are those of fewer games."""
        stones = [one[which] for one in self._stones]
        counts = [one[which] for one in self._counts]
        codes, depths = self._codes[which], self._depths[which]
        good = plies.lengths > 0
        return type(self)(self._rules, codes, plies, good, stones, counts, depths)

    def position(self, ply: int) -> Position:
        """Return the position after a ply, by its index among all plies."""
        return next(self.positions(np.array([ply])))

    def positions(self, plies: Places) -> Iterator[Position]:
        """Yield the positions after some plies."""
        stones = zip(*(one[plies].tolist() for one in self._stones), strict=True)
        counts = zip(*(one[plies].tolist() for one in self._counts), strict=True)
        for parts in zip(stones, counts, self._next[plies].tolist(), strict=True):
            yield Position(self._variant, *parts)

    def are_usual(self, plies: Places) -> Flags:
        """Return which of some plies of good games play the usual moves of their codes."""
        used, places = distinct(self._codes[plies])
        depths = np.array([self._rules.usual_depth(code) for code in used], np.int16)
        found: Flags = (depths > 0)[places] & (depths[places] == self._depths[plies])
        return found

    def may_be_over(self, plies: Places) -> Flags:
        """Return after which of some plies of good games a game may have ended."""
        stones = [one[plies] for one in self._stones]
        over: Flags = reduce(or_, stones) == np.uint64(FULL)
        for count, board in zip(self._counts, stones, strict=True):
            over |= (count[plies] >= self._variant.arbatta) | (_longest(board) == SIZE)
        return over

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        captured, kinds = self._captures()
        absent = coded([None], np.zeros(self.plies.count, np.int32))
        nothing = [as_lazy(absent)] * (3 - len(self._stones))
        known: tuple[CodedOrNumbers, ...] = (
            *self._rules.of_moves(self._codes),
            kinds,
            self._depths,
        )
        values: list[Lazy] = list(map(as_lazy, known))
        values += [partial(_material, one) for one in self._stones]
        values += nothing
        values += [partial(_longest, one) for one in self._stones]
        values += nothing
        occupied = reduce(or_, self._stones)
        return MeasuredPlies(captured, self._scores(), (occupied,), tuple(values))

    def _scores(self) -> tuple[Counts, ...]:
        """Return the points of each side, as `analysis.games.megiddo.measures.points` counts them.

        Only the side that has just moved can have a line: the game ends with it.
        """
        scores, lasts = [], self.plies.lasts[self.plies.lengths > 0]
        for count, board in zip(self._counts, self._stones, strict=True):
            score = count.copy()
            lines = reduce(add, [(board[lasts] & line == line).astype(np.int16) for line in _LINES])
            full = np.flatnonzero(lines)
            score[lasts[full]] += FIRST_MEGIDDO + FURTHER_MEGIDDO * (lines[full] - 1)
            scores.append(score)
        return tuple(scores)

    def _captures(self) -> tuple[Coded, Coded]:
        """Return the names of captured points, and the kinds of lines of captured pairs.

        One ply is measured for all with the same move, unless the board decides about the order.
        """
        depths = np.where(np.repeat(self.good, self.plies.lengths), self._depths, 0)
        found: list[tuple[Cell, Cell]] = [((), ())]
        places = np.zeros(self.plies.count, np.int32)
        direct, known = np.flatnonzero(depths == 1), self._rules.captures
        different, first, again = np.unique(
            self._codes[direct], return_index=True, return_inverse=True
        )
        new = np.array([code not in known for code in different.tolist()], np.bool_)
        plies = np.sort(direct[first[new]])
        for code, taken in zip(self._codes[plies].tolist(), self._taken(plies), strict=True):
            known[code] = taken if self._rules.usual_depth(code) == 1 else None
        ids = np.zeros(len(different), np.int32)
        for index, code in enumerate(different.tolist()):
            if known_one := known[code]:
                ids[index] = len(found)
                found.append(known_one)
        places[direct] = ids[again]
        plies = np.flatnonzero((depths > 0) & (places == 0))
        places[plies] = np.arange(len(plies)) + len(found)
        found += self._taken(plies)
        points, kinds = zip(*found, strict=True)
        return coded(points, places), coded(kinds, places)

    def _taken(self, plies: Places) -> Iterator[tuple[Cell, Cell]]:
        """Yield the names of the points that plies capture, and the kinds of their lines."""
        codes = self._codes[plies].tolist()
        for before, code in zip(self.positions_before(plies), codes, strict=True):
            _, points, kinds = of_captures(before, self._rules.claim(code))
            yield points, tuple(kinds)

    def strings(self) -> Sequence[Coded]:
        """Return the position strings after all plies, in parts to be joined: ring by ring."""
        names, parts = LETTERS[: len(self._stones)], []
        ring = np.uint64((1 << SIZE) - 1)
        for number in range(SIZE):
            rows = [one >> np.uint64(number * SIZE) & ring for one in self._stones]
            different, places = distinct_rows(rows)
            end = "/" if number < SIZE - 1 else " "
            parts.append(Coded([row_text(row, names, SIZE) + end for row in different], places))
        different, places = distinct_rows((self._next, *self._counts))
        tails = [f"{LETTERS[turn]} {','.join(map(str, counts))}" for turn, *counts in different]
        return [*parts, Coded(tails, places)]

    @property
    def parts(self) -> tuple[list[list[Words]], list[Counts]]:
        """What keys stand for: each side's stones, the side to move, and the captured stones."""
        return [[one] for one in self._stones], [self._next, *self._counts]

    def count_moves(self) -> Codes:
        """Return the numbers of legal moves before all plies, which are never after the end."""
        starts = zip(self._stones, self._rules.start.stones, strict=True)
        before = [self.plies.before(*one) for one in starts]
        empty = reduce(or_, before) ^ np.uint64(FULL)
        moves: Codes = count_bits(empty).astype(np.int32)
        if self._variant.radial_move:
            own = np.choose(self.plies.turns, before)
            for step in (Shifted("radial", False, 1), Shifted("radial", False, -1)):
                sliding = step(own) & empty
                while sliding.any():
                    moves += count_bits(sliding)
                    sliding = step(sliding) & empty
        return moves


def _material(stones: Words) -> Counts:
    """Return the number of stones in each set."""
    return count_bits(stones).astype(np.int16)


def _longest(stones: Words) -> Counts:
    """Return the most stones that a side has on one line."""
    most = np.zeros(len(stones), np.uint8)
    for line in _LINES:
        np.maximum(most, count_bits(stones & line), out=most)
    return most.astype(np.int16)
