"""Megiddo on arrays: bit sets of the stones of many games, see `analysis.games.arrays`.

Texts name every captured pair, so that the boards follow from them alone. Then the captures that
each board demands are compared with those that its text names, and the ends of games are found.
"""

from functools import reduce
from operator import or_

import numpy as np

from analysis.games.arrays import Codes, Counts, Flags, Plies, Words, count_bits
from analysis.games.megiddo.array_boards import MegiddoBoards, MegiddoRules
from analysis.games.megiddo.array_captures import INNER, OUTER, LineCaptures
from analysis.games.megiddo.board import LINES, SIZE, union
from analysis.games.megiddo.compiled import compile_move
from analysis.games.megiddo.rules import Position
from notation.megiddo import Move

POINT, REACHED, LEFT, CLOSED, TAKEN, PAIRS = range(6)
"""The words of a row: number of the point that a stone is placed on or slid to, and as bit sets
that point, the point that it is slid from, the points that have to be empty, the captured points,
and from there on the captured pairs, see `LineCaptures.words`."""


class MegiddoArrays(MegiddoRules):
    """The rules of a variant of Megiddo on arrays."""

    width = PAIRS + INNER + OUTER

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self._captures = LineCaptures(start.variant.board)

    def row(self, claim: Move) -> tuple[int, ...] | None:
        """Return what a move does, None where no board of the variant lets it be played."""
        step = compile_move(self.start.variant, claim)
        if step is None:
            return None
        reached, left, closed, pairs = step
        words = self._captures.words(pairs)
        return reached.bit_length() - 1, reached, left, closed, union(pairs), *words

    def judge(self, codes: Codes, lengths: Codes) -> MegiddoBoards:
        """Play games that begin at the start, and judge every ply."""
        plies = Plies(lengths, self.start.turn, len(self.start.stones))
        stones = self._carried_out(codes, plies)
        legal, depths = self._judged(codes, plies, stones)
        counts = self._counted(codes, plies)
        # The end of a game is no board to play on.
        over = self._over(plies, stones, counts)
        over[plies.lasts[plies.lengths > 0]] = False
        return MegiddoBoards(self, codes, plies, plies.every(legal & ~over), stones, counts, depths)

    def _carried_out(self, codes: Codes, plies: Plies) -> list[Words]:
        """Return the stones of each side after all plies, as the texts have them."""
        reached, left, taken = (self.table[:, word] for word in (REACHED, LEFT, TAKEN))
        put, stay = reached | taken, ~(left | taken)
        sides = len(self.start.stones)
        after = [np.empty(plies.count, np.uint64) for _ in range(sides)]
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

    def _judged(self, codes: Codes, plies: Plies, stones: list[Words]) -> tuple[Flags, Counts]:
        """Return which plies are legal, and in how many waves each captures."""
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
        """Return the number of stones that each side has captured, after all plies."""
        added = count_bits(self.table[:, TAKEN]).astype(np.int16)[codes]
        counts = []
        for side, start in enumerate(self.start.taken):
            total = np.cumsum(np.where(plies.turns == side, added, 0), dtype=np.int16)
            before = np.concatenate((np.zeros(1, np.int16), total))[plies.firsts]
            counts.append(total - np.repeat(before, plies.lengths) + start)
        return counts

    def _over(self, plies: Plies, stones: list[Words], counts: list[Counts]) -> Flags:
        """Return after which plies a side has a Megiddo or an Arbatta."""
        over = reduce(or_, [count >= self.start.variant.arbatta for count in counts])
        for side, board in enumerate(stones):
            late = np.flatnonzero((plies.turns == side) & (count_bits(board) >= SIZE))
            mine = board[late]
            lines = [mine & line == line for line in (np.uint64(line.bits) for line in LINES)]
            over[late] |= reduce(or_, lines)
        return over


def rules_on_arrays(start: Position) -> MegiddoArrays | None:
    """Return the rules on arrays; None for a start where the game is over."""
    return None if start.is_won() else MegiddoArrays(start)
