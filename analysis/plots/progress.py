"""Curves by move number, with bands.

All sides have the same move numbers, so that curves do not alternate from ply to ply.
"""

from typing import TYPE_CHECKING

from analysis.plots import style
from analysis.plots.groups import LEAST, Population, cut, populations, sides
from analysis.statistics.estimates import Z_95
from analysis.tables.schema import RECORD_NAMES
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 46.0
"""Height of a panel in millimetres."""

BINS = 30
"""Most points of a curve of means; longer games are averaged over several moves."""

ENOUGH = 5
"""Least number of games of a point on a line, and of moves of a mean with an interval."""

MARKERS = 10
"""Most markers on a curve."""

FLOOR = 4
"""Height of a panel as a multiple of that of the area of games that continue."""

RANGE = (
    f"Curves end where fewer than {100 * LEAST:.0f} % of the games continue; the grey area (right "
    f"axis) has the number of games that do. Dots without a line stand for fewer than {ENOUGH} "
    "games."
)

OWN_UNIT = " The unit of a score depends on the game: pieces left, or stones captured."

MIDDLE_HALF = "lines are medians, bands are the middle half of the games."


@style.styled
def material(plies: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False) -> "Figure":
    """Return the pieces of each side on the board by move: median, and quartiles as a band.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``ply``, and ``material_1``...
        width: of the figure in millimetres.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: no ply was played.
    """
    return _standing(plies, "material", "Pieces on the board", "pieces on the board", width, pool)


@style.styled
def reserve(plies: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False) -> "Figure":
    """Return the pieces of each side in reserve by move: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``reserve_1``...; games without
    a reserve are left out.
    """
    return _standing(plies, "reserve", "Pieces in reserve", "pieces in reserve", width, pool)


@style.styled
def score(plies: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False) -> "Figure":
    """Return the standing of each side by move: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``score_1``...
    """
    return _standing(plies, "score", "Standing of the sides", "score", width, pool, OWN_UNIT)


@style.styled
def branching(
    plies: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False
) -> "Figure":
    """Return the number of legal moves that each side had by move: median and quartiles.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``side`` and ``legal_moves``.
        width: of the figure in millimetres.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: legal moves were not counted.
    """
    lacking = "legal moves were not counted"
    parts, left = populations(plies[plies["legal_moves"].notna()], lacking, pool)
    about = f"Legal moves of a side: {MIDDLE_HALF}"
    figure, axes = _panels(parts, "Number of legal moves", about, left, width)
    for part, panel in zip(parts, axes, strict=True):
        rows = cut(part.rows)
        for side, look in zip(sides(part), style.SERIES, strict=False):
            _band(panel, rows[rows["side"] == side], "legal_moves", look, side.title())
        _finish(panel, rows, "legal moves")
    return figure


@style.styled
def captures(plies: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False) -> "Figure":
    """Return the mean number of pieces that a side captures with a move, by move number.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``side`` and ``captured``.
        width: of the figure in millimetres.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: nothing was captured.
    """
    lacking = "no piece was captured in these games"
    found, left = populations(plies, lacking, pool)
    parts = [one for one in found if (one.rows["captured"] > 0).any()]
    if not parts:
        raise style.NothingToPlot(lacking)
    about = (
        "Mean number of pieces that a side captures with a move; bands are 95 % confidence "
        f"intervals, for {ENOUGH} moves or more."
    )
    figure, axes = _panels(parts, "Captures by move number", about, left, width)
    for part, panel in zip(parts, axes, strict=True):
        rows = cut(part.rows)
        _means(panel, part, rows)
        _finish(panel, rows, "captured per move", whole=False)
    return figure


def _standing(
    plies: "pd.DataFrame",
    measure: str,
    title: str,
    unit: str,
    width: float,
    pool: bool,
    more: str = "",
) -> "Figure":
    """Return the figure of a measure with a column for each side."""
    lacking = f"the games have no {measure}"
    parts, left = populations(plies[plies[f"{measure}_1"].notna()], lacking, pool)
    about = f"After all sides' moves: {MIDDLE_HALF}{more}"
    figure, axes = _panels(parts, title, about, left, width)
    for part, panel in zip(parts, axes, strict=True):
        rows = cut(part.rows).drop_duplicates([*RECORD_NAMES, "number"], keep="last")
        looks = zip(sides(part), style.SERIES, strict=False)
        for number, (side, look) in enumerate(looks, start=1):
            _band(panel, rows, f"{measure}_{number}", look, side.title())
        _finish(panel, rows, unit)
    return figure


def _panels(
    parts: list[Population], title: str, about: str, left: str, width: float
) -> "tuple[Figure, list[Axes]]":
    """Return a figure with a panel for each population; the caption counts games and plies."""
    games, plies = sum(part.games for part in parts), sum(len(part.rows) for part in parts)
    counted = f"{plural(games, 'game')}, {plural(plies, 'ply')}."
    return style.panels(
        [part.title for part in parts],
        title=title,
        caption=f"{about} {RANGE} {counted}{left}",
        width=width,
        heights=[PANEL] * len(parts),
    )


def _band(axes: "Axes", plies: "pd.DataFrame", column: str, look: style.Series, label: str) -> None:
    """Draw the median of a column by move, and a band between its quartiles."""
    known = plies[plies[column].notna()]
    values = known[column].astype(float).groupby(known["number"].astype(int))
    low, high = values.quantile(0.25), values.quantile(0.75)
    _curve(axes, values.median(), low, high, values.count(), look, label)


def _means(axes: "Axes", part: Population, plies: "pd.DataFrame") -> None:
    """Draw the mean captures of each side, over several moves for long games."""
    step = -(-int(plies["number"].max()) // BINS)
    first = (plies["number"].astype(int) - 1) // step * step + 1
    middle = first + (step - 1) / 2
    for side, look in zip(sides(part), style.SERIES, strict=False):
        own = plies["side"] == side
        taken = plies.loc[own, "captured"].astype(float).groupby(middle[own])
        mean, error = taken.mean(), Z_95 * taken.sem()
        low = (mean - error).clip(lower=0)
        _curve(axes, mean, low, mean + error, taken.count(), look, side.title())


def _curve(
    axes: "Axes",
    values: "pd.Series[float]",
    low: "pd.Series[float]",
    high: "pd.Series[float]",
    counts: "pd.Series[int]",
    look: style.Series,
    label: str,
) -> None:
    """Draw a line with a band where there are `ENOUGH` games or moves, else dots."""
    enough = counts >= ENOUGH
    number = style.SERIES.index(look)
    if not enough.all():
        few = values[~enough]
        size = 2.6 - 0.6 * number  # a dot on another one leaves a ring of it
        axes.plot(few.index, few, color=look.colour, marker=look.marker, markersize=size,
                  linestyle="none", label=label if not enough.any() else f"_{label}")  # fmt: skip
    if not enough.any():
        return
    values, low, high = values.where(enough), low.where(enough), high.where(enough)
    axes.fill_between(values.index, low, high, color=look.colour, alpha=0.18, linewidth=0)
    for edge in (low, high):
        axes.plot(edge.index, edge, color=look.colour, linestyle=look.line, linewidth=0.4)
    axes.plot(
        values.index,
        values,
        color=look.colour,
        linestyle=look.line,
        marker=look.marker,
        markevery=max(1, len(values) // MARKERS),
        label=label,
    )


def _finish(axes: "Axes", plies: "pd.DataFrame", unit: str, whole: bool = True) -> None:
    """Label the axes, which begin at 0, and add a legend and the games that continue."""
    axes.set(xlabel="move number", ylabel=unit, xlim=(0, None))
    style.whole_numbers(axes.xaxis, *[axes.yaxis] * whole)
    style.legend(axes)
    _continuing(axes, plies)


def _continuing(axes: "Axes", plies: "pd.DataFrame") -> None:
    """Draw the number of games that reach each move as an area at the foot of a panel."""
    last = plies.groupby(RECORD_NAMES, observed=True)["number"].max().astype(int)
    reached = last.value_counts().sort_index(ascending=False).cumsum().sort_index()
    moves = [0, *reached.index]
    area = axes.twinx()
    area.fill_between(moves, [*reached, 0], step="post", color=style.FAINT, linewidth=0)
    area.set(ylim=(0, FLOOR * len(last)), yticks=[0, len(last)], xlim=axes.get_xlim())
    area.tick_params(axis="y", colors=style.SOFT_INK, length=1.5)
    area.spines["right"].set(visible=True, bounds=(0, len(last)), color=style.SOFT_INK)
    area.set_zorder(axes.get_zorder() - 1)
    axes.patch.set_visible(False)
