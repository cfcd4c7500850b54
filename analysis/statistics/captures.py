"""Distributions of captures: when, where and how pieces are captured."""

from collections import Counter
from typing import TYPE_CHECKING

from analysis.games import all_games
from analysis.games.measures import CaptureCount

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Flags = npt.NDArray[np.bool_]

Counts = dict[str, int]
"""The frequency of each value, in the order of the values."""

Taken = dict[str, Counter[object]]
"""Distributions of captures by name: the frequency of each value, in any order."""

_OF_EVERY_GAME = {
    "ply": "pieces captured by ply",
    "point": "pieces captured by point, most first",
    "pieces": "captures by number of pieces taken",
}


def capture_counts() -> tuple[CaptureCount, ...]:
    """Return the distributions that only some games have, each once."""
    every = (count for game in all_games() for count in game.measures().CAPTURES)
    return tuple(dict.fromkeys(every))


def capture_titles() -> dict[str, str]:
    """Return the heading of each distribution of captures."""
    return _OF_EVERY_GAME | {count.name: count.title for count in capture_counts()}


def capture_columns() -> tuple[str, ...]:
    """Return the names of the columns of plies that `taken` reads."""
    own = (count.column.name for count in capture_counts())
    return ("ply", "captured", "captured_points", *own)


def taken(plies: "pa.Table", wanted: "Flags") -> Taken:
    """Return distributions of captures of some plies; empty ones are omitted.

    ``ply`` and ``point`` count captured pieces, by number of the ply and by point; ``pieces``
    counts plies by the number of pieces that they capture. The others are those that the games
    declare in `analysis.games.measures.Measures.CAPTURES`.

    Args:
        plies: a table of plies with `capture_columns`, as they are named in data frames.
        wanted: which of the plies count.
    """
    import pyarrow as pa

    some = plies.filter(pa.array(wanted & are_taking(plies)))
    if not some.num_rows:
        return {}
    capturing = some.filter(pa.array(_numbers(some, "captured") > 0))
    found = {
        "ply": _sums(capturing),
        "point": _counts(capturing, "captured_points"),
        "pieces": _counts(capturing, "captured"),
    }
    for count in capture_counts():
        rows = some if _is_list(count) else capturing
        found[count.name] = _counts(rows, count.column.name)
    return {name: counts for name, counts in found.items() if counts}


def in_order(found: Taken) -> dict[str, Counts]:
    """Return distributions in the order of their titles, each in the order of its values."""
    return {
        name: {str(one): found[name][one] for one in sorted(found[name], key=_order)}
        for name in capture_titles()
        if found.get(name)
    }


def are_taking(plies: "pa.Table") -> "Flags":
    """Return which plies `taken` counts: those that take pieces off the board."""
    import pyarrow.compute as pc

    taken: Flags = _numbers(plies, "captured") > 0
    for count in filter(_is_list, capture_counts()):
        lengths = pc.list_value_length(plies.column(count.column.name)).fill_null(0)
        taken = taken | (lengths.to_numpy() > 0)
    return taken


def _is_list(count: CaptureCount) -> bool:
    return count.column.type in ("words", "counts")


def _numbers(plies: "pa.Table", name: str) -> "npt.NDArray[np.int64]":
    found: npt.NDArray[np.int64] = plies.column(name).fill_null(0).to_numpy()
    return found


def _sums(capturing: "pa.Table") -> Counter[object]:
    import numpy as np

    plies, captured = _numbers(capturing, "ply"), _numbers(capturing, "captured")
    sums = np.bincount(plies, weights=captured).astype(int)
    return Counter({ply: int(sums[ply]) for ply in np.unique(plies).tolist()})


def _counts(rows: "pa.Table", name: str) -> Counter[object]:
    import pyarrow as pa
    import pyarrow.compute as pc

    values = rows.column(name)
    if pa.types.is_list(values.type):
        values = pc.list_flatten(values)
    counts = pc.value_counts(values.drop_null())
    return Counter({one["values"]: one["counts"] for one in counts.to_pylist()})


def _order(value: object) -> tuple[str, int]:
    """Return a sort key: numbers by size, points by letter, then number."""
    text = str(value)
    letters = text.rstrip("0123456789")
    return letters, int(text[len(letters) :] or 0)
