"""Openings: the moves played from a position onward, counted over any number of games.

Transpositions count as one position, and with `Openings.fold` so do its images under the board's
symmetries. A move is identified by the position that it leads to: different texts of one move,
or turns with the same effect, count together.

Counts of parts of an archive can be merged. Memory depends on the number of different positions
within the depth, about half a kilobyte each, not on the number of games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from sys import intern
from typing import TYPE_CHECKING

from analysis.games.position import AnyPosition
from analysis.openings.scores import Edge, Score, score_of
from analysis.replay.at_once import JudgedGames, beginnings, judge_at_once
from analysis.replay.replay import Replay
from analysis.select.position import TargetPosition, merge_keys
from notation import find_dialect
from notation.values import frozen

if TYPE_CHECKING:
    from analysis.openings.at_once import CountedRun, Windows

Keys = Sequence[Sequence[int]]
"""For each of some positions, the keys of its images."""

DEPTH = 4
"""Plies after the first position that are counted by default."""


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
    """

    game: str
    variant: str
    roots: dict[int, str] = field(default_factory=dict)
    positions: dict[int, Score] = field(default_factory=dict)
    moves: dict[tuple[int, int], Edge] = field(default_factory=dict)

    def count(self, path: "_Path", score: Score) -> None:
        """Count a game, from its first position to the depth."""
        least = [min(keys) for keys in path.keys]
        for key in dict.fromkeys(least):
            known = self.positions.get(key)
            if known is None:
                self.positions[key] = score.copy()
            else:
                known.add(score)
        self.roots.setdefault(least[0], path.first)
        counted = set[tuple[int, int]]()
        illegal = {(one.ply or 0) - 1 - path.start for one in path.game.accepted}
        for index, after in enumerate(path.keys[1:]):
            key_after, symmetry = oriented(path.keys[index], least[index], after)
            move = least[index], key_after
            if move in counted:
                continue
            counted.add(move)
            edge = self.moves.get(move)
            if edge is None:
                edge = Edge(0, least[index + 1], *path.text(index), symmetry)
                self.moves[move] = edge
            edge.times += 1
            edge.accepted += index in illegal

    def count_run(self, run: "CountedRun") -> None:
        """Count some games at once."""
        for key, score in run.positions:
            if key in self.positions:
                self.positions[key].add(score)
            else:
                self.positions[key] = score
        for move, edge in run.moves:
            known = self.moves.setdefault(move, edge)
            if known is not edge:
                known.times += edge.times

    def merge(self, other: "OpeningCounts") -> None:
        """Add other counts of the same variant."""
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


@frozen
class _Path:
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

    def text(self, index: int) -> tuple[str, str]:
        """Return the text of a move that can be read alone, and the name of its dialect."""
        game, ply = self.game, self.start + index
        if game.is_canonical and game.dialect:
            return intern(game.record.moves[ply]), game.dialect.name
        dialect = find_dialect(game.record.game or "")
        move = next(islice(game.plies(), ply, None)).carried_out
        return intern(dialect.write(move)), dialect.name


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

    def add_all(self, games: Sequence[Replay]) -> None:
        """Count games, judged at once where that is quicker; see `add`."""
        judge_at_once([game for game in games if not game.is_judged])
        depth = None if self.origin else self.depth
        places = {
            game: (run, number)
            for judged in beginnings(games, depth)
            for run in self._windows(judged)
            for number, game in enumerate(run.games)
        }
        for run, some in groupby(games, lambda game: places[game][0] if game in places else None):
            if run is None:
                for game in some:
                    self.add(game)
            else:
                first = places[next(some)][1]
                self._add_run(run, first, first + 1 + sum(1 for _ in some))

    def _windows(self, judged: JudgedGames) -> "Iterator[Windows]":
        """Yield the parts of good games that are counted, if there are some."""
        if judged.games:
            from analysis.openings.at_once import Windows

            yield Windows(judged, self.depth, self.fold, self.origin)

    def _add_run(self, found: "Windows", first: int, end: int) -> None:
        """Count successive games that were judged at once."""
        self.read += end - first
        counted = found.reaching(first, end)
        self.counted += counted
        if counted:
            game = found.games[first]
            text = self.origin.position if self.origin else str(game.start)
            counts = self._counts(game.record.game or "", str(game.variant))
            counts.roots.setdefault(found.root, text)
            counts.count_run(found.run(first, end))

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

    def _path(self, game: Replay) -> _Path | None:
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
        return _Path(game, start, self.origin.position if self.origin else str(first), keys)
