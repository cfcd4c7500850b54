"""The rows of a table of openings from a tree in columns, one board after the other."""

from collections.abc import Iterator, Sequence

import numpy as np

from analysis.games.growing import Numbers
from analysis.games.position import AnyPosition
from analysis.openings.column_lines import ColumnRoot
from analysis.openings.column_tree import ColumnTree
from analysis.openings.lines import TOP_REPLIES, OpeningRow, row_of
from analysis.openings.nodes import OpeningNode


class TabledTree(ColumnTree):
    """A tree in columns whose lines can be had as rows: only those of one line are nodes."""

    def rows(self) -> Iterator[OpeningRow]:
        """Yield a row for each line, as `analysis.openings.lines.OpeningTree.rows` does."""
        for root in self.roots:
            replies = [_Replies(root, number) for number in range(len(root.levels))]
            for node, depth, at in self._nodes(root):
                node.replies = [
                    self._node(root, (text,), node.position, depth + 1, of)
                    for text, of in replies[depth].first(at, self.texts)
                ]
                yield row_of(self.game, self.variant, node)

    def _nodes(self, root: ColumnRoot) -> Iterator[tuple[OpeningNode, int, int]]:
        """Yield each node with its number of plies and its number after so many, in their order."""
        yield root.first, 0, 0
        line, positions = list[str](), [root.first.position]
        for columns in root.walk():
            of_nodes = zip(*(columns[one].tolist() for one in ("depth", "node")), strict=True)
            for depth, at in of_nodes:
                level = root.levels[depth]
                del line[depth - 1 :], positions[depth:]
                before, played = positions[-1], int(level.played[at])
                positions.append(self.carried_out(before, played)[1])
                line.append(self.texts[level.move[at]])
                yield self._node(root, tuple(line), positions[-1], depth, at), depth, at

    def _node(
        self, root: ColumnRoot, line: tuple[str, ...], position: AnyPosition, depth: int, at: int
    ) -> OpeningNode:
        """Return a node by its number among those after so many plies."""
        level, listed = root.levels[depth], self.listed
        place, played = int(level.position[at]), int(level.played[at])
        parent = int(root.levels[depth - 1].position[level.parent[at]])
        sides = len(root.first.position.sides)
        side = (root.first.side + depth - 1) % sides
        p, adjusted = self.tests.values(place, side)
        times = int(listed.played["times"][played])
        return OpeningNode(
            line,
            position,
            side,
            times,
            times / int(listed.positions["games"][parent]),
            int(level.fold[at]),
            listed.score(place),
            int(listed.positions["key"][place]),
            self.names.get(place, ""),
            bool(level.elsewhere[at]),
            accepted=int(listed.played["accepted"][played]),
            p=p,
            p_adjusted=adjusted,
        )


class _Replies:
    """The nodes after those of a level.

    Args:
        root: the first position with its lines.
        number: the number of the level.
    """

    def __init__(self, root: ColumnRoot, number: int) -> None:
        count = len(root.levels[number].move)
        self._begins = np.zeros(count, np.int64)
        self._ends = np.zeros(count, np.int64)
        self._moves: Numbers = np.zeros(0, np.uint32)
        if number + 1 < len(root.levels):
            parent, self._moves = root.levels[number + 1].parent, root.levels[number + 1].move
            last = np.append(parent[1:] != parent[:-1], True)[: len(parent)]
            self._ends[parent[last]] = np.flatnonzero(last) + 1
            self._begins[parent[np.roll(last, 1)]] = np.flatnonzero(np.roll(last, 1))

    def first(self, at: int, texts: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Yield the text and the number of the most frequent replies to a node."""
        end = min(int(self._ends[at]), int(self._begins[at]) + TOP_REPLIES)
        for reply in range(int(self._begins[at]), end):
            yield texts[self._moves[reply]], reply
