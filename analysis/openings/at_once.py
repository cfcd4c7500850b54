"""Counting the openings of the games of a batch on arrays."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games import find
from analysis.games.arrays import AnyBoards, Codes, Places
from analysis.openings.counted import EXAMPLES, Edge, OpeningCounts, Path, Score
from analysis.replay.judged import CodedTexts, JudgedGroup
from analysis.replay.verdict import GameFacts
from analysis.select.position import TargetPosition, merge_keys
from records.model import played_on

Rows = npt.NDArray[np.void]

MOVE = np.dtype(
    [
        *(("key", "u8"), ("before", "u8"), ("after", "u8")),
        *(("text", "u4"), ("symmetry", "u2"), ("accepted", "u1")),
    ]
)
"""A ply: the key of the position after it, its keys in `OpeningCounts.moves`, and its `Edge` with
the number of a text."""

NEVER = 1 << 40
"""Placeholder for the first ply of a position that does not occur."""

Kind = tuple[str, str]
"""A game and a variant."""


class Window(NamedTuple):
    """The range of plies that are counted.

    Attributes:
        depth: number of plies.
        fold: whether the images of a position count as one.
        origin: the first position; None for the start.
    """

    depth: int
    fold: bool
    origin: TargetPosition | None


class CountedPlies(NamedTuple):
    """The counted plies of some games with the same first position.

    Attributes:
        root: the least key of the first position.
        text: the position string of the first position.
        reaching: the numbers of the games that reach it.
        owner: for each ply the number of its game.
        rows: the plies, as `MOVE`.
    """

    root: int
    text: str
    reaching: Places
    owner: Places
    rows: Rows


class BatchCounter:
    """Counts the openings of the games of a batch.

    Args:
        facts: the facts of the games.
        window: which plies are counted.
    """

    def __init__(self, facts: Sequence[GameFacts], window: Window) -> None:
        self._facts, self._window = facts, window
        self._found: dict[Kind, list[CountedPlies]] = {}
        self._texts: dict[tuple[str, str], int] = {}

    def add_group(self, group: JudgedGroup) -> None:
        """Add the plies of good games that were judged on arrays."""
        boards, codes, texts = group.boards, group.codes, group.texts
        window, start = self._window, texts.compiled.start
        if window.origin is None:
            place = np.arange(boards.plies.count) - boards.plies.firsts.repeat(boards.plies.lengths)
            first = place < window.depth
            boards, codes = boards.kept(first, boards.plies.until(window.depth)), codes[first]
        plies = self._plies(boards, codes, texts, np.array(group.numbers, np.int64))
        self._found.setdefault((start.GAME, str(start.variant)), []).append(plies)

    def add_path(self, number: int, kind: Kind, path: Path) -> None:
        """Add the counted plies of a game that was played ply by ply."""
        moves = [
            (edge.leads_to, before, after,
             self._number(edge.example, edge.dialect), edge.symmetry, edge.accepted)
            for (before, after), edge in path.moves()
        ]  # fmt: skip
        owner, own = np.full(len(moves), number), np.array([number])
        plies = CountedPlies(min(path.keys[0]), path.first, own, owner, np.array(moves, MOVE))
        self._found.setdefault(kind, []).append(plies)

    def _number(self, text: str, dialect: str) -> int:
        """Return the number of a move text."""
        return self._texts.setdefault((text, dialect), len(self._texts))

    def counted(self) -> Iterator[OpeningCounts]:
        """Yield the counts of each kind, in the order in which kinds first occur."""
        kinds = []
        for kind, parts in self._found.items():
            parts = sorted((one for one in parts if len(one.reaching)), key=_first_game)
            if parts:
                kinds.append((_first_game(parts[0]), kind, parts))
        for _, kind, parts in sorted(kinds):
            counts = OpeningCounts(*kind, sum(len(one.reaching) for one in parts))
            for one in parts:
                counts.roots.setdefault(one.root, one.text)
            reaching = np.concatenate([one.reaching for one in parts])
            owner = np.concatenate([one.owner for one in parts])
            rows = np.concatenate([one.rows for one in parts])
            roots = [np.full(len(one.reaching), one.root, np.uint64) for one in parts]
            keys = np.concatenate((*roots, rows["key"]))
            counts.positions = self._scores(kind, np.concatenate((reaching, owner)), keys)
            counts.moves = self._edges(owner, rows)
            yield counts

    def _scores(self, kind: Kind, owner: Places, keys: Places) -> dict[int, Score]:
        """Return the scores of positions by key, given the keys that each game reached."""
        once, starts = _once(owner, keys)
        owner, keys = owner[once], keys[once]
        games, numbers = np.unique(owner, return_inverse=True)
        facts = [self._facts[game] for game in games.tolist()]
        dates = [played_on(one.record.tags) for one in facts]
        known, dated = np.unique(dates, return_inverse=True)
        sides = len(find(kind[0]).variant(kind[1]).sides)
        figures = np.zeros((len(facts), 2 + sides), np.int64)
        for row, one in zip(figures, facts, strict=True):
            row[0], row[1] = one.played, len(one.verdict or ()) > 1
            if one.winner is not None:
                row[2 + one.winner] = 1
        sums = np.add.reduceat(figures[numbers], starts).tolist()
        last = known[np.maximum.reduceat(dated[numbers], starts)].tolist()
        years = [date[:4] for date in dates]
        of_games, bounds = numbers.tolist(), [*starts.tolist(), len(once)]
        found = {}
        for place, key in enumerate(keys[starts].tolist()):
            reached = of_games[bounds[place] : bounds[place + 1]]
            plies, draws, *wins = sums[place]
            in_years: dict[str, int] = {}
            for game in reached:
                if years[game]:
                    in_years[years[game]] = in_years.get(years[game], 0) + 1
            examples = tuple(facts[game].record.source for game in reached[:EXAMPLES])
            found[key] = Score(len(reached), plies, last[place], draws, wins, in_years, examples)
        return found

    def _edges(self, owner: Places, rows: Rows) -> dict[tuple[int, int], Edge]:
        """Return the moves by their keys, each with the text from its first game."""
        if not len(rows):
            return {}
        once, starts = _once(owner, rows["after"], rows["before"])
        rows, texts = rows[once], list(self._texts)
        times = np.diff([*starts, len(rows)]).tolist()
        accepted = np.add.reduceat(rows["accepted"].astype(np.int64), starts).tolist()
        found = {}
        for count, illegal, row in zip(times, accepted, rows[starts].tolist(), strict=True):
            key, before, after, text, symmetry, _ = row
            example, dialect = texts[text]
            found[before, after] = Edge(count, key, example, dialect, symmetry, illegal)
        return found

    def _plies(
        self, boards: AnyBoards, codes: Codes, texts: CodedTexts, owners: Places
    ) -> CountedPlies:
        """Return the counted plies of good games.

        Args:
            boards: the boards after the plies of the games.
            codes: the numbers of their texts.
            texts: the texts.
            owners: the numbers of the games in the batch.
        """
        window, start, plies = self._window, texts.compiled.start, boards.plies
        keys = boards.keys()[: None if window.fold else 1]
        first = np.array(merge_keys(start, window.fold), np.uint64)[:, np.newaxis]
        least, first_least = keys.min(axis=0), first.min(axis=0)
        owner = np.arange(len(plies.lengths)).repeat(plies.lengths)
        place = np.arange(plies.count) - plies.firsts[owner]
        root, text = int(first_least[0]), str(start)
        begins = np.zeros(len(plies.lengths), np.int64)
        if window.origin is not None:
            own = window.origin.game == start.GAME
            target = window.origin.key(start.variant) if own else None
            begins = _reached(target, root, least, owner, place, begins)
            root, text = target or 0, window.origin.position
        here = np.flatnonzero((place >= begins[owner]) & (place < begins[owner] + window.depth))
        rows = np.zeros(len(here), MOVE)
        rows["key"], rows["before"] = least[here], plies.before(least, first_least[0])[here]
        are_least, first_are = keys == least, first == first_least
        before = np.where(place[here] == 0, first_are, are_least[:, here - 1])
        turned = np.where(before, keys[:, here], np.iinfo(np.uint64).max)
        rows["symmetry"] = symmetry = turned.argmin(axis=0)
        rows["after"] = turned[symmetry, np.arange(len(here))]
        found, places = np.unique(codes[here], return_inverse=True)
        dialect = texts.compiled.dialect.name
        numbers = [self._number(texts.texts[code], dialect) for code in found.tolist()]
        rows["text"] = np.array(numbers, np.uint32)[places]
        return CountedPlies(root, text, owners[begins < NEVER], owners[owner[here]], rows)


def _first_game(plies: CountedPlies) -> int:
    return int(plies.reaching[0])


def _once(owner: Places, *columns: Places) -> tuple[Places, Places]:
    """Return the indices of rows without repetitions in a game, and where runs begin.

    They are in the order of the columns, then of the owners; rows of a run have the same columns.
    """
    order = np.lexsort((owner, *columns))
    fresh = np.zeros(len(order), np.bool_)
    fresh[:1] = True
    for column in columns:
        fresh[1:] |= np.diff(column[order]) != 0
    kept = fresh.copy()
    kept[1:] |= np.diff(owner[order]) != 0
    return order[kept], np.flatnonzero(fresh[kept])


def _reached(
    target: int | None, first: int, least: Places, owner: Places, place: Places, begins: Places
) -> Places:
    """Return the number of plies before each game first reaches a position."""
    if target is not None and target == first:
        return begins
    begins = np.full_like(begins, NEVER)
    if target is not None:
        hits = np.flatnonzero(least == np.uint64(target))
        np.minimum.at(begins, owner[hits], place[hits] + 1)
    return begins
