"""Openings: the moves played from a position onward, counted over any number of games.

Transpositions count as one position, and with `Openings.fold` so do its images under the board's
symmetries. A move is identified by the position that it leads to: different texts of one move,
or turns with the same effect, count together.

Counts of parts of an archive can be merged. Games by themselves are counted in dictionaries, many
games in columns; see `analysis.openings.columns`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.openings.counted import Edge, Path, Score, score_of
from analysis.replay.batch import Batch
from analysis.replay.replay import Replay
from analysis.select.position import TargetPosition, merge_keys
from records import Record

if TYPE_CHECKING:
    from analysis.openings.columns import ColumnCounts

DEPTH = 4
"""Plies after the first position that are counted by default."""

NEVER = 1 << 32
"""More games than are counted of any move."""


@dataclass
class OpeningCounts:
    """The positions and moves counted under one variant of one game.

    Attributes:
        game: name of the game.
        variant: the variant string.
        roots: position strings of the first positions, by key.
        positions: the games that reached each position, by key.
        moves: the moves played, by the keys of the positions before and after, the latter in the
            orientation of the former.
        columns: the same of earlier games; None where they are not in columns.
    """

    game: str
    variant: str
    roots: dict[int, str] = field(default_factory=dict)
    positions: dict[int, Score] = field(default_factory=dict)
    moves: dict[tuple[int, int], Edge] = field(default_factory=dict)
    columns: "ColumnCounts | None" = None

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        scores, _ = self.listed(NEVER)
        return sum(scores[key].games for key in self.roots)

    def count(self, path: Path, score: Score) -> None:
        """Count a game, from its first position to the depth."""
        least = [min(keys) for keys in path.keys]
        for key in dict.fromkeys(least):
            known = self.positions.get(key)
            if known is None:
                self.positions[key] = score.copy()
            else:
                known.add(score)
        self.roots.setdefault(least[0], path.first)
        for move, edge in path.moves():
            played = self.moves.setdefault(move, edge)
            if played is not edge:
                played.times += 1
                played.accepted += edge.accepted

    def add_columns(self, roots: dict[int, str], columns: "ColumnCounts") -> None:
        """Add the counts of later games, which are in columns."""
        for key, text in roots.items():
            self.roots.setdefault(key, text)
        if self.columns is None and not self.positions:
            self.columns = columns
        else:
            self.in_columns().merge(columns)

    def in_columns(self) -> "ColumnCounts":
        """Return all counts in columns."""
        if self.columns is None:
            from analysis.openings.columns import ColumnCounts

            self.columns = ColumnCounts()
        if self.positions:
            self.columns.add_dicts(self.positions, self.moves)
            self.positions, self.moves = {}, {}
        return self.columns

    def merge(self, other: "OpeningCounts") -> None:
        """Add other counts of the same variant."""
        if other.columns:
            self.add_columns(other.roots, other.columns)
        for key, text in other.roots.items():
            self.roots.setdefault(key, text)
        for key, score in other.positions.items():
            if key in self.positions:
                self.positions[key].add(score)
            else:
                self.positions[key] = score.copy()
        for move, edge in other.moves.items():
            if move in self.moves:
                self.moves[move].times += edge.times
                self.moves[move].accepted += edge.accepted
            else:
                self.moves[move] = replace(edge)

    def listed(
        self, min_count: int = 1
    ) -> tuple[dict[int, Score], dict[int, list[tuple[int, Edge]]]]:
        """Return the positions and moves of a tree.

        Args:
            min_count: least number of games of a move.

        Returns:
            The positions by key, and the moves by the key of the position before, each after the
            key of the position after it, as in `moves`.
        """
        scores = self.positions
        found: Iterable[tuple[int, int, Edge]] = (
            (*keys, edge) for keys, edge in self.moves.items() if edge.times >= min_count
        )
        if self.columns is not None:
            columns, sides = self.in_columns(), len(find(self.game).start(self.variant).sides)
            scores, found = columns.scores(min_count, self.roots, sides), columns.edges(min_count)
        edges: dict[int, list[tuple[int, Edge]]] = {}
        for before, after, edge in found:
            edges.setdefault(before, []).append((after, edge))
        return scores, edges


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
        """Count games, those of a batch that were judged at once in columns; see `add`."""
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
            if number in judged:
                continue
            game = games[number]
            path = None if game.is_empty else self._path(game)
            if path and game.variant is not None and game.game is not None:
                counter.add_path(number, (game.game.name, str(game.variant)), path)
        for kind, roots, columns, counted in counter.counted():
            self.counted += counted
            self._counts(*kind).add_columns(roots, columns)

    def add(self, game: Replay) -> None:
        """Count a game up to the first ply that could not be played."""
        self.read += 1
        path = None if game.is_empty else self._path(game)
        if path is not None and game.variant is not None and game.game is not None:
            self.counted += 1
            self._counts(game.game.name, str(game.variant)).count(path, score_of(game))

    def _counts(self, game: str, variant: str) -> OpeningCounts:
        """Return the counts of a variant."""
        return self.trees.setdefault((game, variant), OpeningCounts(game, variant))

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

    def alike(self) -> "Openings":
        """Return openings without a game, with the same settings."""
        other = Openings(self.depth, fold=self.fold)
        other.origin = self.origin
        return other

    @property
    def _settings(self) -> tuple[int, bool, TargetPosition | None]:
        return self.depth, self.fold, self.origin

    def _path(self, game: Replay) -> Path | None:
        """Return the part of a game that is counted, None if it does not reach the origin."""
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
        return Path(game, start, self.origin.position if self.origin else str(first), keys)
