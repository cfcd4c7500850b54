"""Growing opening trees from their counts.

A move is carried out once, as its first example was played: it counts if it leads to the key that
the counts have, and no law is asked. Only a text that leaves something open, or a move that was
illegal in some game, is played by the rules.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.games.symmetry import Symmetry
from analysis.openings.names import OpeningName, names_by_key
from analysis.openings.nodes import OpeningNode
from analysis.openings.scores import Edge
from analysis.openings.tree import OpeningCounts, Openings, oriented
from analysis.replay.compiled import compiled_game
from analysis.select.position import merge_keys
from analysis.statistics.significance import benjamini_hochberg, binomial_test
from notation import UnwritableMove, find_dialect

Keys = Sequence[int]
"""The keys of the images of a position."""

Played = tuple[object, AnyPosition, Keys]
"""A move, the position after it, and the keys of its images."""


class TreeBuilder:
    """Builds an opening tree from its counts.

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
        self._depth, self._fold, self._counts = openings.depth, openings.fold, counts
        self._rules = find(counts.game).variant(counts.variant)
        self._dialect = find_dialect(counts.game, dialect)
        self._usual = find_dialect(counts.game)
        self._names = names_by_key(names, counts.game, self._rules, self._fold)
        self._edges = defaultdict[int, list[tuple[int, Edge]]](list)
        self._positions, moves = counts.listed(min_count)
        for (key, key_after), edge in moves.items():
            self._edges[key].append((key_after, edge))
        self._read = lru_cache(maxsize=1 << 12)(self._moves_of)
        self._turn = lru_cache(maxsize=None)(self._rules.symmetries.composed)

    def build(self) -> tuple[OpeningNode, ...]:
        """Return the first positions with all that follows, those of most games first."""
        roots = [self._root(key, text) for key, text in self._counts.roots.items()]
        roots.sort(key=lambda root: (-root.times, str(root.position)))
        for root in roots:
            self._grow(root)
        _test(node for root in roots for node in root.walk())
        return tuple(roots)

    def _root(self, key: int, text: str) -> OpeningNode:
        position = find(self._counts.game).position(text, self._rules)
        results = self._positions[key]
        name = self._names.get(key, "")
        return OpeningNode((), position, position.turn, results.games, 1.0, 1, results, key, name)

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
        move, after, keys_after = self._turned(node.position, keys, key_after, edge)
        # The images of the move under the symmetries of the position before.
        own = {keys_after[at] for at, key in enumerate(keys) if key == keys[0]}
        reply = OpeningNode(
            line=(*node.line, self._written(move)),
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

    def _turned(self, before: AnyPosition, keys: Keys, key_after: int, edge: Edge) -> Played:
        """Return a counted move on the board as it stands, and what it leads to."""
        least = min(keys)
        # Of several symmetries, that of the example gives the move as it was played.
        at = edge.symmetry if keys[edge.symmetry] == least else keys.index(least)
        turn, back = self._turn(edge.symmetry, at), self._turn(at, edge.symmetry)
        for move, after in self._carried_out(before, turn, back, edge):
            keys_after = merge_keys(after, self._fold)
            if oriented(keys, least, keys_after)[0] == key_after:
                return move, after, keys_after
        raise ValueError(f"{edge.example!r} cannot be played on {before}")

    def _carried_out(
        self, before: AnyPosition, turn: Symmetry, back: Symmetry, edge: Edge
    ) -> Iterator[tuple[object, AnyPosition]]:
        """Yield what the example of a move can stand for, and the positions after it.

        Args:
            before: the position in which it is played.
            turn: leads from the board of the example to this one.
            back: leads from this board to that of the example.
            edge: the move.
        """
        texts = compiled_game(self._counts.game, self._counts.variant, edge.dialect)
        if texts.steps[edge.example] is not None and not edge.accepted:
            move = texts.moves[edge.example]
            if move is None:
                move = texts.complete_move(edge.example, back.position(before))
            move = before.complete(turn.move(move))
            yield move, before.after(move)
        example = back.position(before)
        for claim in self._read(edge.dialect, edge.example):
            for played, _ in _played(example, claim):
                yield from _played(before, turn.move(played))

    def _moves_of(self, dialect: str, text: str) -> tuple[object, ...]:
        return find_dialect(self._counts.game, dialect).read(text).moves

    def _written(self, move: object) -> str:
        try:
            return self._dialect.write(move)
        except UnwritableMove:
            return self._usual.write(move)


def _played(position: AnyPosition, claim: object) -> Iterator[tuple[object, AnyPosition]]:
    """Yield the legal moves that a text can stand for, then the illegal one, if played as it is."""
    for candidate in (*position.completions(claim), *position.supplied(claim)):
        yield candidate.move, position.after(candidate.move)
    illegal, after = position.recorded(claim), position.as_recorded(claim)
    if illegal and after is not None:
        yield illegal.move, after


def _test(nodes: Iterable[OpeningNode]) -> None:
    """Set the p-values of the positions after moves; one in several lines is tested once."""
    alike = defaultdict[int, list[OpeningNode]](list)
    for node in nodes:
        if node.line and sum(node.results.wins):
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
