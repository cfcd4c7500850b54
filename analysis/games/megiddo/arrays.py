"""Megiddo on arrays of boards; see `analysis.games.arrays`.

A bit set is one 64-bit word. Texts name every captured pair, so that all boards are computed from
the texts alone. Then the captures that the rules demand are compared with those in the texts, and
the ends of games are found. A *wave* is the pairs that are captured at the same time.
"""

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from operator import add, or_

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import (
    ArrayRules,
    Boards,
    Coded,
    Codes,
    ColumnValues,
    Counts,
    Flags,
    MeasuredPlies,
    NumberedColumns,
    Numbers,
    Places,
    Plies,
    Words,
    coded,
    count_bits,
)
from analysis.games.measures import MOVE_COLUMNS, Cell
from analysis.games.megiddo.board import (
    FULL,
    LINES,
    SIZE,
    Capture,
    MegiddoBoard,
    bit,
    bits,
    union,
)
from analysis.games.megiddo.measures import FIRST_MEGIDDO, FURTHER_MEGIDDO, of_captures, of_move
from analysis.games.megiddo.rules import Position, compile_move
from notation.megiddo import Move

KINDS = tuple(dict.fromkeys(line.kind for line in LINES))
"""The four kinds of lines."""

INNER, OUTER = len(KINDS), len(KINDS) - 1
"""Numbers of words in `LineCaptures.words`: ``INNER`` for pairs of neighbours, one for each kind of
line; ``OUTER`` for reversed captures, one for both kinds of spirals and one for each other kind."""


class Shifted:
    """A function that shifts the points of bit sets along all lines of one kind.

    Args:
        kind: the kind of the lines.
        closed: whether the lines are closed; if not, points shifted beyond an end are dropped.
        steps: number of places along the line; negative numbers shift back.
    """

    def __init__(self, kind: str, closed: bool, steps: int) -> None:
        masks: dict[int, int] = {}
        for line in (line for line in LINES if line.kind == kind):
            for place, point in enumerate(line.points):
                if closed or 0 <= place + steps < SIZE:
                    image = bit(line.points[(place + steps) % SIZE])
                    places = image.bit_length() - bit(point).bit_length()
                    masks[places] = masks.get(places, 0) | bit(point)
        self._parts = [(np.uint64(abs(by)), by > 0, np.uint64(masks[by])) for by in masks]

    def __call__(self, points: Words) -> Words:
        """Return bit sets of the shifted points."""
        found = np.zeros_like(points)
        for places, up, mask in self._parts:
            found |= (points & mask) << places if up else (points & mask) >> places
        return found


class LineCaptures:
    """The captures of placed, slid and converted stones, on arrays of boards.

    Args:
        board: the geometry of captures.
    """

    def __init__(self, board: MegiddoBoard) -> None:
        self._reversed_too = board.reversed_too
        lines = [(kind, kind in board.closed) for kind in KINDS]
        self._ahead = [[Shifted(*line, by) for by in (1, 2, 3)] for line in lines]
        self._back = [[Shifted(*line, -by) for by in (1, 2, 3)] for line in lines]
        self._words: dict[int, tuple[int, int]] = {}
        for four in board.fours():
            place = KINDS.index(next(line.kind for line in LINES if {*four} <= {*line.points}))
            self._words[bits(four[1:3])] = place, bit(four[0])
            if board.reversed_too:
                self._words[bits(four[::3])] = INNER + min(place, OUTER - 1), bits(four[::3])
        self._pairs, self._needs = _around(board.captures)

    def words(self, pairs: Iterable[int]) -> tuple[int, ...]:
        """Return captured pairs as bits of words; see `INNER`.

        A pair of neighbours is one bit, that of the point before it on the line. The pair of a
        reversed capture is two bits, those of its points.

        Args:
            pairs: the pairs as bit sets.
        """
        words = [0] * (INNER + OUTER)
        for place, points in map(self._words.__getitem__, pairs):
            words[place] |= points
        return tuple(words)

    def takes(self, own: Words, enemy: Words, point: npt.NDArray[np.intp]) -> Flags:
        """Return for each board whether a stone captures a pair.

        Args:
            own: bit sets of the capturing side's stones, the stone included.
            enemy: bit sets of all other stones.
            point: for each board, the bit index of the stone's point.
        """
        found = np.zeros(len(own), np.bool_)
        for pairs, needs in zip(self._pairs, self._needs, strict=True):
            pair, need = pairs[point], needs[point]
            found |= (enemy & pair | own & need) == pair | need
        return found

    def waves(self, own: Words, enemy: Words, fresh: Words) -> tuple[Words, Counts]:
        """Return the pairs captured on each board, and the number of waves of captures.

        Pairs are as in `words`, with shape (words, boards).

        Args:
            own: bit sets of the capturing sides' stones, fresh ones included; overwritten.
            enemy: bit sets of all other stones; overwritten.
            fresh: bit sets of the placed or slid stones.
        """
        pairs = np.zeros((INNER + OUTER, len(own)), np.uint64)
        depths = np.zeros(len(own), np.int16)
        live = np.arange(len(own))
        while len(live):
            found, fresh = self._wave(own[live], enemy[live], fresh)
            for word, more in enumerate(found):
                pairs[word, live] |= more
            live, fresh = live[fresh != 0], fresh[fresh != 0]
            depths[live] += 1
            own[live] |= fresh
            enemy[live] &= ~fresh
        return pairs, depths

    def _wave(self, own: Words, enemy: Words, fresh: Words) -> tuple[list[Words], Words]:
        """Return the pairs captured in one wave, as in `words`, and bit sets of their points.

        Arguments as for `waves`.
        """
        pairs = [np.zeros_like(own) for _ in range(INNER + OUTER * self._reversed_too)]
        taken = np.zeros_like(own)
        for kind, (ahead, back) in enumerate(zip(self._ahead, self._back, strict=True)):
            hits = own & back[0](enemy) & back[1](enemy) & back[2](own) & (fresh | back[2](fresh))
            pairs[kind] = hits
            taken |= ahead[0](hits) | ahead[1](hits)
            if self._reversed_too:
                hits = enemy & back[0](own) & back[1](own) & back[2](enemy)
                hits &= back[0](fresh) | back[1](fresh)
                hits |= ahead[2](hits)
                pairs[INNER + min(kind, OUTER - 1)] |= hits
                taken |= hits
        return pairs, taken


def _around(captures: dict[int, list[Capture]]) -> tuple[Words, Words]:
    """Return two arrays with the ways in which a stone captures a pair.

    The first has the bit set of the pair, the second that of the other stone that captures it.
    The shape of both is (ways, points); unused ways have a pair that no board contains.

    Args:
        captures: the value of `MegiddoBoard.captures`.
    """
    ways = max(map(len, captures.values()))
    # No board contains a pair with all 64 bits.
    pairs = np.full((ways, len(captures)), -1, np.int64).astype(np.uint64)
    needs = np.zeros_like(pairs)
    for point, found in captures.items():
        for way, (pair, need, _) in enumerate(found):
            at = way, point.bit_length() - 1
            pairs[at], needs[at] = pair, need
    return pairs, needs


_LINES = [np.uint64(line.bits) for line in LINES]


class MegiddoBoards(Boards[Position]):
    """The boards after all plies of games of Megiddo, with the stones of each side.

    The effect of a move is the number of waves in which it captures.
    """

    rules: "MegiddoArrays"

    def may_be_over(self, plies: Places) -> Flags:
        """Return whether the game may be over after each of the given plies of good games."""
        stones = self.sets_after(plies)[:, 0]
        over: Flags = np.bitwise_or.reduce(stones) == np.uint64(FULL)
        for count, board in zip(self.beside[1:], stones, strict=True):
            over |= (count[plies] >= self.start.variant.arbatta) | (_longest(board) == SIZE)
        return over

    def decisive(self, plies: Places) -> Numbers:
        """Return numbers that decide the outcome, in one column for each of the given plies.

        They are a bit set of the complete lines, the side to move, and the numbers of captures.
        """
        stones = self.sets_after(plies)[:, 0]
        bits = (stones & line == line for line in _LINES)
        lines = reduce(or_, (full.astype(np.int64) << at for at, full in enumerate(bits)))
        return np.concatenate((lines, np.array([column[plies] for column in self.beside])))

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        (captured, kinds), stones = self._captures(), self.sets[:, 0]
        absent = coded([None], np.zeros(self.plies.count, np.int32))
        nothing = [absent] * (3 - len(stones))
        values: list[ColumnValues] = [*self.rules.of_moves(self.codes), kinds, self.effects]
        values += [*(partial(_material, one) for one in stones), *nothing]
        values += [*(partial(_longest, one) for one in stones), *nothing]
        return MeasuredPlies(captured, self._scores(), values)

    def _scores(self) -> tuple[Counts, ...]:
        """Return each side's points after all plies; see `analysis.games.megiddo.measures.points`.

        Since a complete line ends the game, lines are looked for only after the last ply.
        """
        scores, lasts = [], self.plies.lasts[self.plies.lengths > 0]
        for count, board in zip(self.beside[1:], self.sets[:, 0], strict=True):
            score = count.copy()
            lines = reduce(add, [(board[lasts] & line == line).astype(np.int16) for line in _LINES])
            full = np.flatnonzero(lines)
            score[lasts[full]] += FIRST_MEGIDDO + FURTHER_MEGIDDO * (lines[full] - 1)
            scores.append(score)
        return tuple(scores)

    def _captures(self) -> tuple[Coded, Coded]:
        """Return two columns: the names of captured points, and the kinds of their pairs' lines.

        Plies with the same move share their values, unless the order of the values depends on the
        board.
        """
        depths = np.where(np.repeat(self.good, self.plies.lengths), self.effects, 0)
        found: list[tuple[Cell, Cell]] = [((), ())]
        places = np.zeros(self.plies.count, np.int32)
        direct, known = np.flatnonzero(depths == 1), self.rules.captures
        different, first, again = np.unique(
            self.codes[direct], return_index=True, return_inverse=True
        )
        new = np.array([code not in known for code in different.tolist()], np.bool_)
        plies = np.sort(direct[first[new]])
        for code, taken in zip(self.codes[plies].tolist(), self._taken(plies), strict=True):
            known[code] = taken if self.rules.is_settled(code) else None
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
        """Yield the values of both columns of `_captures` for each of the given plies."""
        codes = self.codes[plies].tolist()
        for before, code in zip(self.positions_before(plies), codes, strict=True):
            _, points, kinds = of_captures(before, self.rules.claim(code))
            yield points, tuple(kinds)

    def count_moves(self) -> Codes:
        """Return the number of legal moves before each ply, even if the game is over."""
        before = self.sets_before()[:, 0]
        empty = np.bitwise_or.reduce(before) ^ np.uint64(FULL)
        moves: Codes = count_bits(empty).astype(np.int32)
        if self.start.variant.radial_move:
            own = np.choose(self.plies.turns, before)
            for step in (Shifted("radial", False, 1), Shifted("radial", False, -1)):
                sliding = step(own) & empty
                while sliding.any():
                    moves += count_bits(sliding)
                    sliding = step(sliding) & empty
        return moves


def _material(stones: Words) -> Counts:
    """Return the number of stones in each bit set."""
    return count_bits(stones).astype(np.int16)


def _longest(stones: Words) -> Counts:
    """Return for each bit set the largest number of its stones on one line."""
    most = np.zeros(len(stones), np.uint8)
    for line in _LINES:
        np.maximum(most, count_bits(stones & line), out=most)
    return most.astype(np.int16)


POINT, REACHED, LEFT, CLOSED, TAKEN, PAIRS = range(6)
"""Indices of the words in a row of `ArrayRules.table`: bit index of the target; bit sets of the
target, of the origin of a slide, of the points that must be empty, and of the captured points; then
the captured pairs, see `LineCaptures.words`."""


class MegiddoArrays(ArrayRules[Position]):
    """The rules of a variant of Megiddo on arrays.

    Attributes:
        of_moves: the columns of `of_move` by the code of the move.
        captures: by the code of a move with one wave of captures, the captured points and the kinds
            of lines; None if their order depends on the board.
    """

    BOARDS = MegiddoBoards

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no side has won at the start."""
        return not start.is_won()

    width = PAIRS + INNER + OUTER

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self.of_moves = NumberedColumns(len(MOVE_COLUMNS), self._of_move)
        self.captures: dict[int, tuple[Cell, Cell] | None] = {}
        self._captures = LineCaptures(start.variant.board)

    def effect(self, before: Position, move: Move | None) -> int:
        """Return the number of waves in which a move captures."""
        return of_captures(before, move)[0]

    def is_settled(self, code: int) -> bool:
        """Whether the captures of a move with one wave have the same order on every board."""
        move = self.claim(code)
        ways = [pair for pair, _, _ in self.start.variant.board.captures[bit(move.point)]]
        return all(ways.count(bits(pair)) == 1 for pair in move.groups)

    def _of_move(self, code: int) -> tuple[Cell, ...]:
        move = self.claim(code)
        return of_move(move, bool(move.groups)) if move else (None,) * len(MOVE_COLUMNS)

    def row(self, claim: Move) -> tuple[int, ...] | None:
        """Return the row of a move in `table`; None if the move is impossible on every board."""
        step = compile_move(self.start.variant, claim)
        if step is None:
            return None
        reached, left, closed, pairs = step
        words = self._captures.words(pairs)
        return reached.bit_length() - 1, reached, left, closed, union(pairs), *words

    def judge(self, codes: Codes, lengths: Codes) -> MegiddoBoards:
        """Return the boards of games that begin at `start`; see `ArrayRules.judge`."""
        plies = Plies(lengths, self.start.turn, len(self.start.stones))
        stones = self._carried_out(codes, plies)
        legal, depths = self._judged(codes, plies, stones)
        counts = self._counted(codes, plies)
        # No ply may follow the end of a game.
        over = self._over(plies, stones, counts)
        over[plies.lasts[plies.lengths > 0]] = False
        following = ((plies.turns + 1) % len(stones)).astype(np.int16)
        boards = MegiddoBoards(
            self, plies, codes, stones[:, np.newaxis], lambda: [following, *counts], depths
        )
        boards.good = plies.every(legal & ~over)
        return boards

    def _carried_out(self, codes: Codes, plies: Plies) -> Words:
        """Carry out all moves as stated; return bit sets of stones, with shape (sides, plies)."""
        reached, left, taken = (self.table[:, word] for word in (REACHED, LEFT, TAKEN))
        put, stay = reached | taken, ~(left | taken)
        sides = len(self.start.stones)
        after = np.empty((sides, plies.count), np.uint64)
        boards = [np.full(len(plies.lengths), one, np.uint64) for one in self.start.stones]
        for number, at in enumerate(plies.rounds()):
            code, mover = codes[at], (self.start.turn + number) % sides
            kept = stay[code]
            for side in range(sides):
                board = boards[side][: len(at)] & kept
                if side == mover:
                    board |= put[code]
                boards[side] = after[side][at] = board
        return after

    def _judged(self, codes: Codes, plies: Plies, stones: Words) -> tuple[Flags, Counts]:
        """Return for each ply whether it is legal, and in how many waves it captures.

        Args:
            codes: the codes of the moves.
            plies: the plies.
            stones: bit sets of stones after all plies, with shape (sides, plies).
        """
        before = [plies.before(*one) for one in zip(stones, self.start.stones, strict=True)]
        own, occupied = before[0], reduce(or_, before)
        for side, board in enumerate(before):
            own = np.where(plies.turns == side, board, own)
        enemy = occupied ^ own
        left, closed, taken = (self.table[:, word][codes] for word in (LEFT, CLOSED, TAKEN))
        legal = (codes != 0) & (occupied & closed == 0)
        legal &= own & left == left
        own = own & ~left | self.table[:, REACHED][codes]
        legal &= (taken != 0) | ~self._captures.takes(
            own, enemy, self.table[:, POINT].astype(np.intp)[codes]
        )
        some = np.flatnonzero(taken)
        depths = np.zeros(plies.count, np.int16)
        row = self.table[codes[some]]
        pairs, depths[some] = self._captures.waves(own[some], enemy[some], row[:, REACHED])
        legal[some] &= (pairs == row[:, PAIRS:].T).all(axis=0)
        return legal, depths

    def _counted(self, codes: Codes, plies: Plies) -> list[Counts]:
        """Return for each side the number of stones that it has captured after each ply."""
        added = count_bits(self.table[:, TAKEN]).astype(np.int16)[codes]
        return [
            plies.running(np.where(plies.turns == side, added, 0), start).astype(np.int16)
            for side, start in enumerate(self.start.taken)
        ]

    def _over(self, plies: Plies, stones: Words, counts: list[Counts]) -> Flags:
        """Return for each ply whether a Megiddo or an Arbatta ends the game.

        The side that moved has a complete line, or some side has captured enough stones.

        Args:
            plies: the plies.
            stones: bit sets of stones after all plies, with shape (sides, plies).
            counts: for each side, the number of captured stones after all plies.
        """
        over = reduce(or_, [count >= self.start.variant.arbatta for count in counts])
        for side, board in enumerate(stones):
            late = np.flatnonzero((plies.turns == side) & (count_bits(board) >= SIZE))
            over[late] |= reduce(or_, [board[late] & line == line for line in _LINES])
        return over
