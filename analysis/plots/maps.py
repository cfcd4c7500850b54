"""Where pieces are captured: a map on the board of each game."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analysis.drawing.mpl import POINTS_PER_INCH, artist
from analysis.drawing.scene import Shape, Text
from analysis.games import find
from analysis.games.diagram import EmptyBoard
from analysis.plots import style as house
from analysis.plots.groups import by_game, count_games, heading
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LACKING = "no piece was captured in these games: there is no map of captures"

CAPTION = (
    "Enemy pieces captured on each point of the board; a point without colour never saw a capture."
)

SHOWN = f" Of many boards these are the {house.PANELS} that were played on most."

LETTERS = 6.0
"""Size of coordinates in points."""

PER = 100
"""Games that the numbers of a map are for, where there are at least `ENOUGH`; else all."""

ENOUGH = 20


@dataclass
class HeatMap:
    """One board and what was captured where.

    Attributes:
        name: name of the game.
        ground: the empty board.
        games: number of games played on it.
        counts: pieces captured on each point.
    """

    name: str
    ground: EmptyBoard
    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)


@house.styled
def capture_map(plies: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return a map of the captures on each board that was played on.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant`` and
            ``captured_points``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: nothing was captured.
    """
    found = [board for board in boards(plies) if board.counts]
    left = len(found) - house.PANELS
    fewest = sorted(board.games for board in found)[max(0, left)] if found else 0
    found = [board for board in found if board.games >= fewest][: house.PANELS]
    if not found:
        raise house.NothingToPlot(LACKING)
    across = min(3, len(found)) if width >= house.WIDE else 1
    room = width / across - 4
    figure, axes = house.panels(
        [heading(board.name, board.games) for board in found],
        title="Where pieces are captured",
        caption=f"{CAPTION} {_totals(found)}" + SHOWN * (left > 0),
        width=width,
        heights=[room * board.ground.height / board.ground.width + 15 for board in found],
        across=across,
    )
    for board, place in zip(found, axes, strict=True):
        _draw(place, board, room / house.MILLIMETRES)
    return figure


def boards(plies: "pd.DataFrame") -> list[HeatMap]:
    """Return the boards that were played on, variants of one geometry together.

    They are ordered by game; of one game the board played on most comes first.
    """
    found: dict[tuple[str, tuple[str, ...]], HeatMap] = {}
    for name, part in by_game(plies, LACKING):
        for variant, played in part.groupby("variant", observed=True):
            ground = find(name).diagram().ground(find(name).variant(str(variant)))
            board = found.setdefault((name, tuple(ground.cells)), HeatMap(name, ground))
            board.games += count_games(played)
            board.counts.update(played["captured_points"].explode().dropna().tolist())
    return sorted(found.values(), key=lambda board: (board.name, -board.games))


def _totals(found: list[HeatMap]) -> str:
    totals = [
        f"{find(board.name).title} {plural(board.counts.total(), 'piece')}" for board in found
    ]
    return f"Captured in all: {', '.join(totals)}."


def _draw(axes: "Axes", board: HeatMap, inches: float) -> None:
    """Draw one board, so many inches wide."""
    from matplotlib.collections import PolyCollection

    ground = board.ground
    points = inches / ground.width * POINTS_PER_INCH
    share, unit = scale(board.games)
    rates = [share * board.counts[name] for name in ground.cells]
    cells = PolyCollection(
        [outline for outline, rate in zip(ground.cells.values(), rates, strict=True) if rate],
        array=[rate for rate in rates if rate],
        cmap=house.shades(),
        clim=(0, max(rates)),
        edgecolors="white",
        linewidths=0.3,
        zorder=1,
    )
    _add(axes, ground.under, points, 0)
    axes.add_collection(cells)
    _add(axes, ground.over, points, 2)
    axes.set(xlim=(0, ground.width), ylim=(ground.height, 0), aspect="equal")
    axes.set_axis_off()
    bar = axes.figure.colorbar(cells, ax=axes, location="bottom", shrink=0.6, aspect=30, pad=0.01)
    bar.set_label(unit)
    house.whole_numbers(bar.ax.xaxis)
    bar.outline.set_linewidth(0.4)


def scale(games: int) -> tuple[float, str]:
    """Return what the pieces captured in so many games are multiplied by, and the unit then."""
    if games < ENOUGH:
        return 1.0, "pieces captured"
    return PER / games, f"pieces captured per {PER} games"


def _add(axes: "Axes", shapes: tuple[Shape, ...], points: float, order: int) -> None:
    """Add shapes of a board, its letters of the size that all small letters have."""
    for shape in shapes:
        painted = artist(shape, points)
        painted.set(transform=axes.transData, zorder=order, clip_on=False)
        if isinstance(shape, Text):
            painted.set(fontsize=LETTERS)
        axes.add_artist(painted)
