"""The tables of plies and of games as a folder of Parquet files, written batch by batch.

``FOLDER/plies`` and ``FOLDER/games`` have a file for each part of an archive. The files of one
folder are read together, in the order of their names.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from analysis.tables.rows import TableBatch
from analysis.tables.schema import GAME_COLUMNS, ply_columns, schema
from records.target import completed

FOLDERS = ("plies", "games")
"""The folders of the tables of plies and of games."""

Folder = str | os.PathLike[str]


def write_parquet(batches: Iterable[TableBatch], folder: Folder, part: int = 0) -> None:
    """Write batches of the tables into a folder; see `write_through`."""
    deque(write_through(batches, folder, part), maxlen=0)


def saved_files(folder: Folder, part: int = 0) -> list[Path]:
    """Return the two files of a part: that of plies, then that of games."""
    return [Path(folder, name, f"part-{part:05}.parquet") for name in FOLDERS]


def write_through(
    batches: Iterable[TableBatch], folder: Folder, part: int = 0
) -> Iterator[TableBatch]:
    """Write batches of the tables into a folder, and yield each after it is written.

    When all batches are written, the files are renamed to their final names. Until then, and after
    any failure, earlier files with these names remain. While one file is renamed, the other is
    absent, so that the tables of two runs are never found together.

    Args:
        batches: the batches of `analysis.tables.frames.arrow_batches`, with all columns.
        folder: the folder; it is created if it does not exist.
        part: number of the part of the archive.

    Raises:
        OSError: the folder cannot be written to.
    """
    import pyarrow.parquet as pq

    with ExitStack() as open_files:
        writers: list[pq.ParquetWriter] = []
        plies, games = saved_files(folder, part)
        # The file opened last is renamed first.
        for path, columns in ((games, GAME_COLUMNS), (plies, ply_columns())):
            path.parent.mkdir(parents=True, exist_ok=True)
            out = open_files.enter_context(completed(path))
            # Without dictionaries, numbers, keys and positions take less time and space.
            few = [one.name for one in columns if one.type in ("word", "text")]
            few = [one for one in few if one != "position"]
            writer = pq.ParquetWriter(out, schema(columns), compression="zstd", use_dictionary=few)
            writers.insert(0, open_files.enter_context(writer))
        for batch in batches:
            for writer, rows in zip(writers, batch, strict=True):
                writer.write_batch(rows)
            yield batch
            del batch, rows  # before the next batch is made
        for writer in writers:
            writer.close()
        games.unlink(missing_ok=True)
