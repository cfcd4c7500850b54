"""Openings as an icicle: a column for each ply, a block for each move, as high as frequent."""

from math import isnan
from typing import TYPE_CHECKING

from analysis.drawing.scene import printable
from analysis.plots import style
from analysis.plots.groups import heading, remark
from notation.values import frozen, mutable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

PANEL = 78.0
"""Height of a panel in millimetres."""

LEAST = 0.0175
"""Least share of all games of a move with a block."""

LIGHTEST, DARKEST = 0.1, 0.7
"""The shades of scores of 0 and 1, as shares of the range of `style.shades`."""

ENOUGH = 5
"""Least number of games with a result of a block with a shade."""

HATCHING = "#b4b4b4"
"""Colour of the hatching of blocks without a result."""

AXES = 16.0
"""Height of the title and the axis of a panel in millimetres."""

LINE = 2.9
"""Height of a line of small letters in millimetres."""

LETTER = 1.42
"""Mean width of a small letter in millimetres."""

CAPTION = (
    "Each column is a ply. The height of a block is the frequency of its move after the moves to "
    "its left, its shade the score of the side that played it (draws divided; hatched: fewer than "
    f"{ENOUGH} games with a result). Moves of less than {100 * LEAST:.3g} % of the games stand "
    "together in blocks without a frame."
)

Colour = tuple[float, float, float, float]


@frozen
class Block:
    """A block of an icicle.

    Attributes:
        ply: its column, from 1.
        top: its upper edge, as a share of all games, from the top down.
        height: its height, likewise.
        move: the move.
        times: number of games in which it was played there.
        score: the mean score of the side that played it, None for few results.
        others: number of rare moves that the block stands for, 0 for one move.
    """

    ply: int
    top: float
    height: float
    move: str
    times: int
    score: float | None
    others: int = 0


@style.styled
def icicle(openings: "pd.DataFrame", *, width: float = style.SINGLE) -> "Figure":
    """Return the openings of each variant as an icicle.

    Args:
        openings: a table of openings from `analysis.openings.lines.frame`.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no first move is frequent enough to be drawn.
    """
    trees = [
        (heading(str(name), (str(variant),), _games(rows)), _games(rows), blocks(rows))
        for (name, variant), rows in openings.groupby(["game", "variant"], sort=False)
    ]
    trees = sorted((tree for tree in trees if _moves(tree[2])), key=lambda tree: -tree[1])
    left, trees = trees[style.PANELS :], trees[: style.PANELS]
    if not trees:
        raise style.NothingToPlot("no first move is frequent enough to be drawn")
    across = min(2, len(trees)) if width >= style.WIDE else 1
    figure, axes = style.panels(
        [heading for heading, _, _ in trees],
        title="Openings",
        caption=CAPTION + remark([games for _, games, _ in left]),
        width=width,
        heights=[PANEL] * len(trees),
        across=across,
    )
    for (_, _, found), panel in zip(trees, axes, strict=True):
        _draw(panel, found, width / across - 12)
    _legend(figure, axes)
    return figure


def _moves(found: list[Block]) -> list[Block]:
    """Return the blocks of one move."""
    return [block for block in found if not block.others]


def _games(rows: "pd.DataFrame") -> int:
    return int(rows.loc[rows["ply"] == 0, "reached"].sum())


def blocks(rows: "pd.DataFrame") -> list[Block]:
    """Return the blocks of one tree: the frequent moves, and after them the rare ones together."""
    whole = float(rows.loc[rows["ply"] == 0, "times"].sum())
    names = ("ply", "move", "times", "reached", "score", "decided")
    open_at = [_Open(0, 0.0, 1.0, whole)]
    found: list[Block] = []
    for ply, move, times, reached, score, decided in zip(
        *(rows[name].tolist() for name in names), strict=True
    ):
        # The parent of a row is the last row of the ply before; it may have no block.
        if len(open_at) <= ply:
            continue
        found += [one.rest() for one in open_at[ply + 1 :] if one.rare]
        del open_at[ply + 1 :]
        before = open_at[ply]
        height = before.height * times / before.games
        if height < LEAST:
            before.rare += bool(ply)
            before.rare_games += times
            continue
        open_at.append(_Open(ply, before.filled, height, reached))
        if ply:
            known = None if decided < ENOUGH or isnan(score) else float(score)
            found.append(Block(ply, before.filled, height, printable(move), times, known))
        before.filled += height
    return found + [one.rest() for one in open_at if one.rare]


@mutable
class _Open:
    """A block whose replies are being placed.

    Attributes:
        ply: its column.
        filled: the lower edge of the last placed reply.
        height: height of the block.
        games: games that reached its position, by any line.
        rare: number of replies that are too rare for a block.
        rare_games: games in which they were played.
    """

    ply: int
    filled: float
    height: float
    games: float
    rare: int = 0
    rare_games: int = 0

    def rest(self) -> Block:
        """Return the block of the rare replies."""
        height = self.height * self.rare_games / self.games
        words = "1 other move" if self.rare == 1 else f"{self.rare:,} other moves"
        return Block(self.ply + 1, self.filled, height, words, self.rare_games, None, self.rare)


def _draw(axes: "Axes", found: list[Block], width: float) -> None:
    """Draw blocks in a panel of a width in millimetres."""
    plies = max(block.ply for block in _moves(found))
    found = [block for block in found if block.ply <= plies]
    for block in found:
        if not block.others:
            axes.add_patch(_rectangle(block))
        text = _fitting(block, int((width / plies - 1.5) / LETTER))
        if text and block.height * (PANEL - AXES) >= LINE:
            _label(axes, block, text)
    axes.set(xlim=(0, plies), ylim=(1, 0), xlabel="ply", ylabel="share of the games")
    axes.set_xticks([ply + 0.5 for ply in range(plies)], [str(ply + 1) for ply in range(plies)])
    axes.tick_params(axis="x", length=0)
    style.percents(axes.yaxis)


def _rectangle(block: Block) -> "Rectangle":
    from matplotlib.patches import Rectangle

    known = block.score is not None
    return Rectangle(
        (block.ply - 1, block.top),
        1,
        block.height,
        facecolor=_shade(block.score),
        edgecolor=style.SOFT_INK if known else HATCHING,
        linewidth=0.4,
        hatch=None if known else "////",
    )


def _fitting(block: Block, letters: int) -> str:
    """Return the label of a block, cut to a number of letters; empty for fewer than three."""
    whole = f"{block.move}  {block.times:,}"
    if letters < 3 or len(whole) <= letters:
        return whole if letters >= 3 else ""
    return block.move if len(block.move) <= letters else f"{block.move[: letters - 1]}…"


def _label(axes: "Axes", block: Block, text: str) -> None:
    """Write the label of a block, on white where it is hatched."""
    hatched = block.score is None and not block.others
    ground = {"facecolor": "white", "linewidth": 0, "pad": 0.8} if hatched else None
    ink = style.SOFT_INK if block.others else style.INK
    axes.annotate(
        text,
        (block.ply - 1, block.top + block.height / 2),
        xytext=(2.5, 0),
        textcoords="offset points",
        fontsize=6.0,
        color="white" if _luminance(_shade(block.score)) < 0.5 else ink,
        verticalalignment="center",
        bbox=ground,
    )


def _shade(score: float | None) -> Colour:
    """Return the colour of a block."""
    if score is None:
        return 1.0, 1.0, 1.0, 1.0
    red, green, blue, opacity = style.shades()(LIGHTEST + (DARKEST - LIGHTEST) * score)
    return red, green, blue, opacity


def _luminance(colour: Colour) -> float:
    red, green, blue, _ = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _legend(figure: "Figure", axes: "list[Axes]") -> None:
    """Add the scale of the scores under all panels."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap

    steps = [_shade(step / 255) for step in range(256)]
    bar = figure.colorbar(
        ScalarMappable(cmap=ListedColormap(steps)),
        ax=axes,
        location="bottom",
        shrink=0.5,
        aspect=34,
        pad=0.015,
    )
    bar.set_label("score of the side that plays the move")
    bar.outline.set_linewidth(0.4)
    bar.set_ticks([0, 0.5, 1])
    style.percents(bar.ax.xaxis)
