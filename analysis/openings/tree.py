"""Openings: the moves played from a position on, counted over any number of games.

Transpositions count as one position. With `Openings.fold`, so do the images of a position under the
board's symmetries. A move is identified by the position to which it leads: different texts of one
move, or turns with the same effect, count together.

Counts of parts of an archive can be merged.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from analysis.games.position import AnyPosition
from analysis.openings.counted import OpeningCounts, oriented
from analysis.replay.batch import Batch
from analysis.replay.replay import Replay
from analysis.select.position import TargetPosition, merge_keys
from notation import find_dialect
from records import Record

if TYPE_CHECKING:
    from analysis.games.arrays import Places, Plies, Words
    from analysis.replay.judged import JudgedGroup

IN_MEMORY = 600_000
"""Maximum number of positions and moves of games in memory, 10 to 30 MB."""

DEPTH = 4
"""Default number of plies that are counted after the initial position."""


class Openings:
    """Counts for opening trees, by game and variant. They can be pickled and merged.

    Attributes:
        depth: number of plies of each game that are counted.
        fold: whether the images of a position count as one position.
        origin: the first position; None for the start of each game. If a game reaches it more than
            once, the first time counts.
        trees: game and variant string -> counts.
        read: number of games passed to `add` and `add_all`.
        counted: number of these games that have the first position.
    """

    def __init__(
        self, depth: int = DEPTH, *, fold: bool = True, origin: AnyPosition | None = None
    ) -> None:
        self.depth = depth
        self.fold = fold
        self.origin = None if origin is None else TargetPosition.of(origin, fold)
        self.trees: dict[tuple[str, str], OpeningCounts] = {}
        self.read = self.counted = 0

    def add_all(self, games: Iterable[Record | Replay]) -> None:
        """Count games as `add` does; games judged on arrays need no replay."""
        games = games if isinstance(games, Batch) else Batch(games, measured=True)
        groups = [_GroupRows(group, self) for group in games.groups]
        judged = {number: (group, place) for group in groups
                  for place, number in enumerate(group.numbers)}  # fmt: skip
        for number in range(len(games)):
            if number not in judged:
                self._add_replay(games[number])
                continue
            self.read += 1
            group, place = judged[number]
            if group.reached[place]:
                self.counted += 1
                group.counts = group.counts or self._tree(group.start)
                facts = games.facts[number]
                group.games.append(group.counts.add_game(facts, facts.head))
        for group in groups:
            group.add()
        self._bound()

    def add(self, game: Replay) -> None:
        """Count a game up to the first ply that could not be played."""
        self._add_replay(game)
        self._bound()

    def _add_replay(self, game: Replay) -> None:
        self.read += 1
        if not (game.start and game.game and (game.record.moves or game.valid)):
            return
        positions = game.positions()
        if self.origin is None:
            start, first = 0, next(positions, None)
        else:
            start, first = self.origin.find(game, positions) or (0, None)
        if first is None:
            return
        self.counted += 1
        counts = self._tree(game.start)
        number, keys = counts.add_game(game, game.record), merge_keys(first, self.fold)
        least = min(keys)
        counts.roots.setdefault(least, self.origin.position if self.origin else str(first))
        counts.positions.append(least, number)
        illegal = frozenset((one.ply or 0) - 1 for one in game.accepted)
        texts = _texts(game, start)
        for ply, position in enumerate(islice(positions, self.depth), start):
            before, keys = keys, merge_keys(position, self.fold)
            after, symmetry = oriented(before, least, keys)
            text = counts.texts[next(texts)]
            counts.moves.append(least, number, after, text, symmetry, ply in illegal)
            least = min(keys)
            counts.positions.append(least, number)

    def _tree(self, start: AnyPosition) -> OpeningCounts:
        """Return the counts of a position's variant, which are created if there are none."""
        kind = start.GAME, str(start.variant)
        if kind not in self.trees:
            self.trees[kind] = OpeningCounts(*kind, len(start.sides))
        return self.trees[kind]

    def _bound(self) -> None:
        """Move rows to temporary files if there are more than `IN_MEMORY` in memory."""
        if sum(tree.in_memory for tree in self.trees.values()) > IN_MEMORY:
            for tree in self.trees.values():
                tree.spill()

    def merge(self, other: "Openings") -> None:
        """Add the counts of other games, made with the same settings.

        Merging parts in the order of the archive is the same as counting the whole.

        Raises:
            ValueError: the settings differ.
        """
        if self._settings != other._settings:
            message = f"{other._settings} cannot be merged into {self._settings}"
            raise ValueError(f"openings counted differently: {message}")
        self.read += other.read
        self.counted += other.counted
        for kind, tree in other.trees.items():
            self.trees.setdefault(kind, OpeningCounts(*kind, tree.sides)).merge(tree)
        self._bound()

    def empty_copy(self) -> "Openings":
        """Return `Openings` with the same settings and no games."""
        other = Openings(self.depth, fold=self.fold)
        other.origin = self.origin
        return other

    @property
    def _settings(self) -> tuple[int, bool, TargetPosition | None]:
        return self.depth, self.fold, self.origin


def _texts(game: Replay, start: int) -> Iterator[tuple[str, str]]:
    """Yield the text and the dialect of each move from the ply with index ``start`` on.

    The moves of a game that is not canonical are written anew, in the game's usual dialect.
    """
    if game.is_canonical and game.dialect:
        for text in game.record.moves[start:]:
            yield text, game.dialect.name
        return
    dialect = find_dialect(game.record.game or "")
    for ply in islice(game.plies(), start, None):
        yield dialect.write(ply.carried_out), dialect.name


class _GroupRows:
    """The rows of a group of games that was judged on arrays.

    Args:
        group: the games.
        openings: the openings to which they are added.

    Attributes:
        start: the position that they start from.
        numbers: the indices of the games in their batch.
        reached: whether each game reaches the first position of the openings.
        counts: the counts of the variant. The caller sets it before `add` if any game reaches the
            first position.
        games: the indices in `counts` of the games that reach it; the caller adds them.
    """

    def __init__(self, group: "JudgedGroup", openings: Openings) -> None:
        import numpy as np

        self.start, self.numbers, self.games = group.start, group.numbers, list[int]()
        self.counts: OpeningCounts | None = None
        self._dialect, self._words = group.texts.compiled.dialect.name, group.texts.texts
        boards, origin = group.boards, openings.origin
        if origin is None:
            # Of long games only the first plies have keys.
            within = boards.plies.places < openings.depth
            boards = boards.kept(within, np.minimum(boards.plies.lengths, openings.depth))
        self._codes, plies = boards.codes, boards.plies
        first = merge_keys(self.start, openings.fold)
        keys = boards.keys()[: len(first)]
        before = plies.before(keys, np.array(first, np.uint64)[:, np.newaxis])
        self._before, self._least = before.min(axis=0), keys.min(axis=0)
        # What `oriented` does for all plies.
        among = np.where(before == self._before, keys, np.iinfo(np.uint64).max)
        self._after, self._symmetries = among.min(axis=0), among.argmin(axis=0)
        self._target, self._text = min(first), str(self.start)
        begins = np.zeros(len(plies.lengths), np.int64)
        if origin is not None:
            target = origin.key(self.start.variant) if origin.game == self.start.GAME else None
            if target != self._target:
                begins = _first_places(plies, target, self._least)
            self._target, self._text = target or 0, origin.position
        self.reached = begins < _NEVER
        own = np.repeat(begins, plies.lengths)
        self._rows = (own <= plies.places) & (plies.places < own + openings.depth)
        self._lengths = plies.lengths

    def add(self) -> None:
        """Add the positions and moves of the games to `counts`."""
        if self.counts is None:
            return
        import numpy as np

        from analysis.games.arrays import distinct

        counts = self.counts
        index, rows = np.zeros(len(self._lengths), np.uint32), self._rows
        index[self.reached] = self.games
        games = np.repeat(index, self._lengths)[rows]
        counts.roots.setdefault(self._target, self._text)
        firsts = np.full(len(self.games), self._target, np.uint64)
        counts.positions.extend(
            np.concatenate((firsts, self._least[rows])),
            np.concatenate((index[self.reached], games)),
        )
        codes, places = distinct(self._codes[rows])
        texts = np.array([counts.texts[self._words[code], self._dialect] for code in codes])
        counts.moves.extend(
            self._before[rows],
            games,
            self._after[rows],
            texts.astype(np.uint32)[places],
            self._symmetries[rows].astype(np.uint16),
            np.zeros(len(games), np.uint8),
        )


_NEVER = 1 << 40
"""More plies than any game has."""


def _first_places(plies: "Plies", key: int | None, least: "Words") -> "Places":
    """Return the number of plies after which each game first reaches a position, or `_NEVER`.

    Args:
        key: the key under which the position is counted; None for no position. The position is not
            the start of the games.
        least: the key under which the position after each ply is counted.
    """
    import numpy as np

    found, played = np.full(len(plies.lengths), _NEVER), plies.lengths > 0
    if key is not None and played.any():
        hits = np.where(least == np.uint64(key), plies.places + 1, _NEVER)
        found[played] = np.minimum.reduceat(hits, plies.firsts[played])
    return found
