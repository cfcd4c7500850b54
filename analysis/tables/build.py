"""Tables of the games of a batch, built in any process."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analysis.replay.batch import Batch
from analysis.tables.frames import wanted_columns
from analysis.tables.rows import TableBatch, table_batch
from analysis.tables.schema import GAME_COLUMNS

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class TableBuilder:
    """Builds tables of games.

    Attributes:
        columns: names of the wanted columns of plies; None for all.
        legal_moves: whether legal moves are counted.
        keys: whether the keys of positions are computed.
        of_games: names of the wanted columns of games; None for all.
    """

    columns: frozenset[str] | None = None
    legal_moves: bool = False
    keys: bool = True
    of_games: frozenset[str] | None = None

    def whole(self) -> "TableBuilder":
        """Return a builder that fills in every column."""
        return replace(self, columns=None, of_games=None, keys=True)

    def __call__(self, games: Batch) -> TableBatch:
        """Return the tables of games."""
        wanted = self.of_games
        of_games = [one for one in GAME_COLUMNS if wanted is None or one.name in wanted]
        columns = wanted_columns(self.columns)
        return table_batch(games, columns, of_games, legal_moves=self.legal_moves, keys=self.keys)


def without_games(batch: TableBatch, kept: Sequence[bool]) -> TableBatch:
    """Return a batch without some of its games; the flags say which stay."""
    import numpy as np
    import pyarrow as pa

    games = batch.games.filter(pa.array(kept))
    if not batch.plies.num_columns:
        return TableBatch(batch.plies, games)
    lengths = batch.games.column("plies").to_numpy()
    plies = np.repeat(np.array(kept, dtype=bool), lengths)
    return TableBatch(batch.plies.filter(pa.array(plies)), games)


def selected(
    batch: TableBatch, columns: Iterable[str], of_games: Collection[str] | None = None
) -> TableBatch:
    """Return a batch with only some columns, named as in data frames; None for all of games."""
    plies: pa.RecordBatch = batch.plies.select([one.name for one in wanted_columns(columns)])
    if of_games is None:
        return TableBatch(plies, batch.games)
    names = [one.name for one in GAME_COLUMNS if one.name in of_games]
    return TableBatch(plies, batch.games.select(names))
