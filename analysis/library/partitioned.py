"""A library that is partitioned: the same answers from a folder of Parquet files.

``keys`` has the rows by their keys, ``games`` what describes a game and its record, ``boards`` the
blocks of a library in one file, as they are. `analysis.library.partitioning` writes them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analysis.games.arrays import Places
from analysis.library.boards import BoardBlock, StoredGameRows
from analysis.library.described import COLUMNS, DescribedGame
from analysis.library.indexing import BoardKind
from analysis.library.keys import NO_ROWS, KeyRows
from analysis.library.library import game_places_of
from analysis.library.stored import StoredLibrary
from records import Record
from records.assumptions import Assumptions
from records.library import read_text
from records.model import Source
from records.partitioned import (
    Manifest,
    Partition,
    named_partition,
    open_partition,
    read_manifest,
)

Values = npt.NDArray[np.int64] | npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class GamesPartition:
    """A partition of games, as part of a library.

    Attributes:
        manifest: the manifest.
        partition: the partition.
        path: the name of the library in descriptions.
    """

    manifest: Manifest
    partition: Partition
    path: str

    def games(self) -> Iterator[tuple[int, DescribedGame]]:
        """Yield the descriptions of the games with their numbers, in order."""
        file = open_partition(self.manifest, self.partition)
        for group in range(file.num_row_groups):
            with named_partition(self.manifest.path, self.partition.file):
                found = file.read_row_group(group, ["id", *COLUMNS], use_threads=False)
            yield from _described(self.path, found)


@dataclass(frozen=True, slots=True)
class BlockGroup:
    """A block of boards in its partition.

    Attributes:
        manifest: the manifest.
        partition: the partition.
        group: number of the row group that has the block.
    """

    manifest: Manifest
    partition: Partition
    group: int

    @property
    def span(self) -> tuple[int, int]:
        """The first row, and the one after the last."""
        return self.partition.spans[self.group]

    def load(self) -> BoardBlock:
        """Return the block.

        Raises:
            UnusableLibrary: the partition is missing or damaged.
        """
        file = open_partition(self.manifest, self.partition)
        names = ["games", "columns"]
        with named_partition(self.manifest.path, self.partition.file):
            found = file.read_row_group(self.group, names, use_threads=False)
        games, columns = (found[name][0].as_py() for name in names)
        return BoardBlock(self.group, self.partition.kind, games, columns)


@dataclass(frozen=True, slots=True)
class PartitionedRows:
    """The rows of the games in a partition of boards.

    Attributes:
        manifest: the manifest.
        partition: the partition.
    """

    manifest: Manifest
    partition: Partition

    def load(self) -> StoredGameRows:
        """Return the rows.

        Raises:
            UnusableLibrary: the partition is missing or damaged.
        """
        file = open_partition(self.manifest, self.partition)
        with named_partition(self.manifest.path, self.partition.file):
            found = file.read(["games"], use_threads=False)["games"]
        return StoredGameRows.chained([StoredGameRows.unpack(one.as_py()) for one in found])


class PartitionedLibrary(StoredLibrary):
    """A library of games in a folder.

    Args:
        path: the folder.

    Attributes:
        path: the folder.
        manifest: what it consists of.

    Raises:
        UnusableLibrary: it is no library, is damaged, or of another version.
        OSError: it cannot be read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.manifest = read_manifest(path)
        self._open: dict[str, pq.ParquetFile] = {}

    def close(self) -> None:
        """Close the files."""
        for file in self._open.values():
            file.close()
        self._open.clear()

    def __len__(self) -> int:
        """Return the number of games."""
        return sum(one.rows for one in self.manifest.games)

    @property
    def size(self) -> int:
        """The number of its bytes."""
        return self.manifest.size

    def totals(self) -> tuple[int, int, int]:
        """Return the numbers of games, of their plies, and of their move texts."""
        parts = [self._read(one, ["plies", "moves"]) for one in self.manifest.games]
        plies, moves = (
            sum(pc.sum(one[name]).as_py() for one in parts) for name in ("plies", "moves")
        )
        return len(self), plies, moves

    def unfinished(self) -> list[int]:
        """Return the numbers of games that were not played to their end by the rules."""
        found: list[int] = []
        for one in self.manifest.games:
            part = self._read(one, ["id", "valid", "accepted", "kind"])
            valid, accepted, kind = (
                part[name].to_numpy() for name in ("valid", "accepted", "kind")
            )
            wanted = (valid == 0) | (accepted > 0) | (kind == 0)
            found += part["id"].filter(pa.array(wanted)).to_pylist()
        return found

    def parts(self) -> Iterator[GamesPartition]:
        """Yield all games, a partition at a time."""
        for one in self.manifest.games:
            yield GamesPartition(self._for_any_process, one, self.path)

    @cached_property
    def _for_any_process(self) -> Manifest:
        """The manifest with a path that any process can open, and without the partitions."""
        found = self.manifest
        return Manifest(str(Path(found.path).absolute()), found.made, found.bits, (), (), (), ())

    def numbers(self) -> list[int]:
        """Return the numbers of all games, in order."""
        parts = [self._read(one, ["id"])["id"].to_pylist() for one in self.manifest.games]
        return [number for part in parts for number in part]

    def games(self, numbers: Iterable[int] | None = None) -> Iterator[tuple[int, DescribedGame]]:
        """Yield descriptions of games with their numbers.

        Args:
            numbers: the numbers, in the order in which to yield them, None for all games. A number
                that no game has is passed over.
        """
        for found in self._of_games(numbers, COLUMNS):
            yield from _described(self.path, found)

    def records(
        self, numbers: Iterable[int], assumptions: Assumptions | None = None
    ) -> Iterator[Record]:
        """Yield the records of games by their numbers, as `records.read` does."""
        for found in self._of_games(numbers, ["json"]):
            for number, text in zip(
                found["id"].to_pylist(), found["json"].to_pylist(), strict=True
            ):
                here = Source(self.path, number, number)
                yield read_text(text, here, assumptions or Assumptions())

    def _of_games(
        self, numbers: Iterable[int] | None, columns: Sequence[str]
    ) -> Iterator[pa.Table]:
        """Yield columns of games, for each run of numbers that stand in one partition."""
        wanted = np.array(self.numbers() if numbers is None else list(numbers), np.int64)
        partitions = self.manifest.games
        at = np.searchsorted(np.array([one.high for one in partitions], np.int64), wanted)
        for run in np.split(np.arange(len(at)), np.flatnonzero(np.diff(at)) + 1):
            if not len(run) or at[run[0]] == len(partitions):
                continue
            some = wanted[run]
            found = self._read(partitions[at[run[0]]], ["id", *columns], np.unique(some))
            ids = found["id"].to_numpy()
            places = np.minimum(np.searchsorted(ids, some), len(ids) - 1)
            yield found.take(places[ids[places] == some]) if len(ids) else found

    def kinds(self) -> dict[int, BoardKind]:
        """Return the kinds of boards by their numbers."""
        return {number: BoardKind(*kind) for number, kind in enumerate(self.manifest.kinds, 1)}

    def rows_of_key(self, key: int) -> KeyRows:
        """Return the rows of positions whose images have a least key."""
        value = np.array([key], np.uint64)
        parts = [NO_ROWS]
        for one in self.manifest.keys:
            if one.low <= key <= one.high:
                found = self._read(one, ["key", "row", "image"], value)
                rows = KeyRows(*(found[name].to_numpy() for name in ("key", "row", "image")))
                parts.append(rows.some(rows.keys == value))
        return KeyRows.sorted(parts)

    def places(self, rows: Places, kind: int | None = None) -> tuple[Places, Places]:
        """Return the game of each of some rows, and its ply there; 0 for a row of no game.

        Args:
            rows: the rows.
            kind: the kind of the boards; rows of another are of no game. None for any.
        """
        parts = [(np.zeros(0, np.int64),) * 3]
        ordered = np.unique(rows)
        for one in self.manifest.games:
            some = ordered[slice(*np.searchsorted(ordered, one.spans[0]))]
            if not len(some):
                continue
            found = self._read(one, ["id", "kind", "first", "rows"], some, "first")
            kinds, *columns = (found[name].to_numpy() for name in ("kind", "id", "first", "rows"))
            known = (columns[-1] > 0) & ((kinds == kind) if kind else True)
            parts.append(tuple(column[known] for column in columns))
        numbers, firsts, lengths = map(np.concatenate, zip(*parts, strict=True))
        return game_places_of(numbers, firsts, lengths, rows)

    def blocks(self, kind: int) -> Iterator[BlockGroup]:
        """Yield the boards of a kind, by its number."""
        for one in self.manifest.boards:
            if one.kind == kind:
                for group in range(len(one.spans)):
                    yield BlockGroup(self._for_any_process, one, group)

    def game_rows(self, kind: int) -> Iterator[PartitionedRows]:
        """Yield the rows of the games of a kind, by its number."""
        for one in self.manifest.boards:
            if one.kind == kind:
                yield PartitionedRows(self._for_any_process, one)

    def _read(
        self,
        partition: Partition,
        columns: Sequence[str],
        values: Values | None = None,
        by: str | None = None,
    ) -> pa.Table:
        """Return columns of a partition, all rows or those of the groups that some values are in.

        Args:
            partition: the partition.
            columns: names of the columns, of which the first is in order.
            values: values in order; None for all.
            by: name of the column, also in order, in which a value is, or before which: values of
                the last group up to the next one count as in it. The first by default.
        """
        with named_partition(self.path, partition.file):
            file = self._open.get(partition.file)
            if file is None:
                file = self._open[partition.file] = open_partition(self.manifest, partition)
            groups = list(range(file.num_row_groups))
            if values is not None:
                place = file.schema_arrow.names.index(by or columns[0])
                bounds = [
                    (found.min, found.max)
                    for found in (
                        file.metadata.row_group(group).column(place).statistics for group in groups
                    )
                ]
                groups = _touched(bounds, values, up_to_next=by is not None)
            return file.read_row_groups(groups, list(columns), use_threads=False)


def _touched(bounds: Sequence[tuple[int, int]], values: Values, up_to_next: bool) -> list[int]:
    """Return which groups some values lie in, given the least and the greatest value of each."""
    kind = values.dtype
    lows = np.array([low for low, _ in bounds], kind)
    if up_to_next:
        found = np.unique(np.maximum(np.searchsorted(lows, values, "right") - 1, 0))
    else:
        highs = np.array([high for _, high in bounds], kind)
        first, stop = np.searchsorted(values, lows), np.searchsorted(values, highs, "right")
        found = np.flatnonzero(first < stop)
    return [int(group) for group in found]


def _described(path: str, found: pa.Table) -> Iterator[tuple[int, DescribedGame]]:
    columns = [found[name].to_pylist() for name in ("id", *COLUMNS)]
    for number, *row in zip(*columns, strict=True):
        yield number, DescribedGame(path, number, row)
