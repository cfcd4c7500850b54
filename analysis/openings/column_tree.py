"""Opening trees too large for an object a line, in columns.

They have the lines of `analysis.openings.grow.TreeBuilder`, in the same order. What a move looks
like in a line follows from how its example is turned to be counted: no board is needed, but for
moves that depend on it.
"""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from analysis.games import find
from analysis.games.growing import Numbers
from analysis.games.position import AnyPosition
from analysis.openings.caveats import remark
from analysis.openings.column_lines import ColumnRoot, Level, WinTests
from analysis.openings.figures import LineFigures
from analysis.openings.grow import TreeBase
from analysis.openings.listed import Columns, ListedColumns
from analysis.openings.names import OpeningName
from analysis.openings.nodes import OpeningNode
from analysis.openings.path import images_of
from analysis.openings.scores import Edge, Score
from analysis.openings.tree import OpeningCounts, Openings
from analysis.openings.turns import Turns
from analysis.select.position import merge_keys
from notation.memo import Memo

_WORD = 16

_BITS = np.uint64(_WORD)
"""Bits of the index of a symmetry, beside the number of a text."""


class ColumnTree(TreeBase):
    """The opening tree of one variant of one game.

    Args:
        openings: what was counted.
        counts: the counts of the variant, in columns.
        min_count: least number of games of a move.
        dialect: name of the dialect to write the moves in; None for the game's usual one.
        names: names of positions.

    Attributes:
        listed: the positions and moves.
        texts: the texts of moves, by their numbers.
        names: the names of positions, by the numbers of these in `listed`.
        roots: the first positions with their lines, those of most games first.
        tests: the tests of the wins after moves.
    """

    def __init__(
        self,
        openings: Openings,
        counts: OpeningCounts,
        min_count: int,
        dialect: str | None,
        names: Iterable[OpeningName],
    ) -> None:
        super().__init__(openings, counts, dialect, names)
        columns = self._columns = counts.in_columns()
        self._turns = Turns(self._player, openings.fold, columns)
        sides = len(find(counts.game).start(counts.variant).sides)
        self.listed = ListedColumns(columns, min_count, counts.roots, sides)
        self.names = {self.listed.place(key): name for key, name in self._names.items()}
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        plain = [self._player.is_plain(*example) for example in columns.texts]
        self._plain = np.array(plain, np.bool_)
        self._sole = Memo[tuple[int, int], object](self._sole_move)
        self.roots = [self._root(first) for first in self._firsts(self._score)]
        self.tests = WinTests(self.listed, self.roots)

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        return sum(root.first.times for root in self.roots)

    def figures(
        self, root: ColumnRoot, spans: Mapping[str, str], examples: bool
    ) -> Iterator[LineFigures]:
        """Yield the figures of all lines but the first position, some at a time.

        The arguments are those of `analysis.openings.figures.figures_of`.
        """
        by_year = self.listed.by_year(list(spans.values()))
        for columns in root.walk():
            moves = [self.texts[move] for move in columns["move"].tolist()]
            years = by_year[columns["position"]].T.tolist()
            remarks = self._remarks(columns, examples)
            yield root.figures(columns, self.tests)._replace(
                moves=moves, years=years, remarks=remarks
            )

    def _remarks(self, columns: Columns, examples: bool) -> list[str]:
        """Return what stands after the figures of nodes, by the columns of these."""
        places = columns["position"]
        accepted = self.listed.played["accepted"][columns["played"]]
        noted = columns["elsewhere"] | (accepted > 0) | np.isin(places, [*self.names]) | examples
        found = [""] * len(places)
        for at in np.flatnonzero(noted).tolist():
            place = int(places[at])
            example = self.listed.example(place) if examples else None
            elsewhere = bool(columns["elsewhere"][at])
            found[at] = remark(self.names.get(place, ""), elsewhere, int(accepted[at]), example)
        return found

    def _score(self, key: int) -> Score:
        return self.listed.score(self.listed.place(key))

    def _root(self, first: OpeningNode) -> ColumnRoot:
        """Return a first position with its lines."""
        keys = merge_keys(first.position, self._fold)
        images = self._turns.number(images_of(keys, min(keys)))
        levels = self._grown(first.position, self.listed.place(first.key), images)
        return ColumnRoot(self.listed, first, levels)

    def _grown(self, first: AnyPosition, place: int, images: int) -> list[Level]:
        """Return the levels of the tree under a position."""
        zero = np.zeros(1, np.uint32)
        of_root = np.array([place], np.uint32), np.array([images], np.uint16)
        levels = [Level(zero, zero, zero, *of_root, zero + 1, zero > 0)]
        expanded = np.zeros(len(self.listed.positions["key"]), np.bool_)
        expanded[place] = True
        grown = np.zeros(1, np.int64)
        for _ in range(self._depth):
            level = self._replies(first, levels, grown)
            order = np.argsort(
                -self.listed.played["times"][level.played].astype(np.int64), kind="stable"
            )
            position = level.position[order]
            fresh = np.zeros(len(order), np.bool_)
            fresh[np.unique(position, return_index=True)[1]] = True
            fresh &= ~expanded[position]
            goes_on = self.listed.begins[position + 1] > self.listed.begins[position]
            level.elsewhere[order] = ~fresh & goes_on
            expanded[position[fresh]] = True
            grown = order[fresh]
            levels.append(level)
        return levels

    def _replies(self, first: AnyPosition, levels: list[Level], grown: Numbers) -> Level:
        """Return the nodes after some nodes of the last level, which are in this order."""
        before, played = levels[-1], self.listed.played
        begins = self.listed.begins[before.position[grown]]
        counts = self.listed.begins[before.position[grown] + 1] - begins
        rank = np.arange(len(grown)).repeat(counts)
        ends = np.cumsum(counts)
        moves = (np.arange(len(rank)) - (ends - counts)[rank] + begins[rank]).astype(np.uint32)
        parent = grown[rank].astype(np.uint32)
        own = before.images[parent]
        turn = self._turns.turn(played["symmetry"][moves], own)
        images = self._turns.images(turn, played["images_after"][moves])
        written = self._written(played["text"][moves], turn)
        odd = (written < 0) | (played["accepted"][moves] > 0)
        for at in np.flatnonzero(odd).tolist():
            node = self._position(first, levels, len(levels) - 1, int(parent[at]))
            text, found = self.carried_out(node, int(moves[at]))
            written[at] = self._number(text)
            keys = merge_keys(found, self._fold)
            images[at] = self._turns.number(images_of(keys, min(keys)))
        ranks = np.empty(len(self.texts), np.uint32)
        ranks[sorted(range(len(self.texts)), key=self.texts.__getitem__)] = np.arange(len(ranks))
        times = played["times"][moves].astype(np.int64)
        order = np.lexsort((ranks[written], -times, rank))
        fold = self._turns.equivalent(own, images)
        after = played["leads_to"][moves[order]]
        nodes = (parent[order], written[order], moves[order], after, images[order], fold[order])
        return Level(*nodes, np.zeros(len(order), np.bool_))

    def _written(self, text: Numbers, turn: Numbers) -> Numbers:
        """Return the numbers of the images of texts; -1 where the board decides."""
        found, places = np.unique(text.astype(np.uint64) << _BITS | turn, return_inverse=True)
        values = [self._text_of(one >> _WORD, one % (1 << _WORD)) for one in found.tolist()]
        return np.array(values, np.int32)[places]

    def _text_of(self, text: int, turn: int) -> int:
        move = self._sole[text, turn] if self._plain[text] else None
        return -1 if move is None else self._number(self._player.written(move))

    def _sole_move(self, of_text: tuple[int, int]) -> object:
        """Return the move of a plain text after a turn; None where that depends on the board."""
        text, turn = of_text
        return self._player.sole_move(*self._columns.texts[text], self._turns.symmetries[turn])

    def _number(self, text: str) -> int:
        """Return the number of a text."""
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    def carried_out(self, before: AnyPosition, played: int) -> tuple[str, AnyPosition]:
        """Return the text of a counted move on a board, and the position after it."""
        of = {name: int(column[played]) for name, column in self.listed.played.items()}
        example, dialect = self._columns.texts[of["text"]]
        edge = Edge(of["times"], 0, example, dialect, of["symmetry"], of["accepted"])
        keys = merge_keys(before, self._fold)
        move, after, _ = self._player.turned(before, keys, of["after"], edge)
        return self._player.written(move), after

    def _position(
        self, first: AnyPosition, levels: list[Level], depth: int, node: int
    ) -> AnyPosition:
        """Return the position of a node."""
        if not depth:
            return first
        level = levels[depth]
        before = self._position(first, levels, depth - 1, int(level.parent[node]))
        return self.carried_out(before, int(level.played[node]))[1]
