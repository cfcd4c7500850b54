"""Counting the openings of the games of a batch, without a loop over their plies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.games.arrays import AnyBoards, Codes, Flags, Places
from analysis.openings.columns import ColumnCounts
from analysis.openings.gathered import (
    MOVE,
    POSITION,
    YEAR,
    Numbers,
    Rows,
    date_number,
    merged_moves,
    merged_positions,
    merged_years,
    year_of,
)
from analysis.replay.batch import CodedTexts, JudgedGroup
from analysis.replay.verdict import GameFacts
from analysis.select.position import TargetPosition, merge_keys
from notation.memo import Memo
from records.model import played_on

if TYPE_CHECKING:
    from analysis.openings.counted import Path

NEVER = 1 << 40
"""Stands for the first ply of what does not occur."""

Kind = tuple[str, str]
"""A game and a variant."""


class Window(NamedTuple):
    """Which plies are counted.

    Attributes:
        depth: number of plies.
        fold: whether the images of a position count as one.
        origin: the first position; None for the start.
    """

    depth: int
    fold: bool
    origin: TargetPosition | None


class CountedPlies(NamedTuple):
    """The counted plies of some games that begin alike.

    Attributes:
        root: the least key of the first position.
        text: this position.
        reaching: the numbers of the games that reach it.
        owner: for each ply the number of its game.
        rows: the plies, as `columns.MOVE`.
    """

    root: int
    text: str
    reaching: Places
    owner: Places
    rows: Rows


def game_scores(games: Sequence[GameFacts]) -> Rows:
    """Return the scores of single games, as `gathered.POSITION`, without keys and examples."""
    found = np.zeros(len(games), POSITION)
    dates = Memo[str, int](lambda date: date_number(played_on({"Date": date})))
    found["games"] = 1
    found["plies"] = [game.played for game in games]
    found["last"] = [dates[game.record.tags.get("Date", "")] for game in games]
    for row, game in zip(found, games, strict=True):
        if game.winner is not None:
            row["wins"][game.winner] = 1
        row["draws"] = len(game.verdict or ()) > 1
    return found


class BatchCounter:
    """Counts the openings of the games of a batch.

    Args:
        facts: what is known of the games.
        window: which plies are counted.

    Attributes:
        found: the counted plies, by game and variant.
    """

    def __init__(self, facts: Sequence[GameFacts], window: Window) -> None:
        self._window, self._facts = window, facts
        self._scores = game_scores(facts)
        self.found: dict[Kind, list[CountedPlies]] = {}
        self.columns: dict[Kind, ColumnCounts] = {}

    def add_group(self, group: JudgedGroup) -> None:
        """Add the plies of good games that were judged at once."""
        boards, codes, texts = group.boards, group.codes, group.texts
        window, start = self._window, texts.compiled.start
        if window.origin is None:
            place = np.arange(boards.plies.count) - boards.plies.firsts.repeat(boards.plies.lengths)
            first = place < window.depth
            boards, codes = boards.kept(first, boards.plies.until(window.depth)), codes[first]
        kind = start.GAME, str(start.variant)
        columns = self.columns.setdefault(kind, ColumnCounts())
        owners = np.array(group.numbers, np.int64)
        steps = _steps(boards, codes, texts, owners, window, columns)
        self.found.setdefault(kind, []).append(steps)

    def add_path(self, number: int, kind: Kind, path: "Path") -> None:
        """Add a game that was played ply by ply.

        Args:
            number: the number of the game.
            kind: its game and variant.
            path: its counted plies.
        """
        columns, moves = self.columns.setdefault(kind, ColumnCounts()), list(path.moves())
        rows = np.array([columns.row(*keys, edge) for keys, edge in moves], MOVE)
        owner, own = np.full(len(moves), number), np.array([number])
        steps = CountedPlies(min(path.keys[0]), path.first, own, owner, rows)
        self.found.setdefault(kind, []).append(steps)

    def counted(self) -> "list[tuple[Kind, dict[int, str], ColumnCounts, int]]":
        """Return for each kind the first positions, the counts, and the number of games.

        Kinds stand in the order of their first games that are counted.
        """
        found = []
        for kind, parts in self.found.items():
            parts = [one for one in parts if len(one.reaching)]
            parts.sort(key=lambda one: int(one.reaching[0]))
            if parts:
                roots: dict[int, str] = {}
                for one in parts:
                    roots.setdefault(one.root, one.text)
                games = self._count(self.columns[kind], parts)
                found.append((int(parts[0].reaching[0]), (kind, roots, self.columns[kind], games)))
        return [one for _, one in sorted(found, key=lambda pair: pair[0])]

    def _count(self, columns: ColumnCounts, parts: Sequence[CountedPlies]) -> int:
        """Count what some games have, each once; return the number of games."""
        reaching = np.concatenate([one.reaching for one in parts])
        owner = np.concatenate([one.owner for one in parts])
        rows = np.concatenate([one.rows for one in parts])
        roots = [np.full(len(one.reaching), one.root, np.uint64) for one in parts]
        keys = np.concatenate((*roots, rows["key"]))
        owners = np.concatenate((reaching, owner))
        once = _once(owners, owners, keys)
        owners, keys = owners[once], keys[once]
        positions = self._scores[owners]
        positions["key"] = keys
        positions["examples"][:, 0] = self._numbers(columns, reaching)[owners]
        dated = np.flatnonzero(positions["last"])
        years = np.ones(len(dated), YEAR)
        years["key"], years["year"] = keys[dated], year_of(positions["last"][dated])
        moves = rows[_once(owner, owner, rows["before"], rows["after"], rows["key"])]
        columns.add(merged_positions(positions), merged_moves(moves), merged_years(years))
        return len(reaching)

    def _numbers(self, columns: ColumnCounts, reaching: Places) -> Places:
        """Return the numbers that games have in the counts, by those in their batch."""
        games = np.sort(reaching)
        found = np.zeros(len(self._facts), np.int64)
        sources = [self._facts[number].record.source for number in games.tolist()]
        found[games] = columns.number_games(sources)
        return found


def _once(owner: Places, *columns: "np.ndarray[tuple[int], np.dtype[np.integer]]") -> Places:
    """Return the places of rows that a game does not repeat, in the order of columns and owners."""
    order = np.lexsort((owner, *columns))
    repeated = np.ones(len(order), np.bool_)
    repeated[:1] = False
    for column in (owner, *columns):
        sorted_ = column[order]
        repeated[1:] &= sorted_[1:] == sorted_[:-1]
    return order[~repeated]


def _steps(
    boards: AnyBoards,
    codes: Codes,
    texts: CodedTexts,
    owners: Places,
    window: Window,
    columns: ColumnCounts,
) -> CountedPlies:
    """Return the counted plies of good games; the arguments are those of `add_boards`."""
    start, plies = texts.compiled.start, boards.plies
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
    rows["images"] = _numbers_of_sets(before, columns)
    rows["images_after"] = _numbers_of_sets(are_least[:, here], columns)
    turned = np.where(before, keys[:, here], np.iinfo(np.uint64).max)
    rows["symmetry"] = symmetry = turned.argmin(axis=0)
    rows["after"] = turned[symmetry, np.arange(len(here))]
    rows["times"] = 1
    found, places = np.unique(codes[here], return_inverse=True)
    dialect = texts.compiled.dialect.name
    numbers = columns.texts.numbers([(texts.texts[code], dialect) for code in found.tolist()])
    rows["text"] = numbers[places] if len(found) else 0
    return CountedPlies(root, text, owners[begins < NEVER], owners[owner[here]], rows)


def _numbers_of_sets(are_in: Flags, columns: ColumnCounts) -> Numbers:
    """Return the numbers of sets of images, which are columns of flags."""
    firsts = are_in.argmax(axis=0)
    many = np.flatnonzero(np.count_nonzero(are_in, axis=0) > 1)
    singles, places = np.unique(firsts, return_inverse=True)
    found = columns.sets.numbers([1 << one for one in singles.tolist()])[places]
    packed = np.packbits(are_in[:, many], axis=0, bitorder="little").T
    sets, places = np.unique(packed, axis=0, return_inverse=True)
    if len(many):
        numbers = columns.sets.numbers([int.from_bytes(one.tobytes(), "little") for one in sets])
        found[many] = numbers[places.reshape(-1)]
    return found


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
