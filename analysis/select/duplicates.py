"""Finding games that are in an archive more than once.

A *fingerprint* is what two games are compared by: numbers of 64 bits, made from position keys, so
that neither the dialect nor names, tags and comments matter. Two different games have the same
one by accident with a chance of one in 10^19 for each pair: for a million games, 3 in 10^8.
"""

from array import array
from functools import reduce
from itertools import accumulate, islice

from analysis.games.symmetry import hash_word
from analysis.replay.replay import Replay

KINDS = {
    "moves": "games with the same start and the same moves",
    "position": "games with the same end position",
    "contained": "games whose moves are the beginning of another's, or the same",
}
"""What may be asked of games that are dropped."""

Fingerprint = tuple[int, ...]
"""Numbers to compare games by; none where there is nothing to compare."""

_MASK = (1 << 64) - 1
_FACTOR = 0x9E3779B97F4A7C15
"""Any odd number will do: what it multiplies is even over all 64 bits already."""


def fingerprint(game: Replay, kind: str) -> Fingerprint:
    """Return what a game is compared by.

    A move is told by the position that it leads to. Of a game that breaks off, the texts that
    could not be played count as they stand, blanks apart.

    Args:
        game: the game.
        kind: a key of `KINDS`. For ``contained`` there is a number for the start and for each
            move, which stands for everything up to there; else there is one number.
    """
    if game.start is None:
        return ()
    if kind == "position":
        last = game.position or game.start
        return (reduce(_mixed, _unplayed(game), last.key),)
    keys = [position.key for position in game.positions()]
    chain = tuple(accumulate((*keys, *_unplayed(game)), _mixed))
    return chain if kind == "contained" else chain[-1:]


def _mixed(before: int, key: int) -> int:
    return (before * _FACTOR + key) & _MASK


def _unplayed(game: Replay) -> list[int]:
    texts = islice(game.record.moves, game.played, None)
    return [hash_word("text", "".join(text.split())) for text in texts]


class KeySet:
    """A set of numbers of 64 bits, in 10 to 15 bytes for each; a plain set takes about 90."""

    FULL = 0.8
    """Share of places taken at which the table grows."""

    def __init__(self) -> None:
        self._table = array("Q", [0]) * 1024
        self._count = 0
        self._has_zero = False

    def __len__(self) -> int:
        return self._count + self._has_zero

    @property
    def bytes(self) -> int:
        """Memory that the numbers take."""
        return len(self._table) * self._table.itemsize

    def __contains__(self, key: int) -> bool:
        return self._has_zero if key == 0 else self._table[self._place(key)] == key

    def add(self, key: int) -> bool:
        """Add a number; tell whether it is new."""
        if key == 0:
            new, self._has_zero = not self._has_zero, True
            return new
        place = self._place(key)
        if self._table[place] == key:
            return False
        self._table[place] = key
        self._count += 1
        if self._count > len(self._table) * self.FULL:
            self._grow()
        return True

    def _place(self, key: int) -> int:
        """Return where a number stands, or else the empty place for it."""
        table = self._table
        size = len(table)
        place = key * size >> 64
        while table[place] not in (0, key):
            place += 1
            if place == size:
                place = 0
        return place

    def _grow(self) -> None:
        old = self._table
        self._table = array("Q", [0]) * (len(old) * 3 // 2)
        for key in old:
            if key:
                self._table[self._place(key)] = key


class Deduper:
    """Tells which games have been before. It is given fingerprints in the order of the records.

    For ``contained`` a game may be part of one that comes later: all fingerprints are given to
    `survey` first, and then, in a second pass over the same records, to `keeps`.

    Attributes:
        kind: a key of `KINDS`.
        passes: how often the records have to be read, 1 or 2.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.passes = 2 if kind == "contained" else 1
        self._ends = KeySet()
        self._dropped = KeySet()

    def survey(self, found: Fingerprint) -> None:
        """Take note of a game in the first of two passes."""
        if found:
            self._drop_beginnings(found)
            self._ends.add(found[-1])

    def keeps(self, found: Fingerprint) -> bool:
        """Tell whether a game stays: no earlier one is the same, none contains it."""
        if not found:
            return True
        if self.passes == 1:
            return self._ends.add(found[-1])
        self._drop_beginnings(found)
        return self._dropped.add(found[-1])

    def _drop_beginnings(self, found: Fingerprint) -> None:
        """Mark all games that are the beginning of one."""
        for beginning in islice(found, len(found) - 1):
            if beginning in self._ends:
                self._dropped.add(beginning)
