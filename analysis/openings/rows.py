"""Sorted rows of numbers that are looked up by a key; many rows are kept in a temporary file."""

import os
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile
from typing import Any, NamedTuple, TypeAlias
from weakref import finalize

from notation.extras import is_installed

MANY = 10_000
"""Minimum number of rows that are sorted by numpy; for fewer rows, loading it takes longer."""

BLOCK = 512
"""Number of rows in a block of the file. The first key of each block is kept in memory."""

Columns: TypeAlias = Sequence["array[int]"]
"""Columns of numbers."""


class SortedRows:
    """Rows of numbers, stored by columns. The first column is a key, the second the index of a
    game.

    Rows are added for batches of games, in any order within a batch, and `spill` is called only
    between batches. Games of a later batch have higher indices.

    Args:
        kinds: the type codes of the columns; see `array.array`.
    """

    def __init__(self, kinds: str) -> None:
        self._kinds, self._memory = kinds, _empty(kinds)
        self._is_sorted = True
        self._parts: list[_Part] = []
        self._file: Any = None

    def __len__(self) -> int:
        """Return the number of rows in memory."""
        return len(self._memory[0])

    def __getstate__(self) -> dict[str, Any]:
        """Return all rows in memory, to pickle them; the temporary file cannot be pickled."""
        whole = SortedRows(self._kinds)
        for part in self.parts():
            whole.extend(*part)
        return whole.__dict__

    def extend(self, *columns: Any) -> None:
        """Add rows, given by their columns, which are arrays of `array` or of numpy."""
        self._is_sorted = False
        for column, added in zip(self._memory, columns, strict=True):
            column.frombytes(added.tobytes())

    def append(self, *row: int) -> None:
        """Add a row."""
        self._is_sorted = False
        for column, number in zip(self._memory, row, strict=True):
            column.append(number)

    def spill(self) -> None:
        """Move the rows in memory to a temporary file, which is removed with this object."""
        if not len(self):
            return
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115, closed with the object
            finalize(self, self._file.close)
        self._sort()
        self._parts.append(
            _Part(self._file.seek(0, os.SEEK_END), len(self), self._memory[0][::BLOCK])
        )
        for column in self._memory:
            self._file.write(column)
        self._memory = _empty(self._kinds)

    def parts(self) -> Iterator[Columns]:
        """Yield the columns of all rows, in parts; parts of the file are sorted."""
        for part in self._parts:
            yield self._read(part, 0, part.size)
        yield self._memory

    def of(self, key: int) -> Iterator[Columns]:
        """Yield the columns of the rows with a key, in parts, sorted by game."""
        for part in self._parts:
            # The first row may be in the block before the first block that begins with the key.
            low = BLOCK * max(bisect_left(part.firsts, key) - 1, 0)
            high = min(BLOCK * bisect_right(part.firsts, key), part.size)
            if low < high:
                found = self._read(part, low, high)
                yield from _with_key(found, key)
        self._sort()
        yield from _with_key(self._memory, key)

    def _read(self, part: "_Part", first: int, stop: int) -> Columns:
        """Return the columns of the rows of a part from ``first`` to before ``stop``."""
        columns, place = _empty(self._kinds), part.place
        for column in columns:
            self._file.seek(place + first * column.itemsize)
            column.fromfile(self._file, stop - first)
            place += part.size * column.itemsize
        return columns

    def _sort(self) -> None:
        """Sort the rows in memory by key and game."""
        if not self._is_sorted:
            self._memory, self._is_sorted = _in_order(self._memory), True


class _Part(NamedTuple):
    """A part of the file: rows sorted by key and game, one column after the other.

    Attributes:
        place: the offset where it begins, in bytes.
        size: number of rows.
        firsts: the first key of each block of `BLOCK` rows.
    """

    place: int
    size: int
    firsts: "array[int]"


def _empty(kinds: str) -> list["array[int]"]:
    return [array(kind) for kind in kinds]


def _with_key(columns: Columns, key: int) -> Iterator[Columns]:
    """Yield the columns of the rows with a key, if there are any; ``columns`` are sorted by key."""
    first = bisect_left(columns[0], key)
    stop = bisect_right(columns[0], key, first)
    if first < stop:
        yield [column[first:stop] for column in columns]


def _in_order(columns: Columns) -> list["array[int]"]:
    """Return columns with their rows sorted by the first two columns."""
    kinds, (first, second, *_) = [column.typecode for column in columns], columns
    if len(first) < MANY or not is_installed("numpy"):
        order = sorted(range(len(first)), key=lambda row: (first[row], second[row]))
        return [array(one.typecode, map(one.__getitem__, order)) for one in columns]
    # Loaded here: few rows are sorted without.
    import numpy as np

    views = [np.frombuffer(one, kind) for one, kind in zip(columns, kinds, strict=True)]
    by_key = np.lexsort((views[1], views[0]))
    return [array(kind, one[by_key].tobytes()) for one, kind in zip(views, kinds, strict=True)]
