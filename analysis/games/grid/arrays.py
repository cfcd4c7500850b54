"""Games of phalanxes on arrays: boards of any size in words of 64 bits, see
`analysis.games.arrays`.

A text need not say what its move takes, so that the boards follow from the texts and from one
another: the games are carried out together, all first plies, all second ones, and so on. Every move
is judged in the same round; what can be asked of all plies at once is asked afterwards.
"""

from abc import abstractmethod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from analysis.games.arrays import ArrayRules, Codes, Counts, Flags, Plies, Words
from analysis.games.grid.array_boards import GridBoards, as_bits, in_words
from analysis.games.grid.compiled import steps
from analysis.games.grid.rules import GridPosition
from notation.phalanx import Move

P = TypeVar("P", bound=GridPosition[Any])

NEED, MOVED, CHANGE, PATH, TARGET, LINE = range(6)
"""The bit sets of a row, see `analysis.games.grid.compiled.Step`: the last are the first square of
the line that a move runs into, and so much of the line as the phalanx has pieces."""

PIECES, CLAIMED, DOWN, ARRIVES, STARTS, AIMS = range(6)
"""The numbers of a row behind its bit sets: pieces that move; captures that the text claims, and 1,
0 where it claims none; whether the line leads to lower bits; and of which outer rows, 1 for the
first and 2 for the last, squares are reached from other rows, squares are left, the line begins."""

_ONE = np.uint64(1)


class Judged(NamedTuple):
    """Plies in the order of rounds.

    Attributes:
        order: the index of each among the plies, one game after the other.
        codes: the codes of their moves.
        turns: the sides that move.
        sets: bit sets of the pieces of both sides after each, a row a word.
        runs: length of the line that each runs into, as far as its phalanx is long.
        legal: which are legal, as far as rounds tell.
    """

    order: Any
    codes: Codes
    turns: Counts
    sets: tuple[Words, ...]
    runs: Counts
    legal: Flags

    def board(self, ply: int) -> tuple[int, ...]:
        """Return the pieces of White and Black after a ply."""
        return tuple(as_bits(pieces[:, ply]) for pieces in self.sets)


class GridArrays(ArrayRules[P]):
    """The rules of a variant of a game of phalanxes on arrays.

    Attributes:
        words: number of words that a bit set has.
    """

    def __init__(self, start: P) -> None:
        self.words = -(-start.variant.columns * start.variant.rows // 64)
        self.width = (LINE + 1) * self.words + AIMS + 1
        super().__init__(start)
        none = np.zeros((0, 0), np.uint64)
        self._known: tuple[Words, Words, Counts] = none, none, none.astype(np.int16)

    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return what a move does; None where the board decides, or none lets it be played."""
        variant = self.start.variant
        step = steps(variant.columns, variant.rows)[claim] if isinstance(claim, Move) else None
        if step is None:
            return None
        need, moved, change, _, (pieces, path, lines, captures, arrives) = step
        here = variant.grid
        sets = (need, moved, change, path, lines[0], lines[-1])
        outer = [
            bool(squares & here.row(1)) | bool(squares & here.row(variant.rows)) << 1
            for squares in (arrives, moved, lines[0])
        ]
        claimed = 0 if captures is None else captures + 1
        down = here.shift(claim.direction) < 0
        return (
            *(one for bits in sets for one in in_words(bits, self.words)),
            pieces,
            claimed,
            down,
            *outer,
        )

    @property
    def _parts(self) -> tuple[Words, Words, Counts]:
        """The bit sets of rows that all moves need, the lines, and the numbers, by code.

        What all need stands in one piece: rows are gathered much faster than columns.
        """
        if len(self._known[0]) < len(self.table):
            ends = [LINE * self.words, (LINE + 1) * self.words]
            masks, lines, numbers = np.split(self.table, ends, axis=1)
            self._known = np.ascontiguousarray(masks), lines, numbers.astype(np.int16).T.copy()
        return self._known

    def number(self, place: int, codes: Codes) -> Counts:
        """Return a number of the rows of some codes."""
        numbers: Counts = self._parts[2][place, codes]
        return numbers

    @abstractmethod
    def taken(self, line: Words, run: Counts, target: Words) -> Words:
        """Return what moves take that run into the enemy.

        Args:
            line: the enemy's pieces in line, as far as the phalanx is long.
            run: their number.
            target: the first of them.
        """

    @abstractmethod
    def captures(self, runs: Counts) -> Counts:
        """Return how many pieces moves take, by the lengths of the lines that they run into."""

    @abstractmethod
    def judge_further(self, judged: Judged) -> Flags:
        """Return which plies break no law of the game's own."""

    def judge(self, codes: Codes, lengths: Codes) -> GridBoards[P]:
        """Play games that begin at the start, and judge every ply."""
        plies = Plies(lengths, self.start.turn, 2)
        judged = self._carried_out(codes, plies)
        claimed, taken = self.number(CLAIMED, judged.codes), self.captures(judged.runs)
        # The row of code 0 has no pieces.
        legal = judged.legal & (judged.runs < self.number(PIECES, judged.codes))
        legal &= (claimed == 0) | (claimed == taken + 1)
        legal &= self.judge_further(judged)
        places = np.empty(plies.count, np.int64)
        places[judged.order] = np.arange(plies.count)
        boards = GridBoards(self.start, self.claims, codes, plies, places, judged.sets, taken)
        over = boards.won_next()[places]
        over[plies.lasts[plies.lengths > 0]] = False
        boards.good = plies.every(legal[places] & ~over)
        return boards

    def _carried_out(self, codes: Codes, plies: Plies) -> Judged:
        """Carry out all moves as if they were legal, round by round."""
        size, first = self.words, 0
        masks, lines, numbers = self._parts
        downs = numbers[DOWN] != 0
        rounds = list(plies.rounds())
        order = np.concatenate([*rounds, np.empty(0, np.int64)])
        in_order = codes[order]
        sets = tuple(np.empty((size, plies.count), np.uint64) for _ in range(2))
        runs, legal = np.zeros(plies.count, np.int16), np.empty(plies.count, np.bool_)
        boards = [
            np.tile(np.array([in_words(bits, size)], np.uint64).T, len(plies.lengths))
            for bits in (self.start.white, self.start.black)
        ]
        for number, games in enumerate(map(len, rounds)):
            here, mover = slice(first, first + games), (self.start.turn + number) & 1
            rows = np.ascontiguousarray(masks.take(in_order[here], axis=0).T)
            parts = [rows[place * size : (place + 1) * size] for place in range(LINE)]
            own, enemy = boards[mover][:, :games], boards[1 - mover][:, :games]
            wrong = own & parts[NEED] ^ parts[MOVED] | enemy & parts[PATH]
            legal[here] = np.bitwise_or.reduce(wrong, axis=0) == 0
            some = np.flatnonzero(np.bitwise_or.reduce(enemy & parts[TARGET], axis=0))
            own = own ^ parts[CHANGE]
            if len(some):
                code = in_order[here][some]
                line = _unbroken(enemy[:, some], lines[code].T, downs[code])
                run = np.bitwise_count(line).sum(axis=0, dtype=np.int16)
                runs[first + some] = run
                enemy = enemy.copy()
                enemy[:, some] &= ~self.taken(line, run, parts[TARGET][:, some])
            sets[mover][:, here], sets[1 - mover][:, here] = own, enemy
            boards[mover], boards[1 - mover] = own, enemy
            first += games
        turns = np.repeat((np.arange(len(rounds)) + self.start.turn) & 1, list(map(len, rounds)))
        return Judged(order, in_order, turns.astype(np.int16), sets, runs, legal)


def _unbroken(enemy: Words, line: Words, down: Flags) -> Words:
    """Return the part of lines from their first squares on where enemies stand, a row a word."""
    gaps = line & ~enemy
    clear, before = gaps == 0, (gaps & (~gaps + _ONE)) - _ONE
    # Beyond a word with a gap the line is another one.
    goes_on = np.ones_like(clear)
    np.logical_and.accumulate(clear[:-1], axis=0, out=goes_on[1:])
    if down.any():
        backward = np.ones_like(clear)
        np.logical_and.accumulate(clear[:0:-1], axis=0, out=backward[-2::-1])
        before = np.where(down, _above(gaps), before)
        goes_on = np.where(down, backward, goes_on)
    found: Words = line & before
    found *= goes_on
    return found


def _above(bits: Words) -> Words:
    """Return all bits above the highest one that is set."""
    below = bits.copy()
    for places in (1, 2, 4, 8, 16, 32):
        below |= below >> np.uint64(places)
    return ~below
