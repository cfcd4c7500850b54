"""Distributions of captures: when, where and how pieces are captured.

Arrow tables store them. The column ``item`` has the name of a distribution and a value, as in
``point:e4``; ``count`` is the frequency. Further columns name the game or the group of games.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from analysis.games import all_games
from analysis.games.measures import CaptureCount
from analysis.tables.arrow import coded_texts

Rows = npt.NDArray[np.integer[Any]]

Counts = dict[str, int]
"""Value -> frequency, in the order of the values."""

Captures = dict[str, Counts]
"""Name of a distribution of captures -> its counts, in the order of the titles; none is empty."""

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


def captured_items(plies: pa.RecordBatch, owner: Rows, wanted: npt.NDArray[np.bool_]) -> pa.Table:
    """Count the captures of plies by game, distribution and value.

    The result has the columns ``row`` (number of the game), ``item`` and ``count``, and is sorted
    by ``row``. The distributions ``ply`` and ``point`` count captured pieces by ply number and by
    point. ``pieces`` counts plies by the number of pieces that they capture. Games declare further
    distributions in `analysis.games.measures.Measures.CAPTURES`.

    Args:
        plies: table of plies with the columns of `capture_columns`.
        owner: for each ply the number of its game.
        wanted: for each ply whether it counts.
    """
    # Loaded here, which takes long: a library has its captures already.
    import pyarrow.compute as pc

    captured = plies.column("captured").fill_null(0).to_numpy(zero_copy_only=False)
    every, capturing = np.flatnonzero(wanted), np.flatnonzero(wanted & (captured > 0))
    columns = {
        "ply": ("ply", capturing),
        "point": ("captured_points", capturing),
        "pieces": ("captured", capturing),
    }
    for one in capture_counts():
        counts_plies = one.column.type in ("words", "counts")
        columns[one.name] = one.column.name, every if counts_plies else capturing
    parts = []
    for name, (column, at) in columns.items():
        values = plies.column(column).take(pa.array(at))
        if pa.types.is_list(values.type):
            at, values = at[pc.list_parent_indices(values).to_numpy()], pc.list_flatten(values)
        coded = values if pa.types.is_dictionary(values.type) else values.dictionary_encode()
        words = pa.array([f"{name}:{value}" for value in coded.dictionary.to_pylist()], pa.string())
        item = pa.DictionaryArray.from_arrays(coded.indices, words)
        count = captured[at] if name == "ply" else np.ones(len(at))
        part = {"row": owner[at], "item": item, "count": count.astype(np.int64)}
        parts.append(pa.table(part).drop_null())
    return summed(pa.concat_tables(parts)).sort_by("row")


def summed(captured: pa.Table) -> pa.Table:
    """Sum the counts of rows with the same item and the same game or group."""
    names = [name for name in captured.column_names if name != "count"]
    # Arrow interprets a dot in a name, such as that of a tag, as a path.
    keys = [f"key {at}" for at, _ in enumerate(names)]
    coded = captured.select([*names, "count"]).combine_chunks().rename_columns([*keys, "count"])
    added = coded.group_by(keys, use_threads=False).aggregate([("count", "sum")])
    return added.rename_columns([*names, "count"]).select(captured.column_names)


def captures_of_groups(captured: pa.Table, owner: Rows, groups: int) -> list[Captures]:
    """Return the captures of each group of games.

    Args:
        captured: the table of captures.
        owner: the group of each row of the table; -1 for none.
        groups: number of groups.
    """
    codes, items = coded_texts(captured["item"].combine_chunks())
    titles = list(capture_titles())

    def key(at: int) -> tuple[int, str, int]:
        name, _, value = items[at].partition(":")
        letters = value.rstrip("0123456789")
        return titles.index(name), letters, int(value[len(letters) :] or 0)

    order = sorted(range(len(items)), key=key)
    cells = owner * len(items) + np.argsort(order)[codes]
    cells, places = np.unique(cells, return_inverse=True)
    sums = np.bincount(places, captured["count"].to_numpy(), len(cells)).astype(int)
    words = [items[at].partition(":")[::2] for at in order]
    found: list[Captures] = [{} for _ in range(groups)]
    for cell, count in zip(cells.tolist(), sums.tolist(), strict=True):
        group, item = divmod(cell, len(items))
        if group >= 0:
            name, value = words[item]
            found[group].setdefault(name, {})[value] = count
    return found
