"""Games of phalanxes on arrays of boards; see `analysis.games.arrays`.

Bit sets have shape (words, boards), with words of 64 bits.
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
    Numbers,
    Places,
    Words,
    changes,
    field,
    in_columns,
    in_words,
)
from analysis.games.grid.board import BACK, Grid
from analysis.games.grid.measures import MEASURES
from analysis.games.grid.rules import AnyGrid, steps
from notation.phalanx import DIRECTIONS, Move

CHUNK = 1 << 12
"""Number of boards searched for moves or lines at once, so that they fit into the cache."""


def column(bits: int, count: int) -> Words:
    """Return a bit set as an array with shape (``count`` words, 1)."""
    found: Words = in_columns(count, [bits])[0]
    return found


RowSets: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
"""Bit sets of the pieces on each row, with shape (rows, boards); row 1 has index 0."""


def count(pieces: Words) -> Counts:
    """Return the number of pieces in each bit set; the shape of sets is (words, boards)."""
    found: Counts = np.bitwise_count(pieces).sum(axis=0, dtype=np.int16)
    return found


class ArrayStep:
    """A function that moves bit sets one step in a direction; squares off the board are dropped.

    Args:
        here: the geometry of the boards.
        direction: compass letters.
        count: number of words in a bit set.
    """

    def __init__(self, here: Grid, direction: str, count: int) -> None:
        self._places = here.shift(direction)
        self._going_on = column(here.ahead(here.full, BACK[direction]), count)

    def __call__(self, pieces: Words) -> Words:
        """Return the squares one step ahead of bit sets."""
        near, far = np.uint64(abs(self._places)), np.uint64(64 - abs(self._places))
        pieces = pieces & self._going_on
        if self._places > 0:
            moved = pieces << near
            moved[1:] |= pieces[:-1] >> far
        else:
            moved = pieces >> near
            moved[:-1] |= pieces[1:] << far
        return moved


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
        ahead, behind = (ArrayStep(here, one, len(movers)) for one in (direction, BACK[direction]))
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
                targets = behind(targets)
                if (leading := leading & targets).any():
                    yield MovesOnBoards(direction, distance, boards, leading)
            quiet.append(behind(quiet[-1] & empty))
            heads, lines = movers & ahead(heads), enemy & behind(lines)
            kept = np.bitwise_or.reduce(heads) != 0
            left = np.count_nonzero(kept)
            if 2 * left < len(kept):
                boards, quiet = boards[kept], [clear[:, kept] for clear in quiet]
                heads, lines, movers, empty, enemy, takable = (
                    sets[:, kept] for sets in (heads, lines, movers, empty, enemy, takable)
                )


def longest_lines(rows: RowSets) -> Counts:
    """Return the number of pieces in the longest line on each board."""
    longest = np.zeros(rows.shape[1], np.int16)
    for first in range(0, len(longest), CHUNK):
        most = longest[first : first + CHUNK]
        for longer in _WAYS:
            # The ends of lines of 1, 2, 3... pieces, on the boards that have any.
            ends, boards = rows[:, first : first + CHUNK], np.arange(len(most))
            length = np.zeros_like(most)
            while left := np.count_nonzero(kept := np.bitwise_or.reduce(ends) != 0):
                length[boards] += kept
                if 2 * left < len(kept):
                    ends, boards = ends[:, kept], boards[kept]
                ends = longer(ends)
            np.maximum(most, length, out=most)
    return longest


# Doubling a row moves its pieces one column on; those that leave the board meet no others.
_WAYS: tuple[Callable[[RowSets], RowSets], ...] = (
    lambda ends: ends & (ends + ends),
    lambda ends: ends[1:] & ends[:-1],
    lambda ends: ends[1:] & (ends[:-1] + ends[:-1]),
    lambda ends: ends[:-1] & (ends[1:] + ends[1:]),
)
"""Functions from the ends of lines of n pieces to the ends of lines of n + 1 pieces, in the
directions east, north, north-east and north-west."""


class PhalanxTable(NamedTuple):
    """The conditions and effects of moves, by their codes.

    Attributes:
        steps: five bit sets, with shape (codes, 5 times words): ``need``, ``moved`` and ``change``
            of `analysis.games.grid.rules.Step`; the squares on which enemy pieces are probed; and
            those of them where enemy pieces must stand, which are captured. Rows are contiguous in
            memory, since they are gathered much faster than columns.
        wall: the part of the line behind the target that must not be full of enemy pieces, with
            shape (words, codes); empty if there is no such condition.
        captures: number of captured pieces.
        arrives: the outer rows that pieces reach from other rows, as a sum of 1 for the first row
            and 2 for the last row of the board.
        starts: the outer rows from which pieces move, as a sum of the same numbers.
        takes: the outer row with the target of a capture, as one of the same numbers; else 0.
    """

    steps: Words
    wall: Words
    captures: Counts
    arrives: Counts
    starts: Counts
    takes: Counts


P = TypeVar("P", bound=AnyGrid)


class GridArrays(ArrayRules[P, PhalanxTable]):
    """The rules of a variant of a game of phalanxes on arrays.

    Attributes:
        far: for each side, the bit set of its far row, with shape (words, 1).
    """

    MEASURES = MEASURES
    kinds = 2

    def __init__(self, start: P) -> None:
        variant = start.variant
        self.words = -(-variant.columns * variant.rows // 64)
        self.far = [column(start.far(side), self.words) for side in (0, 1)]
        self.width = 6 * self.words + 4
        super().__init__(start)

    @abstractmethod
    def met(self, captures: int, lines: Sequence[int], pieces: int) -> tuple[int, int, int] | None:
        """Return the conditions of captures: the probed and the captured squares, and the wall.

        None if the move is never legal; see `PhalanxTable`.

        Args:
            captures: the number of captured pieces.
            lines: see `analysis.games.grid.rules.Contact`.
            pieces: the number of moved pieces.
        """

    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return the row of a move in the table; None if it is never legal.

        A move without a number of captures has no row; see `Position.candidates`.
        """
        variant = self.start.variant
        step = steps(variant.columns, variant.rows)[claim] if isinstance(claim, Move) else None
        if step is None:
            return None
        need, moved, change, _, (pieces, path, lines, captures, arrives) = step
        if captures is None or captures >= pieces:
            return None
        met = self.met(captures, lines, pieces)
        if met is None:
            return None
        probed, taken, wall = met
        first, last = variant.grid.outer
        outer = [
            (squares & first > 0) | (squares & last > 0) << 1
            for squares in (arrives, moved, taken & lines[0])
        ]
        sets = need, moved, change, path | probed, taken, wall
        return *in_words(self.words, *sets), captures, *outer

    def arranged(self, columns: Words) -> PhalanxTable:
        """Return the table of moves; see `ArrayRules.arranged`."""
        steps, wall, numbers = np.split(columns, (5 * self.words, 6 * self.words))
        return PhalanxTable(np.ascontiguousarray(steps.T), wall, *numbers.astype(np.int16))

    def step(self, table: PhalanxTable, now: Words, codes: Codes, side: int) -> Flags:
        """Carry out one move on each of several boards; see `ArrayRules.step`."""
        own, enemy = now[side], now[1 - side]
        rows = np.ascontiguousarray(table.steps.take(codes, axis=0).T)
        need, moved, change, probed, taken = rows.reshape(5, self.words, len(codes))
        wrong = own & need ^ moved | enemy & probed ^ taken
        own ^= change
        enemy &= ~taken
        fits: Flags = np.bitwise_or.reduce(wrong, axis=0) == 0
        return fits

    def laws(self, boards: Boards[P]) -> Flags:
        """Return for each ply whether the game was still going on before it."""
        over = self._won_next(boards.sets, 1 - boards.plies.turns)
        legal: Flags = ~boards.plies.before(over, False)
        return legal

    def _far_counts(self, sets: Words) -> tuple[Counts, Counts]:
        """Return the numbers of White's and of Black's pieces on their far rows, for each board."""
        columns = self.start.variant.columns
        white, black = (
            np.bitwise_count(field(sets[side], (row - 1) * columns, columns)).astype(np.int16)
            for side, row in enumerate(map(self.start.far_row, (0, 1)))
        )
        return white, black

    def _won_next(self, sets: Words, turns: Numbers) -> Flags:
        """Return whether the side to move has more pieces on its far row than the other side.

        Args:
            sets: bit sets of White's and Black's pieces.
            turns: the index of the side to move on each board.
        """
        white, black = self._far_counts(sets)
        found: Flags = np.where(turns == 0, white > black, black > white)
        return found

    def beside(self, boards: Boards[P]) -> Sequence[Numbers]:
        """Return the index of the side to move after each ply."""
        return [1 - boards.plies.turns.astype(np.int16)]

    def endings(self, boards: Boards[P], plies: Places) -> tuple[Flags, Numbers]:
        """Return which games may be over, and a different number for each game.

        A game goes on if a piece can step to an empty square that is not on its far row.
        """
        sets, turns = boards.sets[:, :, plies], boards.beside[0][plies]
        goes_on = np.zeros(len(plies), np.bool_)
        for side in (0, 1):
            free, aims = sets[side] & ~self.locked(side), ~(sets[0] | sets[1] | self.far[side])
            for direction in DIRECTIONS:
                there = ArrayStep(self.start.variant.grid, direction, self.words)(free) & aims
                goes_on |= (turns == side) & there.any(axis=0)
        over: Flags = self._won_next(sets, turns) | ~goes_on
        return over, np.arange(len(plies))[np.newaxis]

    def measures(self, boards: Boards[P]) -> tuple[tuple[Numbers, ...], Sequence[ColumnValues]]:
        """Return the scores, and the columns from the material to the longest phalanxes."""
        material = tuple(map(count, boards.sets[:2]))
        lines = [partial(self._longest, pieces) for pieces in boards.sets[:2]]
        return material, (*material, *self._far_counts(boards.sets), *lines)

    def _longest(self, pieces: Words) -> Counts:
        """Return the number of pieces in a side's longest phalanx after each ply."""
        new, again = changes(list(pieces))
        pieces, layout = pieces[:, new], reversed(self.start.layout)
        kind = np.uint16 if self.start.variant.columns <= 16 else np.uint32
        return longest_lines(np.array([field(pieces, *row) for row in layout], kind))[again]

    def count_moves(self, boards: Boards[P]) -> Codes:
        """Return the number of legal moves before each ply, even if the game is over."""
        found = np.zeros(boards.plies.count, np.int32)
        for plies, group in self.moves_before(boards):
            found[plies] += count(group.heads)
        return found

    def moves_before(self, boards: Boards[P]) -> Iterator[tuple[Places, MovesOnBoards]]:
        """Yield indices of plies, and a group of moves that are legal before these plies.

        The plies of a group are played by the same side.
        """
        here, before = self.start.variant.grid, boards.sets_before()
        for side in (0, 1):
            at = np.flatnonzero(boards.plies.turns == side)
            for plies in np.array_split(at, len(at) // CHUNK + 1):
                own, enemy = (before[one][:, plies] for one in (side, 1 - side))
                free, takable = own & ~self.locked(side), enemy & ~self.locked(1 - side)
                empty = column(here.full, self.words) & ~(own | enemy)
                for group in moves(here, free, empty, enemy, takable):
                    yield plies[group.boards], group

    def locked(self, side: int) -> Words:
        """Return the squares on which a side's pieces are locked, with shape (words, 1).

        A locked piece neither moves nor can be taken.
        """
        return np.zeros_like(self.far[side])
