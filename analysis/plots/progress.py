"""Curves by move number, with bands.

All sides have the same move numbers, so that curves do not alternate from ply to ply.
"""

from typing import TYPE_CHECKING

from analysis.plots import style
from analysis.plots.groups import LEAST, by_game, count_games, cut, heading, sides
from analysis.statistics.estimates import Z_95
from analysis.tables.schema import RECORD_NAMES
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Parts = list[tuple[str, pd.DataFrame]]

PANEL = 46.0
"""Height of a panel in millimetres."""

BINS = 30
"""Most points of a curve of means; longer games are averaged over several moves."""

ENOUGH = 5
"""Least number of moves of a mean with an interval."""

MARKERS = 10
"""Most markers on a curve."""

RANGE = f"Curves end where fewer than {100 * LEAST:.0f} % of the games continue."

OWN_UNIT = " The unit of a score depends on the game: pieces left, or stones captured."

MIDDLE_HALF = "lines are medians, bands are the middle half of the games."


@style.styled
def material(plies: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return the pieces of each side on the board by move: median, and quartiles as a band.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``ply``, and ``material_1``...
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no ply was played.
    """
    return _standing(plies, "material", "Pieces on the board", "pieces on the board", width)


@style.styled
def reserve(plies: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return the pieces of each side in reserve by move: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``reserve_1``...; games without
    a reserve are left out.
    """
    return _standing(plies, "reserve", "Pieces in reserve", "pieces in reserve", width)


@style.styled
def score(plies: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return the standing of each side by move: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``score_1``...
    """
    return _standing(plies, "score", "Standing of the sides", "score", width, OWN_UNIT)


@style.styled
def branching(plies: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return the number of legal moves that each side had by move: median and quartiles.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``side`` and ``legal_moves``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: legal moves were not counted.
    """
    lacking = "legal moves were not counted"
    parts = by_game(plies[plies["legal_moves"].notna()], lacking)
    about = f"Legal moves of a side: {MIDDLE_HALF}"
    figure, axes = _panels(parts, "Number of legal moves", about, width)
    for (name, part), panel in zip(parts, axes, strict=True):
        rows = cut(part)
        for side, look in zip(sides(name, part), style.SERIES, strict=False):
            _band(panel, rows[rows["side"] == side], "legal_moves", look, side.title())
        _finish(panel, "legal moves")
    return figure


@style.styled
def captures(plies: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return the mean number of pieces that a side captures with a move, by move number.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant``, ``number``,
            ``side`` and ``captured``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: nothing was captured.
    """
    lacking = "no piece was captured in these games"
    capturing = {name for name, _ in by_game(plies[plies["captured"] > 0], lacking)}
    parts = [(name, part) for name, part in by_game(plies, lacking) if name in capturing]
    about = (
        "Mean number of pieces that a side captures with a move; bands are 95 % confidence "
        f"intervals, for {ENOUGH} moves or more."
    )
    figure, axes = _panels(parts, "Captures by move number", about, width)
    for (name, part), panel in zip(parts, axes, strict=True):
        _means(panel, name, cut(part))
        _finish(panel, "captured per move", whole=False)
    return figure


def _standing(
    plies: "pd.DataFrame", measure: str, title: str, unit: str, width: float, more: str = ""
) -> "Figure":
    """Return the figure of a measure with a column for each side."""
    lacking = f"the games have no {measure}"
    parts = by_game(plies[plies[f"{measure}_1"].notna()], lacking)
    figure, axes = _panels(parts, title, f"After all sides' moves: {MIDDLE_HALF}{more}", width)
    for (name, part), panel in zip(parts, axes, strict=True):
        rows = cut(part).drop_duplicates([*RECORD_NAMES, "number"], keep="last")
        looks = zip(sides(name, part), style.SERIES, strict=False)
        for number, (side, look) in enumerate(looks, start=1):
            _band(panel, rows, f"{measure}_{number}", look, side.title())
        _finish(panel, unit)
    return figure


def _panels(parts: "Parts", title: str, about: str, width: float) -> "tuple[Figure, list[Axes]]":
    """Return a figure with a panel for each game; the caption counts games and plies."""
    games = [count_games(part) for _, part in parts]
    plies = sum(len(part) for _, part in parts)
    return style.panels(
        [heading(name, number) for (name, _), number in zip(parts, games, strict=True)],
        title=title,
        caption=f"{about} {RANGE} {plural(sum(games), 'game')}, {plural(plies, 'ply')}.",
        width=width,
        heights=[PANEL] * len(parts),
    )


def _band(axes: "Axes", plies: "pd.DataFrame", column: str, look: style.Series, label: str) -> None:
    """Draw the median of a column by move, and a band between its quartiles."""
    known = plies[plies[column].notna()]
    values = known[column].astype(float).groupby(known["number"].astype(int))
    low, high = values.quantile(0.25), values.quantile(0.75)
    for edge in (low, high):
        axes.plot(edge.index, edge, color=look.colour, linestyle=look.line, linewidth=0.4)
    _curve(axes, values.median(), low, high, look, label)


def _means(axes: "Axes", name: str, plies: "pd.DataFrame") -> None:
    """Draw the mean captures of each side, over several moves for long games."""
    step = -(-int(plies["number"].max()) // BINS)
    first = (plies["number"].astype(int) - 1) // step * step + 1
    middle = first + (step - 1) / 2
    for side, look in zip(sides(name, plies), style.SERIES, strict=False):
        own = plies["side"] == side
        taken = plies.loc[own, "captured"].astype(float).groupby(middle[own])
        mean, error = taken.mean(), Z_95 * taken.sem().where(taken.count() >= ENOUGH, 0)
        _curve(axes, mean, (mean - error).clip(lower=0), mean + error, look, side.title())


def _curve(
    axes: "Axes",
    values: "pd.Series[float]",
    low: "pd.Series[float]",
    high: "pd.Series[float]",
    look: style.Series,
    label: str,
) -> None:
    axes.fill_between(values.index, low, high, color=look.colour, alpha=0.18, linewidth=0)
    axes.plot(
        values.index,
        values,
        color=look.colour,
        linestyle=look.line,
        marker=look.marker,
        markevery=max(1, len(values) // MARKERS),
        label=label,
    )


def _finish(axes: "Axes", unit: str, whole: bool = True) -> None:
    """Label the axes, which begin at 0, and add a legend."""
    axes.set(xlabel="move number", ylabel=unit, xlim=(0, None))
    style.whole_numbers(axes.xaxis, *[axes.yaxis] * whole)
    style.legend(axes)
