"""Maps of captures, on the board of each game."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analysis.drawing.mpl import POINTS_PER_INCH, artist
from analysis.drawing.scene import Shape, Text
from analysis.games import find
from analysis.games.diagram import EmptyBoard
from analysis.plots import style
from analysis.plots.groups import by_game, count_games, heading
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LACKING = "no piece was captured in these games"

CAPTION = "Enemy pieces captured on each point of the board; points without colour had no captures."

MOST_PLAYED = f" Only the {style.PANELS} most played boards are shown."

LETTERS = 6.0
"""Size of coordinates in points."""

PER = 100
"""Number of games per unit of a map; with fewer than `ENOUGH` games the unit is all of them."""

ENOUGH = 20


@dataclass
class HeatMap:
    """A board and the captures on each of its points.

    Attributes:
        name: name of the game.
        board: the empty board.
        games: number of games played on it.
        counts: pieces captured on each point.
    """

    name: str
    board: EmptyBoard
    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)


@style.styled
def capture_map(plies: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return a map of the captures on each board.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant`` and
            ``captured_points``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: nothing was captured.
    """
    found = [heat_map for heat_map in heat_maps(plies) if heat_map.counts]
    left = len(found) - style.PANELS
    fewest = sorted(heat_map.games for heat_map in found)[max(0, left)] if found else 0
    found = [heat_map for heat_map in found if heat_map.games >= fewest][: style.PANELS]
    if not found:
        raise style.NothingToPlot(LACKING)
    across = min(3, len(found)) if width >= style.WIDE else 1
    room = width / across - 4
    figure, axes = style.panels(
        [heading(heat_map.name, heat_map.games) for heat_map in found],
        title="Where pieces are captured",
        caption=f"{CAPTION} {_totals(found)}" + MOST_PLAYED * (left > 0),
        width=width,
        heights=[room * one.board.height / one.board.width + 15 for one in found],
        across=across,
    )
    for heat_map, panel in zip(found, axes, strict=True):
        _draw(panel, heat_map, room / style.MILLIMETRES)
    return figure


def heat_maps(plies: "pd.DataFrame") -> list[HeatMap]:
    """Return the boards of the plies, by game, then the most played first.

    Variants with the same geometry are one board.
    """
    found: dict[tuple[str, tuple[str, ...]], HeatMap] = {}
    for name, part in by_game(plies, LACKING):
        for variant, played in part.groupby("variant", observed=True):
            board = find(name).diagram().ground(find(name).variant(str(variant)))
            heat_map = found.setdefault((name, tuple(board.cells)), HeatMap(name, board))
            heat_map.games += count_games(played)
            heat_map.counts.update(played["captured_points"].explode().dropna().tolist())
    return sorted(found.values(), key=lambda heat_map: (heat_map.name, -heat_map.games))


def _totals(found: list[HeatMap]) -> str:
    totals = [f"{find(one.name).title} {plural(one.counts.total(), 'piece')}" for one in found]
    return f"Total captures: {', '.join(totals)}."


def _draw(axes: "Axes", heat_map: HeatMap, inches: float) -> None:
    """Draw a map of a width in inches."""
    from matplotlib.collections import PolyCollection

    board = heat_map.board
    points = inches / board.width * POINTS_PER_INCH
    share, unit = scale(heat_map.games)
    rates = [share * heat_map.counts[name] for name in board.cells]
    cells = PolyCollection(
        [outline for outline, rate in zip(board.cells.values(), rates, strict=True) if rate],
        array=[rate for rate in rates if rate],
        cmap=style.shades(),
        clim=(0, max(rates)),
        edgecolors="white",
        linewidths=0.3,
        zorder=1,
    )
    _add(axes, board.under, points, 0)
    axes.add_collection(cells)
    _add(axes, board.over, points, 2)
    axes.set(xlim=(0, board.width), ylim=(board.height, 0), aspect="equal")
    axes.set_axis_off()
    bar = axes.figure.colorbar(cells, ax=axes, location="bottom", shrink=0.6, aspect=30, pad=0.01)
    bar.set_label(unit)
    style.whole_numbers(bar.ax.xaxis)
    bar.outline.set_linewidth(0.4)


def scale(games: int) -> tuple[float, str]:
    """Return the factor from captures in a number of games to the unit, and the unit."""
    if games < ENOUGH:
        return 1.0, "pieces captured"
    return PER / games, f"pieces captured per {PER} games"


def _add(axes: "Axes", shapes: tuple[Shape, ...], points: float, order: int) -> None:
    """Add shapes of a board, with letters of the size `LETTERS`."""
    for shape in shapes:
        painted = artist(shape, points)
        painted.set(transform=axes.transData, zorder=order, clip_on=False)
        if isinstance(shape, Text):
            painted.set(fontsize=LETTERS)
        axes.add_artist(painted)
