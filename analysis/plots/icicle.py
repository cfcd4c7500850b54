"""Openings as an icicle: a column for each ply, a block for each move, high if it is frequent."""

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from analysis.diagrams.scene import printable
from analysis.opening_lines import Branch, branches
from analysis.openings import Openings
from analysis.plots import house
from analysis.registry import find
from analysis.words import plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 78.0
"""Height of a panel in millimetres."""

LEAST = 0.0175
"""Share of all games under which a move has no block of its own."""

SHADED = 0.7
"""The darkest that a block gets, of the shades of a map."""

AXES = 16.0
"""Height in millimetres that the title and the axis of a panel take."""

LINE = 2.9
"""Height of a line of small letters in millimetres."""

LETTER = 1.42
"""Mean width of a small letter in millimetres."""

CAPTION = (
    "Each column is a ply; a block is as high as its move is frequent after the moves to its left, "
    "and as dark as {side} scored with it (draws divided; hatched: no results). Positions that "
    "mirror or turn into each other count as one; rarer moves are left white."
)

Colour = tuple[float, float, float, float]

COLUMNS = (
    *("name", "variant", "row", "parent", "ply", "move", "times", "reached", "score", "title"),
)
"""Columns of a table of openings as `table` makes it."""


def table(openings: Openings) -> "pd.DataFrame":
    """Return the moves of opening trees, a row each, a move always after the one before it.

    Columns: ``name`` of the game and ``variant``; ``row`` numbers the rows and ``parent`` names the
    row of the move before (-1 for a first position, which has no ``move`` and ply 0); ``times`` is
    in how many games the move was played there, ``reached`` in how many its position came about by
    any line, ``score`` what the first side scored in these, empty without results; ``title`` is the
    name of the position.
    """
    import pandas as pd

    rows: list[tuple[Any, ...]] = []

    def add(branch: Branch, head: tuple[str, str], parent: int) -> None:
        number, tally = len(rows), branch.tally
        score = tally.points(0) / tally.decided if tally.decided else None
        said = (branch.move, branch.times, tally.games, score, branch.name)
        rows.append((*head, number, parent, len(branch.line), *said))
        for reply in branch.replies:
            add(reply, head, number)

    for tree in openings.trees.values():
        for root in branches(openings, tree):
            add(root, (tree.game, tree.variant), -1)
    return pd.DataFrame.from_records(rows, columns=list(COLUMNS))


@dataclass(frozen=True, slots=True)
class Block:
    """A block of an icicle.

    Attributes:
        ply: its column, from 1.
        top: where it begins, as a share of all games, from the top down.
        height: its height, likewise.
        move: the move.
        times: in how many games it was played there.
        score: what the first side scored, None without results.
    """

    ply: int
    top: float
    height: float
    move: str
    times: int
    score: float | None


@house.styled
def icicle(openings: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return the openings of each variant as an icicle.

    Args:
        openings: a table of openings; see `table`.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no first move is frequent enough to be drawn.
    """
    trees = [
        (str(name), str(variant), rows)
        for (name, variant), rows in openings.groupby(["name", "variant"], sort=False)
        if blocks(rows)
    ]
    if not trees:
        raise house.NothingToPlot("no first move is frequent: there are no openings to plot")
    across = min(2, len(trees)) if width >= house.WIDE else 1
    figure, axes = house.panels(
        [_heading(name, variant, rows) for name, variant, rows in trees],
        title="What is played first",
        caption=CAPTION.format(side="the side that moves first"),
        width=width,
        heights=[PANEL] * len(trees),
        across=across,
    )
    for (_, _, rows), place in zip(trees, axes, strict=True):
        _draw(place, blocks(rows), width / across - 12)
    _legend(figure, axes)
    return figure


def _heading(name: str, variant: str, rows: "pd.DataFrame") -> str:
    games = int(rows.loc[rows["ply"] == 0, "reached"].sum())
    return f"{find(name).title}, {variant} ({plural(games, 'game')})"


def blocks(rows: "pd.DataFrame") -> list[Block]:
    """Return the blocks of one tree: the moves that are frequent enough to have one."""
    whole = float(rows.loc[rows["parent"] < 0, "times"].sum())
    room: dict[int, float] = {-1: 1.0}  # of each position that has a block, by row
    reached: dict[int, float] = {-1: whole}
    filled: dict[int, float] = {-1: 0.0}
    found = []
    columns = (
        rows[name].tolist() for name in ("row", "parent", "ply", "times", "reached", "score")
    )
    for (row, parent, ply, times, games, score), move in zip(
        zip(*columns, strict=True), rows["move"].tolist(), strict=True
    ):
        height = room.get(parent, 0.0) * times / reached.get(parent, 1.0)
        if height < LEAST:
            continue
        top = filled[parent]
        room[row], reached[row], filled[row] = height, games, top
        filled[parent] += height
        if ply:
            known = None if score is None or isnan(score) else float(score)
            found.append(Block(ply, top, height, printable(move), times, known))
    return found


def _draw(axes: "Axes", found: list[Block], width: float) -> None:
    """Draw blocks, in a panel so many millimetres wide."""
    from matplotlib.patches import Rectangle

    plies = max(block.ply for block in found)
    for block in found:
        axes.add_patch(
            Rectangle(
                (block.ply - 1, block.top),
                1,
                block.height,
                facecolor=_shade(block.score),
                edgecolor=house.SOFT_INK,
                linewidth=0.4,
                hatch="//////" if block.score is None else None,
            )
        )
        if block.height * (PANEL - AXES) >= LINE:
            _label(axes, block, width / plies)
    axes.set(xlim=(0, plies), ylim=(1, 0), xlabel="ply", ylabel="share of the games")
    axes.set_xticks([ply + 0.5 for ply in range(plies)], [str(ply + 1) for ply in range(plies)])
    axes.tick_params(axis="x", length=0)
    house.percents(axes.yaxis)


def _label(axes: "Axes", block: Block, room: float) -> None:
    """Write on a block what it stands for, as far as there is room, in millimetres."""
    letters = int((room - 1.5) / LETTER)
    text = f"{block.move}  {block.times:,}"
    if len(text) > letters:
        text = block.move if len(block.move) <= letters else f"{block.move[: letters - 1]}…"
    if letters < 3:
        return
    axes.annotate(
        text,
        (block.ply - 1, block.top + block.height / 2),
        xytext=(2.5, 0),
        textcoords="offset points",
        fontsize=6.0,
        color="white" if _luminance(_shade(block.score)) < 0.5 else house.INK,
        verticalalignment="center",
        bbox={"facecolor": "white", "linewidth": 0, "pad": 0.8} if block.score is None else None,
    )


def _shade(score: float | None) -> Colour:
    """Return the colour of a block."""
    if score is None:
        return 1.0, 1.0, 1.0, 1.0
    red, green, blue, opacity = house.shades()(SHADED * score)
    return red, green, blue, opacity


def _luminance(colour: Colour) -> float:
    red, green, blue, _ = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _legend(figure: "Figure", axes: "list[Axes]") -> None:
    """Add the scale of the scores under all panels."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap

    steps = house.shades()([SHADED * step / 255 for step in range(256)])
    bar = figure.colorbar(
        ScalarMappable(cmap=ListedColormap(steps)),
        ax=axes,
        location="bottom",
        shrink=0.5,
        aspect=34,
        pad=0.015,
    )
    bar.set_label("score of the side that moves first")
    bar.outline.set_linewidth(0.4)
    bar.set_ticks([0, 0.5, 1])
    house.percents(bar.ax.xaxis)
