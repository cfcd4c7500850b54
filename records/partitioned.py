"""Partitioned libraries: folders of Parquet files that ``ludograph library partition`` makes.

Such a folder has a manifest, written last, that names the files, the *partitions*: those of keys by
their high bits, those of games and boards by the numbers of the games. What stands in which column
is the business of `analysis.library`.
"""

import json
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from notation import LudographError
from notation.findings import violation
from notation.printing import json_line
from records.assumptions import Assumptions
from records.format import BinaryFormat, ReadOnly
from records.library import UnusableLibrary, read_text
from records.model import Record, Source, without_games
from records.sources.archives import UNREADABLE
from records.sources.boundary import UnreadableFile
from records.sources.names import MANIFEST

if TYPE_CHECKING:
    import pyarrow.parquet as pq

SCHEMA = 1
"""The version of the columns that this release reads and writes."""

GROUP = 512
"""Records that are read at a time."""

HEAD = '{"ludograph-library": '

_FILE = re.compile(r"[\w-]+/(keys|games|boards)/\d+\.parquet", re.ASCII)
_AGAIN = "make it again with ludograph library partition"


@dataclass(frozen=True, slots=True)
class Partition:
    """A file of a partitioned library, whose rows are in the order of their first column.

    Attributes:
        file: name of the file in the folder.
        rows: number of its rows.
        size: number of its bytes.
        crc: their check sum, CRC-32.
        low: the first value of its first column.
        high: the last value of its first column.
        kind: number of the kind of its boards, 0 for none.
        spans: the first row of a position, and the one after the last: of each block of boards, or
            of all games.
    """

    file: str
    rows: int
    size: int
    crc: int
    low: int
    high: int
    kind: int = 0
    spans: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, described: Any) -> "Partition":
        """Return the partition that the manifest describes.

        Raises:
            ValueError: what it has there is none.
            TypeError: likewise.
        """
        file, *numbers, spans = described
        if not _FILE.fullmatch(file) or not all(type(one) is int for one in numbers):
            raise ValueError(f"{file!r} is no partition")
        rows, size, crc, low, high, kind = numbers
        pairs = tuple((int(first), int(stop)) for first, stop in spans)
        return cls(file, rows, size, crc, low, high, kind, pairs)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a partitioned library consists of.

    Attributes:
        path: the folder.
        made: the folder in it that has the partitions; their schema names it, too.
        bits: number of the high bits of a key that say which partition it is in.
        kinds: game and variant of the kinds of boards, which are numbered from 1.
        keys: the partitions of keys.
        games: those of games, in the order of their numbers.
        boards: those of boards.
    """

    path: str
    made: str
    bits: int
    kinds: tuple[tuple[str, str], ...]
    keys: tuple[Partition, ...]
    games: tuple[Partition, ...]
    boards: tuple[Partition, ...]

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """All partitions."""
        return (*self.keys, *self.games, *self.boards)

    @property
    def size(self) -> int:
        """Number of the bytes of all partitions."""
        return sum(one.size for one in self.partitions)

    def text(self) -> str:
        """Return the text of the manifest, which `read_manifest` reads."""
        content = {name: getattr(self, name) for name in ("made", "bits", "kinds")}
        for name in ("keys", "games", "boards"):
            content[name] = [
                [one.file, one.rows, one.size, one.crc, one.low, one.high, one.kind, one.spans]
                for one in getattr(self, name)
            ]
        body = json_line(content)
        return f'{HEAD}{SCHEMA}, "crc": {zlib.crc32(body.encode())}, "content": {body}}}\n'


def read_manifest(path: str) -> Manifest:
    """Return the manifest of a partitioned library.

    Args:
        path: the folder.

    Raises:
        UnusableLibrary: it is none, is damaged, or of another version.
        OSError: it cannot be read.
    """
    place = Path(path, MANIFEST)
    if not place.exists() and os.path.isdir(path):
        raise UnusableLibrary(
            f"{path}: a folder without {MANIFEST}, and so not a partitioned library, or one that "
            "was not made to its end"
        )
    text = place.read_text("utf-8", "replace")
    try:
        found = json.loads(text)
        version, body = found["ludograph-library"], found["content"]
        if version != SCHEMA:
            raise UnusableLibrary(
                f"{path}: another release of ludograph made this library (columns of version "
                f"{version}, this one has {SCHEMA}): {_AGAIN}"
            )
        if zlib.crc32(json_line(body).encode()) != found["crc"]:
            raise ValueError("its check sum is wrong")
        lists = (tuple(map(Partition.of, body[name])) for name in ("keys", "games", "boards"))
        kinds = tuple((str(game), str(variant)) for game, variant in body["kinds"])
        return Manifest(path, str(body["made"]), int(body["bits"]), kinds, *lists)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UnusableLibrary(f"{place}: the manifest is damaged ({error}): {_AGAIN}") from None


@contextmanager
def named_partition(path: str, file: str) -> Iterator[None]:
    """Raise what reading a partition reports as an error that names it.

    Raises:
        UnusableLibrary: the partition is missing or damaged.
        OSError: the system cannot read it.
    """
    import pyarrow as pa

    try:
        yield
    except FileNotFoundError:
        raise UnusableLibrary(f"{path}: the partition {file} is missing: {_AGAIN}") from None
    except (pa.ArrowException, OSError, KeyError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        reason = (str(error).splitlines() or ["cannot be read"])[0]
        raise UnusableLibrary(
            f"{path}: the partition {file} is damaged ({reason}): {_AGAIN}"
        ) from None


def open_partition(manifest: Manifest, partition: Partition) -> "pq.ParquetFile":
    """Open a partition.

    Raises:
        UnusableLibrary: it is missing, damaged, or another file in its place.
        OSError: the system cannot read it.
    """
    import pyarrow.parquet as pq

    place = Path(manifest.path, partition.file)
    with named_partition(manifest.path, partition.file):
        size = place.stat().st_size
        if size != partition.size:
            raise OSError(f"{size:,} bytes, not {partition.size:,}")
        found = pq.ParquetFile(place, pre_buffer=False, page_checksum_verification=True)
        token = (found.schema_arrow.metadata or {}).get(b"ludograph")
        if token != manifest.made.encode() or found.metadata.num_rows != partition.rows:
            raise OSError("it was made for another library")
    return found


def stored_texts(manifest: Manifest) -> Iterator[tuple[int, str]]:
    """Yield the records as JSON with their numbers, in order.

    Raises:
        UnusableLibrary: a partition is missing or damaged.
    """
    for partition in manifest.games:
        with named_partition(manifest.path, partition.file):
            file = open_partition(manifest, partition)
            for batch in file.iter_batches(GROUP, columns=["id", "json"], use_threads=False):
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


class PartitionedFormat(ReadOnly, BinaryFormat):
    """The games of a partitioned library, whose manifest is read."""

    lossless = True

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records.

        Raises:
            UnreadableFile: a partition is missing or damaged, or the library is in an archive.
        """
        folder = os.path.dirname(path) or "."
        count = 0
        try:
            if not isinstance(file.name, str):
                raise UnusableLibrary(f"{path}: a partitioned library is read from a folder only")
            for number, text in stored_texts(read_manifest(folder)):
                count += 1
                yield read_text(text, Source(folder, number, number), assumptions)
        except (LudographError, OSError) as error:
            raise UnreadableFile(violation(UNREADABLE, str(error)).at(line=1)) from None
        if not count:
            yield without_games(path, violation("no-game", "the library has no games").at(line=1))
