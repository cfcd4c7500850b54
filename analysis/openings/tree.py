"""Openings: the moves played from a position onward, counted over any number of games.

Transpositions count as one position, and with `Openings.fold` so do its images under the board's
symmetries. A move is identified by the position that it leads to: different texts of one move,
or turns with the same effect, count together.

Counts of parts of an archive can be merged. The games of a batch that were judged on arrays are
counted together; see `analysis.openings.at_once`.
"""

from collections.abc import Iterable
from itertools import islice

from analysis.games.position import AnyPosition
from analysis.openings.counted import OpeningCounts, Path
from analysis.replay.batch import Batch
from analysis.replay.replay import Replay
from analysis.select.position import TargetPosition, merge_keys
from records import Record

IN_MEMORY = 60_000
"""Maximum number of counted positions and moves in memory, about 25 MB."""

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
        """Count games; those that were judged on arrays are counted together; see `add`."""
        games = games if isinstance(games, Batch) else Batch(games, measured=True)
        if not games.groups:
            for game in games:
                self.add(game)
            return
        # Loaded here: few games are counted without numpy.
        from analysis.openings.at_once import BatchCounter, Window

        counter = BatchCounter(games.facts, Window(self.depth, self.fold, self.origin))
        self.read += len(games)
        judged = set[int]()
        for group in games.groups:
            counter.add_group(group)
            judged.update(group.numbers)
        for number in range(len(games)):
            if number not in judged and (path := self._path(games[number])):
                counter.add_path(number, path.kind, path)
        for counts in counter.counted():
            self._add(counts)

    def add(self, game: Replay) -> None:
        """Count a game up to the first ply that could not be played."""
        self.read += 1
        if path := self._path(game):
            self._add(OpeningCounts.of(*path.kind, path))

    def _add(self, counts: OpeningCounts) -> None:
        self.counted += counts.games
        known = self.trees.setdefault((counts.game, counts.variant), counts)
        if known is not counts:
            known.merge(counts)
        self._bound()

    def _bound(self) -> None:
        """Limit the number of counts in memory to `IN_MEMORY`."""
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
        if game.is_empty or game.game is None or game.variant is None:
            return None
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
        return Path((game.game.name, str(game.variant)), game, start, text, keys)
