"""The part of a game that is counted as an opening."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from sys import intern

from analysis.openings.scores import Edge
from analysis.replay.replay import Replay
from notation import find_dialect

Keys = Sequence[Sequence[int]]
"""For each of some positions, the keys of its images."""


def oriented(before: Sequence[int], least: int, after: Sequence[int]) -> tuple[int, int]:
    """Return the key of a position in the orientation of the one before, and the symmetry.

    Args:
        before: the keys of the images of the position before.
        least: the least of them, by which that position is counted.
        after: the keys of the images of the position itself. If the one before is symmetrical, the
            least key under its own symmetries is returned.
    """
    if before.count(least) == 1:
        symmetry = before.index(least)
        return after[symmetry], symmetry
    return min((after[index], index) for index, key in enumerate(before) if key == least)


def images_of(keys: Sequence[int], least: int) -> int:
    """Return which images have the least key, as a bit set."""
    return sum(1 << place for place, key in enumerate(keys) if key == least)


@dataclass(frozen=True, slots=True)
class Path:
    """The part of a game that is counted.

    Attributes:
        game: the whole game.
        start: number of plies before it.
        first: the first position, as a position string.
        keys: for each position, the keys of its images.
    """

    game: Replay
    start: int
    first: str
    keys: Keys

    def moves(self) -> Iterator[tuple[tuple[int, int], Edge]]:
        """Yield the moves by their keys, each once."""
        counted = set[tuple[int, int]]()
        least = [min(keys) for keys in self.keys]
        images = [images_of(keys, one) for keys, one in zip(self.keys, least, strict=True)]
        illegal = {(one.ply or 0) - 1 - self.start for one in self.game.accepted}
        for index, after in enumerate(self.keys[1:]):
            key_after, symmetry = oriented(self.keys[index], least[index], after)
            move = least[index], key_after
            if move not in counted:
                counted.add(move)
                accepted, turned = int(index in illegal), (images[index], images[index + 1])
                text = self.text(index)
                yield move, Edge(1, least[index + 1], *text, symmetry, accepted, *turned)

    def text(self, index: int) -> tuple[str, str]:
        """Return the text of a move that can be read alone, and the name of its dialect."""
        game, ply = self.game, self.start + index
        if game.is_canonical and game.dialect:
            return intern(game.record.moves[ply]), game.dialect.name
        dialect = find_dialect(game.record.game or "")
        move = next(islice(game.plies(), ply, None)).carried_out
        return intern(dialect.write(move)), dialect.name
