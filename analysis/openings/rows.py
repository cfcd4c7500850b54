"""Rows of numbers that are looked up by a key, beyond memory if there are many."""

import mmap
import os
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile
from typing import Any, TypeAlias
from weakref import finalize

from notation.extras import is_installed

MANY = 10_000
"""Number of rows from which on loading numpy takes less time than it saves in sorting."""

LOOK_UPS = 16
"""Maximum number of look-ups after which the pages of the file that were read are released."""

Columns: TypeAlias = Sequence[Any]
"""Columns of numbers: arrays, or views of a file."""


class SortedRows:
    """Rows of columns, of which the first is a key and the second the number of a game.

    Rows may be added in any order, but between two calls of `spill` all rows of some games, whose
    numbers follow those of the games before.

    Args:
        kinds: the type codes of the columns; see `array.array`.
    """

    def __init__(self, kinds: str) -> None:
        self._kinds, self._memory = kinds, [array(kind) for kind in kinds]
        self._is_sorted = True
        self._sizes: list[int] = []
        self._file: Any = None
        self._views: list[Columns] = []
        self._map: mmap.mmap | None = None
        self._read = 0

    def __len__(self) -> int:
        """Return the number of rows in memory."""
        return len(self._memory[0])

    def __getstate__(self) -> dict[str, Any]:
        """Return all rows, read back from the temporary file, which cannot be pickled."""
        whole = SortedRows(self._kinds)
        for part in self.parts():
            whole.extend(*part)
        return whole.__dict__

    def extend(self, *columns: Any) -> None:
        """Add rows, given by their columns: arrays of this module or of numpy, or views."""
        self._is_sorted = False
        for column, added in zip(self._memory, columns, strict=True):
            column.frombytes(added.tobytes())

    def append(self, *row: int) -> None:
        """Add a row."""
        self._is_sorted = False
        for column, number in zip(self._memory, row, strict=True):
            column.append(number)

    def spill(self) -> None:
        """Move the rows in memory to a temporary file; it has no name, and is gone with this."""
        if not len(self):
            return
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115, closed with the object
            finalize(self, self._file.close)
        self._file.seek(0, os.SEEK_END)
        self._sort()
        for column in self._memory:
            self._file.write(column)
        self._sizes.append(len(self))
        self._memory = [array(kind) for kind in self._kinds]

    def parts(self) -> Iterator[Columns]:
        """Yield the columns of all rows, in parts; those in the file are sorted."""
        if len(self._views) < len(self._sizes):
            self._file.flush()
            self._views = list(self._mapped())
        yield from self._views
        yield self._memory

    def of(self, key: int) -> Columns:
        """Return the columns of the rows with a key, in the order of the games."""
        self._sort()
        found = []
        for part in self.parts():
            first = bisect_left(part[0], key)
            if size := bisect_right(part[0], key, first) - first:
                found.append([column[first : first + size] for column in part])
        if len(found) == 1 and not self._sizes:
            return found[0]
        columns = [array(kind) for kind in self._kinds]
        for part in found:
            for column, added in zip(columns, part, strict=True):
                column.frombytes(added.tobytes())
        self._read += MANY // LOOK_UPS + len(columns[0])
        if self._map and self._read > MANY and hasattr(mmap, "MADV_DONTNEED"):
            # Pages of the file that were read count as memory of the process.
            self._map.madvise(mmap.MADV_DONTNEED)
            self._read = 0
        return columns

    def _mapped(self) -> Iterator[Columns]:
        """Yield the columns of the parts in the file."""
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        whole: Any = memoryview(self._map)
        place = 0
        for size in self._sizes:
            columns = []
            for kind in self._kinds:
                end = place + size * array(kind).itemsize
                columns.append(whole[place:end].cast(kind))
                place = end
            yield columns

    def _sort(self) -> None:
        """Sort the rows in memory by key and game."""
        if not self._is_sorted:
            self._memory, self._is_sorted = _in_order(self._memory), True


def _in_order(columns: Sequence["array[int]"]) -> list["array[int]"]:
    """Return columns with their rows sorted by the first two."""
    kinds, (first, second, *_) = [column.typecode for column in columns], columns
    if len(first) < MANY or not is_installed("numpy"):
        order = sorted(range(len(first)), key=lambda row: (first[row], second[row]))
        return [array(one.typecode, map(one.__getitem__, order)) for one in columns]
    # Loaded here: few rows are sorted without.
    import numpy as np

    views = [np.frombuffer(one, kind) for one, kind in zip(columns, kinds, strict=True)]
    by_key = np.lexsort((views[1], views[0]))
    return [array(kind, one[by_key].tobytes()) for one, kind in zip(views, kinds, strict=True)]
