"""The same library in one file and partitioned."""

from pathlib import Path

import pytest

from analysis.batch import InputOptions, RecordBatch
from analysis.batch.executors import SerialExecutor, Workers
from analysis.library import partition_pieces, partitioning
from analysis.library.importing import Importer
from analysis.library.library import Library
from analysis.library.partitioned import PartitionedLibrary
from analysis.library.stored import StoredLibrary
from records import Record
from tests.library import plain

FORMS = ("one file", "partitioned")

SERIAL = Workers(SerialExecutor())


def filled(path: str, games: int) -> Library:
    """Return a new library with some games of each kind."""
    return made_of(path, plain.records(games))


def made_of(path: str, records: tuple[Record, ...]) -> Library:
    """Return a new library with some games."""
    library = Library.made(path)
    importer = Importer(library, InputOptions())
    importer.add(importer.task()(RecordBatch("games.jsonl", records)))
    importer.flush()
    return library


def partitioned(paths: list[str], folder: Path, workers: Workers = SERIAL) -> PartitionedLibrary:
    """Return a library in many small partitions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partition_pieces, "KEYS", 100)
        patch.setattr(partition_pieces, "GAMES", 7)
        patch.setattr(partition_pieces, "BLOCKS", 2)
        for name, rows in (("keys", 64), ("games", 3)):
            patch.setitem(partitioning.LAYOUT[name], "row_group_size", rows)
        partitioning.partition(paths, str(folder), workers)
    return PartitionedLibrary(str(folder))


def in_form(form: str, folder: Path, games: int) -> StoredLibrary:
    """Return a library with some games of each kind, in one of `FORMS`."""
    library = filled(str(folder / "games.ludo"), games)
    if form == "one file":
        return library
    library.close()
    return partitioned([library.path], folder / "games.parquet")
