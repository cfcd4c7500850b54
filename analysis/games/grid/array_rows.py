"""What moves of phalanxes do, many at once; `GridArrays.row` says it of one."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.games.array_rules import PlainRows
from analysis.games.arrays import Flags, Words
from analysis.games.grid.board import Grid
from notation.phalanx.plain import PlainPhalanxes

Numbers: TypeAlias = npt.NDArray[np.int64]

Claimed: TypeAlias = Callable[[Numbers, Numbers], tuple[Numbers, Numbers, Flags]]
"""Returns, for claimed captures and squares from the target to the edge, how many squares are to be
probed, how many are taken, and whether so many can be."""


def plain_rows(here: Grid, words: int, moves: PlainPhalanxes, claimed: Claimed) -> PlainRows:
    """Return the rows of moves on a board.

    Args:
        here: the board.
        words: number of words that a bit set has.
        moves: the moves.
        claimed: what their captures mean.
    """
    count, distance, captures = moves.counts, moves.distances, moves.captures
    tails = _ahead(moves, 1 - count)
    on_board = _holds(here, *tails) & _holds(here, moves.rows, moves.columns)
    on_board &= _holds(here, *_ahead(moves, distance))
    length = np.minimum(count, _room(here, moves))
    probed, taken, may_be = claimed(captures, length)
    known = moves.canonical & on_board & (distance >= 1) & (distance <= count)
    known &= may_be & (captures < count)
    target = count + distance - 1
    zero = np.zeros_like(count)
    # Of the squares from the tail on, those from one place up to another.
    spans = (
        ((zero, count + distance),),
        ((zero, count),),
        ((zero, distance), (count, count + distance)),
        ((count, target + probed),),
        ((target, target + taken),),
        ((target, target + length),),
        ((target, target + 1),),
    )
    shift = moves.norths * here.columns + moves.easts
    first = (tails[0] - 1) * here.columns + tails[1] - 1
    sets = _squares(np.where(known, first, 0), shift, known, spans, words)
    numbers = count, captures, (shift < 0).astype(np.int64), *_outer(here, moves, tails[0])
    rows = np.concatenate((sets, np.array(numbers, np.int64).view(np.uint64))).T
    return PlainRows(rows, known, moves.as_written, moves.as_written)


def _squares(
    first: Numbers,
    shift: Numbers,
    known: Flags,
    spans: tuple[tuple[tuple[Numbers, Numbers], ...], ...],
    words: int,
) -> Words:
    """Return bit sets of squares on lines, a row for each word of each set.

    Args:
        first: the number of the first square of each line.
        shift: what leads from one to the next.
        known: which lines are wanted.
        spans: for each set the places on the lines that it has.
        words: number of words that a set has.
    """
    found = np.zeros((len(spans), words, len(first)), np.uint64)
    longest = max((int(stop[known].max(initial=0)) for span in spans for _, stop in span))
    every = np.arange(len(first))
    for place in range(longest):
        square = first + place * shift
        bit = np.left_shift(np.uint64(1), (square & 63).astype(np.uint64))
        word = np.clip(square >> 6, 0, words - 1)
        for bits, span in zip(found, spans, strict=True):
            there = np.zeros(len(first), np.bool_)
            for start, stop in span:
                there |= (start <= place) & (place < stop)
            some = there & known
            bits[word[some], every[some]] |= bit[some]
    return found.reshape(len(spans) * words, len(first))


def _ahead(moves: PlainPhalanxes, squares: Numbers) -> tuple[Numbers, Numbers]:
    """Return the squares so many steps ahead of the leading pieces."""
    return moves.rows + squares * moves.norths, moves.columns + squares * moves.easts


def _holds(here: Grid, row: Numbers, column: Numbers) -> Flags:
    found: Flags = (row >= 1) & (row <= here.rows) & (column >= 1) & (column <= here.columns)
    return found


def _room(here: Grid, moves: PlainPhalanxes) -> Numbers:
    """Return the numbers of squares from the targets to the edge, these included."""
    row, column = _ahead(moves, moves.distances)
    rows = np.where(moves.norths > 0, here.rows - row + 1, row)
    columns = np.where(moves.easts > 0, here.columns - column + 1, column)
    free = here.rows + here.columns
    rows, columns = np.where(moves.norths, rows, free), np.where(moves.easts, columns, free)
    return np.minimum(rows, columns)


def _outer(here: Grid, moves: PlainPhalanxes, tail: Numbers) -> tuple[Numbers, ...]:
    """Return of which outer rows squares are reached from others, are left, and are the targets.

    1 stands for the first row and 2 for the last.
    """
    count, distance, north = moves.counts, moves.distances, moves.norths

    def among(start: Numbers, stop: Numbers) -> tuple[Flags, Flags]:
        """Return whether squares from one place to another stand on the first, and on the last."""
        ends = [tail + place * north for place in (start, stop - 1)]
        low, high = np.minimum(*ends), np.maximum(*ends)
        return low <= 1, high >= here.rows

    first, last = among(distance, distance + count)
    arrives = np.where(north, first + 2 * last, 0)
    spans = (np.zeros_like(count), count), (count + distance - 1, count + distance)
    return arrives, *(first + 2 * last for first, last in (among(*span) for span in spans))
