"""Opening trees for terminals: moves indented by ply, and their figures in aligned columns."""

from analysis.cli.options import plural
from analysis.games import find
from analysis.openings import Openings
from analysis.openings.lines import OpeningNode, OpeningTree

NOTHING = "-"
"""Stands where there is no figure."""

GAP, INDENT = 2, 2
"""Blanks between columns, and before a move for every ply."""

HEAD = ("move", "", "played", "%", "reached", "score", "95 %", "plies", "last")

EMPTY = {"", HEAD[1], HEAD[-1]}
"""A column that has nothing else is left out."""


def heading(openings: Openings, tree: OpeningTree, root: OpeningNode) -> str:
    """Return what is counted, in a sentence."""
    title, games = find(tree.game).title, plural(root.times, "game")
    if openings.origin is not None:
        games += f" of {openings.read:,}"
    images = "images count as one" if openings.fold else "images count apart"
    depth = plural(openings.depth, "ply")
    start = find(tree.game).start(tree.variant)
    place = "the start" if root.position == start else str(root.position)
    return f"{title} ({tree.variant}): {games}, {depth} from {place}; {images}"


def table(root: OpeningNode) -> list[str]:
    """Return a tree as lines, names and other notes after the columns."""
    shown = list(root.walk())
    rows = [HEAD, *(_cells(branch, root) for branch in shown)]
    notes = ["", *map(_remark, shown)]
    columns = [column for column in zip(*rows, strict=True) if not EMPTY.issuperset(column)]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for (move, *figures), remark in zip(zip(*columns, strict=True), notes, strict=True):
        cells = [f"{cell:>{width}}" for cell, width in zip(figures, widths[1:], strict=True)]
        line = (" " * GAP).join([f"{move:{widths[0]}}", *cells, remark])
        lines.append(line.rstrip())
    return lines


def _cells(branch: OpeningNode, root: OpeningNode) -> tuple[str, ...]:
    results = branch.results
    low, high = (round(100 * end) for end in branch.interval)
    score = branch.score
    return (
        f"{' ' * INDENT * (len(branch.line) - 1)}{branch.move or 'first position'}",
        f"x{branch.fold}" if branch.fold > 1 else "",
        f"{branch.times:,}",
        f"{100 * branch.share:.1f}",
        f"{results.games:,}",
        NOTHING if score is None else f"{100 * score:.1f}",
        NOTHING if score is None else f"{low}-{high}",
        f"{branch.mean_plies:.1f}",
        results.last,
    )


def _remark(branch: OpeningNode) -> str:
    told = ["goes on elsewhere"] if branch.transposes else []
    return "; ".join(filter(None, [branch.name, *told]))
