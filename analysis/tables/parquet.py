"""Both tables as a folder of Parquet files, written as the records come and read back in parts.

``FOLDER/plies`` and ``FOLDER/games`` hold a file for each part of the work: those of one are read
together, in the order of their names.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.tables.frames import TableBatch, Tables, to_pandas
from analysis.tables.schema import GAME_COLUMNS, PLY_COLUMNS, Column, schema

if TYPE_CHECKING:
    import pyarrow as pa

FOLDERS = {"plies": PLY_COLUMNS, "games": GAME_COLUMNS}
"""The folders of both tables, and the columns of each."""


Folder = str | os.PathLike[str]


def write_parquet(batches: Iterable[TableBatch], folder: Folder, part: int = 0) -> None:
    """Write batches of both tables into a folder; see `write_through`."""
    deque(write_through(batches, folder, part), maxlen=0)


def write_through(
    batches: Iterable[TableBatch], folder: Folder, part: int = 0
) -> Iterator[TableBatch]:
    """Write batches of both tables into a folder, and yield them once they are written.

    Args:
        batches: what `analysis.tables.frames.arrow_batches` yields, all its columns.
        folder: where to write; it is made if it is not there.
        part: number of the part, for work that is divided.

    Raises:
        OSError: the folder cannot be written to.
    """
    import pyarrow.parquet as pq

    with ExitStack() as open_files:
        writers = []
        for name, columns in FOLDERS.items():
            path = Path(folder, name, f"part-{part:05}.parquet")
            path.parent.mkdir(parents=True, exist_ok=True)
            writer = pq.ParquetWriter(path, schema(columns), compression="zstd")
            writers.append(open_files.enter_context(writer))
        for batch in batches:
            for writer, rows in zip(writers, batch, strict=True):
                writer.write_batch(rows)
            yield batch


def holds_tables(folder: Folder) -> bool:
    """Tell whether a folder holds both tables."""
    return all(any(Path(folder, name).glob("*.parquet")) for name in FOLDERS)


def read_parquet(folder: Folder | Iterable[Folder], columns: Iterable[str] | None = None) -> Tables:
    """Read both tables from a folder, or from several, one after the other.

    Args:
        folder: where `write_parquet` wrote them.
        columns: the columns of plies that are wanted; None reads all.

    Raises:
        OSError: there are no such files, or they cannot be read.
    """
    folders = [folder] if isinstance(folder, str | os.PathLike) else list(folder)
    wanted = None if columns is None else set(columns)
    plies = tuple(one for one in PLY_COLUMNS if wanted is None or one.name in wanted)
    return Tables(
        to_pandas(_read(folders, "plies", plies)), to_pandas(_read(folders, "games", GAME_COLUMNS))
    )


def _read(folders: Iterable[Folder], name: str, columns: tuple[Column, ...]) -> "pa.Table":
    import pyarrow as pa
    import pyarrow.parquet as pq

    names, parts = [column.name for column in columns], [schema(columns).empty_table()]
    for folder in folders:
        paths = sorted(Path(folder, name).glob("*.parquet"))
        if not paths:
            raise FileNotFoundError(2, "no Parquet files", str(Path(folder, name)))
        parts += [pq.read_table(path, columns=names) for path in paths]
    return pa.concat_tables(parts)
