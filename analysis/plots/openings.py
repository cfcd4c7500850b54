"""Openings as an icicle plot: a column for each ply, a block for each move."""

from collections.abc import Iterable

from analysis.drawing.scene import printable
from analysis.openings.nodes import OpeningNode, OpeningTree
from analysis.plots.chart import Block, Chart, Icicle
from analysis.plots.groups import NothingToPlot, remark
from analysis.statistics.estimates import ENOUGH
from notation.numbers import plural

LEAST = 0.0175
"""Minimum share of all games that a move needs for its own block."""

SINGLE = 20
"""With at least this number of games, moves played only once have no block of their own."""

TREES = 4
"""Maximum number of panels, so that the labels of the moves fit on a page."""


def _reading(min_count: int | None) -> str:
    rare = (
        f"Moves in less than {100 * LEAST:.3g} % of the games, and moves played once in "
        f"{SINGLE} games or more,"
    )
    if min_count is not None:
        rare = f"Moves in fewer than {plural(min_count, 'game')}"
    return (
        "Each column is a ply; to the right of a move are the answers to it. The height of a block "
        "is the share of the games that went that way, its colour the score of the side that "
        "played the move, with draws divided; hatched blocks have fewer than "
        f"{ENOUGH} games with a result. Labels give the move, its games and its score; those of "
        f"thin blocks are beside them. {rare} share a block without a frame."
    )


def icicle(panels: Iterable[Icicle], *, min_count: int | None = None) -> Chart:
    """Return the openings of each variant as an icicle.

    Args:
        panels: the panels of the variants, from `panel_of`.
        min_count: the minimum that was given to `panel_of`, for the caption.

    Raises:
        NothingToPlot: no first move is frequent enough to be drawn.
    """
    found = sorted((one for one in panels if one.blocks), key=lambda one: -one.games)
    if not found:
        raise NothingToPlot("no first move is frequent enough to be drawn")
    left = remark([one.games for one in found[TREES:]], TREES)
    return Chart("Openings", _reading(min_count), tuple(found[:TREES]), left)


def panel_of(tree: OpeningTree, min_count: int | None = None) -> Icicle:
    """Return the openings of a variant, up to the last ply with a frequent move.

    The blocks of a ply are the frequent answers to each position, then the others as one block.

    Args:
        tree: the openings.
        min_count: minimum number of games of a frequent move; None for the share `LEAST`.
    """
    least = min_count or (2 if tree.games >= SINGLE else 1)
    found, ply, top = list[Block](), 1, 0.0
    level = list[tuple[OpeningNode, float, float]]()
    for root in tree.roots:
        level.append((root, top, root.times / tree.games))
        top += root.times / tree.games
    while level:
        blocks, after = list[Block](), list[tuple[OpeningNode, float, float]]()
        for node, top, height in level:
            (rare, times), games = node.rare, node.results.games
            for reply in node.replies:
                part = height * reply.times / games
                if reply.times < least or (min_count is None and part < LEAST):
                    rare, times = rare + 1, times + reply.times
                    continue
                score = reply.score if reply.results.decided >= ENOUGH else None
                blocks.append(Block(ply, printable(reply.move), reply.times, top, part, score))
                after.append((reply, top, part))
                top += part
            if rare:
                words = "1 other" if rare == 1 else f"{rare:,} others"
                blocks.append(Block(ply, words, times, top, height * times / games, None, rare))
        if after:
            found += blocks
        level, ply = after, ply + 1
    return Icicle(tree.game, (tree.variant,), tree.games, tuple(found))
