"""What was captured when, where and how: distributions over the plies of some games."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

Counts = dict[str, int]
"""How often each value came about, in the order of the values."""

COLUMNS = (
    *("path", "game", "ply", "captured", "captured_points", "size", "row_lengths", "returned"),
    *("line_kinds", "chain_depth"),
)
"""The columns of plies that are looked at."""


def captures(plies: "pd.DataFrame") -> dict[str, Counts]:
    """Return distributions of captures; what a game does not have is left out.

    ``ply`` and ``point`` count pieces taken, by number of the ply and by point; ``pieces`` counts
    plies by the number of pieces that they take, ``size`` by the number of pieces that move
    together, ``chain depth`` by generations of captures; ``row length`` counts rows taken off,
    ``line kind`` pairs captured.
    """
    taking = plies[plies["captured"].to_numpy(int) > 0]
    found = {
        "ply": _sums(taking),
        "point": _counts(taking["captured_points"].explode()),
        "pieces": _counts(taking["captured"]),
        "size": _counts(taking["size"]),
        "row length": _counts(plies["row_lengths"].explode()),
        "line kind": _counts(plies["line_kinds"].explode()),
        "chain depth": _counts(taking["chain_depth"]),
    }
    return {name: counts for name, counts in found.items() if counts}


def removing(plies: "pd.DataFrame") -> "pd.DataFrame":
    """Return the plies that take pieces off the board: all that `captures` looks at."""
    taken = (plies["captured"].fillna(0) > 0) | (plies["returned"].fillna(0) > 0)
    return plies[taken.to_numpy(bool)]


def _sums(taking: "pd.DataFrame") -> Counts:
    sums = taking.groupby("ply")["captured"].sum()
    return {str(ply): int(count) for ply, count in sums.items()}


def _counts(values: "pd.Series[Any]") -> Counts:
    counts = values.dropna().value_counts()
    pairs = sorted(counts.items(), key=lambda pair: _order(pair[0]))
    return {str(value): int(count) for value, count in pairs if count}


def _order(value: Any) -> tuple[str, int]:
    """Return what to sort by: numbers by size, points by their letter and then their number."""
    text = str(value)
    letters = text.rstrip("0123456789")
    return letters, int(text[len(letters) :] or 0)
