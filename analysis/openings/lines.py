"""The lines of opening trees, as nodes and as rows of a table.

`Openings` counts positions in the orientation with the least key. Lines have the orientation of the
first position, so that their moves can be played from there. The continuations of a position that
several lines reach are listed under one of them: the shortest, of equals the most played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.openings.names import OpeningName, names_by_key
from analysis.openings.tree import Edge, OpeningCounts, Openings, Score, oriented
from analysis.select.position import merge_keys
from analysis.statistics.estimates import wilson
from analysis.statistics.significance import benjamini_hochberg, binomial_test
from notation import UnwritableMove, find_dialect
from notation.values import frozen, mutable

if TYPE_CHECKING:
    import pandas as pd

TOP_REPLIES = 3
"""Most replies in a row of the table."""

BETWEEN_MOVES = " | "
"""Separates the moves of a line in CSV files."""


@mutable
class OpeningNode:
    """A position of an opening tree, and the move that led to it.

    Attributes:
        line: the moves from the first position, this one the last; none for the first position.
        position: the position, in the orientation of the line.
        side: index of the side that moved; for the first position, of the side to move.
        times: number of games in which the move was played in the position before.
        share: `times` as a share of all games that reached the position before.
        fold: number of equivalent moves, which a symmetrical position before has.
        results: the results of all games that reached the position, by any line.
        key: the key under which the position is counted.
        name: its name, empty for none.
        transposes: whether its continuations are listed under another line.
        replies: the moves played next, the most frequent first.
        accepted: number of games in which the move was illegal, and carried out as recorded.
        p: p-value of as many wins of the side as of every other, by the exact binomial test of the
            games that were won; None for the first position, and without such games.
        p_adjusted: `p` adjusted for all positions of the tree, by Benjamini and Hochberg.
    """

    line: tuple[str, ...]
    position: AnyPosition
    side: int
    times: int
    share: float
    fold: int
    results: Score
    key: int
    name: str
    transposes: bool = False
    replies: list["OpeningNode"] = field(default_factory=list)
    accepted: int = 0
    p: float | None = None
    p_adjusted: float | None = None

    @property
    def move(self) -> str:
        """The move's text, empty for the first position."""
        return self.line[-1] if self.line else ""

    @property
    def score(self) -> float | None:
        """The mean score of the side, a win being 1; None without results."""
        decided = self.results.decided
        return self.results.points(self.side) / decided if decided else None

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the score, at 95 %."""
        return wilson(self.results.points(self.side), self.results.decided)

    @property
    def mean_plies(self) -> float:
        """The mean length of the games that reached the position, in plies."""
        return self.results.plies / self.results.games

    def walk(self) -> Iterator["OpeningNode"]:
        """Yield this node and all under it, each before its replies."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.replies))


@frozen
class OpeningTree:
    """The opening tree of one variant of one game.

    Attributes:
        game: name of the game.
        variant: the variant string.
        roots: the first positions, those of most games first.
    """

    game: str
    variant: str
    roots: tuple[OpeningNode, ...]

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        return sum(root.times for root in self.roots)

    def rows(self) -> Iterator["OpeningRow"]:
        """Yield a row for each line."""
        for root in self.roots:
            for node in root.walk():
                yield _row(self, node)


def opening_trees(
    openings: Openings,
    *,
    min_count: int = 1,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> list[OpeningTree]:
    """Return the trees of openings, in the order in which their first games were counted.

    Args:
        openings: the counts.
        min_count: least number of games of a listed move.
        dialect: name of the dialect to write the moves in; None for each game's usual one.
        names: names of positions.

    Raises:
        UnknownName: a game has no such dialect.
    """
    names = tuple(names)
    return [
        _TreeBuilder(openings, counts, min_count, dialect, names).build()
        for counts in openings.trees.values()
    ]


def most_played_first(trees: Iterable[OpeningTree]) -> list[OpeningTree]:
    """Return trees in the order of their numbers of games."""
    return sorted(trees, key=lambda tree: (-tree.games, tree.game, tree.variant))


class Reply(TypedDict):
    """A move played next, and its number of games."""

    move: str
    times: int


class OpeningRow(TypedDict):
    """A row of a table of openings, which ``docs/openings.md`` describes."""

    game: str
    variant: str
    ply: int
    side: str
    line: list[str]
    move: str
    times: int
    percent: float
    reached: int
    decided: int
    score: float | None
    low: float | None
    high: float | None
    mean_plies: float
    last: str | None
    fold: int
    name: str | None
    transposes: bool
    position: str
    key: int
    replies: list[Reply]
    accepted: int
    wins: dict[str, int]
    draws: int
    p: float | None
    p_adjusted: float | None


COLUMNS = tuple(OpeningRow.__annotations__)
"""The columns of a table of openings."""


def rows(trees: Iterable[OpeningTree]) -> Iterator[OpeningRow]:
    """Yield a row for each line of trees, those of most games first."""
    for tree in most_played_first(trees):
        yield from tree.rows()


def csv_cells(row: OpeningRow) -> list[object]:
    """Return the cells of a row in a CSV file, in the order of `COLUMNS`."""
    replies = (f"{reply['move']} {reply['times']}" for reply in row["replies"])
    lists = {"line": BETWEEN_MOVES.join(row["line"]), "replies": BETWEEN_MOVES.join(replies)}
    lists["wins"] = BETWEEN_MOVES.join(f"{side} {wins}" for side, wins in row["wins"].items())
    return [*({**row, **lists}).values()]


def frame(
    openings: Openings,
    *,
    min_count: int = 1,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> "pd.DataFrame":
    """Return a row for each line of openings as a data frame; see `opening_trees`."""
    trees = opening_trees(openings, min_count=min_count, dialect=dialect, names=names)
    return to_frame(rows(trees))


def to_frame(found: Iterable[OpeningRow]) -> "pd.DataFrame":
    """Return rows as a data frame, in which the column ``name`` is called ``opening``."""
    import pandas as pd

    table = pd.DataFrame.from_records(list(found), columns=list(COLUMNS))
    return table.rename(columns={"name": "opening"})


def _row(tree: OpeningTree, node: OpeningNode) -> OpeningRow:
    low, high = node.interval if node.results.decided else (None, None)
    return {
        "game": tree.game,
        "variant": tree.variant,
        "ply": len(node.line),
        "side": node.position.sides[node.side],
        "line": list(node.line),
        "move": node.move,
        "times": node.times,
        "percent": 100 * node.share,
        "reached": node.results.games,
        "decided": node.results.decided,
        "score": node.score,
        "low": low,
        "high": high,
        "mean_plies": node.mean_plies,
        "last": node.results.last or None,
        "fold": node.fold,
        "name": node.name or None,
        "transposes": node.transposes,
        "position": str(node.position),
        "key": node.key,
        "replies": [
            {"move": reply.move, "times": reply.times} for reply in node.replies[:TOP_REPLIES]
        ],
        "accepted": node.accepted,
        "wins": dict(zip(node.position.sides, node.results.wins, strict=True)),
        "draws": node.results.draws,
        "p": node.p,
        "p_adjusted": node.p_adjusted,
    }


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


class _TreeBuilder:
    """Builds an opening tree from its counts."""

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
        for (key, key_after), edge in counts.moves.items():
            if edge.times >= min_count:
                self._edges[key].append((key_after, edge))
        self._read = lru_cache(maxsize=1 << 12)(self._moves_of)

    def build(self) -> OpeningTree:
        roots = [self._root(key, text) for key, text in self._counts.roots.items()]
        roots.sort(key=lambda root: (-root.times, str(root.position)))
        for root in roots:
            self._grow(root)
        _test([node for root in roots for node in root.walk()])
        return OpeningTree(self._counts.game, self._counts.variant, tuple(roots))

    def _root(self, key: int, text: str) -> OpeningNode:
        position = find(self._counts.game).position(text, self._rules)
        results = self._counts.positions[key]
        name = self._names.get(key, "")
        return OpeningNode((), position, position.turn, results.games, 1.0, 1, results, key, name)

    def _grow(self, root: OpeningNode) -> None:
        """Add the moves played, ply by ply, so that short lines come before long ones."""
        expanded, level = {root.key}, [root]
        for _ in range(self._depth):
            for node in level:
                node.replies = self._replies(node)
            level = [reply for node in level for reply in node.replies]
            level.sort(key=lambda node: -node.times)
            new = []
            for node in level:
                node.transposes = node.key in expanded and node.key in self._edges
                if node.key not in expanded:
                    expanded.add(node.key)
                    new.append(node)
            level = new

    def _replies(self, node: OpeningNode) -> list[OpeningNode]:
        found = self._edges.get(node.key, ())
        replies = [self._reply(node, key_after, edge) for key_after, edge in found]
        return sorted(replies, key=lambda reply: (-reply.times, reply.move))

    def _reply(self, node: OpeningNode, key_after: int, edge: Edge) -> OpeningNode:
        before = node.position
        move, after = self._turned(before, key_after, edge)
        keys_before, keys_after = (merge_keys(one, self._fold) for one in (before, after))
        # The images of the move under the symmetries of the position before.
        own = {keys_after[at] for at, key in enumerate(keys_before) if key == keys_before[0]}
        return OpeningNode(
            line=(*node.line, self._written(move)),
            position=after,
            side=before.turn,
            times=edge.times,
            share=edge.times / node.results.games,
            fold=len(own),
            results=self._counts.positions[edge.leads_to],
            key=edge.leads_to,
            name=self._names.get(edge.leads_to, ""),
            accepted=edge.accepted,
        )

    def _turned(
        self, before: AnyPosition, key_after: int, edge: Edge
    ) -> tuple[object, AnyPosition]:
        """Return a counted move on the board as it stands, and the position after it."""
        symmetries, keys = before.variant.symmetries, merge_keys(before, self._fold)
        there = symmetries[edge.symmetry]
        # Of several symmetries, that of the example gives the move as it was played.
        least = min(keys)
        at = edge.symmetry if keys[edge.symmetry] == least else keys.index(least)
        here = symmetries[at]
        example = symmetries.inverse(there).position(here.position(before))
        back = symmetries.inverse(here)
        for claim in self._read(edge.dialect, edge.example):
            for played, _ in _played(example, claim):
                image = back.move(there.move(played))
                for move, after in _played(before, image):
                    after_keys = merge_keys(after, self._fold)
                    if oriented(keys, least, after_keys)[0] == key_after:
                        return move, after
        raise ValueError(f"{edge.example!r} cannot be played on {before}")

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
