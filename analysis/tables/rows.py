"""Rows of the tables: Arrow batches made of the boards and facts of a batch of games."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.games import GAMES
from analysis.games.measures import Column
from analysis.replay.batch import Batch
from analysis.tables.arrow import array, one_batch, spread, stretches
from analysis.tables.schema import (
    GAME_COLUMNS,
    GAME_FILLS,
    OF_KEYS,
    OF_LEGAL_MOVES,
    PLY_FILLS,
    arrow_types,
    schema,
    wanted_columns,
)
from analysis.tables.values import GroupPlies, TableGames

if TYPE_CHECKING:
    import pyarrow as pa


class TableBatch(NamedTuple):
    """Rows of the tables of plies and of games, of the same records.

    Attributes:
        plies: a row for each ply that could be played.
        games: a row for each record.
    """

    plies: "pa.RecordBatch"
    games: "pa.RecordBatch"

    def some(self, kept: Sequence[bool]) -> "TableBatch":
        """Return the rows of selected games; ``kept`` has a flag for each game."""
        import numpy as np
        import pyarrow as pa

        games = self.games.filter(pa.array(kept))
        if not self.plies.num_columns:
            return TableBatch(self.plies, games)
        lengths = self.games.column("plies").to_numpy()
        plies = np.repeat(np.array(kept, dtype=bool), lengths)
        return TableBatch(self.plies.filter(pa.array(plies)), games)

    def select(
        self, columns: Iterable[str], of_games: Collection[str] | None = None
    ) -> "TableBatch":
        """Return a batch with only some columns, given their names.

        Args:
            columns: names of columns of plies.
            of_games: names of columns of games; None for all.
        """
        plies = self.plies.select([one.name for one in wanted_columns(columns)])
        names = [one.name for one in wanted_columns(of_games, GAME_COLUMNS)]
        return TableBatch(plies, self.games.select(names) if of_games is not None else self.games)


@dataclass(frozen=True, slots=True)
class TableBuilder:
    """A callable that makes the tables of games. It can be pickled.

    Attributes:
        columns: names of the wanted columns of plies; None for all columns.
        legal_moves: whether the legal moves before each ply are counted.
        keys: whether the keys of positions are computed.
        of_games: names of the wanted columns of games; None for all columns.
    """

    columns: frozenset[str] | None = None
    legal_moves: bool = False
    keys: bool = True
    of_games: frozenset[str] | None = None

    def whole(self) -> "TableBuilder":
        """Return a builder of all columns."""
        return replace(self, columns=None, of_games=None, keys=True)

    def __call__(self, games: Batch) -> TableBatch:
        """Return the tables of plies and of games."""
        columns = wanted_columns(self.columns)
        of_games = wanted_columns(self.of_games, GAME_COLUMNS)
        groups = [GroupPlies(group, games.facts) for group in games.played]
        empty = frozenset() if self.legal_moves else OF_LEGAL_MOVES
        empty |= frozenset() if self.keys else OF_KEYS
        filled = [column for column in columns if column.name not in empty]
        batches = [_filled(columns, group.count, _fills(group, filled)) for group in groups]
        table = TableGames(games.facts, groups)
        fills = {column.name: partial(GAME_FILLS[column.name], table) for column in of_games}
        own = _filled(of_games, len(games), fills)
        return TableBatch(_in_order(groups, batches, columns), own)


def _filled(
    columns: Sequence[Column], count: int, fills: Mapping[str, Callable[[], Any]]
) -> "pa.RecordBatch":
    """Return a batch of ``count`` rows. Columns that are not in ``fills`` have only nulls."""
    import pyarrow as pa

    from analysis.games.arrays import Coded

    types, arrays = arrow_types(), []
    for column in columns:
        type_, fill = types[column.type], fills.get(column.name)
        values = fill() if fill else None
        if values is None:
            values = pa.nulls(count, type_)
        elif isinstance(values, Coded):
            values = spread(values, type_)
        elif isinstance(values, list):
            values = array(values, type_)
        elif not isinstance(values, pa.Array):
            values = pa.array(values, from_pandas=True)  # NaN becomes null
        arrays.append(values if values.type == type_ else values.cast(type_))
    return pa.RecordBatch.from_arrays(arrays, schema=schema(columns))


def _fills(of: GroupPlies, columns: Sequence[Column]) -> dict[str, Callable[[], Any]]:
    """Return name -> function that fills the column, for columns of plies."""
    names = {column.name for column in columns}
    found: dict[str, Callable[[], Any]] = {
        name: partial(PLY_FILLS[name], of) for name in names & PLY_FILLS.keys()
    }
    declared = GAMES[of.start.GAME].measures().COLUMNS
    for at in [at for at, column in enumerate(declared) if column.name in names]:
        found[declared[at].name] = partial(of.declared, at)
    return found


def _in_order(
    groups: Sequence[GroupPlies], batches: "Sequence[pa.RecordBatch]", columns: Sequence[Column]
) -> "pa.RecordBatch":
    """Return the plies of all groups in the order of the games in their batch."""
    import numpy as np
    import pyarrow as pa

    if len(batches) == 1 and (np.diff(groups[0].numbers) > 0).all():
        return batches[0]
    table = pa.Table.from_batches(batches, schema(columns))
    if not (batches and columns):
        return one_batch(table)
    lengths = np.concatenate([group.lengths for group in groups]).astype(np.int64)
    order = np.argsort(np.concatenate([group.numbers for group in groups]))
    firsts, lengths = (np.cumsum(lengths) - lengths)[order], lengths[order]
    rows = pa.array(stretches(firsts, lengths))
    return one_batch(table.unify_dictionaries().combine_chunks().take(rows))
