"""The positions and moves of a large tree, in columns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np

from analysis.games.arrays import Flags
from analysis.games.growing import Numbers
from analysis.openings.columns import ColumnCounts, Sources
from analysis.openings.gathered import Rows, date_of
from analysis.openings.scores import Score
from records.model import Source

_ENDS: Final = "left", "right"

Columns: TypeAlias = dict[str, Numbers]
"""Arrays of the same length by their names."""


class ListedColumns:
    """What is listed of counts.

    Args:
        columns: the counts.
        min_count: least number of games of a move.
        roots: the keys of the first positions.
        sides: number of sides.

    Attributes:
        columns: the counts.
        positions: the positions, as `gathered.POSITION` has them, in the order of their keys.
        played: the moves, as `gathered.MOVE` has them, in the order of the positions before them;
            ``leads_to`` is the number of the position after each.
        begins: for each position, the first of its moves.
    """

    def __init__(
        self, columns: ColumnCounts, min_count: int, roots: Iterable[int], sides: int
    ) -> None:
        self.columns, self._sides = columns, sides
        first = np.array(list(roots), np.uint64)
        self.positions = _kept(
            columns.positions(),
            ("key", "games", "draws", "plies", "last", "wins", "examples"),
            lambda rows: (rows["games"] >= min_count) | np.isin(rows["key"], first),
        )
        played = _kept(
            columns.moves(),
            (
                *("key", "before", "after", "times", "accepted", "text", "symmetry"),
                "images_after",
            ),
            lambda rows: rows["times"] >= min_count,
        )
        for name, key in (("before", "before"), ("leads_to", "key")):
            keys = played.pop(key)
            played[name] = np.searchsorted(self.positions["key"], keys).astype(np.uint32)
        order = np.argsort(played["before"], kind="stable").astype(np.uint32)
        for name in list(played):
            played[name] = played[name][order]
        places = np.arange(len(self.positions["key"]) + 1)
        self.begins = np.searchsorted(played.pop("before"), places)
        self.played = played

    def place(self, key: int) -> int:
        """Return the number of the position with a key; -1 if it is not listed."""
        keys = self.positions["key"]
        found = int(np.searchsorted(keys, np.uint64(key)))
        return found if found < len(keys) and int(keys[found]) == key else -1

    @property
    def wins(self) -> Numbers:
        """The games won by each side, by position."""
        found: Numbers = self.positions["wins"][:, : self._sides]
        return found

    @cached_property
    def decided(self) -> Numbers:
        """The number of finished games, by position."""
        found: Numbers = self.wins.sum(axis=1) + self.positions["draws"]
        return found

    def by_year(self, beginnings: Sequence[str]) -> Numbers:
        """Return the number of games of each position in spans of years, by their first digits."""
        found = np.zeros((len(self.positions["key"]), len(beginnings)), np.uint32)
        for rows in self.columns.years() if beginnings else ():
            some = rows[np.isin(rows["key"], self.positions["key"])]
            places = np.searchsorted(self.positions["key"], some["key"])
            for span, beginning in enumerate(beginnings):
                least = int(beginning.ljust(4, "0"))
                within = (some["year"] >= least) & (some["year"] <= int(beginning.ljust(4, "9")))
                np.add.at(found[:, span], places[within], some["games"][within])
        return found

    def example(self, place: int) -> Source:
        """Return the first game that reached a position."""
        return self._sources[int(self.positions["examples"][place, 0])]

    def score(self, place: int) -> Score:
        """Return the results of a position."""
        (found,) = self.scores(np.array([place]))
        return found

    def scores(self, places: Numbers) -> Iterator[Score]:
        """Yield the results of positions."""
        keys, of_years, games = self._years
        names = "games", "plies", "draws"
        counts = zip(*(self.positions[name][places].tolist() for name in names), strict=True)
        last, wins = self.positions["last"][places].tolist(), self.wins[places].tolist()
        examples = self.positions["examples"][places].tolist()
        begin, end = (np.searchsorted(keys, places, side=side).tolist() for side in _ENDS)
        for at, (number, plies, draws) in enumerate(counts):
            some = slice(begin[at], end[at])
            years = zip(of_years[some].tolist(), games[some].tolist(), strict=True)
            by_year = {f"{year:04}": many for year, many in years}
            known = tuple(self._sources[one] for one in examples[at] if one)
            yield Score(number, plies, date_of(last[at]), draws, wins[at], by_year, known)

    @cached_property
    def _sources(self) -> Sources:
        return self.columns.sources()

    @cached_property
    def _years(self) -> tuple[Numbers, Numbers, Numbers]:
        """The numbers of positions, in rising order; years, and numbers of games in them."""
        keys = self.positions["key"]
        some = [rows[np.isin(rows["key"], keys)] for rows in self.columns.years()]
        rows = np.concatenate(some)
        return np.searchsorted(keys, rows["key"]), rows["year"], rows["games"]

    def won(self, places: Numbers, side: Numbers) -> tuple[Numbers, Numbers]:
        """Return the wins of a side, and all wins."""
        wins = self.wins[places].astype(np.uint64)
        return wins[np.arange(len(places)), side], wins.sum(axis=1)


def _kept(parts: Iterator[Rows], fields: Iterable[str], keeps: Callable[[Rows], Flags]) -> Columns:
    """Return some columns of rows, of which only some are kept."""
    found: dict[str, list[Numbers]] = {field: [] for field in fields}
    for rows in parts:
        kept = rows[keeps(rows)]
        for field, columns in found.items():
            columns.append(kept[field].copy())
    return {field: np.concatenate(found[field]) for field in list(found)}
