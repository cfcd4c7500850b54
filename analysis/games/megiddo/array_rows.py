"""What plain moves of Megiddo do, many at once; `MegiddoArrays.row` says it of one."""

import numpy as np
import numpy.typing as npt

from analysis.games.array_rules import PlainRows
from analysis.games.arrays import Flags, Words
from analysis.games.megiddo.array_captures import INNER, OUTER, LineCaptures
from analysis.games.megiddo.board import MegiddoBoard, bit
from notation.megiddo import CapturedPair
from notation.megiddo.plain import POINTS, RINGS, SPOKES, PlainStones
from notation.shaped import by_text

_ORDER = np.arange(POINTS) % len(SPOKES) * len(RINGS) + np.arange(POINTS) // len(SPOKES)
"""The places of points in the order of their names."""


class PlainMoves:
    """What plain moves do under one set of capturing rules.

    Args:
        board: the capturing rules.
        captures: how rows name captured pairs.
    """

    def __init__(self, board: MegiddoBoard, captures: LineCaptures) -> None:
        shape = POINTS, POINTS
        self._places: npt.NDArray[np.int64] = np.full(shape, -1)
        self._words: Words = np.zeros(shape, np.uint64)
        for pair in board.ways:
            one, other = (at for at in range(POINTS) if pair >> at & 1)
            place, points = captures.word(pair)
            self._places[[one, other], [other, one]] = place
            self._words[[one, other], [other, one]] = points
        # Each pair has one order for a stone that takes it by itself, or none.
        self._in_order: Flags = np.zeros((POINTS, *shape), np.bool_)
        for stone, found in board.captures.items():
            orders: dict[int, set[CapturedPair]] = {}
            for pair, _, taken in found:
                orders.setdefault(pair, set()).add(taken)
            for ways in orders.values():
                for taken in ways if len(ways) == 1 else ():
                    first, second = (bit(point).bit_length() - 1 for point in taken)
                    self._in_order[stone.bit_length() - 1, first, second] = True

    def rows(self, moves: PlainStones) -> PlainRows:
        """Return the rows of plain moves."""
        count, which = len(moves.points), moves.texts
        points = np.where(moves.canonical, moves.points, 0)
        reached = _bits(points)
        places = self._places[moves.first, moves.second]
        words = self._words[moves.first, moves.second]
        pairs = np.zeros((INNER + OUTER, count), np.uint64)
        for place in range(INNER + OUTER):
            here = np.where(places == place, words, np.uint64(0))
            pairs[place] = by_text(which, here, np.bitwise_or, count)
        named = _bits(moves.first) | _bits(moves.second)
        taken = by_text(which, named, np.bitwise_or, count)
        known = moves.canonical.copy()
        known[which[places < 0]] = False
        known[_repeated(which, named)] = False
        number = by_text(which, np.ones_like(which), np.add, count)
        if_direct = known.copy()
        if_direct[which[~self._in_order[points[which], moves.first, moves.second]]] = False
        order = _ORDER[moves.first] * POINTS + _ORDER[moves.second]
        late = (which[1:] == which[:-1]) & (order[1:] <= order[:-1])
        if_direct[which[1:][late]] = False
        left = np.zeros_like(reached)
        rows = np.array([points.astype(np.uint64), reached, left, reached, taken, *pairs]).T
        return PlainRows(rows, known, if_direct & (number <= 1), if_direct)


def _bits(points: npt.NDArray[np.int64]) -> Words:
    """Return points as bit sets."""
    found: Words = np.left_shift(np.uint64(1), points.astype(np.uint64))
    return found


def _repeated(texts: npt.NDArray[np.int64], named: Words) -> npt.NDArray[np.int64]:
    """Return the texts that name a pair more than once."""
    order = np.lexsort((named, texts))
    texts, named = texts[order], named[order]
    again = (texts[1:] == texts[:-1]) & (named[1:] == named[:-1])
    found: npt.NDArray[np.int64] = texts[1:][again]
    return found
