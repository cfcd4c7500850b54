"""Counts that need more than memory: sorted runs in a temporary file."""

import os
import pickle
from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter
from tempfile import TemporaryFile
from typing import Any, Generic, Protocol, Self, TypeVar
from weakref import finalize

CHUNK = 100
"""Number of entries that are read from a run at once."""


class Countable(Protocol):
    """A count to which others can be added."""

    def add(self, other: Self) -> None:
        """Add another count."""

    def copy(self) -> Self:
        """Return a copy, to which others can be added."""


Key = TypeVar("Key", bound=int | tuple[int, ...])
Count = TypeVar("Count", bound=Countable)


class Runs(Generic[Key, Count]):
    """Counts by key in a temporary file: runs in the order of the keys, merged when they are read.

    The file has no name, and is gone with the object.
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115, closed with the object
        finalize(self, self._file.close)
        self._bounds: list[tuple[int, int]] = []

    def add(self, counts: Mapping[Key, Count]) -> None:
        """Write a run."""
        start = self._file.seek(0, os.SEEK_END)
        entries = iter(sorted(counts.items(), key=itemgetter(0)))
        while some := list(islice(entries, CHUNK)):
            pickle.dump(some, self._file, pickle.HIGHEST_PROTOCOL)
        self._bounds.append((start, self._file.tell()))

    def merged(self, last: Mapping[Key, Count]) -> Iterator[tuple[Key, Count]]:
        """Yield the counts by key; the counts of a key are added up in the order of the runs.

        Args:
            last: counts that are added after those of the runs.
        """
        runs = [self._run(*bounds) for bounds in self._bounds]
        key_of: Any = itemgetter(0)
        entries = merge(*runs, sorted(last.items(), key=key_of), key=key_of)
        for key, found in groupby(entries, key=key_of):
            first, *others = (count for _, count in found)
            total = first.copy() if others else first
            for count in others:
                total.add(count)
            yield key, total

    def _run(self, place: int, end: int) -> Iterator[tuple[Key, Count]]:
        while place < end:
            self._file.seek(place)
            some = pickle.load(self._file)
            place = self._file.tell()
            yield from some
