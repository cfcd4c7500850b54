"""Curves by move number.

All sides have the same move numbers, so that curves do not alternate from ply to ply.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.plots.chart import Chart, Course, CurvePoint, Curves
from analysis.plots.groups import LEAST, Population, cut, populations, sides
from analysis.plots.style import NothingToPlot
from analysis.statistics.estimates import ENOUGH, Z_95
from analysis.tables.schema import RECORD_NAMES
from notation.numbers import plural

if TYPE_CHECKING:
    import pandas as pd

BINS = 30
"""Most points of a curve of means; longer games are averaged over several moves."""

RANGE = (
    f"Curves end where fewer than {100 * LEAST:.0f} % of the games continue; the grey area (right "
    f"axis) has the number of games that do. Dots without a line stand for fewer than {ENOUGH} "
    "games."
)

OWN_UNIT = " The unit of a score depends on the game: pieces left, or stones captured."

MIDDLE_HALF = "lines are medians, bands are the middle half of the games."


def material(plies: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return the pieces of each side on the board by move: median, and quartiles as a band.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``ply``, and ``material_1``...
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: no ply was played.
    """
    return _standing(plies, "material", "Pieces on the board", "pieces on the board", pool)


def reserve(plies: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return the pieces of each side in reserve by move: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``reserve_1``...; games without
    a reserve are left out.
    """
    return _standing(plies, "reserve", "Pieces in reserve", "pieces in reserve", pool)


def score(plies: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return the standing of each side by move: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``score_1``...
    """
    return _standing(plies, "score", "Standing of the sides", "score", pool, OWN_UNIT)


def branching(plies: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return the number of legal moves that each side had by move: median and quartiles.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``side`` and ``legal_moves``.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: legal moves were not counted.
    """
    lacking = "legal moves were not counted"
    parts, left = populations(plies[plies["legal_moves"].notna()], lacking, pool)
    panels = []
    for part in parts:
        rows = cut(part.rows)
        curves = [
            Course(side.title(), _medians(rows[rows["side"] == side], "legal_moves"))
            for side in sides(part)
        ]
        panels.append(_panel(part, rows, curves, "legal moves"))
    about = f"Legal moves of a side: {MIDDLE_HALF}"
    return _chart("Number of legal moves", about, left, parts, panels)


def captures(plies: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return the mean number of pieces that a side captures with a move, by move number.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``side`` and ``captured``.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: nothing was captured.
    """
    lacking = "no piece was captured in these games"
    found, left = populations(plies, lacking, pool)
    parts = [one for one in found if (one.rows["captured"] > 0).any()]
    if not parts:
        raise NothingToPlot(lacking)
    panels = []
    for part in parts:
        rows = cut(part.rows)
        panels.append(_panel(part, rows, _means(part, rows), "captured per move", whole=False))
    about = (
        "Mean number of pieces that a side captures with a move; bands are 95 % confidence "
        f"intervals, for {ENOUGH} moves or more."
    )
    return _chart("Captures by move number", about, left, parts, panels)


def _standing(
    plies: "pd.DataFrame", measure: str, title: str, unit: str, pool: bool, more: str = ""
) -> Chart:
    """Return the chart of a measure with a column for each side."""
    lacking = f"the games have no {measure}"
    parts, left = populations(plies[plies[f"{measure}_1"].notna()], lacking, pool)
    panels = []
    for part in parts:
        rows = cut(part.rows).drop_duplicates([*RECORD_NAMES, "number"], keep="last")
        curves = [
            Course(side.title(), _medians(rows, f"{measure}_{number}"))
            for number, side in enumerate(sides(part), start=1)
        ]
        panels.append(_panel(part, rows, curves, unit))
    about = f"After all sides' moves: {MIDDLE_HALF}{more}"
    return _chart(title, about, left, parts, panels)


def _chart(
    title: str, about: str, left: str, parts: Sequence[Population], panels: Sequence[Curves]
) -> Chart:
    """Return a chart whose caption counts games and plies."""
    games, plies = sum(part.games for part in parts), sum(len(part.rows) for part in parts)
    counted = f"{plural(games, 'game')}, {plural(plies, 'ply')}."
    return Chart(title, f"{about} {RANGE} {counted}{left}", tuple(panels))


def _panel(
    part: Population,
    plies: "pd.DataFrame",
    curves: Sequence[Course],
    unit: str,
    whole: bool = True,
) -> Curves:
    last = plies.groupby(RECORD_NAMES, observed=True)["number"].max().astype(int)
    reached = last.value_counts().sort_index(ascending=False).cumsum().sort_index()
    running = zip(reached.index.tolist(), reached.tolist(), strict=True)
    return Curves(part.game, part.variants, part.games, unit, whole, tuple(curves), tuple(running))


def _medians(plies: "pd.DataFrame", column: str) -> tuple[CurvePoint, ...]:
    """Return the median of a column by move, with its quartiles."""
    known = plies[plies[column].notna()]
    if known.empty:
        return ()
    values = known[column].astype(float).groupby(known["number"].astype(int))
    low, high = values.quantile(0.25), values.quantile(0.75)
    return _points(values.median(), low, high, values.count())


def _means(part: Population, plies: "pd.DataFrame") -> list[Course]:
    """Return the mean captures of each side, over several moves for long games."""
    step = -(-int(plies["number"].max()) // BINS)
    first = (plies["number"].astype(int) - 1) // step * step + 1
    middle = first + (step - 1) / 2
    curves = []
    for side in sides(part):
        own = plies["side"] == side
        taken = plies.loc[own, "captured"].astype(float).groupby(middle[own])
        mean, error = taken.mean(), Z_95 * taken.sem()
        low = (mean - error).clip(lower=0)
        curves.append(Course(side.title(), _points(mean, low, mean + error, taken.count())))
    return curves


def _points(
    values: "pd.Series[float]",
    low: "pd.Series[float]",
    high: "pd.Series[float]",
    counts: "pd.Series[int]",
) -> tuple[CurvePoint, ...]:
    columns = (values.index, values, low, high, counts)
    return tuple(map(CurvePoint, *(column.tolist() for column in columns)))
