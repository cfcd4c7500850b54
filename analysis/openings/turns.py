"""How the boards of lines are turned, worked out on numbers of sets of symmetries."""

from collections.abc import Callable

import numpy as np

from analysis.games.growing import Numbers
from analysis.openings.columns import ColumnCounts
from analysis.openings.play import MovePlayer

_WORD = 16


class Turns:
    """The group of symmetries of a board, on numbers of sets of symmetries.

    Args:
        player: has the symmetries.
        fold: whether there is more than the identity.
        counts: has the sets.
    """

    def __init__(self, player: MovePlayer, fold: bool, counts: ColumnCounts) -> None:
        group = player.rules.symmetries
        self.symmetries, self._sets = list(group)[: None if fold else 1], counts.sets
        points = {point: place for place, point in enumerate(self.symmetries[0].points)}
        images = np.array(
            [[points[one.point(point)] for point in points] for one in self.symmetries], np.uint16
        )
        places = {one.tobytes(): place for place, one in enumerate(images)}
        self._then = [
            [places[both.tobytes()] for both in images[:, first]] for first in images.astype(int)
        ]
        self._inverses = [then.index(0) for then in self._then]

    def turn(self, symmetry: Numbers, images: Numbers) -> Numbers:
        """Return the symmetries from the boards of examples to those of lines.

        Args:
            symmetry: from the boards of the examples to the orientations that are counted.
            images: from the boards of the lines to these: the numbers of sets.
        """
        return _of_pairs(self._turn, symmetry, images)

    def _turn(self, symmetry: int, images: int) -> int:
        known = self._sets[images]
        # Of several symmetries, that of the example gives the move as it was played.
        at = symmetry if known >> symmetry & 1 else (known & -known).bit_length() - 1
        return self._then[symmetry][self._inverses[at]]

    def images(self, turn: Numbers, images: Numbers) -> Numbers:
        """Return the numbers of sets for boards that are turned, of those for the boards."""
        return _of_pairs(self._turned, turn, images)

    def _turned(self, turn: int, images: int) -> int:
        known, then = self._sets[images], self._then[turn]
        return self.number(sum(1 << at for at, one in enumerate(then) if known >> one & 1))

    def number(self, images: int) -> int:
        """Return the number of a set."""
        return int(self._sets.numbers([images])[0])

    def equivalent(self, before: Numbers, after: Numbers) -> Numbers:
        """Return the number of images of moves under the symmetries of the boards before."""
        return _of_pairs(self._equivalent, before, after)

    def _equivalent(self, before: int, after: int) -> int:
        own = self._own(before)
        return len(own) // len(own & self._own(after))

    def _own(self, images: int) -> set[int]:
        """Return the symmetries of a board."""
        known = self._sets[images]
        first = (known & -known).bit_length() - 1
        return {at for at, then in enumerate(self._then) if known >> then[first] & 1}


def _of_pairs(function: Callable[[int, int], int], first: Numbers, second: Numbers) -> Numbers:
    """Return a function of pairs of small numbers, called once for each different pair."""
    pairs = first.astype(np.uint32) << np.uint32(_WORD) | second.astype(np.uint32)
    found, places = np.unique(pairs, return_inverse=True)
    values = [function(one >> _WORD, one % (1 << _WORD)) for one in found.tolist()]
    result: Numbers = np.array(values, np.uint16)[places]
    return result
