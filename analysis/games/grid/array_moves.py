"""The moves of phalanxes on arrays: what `analysis.games.grid.board.Grid.groups` finds on one.

Bit sets have a row of words for each 64 squares, and a column for each board.
"""

from collections.abc import Iterator
from struct import unpack
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Places, Words
from analysis.games.grid.board import BACK, Grid
from notation.phalanx import DIRECTIONS


def in_words(count: int, *sets: int) -> tuple[int, ...]:
    """Return bit sets in words of 64 bits, ``count`` each, the lowest first."""
    packed = b"".join([bits.to_bytes(8 * count, "little") for bits in sets])
    return unpack(f"<{len(packed) // 8}Q", packed)


def column(bits: int, count: int) -> Words:
    """Return a bit set as a column of words."""
    return np.array([in_words(count, bits)], np.uint64).T


class MovesOnBoards(NamedTuple):
    """Moves that differ only in where they start, on some boards.

    Attributes:
        direction: compass letters.
        distance: squares travelled.
        boards: the boards, by their columns.
        heads: bit sets of the leading pieces.
    """

    direction: str
    distance: int
    boards: Places
    heads: Words


class ArraySteps:
    """The steps in a direction on boards of a size."""

    def __init__(self, here: Grid, direction: str, count: int) -> None:
        self._places = here.shift(direction)
        self._going_on = column(here.ahead(here.full, BACK[direction]), count)

    def ahead(self, pieces: Words) -> Words:
        """Return the squares one step ahead; what would leave the board is dropped."""
        return _moved(pieces & self._going_on, self._places)

    def behind(self, pieces: Words) -> Words:
        """Return the squares from which one step leads to given ones."""
        return _moved(pieces, -self._places) & self._going_on


def _moved(pieces: Words, places: int) -> Words:
    """Return bit sets with all bits so many places higher, lower for a negative number."""
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
    """Yield what phalanxes can do: move over empty squares, run into shorter enemy lines.

    Args:
        here: the geometry of the boards.
        movers: the pieces that may move.
        empty: the empty squares.
        enemy: the pieces that make lines against them.
        takable: those at which a line may be run into.
    """
    whole = movers, empty, enemy, takable
    for direction in DIRECTIONS:
        steps = ArraySteps(here, direction, len(movers))
        movers, empty, enemy, takable = whole
        boards, left = np.arange(movers.shape[1]), movers.shape[1]
        # Leading pieces of phalanxes of so many, squares that begin enemy lines at least as long,
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
