"""Duplicates: games that occur more than once in an archive.

Games are compared by *fingerprints*: numbers of 64 bits made from the keys of positions, so that
dialects, names, tags and comments do not matter. Two different games have the same fingerprint with
a probability of one in 10^19; for any two of a million games, it is 3 in 10^8.
"""

from functools import reduce
from itertools import accumulate, islice

from analysis.games.symmetry import hash_word
from analysis.replay.replay import Replay

KINDS = {
    "moves": "games with the same start and the same moves",
    "position": "games with the same end position",
    "contained": "games whose moves are the beginning of another's, or the same",
}
"""Kinds of duplicates that can be dropped, with descriptions."""

Fingerprint = tuple[int, ...]
"""Numbers by which games are compared; empty for a record without a game."""

_MASK = (1 << 64) - 1
_FACTOR = 0x9E3779B97F4A7C15
"""Factor of a hash. Any odd number will do, since position keys are spread over all 64 bits."""


def fingerprint(game: Replay, kind: str) -> Fingerprint:
    """Return the fingerprint of a game.

    Two moves are equal if they lead to the same position. The texts after an error are compared as
    written, without blanks.

    Args:
        kind: a key of `KINDS`. For ``contained`` the fingerprint has a number for the start, and
            one for each move, which depends on all earlier moves. For other kinds it has one
            number.
    """
    if game.start is None:
        return ()
    if kind == "position":
        last = game.position or game.start
        return (reduce(_mixed, _unplayed(game), last.key),)
    known = game.known_keys()
    if known is None:
        keys = [position.key for position in game.positions()]
    else:
        keys = [game.start.key, *known[0].tolist()]
    chain = tuple(accumulate((*keys, *_unplayed(game)), _mixed))
    return chain if kind == "contained" else chain[-1:]


def _mixed(before: int, key: int) -> int:
    return (before * _FACTOR + key) & _MASK


def _unplayed(game: Replay) -> list[int]:
    texts = islice(game.record.moves, game.played, None)
    return [hash_word("text", "".join(text.split())) for text in texts]


class Deduper:
    """Finds duplicate games by their fingerprints, in the order of the records.

    For ``contained`` a game may be the beginning of a later game. The records are therefore read
    twice: `survey` is called with all fingerprints in the first pass, `keeps` in the second. Each
    number of a fingerprint takes about 90 bytes of memory.

    Attributes:
        kind: a key of `KINDS`.
        passes: number of times that the records have to be read, 1 or 2.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.passes = 2 if kind == "contained" else 1
        self._ends: set[int] = set()
        self._dropped: set[int] = set()

    def survey(self, found: Fingerprint) -> None:
        """Add the fingerprint of a game in the first of two passes."""
        if found:
            self._drop_beginnings(found)
            self._ends.add(found[-1])

    def keeps(self, found: Fingerprint) -> bool:
        """Return whether a game is kept.

        It is a duplicate if an earlier game is equal, or any game contains it.
        """
        if not found:
            return True
        if self.passes > 1:
            self._drop_beginnings(found)
        seen = self._ends if self.passes == 1 else self._dropped
        is_new = found[-1] not in seen
        seen.add(found[-1])
        return is_new

    def _drop_beginnings(self, found: Fingerprint) -> None:
        """Mark as duplicates all games whose moves are the beginning of the given game."""
        self._dropped.update(self._ends.intersection(found[:-1]))
