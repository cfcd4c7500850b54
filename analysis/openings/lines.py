"""The lines of an opening tree, ready to be shown: moves as they look from the first position.

`Openings` counts positions in whatever orientation their keys are least. Here everything is
turned back: the first position stands as it was given, and every move is one that is legal there
or after the moves before it. A position that several lines reach has its continuations under one
of them: the shortest, of equals the most played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.openings.names import OpeningName, names_by_key
from analysis.openings.tree import Edge, Openings, Score, Tree, oriented
from analysis.select.position import merge_keys
from analysis.statistics.estimates import wilson
from notation import UnwritableMove, find_dialect

if TYPE_CHECKING:
    import pandas as pd

TOP_REPLIES = 3
"""How many of the most frequent replies a row of the table names."""


@dataclass(slots=True)
class OpeningNode:
    """A position of an opening tree, and the move that led to it.

    Attributes:
        line: the moves from the first position, this one the last; none for the first position.
        position: the position, in the orientation that follows from the line.
        side: index of the side that moved; at the first position, of the one to move.
        times: in how many games the move was played where it is shown.
        share: these as a share of all games that reached the position before.
        fold: how many moves of the position before count as this one, because it is its own image.
        tally: all games that reached the position, by any line.
        key: the key that the position counts under.
        name: its name, empty if it has none.
        transposes: whether its continuations stand under another line.
        replies: what was played next, the most frequent first.
    """

    line: tuple[str, ...]
    position: AnyPosition
    side: int
    times: int
    share: float
    fold: int
    tally: Score
    key: int
    name: str
    transposes: bool = False
    replies: list["OpeningNode"] = field(default_factory=list)

    @property
    def move(self) -> str:
        """The move's text, empty for the first position."""
        return self.line[-1] if self.line else ""

    @property
    def score(self) -> float | None:
        """What the side scored on average, a win being 1; None without results."""
        decided = self.tally.decided
        return self.tally.points(self.side) / decided if decided else None

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the score, at 95 %."""
        return wilson(self.tally.points(self.side), self.tally.decided)

    @property
    def mean_plies(self) -> float:
        """The mean length of the games that reached the position, in plies."""
        return self.tally.plies / self.tally.games

    def walk(self) -> Iterator["OpeningNode"]:
        """Yield this branch and all under it, each before its replies."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting.extend(reversed(branch.replies))


def branches(
    openings: Openings,
    tree: Tree,
    *,
    min_count: int = 1,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> list[OpeningNode]:
    """Return the first positions of a tree with everything that was played from them.

    Args:
        openings: what the tree is part of.
        tree: the tree.
        min_count: how often a move must have been played to be shown.
        dialect: name of the dialect to write the moves in; None for the game's usual one.
        names: names of positions.

    Raises:
        UnknownName: the game has no such dialect.
    """
    return _TreeBuilder(openings, tree, min_count, dialect, names).roots()


COLUMNS = (
    *("game", "variant", "ply", "side", "line", "move", "times", "percent", "reached", "decided"),
    *("score", "low", "high", "mean_plies", "last", "fold", "name", "transposes", "position"),
    *("key", "replies"),
)
"""The columns of a table of openings, which docs/openings.md describes."""


def rows(openings: Openings, **options: Any) -> Iterator[dict[str, Any]]:
    """Yield everything that was counted, a row for each line of the trees, as `COLUMNS` has it.

    The trees come in the order of their numbers of games. Options are those of `branches`; a
    dialect holds for the games that have it.
    """
    for tree in trees(openings):
        for root in branches(openings, tree, **options):
            for branch in root.walk():
                yield _row(tree, branch)


def frame(openings: Openings, **options: Any) -> "pd.DataFrame":
    """Return what `rows` yields as a data frame."""
    return framed(rows(openings, **options))


def framed(found: Iterable[dict[str, Any]]) -> "pd.DataFrame":
    """Return rows of `rows` as a data frame, in which the column ``name`` is ``opening``."""
    import pandas as pd

    frame = pd.DataFrame.from_records(list(found), columns=list(COLUMNS))
    return frame.rename(columns={"name": "opening"})


def trees(openings: Openings) -> list[Tree]:
    """Return the trees, those of most games first."""

    def order(tree: Tree) -> tuple[int, str, str]:
        games = sum(tree.positions[root].games for root in tree.roots)
        return -games, tree.game, tree.variant

    return sorted(openings.trees.values(), key=order)


def _row(tree: Tree, branch: OpeningNode) -> dict[str, Any]:
    low, high = branch.interval if branch.tally.decided else (None, None)
    replies = branch.replies[:TOP_REPLIES]
    return {
        "game": tree.game,
        "variant": tree.variant,
        "ply": len(branch.line),
        "side": branch.position.sides[branch.side],
        "line": list(branch.line),
        "move": branch.move,
        "times": branch.times,
        "percent": 100 * branch.share,
        "reached": branch.tally.games,
        "decided": branch.tally.decided,
        "score": branch.score,
        "low": low,
        "high": high,
        "mean_plies": branch.mean_plies,
        "last": branch.tally.last or None,
        "fold": branch.fold,
        "name": branch.name or None,
        "transposes": branch.transposes,
        "position": str(branch.position),
        "key": branch.key,
        "replies": [{"move": reply.move, "times": reply.times} for reply in replies],
    }


class _TreeBuilder:
    """Turns the counts of a tree into branches."""

    def __init__(
        self,
        openings: Openings,
        tree: Tree,
        min_count: int,
        dialect: str | None,
        names: Iterable[OpeningName],
    ) -> None:
        self._depth, self._fold, self._tree = openings.depth, openings.fold, tree
        self._rules = find(tree.game).variant(tree.variant)
        self._dialect = find_dialect(tree.game, dialect)
        self._usual = find_dialect(tree.game)
        self._names = names_by_key(names, tree.game, self._rules, self._fold)
        self._moves = defaultdict[int, list[tuple[int, Edge]]](list)
        for (key, seen), played in tree.moves.items():
            if played.times >= min_count:
                self._moves[key].append((seen, played))
        self._read = lru_cache(maxsize=1 << 12)(self._claims)

    def roots(self) -> list[OpeningNode]:
        found = [self._root(key, text) for key, text in self._tree.roots.items()]
        found.sort(key=lambda root: (-root.times, str(root.position)))
        for root in found:
            self._grow(root)
        return found

    def _root(self, key: int, text: str) -> OpeningNode:
        position = find(self._tree.game).position(text, self._rules)
        tally = self._tree.positions[key]
        name = self._names.get(key, "")
        return OpeningNode((), position, position.turn, tally.games, 1.0, 1, tally, key, name)

    def _grow(self, root: OpeningNode) -> None:
        """Add what was played, ply by ply, so that short lines come before long ones."""
        grown, level = {root.key}, [root]
        for _ in range(self._depth):
            for branch in level:
                branch.replies = self._replies(branch)
            level = [reply for branch in level for reply in branch.replies]
            level.sort(key=lambda branch: -branch.times)
            new = []
            for branch in level:
                branch.transposes = branch.key in grown and branch.key in self._moves
                if branch.key not in grown:
                    grown.add(branch.key)
                    new.append(branch)
            level = new

    def _replies(self, branch: OpeningNode) -> list[OpeningNode]:
        found = self._moves.get(branch.key, ())
        replies = [self._reply(branch, seen, played) for seen, played in found]
        return sorted(replies, key=lambda reply: (-reply.times, reply.move))

    def _reply(self, branch: OpeningNode, seen: int, played: Edge) -> OpeningNode:
        before = branch.position
        move, after = self._turned(before, seen, played)
        keys_before, keys_after = (merge_keys(one, self._fold) for one in (before, after))
        # The images of the move that leave the position before as it stands.
        own = {keys_after[at] for at, key in enumerate(keys_before) if key == keys_before[0]}
        return OpeningNode(
            line=(*branch.line, self._written(move)),
            position=after,
            side=before.turn,
            times=played.times,
            share=played.times / branch.tally.games,
            fold=len(own),
            tally=self._tree.positions[played.leads_to],
            key=played.leads_to,
            name=self._names.get(played.leads_to, ""),
        )

    def _turned(self, before: AnyPosition, seen: int, played: Edge) -> tuple[Any, AnyPosition]:
        """Return a move as it is played on a board that stands otherwise, and what it leads to."""
        symmetries, keys = before.variant.symmetries, merge_keys(before, self._fold)
        there = symmetries[played.symmetry]
        # Of several ways, the one that needs no turning shows the move as it was played.
        least = min(keys)
        at = played.symmetry if keys[played.symmetry] == least else keys.index(least)
        here = symmetries[at]
        example = symmetries.inverse(there).position(here.position(before))
        back = symmetries.inverse(here)
        for claim in self._read(played.dialect, played.example):
            for candidate in example.completions(claim):
                image = back.move(there.move(candidate.move))
                move = before.completions(image)[0].move
                after = before.play(move)
                after_keys = merge_keys(after, self._fold)
                if oriented(keys, least, after_keys)[0] == seen:
                    return move, after
        raise ValueError(f"{played.example!r} cannot be played on {before}")

    def _claims(self, dialect: str, text: str) -> tuple[Any, ...]:
        return find_dialect(self._tree.game, dialect).read(text).moves

    def _written(self, move: Any) -> str:
        try:
            return self._dialect.write(move)
        except UnwritableMove:
            return self._usual.write(move)
