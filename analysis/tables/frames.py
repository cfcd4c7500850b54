"""Tables of plies and of games, as Arrow batches and data frames.

The columns are defined in `analysis.tables.schema`. A record is replayed once for both tables.
Batches are yielded while records are read, so that archives larger than memory can be streamed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from analysis.replay.batch import LOADED, Batch
from analysis.replay.replay import Replay
from analysis.tables.rows import TableBatch, TableBuilder
from records import Record

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

BATCH = 1 << 16
"""Default number of plies and games after which a batch is yielded."""


class Tables(NamedTuple):
    """The tables of plies and of games of the same records, as data frames.

    Attributes:
        plies: a row for each ply that could be played.
        games: a row for each record.
    """

    plies: "pd.DataFrame"
    games: "pd.DataFrame"


def plies(
    records: Iterable[Record | Replay], *, legal_moves: bool = False, keys: bool = True
) -> "pd.DataFrame":
    """Return a table of plies, with a row for each ply that could be played.

    Args:
        records: the games; replays are taken as they are.
        legal_moves: whether to count the legal moves before each ply, which is slow.
        keys: whether to compute the keys of positions.
    """
    return tables(arrow_batches(records, TableBuilder(legal_moves=legal_moves, keys=keys))).plies


def games(records: Iterable[Record | Replay]) -> "pd.DataFrame":
    """Return a table of games, with a row for each game and a column ``tag:NAME`` for each tag."""
    return tables(arrow_batches(records, TableBuilder(columns=frozenset()))).games


def tables(batches: Iterable[TableBatch]) -> Tables:
    """Return batches as data frames, in the order of their records."""
    import pyarrow as pa

    parts = list(batches) or [TableBuilder()(Batch([]))]
    return Tables(
        to_pandas(pa.Table.from_batches([part.plies for part in parts])),
        to_pandas(pa.Table.from_batches([part.games for part in parts])),
    )


def arrow_batches(
    records: Iterable[Record | Replay],
    builder: TableBuilder = TableBuilder(),  # noqa: B008 (it cannot change)
    size: int = BATCH,
) -> Iterator[TableBatch]:
    """Yield the tables of plies and of games in batches of whole games.

    Args:
        records: the games; replays are taken as they are.
        builder: makes the tables, with the columns that it names.
        size: number of rows after which a batch is yielded. Each game and each recorded ply counts
            as a row.
    """
    found: list[Record | Replay] = []
    rows = 0
    for game in records:
        found.append(game)
        rows += 1 + len(game.record.moves if isinstance(game, Replay) else game.moves)
        if rows >= size:
            yield builder(_batch(found))
            found, rows = [], 0
    if found:
        yield builder(_batch(found))


def _batch(games: list[Record | Replay]) -> Batch:
    return Batch(games, measured=True, share=LOADED)


def to_pandas(table: "pa.Table") -> "pd.DataFrame":
    """Return an Arrow table as a data frame.

    Integers and booleans have pandas' nullable types, columns of type ``word`` are categorical,
    lists have Arrow types, and each tag has a column ``tag:NAME``.
    """
    import pandas as pd
    import pyarrow as pa

    kinds = {
        pa.int16(): pd.Int16Dtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.uint64(): pd.UInt64Dtype(),
        pa.float64(): pd.Float64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
        pa.list_(pa.string()): pd.ArrowDtype(pa.list_(pa.string())),
        pa.list_(pa.int16()): pd.ArrowDtype(pa.list_(pa.int16())),
    }
    if "tags" in table.column_names:
        tags = table.column("tags").combine_chunks()
        table = table.drop_columns(["tags"])
        for tag in tag_names(tags):
            table = table.append_column(f"tag:{tag}", tag_column(tags, tag))
    rows: pd.DataFrame = table.unify_dictionaries().to_pandas(types_mapper=kinds.get)
    for name in rows.select_dtypes("category"):
        rows[name] = rows[name].cat.remove_unused_categories()
    return rows


def tag_names(tags: "pa.MapArray") -> list[str]:
    """Return the names of all tags in a column of tags, in the order of first occurrence."""
    first, last = (tags.offsets[end].as_py() for end in (0, len(tags)))
    names: list[str] = tags.keys[first:last].unique().to_pylist()
    return names


def tag_column(tags: "pa.MapArray", name: str) -> "pa.Array":
    """Return the value of a tag in each game as a column; null where a game lacks the tag."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    first, last = (tags.offsets[end].as_py() for end in (0, len(tags)))
    at = np.flatnonzero(pc.equal(tags.keys[first:last], name).to_numpy(zero_copy_only=False))
    places = np.full(len(tags), -1)
    places[np.searchsorted(tags.offsets.to_numpy() - first, at, side="right") - 1] = at
    return tags.items[first:last].take(pa.array(places, mask=places < 0))
