"""The boards of every ply of many games of phalanxes, and what is measured on them."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Self, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.games.array_keys import ArrayBoards
from analysis.games.array_rules import ArrayRules
from analysis.games.arrays import (
    Coded,
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
    distinct_rows,
)
from analysis.games.bits import row_text
from analysis.games.grid.array_moves import ArraySteps, MovesOnBoards, column, in_words, moves
from analysis.games.grid.measures import of_move
from analysis.games.grid.rules import AnyGrid
from analysis.games.measures import Cell
from notation.memo import Memo
from notation.phalanx import DIRECTIONS, Move
from notation.squares import cell_name

P = TypeVar("P", bound=AnyGrid)


RowSets: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
"""Bit sets of the pieces on each row of many boards; the first row's in row 0."""

CHUNK = 1 << 14
"""Boards measured together: so many fit the cache of a processor."""


BOARDS = 1 << 12
"""Boards on which moves are looked for together."""


class GridRules(ArrayRules[P]):
    """What the boards need of the rules.

    Attributes:
        of_moves: the columns of moves, by twice the code, and 1 for a move that captures.
        names: by code and number of captures the names of the squares where pieces are taken.
    """

    def __init__(self, start: P) -> None:
        super().__init__(start)
        self.of_moves = NumberedColumns(6, lambda at: of_move(self.claim(at // 2), at % 2 > 0))
        self.names: Memo[tuple[int, ...], Cell] = Memo(self._taken_names)

    def _taken_names(self, taken: tuple[int, ...]) -> Cell:
        move = self.claim(taken[0])
        if not isinstance(move, Move):
            return ()
        return tuple(cell_name(move.ahead(move.distance + place)) for place in range(taken[1]))


class GridBoards(ArrayBoards[P]):
    """The boards of every ply of some games of phalanxes.

    Args:
        rules: the rules that have judged them.
        codes: the codes of all moves.
        plies: the plies.
        places: for every ply its place in the order of rounds, in which the rest stands.
        sets: bit sets of the pieces of White and Black after all plies, a row a word.
        taken: number of pieces that each ply takes.
    """

    def __init__(
        self,
        rules: GridRules[P],
        codes: Codes,
        plies: Plies,
        places: Places,
        sets: tuple[Words, ...],
        taken: Counts,
    ) -> None:
        self.plies = plies
        self.start, self._rules, self._codes = rules.start, rules, codes
        self._places, self._sets, self._taken = places, sets, taken
        self._next = (1 - plies.turns).astype(np.int16)

    def kept(self, which: Flags, plies: Plies) -> Self:
        """Return the boards of some plies, which are those of fewer games."""
        codes, places = self._codes[which], self._places[which]
        return type(self)(self._rules, codes, plies, places, self._sets, self._taken)

    def far_counts(self) -> tuple[Counts, Counts]:
        """Return the number of pieces that each side has on its far row, in the order of rounds."""
        variant = self.start.variant
        found = []
        for side, pieces in enumerate(self._sets):
            first = (self.start.far_row(side) - 1) * variant.columns
            row = field(pieces, first, variant.columns)
            found.append(np.bitwise_count(row).astype(np.int16))
        return found[0], found[1]

    @cached_property
    def won_next(self) -> Flags:
        """After which plies the far rows give the side to move the win, in the order of rounds."""
        white, black = self.far_counts()
        turns = np.empty(self._sets[0].shape[1], np.int8)
        turns[self._places] = self.plies.turns
        result: Flags = np.where(turns == 0, black > white, white > black)
        return result

    def may_be_over(self, plies: Places) -> Flags:
        """Return after which of some plies of good games a game may have ended.

        It goes on where a piece can step to an empty square that is not on its far row.
        """
        at, turns, size = self._places[plies], self._next[plies], len(self._sets[0])
        white, black = (pieces[:, at] for pieces in self._sets)
        here, goes_on = self.start.variant.grid, np.zeros(len(plies), np.bool_)
        for side, own in enumerate((white, black)):
            far = column(self.start.far(side), size)
            free, aims = own & ~self.locked(side, size), ~(white | black | far)
            for direction in DIRECTIONS:
                there = ArraySteps(here, direction, size).ahead(free) & aims
                goes_on |= (turns == side) & there.any(axis=0)
        over: Flags = self.won_next[at] | ~goes_on
        return over

    @cached_property
    def _in_order(self) -> tuple[Words, ...]:
        """The bit sets of pieces in the order of plies."""
        return tuple(pieces.take(self._places, axis=1) for pieces in self._sets)

    @cached_property
    def _rows(self) -> tuple[RowSets, ...]:
        """The rows of the board of each side, in the order of plies."""
        columns, rows = self.start.variant.columns, self.start.variant.rows
        size = np.uint16 if columns <= 16 else np.uint32
        return tuple(
            np.array([field(pieces, row * columns, columns) for row in range(rows)], size)
            for pieces in self._in_order
        )

    def position(self, ply: int) -> P:
        """Return the position after a ply, by its index among all plies."""
        return next(self.positions(np.array([ply])))

    def positions(self, plies: Places) -> Iterator[P]:
        """Yield the positions after some plies."""
        make, variant = type(self.start), self.start.variant
        pieces = [one[:, self._places[plies]].T.astype("<u8").tobytes() for one in self._sets]
        size = len(self._sets[0]) * 8
        for number, turn in enumerate(self._next[plies].tolist()):
            here = slice(number * size, (number + 1) * size)
            white, black = (int.from_bytes(one[here], "little") for one in pieces)
            yield make(variant, white, black, turn)

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        sets, taken = self._in_order, self._taken[self._places]
        material = [count(pieces) for pieces in sets]
        names: list[Cell] = [()]
        places, some = np.zeros(self.plies.count, np.int32), np.flatnonzero(taken)
        different, again = distinct_rows((self._codes[some], taken[some]))
        places[some] = again + 1
        names += map(self._rules.names.__getitem__, different)
        values: list[Lazy] = list(map(as_lazy, self._rules.of_moves(2 * self._codes + (taken > 0))))
        values += map(as_lazy, material)
        values += [partial(self._far, side) for side in (0, 1)]
        values += [partial(self._longest, side) for side in (0, 1)]
        occupied = tuple(np.bitwise_or.reduce(sets))
        captured = coded(names, places)
        return MeasuredPlies(captured, tuple(material), occupied, tuple(values))

    def _far(self, side: int) -> Counts:
        """Return the number of pieces that a side has on its far row after all plies."""
        found: Counts = self.far_counts()[side][self._places]
        return found

    def _longest(self, side: int) -> Counts:
        """Return the length of a side's longest phalanx after all plies."""
        new, again = changes(list(self._in_order[side]))
        return longest_lines(self._rows[side][:, new])[again]

    def count_moves(self) -> Codes:
        """Return the numbers of legal moves before all plies, which are never after the end."""
        found = np.zeros(self.plies.count, np.int32)
        for plies, group in self.moves_before():
            found[plies] += count(group.heads)
        return found

    def moves_before(self) -> Iterator[tuple[Places, MovesOnBoards]]:
        """Yield the indices of some plies of a side, and moves that are legal before them."""
        here, size = self.start.variant.grid, len(self._sets[0])
        before = [
            np.array([self.plies.before(*word) for word in zip(pieces, words, strict=True)])
            for pieces, words in zip(
                self._in_order,
                (in_words(size, bits) for bits in (self.start.white, self.start.black)),
                strict=True,
            )
        ]
        for side in (0, 1):
            at = np.flatnonzero(self.plies.turns == side)
            for plies in np.array_split(at, len(at) // BOARDS + 1):
                own, enemy = (before[one][:, plies] for one in (side, 1 - side))
                free, takable = own & ~self.locked(side, size), enemy & ~self.locked(1 - side, size)
                empty = column(here.full, size) & ~(own | enemy)
                for group in moves(here, free, empty, enemy, takable):
                    yield plies[group.boards], group

    def locked(self, side: int, size: int) -> Words:
        """Return where pieces of a side neither move nor can be taken, in a column of words."""
        return np.zeros((size, 1), np.uint64)

    def strings(self) -> Sequence[Coded]:
        """Return the position strings after all plies, in parts to be joined: row by row."""
        columns, parts = self.start.variant.columns, []
        letters = self.start.PIECES[: len(self._in_order)]
        for row in range(self.start.variant.rows - 1, -1, -1):
            here = [rows[row] for rows in self._rows]
            new, again = changes(here)
            different, places = distinct_rows([rows[new] for rows in here])
            end = "/" if row else " "
            texts = [row_text(one, letters, columns) + end for one in different]
            parts.append(Coded(texts, places[again]))
        return [*parts, Coded(["w", "b"], self._next.astype(np.int32))]

    @property
    def parts(self) -> tuple[list[list[Words]], list[Counts]]:
        """What keys stand for: the pieces of White and of Black, and the side to move."""
        return [list(pieces) for pieces in self._in_order], [self._next]


def as_bits(found: Words) -> int:
    """Return words of 64 bits, the lowest first, as a bit set."""
    return sum(word << 64 * number for number, word in enumerate(found.tolist()))


def field(pieces: Words, first: int, width: int) -> Words:
    """Return some neighbouring bits, at most 64, of bit sets with a row a word."""
    word, place = divmod(first, 64)
    found: Words = pieces[word] >> np.uint64(place)
    if place + width > 64:
        found |= pieces[word + 1] << np.uint64(64 - place)
    return found & np.uint64((1 << width) - 1)


def count(pieces: Words) -> Counts:
    """Return the number of pieces in bit sets with a row a word."""
    found: Counts = np.bitwise_count(pieces).sum(axis=0, dtype=np.int16)
    return found


def longest_lines(rows: RowSets) -> Counts:
    """Return the length of the longest phalanx of each board."""
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
"""East, north, north-east and north-west: from runs of some length to those of one more."""


def changes(columns: Sequence[npt.NDArray[np.generic]]) -> tuple[Flags, Places]:
    """Return where rows of columns differ from the row before, and for each row which change.

    From ply to ply mostly the other side's pieces change, and few rows of the board.
    """
    new = np.zeros(len(columns[0]), np.bool_)
    new[:1] = True
    for values in columns:
        new[1:] |= values[1:] != values[:-1]
    return new, np.cumsum(new, dtype=np.int64) - 1
