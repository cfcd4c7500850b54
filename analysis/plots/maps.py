"""Maps of captures, on the board of each game."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analysis.drawing.mpl import POINTS_PER_INCH, artist
from analysis.drawing.scene import Shape, Text
from analysis.games import find
from analysis.games.diagram import EmptyBoard
from analysis.plots import style
from analysis.plots.groups import heading, populations
from analysis.text import plural
from notation import find_dialect

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LACKING = "no piece was captured in these games"

CAPTION = "Enemy pieces captured on each point of the board; points without colour had no captures."

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
        variants: the variant strings of the games.
        board: the empty board.
        games: number of games played on it.
        counts: pieces captured on each point.
    """

    name: str
    variants: tuple[str, ...]
    board: EmptyBoard
    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def title(self) -> str:
        """The title of the map."""
        return heading(self.name, self.variants, self.games)


@style.styled
def capture_map(
    plies: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False
) -> "Figure":
    """Return a map of the captures under each variant.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant`` and
            ``captured_points``.
        width: of the figure in millimetres.
        pool: whether variants with the same board share a map.

    Raises:
        NothingToPlot: nothing was captured.
    """
    found, left = heat_maps(plies, pool)
    if not found:
        raise style.NothingToPlot(LACKING)
    across = min(3, len(found)) if width >= style.WIDE else 1
    room = width / across - 4
    figure, axes = style.panels(
        [heat_map.title for heat_map in found],
        title="Where pieces are captured",
        caption=f"{CAPTION} {_totals(found)}{left}",
        width=width,
        heights=[room * one.board.height / one.board.width + 15 for one in found],
        across=across,
    )
    for heat_map, panel in zip(found, axes, strict=True):
        _draw(panel, heat_map, room / style.MILLIMETRES)
    return figure


def heat_maps(plies: "pd.DataFrame", pool: bool = False) -> tuple[list[HeatMap], str]:
    """Return the boards with captures, by game, and a sentence on variants without a map.

    Args:
        plies: the plies.
        pool: whether variants with the same geometry are one board.
    """
    parts, left = populations(plies, LACKING)
    found: dict[tuple[str, object], HeatMap] = {}
    for part in parts:
        board = _ground(part.game, part.variants[0])
        kind = tuple(board.cells) if pool else part.variants
        heat_map = found.setdefault((part.game, kind), HeatMap(part.game, (), board))
        heat_map.variants += part.variants
        heat_map.games += part.games
        heat_map.counts.update(part.rows["captured_points"].explode().dropna().tolist())
    return [heat_map for heat_map in found.values() if heat_map.counts], left


def _ground(game: str, variant: str) -> EmptyBoard:
    """Return the empty board of a variant, labelled for the usual dialect of the game."""
    diagram, labels = find(game).diagram(), find_dialect(game).label_style
    return diagram.ground(find(game).variant(variant), labels=labels)


def _totals(found: list[HeatMap]) -> str:
    totals = Counter[str]()
    for one in found:
        totals[find(one.name).title] += one.counts.total()
    named = (f"{title} {plural(count, 'piece')}" for title, count in totals.items())
    return f"Total captures: {', '.join(named)}."


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
    axes.set_anchor("N")


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
