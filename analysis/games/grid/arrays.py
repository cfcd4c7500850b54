"""Games of phalanxes on arrays of boards; see `analysis.games.arrays`.

Bit sets are in 64-bit words, with shape (words, boards). Texts may omit captures, so that each
board depends on the board before it. Games are therefore played in rounds: the first ply of all
games, then the second, and so on. Most rules are checked in each round, others for all plies at the
end.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import (
    ArrayRules,
    Boards,
    Codes,
    ColumnValues,
    Counts,
    Flags,
    MeasuredPlies,
    NumberedColumns,
    Numbers,
    OtherMoves,
    Places,
    Plies,
    Words,
    changes,
    coded,
    distinct_rows,
    field,
    in_words,
)
from analysis.games.grid.board import BACK, Grid
from analysis.games.grid.measures import of_move
from analysis.games.grid.rules import AnyGrid, steps
from analysis.games.measures import Cell
from notation.memo import Memo
from notation.phalanx import DIRECTIONS, Move
from notation.squares import cell_name


def column(bits: int, count: int) -> Words:
    """Return a bit set as an array with shape (``count`` words, 1)."""
    return np.array([in_words(count, bits)], np.uint64).T


class MovesOnBoards(NamedTuple):
    """Moves on several boards that differ only in their starting squares.

    Attributes:
        direction: compass letters.
        distance: number of squares that each piece travels.
        boards: the indices of the boards.
        heads: for each of the boards, the bit set of the leading pieces, one for each move.
    """

    direction: str
    distance: int
    boards: Places
    heads: Words


class ArraySteps:
    """Steps in one direction on arrays of boards.

    Args:
        here: the geometry of the boards.
        direction: compass letters.
        count: number of words in a bit set.
    """

    def __init__(self, here: Grid, direction: str, count: int) -> None:
        self._places = here.shift(direction)
        self._going_on = column(here.ahead(here.full, BACK[direction]), count)

    def ahead(self, pieces: Words) -> Words:
        """Return the squares one step ahead of bit sets; squares off the board are dropped."""
        return _moved(pieces & self._going_on, self._places)

    def behind(self, pieces: Words) -> Words:
        """Return the squares one step behind bit sets; squares off the board are dropped."""
        return _moved(pieces, -self._places) & self._going_on


def _moved(pieces: Words, places: int) -> Words:
    """Return bit sets with all bits shifted up by a number of bits, or down if negative."""
    near, far = np.uint64(abs(places)), np.uint64(64 - abs(places))
    if places > 0:
        moved = pieces << near
        moved[1:] |= pieces[:-1] >> far
    else:
        moved = pieces >> near
        moved[:-1] |= pieces[1:] << far
    return moved


def moves(
    here: Grid, movers: Words, empty: Words, enemy: Words, takable: Words
) -> Iterator[MovesOnBoards]:
    """Yield the moves of phalanxes over empty squares and into shorter enemy lines.

    Args:
        here: the geometry of the boards.
        movers: bit sets of the pieces that may move.
        empty: bit sets of the empty squares.
        enemy: bit sets of the enemy pieces, which form lines.
        takable: bit sets of the squares that may be the target of a capture.
    """
    whole = movers, empty, enemy, takable
    for direction in DIRECTIONS:
        steps = ArraySteps(here, direction, len(movers))
        movers, empty, enemy, takable = whole
        boards, left = np.arange(movers.shape[1]), movers.shape[1]
        # Leading pieces of phalanxes of this size, squares that begin enemy lines at least as long,
        # and squares from which the next 0, 1, 2... are empty.
        heads, lines, quiet = movers, enemy, [np.full_like(movers, np.iinfo(np.uint64).max)]
        while left:
            targets = empty | takable & ~lines
            for distance, clear in enumerate(quiet, start=1):
                if not (leading := heads & clear).any():
                    break
                targets = steps.behind(targets)
                if (leading := leading & targets).any():
                    yield MovesOnBoards(direction, distance, boards, leading)
            quiet.append(steps.behind(quiet[-1] & empty))
            heads, lines = movers & steps.ahead(heads), enemy & steps.behind(lines)
            kept = np.bitwise_or.reduce(heads) != 0
            left = np.count_nonzero(kept)
            if 2 * left < len(kept):
                boards, quiet = boards[kept], [clear[:, kept] for clear in quiet]
                heads, lines, movers, empty, enemy, takable = (
                    sets[:, kept] for sets in (heads, lines, movers, empty, enemy, takable)
                )


P = TypeVar("P", bound=AnyGrid)


RowSets: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
"""Bit sets of the pieces on each row, with shape (rows, boards); row 1 has index 0."""

CHUNK = 1 << 14
"""Number of boards measured at once, so that they fit into the processor's cache."""


BOARDS = 1 << 12
"""Number of boards searched for moves at once."""


class GridBoards(Boards[P]):
    """The boards after all plies of games of phalanxes, with the pieces of White and Black.

    The effect of a move is the number of pieces that it takes.
    """

    rules: "GridArrays[P]"

    def _far_counts(self, sets: Words) -> tuple[Counts, Counts]:
        """Return the numbers of White's and of Black's pieces on their far rows, for each board."""
        columns = self.start.variant.columns
        white, black = (
            np.bitwise_count(field(sets[side], (row - 1) * columns, columns)).astype(np.int16)
            for side, row in enumerate(map(self.start.far_row, (0, 1)))
        )
        return white, black

    def won_next(self, sets: Words, turns: Numbers) -> Flags:
        """Return whether the side to move has more pieces on its far row than the other side.

        Args:
            sets: bit sets of White's and Black's pieces.
            turns: the index of the side to move on each board.
        """
        white, black = self._far_counts(sets)
        found: Flags = np.where(turns == 0, white > black, black > white)
        return found

    def may_be_over(self, plies: Places) -> Flags:
        """Return whether the game may be over after each of the given plies of good games.

        The game goes on if a piece can step to an empty square that is not on its far row.
        """
        sets, turns = self.sets_after(plies), self.beside[0][plies]
        here, size, goes_on = self.start.variant.grid, sets.shape[1], np.zeros(len(plies), np.bool_)
        for side in (0, 1):
            far = column(self.start.far(side), size)
            free, aims = sets[side] & ~self.locked(side, size), ~(sets[0] | sets[1] | far)
            for direction in DIRECTIONS:
                there = ArraySteps(here, direction, size).ahead(free) & aims
                goes_on |= (turns == side) & there.any(axis=0)
        over: Flags = self.won_next(sets, turns) | ~goes_on
        return over

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        sets, taken = self.sets, self.effects
        material = [count(pieces) for pieces in sets[:2]]
        some = np.flatnonzero(taken)
        different, again = distinct_rows((self.codes[some], taken[some]))
        names: list[Cell] = [(), *map(self.rules.names.__getitem__, different)]
        places = np.zeros(self.plies.count, np.int32)
        places[some] = again + 1
        of_moves = self.rules.of_moves(2 * self.codes + (taken > 0))
        lines = [partial(self._longest, side) for side in (0, 1)]
        values: tuple[ColumnValues, ...] = (*of_moves, *material, *self._far_counts(sets), *lines)
        return MeasuredPlies(coded(names, places), tuple(material), values)

    def _longest(self, side: int) -> Counts:
        """Return the number of pieces in a side's longest phalanx after each ply."""
        new, again = changes(list(self.sets[side]))
        pieces, layout = self.sets[side][:, new], reversed(self.start.layout)
        kind = np.uint16 if self.start.variant.columns <= 16 else np.uint32
        rows: RowSets = np.array([field(pieces, *row) for row in layout], kind)
        return longest_lines(rows)[again]

    def count_moves(self) -> Codes:
        """Return the number of legal moves before each ply, even if the game is over."""
        found = np.zeros(self.plies.count, np.int32)
        for plies, group in self.moves_before():
            found[plies] += count(group.heads)
        return found

    def moves_before(self) -> Iterator[tuple[Places, MovesOnBoards]]:
        """Yield indices of plies, with a group of legal moves on the boards before these plies.

        The plies of a group are moves of the same side.
        """
        here, before = self.start.variant.grid, self.sets_before()
        size = before.shape[1]
        for side in (0, 1):
            at = np.flatnonzero(self.plies.turns == side)
            for plies in np.array_split(at, len(at) // BOARDS + 1):
                own, enemy = (before[one][:, plies] for one in (side, 1 - side))
                free, takable = own & ~self.locked(side, size), enemy & ~self.locked(1 - side, size)
                empty = column(here.full, size) & ~(own | enemy)
                for group in moves(here, free, empty, enemy, takable):
                    yield plies[group.boards], group

    def locked(self, side: int, size: int) -> Words:
        """Return the squares on which a side's pieces are locked, with shape (``size`` words, 1).

        A locked piece neither moves nor can be taken.
        """
        return np.zeros((size, 1), np.uint64)


def count(pieces: Words) -> Counts:
    """Return the number of pieces in each bit set; the shape of sets is (words, boards)."""
    found: Counts = np.bitwise_count(pieces).sum(axis=0, dtype=np.int16)
    return found


def longest_lines(rows: RowSets) -> Counts:
    """Return the number of pieces in the longest line on each board."""
    longest: Counts = np.zeros(rows.shape[1], np.int16)
    for first in range(0, len(longest), CHUNK):
        most = longest[first : first + CHUNK]
        for longer in _WAYS:
            runs, live = rows[:, first : first + CHUNK], np.arange(len(most))
            length = np.zeros_like(most)
            while left := np.count_nonzero(kept := np.bitwise_or.reduce(runs) != 0):
                if len(kept) == len(most):
                    length += kept
                else:
                    length[live] += kept
                if 2 * left < len(kept):
                    runs, live = runs[:, kept], live[kept]
                runs = longer(runs)
            np.maximum(most, length, out=most)
    return longest


# Doubling a row moves its pieces one column on; those that leave the board meet no others.
_WAYS: tuple[Callable[[RowSets], RowSets], ...] = (
    lambda runs: runs & (runs + runs),
    lambda runs: runs[1:] & runs[:-1],
    lambda runs: runs[1:] & (runs[:-1] + runs[:-1]),
    lambda runs: runs[:-1] & (runs[1:] + runs[1:]),
)
"""Functions from the ends of lines of n pieces to the ends of lines of n + 1 pieces, in the
directions east, north, north-east and north-west."""


NEED, MOVED, CHANGE, PROBED, TAKEN, LINE, TARGET = range(7)
"""Indices of the bit sets in a row of `ArrayRules.table`; for the first three see
`analysis.games.grid.rules.Step`. ``PROBED`` has the path and, if the text states captures, the
target, the captured squares and the next square; enemy pieces must stand on the squares of
``TAKEN`` and no others of these. ``LINE`` begins at the target and is as long as the phalanx."""

PIECES, CLAIMED, DOWN, ARRIVES, STARTS, AIMS = range(6)
"""Indices of the numbers after the bit sets in a row of `ArrayRules.table`: moved pieces; stated
captures, or -1; 1 if the line leads to lower bits, else 0; and three numbers for outer rows of the
board, as sums of 1 for the first and 2 for the last: rows reached from other rows, rows with moved
pieces, row of the target."""

_ONE = np.uint64(1)


class Judged(NamedTuple):
    """Plies in the order of rounds, after a check of most rules.

    Attributes:
        order: for each ply, its index in the order of games.
        codes: for each ply, the code of its move.
        turns: for each ply, the index of the side that moves.
        others: further legal moves of ambiguous texts, as pairs of arrays: for each move the index
            of its ply in the order of rounds, and its code.
        sets: bit sets of both sides' pieces after each ply, with shape (sides, words, plies).
        taken: for each ply, the number of pieces that it takes.
        legal: for each ply, whether it obeys the rules that are checked in rounds.
    """

    order: Places
    codes: Codes
    turns: Counts
    others: Sequence[tuple[Places, Codes]]
    sets: Words
    taken: Counts
    legal: Flags


class GridArrays(ArrayRules[P]):
    """The rules of a variant of a game of phalanxes on arrays.

    Attributes:
        words: number of 64-bit words in a bit set.
        of_moves: the columns of `of_move` by a number: twice the code, plus 1 if the move captures.
        names: for a code and a number of captures, the names of the squares of captured pieces.
    """

    BOARDS = GridBoards

    def __init__(self, start: P) -> None:
        self.words = -(-start.variant.columns * start.variant.rows // 64)
        self.width = (TARGET + 1) * self.words + AIMS + 1
        super().__init__(start)
        self.of_moves = NumberedColumns(6, lambda at: of_move(self.claim(at // 2), at % 2 > 0))
        self.names: Memo[tuple[int, ...], Cell] = Memo(self._taken_names)
        none = np.zeros((0, 0), np.uint64)
        self._known: tuple[Words, Words, Counts] = none, none, none.astype(np.int16)
        here = start.variant.grid
        self._outer = here.row(1), here.row(start.variant.rows)

    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return the row of a move in `table`; None if the move is partial or never legal."""
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

    def effect(self, before: P, move: Any) -> int:
        """Return the number of pieces that a move takes."""
        takes = isinstance(move, Move) and move.captures != 0
        return len(before.captured(move)) if takes else 0

    def _taken_names(self, taken: tuple[int, ...]) -> Cell:
        move = self.claim(taken[0])
        return tuple(cell_name(move.ahead(move.distance + place)) for place in range(taken[1]))

    @abstractmethod
    def probed(self, captures: int, length: int) -> int:
        """Return the number of squares, from the target on, that must be probed for captures.

        It is 0 if the move is impossible.

        Args:
            captures: the number of captures that the text states.
            length: number of squares in the line, which begins at the target.
        """

    @abstractmethod
    def taken(self, line: Words, target: Words) -> Words:
        """Return bit sets of captured pieces, given bit sets of enemy lines and of targets."""

    @property
    def _parts(self) -> tuple[Words, Words, Counts]:
        """The columns of `table`, as three arrays: up to ``TAKEN``, up to ``TARGET``, the rest.

        The first two have shape (codes, words) and contiguous rows, which are gathered much faster
        than columns. The third has shape (numbers, codes).
        """
        if len(self._known[0]) < len(self.table):
            ends = [LINE * self.words, (TARGET + 1) * self.words]
            parts = list(map(np.ascontiguousarray, np.split(self.table, ends, axis=1)))
            self._known = parts[0], parts[1], parts[2].astype(np.int16).T.copy()
        return self._known

    def number(self, place: int, codes: Codes) -> Counts:
        """Return a number for each code; ``place`` is an index in the table such as ``PIECES``."""
        numbers: Counts = self._parts[2][place, codes]
        return numbers

    def line(self, codes: Codes) -> tuple[Words, Words]:
        """Return for each code the bit sets ``LINE`` and ``TARGET``, with shape (words, codes)."""
        line, target = np.split(self._parts[1][codes].T, 2)
        return line, target

    @abstractmethod
    def judge_further(self, judged: Judged) -> Flags:
        """Return for each ply whether it obeys the laws that are not checked in rounds."""

    def judge(self, codes: Codes, lengths: Codes) -> GridBoards[P]:
        """Return the boards of games that begin at `start`; see `ArrayRules.judge`."""
        plies = Plies(lengths, self.start.turn, 2)
        judged = self._carried_out(codes, plies)
        codes[judged.order] = judged.codes
        legal = judged.legal & (judged.codes != 0) & self.judge_further(judged)
        places = np.empty(plies.count, np.int64)
        places[judged.order] = np.arange(plies.count)
        boards = self.BOARDS(
            self,
            plies,
            codes,
            judged.sets,
            lambda: [1 - plies.turns.astype(np.int16)],
            judged.taken,
            places,
        )
        over = boards.won_next(judged.sets, 1 - judged.turns)[places]
        over[plies.lasts[plies.lengths > 0]] = False
        boards.good = plies.every(legal[places] & ~over)
        if judged.others:
            found, others = map(np.concatenate, zip(*judged.others, strict=True))
            at = judged.order[found]
            games = np.searchsorted(plies.lasts, at)
            # Other rules of the game may leave only one move; the replay decides.
            good = boards.good[games]
            boards.others = OtherMoves(games[good], at[good], others[good])
            boards.good[games] = False
        return boards

    def _carried_out(self, codes: Codes, plies: Plies) -> Judged:
        """Carry out all moves in rounds, legal or not, and check most rules."""
        size, first = self.words, 0
        rounds = list(plies.rounds())
        order = np.concatenate([*rounds, np.empty(0, np.int64)])
        codes = codes[order]
        is_open, others = codes < 0, list[tuple[Places, Codes]]()
        taken = self.number(CLAIMED, np.maximum(codes, 0))
        any_open = bool((taken < 0).any())
        sets = np.empty((2, size, plies.count), np.uint64)
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
                others.append((first + some[more[0]], more[1]))
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
        """Return the bit sets ``NEED`` to ``TAKEN`` of codes, with shape (5, words, codes)."""
        rows = np.ascontiguousarray(self._parts[0].take(codes, axis=0).T)
        return rows.reshape(LINE, self.words, len(codes))

    def _chosen(
        self, choices: Codes, own: Words, enemy: Words
    ) -> tuple[Codes, tuple[Places, Codes]]:
        """Return the moves of ambiguous texts that fit the board.

        Args:
            choices: negative codes, see `ArrayRules.choice`.
            own: bit sets of the mover's pieces.
            enemy: bit sets of the other side's pieces.

        Returns:
            For each choice the code of its first fitting move, or 0; and for each further fitting
            move the index of its choice and its code.
        """
        at, codes = self.options(choices)
        need, moved, _, probed, takes = self._sets(codes)
        wrong = own[:, at] & need ^ moved | enemy[:, at] & probed ^ takes
        fits = np.flatnonzero(np.bitwise_or.reduce(wrong, axis=0) == 0)
        at, codes = at[fits], codes[fits]
        later = np.zeros(len(at), np.bool_)
        later[1:] = at[1:] == at[:-1]
        found = np.zeros(len(choices), np.int32)
        found[at[~later]] = codes[~later]
        return found, (at[later], codes[later])

    def _met(self, enemy: Words, codes: Codes, taken: Counts, wrong: Words) -> Words:
        """Return bit sets of the pieces taken by moves whose texts state no captures.

        Args:
            enemy: bit sets of the other side's pieces.
            codes: the codes of the moves.
            taken: the stated numbers of captures. A -1 states none; the actual number replaces it.
            wrong: words that are non-zero for illegal moves; set in place if a line is too long.
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
    """Return the part of each line before its first square without an enemy piece.

    Args:
        enemy: bit sets of the enemy pieces.
        line: bit sets of the lines, with shape (words, lines).
        down: whether a line leads to lower bits.
    """
    gaps = line & ~enemy
    clear, before = gaps == 0, (gaps & (~gaps + _ONE)) - _ONE
    # Beyond a word with a gap, the line is interrupted.
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
    """Return, for each word, all bits above its highest set bit."""
    below = bits.copy()
    for places in (1, 2, 4, 8, 16, 32):
        below |= below >> np.uint64(places)
    return ~below
