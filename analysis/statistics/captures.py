"""Distributions of captures: when, where and how pieces are captured."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from analysis.games import all_games
from analysis.games.measures import CaptureCount
from analysis.statistics.groups import PERIOD, decade

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Flags = npt.NDArray[np.bool_]
    Rows = npt.NDArray[np.intp]

Counts = dict[str, int]
"""The frequency of each value, in the order of the values."""

Taken = dict[str, Counter[object]]
"""Distributions of captures by name: the frequency of each value, in any order."""

_OF_EVERY_GAME = {
    "ply": "pieces captured by ply",
    "point": "pieces captured by point, most first",
    "pieces": "captures by number of pieces taken",
}


def capture_counts() -> tuple[CaptureCount, ...]:
    """Return the distributions that only some games have, each once."""
    every = (count for game in all_games() for count in game.measures().CAPTURES)
    return tuple(dict.fromkeys(every))


def capture_titles() -> dict[str, str]:
    """Return the heading of each distribution of captures."""
    return _OF_EVERY_GAME | {count.name: count.title for count in capture_counts()}


def capture_columns() -> tuple[str, ...]:
    """Return the names of the columns of plies that `captured_items` needs."""
    own = (count.column.name for count in capture_counts())
    return ("ply", "captured", "captured_points", *own)


class CapturedItems(NamedTuple):
    """The captures of games.

    Attributes:
        items: the counted items: the name of a distribution, and a value.
        rows: row of the game, item and count, as three columns, in the order of the games.
    """

    items: list[tuple[str, object]]
    rows: "npt.NDArray[np.int32]"

    def some(self, games: "Rows") -> "CapturedItems":
        """Return the captures of some games, which are numbered anew."""
        import numpy as np

        first, end = (np.searchsorted(self.rows[0], games, side) for side in ("left", "right"))
        sizes = end - first
        places = np.arange(sizes.sum()) + np.repeat(first - np.cumsum(sizes) + sizes, sizes)
        numbers = np.repeat(np.arange(len(games), dtype=np.int32), sizes)
        return CapturedItems(self.items, np.stack((numbers, *self.rows[1:, places])))

    @classmethod
    def joined(cls, parts: "Sequence[tuple[CapturedItems, int]]") -> "CapturedItems":
        """Return the captures of several parts, each given with its number of games."""
        import numpy as np

        items: dict[tuple[str, object], int] = {}
        rows, games = [], 0
        for part, count in parts:
            numbers = [items.setdefault(one, len(items)) for one in part.items]
            item = np.array(numbers, np.int32)[part.rows[1]]
            rows.append(np.stack((part.rows[0] + np.int32(games), item, part.rows[2])))
            games += count
        return cls(list(items), np.concatenate(rows, axis=1))


@dataclass(frozen=True)
class CaptureTotals:
    """The captures of groups of games.

    Attributes:
        words: the words that the games are grouped by.
        keys: the values of these words, a tuple a group; periods are years.
        items: the captures, by the places of the groups instead of games.
    """

    words: tuple[str, ...]
    keys: list[tuple[str | None, ...]]
    items: CapturedItems

    @classmethod
    def of(
        cls,
        words: tuple[str, ...],
        keys: list[tuple[str | None, ...]],
        groups: "Rows",
        items: CapturedItems,
    ) -> "CaptureTotals":
        """Return totals of the captures of games, of which ``groups`` has the groups."""
        import numpy as np

        rows = np.stack((groups[items.rows[0]].astype(np.int32), *items.rows[1:]))
        return cls(words, keys, items._replace(rows=_summed(rows, len(items.items))))

    @classmethod
    def joined(cls, parts: "Sequence[CaptureTotals]") -> "CaptureTotals":
        """Return the totals of several parts, which have the same words."""
        import numpy as np

        keys: dict[tuple[str | None, ...], int] = {}
        groups, counts = [], []
        for part in parts:
            groups += [keys.setdefault(key, len(keys)) for key in part.keys]
            counts.append((part.items, len(part.keys)))
        items = CapturedItems.joined(counts)
        return cls.of(parts[0].words, list(keys), np.array(groups, np.int32), items)

    def within(self, wanted: Mapping[str, str | None]) -> Taken:
        """Return the distributions of the groups with some values; empty ones are omitted.

        Args:
            wanted: the values by word; a period is a year or a decade.

        Raises:
            KeyError: there is no such word.
        """
        import numpy as np

        groups = self._groups(tuple(wanted)).get(tuple(wanted.values()), [])
        _, item, count = self.items.some(np.array(groups, np.intp)).rows
        sums = np.bincount(item, count, len(self.items.items)).astype(int)
        found: Taken = {}
        for at in np.flatnonzero(sums).tolist():
            name, value = self.items.items[at]
            found.setdefault(name, Counter())[value] = int(sums[at])
        return found

    def _groups(self, words: tuple[str, ...]) -> dict[tuple[str | None, ...], list[int]]:
        """Return the groups by the values of some words; by years, and by decades."""
        if words not in self._indexed:
            if missing := set(words) - {*self.words}:
                raise KeyError(f"captures are not counted by {', '.join(missing)}")
            at = [self.words.index(word) for word in words]
            index = self._indexed[words] = defaultdict[tuple[str | None, ...], list[int]](list)
            for group, key in enumerate(self.keys):
                values = [key[place] for place in at]
                index[tuple(values)].append(group)
                if PERIOD in words and (year := values[words.index(PERIOD)]):
                    values[words.index(PERIOD)] = decade(year)
                    index[tuple(values)].append(group)
        return self._indexed[words]

    @cached_property
    def _indexed(
        self,
    ) -> dict[tuple[str, ...], dict[tuple[str | None, ...], list[int]]]:
        return {}


def captured_items(plies: "pa.RecordBatch", owner: "Rows", wanted: "Flags") -> CapturedItems:
    """Return the captures of some plies.

    ``ply`` and ``point`` count captured pieces, by number of the ply and by point; ``pieces``
    counts plies by the number of pieces that they capture. The others are those that the games
    declare in `analysis.games.measures.Measures.CAPTURES`.

    Args:
        plies: plies, with `capture_columns`.
        owner: for each ply the row of its game.
        wanted: which of the plies count.
    """
    import numpy as np

    captured = plies.column("captured").fill_null(0).to_numpy(zero_copy_only=False)
    capturing = wanted & (captured > 0)
    items: dict[tuple[str, object], int] = {}
    rows = []

    def add(name: str, places: "Rows", values: "pa.Array", times: "Rows | None" = None) -> None:
        coded = values.dictionary_encode()
        codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        words = coded.dictionary.to_pylist()
        numbers = [items.setdefault((name, one), len(items)) for one in words]
        known = codes >= 0
        times = np.ones(len(codes), np.int32) if times is None else times
        item = np.array([*numbers, -1], np.int32)[codes]
        rows.append(np.stack((owner[places][known], item[known], times[known])))

    at = np.flatnonzero(capturing)
    add("ply", at, plies.column("ply").take(at), captured[at].astype(np.int32))
    add("point", *_listed(plies.column("captured_points"), capturing))
    add("pieces", at, plies.column("captured").take(at))
    for count in capture_counts():
        column = plies.column(count.column.name)
        if count.column.type in ("words", "counts"):
            add(count.name, *_listed(column, wanted))
        else:
            add(count.name, at, column.take(at))
    return CapturedItems(list(items), _summed(np.concatenate(rows, axis=1), len(items)))


def _listed(column: "pa.ListArray", wanted: "Flags") -> "tuple[Rows, pa.Array]":
    """Return the items of the lists of some rows, and before them the row of each item."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    at = np.flatnonzero(wanted)
    some = column.take(pa.array(at))
    return at[pc.list_parent_indices(some).to_numpy()], pc.list_flatten(some)


def _summed(rows: "npt.NDArray[np.int32]", items: int) -> "npt.NDArray[np.int32]":
    """Return rows of game, item and count, with equal pairs of game and item added up."""
    import numpy as np

    alike = rows[0].astype(np.int64) * max(items, 1) + rows[1]
    order = np.argsort(alike, kind="stable")
    alike = alike[order]
    starts = np.flatnonzero(np.diff(alike, prepend=-1))
    counts = np.add.reduceat(rows[2][order], starts) if len(starts) else rows[2]
    return np.stack((*np.divmod(alike[starts], max(items, 1)), counts)).astype(np.int32)


def in_order(found: Taken) -> dict[str, Counts]:
    """Return distributions in the order of their titles, each sorted by value."""
    return {
        name: {str(one): found[name][one] for one in sorted(found[name], key=_order)}
        for name in capture_titles()
        if found.get(name)
    }


def _order(value: object) -> tuple[str, int]:
    """Return a sort key: numbers by size, points by letter, then number."""
    text = str(value)
    letters = text.rstrip("0123456789")
    return letters, int(text[len(letters) :] or 0)
