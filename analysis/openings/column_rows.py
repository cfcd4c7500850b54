"""The rows of a table of openings from a tree in columns, one board after the other."""

from collections.abc import Iterator

import numpy as np

from analysis.games.growing import Numbers
from analysis.games.position import AnyPosition
from analysis.openings.column_lines import ColumnRoot
from analysis.openings.column_tree import ColumnTree
from analysis.openings.lines import TOP_REPLIES, OpeningRow, row_of
from analysis.openings.listed import Columns
from analysis.openings.nodes import OpeningNode


class TabledTree(ColumnTree):
    """A tree in columns whose lines can be had as rows: only those of one line are nodes."""

    def rows(self) -> Iterator[OpeningRow]:
        """Yield a row for each line, as `analysis.openings.lines.OpeningTree.rows` does."""
        for root in self.roots:
            replies = [_Replies(self, root, number) for number in range(len(root.levels))]
            yield row_of(self.game, self.variant, root.first, replies[0].first(0))
            line, boards = list[str](), [root.first.position]
            for columns in root.walk():
                depths, numbers = columns["depth"].tolist(), columns["node"].tolist()
                moved = zip(depths, self._moves(columns), columns["move"].tolist(), strict=True)
                nodes = self._nodes(root, columns)
                for number, (depth, move, text), node in zip(numbers, moved, nodes, strict=True):
                    del line[depth - 1 :], boards[depth:]
                    line.append(self.texts[text])
                    boards.append(self._after(boards[-1], move))
                    node.line, node.position = tuple(line), boards[-1]
                    yield row_of(self.game, self.variant, node, replies[depth].first(number))

    def _moves(self, columns: Columns) -> Iterator[tuple[int, int, bool]]:
        """Yield the numbers of moves and of their turns, and whether their boards decide."""
        played = columns["played"]
        turn = self._turns.turn(self.listed.played["symmetry"][played], columns["own"])
        odd = ~self._plain[self.listed.played["text"][played]]
        odd |= self.listed.played["accepted"][played] > 0
        return zip(played.tolist(), turn.tolist(), odd.tolist(), strict=True)

    def _after(self, before: AnyPosition, of_move: tuple[int, int, bool]) -> AnyPosition:
        """Return the position after a move, by what `_moves` yields of it."""
        played, turn, odd = of_move
        move = None if odd else self._sole[int(self.listed.played["text"][played]), turn]
        return self.carried_out(before, played)[1] if move is None else before.after(move)

    def _nodes(self, root: ColumnRoot, columns: Columns) -> Iterator[OpeningNode]:
        """Yield nodes by their columns, as yet without lines and boards of their own."""
        figures, places = root.figures(columns, self.tests), columns["position"]
        chances = self.tests.values(places, np.array(figures.sides))
        more = zip(
            places.tolist(),
            self.listed.scores(places),
            self.listed.positions["key"][places].tolist(),
            columns["elsewhere"].tolist(),
            self.listed.played["accepted"][columns["played"]].tolist(),
            chances,
            strict=True,
        )
        of_moves = zip(figures.sides, figures.times, figures.shares, figures.folds, strict=True)
        for of_move, of_position in zip(of_moves, more, strict=True):
            place, score, key, elsewhere, accepted, (p, adjusted) = of_position
            named = key, self.names.get(place, ""), elsewhere
            yield OpeningNode(
                *((), root.first.position, *of_move, score, *named),
                accepted=accepted,
                p=p,
                p_adjusted=adjusted,
            )


class _Replies:
    """The nodes after those of a level.

    Args:
        tree: the tree.
        root: the first position with its lines.
        number: the number of the level.
    """

    def __init__(self, tree: ColumnTree, root: ColumnRoot, number: int) -> None:
        count = len(root.levels[number].move)
        self._texts, self._times = tree.texts, tree.listed.played["times"]
        self._begins = np.zeros(count, np.int64)
        self._ends = np.zeros(count, np.int64)
        self._moves: Numbers = np.zeros(0, np.uint32)
        self._played = self._moves
        if number + 1 < len(root.levels):
            level = root.levels[number + 1]
            parent, self._moves, self._played = level.parent, level.move, level.played
            last = np.append(parent[1:] != parent[:-1], True)[: len(parent)]
            self._ends[parent[last]] = np.flatnonzero(last) + 1
            self._begins[parent[np.roll(last, 1)]] = np.flatnonzero(np.roll(last, 1))

    def first(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the texts and the numbers of games of the most frequent replies to a node."""
        begin = int(self._begins[at])
        for reply in range(begin, min(int(self._ends[at]), begin + TOP_REPLIES)):
            yield self._texts[self._moves[reply]], int(self._times[self._played[reply]])
