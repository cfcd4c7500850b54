"""Rows of counted openings: summed where they are alike, and put aside where they are many.

Rows of few games each are added. They wait in a temporary file, by the first bits of a key, and
come back part by part, so that memory does not grow with what is counted.
"""

from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, TypeAlias
from weakref import finalize

import numpy as np
import numpy.typing as npt

from analysis.openings.counted import EXAMPLES

Rows: TypeAlias = npt.NDArray[np.void]
"""Records with the fields of `POSITION`, `MOVE` or `YEAR`."""

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]

SIDES = 3
"""Most sides of a game."""

POSITION = np.dtype(
    [
        *(("key", "u8"), ("games", "u4"), ("draws", "u4"), ("plies", "u8"), ("last", "u4")),
        *(("wins", "u4", (SIDES,)), ("examples", "u4", (EXAMPLES,))),
    ]
)
"""A position: its least key, and its `Score`. Examples are numbers of games from 1, 0 for none."""

MOVE = np.dtype(
    [
        *(("key", "u8"), ("before", "u8"), ("after", "u8"), ("times", "u4"), ("accepted", "u4")),
        *(("text", "u4"), ("images", "u2"), ("images_after", "u2"), ("symmetry", "u2")),
    ]
)
"""A move: the key of the position that it leads to, the keys that `OpeningCounts.moves` has of it,
and its `Edge`, whose text and bit sets are numbered."""

YEAR = np.dtype([("key", "u8"), ("year", "u2"), ("games", "u4")])
"""The number of games of a year that reached a position."""

HELD = 1 << 25
"""Bytes of rows of one kind that are in memory before they are put aside."""

PARTS = 64
"""Parts of what was put aside, by the first bits of the keys."""

_SHIFT = np.uint64(64 - PARTS.bit_length() + 1)


class _Spilled(NamedTuple):
    """Rows in the temporary file: where they begin, and where each part of them does."""

    offset: int
    bounds: Numbers


class Gathered:
    """Rows of one kind, of which those alike are summed.

    Args:
        kind: the fields of a row; ``key`` is one of them.
        merged: returns rows in the order of their keys, those alike as one.
    """

    def __init__(self, kind: "np.dtype[np.void]", merged: Callable[[Rows], Rows]) -> None:
        self._kind, self._merged = kind, merged
        self._rows: list[Rows] = []
        self._bytes = 0
        self._file: IO[bytes] | None = None
        self._spilled: list[_Spilled] = []

    def add(self, rows: Rows) -> None:
        """Add rows, which come after all others."""
        if len(rows):
            self._rows.append(rows)
            self._bytes += rows.nbytes
        if self._bytes > HELD:
            rows = self._settled()
            self._rows, self._bytes = [rows], rows.nbytes
            if self._bytes > HELD // 2:
                self._spill(rows)

    def _settled(self) -> Rows:
        """Return the rows in memory, those alike as one."""
        return self._merged(np.concatenate([np.empty(0, self._kind), *self._rows]))

    def _spill(self, rows: Rows) -> None:
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115  # closed with these rows
            finalize(self, self._file.close)
        offset = self._file.seek(0, 2)
        self._file.write(rows.tobytes())
        of_parts = rows["key"] >> _SHIFT
        bounds = np.searchsorted(of_parts, np.arange(PARTS + 1, dtype=np.uint64))
        self._spilled.append(_Spilled(offset, bounds))
        self._rows, self._bytes = [], 0

    def parts(self) -> Iterator[Rows]:
        """Yield all rows in the order of their keys, in parts, those alike as one."""
        if not self._spilled:
            self._rows = [self._settled()]
            yield from self._rows
            return
        if self._rows or len(self._spilled) > 1:
            self._settle_file()
        for part in range(PARTS):
            yield self._read(self._spilled[0], part)

    def _settle_file(self) -> None:
        """Put all rows aside anew, those alike as one, so that they are merged only once."""
        self._spill(self._settled())
        earlier, file = self._spilled, TemporaryFile()  # noqa: SIM115  # closed with these rows
        sizes = [0]
        for part in range(PARTS):
            rows = self._merged(np.concatenate([self._read(one, part) for one in earlier]))
            file.write(rows.tobytes())
            sizes.append(len(rows))
        assert self._file
        self._file.close()
        self._file, self._spilled = file, [_Spilled(0, np.cumsum(sizes))]
        finalize(self, file.close)

    def _read(self, spilled: _Spilled, part: int) -> Rows:
        assert self._file
        first, end = spilled.bounds[part : part + 2].tolist()
        size = self._kind.itemsize
        self._file.seek(spilled.offset + first * size)
        return np.frombuffer(self._file.read((end - first) * size), self._kind)

    def __getstate__(self) -> dict[str, object]:
        """Return what is pickled: all rows."""
        return {**vars(self), "_rows": list(self.parts()), "_file": None, "_spilled": []}


def merged_positions(rows: Rows) -> Rows:
    """Return positions in the order of their keys, each once."""
    rows = rows[np.argsort(rows["key"], kind="stable")]
    starts = _starts(rows["key"])
    if len(starts) == len(rows):
        return rows
    found = rows[starts]
    for field in ("games", "draws", "plies", "wins"):
        found[field] = np.add.reduceat(rows[field], starts)
    found["last"] = np.maximum.reduceat(rows["last"], starts)
    group = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(rows))))
    known = rows["examples"] > 0
    owner = np.repeat(group, known.sum(axis=1))
    first = np.searchsorted(owner, np.arange(len(starts)))
    place = np.arange(len(owner)) - first[owner]
    kept = place < EXAMPLES
    found["examples"] = 0
    found["examples"][owner[kept], place[kept]] = rows["examples"][known][kept]
    return found


def merged_moves(rows: Rows) -> Rows:
    """Return moves in the order of the positions that they lead to, each as it was first played."""
    rows = rows[np.argsort(rows["key"], kind="stable")]
    places = _of_mixed_runs(rows["key"], rows["after"], rows["before"])
    some = rows[places]
    # Nearly all positions are reached by one move: the others alone are sorted by more.
    rows[places] = some[np.lexsort((some["before"], some["after"], some["key"]))]
    starts = _starts(rows["key"], rows["after"], rows["before"])
    found = rows[starts]
    for field in ("times", "accepted"):
        found[field] = np.add.reduceat(rows[field], starts) if len(rows) else 0
    return found


def merged_years(rows: Rows) -> Rows:
    """Return years in the order of the keys of positions, each once."""
    rows = rows[np.lexsort((rows["year"], rows["key"]))]
    starts = _starts(rows["key"], rows["year"])
    found = rows[starts]
    found["games"] = np.add.reduceat(rows["games"], starts) if len(rows) else 0
    return found


def _starts(*columns: Numbers) -> Numbers:
    """Return where the runs of rows with the same values begin."""
    fresh = np.zeros(len(columns[0]), np.bool_)
    fresh[:1] = True
    for column in columns:
        fresh[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(fresh)


def _of_mixed_runs(sorted_: Numbers, *columns: Numbers) -> Numbers:
    """Return the places of the runs of equal numbers in which other columns differ."""
    starts = _starts(sorted_)
    run = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(sorted_))))
    mixed = np.zeros(len(starts), np.bool_)
    for column in columns:
        mixed[run[column != column[starts][run]]] = True
    return np.flatnonzero(mixed[run])


_BASE = 101
"""A month or day of two digits, or none."""


def date_number(date: str) -> int:
    """Return a date such as ``2004-05`` as a number, in the order of dates; 0 for an empty one."""
    parts = [int(part) + 1 for part in date.split("-") if part]
    year, month, day = [*parts, 0, 0, 0][:3]
    return (year * _BASE + month) * _BASE + day


def date_of(number: int) -> str:
    """Return the date that a number stands for."""
    year, month, day = number // _BASE**2, number // _BASE % _BASE, number % _BASE
    parts = [f"{year - 1:04}", *(f"{part - 1:02}" for part in (month, day) if part)]
    return "-".join(parts) if number else ""


def year_of(numbers: Numbers) -> Numbers:
    """Return the years of known dates."""
    return numbers // _BASE**2 - 1
