"""Openings as an icicle plot: a column for each ply, a block for each move."""

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from analysis.drawing.scene import printable
from analysis.plots.chart import Block, Chart, Icicle
from analysis.plots.groups import NothingToPlot, remark
from analysis.statistics.estimates import ENOUGH
from notation.numbers import plural

if TYPE_CHECKING:
    import pandas as pd

LEAST = 0.0175
"""Least share of all games with a move that gets a block."""

SINGLE = 20
"""Number of games from which a move played once has no block."""

TREES = 4
"""Most panels: the labels of the moves have to fit on a page."""


def _caption(min_count: int | None) -> str:
    rare = f"less than {100 * LEAST:.3g} % of the games, and single games among {SINGLE} or more,"
    if min_count is not None:
        rare = f"fewer than {plural(min_count, 'game')}"
    return (
        "Each column is a ply. The height of a block is the frequency of its move after the moves "
        "to its left, its colour the score of the side that played it (draws divided; hatched: "
        f"fewer than {ENOUGH} games with a result). A label has the move, the games and the score; "
        f"labels of thin blocks stand beside them. Moves of {rare} stand together in blocks "
        "without a frame."
    )


def icicle(openings: "pd.DataFrame", *, min_count: int | None = None) -> Chart:
    """Return the openings of each variant as an icicle.

    Args:
        openings: a table from `analysis.openings.lines.frame_of_shares`.
        min_count: least number of games of a move with a block; None for a share of `LEAST`.

    Raises:
        NothingToPlot: no first move is frequent enough to be drawn.
    """
    trees = [
        Icicle(str(game), (str(variant),), _games(rows), _columns(blocks(rows, min_count)))
        for (game, variant), rows in openings.groupby(["game", "variant"], sort=False)
    ]
    trees = sorted((tree for tree in trees if tree.blocks), key=lambda tree: -tree.games)
    if not trees:
        raise NothingToPlot("no first move is frequent enough to be drawn")
    left = remark([tree.games for tree in trees[TREES:]], TREES)
    return Chart("Openings", _caption(min_count) + left, tuple(trees[:TREES]))


def _columns(found: list[Block]) -> tuple[Block, ...]:
    """Return the blocks, up to the last ply with a block for a single move."""
    plies = max((block.ply for block in found if not block.others), default=0)
    return tuple(block for block in found if block.ply <= plies)


def _games(rows: "pd.DataFrame") -> int:
    return int(rows.loc[rows["ply"] == 0, "reached"].sum())


def blocks(rows: "pd.DataFrame", min_count: int | None = None) -> list[Block]:
    """Return the blocks of one tree: frequent moves, then the rare ones as one block."""
    whole = float(rows.loc[rows["ply"] == 0, "times"].sum())
    least = min_count or (2 if whole >= SINGLE else 1)
    names = ("ply", "move", "times", "reached", "score", "decided", "rare", "rare_times")
    open_at = [_Open(0, 0.0, 1.0, whole)]
    found: list[Block] = []
    for ply, move, times, reached, score, decided, *rare in zip(
        *(rows[name].tolist() for name in names), strict=True
    ):
        # The parent of a row is the last row of the ply before; it may have no block.
        if len(open_at) <= ply:
            continue
        found += [one.rest() for one in open_at[ply + 1 :] if one.rare]
        del open_at[ply + 1 :]
        before = open_at[ply]
        height = before.height * times / before.games
        if times < least or (min_count is None and height < LEAST):
            before.rare += bool(ply)
            before.rare_games += times
            continue
        open_at.append(_Open(ply, before.filled, height, reached, *rare))
        if ply:
            known = None if decided < ENOUGH or isnan(score) else float(score)
            found.append(Block(ply, before.filled, height, printable(move), times, known))
        before.filled += height
    return found + [one.rest() for one in open_at if one.rare]


@dataclass(slots=True)
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
        words = "1 other" if self.rare == 1 else f"{self.rare:,} others"
        return Block(self.ply + 1, self.filled, height, words, self.rare_games, None, self.rare)
