"""Games of phalanxes on arrays: boards of any size in words of 64 bits, see
`analysis.games.arrays`.

A text need not say what its move takes, so that the boards follow from the texts and from one
another: the games are carried out together, all first plies, all second ones, and so on. Every move
is judged in the same round; what can be asked of all plies at once is asked afterwards.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from analysis.games.arrays import Codes, Counts, Flags, OtherMoves, Places, Plies, Words
from analysis.games.grid.array_boards import GridBoards, GridRules, as_bits, count
from analysis.games.grid.array_moves import column, in_words
from analysis.games.grid.compiled import steps
from analysis.games.grid.rules import AnyGrid
from notation.phalanx import Move

P = TypeVar("P", bound=AnyGrid)

NEED, MOVED, CHANGE, PROBED, TAKEN, LINE, TARGET = range(7)
"""The bit sets of a row, see `analysis.games.grid.compiled.Step`. Of the squares probed the enemy
must stand on just those that are taken: the way to the target, and where the text claims captures,
the target, these and the next square. The line is that which the move may run into, as far as its
phalanx is long; it begins at the target."""

PIECES, CLAIMED, DOWN, ARRIVES, STARTS, AIMS = range(6)
"""The numbers of a row behind its bit sets: pieces that move; captures that the text claims, -1
where it claims none; whether the line leads to lower bits; and of which outer rows, 1 for the
first and 2 for the last, squares are reached from other rows, squares are left, the line begins."""

_ONE = np.uint64(1)


class Judged(NamedTuple):
    """Plies in the order of rounds.

    Attributes:
        order: the index of each among the plies, one game after the other.
        codes: the codes of their moves.
        turns: the sides that move.
        others: plies, and legal moves for them that come behind the ones carried out, by code.
        sets: bit sets of the pieces of both sides after each, a row a word.
        taken: number of pieces that each takes.
        legal: which are legal, as far as rounds tell.
    """

    order: Places
    codes: Codes
    turns: Counts
    others: Sequence[tuple[Places, Codes]]
    sets: tuple[Words, ...]
    taken: Counts
    legal: Flags

    def board(self, ply: int) -> tuple[int, ...]:
        """Return the pieces of White and Black after a ply."""
        return tuple(as_bits(pieces[:, ply]) for pieces in self.sets)


class GridArrays(GridRules[P]):
    """The rules of a variant of a game of phalanxes on arrays.

    Attributes:
        words: number of words that a bit set has.
    """

    BOARDS: type[GridBoards[P]] = GridBoards

    def __init__(self, start: P) -> None:
        self.words = -(-start.variant.columns * start.variant.rows // 64)
        self.width = (TARGET + 1) * self.words + AIMS + 1
        super().__init__(start)
        none = np.zeros((0, 0), np.uint64)
        self._known: tuple[Words, Words, Counts] = none, none, none.astype(np.int16)
        here = start.variant.grid
        self._outer = here.row(1), here.row(start.variant.rows)

    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return what a move does; None where the board decides, or none lets it be played."""
        variant = self.start.variant
        step = steps(variant.columns, variant.rows)[claim] if isinstance(claim, Move) else None
        if step is None:
            return None
        need, moved, change, _, (pieces, path, lines, captures, arrives) = step
        here = variant.grid
        probed = taken = 0
        if captures is not None:
            probes = self.probed(captures, len(lines))
            if captures >= pieces or not probes:
                return None
            probed, taken = lines[probes - 1], lines[captures - 1] if captures else 0
        sets = (need, moved, change, path | probed, taken, lines[-1], lines[0])
        first, last = self._outer
        outer = [
            (squares & first > 0) | (squares & last > 0) << 1
            for squares in (arrives, moved, lines[0])
        ]
        number = (1 << 64) - 1 if captures is None else captures
        down = here.shift(claim.direction) < 0
        return *in_words(self.words, *sets), pieces, number, down, *outer

    @abstractmethod
    def probed(self, captures: int, length: int) -> int:
        """Return how many squares from the target on claimed captures depend on; 0 for no move.

        Args:
            captures: the claimed number of captures, all from the target on.
            length: number of squares from the target on, to the edge.
        """

    @abstractmethod
    def taken(self, line: Words, target: Words) -> Words:
        """Return what a move takes of the enemy's line, which begins at the target."""

    @property
    def _parts(self) -> tuple[Words, Words, Counts]:
        """What all moves need, the lines and targets, and the numbers of the rows, by code.

        What all need stands in one piece: rows are gathered much faster than columns.
        """
        if len(self._known[0]) < len(self.table):
            ends = [LINE * self.words, (TARGET + 1) * self.words]
            parts = list(map(np.ascontiguousarray, np.split(self.table, ends, axis=1)))
            self._known = parts[0], parts[1], parts[2].astype(np.int16).T.copy()
        return self._known

    def number(self, place: int, codes: Codes) -> Counts:
        """Return a number of the rows of some codes."""
        numbers: Counts = self._parts[2][place, codes]
        return numbers

    def line(self, codes: Codes) -> tuple[Words, Words]:
        """Return the lines and targets of some codes, each with a row a word."""
        line, target = np.split(self._parts[1][codes].T, 2)
        return line, target

    @abstractmethod
    def judge_further(self, judged: Judged) -> Flags:
        """Return which plies break no law of the game's own."""

    def judge(self, codes: Codes, lengths: Codes) -> GridBoards[P]:
        """Play games that begin at the start, and judge every ply."""
        plies = Plies(lengths, self.start.turn, 2)
        judged = self._carried_out(codes, plies)
        codes[judged.order] = judged.codes
        legal = judged.legal & (judged.codes != 0) & self.judge_further(judged)
        places = np.empty(plies.count, np.int64)
        places[judged.order] = np.arange(plies.count)
        boards = self.BOARDS(self, codes, plies, places, judged.sets, judged.taken)
        over = boards.won_next[places]
        over[plies.lasts[plies.lengths > 0]] = False
        boards.good = plies.every(legal[places] & ~over)
        if judged.others:
            found, others = map(np.concatenate, zip(*judged.others, strict=True))
            at = judged.order[found]
            games = np.searchsorted(plies.lasts, at)
            # What the game forbids besides may leave one move only: the replay knows.
            good = boards.good[games]
            boards.others = OtherMoves(games[good], at[good], others[good])
            boards.good[games] = False
        return boards

    def _carried_out(self, codes: Codes, plies: Plies) -> Judged:
        """Carry out all moves as if they were legal, round by round."""
        size, first = self.words, 0
        rounds = list(plies.rounds())
        order = np.concatenate([*rounds, np.empty(0, np.int64)])
        codes = codes[order]
        is_open, others = codes < 0, list[tuple[Places, Codes]]()
        taken = self.number(CLAIMED, np.maximum(codes, 0))
        any_open = bool((taken < 0).any())
        sets = tuple(np.empty((size, plies.count), np.uint64) for _ in range(2))
        legal = np.empty(plies.count, np.bool_)
        boards = [
            np.tile(column(bits, size), len(plies.lengths))
            for bits in (self.start.white, self.start.black)
        ]
        for number, games in enumerate(map(len, rounds)):
            here, mover = slice(first, first + games), (self.start.turn + number) & 1
            own, enemy = boards[mover][:, :games], boards[1 - mover][:, :games]
            if len(some := np.flatnonzero(is_open[here])):
                chosen, more = self._chosen(codes[first + some], own[:, some], enemy[:, some])
                codes[first + some] = chosen
                others += [(first + some[which], other) for which, other in more]
                taken[first + some] = self.number(CLAIMED, chosen)
            need, moved, change, probed, takes = self._sets(codes[here])
            wrong = own & need ^ moved | enemy & probed ^ takes
            if any_open:
                takes = takes | self._met(enemy, codes[here], taken[here], wrong)
            np.equal(np.bitwise_or.reduce(wrong, axis=0), 0, out=legal[here])
            boards[mover] = sets[mover][:, here] = own ^ change
            boards[1 - mover] = sets[1 - mover][:, here] = enemy & ~takes
            first += games
        turns = np.repeat((np.arange(len(rounds)) + self.start.turn) & 1, list(map(len, rounds)))
        return Judged(order, codes, turns.astype(np.int16), others, sets, taken, legal)

    def _sets(self, codes: Codes) -> Words:
        """Return what moves need and do: of each bit set before `LINE`, a row a word."""
        rows = np.ascontiguousarray(self._parts[0].take(codes, axis=0).T)
        return rows.reshape(LINE, self.words, len(codes))

    def _chosen(
        self, choices: Codes, own: Words, enemy: Words
    ) -> tuple[Codes, list[tuple[Places, Codes]]]:
        """Return for each choice the code of its first move that fits the board, else 0.

        And for each further one that fits: which choices, and the codes of these moves.
        """
        found, others = np.zeros(len(choices), np.int32), list[tuple[Places, Codes]]()
        for codes in self.options(choices).T:
            some = np.flatnonzero(codes)
            need, moved, _, probed, takes = self._sets(codes[some])
            wrong = own[:, some] & need ^ moved | enemy[:, some] & probed ^ takes
            fits = some[np.bitwise_or.reduce(wrong, axis=0) == 0]
            later = fits[found[fits] != 0]
            others += [(later, codes[later])] if len(later) else []
            first = fits[found[fits] == 0]
            found[first] = codes[first]
        return found, others

    def _met(self, enemy: Words, codes: Codes, taken: Counts, wrong: Words) -> Words:
        """Return what moves take whose texts do not claim how much.

        Args:
            enemy: the other side's pieces, a row a word.
            codes: the codes of the moves.
            taken: captures that are claimed, -1 for none; filled in here.
            wrong: filled in where the line is too long.
        """
        takes = np.zeros_like(enemy)
        line, target = self.line(codes)
        hits = (taken < 0) & (np.bitwise_or.reduce(enemy & target, axis=0) != 0)
        taken[taken < 0] = 0
        if len(some := np.flatnonzero(hits)):
            down = self.number(DOWN, codes[some]) != 0
            met = _unbroken(enemy[:, some], line[:, some], down)
            takes[:, some] = found = self.taken(met, target[:, some])
            taken[some] = count(found)
            wrong[0, some] |= count(met) >= self.number(PIECES, codes[some])
        return takes


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
