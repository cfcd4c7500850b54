"""What happens in the course of a game: curves by ply, with bands."""

from typing import TYPE_CHECKING

from analysis.plots import house
from analysis.plots.groups import LEAST, by_game, count_games, counted, cut, heading, sides

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

QUARTILES = (0.25, 0.5, 0.75)
PANEL = 48.0
"""Height of a panel in millimetres."""

BINS = 30
"""Most points of a curve that averages over several moves."""

CONFIDENCE = 1.96
"""Standard errors to either side that hold the mean with 95 % confidence."""

SHOWN = f"Curves go as far as {LEAST:.0%} of the games do."


@house.styled
def material(plies: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return the pieces of each side on the board by ply: median, and quartiles as a band.

    Args:
        plies: a table of plies with ``path``, ``game``, ``name``, ``variant``, ``ply`` and
            ``material_1``...
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no ply was played.
    """
    return _standing(plies, "material", "Pieces on the board", "pieces on the board", width)


@house.styled
def reserve(plies: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return the pieces of each side in reserve by ply: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``reserve_1``...; games without
    a reserve are left out.
    """
    return _standing(plies, "reserve", "Pieces in reserve", "pieces in reserve", width)


@house.styled
def score(plies: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return the standing of each side by ply: median, and quartiles as a band.

    Arguments and errors are those of `material`, with the columns ``score_1``...
    """
    return _standing(plies, "score", "Standing of the sides", "score", width)


@house.styled
def branching(plies: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return the number of legal moves by ply: median, and quartiles as a band.

    Args:
        plies: a table of plies with ``path``, ``game``, ``name``, ``ply`` and ``legal_moves``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: legal moves were not counted.
    """
    lacking = "no legal moves were counted: there is nothing to plot"
    parts = by_game(plies[plies["legal_moves"].notna()], lacking)
    figure, axes = house.panels(
        [heading(name, count_games(part)) for name, part in parts],
        title="Choice of moves",
        caption="Legal moves before each ply: the line is the median, the band holds the middle "
        f"half of the games. {SHOWN} {_counts(plies)}",
        width=width,
        height=PANEL,
    )
    for (_, part), place in zip(parts, axes, strict=True):
        _band(place, cut(part), "legal_moves", house.SERIES[0], "")
        _finish(place, "legal moves")
    return figure


@house.styled
def captures(plies: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return the mean number of pieces that a move captures, by move number and side.

    Args:
        plies: a table of plies with ``path``, ``game``, ``name``, ``variant``, ``ply``,
            ``number``, ``side`` and ``captured``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: nothing was captured.
    """
    lacking = "no piece was captured in these games: there are no captures to plot"
    parts = by_game(plies[plies["captured"] > 0], lacking)
    whole = {name: part for name, part in by_game(plies, lacking) if name in dict(parts)}
    figure, axes = house.panels(
        [heading(name, count_games(part)) for name, part in whole.items()],
        title="When pieces are captured",
        caption="Pieces that a move captures, on average; the band is the 95 % confidence "
        f"interval of the mean. {SHOWN} {_counts(plies)}",
        width=width,
        height=PANEL,
    )
    for (name, part), place in zip(whole.items(), axes, strict=True):
        _means(place, name, cut(part))
        _finish(place, "pieces captured per move", "move number")
    return figure


def _standing(
    plies: "pd.DataFrame", measure: str, title: str, unit: str, width: float
) -> "Figure":
    """Return the medians and quartiles of a measure that is kept for each side."""
    lacking = f"no game has a {measure}: there is nothing to plot"
    parts = by_game(plies[plies[f"{measure}_1"].notna()], lacking)
    figure, axes = house.panels(
        [heading(name, count_games(part)) for name, part in parts],
        title=title,
        caption=f"After each ply: lines are medians, bands hold the middle half of the games. "
        f"{SHOWN} {_counts(plies)}",
        width=width,
        height=PANEL,
    )
    for (name, part), place in zip(parts, axes, strict=True):
        shown = cut(part)
        for number, (side, look) in enumerate(
            zip(sides(name, part), house.SERIES, strict=False), start=1
        ):
            _band(place, shown, f"{measure}_{number}", look, side.title())
        _finish(place, unit)
    return figure


def _band(
    axes: "Axes", plies: "pd.DataFrame", column: str, look: house.Series, label: str
) -> None:
    """Draw the median of a column by ply, and a band between its quartiles."""
    known = plies[plies[column].notna()]
    values = known.groupby("ply")[column].quantile(list(QUARTILES)).astype(float).unstack()
    low, middle, high = (values[share] for share in QUARTILES)
    plys = values.index.to_numpy(dtype=int)
    axes.fill_between(plys, low, high, color=look.colour, alpha=0.18, linewidth=0)
    for edge in (low, high):
        axes.plot(plys, edge, color=look.colour, linestyle=look.line, linewidth=0.4)
    axes.plot(
        plys,
        middle,
        color=look.colour,
        linestyle=look.line,
        marker=look.marker,
        markevery=max(1, len(plys) // 10),
        label=label,
    )


def _means(axes: "Axes", name: str, plies: "pd.DataFrame") -> None:
    """Draw what moves capture on average, side by side."""
    step = -(-int(plies["number"].max()) // BINS)
    first = (plies["number"].astype(int) - 1) // step * step + 1
    middle = first + (step - 1) / 2
    for side, look in zip(sides(name, plies), house.SERIES, strict=False):
        own = plies["side"] == side
        taken = plies.loc[own, "captured"].astype(float).groupby(middle[own])
        mean, error = taken.mean(), CONFIDENCE * taken.sem().fillna(0)
        numbers = mean.index.to_numpy(dtype=float)
        low = (mean - error).clip(lower=0)
        axes.fill_between(numbers, low, mean + error, color=look.colour, alpha=0.18, linewidth=0)
        axes.plot(
            numbers,
            mean,
            color=look.colour,
            linestyle=look.line,
            marker=look.marker,
            markevery=max(1, len(numbers) // 10),
            label=side.title(),
        )


def _finish(axes: "Axes", unit: str, by: str = "ply") -> None:
    """Name the axes, which begin at nought, and the lines if there are several."""
    axes.set(xlabel=by, ylabel=unit, xlim=(0, None), ylim=(0, None))
    house.whole_numbers(axes.xaxis)
    handles, labels = axes.get_legend_handles_labels()
    if any(labels):
        axes.legend(handles, labels, ncols=len(labels), loc="best")


def _counts(plies: "pd.DataFrame") -> str:
    return f"{counted(count_games(plies), 'game')}, {counted(len(plies), 'ply')}."
