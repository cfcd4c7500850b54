"""Records as tables of plies and of games: Arrow inside, pandas for those who go on from there.

The columns are defined in `analysis.tables.schema`. A record is replayed once for both tables.
Batches of rows are made as the records come, so that an archive larger than memory can be streamed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from analysis.replay.replay import Replay, replay
from analysis.tables.rows import GameRows, PlyRows
from analysis.tables.schema import GAME_COLUMNS, PLY_COLUMNS, schema
from records import Record

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

BATCH = 1 << 16
"""Plies after which a batch is handed on."""


class TableBatch(NamedTuple):
    """Rows of both tables, of the same records.

    Attributes:
        plies: the plies of the records.
        games: the records themselves.
    """

    plies: "pa.RecordBatch"
    games: "pa.RecordBatch"


class Tables(NamedTuple):
    """Both tables, of the same records, as data frames.

    Attributes:
        plies: the plies of the records.
        games: the records themselves.
    """

    plies: "pd.DataFrame"
    games: "pd.DataFrame"


def plies(
    records: Iterable[Record], *, legal_moves: bool = False, keys: bool = True
) -> "pd.DataFrame":
    """Return a table of the plies that could be played, a row each.

    Args:
        records: the games.
        legal_moves: count the legal moves before each ply, which takes its time.
        keys: fill in the keys of positions.
    """
    import pyarrow as pa

    batches = [batch.plies for batch in arrow_batches(records, legal_moves=legal_moves, keys=keys)]
    return to_pandas(pa.Table.from_batches(batches, schema(PLY_COLUMNS)))


def games(records: Iterable[Record]) -> "pd.DataFrame":
    """Return a table of games, a row each; a column ``tag:NAME`` holds each tag."""
    import pyarrow as pa

    batches = [batch.games for batch in arrow_batches(records, columns=())]
    return to_pandas(pa.Table.from_batches(batches, schema(GAME_COLUMNS)))


def tables(batches: Iterable[TableBatch]) -> Tables:
    """Return batches as data frames; those of parts of the work may follow each other."""
    import pyarrow as pa

    parts = list(batches)
    if not parts:
        return Tables(
            to_pandas(schema(PLY_COLUMNS).empty_table()),
            to_pandas(schema(GAME_COLUMNS).empty_table()),
        )
    return Tables(
        to_pandas(pa.Table.from_batches([part.plies for part in parts])),
        to_pandas(pa.Table.from_batches([part.games for part in parts])),
    )


def arrow_batches(
    records: Iterable[Record | Replay],
    *,
    legal_moves: bool = False,
    keys: bool = True,
    columns: Iterable[str] | None = None,
    size: int = BATCH,
) -> Iterator[TableBatch]:
    """Yield both tables in batches of whole games.

    Args:
        records: the games; replays are taken as they are.
        legal_moves: count the legal moves before each ply, which takes its time.
        keys: fill in the keys of positions.
        columns: the columns of plies that are wanted; the others are left out, and what takes
            time to work out is not. None gives all.
        size: plies after which a batch is handed on, at the next end of a game.
    """
    wanted = [one for one in PLY_COLUMNS if columns is None or one.name in set(columns)]
    ply_rows, game_rows = PlyRows(tuple(wanted), legal_moves, keys), GameRows()
    for record in records:
        game = record if isinstance(record, Replay) else replay(record)
        game_rows.add(game, ply_rows.add(game))
        if len(ply_rows) + len(game_rows) >= size:
            yield TableBatch(ply_rows.batch(), game_rows.batch())
    if len(game_rows):
        yield TableBatch(ply_rows.batch(), game_rows.batch())


def to_pandas(table: "pa.Table") -> "pd.DataFrame":
    """Return an Arrow table as a data frame: whole numbers and flags that may be missing, words
    as categories, lists as Arrow lists, and a column for each tag.
    """
    import pandas as pd
    import pyarrow as pa

    kinds = {
        pa.int16(): pd.Int16Dtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.uint64(): pd.UInt64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
        pa.list_(pa.string()): pd.ArrowDtype(pa.list_(pa.string())),
        pa.list_(pa.int16()): pd.ArrowDtype(pa.list_(pa.int16())),
    }
    tags = table.column("tags").to_pylist() if "tags" in table.column_names else []
    if tags or "tags" in table.column_names:
        table = table.drop_columns(["tags"])
    rows: pd.DataFrame = table.unify_dictionaries().to_pandas(types_mapper=kinds.get)
    for name in rows.select_dtypes("category"):
        rows[name] = rows[name].cat.remove_unused_categories()
    spread = [dict(one or ()) for one in tags]
    names = dict.fromkeys(name for one in spread for name in one)
    found = {f"tag:{name}": [one.get(name) for one in spread] for name in names}
    return pd.concat([rows, pd.DataFrame(found, index=rows.index)], axis=1) if found else rows
