"""Distributions of captures: when, where and how pieces are captured."""

from typing import TYPE_CHECKING

from analysis.games import all_games
from analysis.games.measures import CaptureCount

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Flags = npt.NDArray[np.bool_]

Counts = dict[str, int]
"""The frequency of each value, in the order of the values."""

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
    """Return the names of the columns of plies that `captures` reads."""
    own = (count.column.name for count in capture_counts())
    return ("path", "game_id", "ply", "captured", "captured_points", *own)


def captures(plies: "pd.DataFrame") -> dict[str, Counts]:
    """Return distributions of captures; empty ones are omitted.

    ``ply`` and ``point`` count captured pieces, by number of the ply and by point; ``pieces``
    counts plies by the number of pieces that they capture. The others are those that the games
    declare in `analysis.games.measures.Measures.CAPTURES`.
    """
    capturing = plies[plies["captured"].to_numpy(int) > 0]
    found = {
        "ply": _sums(capturing),
        "point": _counts(capturing["captured_points"].explode()),
        "pieces": _counts(capturing["captured"]),
    }
    for count in capture_counts():
        name = count.column.name
        found[count.name] = _counts(plies[name].explode() if _is_list(count) else capturing[name])
    return {name: counts for name, counts in found.items() if counts}


def are_taking(plies: "pd.DataFrame") -> "Flags":
    """Return which plies `captures` counts: those that take pieces off the board."""
    taken: Flags = (plies["captured"].fillna(0) > 0).to_numpy(bool)
    for count in filter(_is_list, capture_counts()):
        taken |= (plies[count.column.name].list.len().fillna(0) > 0).to_numpy(bool)
    return taken


def _is_list(count: CaptureCount) -> bool:
    return count.column.type in ("words", "counts")


def _sums(capturing: "pd.DataFrame") -> Counts:
    sums = capturing.groupby("ply")["captured"].sum()
    return {str(ply): int(count) for ply, count in sums.items()}


def _counts(values: "pd.Series") -> Counts:
    counts = values.dropna().value_counts()
    pairs = sorted(counts.items(), key=lambda pair: _order(pair[0]))
    return {str(value): int(count) for value, count in pairs if count}


def _order(value: object) -> tuple[str, int]:
    """Return a sort key: numbers by size, points by letter, then number."""
    text = str(value)
    letters = text.rstrip("0123456789")
    return letters, int(text[len(letters) :] or 0)
