"""The captures of Megiddo on arrays: many boards at once, all lines of a kind at once."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Counts, Flags, Words
from analysis.games.megiddo.board import LINES, SIZE, Capture, MegiddoBoard, bit, bits

KINDS = tuple(dict.fromkeys(line.kind for line in LINES))
"""The kinds of lines."""

INNER, OUTER = len(KINDS), len(KINDS) - 1
"""Words for pairs of neighbours, one for each kind of line, and for pairs with two stones between
them; of these, both kinds of spirals have the same ones."""


class Shifted:
    """Where the points of bit sets come to lie along the lines of a kind, on arrays.

    Args:
        kind: the kind of the lines.
        closed: whether they go round; else what steps beyond their ends is lost.
        steps: number of points ahead, negative for back.
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
        """Return the points so many steps ahead."""
        found = np.zeros_like(points)
        for places, up, mask in self._parts:
            found |= (points & mask) << places if up else (points & mask) >> places
        return found


class LineCaptures:
    """The captures that fresh stones make, on arrays.

    Args:
        board: the capturing rules.
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
        """Return pairs that can be captured, together.

        Of a pair of neighbours it is the point before it on its line, of another one both points.
        """
        words = [0] * (INNER + OUTER)
        for place, points in map(self._words.__getitem__, pairs):
            words[place] |= points
        return tuple(words)

    def takes(self, own: Words, enemy: Words, point: npt.NDArray[np.intp]) -> Flags:
        """Return whether stones on some points, by number, capture anything."""
        found = np.zeros(len(own), np.bool_)
        for pairs, needs in zip(self._pairs, self._needs, strict=True):
            pair, need = pairs[point], needs[point]
            found |= (enemy & pair | own & need) == pair | need
        return found

    def waves(self, own: Words, enemy: Words, fresh: Words) -> tuple[Words, Counts]:
        """Return all pairs that fresh stones capture, as `words`, a row a word, in how many waves.

        The boards have the fresh stones; they are overwritten.
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
        """Return the pairs that fresh stones capture at once, as `words`, and all their points."""
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
    """Return, way by way and point by point, a pair to take and the other stone that takes it."""
    ways = max(map(len, captures.values()))
    # A pair of all points and more is never taken.
    pairs = np.full((ways, len(captures)), -1, np.int64).astype(np.uint64)
    needs = np.zeros_like(pairs)
    for point, found in captures.items():
        for way, (pair, need, _) in enumerate(found):
            at = way, point.bit_length() - 1
            pairs[at], needs[at] = pair, need
    return pairs, needs
