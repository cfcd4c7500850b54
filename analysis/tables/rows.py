"""Rows of the tables: from the boards and facts of a batch of games to Arrow batches."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.games import GAMES
from analysis.games.measures import Column
from analysis.replay.batch import Batch
from analysis.tables.arrow import array, one_batch, spread
from analysis.tables.schema import GAME_FILLS, PLY_FILLS, arrow_types, schema
from analysis.tables.values import GroupPlies, TableGames

if TYPE_CHECKING:
    import pyarrow as pa


class TableBatch(NamedTuple):
    """Rows of both tables, of the same records.

    Attributes:
        plies: the plies of the records.
        games: the records themselves.
    """

    plies: "pa.RecordBatch"
    games: "pa.RecordBatch"


def table_batch(
    games: Batch,
    columns: Sequence[Column],
    of_games: Sequence[Column],
    *,
    legal_moves: bool,
    keys: bool,
) -> TableBatch:
    """Return the rows of games.

    Args:
        games: the games.
        columns: the columns of plies.
        of_games: the columns of games.
        legal_moves: whether to count the legal moves before each ply.
        keys: whether to compute the keys of positions.
    """
    from analysis.replay.played import played_groups

    groups = [GroupPlies(group, games.facts) for group in played_groups(games)]
    left_out = {"legal_moves": not legal_moves, "key": not keys, "folded": not keys}
    filled = [column for column in columns if not left_out.get(column.name)]
    batches = [_filled(columns, group.count, _fills(group, filled)) for group in groups]
    table = TableGames(games.facts, groups)
    fills = {column.name: partial(GAME_FILLS[column.name], table) for column in of_games}
    own = _filled(of_games, len(games), fills)
    return TableBatch(_in_order(groups, batches, columns), own)


def _filled(
    columns: Sequence[Column], count: int, fills: Mapping[str, Callable[[], Any]]
) -> "pa.RecordBatch":
    """Return rows of columns; those that nothing fills are empty."""
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
            values = pa.array(values)
        arrays.append(values if values.type == type_ else values.cast(type_))
    return pa.RecordBatch.from_arrays(arrays, schema=schema(columns))


def _fills(of: GroupPlies, columns: Sequence[Column]) -> dict[str, Callable[[], Any]]:
    """Return what fills columns of plies, by name."""
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
    """Return the plies of all groups in the order of the games."""
    import numpy as np
    import pyarrow as pa

    if len(batches) == 1:
        return batches[0]
    table = pa.Table.from_batches(batches, schema(columns))
    if not (batches and columns):
        return one_batch(table)
    lengths = np.concatenate([group.lengths for group in groups]).astype(np.int64)
    order = np.argsort(np.concatenate([group.numbers for group in groups]))
    firsts, lengths = (np.cumsum(lengths) - lengths)[order], lengths[order]
    rows = np.arange(lengths.sum()) + np.repeat(firsts - np.cumsum(lengths) + lengths, lengths)
    return one_batch(table.unify_dictionaries().combine_chunks().take(rows))
