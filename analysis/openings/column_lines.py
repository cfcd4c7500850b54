"""The lines of large trees in columns, and their figures."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Flags
from analysis.games.growing import Numbers
from analysis.openings.figures import LineFigures
from analysis.openings.gathered import date_of
from analysis.openings.listed import Columns, ListedColumns
from analysis.openings.nodes import OpeningNode
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.significance import adjusted_of_many, binomial_test, stands
from notation.memo import Memo

_WINS = 32

_HALF, _MOST_WINS = np.uint64(_WINS), (1 << _WINS) - 1

_SHOWN = 1 << 14
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


class ColumnRoot:
    """A first position with its lines.

    Args:
        listed: the positions and moves.
        first: the first position.
        levels: the nodes by number of plies; the first is this position.

    Attributes:
        first: the first position.
        levels: the nodes by number of plies; the first is this position.
    """

    def __init__(self, listed: ListedColumns, first: OpeningNode, levels: list[Level]) -> None:
        self.first, self.levels, self._listed = first, levels, listed
        self._dates = Memo[int, str](date_of)
        self._offsets = np.cumsum([0, *(len(level.move) for level in levels)])

    @cached_property
    def _reached(self) -> Numbers:
        """The numbers of the positions of all nodes."""
        return np.unique(np.concatenate([level.position for level in self.levels]))

    @property
    def intervals(self) -> int:
        """Number of different positions with enough finished games."""
        return int((self._listed.decided[self._reached] >= ENOUGH).sum())

    @cached_property
    def tests(self) -> int:
        """Number of different positions after moves that are tested."""
        after = np.unique(np.concatenate([level.position for level in self.levels[1:]]))
        return int((self._listed.wins[after].sum(axis=1) >= ENOUGH).sum())

    def walk(self) -> Iterator[Columns]:
        """Yield the nodes in the order of lines, some at a time, without the first position.

        Columns are those of `Level`; ``depth`` is the number of plies, ``node`` the number of the
        node after so many, ``before`` that of the position before, ``own`` of its images.
        """
        order = self._order()[1:]
        for start in range(0, len(order), _SHOWN):
            some = order[start : start + _SHOWN]
            depth = np.searchsorted(self._offsets, some, side="right") - 1
            columns = {
                name: np.empty(len(some), getattr(self.levels[0], name).dtype)
                for name in Level._fields
            }
            before, own = np.empty(len(some), np.int64), np.empty(len(some), np.uint16)
            for number in range(1, len(self.levels)):
                here = np.flatnonzero(depth == number)
                at = some[here] - self._offsets[number]
                for name, column in columns.items():
                    column[here] = getattr(self.levels[number], name)[at]
                parent, level = columns["parent"][here], self.levels[number - 1]
                before[here], own[here] = level.position[parent], level.images[parent]
            node = some - self._offsets[depth]
            yield columns | {"before": before, "own": own, "depth": depth, "node": node}

    def figures(self, columns: Columns, tests: "WinTests") -> LineFigures:
        """Return the figures of nodes by their columns, without texts, years and remarks.

        Args:
            columns: the columns.
            tests: the tests of the tree.
        """
        place, of = columns["position"], self._listed.positions
        sides = len(self.first.position.sides)
        side = (self.first.side + columns["depth"] - 1) % sides
        times = self._listed.played["times"][columns["played"]]
        games, draws, plies, last = (
            of[name][place].tolist() for name in ("games", "draws", "plies", "last")
        )
        return LineFigures(
            columns["depth"].tolist(),
            [],
            columns["fold"].tolist(),
            times.tolist(),
            (times / of["games"][columns["before"]]).tolist(),
            games,
            plies,
            [*map(self._dates.__getitem__, last)],
            side.tolist(),
            tests.stand(place, side).tolist(),
            draws,
            self._listed.wins[place].T.tolist(),
            [],
            [],
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
        known = all_wins >= ENOUGH
        found, counts = np.unique(won[known] << _HALF | all_wins[known], return_counts=True)
        chance = 1 / listed.wins.shape[1]
        chances = [binomial_test(one >> _WINS, one & _MOST_WINS, chance) for one in found.tolist()]
        adjusted = adjusted_of_many(chances, counts.tolist())
        self._chances = list(zip(chances, adjusted, strict=True))
        self._found = found
        self._stand = np.array([stands(one) for one in adjusted], np.bool_)

    def values(
        self, places: Numbers, side: Numbers
    ) -> list[tuple[float, float] | tuple[None, None]]:
        """Return the p-values of the wins of sides after positions, and those after the correction.

        Both are None of fewer than `ENOUGH` won games.
        """
        won, all_wins = self._listed.won(places, side)
        found = np.searchsorted(self._found, won << _HALF | all_wins)
        tested = zip(found.tolist(), (all_wins >= ENOUGH).tolist(), strict=True)
        return [self._chances[at] if enough else (None, None) for at, enough in tested]

    def stand(self, places: Numbers, side: Numbers) -> Flags:
        """Return whether the wins of a side are uneven, after the correction for many tests."""
        won, all_wins = self._listed.won(places, side)
        found, even = self._found, self._stand
        at = np.minimum(np.searchsorted(found, won << _HALF | all_wins), max(len(found) - 1, 0))
        return (all_wins >= ENOUGH) & even[at] if len(found) else np.zeros(len(at), np.bool_)
