"""How long games last, and who wins them."""

from typing import TYPE_CHECKING

from analysis.plots import house
from analysis.plots.groups import by_game, counted, heading

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 42.0
"""Height of a panel in millimetres."""

BINS = 24
"""Most bars of a histogram."""

ROWS = 16
"""Most rows of a plot of shares."""


@house.styled
def lengths(games: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return how many games last how many plies.

    Args:
        games: a table of games with ``name`` and ``plies``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no ply was played.
    """
    played = games[games["plies"] > 0]
    parts = by_game(played, "no ply could be played: games have no lengths to plot")
    figure, axes = house.panels(
        [heading(name, len(part)) for name, part in parts],
        title="How long games last",
        caption="Plies that could be played, also of games that are broken or unfinished; the "
        f"dashed line is the median. {counted(len(played), 'game')}.",
        width=width,
        height=PANEL,
    )
    for (_, part), place in zip(parts, axes, strict=True):
        _histogram(place, part["plies"].astype(int))
    return figure


def _histogram(axes: "Axes", values: "pd.Series[int]") -> None:
    low, high = int(values.min()), int(values.max())
    step = -(-(high - low + 1) // BINS)
    edges = [edge - 0.5 for edge in range(low, high + step + 1, step)]
    axes.hist(values, edges, color=house.SKY_BLUE, edgecolor=house.INK, linewidth=0.4)
    middle = float(values.median())
    axes.axvline(middle, color=house.INK, linestyle=(0, (4, 2)), linewidth=1)
    axes.annotate(
        f"median {middle:,.0f}" if middle.is_integer() else f"median {middle:,.1f}",
        (middle, 1),
        xycoords=("data", "axes fraction"),
        xytext=(3, -1),
        textcoords="offset points",
        fontsize=house.SMALL_SIZE,
        verticalalignment="bottom",
    )
    axes.set(xlabel="length in plies", ylabel="games")
    house.whole_numbers(axes.xaxis, axes.yaxis)
