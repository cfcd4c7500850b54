"""Writing a partitioned library from libraries in one file, in any number of processes.

Each process writes whole partitions, and the manifest is written when all are there: what breaks
off before leaves the folder as it was.
"""

import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from analysis.batch.executors import Workers, in_order
from analysis.library.library import Library
from analysis.library.partition_pieces import PartitionPiece, high_bits, origins_of, pieces_of
from notation import LudographError
from records.library import check_sum, named_errors
from records.partitioned import Manifest, Partition
from records.sources.names import MANIFEST
from records.target import completed


class CannotPartition(LudographError):
    """Libraries that cannot be partitioned, or a folder that something else stands in."""


@dataclass(frozen=True, slots=True)
class PartitionTask:
    """Writes partitions, in any process.

    Attributes:
        folder: the folder, by a name that any process can open.
        made: the folder in it for the partitions.
    """

    folder: str
    made: str

    def __call__(self, piece: PartitionPiece) -> Partition | None:
        """Write a partition; return None where there is nothing to write.

        Raises:
            UnusableLibrary: a library is damaged.
            OSError: it cannot be written.
        """
        table, spans = piece.table()
        if not len(table):
            return None
        file = f"{self.made}/{piece.name}.parquet"
        place = Path(self.folder, file)
        place.parent.mkdir(parents=True, exist_ok=True)
        options = LAYOUT[place.parent.name]
        marked = table.replace_schema_metadata({"ludograph": self.made})
        pq.write_table(marked, place, write_page_checksum=True, **options)
        with open(place, "rb") as written:
            crc = check_sum(written)
        low, high = (table.column(0)[at].as_py() for at in (0, -1))
        size = place.stat().st_size
        return Partition(file, len(table), size, crc, low, high, piece.kind, tuple(spans))


LAYOUT: dict[str, dict[str, Any]] = {
    "keys": {
        "row_group_size": 1 << 14,
        "compression": "zstd",
        "use_dictionary": ["image"],
        "column_encoding": dict.fromkeys(("key", "row"), "DELTA_BINARY_PACKED"),
    },
    "games": {"row_group_size": 1 << 9, "compression": "zstd"},
    "boards": {"row_group_size": 1, "compression": "none", "use_dictionary": False},
}
"""How the partitions in each folder are written; blocks are compressed already."""


def partition(paths: Sequence[str], folder: str, workers: Workers) -> Manifest:
    """Write libraries as one that is partitioned, which takes the place of an earlier one.

    Args:
        paths: libraries in one file. Of a game that several of them have, the first counts.
        folder: the folder, which may be new.
        workers: where the partitions are written; their machines share the files.

    Returns:
        The manifest.

    Raises:
        CannotPartition: other things stand in the folder, or a library was changed meanwhile.
        UnusableLibrary: a library is damaged, or none.
        OSError: the folder cannot be written.
    """
    with ExitStack() as stack:
        libraries = [stack.enter_context(Library(path)) for path in paths]
        _check_free(folder)
        before = list(map(_version, libraries))
        kinds = list(dict.fromkeys(one for each in libraries for one in each.kinds().values()))
        origins = tuple(origins_of(libraries, kinds))
        made = f"made-{secrets.token_hex(8)}"
        with _removed_on_failure(Path(folder, made)):
            task = PartitionTask(os.path.abspath(folder), made)
            rows = sum(sum(one.keys.segments().values()) for one in libraries)
            pieces = pieces_of(origins, libraries, rows)
            written: dict[str, list[Partition]] = {"keys": [], "games": [], "boards": []}
            for one in filter(None, in_order(workers, task, pieces)):
                written[one.file.split("/")[1]].append(one)
            if list(map(_version, libraries)) != before:
                raise CannotPartition(f"{', '.join(paths)}: changed meanwhile: try again")
            lists = (tuple(written[name]) for name in ("keys", "games", "boards"))
            manifest = Manifest(folder, made, high_bits(rows), tuple(kinds), *lists)
            with completed(Path(folder, MANIFEST)) as out:
                out.write(manifest.text().encode())
    for entry in os.listdir(folder):
        if entry.startswith("made-") and entry != made:
            shutil.rmtree(Path(folder, entry), ignore_errors=True)
    return manifest


@contextmanager
def _removed_on_failure(folder: Path) -> Iterator[None]:
    """Make a folder, and remove it where the work breaks off."""
    if not folder.parent.is_dir():
        folder.parent.mkdir()
    folder.mkdir()
    try:
        yield
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _check_free(folder: str) -> None:
    """Check that nothing but a partitioned library, or what is left of one, stands in a folder.

    Raises:
        CannotPartition: something does.
        OSError: it is a file, or cannot be read.
    """
    if not os.path.lexists(folder):
        return
    for entry in sorted(os.listdir(folder)):
        if entry != MANIFEST and not entry.startswith((".ludograph-", "made-")):
            raise CannotPartition(f"{folder}: {entry} stands in this folder: name a new one")


def _version(library: Library) -> tuple[int, int]:
    """Return what changes when another process changes a library."""
    with named_errors(library.path):
        version: int = library.engine.execute("PRAGMA data_version").fetchone()[0]
    return version, len(library)
