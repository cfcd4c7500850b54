"""Saved tables, some games at a time, so that memory does not grow with what is saved."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.tables.frames import wanted_columns
from analysis.tables.parquet import FOLDERS, Folder, read_games
from analysis.tables.rows import TableBatch
from analysis.tables.schema import GAME_COLUMNS, RECORD_NAMES, Column, schema

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

GAMES = 1 << 11
"""Games that are read at a time."""

ROWS = 1 << 15
"""Rows of a file that are read at a time."""

LENGTH = "plies"
"""The column with the number of a game's plies."""


def are_in_order(folders: Sequence[Folder]) -> bool:
    """Return whether the plies of all games stand together, in the order of the games.

    So they are written, and so they stay unless a file is changed.

    Raises:
        OSError: a folder has no tables, or they cannot be read.
    """
    for folder in folders:
        read_games(folder, [LENGTH])  # refuses what was not saved to its end
    games = [one for one in GAME_COLUMNS if one.name in (*RECORD_NAMES, LENGTH)]
    plies = wanted_columns([*RECORD_NAMES, "ply"])
    return all(map(_is_in_order, _parts(folders, plies, games)))


def saved_batches(
    folders: Sequence[Folder], columns: Iterable[str], of_games: Iterable[str] | None = None
) -> Iterator[TableBatch]:
    """Yield both tables of folders in which `are_in_order`.

    Args:
        folders: the folders.
        columns: names of the wanted columns of plies, as in data frames.
        of_games: the same of games; None for all.
    """
    kept = {LENGTH, *([one.name for one in GAME_COLUMNS] if of_games is None else of_games)}
    wanted = [one for one in GAME_COLUMNS if one.name in kept]
    for games, plies in _parts(folders, wanted_columns(columns), wanted):
        yield TableBatch(_batch(plies), _batch(games))


def _parts(
    folders: Iterable[Folder], columns: Sequence[Column], of_games: Sequence[Column]
) -> "Iterator[tuple[pa.Table, pa.Table]]":
    """Yield games and as many plies as they have; at last plies of no game, if there are some."""
    import pyarrow.parquet as pq

    for folder in folders:
        for path in sorted(Path(folder, FOLDERS[1]).glob("*.parquet")):
            own = Path(folder, FOLDERS[0], path.name)
            with pq.ParquetFile(path) as of_path, pq.ParquetFile(own) as of_own:
                games, plies = _Rows(of_path, of_games), _Rows(of_own, columns)
                while (some := games.take(GAMES)).num_rows:
                    yield some, plies.take(int(some.column(LENGTH).to_numpy().sum()))
                if (rest := plies.take(1)).num_rows:
                    yield some, rest


class _Rows:
    """The rows of a file, from its beginning.

    Args:
        file: the file.
        columns: the columns; one that the file lacks is empty.
    """

    def __init__(self, file: "pq.ParquetFile", columns: Sequence[Column]) -> None:
        whole = schema(columns)
        names = [one for one in whole.names if one in {*file.schema_arrow.names}]
        self._batches = file.iter_batches(ROWS, columns=names) if names else iter(())
        self._names, self._held = whole.names, whole.empty_table()

    def take(self, count: int) -> "pa.Table":
        """Return the next rows, at most so many."""
        import pyarrow as pa

        while self._held.num_rows < count and (batch := next(self._batches, None)) is not None:
            both = [self._held, pa.Table.from_batches([batch])]
            self._held = pa.concat_tables(both, promote_options="default").select(self._names)
        found = self._held.slice(0, count)
        self._held = self._held.slice(count)
        return found


def _batch(table: "pa.Table") -> "pa.RecordBatch":
    """Return a table as one batch."""
    import pyarrow as pa

    whole = table.unify_dictionaries().combine_chunks()
    columns = [one.chunk(0) if one.num_chunks else pa.array([], one.type) for one in whole.columns]
    return pa.RecordBatch.from_arrays(columns, schema=whole.schema)


def _is_in_order(part: "tuple[pa.Table, pa.Table]") -> bool:
    """Return whether plies begin where their games do, and have the same names."""
    import numpy as np

    games, plies = part
    lengths, number = games.column(LENGTH).to_numpy(), plies.column("ply").to_numpy()
    played, starts = np.flatnonzero(lengths), np.flatnonzero(number == 1)
    return (
        plies.num_rows == lengths.sum()
        and np.array_equal(np.diff(np.append(starts, plies.num_rows)), lengths[played])
        and all(
            games[name].take(played).to_pylist() == plies[name].take(starts).to_pylist()
            for name in (one.in_files for one in GAME_COLUMNS if one.name in RECORD_NAMES)
        )
    )
