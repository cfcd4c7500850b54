"""Growing opening trees from their counts."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache

from analysis.games import find
from analysis.openings.names import OpeningName, names_by_key
from analysis.openings.nodes import OpeningNode
from analysis.openings.play import Keys, MovePlayer
from analysis.openings.scores import Edge, Score
from analysis.openings.tree import OpeningCounts, Openings
from analysis.select.position import merge_keys
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.significance import benjamini_hochberg, binomial_test


class TreeBase:
    """What the opening trees of a variant have in common, of nodes or in columns.

    Args:
        openings: what was counted.
        counts: the counts of the variant.
        dialect: name of the dialect to write the moves in; None for the game's usual one.
        names: names of positions.

    Attributes:
        game: name of the game.
        variant: the variant string.
    """

    def __init__(
        self,
        openings: Openings,
        counts: OpeningCounts,
        dialect: str | None,
        names: Iterable[OpeningName],
    ) -> None:
        self.game, self.variant = counts.game, counts.variant
        self._depth, self._fold, self._counts = openings.depth, openings.fold, counts
        self._player = MovePlayer(counts.game, counts.variant, openings.fold, dialect)
        self._names = names_by_key(names, counts.game, self._player.rules, self._fold)

    def _firsts(self, score: Callable[[int], Score]) -> list[OpeningNode]:
        """Return the first positions, those of most games first.

        Args:
            score: returns the results of a position by its key.
        """
        found = [self._first(key, text, score(key)) for key, text in self._counts.roots.items()]
        return sorted(found, key=lambda root: (-root.times, str(root.position)))

    def _first(self, key: int, text: str, score: Score) -> OpeningNode:
        position = find(self.game).position(text, self._player.rules)
        named = key, self._names.get(key, "")
        return OpeningNode((), position, position.turn, score.games, 1.0, 1, score, *named)


class TreeBuilder(TreeBase):
    """Builds an opening tree of nodes from its counts.

    Args:
        openings: what was counted.
        counts: the counts of a variant.
        min_count: least number of games of a move.
        dialect: name of the dialect to write the moves in; None for the game's usual one.
        names: names of positions.
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
        self._edges = defaultdict[int, list[tuple[int, Edge]]](list)
        self._positions, moves = counts.listed(min_count)
        for (key, key_after), edge in moves.items():
            self._edges[key].append((key_after, edge))

    def build(self) -> tuple[OpeningNode, ...]:
        """Return the first positions with all that follows, those of most games first."""
        roots = self._firsts(self._positions.__getitem__)
        for root in roots:
            self._grow(root)
        _test(node for root in roots for node in root.walk())
        return tuple(roots)

    def _grow(self, root: OpeningNode) -> None:
        """Add the moves played, ply by ply, so that short lines come before long ones."""
        expanded = {root.key}
        level = [(root, merge_keys(root.position, self._fold))]
        for _ in range(self._depth):
            replies = [reply for node, keys in level for reply in self._replies(node, keys)]
            replies.sort(key=lambda reply: -reply[0].times)
            level = []
            for node, keys in replies:
                node.transposes = node.key in expanded and node.key in self._edges
                if node.key not in expanded:
                    expanded.add(node.key)
                    level.append((node, keys))

    def _replies(self, node: OpeningNode, keys: Keys) -> list[tuple[OpeningNode, Keys]]:
        """Set the replies of a node; return them with the keys of their positions."""
        found = self._edges.get(node.key, ())
        replies = [self._reply(node, keys, key_after, edge) for key_after, edge in found]
        replies.sort(key=lambda reply: (-reply[0].times, reply[0].move))
        node.replies = [reply for reply, _ in replies]
        return replies

    def _reply(
        self, node: OpeningNode, keys: Keys, key_after: int, edge: Edge
    ) -> tuple[OpeningNode, Keys]:
        move, after, keys_after = self._player.turned(node.position, keys, key_after, edge)
        # The images of the move under the symmetries of the position before.
        own = {keys_after[at] for at, key in enumerate(keys) if key == keys[0]}
        reply = OpeningNode(
            line=(*node.line, self._player.written(move)),
            position=after,
            side=node.position.turn,
            times=edge.times,
            share=edge.times / node.results.games,
            fold=len(own),
            results=self._positions[edge.leads_to],
            key=edge.leads_to,
            name=self._names.get(edge.leads_to, ""),
            accepted=edge.accepted,
        )
        return reply, keys_after


def _test(nodes: Iterable[OpeningNode]) -> None:
    """Set the p-values of the positions after moves; one in several lines is tested once."""
    alike = defaultdict[int, list[OpeningNode]](list)
    for node in nodes:
        if node.line and sum(node.results.wins) >= ENOUGH:
            alike[node.key].append(node)
    chance = lru_cache(maxsize=None)(binomial_test)
    tested = [found[0] for found in alike.values()]
    chances = [
        chance(one.results.wins[one.side], sum(one.results.wins), 1 / len(one.results.wins))
        for one in tested
    ]
    for found, p, adjusted in zip(
        alike.values(), chances, benjamini_hochberg(chances), strict=True
    ):
        for node in found:
            node.p, node.p_adjusted = p, adjusted
