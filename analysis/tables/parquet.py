"""Both tables as a folder of Parquet files, written batch by batch.

``FOLDER/plies`` and ``FOLDER/games`` hold a file for each part of an archive; the files of one
folder are read together, in the order of their names.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from errno import EIO
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.tables.frames import Tables, to_pandas, wanted_columns
from analysis.tables.rows import TableBatch
from analysis.tables.schema import GAME_COLUMNS, Column, ply_columns, schema
from records.target import completed

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

FOLDERS = ("plies", "games")
"""The folders of both tables."""

Folder = str | os.PathLike[str]


def write_parquet(batches: Iterable[TableBatch], folder: Folder, part: int = 0) -> None:
    """Write batches of both tables into a folder; see `write_through`."""
    deque(write_through(batches, folder, part), maxlen=0)


def saved_files(folder: Folder, part: int = 0) -> list[Path]:
    """Return the files that a part of both tables is written to."""
    return [Path(folder, name, f"part-{part:05}.parquet") for name in FOLDERS]


def write_through(
    batches: Iterable[TableBatch], folder: Folder, part: int = 0
) -> Iterator[TableBatch]:
    """Write batches of both tables into a folder, and yield them once they are written.

    The files take their names when all batches are written; until then, and after any failure,
    earlier files of these names stay. While the one takes its name, the other is not there, so that
    tables of two runs never stand side by side.

    Args:
        batches: what `analysis.tables.frames.arrow_batches` yields, all its columns.
        folder: the folder; it is created if it does not exist.
        part: number of the part of the archive.

    Raises:
        OSError: the folder cannot be written to.
    """
    import pyarrow.parquet as pq

    with ExitStack() as open_files:
        writers: list[pq.ParquetWriter] = []
        plies, games = saved_files(folder, part)
        # The last that is opened takes its name first.
        for path, columns in ((games, GAME_COLUMNS), (plies, ply_columns())):
            path.parent.mkdir(parents=True, exist_ok=True)
            out = open_files.enter_context(completed(path))
            # Numbers, keys and positions take less time and room as they are.
            few = [one.name for one in columns if one.type in ("word", "text")]
            few = [one for one in few if one != "position"]
            writer = pq.ParquetWriter(out, schema(columns), compression="zstd", use_dictionary=few)
            writers.insert(0, open_files.enter_context(writer))
        for batch in batches:
            for writer, rows in zip(writers, batch, strict=True):
                writer.write_batch(rows)
            yield batch
        for writer in writers:
            writer.close()
        games.unlink(missing_ok=True)


def read_parquet(folder: Folder | Iterable[Folder], columns: Iterable[str] | None = None) -> Tables:
    """Read both tables from a folder, or from several, one after the other.

    Args:
        folder: a folder written by `write_parquet`, or several.
        columns: names of the wanted columns of plies, as in data frames; None for all.

    Raises:
        OSError: a folder has no tables, or they cannot be read.
    """
    folders = [folder] if isinstance(folder, str | os.PathLike) else list(folder)
    for one in folders:
        _check_pairs(Path(one))
    wanted = wanted_columns(columns), GAME_COLUMNS
    plies, games = (
        to_pandas(_read(folders, *table)) for table in zip(FOLDERS, wanted, strict=True)
    )
    return Tables(plies, games)


def read_games(folder: Folder, columns: Iterable[str]) -> "pd.DataFrame":
    """Read the table of games from a folder, with some of its columns.

    Raises:
        OSError: the folder has no tables, or they cannot be read.
    """
    _check_pairs(Path(folder))
    wanted = set(columns)
    return to_pandas(
        _read([folder], FOLDERS[1], [one for one in GAME_COLUMNS if one.name in wanted])
    )


def _check_pairs(folder: Path) -> None:
    """Refuse a folder in which a part has only one of the tables: it was not saved to its end.

    Raises:
        OSError: there is such a part.
    """
    plies, games = ({path.name for path in (folder / name).glob("*.parquet")} for name in FOLDERS)
    if plies and (alone := sorted(plies ^ games)):
        message = f"the tables were not saved to their end, and {alone[0]} is in one of them only"
        raise OSError(EIO, f"{message}: save them once more", str(folder))


def _read(folders: Iterable[Folder], name: str, columns: Iterable[Column]) -> "pa.Table":
    import pyarrow as pa
    import pyarrow.parquet as pq

    whole = schema(columns)
    parts = [whole.empty_table()]
    for folder in folders:
        paths = sorted(Path(folder, name).glob("*.parquet"))
        if not paths:
            raise FileNotFoundError(2, "no Parquet files", str(Path(folder, name)))
        for path in paths:
            # Files of a program with fewer games lack the columns of the others.
            names = set(pq.read_schema(path).names)
            parts.append(pq.read_table(path, columns=[one for one in whole.names if one in names]))
    return pa.concat_tables(parts, promote_options="default").select(whole.names)
