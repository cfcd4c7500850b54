"""Openings: the moves played from a position onward, counted over any number of games.

Transpositions count as one position, and with `Openings.fold` so do its images under the board's
symmetries. A move is identified by the position that it leads to: different texts of one move,
or turns with the same effect, count together.

Counts of parts of an archive can be merged.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from sys import intern
from typing import TYPE_CHECKING

from analysis.games.position import AnyPosition
from analysis.openings.counted import OpeningCounts, Path, oriented
from analysis.replay.batch import Batch
from analysis.replay.replay import Replay
from analysis.replay.verdict import GameFacts
from analysis.select.position import TargetPosition, merge_keys
from notation import find_dialect
from records import Record

if TYPE_CHECKING:
    from analysis.games.arrays import Plies, Words
    from analysis.replay.judged import JudgedGroup

IN_MEMORY = 100_000
"""Maximum number of counted positions and moves in memory, about 25 MB."""

Kind = tuple[str, str]
"""The name of a game, and a variant string."""

DEPTH = 4
"""Default number of plies that are counted after the initial position."""


class Openings:
    """Opening trees by game and variant. They can be pickled and merged.

    Attributes:
        depth: number of plies of each game that are counted.
        fold: whether the images of a position count as one.
        origin: the first position; None for the start of each game. If a game reaches it more
            than once, the first time counts.
        trees: the counts, by game and variant string.
        read: number of games passed to `add`.
        counted: number of these games that have a first position.
    """

    def __init__(
        self, depth: int = DEPTH, *, fold: bool = True, origin: AnyPosition | None = None
    ) -> None:
        self.depth = depth
        self.fold = fold
        self.origin = None if origin is None else TargetPosition.of(origin, fold)
        self.trees: dict[tuple[str, str], OpeningCounts] = {}
        self.read = self.counted = 0

    def add_all(self, games: Iterable[Record | Replay]) -> None:
        """Count games; those judged on arrays need no replay; see `add`."""
        games = games if isinstance(games, Batch) else Batch(games, measured=True)
        judged: dict[int, tuple[Kind, Path | None]] = {}
        for group in games.groups:
            kind = group.start.GAME, str(group.start.variant)
            for number, path in self._judged(group, games.facts):
                judged[number] = kind, path
        for number in range(len(games)):
            if number in judged:
                self._add(*judged[number])
            else:
                self.add(games[number])

    def add(self, game: Replay) -> None:
        """Count a game up to the first ply that could not be played."""
        if game.is_empty or game.game is None or game.variant is None:
            self.read += 1
        else:
            self._add((game.game.name, str(game.variant)), self._path(game))

    def _add(self, kind: Kind, path: Path | None) -> None:
        """Count a game; None for one that does not reach the first position."""
        self.read += 1
        if path:
            self.counted += 1
            if kind not in self.trees:
                self.trees[kind] = OpeningCounts(*kind)
            self.trees[kind].add(path)
            self._bound()

    def _bound(self) -> None:
        """Keep no more than `IN_MEMORY` counts in memory."""
        if sum(tree.in_memory for tree in self.trees.values()) > IN_MEMORY:
            for tree in self.trees.values():
                tree.spill()

    def merge(self, other: "Openings") -> None:
        """Add the counts of other games, made with the same settings.

        Merging parts in the order of the archive is the same as counting the whole.

        Raises:
            ValueError: the settings differ.
        """
        if self._settings != other._settings:
            message = f"{other._settings} cannot be merged into {self._settings}"
            raise ValueError(f"openings counted differently: {message}")
        self.read += other.read
        self.counted += other.counted
        for kind, tree in other.trees.items():
            self.trees.setdefault(kind, OpeningCounts(*kind)).merge(tree)
        self._bound()

    def alike(self) -> "Openings":
        """Return empty openings with the same settings."""
        other = Openings(self.depth, fold=self.fold)
        other.origin = self.origin
        return other

    @property
    def _settings(self) -> tuple[int, bool, TargetPosition | None]:
        return self.depth, self.fold, self.origin

    def _path(self, game: Replay) -> Path | None:
        """Return the counted part of a game; None if it does not reach the origin."""
        positions = game.positions()
        if self.origin is None:
            start, first = 0, next(positions, None)
        else:
            start, first = self.origin.find(game, positions) or (0, None)
        if first is None:
            return None
        keys = [
            merge_keys(position, self.fold) for position in (first, *islice(positions, self.depth))
        ]
        text = self.origin.position if self.origin else str(first)
        illegal = frozenset((one.ply or 0) - 1 - start for one in game.accepted)
        texts = list(_texts(game, start, start + len(keys) - 1))
        least = list(map(min, keys))
        moves = list(map(oriented, keys, least, keys[1:]))
        return Path(game, len(first.sides), text, least, moves, texts, illegal)

    def _judged(
        self, group: "JudgedGroup", facts: Sequence[GameFacts]
    ) -> Iterator[tuple[int, Path | None]]:
        """Yield the numbers of good games that were judged on arrays, and their counted parts."""
        start, boards, codes = group.start, group.boards, group.codes
        target, text, dialect = None, str(start), group.texts.compiled.dialect.name
        if self.origin:
            own = self.origin.game == start.GAME
            target = self.origin.key(start.variant) if own else None
            text = self.origin.position
        else:
            # Of long games only the first plies have keys.
            within = boards.plies.places < self.depth
            boards, codes = boards.kept(within, boards.plies.until(self.depth)), codes[within]
        plies, first = boards.plies, merge_keys(start, self.fold)
        keys = boards.keys()[: len(first)]
        least, moves = keys.min(axis=0).tolist(), _oriented(plies, first, keys)
        texts = [(group.texts.texts[code], dialect) for code in codes.tolist()]
        for number, begin, length in zip(
            group.numbers, plies.firsts.tolist(), plies.lengths.tolist(), strict=True
        ):
            along, place = [min(first), *least[begin : begin + length]], 0
            if self.origin:
                place = along.index(target) if target in along else length + 1
            end = min(place + self.depth, length)
            if place <= length:
                some = slice(begin + place, begin + end)
                path = along[place : end + 1], moves[some], texts[some]
                yield number, Path(facts[number], len(start.sides), text, *path)
            else:
                yield number, None


def _oriented(plies: "Plies", first: Sequence[int], keys: "Words") -> list[tuple[int, int]]:
    """Return what `oriented` does for all plies.

    Args:
        plies: the plies.
        first: the keys of the images of the first position.
        keys: those of the positions after all plies, a row for each image.
    """
    import numpy as np

    starts = np.array(first, np.uint64)
    before = np.array([plies.before(*one) for one in zip(keys, starts, strict=True)])
    among = np.where(before == before.min(axis=0), keys, np.iinfo(np.uint64).max)
    return list(zip(among.min(axis=0).tolist(), among.argmin(axis=0).tolist(), strict=True))


def _texts(game: Replay, start: int, end: int) -> Iterator[tuple[str, str]]:
    """Yield the texts of some moves that need no context, and the names of their dialects."""
    if game.is_canonical and game.dialect:
        for text in game.record.moves[start:end]:
            yield intern(text), game.dialect.name
        return
    dialect = find_dialect(game.record.game or "")
    for ply in islice(game.plies(), start, end):
        yield intern(dialect.write(ply.carried_out)), dialect.name
