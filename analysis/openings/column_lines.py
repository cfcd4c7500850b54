"""The lines of large trees in columns, and their figures."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from analysis.games.arrays import Flags
from analysis.games.growing import Numbers
from analysis.games.position import AnyPosition
from analysis.openings.gathered import date_of
from analysis.openings.listed import Columns, ListedColumns
from analysis.openings.nodes import OpeningNode
from analysis.openings.scores import Score
from analysis.statistics.significance import adjusted_of_many, binomial_test, stands

_WINS = 32

_HALF, _MOST_WINS = np.uint64(_WINS), (1 << _WINS) - 1

_SHOWN = 1 << 16
"""Nodes that are shown at a time."""


class Level(NamedTuple):
    """The nodes of a tree after so many plies, those after one node together and in order.

    Attributes:
        parent: for each the number of the node before, in the level before.
        move: the number of its move, see `ColumnTree.texts`.
        played: the number of the counted move.
        position: the number of the position.
        images: the number of the set of symmetries that lead from the board of the line to the
            orientation in which the position is counted.
        fold: number of equivalent moves.
        elsewhere: whether the continuations are listed under another line.
    """

    parent: Numbers
    move: Numbers
    played: Numbers
    position: Numbers
    images: Numbers
    fold: Numbers
    elsewhere: Flags


class NodeFigures(NamedTuple):
    """The figures of a node that are printed.

    Attributes:
        side: index of the side that moved.
        fold: number of equivalent moves.
        times: number of games in which the move was played in the position before.
        before: number of games that reached this.
        games: number of games that reached the position.
        draws: number of drawn games among them.
        plies: the sum of their lengths.
        last: the number of their latest date.
        stands: whether the wins are uneven after the correction for many tests.
        wins: games won by each side.
        by_year: number of games of each span of years.
    """

    side: int
    fold: int
    times: int
    before: int
    games: int
    draws: int
    plies: int
    last: int
    stands: bool
    wins: tuple[int, ...]
    by_year: tuple[int, ...]

    def node(self, position: AnyPosition) -> OpeningNode:
        """Return a node with these figures, and any position."""
        score = Score(self.games, self.plies, date_of(self.last), self.draws, [*self.wins], {}, ())
        share, adjusted = self.times / self.before, 0.0 if self.stands else None
        figures = self.times, share, self.fold, score, 0, ""
        return OpeningNode((), position, self.side, *figures, p_adjusted=adjusted)


class ColumnRoot:
    """A first position with its lines.

    Args:
        listed: the positions and moves.
        texts: the texts of moves by their numbers.
        first: the first position.
        levels: the nodes by number of plies; the first is this position.

    Attributes:
        first: the first position.
        levels: the nodes by number of plies; the first is this position.
    """

    def __init__(
        self, listed: ListedColumns, texts: Sequence[str], first: OpeningNode, levels: list[Level]
    ) -> None:
        self.first, self.levels = first, levels
        self._listed, self._texts = listed, texts
        self._offsets = np.cumsum([0, *(len(level.move) for level in levels)])

    @cached_property
    def _reached(self) -> Numbers:
        """The numbers of the positions of all nodes."""
        return np.unique(np.concatenate([level.position for level in self.levels]))

    @property
    def intervals(self) -> int:
        """Number of different positions with finished games."""
        return int((self._listed.decided[self._reached] > 0).sum())

    @cached_property
    def tests(self) -> int:
        """Number of different positions after moves that are tested."""
        after = np.unique(np.concatenate([level.position for level in self.levels[1:]]))
        return int((self._listed.wins[after].sum(axis=1) > 0).sum())

    @property
    def longest(self) -> int:
        """Characters of the longest move, with two blanks before it for every ply before."""
        lengths = np.array([0, *map(len, self._texts)])
        ends = (lengths[level.move + 1].max(initial=0) for level in self.levels[1:])
        return max((2 * depth + int(end) for depth, end in enumerate(ends)), default=0)

    def walk(self) -> Iterator[Columns]:
        """Yield the nodes in the order of lines, some at a time, without the first position.

        Columns are those of `Level`; ``depth`` is the number of plies, ``node`` the number of the
        node after so many, ``before`` the number of the position before.
        """
        order = self._order()[1:]
        for start in range(0, len(order), _SHOWN):
            some = order[start : start + _SHOWN]
            depth = np.searchsorted(self._offsets, some, side="right") - 1
            columns = {
                name: np.empty(len(some), getattr(self.levels[0], name).dtype)
                for name in Level._fields
            }
            before = np.empty(len(some), np.int64)
            for number in range(1, len(self.levels)):
                here = np.flatnonzero(depth == number)
                at = some[here] - self._offsets[number]
                for name, column in columns.items():
                    column[here] = getattr(self.levels[number], name)[at]
                before[here] = self.levels[number - 1].position[columns["parent"][here]]
            node = some - self._offsets[depth]
            yield columns | {"before": before, "depth": depth, "node": node}

    def lines(
        self, columns: Columns, by_year: Numbers, tests: "WinTests"
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the fields of the `NodeFigures` of nodes, by the columns of these.

        Args:
            columns: the columns.
            by_year: what `ListedColumns.by_year` returns.
            tests: the tests of the tree.
        """
        listed, place = self._listed, columns["position"]
        of = listed.positions
        sides = len(self.first.position.sides)
        side = (self.first.side + columns["depth"] - 1) % sides
        return zip(
            *(
                side.tolist(),
                columns["fold"].tolist(),
                listed.played["times"][columns["played"]].tolist(),
            ),
            of["games"][columns["before"]].tolist(),
            *(of[name][place].tolist() for name in ("games", "draws", "plies", "last")),
            tests.stand(place, side).tolist(),
            map(tuple, listed.wins[place].tolist()),
            map(tuple, by_year[place].tolist()),
            strict=True,
        )

    def _order(self) -> Numbers:
        """Return the nodes in the order of lines, counted through all levels."""
        sizes = [np.ones(len(level.move), np.int64) for level in self.levels]
        for number in range(len(sizes) - 1, 0, -1):
            parents = self.levels[number].parent
            np.add.at(sizes[number - 1], parents, sizes[number])
        order = np.empty(self._offsets[-1], np.uint32)
        places = np.zeros(1, np.int64)
        order[0] = 0
        for number in range(1, len(sizes)):
            own, parent = sizes[number], self.levels[number].parent
            ends = np.cumsum(own) - own
            begins = np.zeros(len(parent), np.bool_)
            begins[:1] = True
            begins[1:] = parent[1:] != parent[:-1]
            first = ends[np.flatnonzero(begins)][np.cumsum(begins) - 1] if len(parent) else ends
            places = places[parent] + 1 + ends - first
            order[places] = self._offsets[number] + np.arange(len(parent))
        return order


class WinTests:
    """The tests of the wins after the moves of a tree, as `analysis.openings.grow` makes them.

    Args:
        listed: the positions and moves.
        roots: the first positions with their lines.
    """

    def __init__(self, listed: ListedColumns, roots: Iterable[ColumnRoot]) -> None:
        self._listed = listed
        tested = np.zeros(len(listed.positions["key"]), np.bool_)
        sides = np.zeros(len(tested), np.int64)
        for root in roots:
            for depth, level in enumerate(root.levels[1:]):
                tested[level.position] = True
                sides[level.position] = (root.first.side + depth) % listed.wins.shape[1]
        places = np.flatnonzero(tested)
        won, all_wins = listed.won(places, sides[places])
        known = all_wins > 0
        found, counts = np.unique(won[known] << _HALF | all_wins[known], return_counts=True)
        chance = 1 / listed.wins.shape[1]
        chances = [binomial_test(one >> _WINS, one & _MOST_WINS, chance) for one in found.tolist()]
        adjusted = adjusted_of_many(chances, counts.tolist())
        self._chances = list(zip(chances, adjusted, strict=True))
        self._found = found
        self._stand = np.array([stands(one) for one in adjusted], np.bool_)

    def values(self, place: int, side: int) -> tuple[float, float] | tuple[None, None]:
        """Return the p-value of the wins of a side after a position, and that after the correction.

        Both are None where no game was won.
        """
        won, all_wins = self._listed.won(np.array([place]), np.array([side]))
        if not all_wins[0]:
            return None, None
        return self._chances[int(np.searchsorted(self._found, won << _HALF | all_wins)[0])]

    def stand(self, places: Numbers, side: Numbers) -> Flags:
        """Return whether the wins of a side are uneven, after the correction for many tests."""
        won, all_wins = self._listed.won(places, side)
        found, even = self._found, self._stand
        at = np.minimum(np.searchsorted(found, won << _HALF | all_wins), max(len(found) - 1, 0))
        return (all_wins > 0) & even[at] if len(found) else all_wins > 0
