"""Distributions of captures: when, where and how pieces are captured.

Arrow tables store them. The column ``item`` has the name of a distribution and a value, as in
``point:e4``; ``count`` is the frequency. Further columns name the game or the group of games.
"""

from typing import TYPE_CHECKING

from analysis.games import all_games
from analysis.games.measures import CaptureCount
from analysis.tables.arrow import coded_texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Numbers = npt.NDArray[np.int32]

Counts = dict[str, int]
"""The frequency of each value, in the order of the values."""

_OF_EVERY_GAME = {
    "ply": "pieces captured by ply",
    "point": "pieces captured by point, most first",
    "pieces": "captures by number of pieces taken",
}


def capture_counts() -> tuple[CaptureCount, ...]:
    """Return the distributions that games declare in ``Measures.CAPTURES``, without duplicates."""
    every = (count for game in all_games() for count in game.measures().CAPTURES)
    return tuple(dict.fromkeys(every))


def capture_titles() -> dict[str, str]:
    """Return the heading of each distribution of captures."""
    return _OF_EVERY_GAME | {count.name: count.title for count in capture_counts()}


def capture_columns() -> tuple[str, ...]:
    """Return the columns of the table of plies that `captured_items` needs."""
    own = (count.column.name for count in capture_counts())
    return ("ply", "captured", "captured_points", *own)


def captured_items(
    plies: "pa.RecordBatch", owner: "Numbers", wanted: "npt.NDArray[np.bool_]"
) -> "pa.Table":
    """Count the captures of plies by game, distribution and value.

    The result has the columns ``row`` (number of the game), ``item`` and ``count``, and is sorted
    by ``row``. The distributions ``ply`` and ``point`` count captured pieces by ply number and by
    point. ``pieces`` counts plies by the number of pieces that they capture. Games declare further
    distributions in `analysis.games.measures.Measures.CAPTURES`.

    Args:
        plies: table of plies with the columns of `capture_columns`.
        owner: the number of the game of each ply, for the column ``row``.
        wanted: whether each ply counts.
    """
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    captured = plies.column("captured").fill_null(0).to_numpy(zero_copy_only=False)
    parts = []

    def add(name: str, column: str, at: "npt.NDArray[np.intp]", pieces: bool = False) -> None:
        values = plies.column(column).take(pa.array(at))
        if pa.types.is_list(values.type):
            at, values = at[pc.list_parent_indices(values).to_numpy()], pc.list_flatten(values)
        coded = values if pa.types.is_dictionary(values.type) else values.dictionary_encode()
        words = pa.array([f"{name}:{value}" for value in coded.dictionary.to_pylist()], pa.string())
        count = captured[at] if pieces else np.ones(len(at))
        columns = {
            "row": owner[at],
            "item": pa.DictionaryArray.from_arrays(coded.indices, words),
            "count": count.astype(np.int64),
        }
        parts.append(pa.table(columns).drop_null())

    every, capturing = np.flatnonzero(wanted), np.flatnonzero(wanted & (captured > 0))
    add("ply", "ply", capturing, pieces=True)
    add("point", "captured_points", capturing)
    add("pieces", "captured", capturing)
    for count in capture_counts():
        at = every if count.column.type in ("words", "counts") else capturing
        add(count.name, count.column.name, at)
    return summed(pa.concat_tables(parts)).sort_by("row")


def summed(captured: "pa.Table") -> "pa.Table":
    """Sum the counts of rows with the same item and the same game or group."""
    names = [name for name in captured.column_names if name != "count"]
    # Arrow interprets a dot in a name, such as that of a tag, as a path.
    keys = [f"key {at}" for at, _ in enumerate(names)]
    coded = captured.select([*names, "count"]).combine_chunks().rename_columns([*keys, "count"])
    added = coded.group_by(keys, use_threads=False).aggregate([("count", "sum")])
    return added.rename_columns([*names, "count"]).select(captured.column_names)


def in_order(captured: "pa.Table") -> "pa.Table":
    """Return captures whose items are in the order of their titles, then of their values."""
    import numpy as np
    import pyarrow as pa

    codes, items = coded_texts(captured["item"].combine_chunks())
    titles = list(capture_titles())

    def key(at: int) -> tuple[int, str, int]:
        name, _, value = items[at].partition(":")
        letters = value.rstrip("0123456789")
        return titles.index(name), letters, int(value[len(letters) :] or 0)

    order = sorted(range(len(items)), key=key)
    ranks = np.argsort(order).astype(np.int32)
    words = pa.DictionaryArray.from_arrays(ranks[codes], [items[at] for at in order])
    return captured.set_column(captured.column_names.index("item"), "item", words)


def counts_of(captured: "pa.Table") -> dict[str, Counts]:
    """Return the distributions of captures that are `in_order`; without empty ones."""
    import numpy as np
    import pyarrow as pa

    column = captured["item"].combine_chunks()
    counts = captured["count"].to_numpy()
    sums = np.bincount(column.indices.to_numpy(), counts, len(column.dictionary)).astype(int)
    known = np.flatnonzero(sums)
    items = column.dictionary.take(pa.array(known)).to_pylist()
    found: dict[str, Counts] = {}
    for item, count in zip(items, sums[known].tolist(), strict=True):
        name, _, value = item.partition(":")
        found.setdefault(name, {})[value] = count
    return found
