"""Opening trees: lines of moves, built from counts.

`Openings` counts each position in the orientation with the least key. Lines have the orientation of
the first position, so that their moves can be played from there. If several lines reach a position,
its continuations are listed under one of them: the shortest line, or the most frequent of several
shortest lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Protocol

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.openings.counted import OpeningCounts, Score, default_min_count
from analysis.openings.moves import LineMoves
from analysis.openings.names import OpeningName, names_by_key
from analysis.openings.tree import Openings
from analysis.statistics.estimates import ENOUGH, Proportion
from analysis.statistics.significance import adjusted, are_sample, binomial_test
from notation.memo import Memo


class PositionResults(Protocol):
    """Results of the games that reached a position, in an opening tree or in a library."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def decided(self) -> int:
        """The number of games with a result."""

    @property
    def wins(self) -> Sequence[int]:
        """The number of games that each side won."""


@dataclass(slots=True, eq=False)
class OpeningNode:
    """A position of an opening tree, and the move that led to it.

    Attributes:
        before: the node before; None for the first position.
        move: the text of the move; empty for the first position.
        side: index of the side that moved; for the first position, of the side to move.
        times: number of games in which the move was played in the position before.
        fold: number of equivalent moves in the position before, if that is symmetrical; else 1.
        results: the results of all games that reached the position, by any line.
        key: the key under which the position is counted.
        name: the name of the opening; empty if there is none.
        accepted: number of games in which the move was illegal, and played as recorded.
        position: the position, in the orientation of the line.
        transposes: whether its continuations are listed under another line.
        rare: number of next moves that are not listed, and number of their games.
        replies: the next moves that are listed, the most frequent first.
        p: p-value of the exact binomial test of equal winning chances of all sides, among the games
            won; None for the first position, and where `win_tests` makes no test.
        p_adjusted: `p` adjusted for all positions of the tree, by Benjamini and Hochberg.
    """

    before: "OpeningNode | None"
    move: str
    side: int
    times: int
    fold: int
    results: Score
    key: int
    name: str
    accepted: int
    position: AnyPosition
    transposes: bool = False
    rare: tuple[int, int] = (0, 0)
    replies: list["OpeningNode"] = field(default_factory=list)
    p: float | None = None
    p_adjusted: float | None = None

    @property
    def line(self) -> tuple[str, ...]:
        """The moves from the first position to this one; empty for the first position."""
        return (*self.before.line, self.move) if self.before else ()

    @property
    def share(self) -> float:
        """The share of games with this move among the games that reached the position before."""
        return self.times / self.before.results.games if self.before else 1.0

    @property
    def score(self) -> float | None:
        """The mean score of `side`, where a win is 1; None without results."""
        decided = self.results.decided
        return self.results.points(self.side) / decided if decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the score; None for fewer than `ENOUGH` results."""
        return Proportion(self.results.points(self.side), self.results.decided).interval

    @property
    def mean_plies(self) -> float:
        """The mean length of the games that reached the position, in plies."""
        return self.results.plies / self.results.games

    def walk(self) -> Iterator["OpeningNode"]:
        """Yield this node and all nodes under it, each before its replies."""
        return (node for _, node in self.walk_depths())

    def walk_depths(self) -> Iterator[tuple[int, "OpeningNode"]]:
        """Yield the nodes of `walk`, each after its number of plies from this node."""
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += [(depth + 1, reply) for reply in reversed(node.replies)]


@dataclass(frozen=True, slots=True)
class OpeningTree:
    """The opening tree of one variant of one game.

    Attributes:
        game: name of the game.
        variant: the variant string.
        roots: the first positions, those with most games first.
        min_count: minimum number of games of a listed move.
    """

    game: str
    variant: str
    roots: tuple[OpeningNode, ...]
    min_count: int = 1

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        return sum(root.times for root in self.roots)


def opening_trees(
    openings: Openings,
    *,
    min_count: int | None = None,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> Iterator[OpeningTree]:
    """Yield the opening trees, the tree with most games first.

    Args:
        openings: the counts.
        min_count: minimum number of games of a listed move; None for the `default_min_count` of
            each tree.
        dialect: name of the dialect to write the moves in; None for each game's usual dialect.
        names: names of positions.

    Raises:
        UnknownName: a game has no such dialect.
    """
    names = tuple(names)
    games = {kind: counts.games for kind, counts in openings.trees.items()}
    for kind in sorted(games, key=lambda kind: (-games[kind], kind)):
        least = min_count or default_min_count(games[kind])
        yield _Growth(openings, openings.trees[kind], least, dialect, names).tree()


class _Growth:
    """Builds the opening tree of a variant; see `opening_trees`."""

    def __init__(
        self,
        openings: Openings,
        counts: OpeningCounts,
        min_count: int,
        dialect: str | None,
        names: Iterable[OpeningName],
    ) -> None:
        self._counts, self._depth = counts, openings.depth
        self._moves = LineMoves(counts.game, counts.variant, openings.fold, dialect)
        self._names = names_by_key(names, counts.game, self._moves.rules, openings.fold)
        self._min_count = min_count
        self._scores = Memo(counts.score)
        self._played = Memo(partial(counts.played, min_count=min_count))

    def tree(self) -> OpeningTree:
        firsts = (self._first(key, text) for key, text in self._counts.roots.items())
        roots = sorted(firsts, key=lambda root: (-root.times, str(root.position)))
        for root in roots:
            self._grow(root)
        _test(reply for root in roots for node in root.walk() for reply in node.replies)
        return OpeningTree(self._counts.game, self._counts.variant, tuple(roots), self._min_count)

    def _first(self, key: int, text: str) -> OpeningNode:
        position = find(self._counts.game).position(text, self._moves.rules)
        score, name = self._scores[key], self._names.get(key, "")
        side, times = position.turn, score.games
        return OpeningNode(None, "", side, times, 1, score, key, name, 0, position)

    def _grow(self, root: OpeningNode) -> None:
        """Add moves ply by ply, so that a position is expanded in its shortest line."""
        expanded, side = {root.key}, root.side
        level = [(root, self._moves.keys(root.position))]
        for _ in range(self._depth):
            replies = [reply for node, keys in level for reply in self._replies(node, keys, side)]
            replies.sort(key=lambda reply: -reply[0].times)
            side, level = (side + 1) % len(self._moves.rules.sides), []
            for node, keys in replies:
                node.transposes = node.key in expanded and bool(self._played[node.key].moves)
                if node.key not in expanded:
                    expanded.add(node.key)
                    level.append((node, keys))

    def _replies(
        self, node: OpeningNode, keys: Sequence[int], side: int
    ) -> list[tuple[OpeningNode, Sequence[int]]]:
        """Set the replies of a node.

        Returns:
            Each reply, with the keys of all symmetric images of the position after it.
        """
        counted, node.rare = self._played[node.key]
        moves = self._moves.played(node.position, keys, counted)
        found = list[tuple[OpeningNode, Sequence[int]]]()
        for (_, edge), (text, fold, after, images) in zip(counted, moves, strict=True):
            key = min(images)
            named = self._scores[key], key, self._names.get(key, ""), edge.accepted
            reply = OpeningNode(node, text, side, edge.times, fold, *named, after)
            found.append((reply, images))
        found.sort(key=lambda one: (-one[0].times, one[0].move))
        node.replies = [reply for reply, _ in found]
        return found


def _test(nodes: Iterable[OpeningNode]) -> None:
    """Set the p-values of nodes; nodes with the same position share a test."""
    alike = defaultdict[int, list[OpeningNode]](list)
    for node in nodes:
        alike[node.key].append(node)
    first = [(found[0].results, found[0].side) for found in alike.values()]
    for found, tested in zip(alike.values(), win_tests(first), strict=True):
        for node in found:
            node.p, node.p_adjusted = tested


def win_tests(
    tested: Iterable[tuple[PositionResults, int]],
) -> list[tuple[float | None, float | None]]:
    """Return the p-value of each tested side's number of wins, and the p-value adjusted for all
    tests.

    The test is the exact binomial test of equal winning chances of all sides; p-values are adjusted
    by Benjamini and Hochberg. Both are None where fewer than `ENOUGH` games were won, or where the
    games with a result are not a sample of all games (`are_sample`).

    Args:
        tested: pairs of the results of a position's games and the index of the tested side.
    """
    chance = lru_cache(maxsize=None)(binomial_test)
    chances = [
        chance(of.wins[side], sum(of.wins), 1 / len(of.wins))
        if sum(of.wins) >= ENOUGH and are_sample(of.decided, of.games - of.decided)
        else None
        for of, side in tested
    ]
    return list(zip(chances, adjusted(chances), strict=True))
