"""Charts as figures of matplotlib, without pyplot: for print and for the page of a report."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import nan
from typing import TYPE_CHECKING, Any

from analysis.drawing.mpl import POINTS_PER_INCH, artist
from analysis.drawing.scene import Shape, Text, printable
from analysis.games.diagram import BoardView
from analysis.plots import style
from analysis.plots.chart import (
    Block,
    Chart,
    CurveLine,
    CurvePoint,
    Curves,
    HeatMap,
    Icicle,
    Lengths,
    Panel,
    Shares,
)
from analysis.plots.files import describe
from notation.numbers import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ICICLE = 112.0
"""Maximum height of an icicle plot, in millimetres."""

WIDEST_MARGIN = 0.4
"""Maximum share of the width of an icicle plot for the labels beside it."""

LEAST_HEIGHT = 0.6
"""Minimum height of panels, relative to the usual height, where a figure is fitted to a page."""

MARKERS = 10
"""Maximum number of markers on a curve."""

FLOOR = 4
"""Ratio of the height of a panel to the height of the area of games that continue."""

FOOT = 0.42
"""Height of the bars of lengths below the curve, relative to the curve."""

MARGIN, EDGE = 15.5, 4.0
"""Space to the left of a panel for its axis, and without one, in millimetres."""

ROW, LABEL = 1.5, 4.0
"""Space between the rows of a plot of shares, and height of a line of their labels, in millimetres
unless the figure is full."""

AXES = 16.0
"""Height of the title and the axis of a panel in millimetres."""

LINE, THIN = 2.5, 1.9
"""Height of a line in the smallest font, and minimum height of a block for its label, in
millimetres."""

BESIDE, INSIDE = 5.0, 2.0
"""Space around a label beside a block and in it, in millimetres."""

GAP = 1.5
"""Minimum distance of coordinates from the frame, in points."""

BLANK = "\N{EN SPACE}"
"""The blank between a move and its number of games."""

LEAST_UNIT = 9.0
"""Minimum length of a board step in points at which two-digit coordinates fit side by side."""


def figure(chart: Chart, width: float = style.SINGLE) -> "Figure":
    """Return the figure of a chart, ``width`` millimetres wide."""
    most = 3 if all(_narrow(panel, width / 3) for panel in chart.panels) else 2
    across = min(most, len(chart.panels)) if width >= style.WIDE else 1
    made = _figure(chart, chart.panels, width, across, whole=True)
    describe(made, chart.title, chart.words)
    return made


def panel_figures(chart: Chart, width: float) -> "Iterator[Figure]":
    """Yield a figure of each panel, without the title and the caption of the chart."""
    for panel in chart.panels:
        made = _figure(chart, [panel], width, 1, whole=False)
        describe(made, f"{chart.title}: {panel.title}", panel.words)
        yield made


def _figure(
    chart: Chart, panels: Sequence[Panel], width: float, across: int, whole: bool
) -> "Figure":
    """Return a figure of panels, with the title and caption of the chart if ``whole``."""
    from matplotlib.figure import Figure

    caption = style.wrapped_caption(chart.caption, width) if whole else ""
    rest = 11 + _tall(caption) if whole else 1
    heights = [_height(panel, width / across) for panel in panels]
    rows = [max(heights[first : first + across]) for first in range(0, len(panels), across)]
    least = LEAST_HEIGHT
    if isinstance(panels[0], Icicle):
        rest, least = rest + 14, 0.0  # the scale of the scores
    scale = max(least, min(1, (style.PAGE - rest) / sum(rows)))
    size = width / style.MILLIMETRES, (rest + scale * sum(rows)) / style.MILLIMETRES
    with style.styled():
        made = Figure(size)
        if whole:
            made.suptitle(printable(chart.title), x=0.012, ha="left")
            made.supxlabel(caption, x=0.012, ha="left", color=style.SOFT, linespacing=1.35)
        grid = made.subplots(len(rows), across, squeeze=False, height_ratios=rows)
        for unused in grid.flat[len(panels) :]:
            unused.remove()
        for axes, panel in zip(grid.flat, panels, strict=False):
            room = width / across - _margin(panel, width / across)
            axes.set_title(style.wrapped_title(panel.title, room))
            alike = [one for one in chart.panels if one.game == panel.game]
            _draw(axes, panel, alike, width / across, scale * max(rows))
        if isinstance(panels[0], Icicle):
            _draw_scores(made, list(grid.flat[: len(panels)]), panels)
    return made


def _tall(text: str) -> float:
    """Return the height of a caption in millimetres."""
    return (text.count("\n") + 1) * style.SMALL_SIZE * 1.45 * style.MILLIMETRES / 72


def _narrow(panel: Panel, width: float) -> bool:
    """Whether a panel is legible if it is ``width`` millimetres wide."""
    if isinstance(panel, HeatMap):
        return _points(panel, width) >= LEAST_UNIT
    return not isinstance(panel, Icicle | Shares)


def _height(panel: Panel, width: float) -> float:
    """Return the height of a panel with a given width, in millimetres."""
    match panel:
        case Shares():
            return 15 + _row_edges(_row_labels(panel, width))[-1]
        case Lengths():
            return 62
        case HeatMap():
            return (width - 4) * panel.board.height / panel.board.width + 15
        case Icicle():
            return ICICLE
        case _:
            return 46


def _margin(panel: Panel, width: float) -> float:
    """Return the width of the labels to the left of a panel, in millimetres."""
    match panel:
        case Shares():
            lines = "\n".join(_row_labels(panel, width)).split("\n")
            return max(map(style.text_width, lines)) + EDGE
        case HeatMap():
            return EDGE
        case _:
            return MARGIN


def _draw(axes: "Axes", panel: Panel, alike: Sequence[Panel], width: float, height: float) -> None:
    """Draw a panel of a size in millimetres; ``alike`` are the panels of the same game, which share
    its axes or its scale."""
    match panel:
        case Curves():
            _draw_curves(axes, panel, [one for one in alike if isinstance(one, Curves)])
        case Lengths():
            _draw_lengths(axes, panel)
        case Shares():
            _draw_shares(axes, panel, width)
        case Icicle():
            _draw_icicle(axes, panel, width, height)
        case HeatMap():
            maps = [one for one in alike if isinstance(one, HeatMap)]
            most = max(rate for one in maps for rate in one.rates.values())
            _draw_map(axes, panel, most, _points(panel, width))


def _draw_curves(axes: "Axes", panel: Curves, alike: Sequence[Curves]) -> None:
    """Draw curves with their bands, a legend, and the games that continue."""
    for number, curve in enumerate(panel.curves[: len(style.SERIES)]):
        _curve(axes, curve, number)
    points = [point for one in alike for curve in one.curves for point in curve.points]
    top = max((max(one.value, 0 if one.few else one.high) for one in points), default=0) or 1
    last = max(one.move for one in points) if points else 1
    axes.set(xlabel="move number", ylabel=panel.unit)
    axes.set(xlim=(0, 1.04 * last), ylim=(0, 1.05 * style.HEADROOM * top))
    style.whole_numbers(axes.xaxis, *[axes.yaxis] * panel.whole)
    style.legend(axes)
    _running(axes, panel.running)


def _curve(axes: "Axes", curve: CurveLine, number: int) -> None:
    """Draw a line with a band where there are enough games or moves, else dots."""
    look = style.SERIES[number]
    few = [point for point in curve.points if point.few]
    every = len(few) == len(curve.points)
    if few:
        size = 3.2 - 0.8 * number  # a smaller dot on another one leaves a ring visible
        dots = [point.move for point in few], [point.value for point in few]
        axes.plot(*dots, color=look.colour, marker=look.marker, markersize=size,
                  linestyle="none", label=curve.label if every else f"_{curve.label}")  # fmt: skip
    if every:
        return
    moves, values, low, high = zip(*map(_on_line, curve.points), strict=True)
    axes.fill_between(moves, low, high, color=look.colour, alpha=0.18, linewidth=0)
    for edge in (low, high):
        axes.plot(moves, edge, color=look.colour, linestyle=look.line, linewidth=0.4)
    # Sides have markers at different moves, so that equal lines do not hide one another.
    step = max(len(style.SERIES), len(values) // MARKERS)
    axes.plot(
        moves,
        values,
        color=look.colour,
        linestyle=look.line,
        linewidth=look.width,
        marker=look.marker,
        markevery=(number * step // len(style.SERIES) % len(values), step),
        label=curve.label,
    )


def _on_line(point: CurvePoint) -> tuple[float, float, float, float]:
    """Return move, value, low and high of a point; all but the move are NaN for a dot."""
    return (point.move, nan, nan, nan) if point.few else point[:4]


def _running(axes: "Axes", running: tuple[tuple[int, int], ...]) -> None:
    """Draw the number of games that reach each move as an area at the foot of a panel."""
    moves, games = zip(*running, strict=True)
    area = axes.twinx()
    area.fill_between([0, *moves], [*games, 0], step="post", color=style.FAINT, linewidth=0)
    area.set_ylim(0, FLOOR * games[0])
    _right_axis(area, games[0])
    area.set_zorder(axes.get_zorder() - 1)
    axes.patch.set_visible(False)


def _right_axis(axes: "Axes", most: int) -> None:
    """Draw the axis of counts at the foot of a panel."""
    axes.set_yticks([0, most], ["0", f"{most:,}"])
    axes.tick_params(axis="y", colors=style.SOFT, length=1.5)
    axes.spines["right"].set(visible=True, bounds=(0, most), color=style.SOFT)
    axes.spines["left"].set_visible(False)


def _draw_lengths(axes: "Axes", panel: Lengths) -> None:
    """Draw the share of games that go on, the median, and bars of the games that end."""
    import numpy as np
    from matplotlib.ticker import MaxNLocator

    first, last = panel.edges[0], panel.edges[-1]
    if len(panel.edges) == 2:
        first, last = first - 2.5, last + 2.5
    cut = [one for one in panel.lengths if one.incomplete]
    axes.set(xlim=(first, last), ylim=(-FOOT, 1.35))
    ends = [one for one in panel.lengths if one.complete]
    plies = [first, *(one.plies for one in ends), panel.lengths[-1].plies]
    shares = [1.0, *(one.share for one in ends)]
    axes.step(plies, [*shares, shares[-1]], where="post", color=style.FIRST, linewidth=1.4)
    if (middle := panel.middle) is not None:
        low, high = np.array([(one.low, one.high) for one in ends], float).T
        axes.fill_between(plies[1:-1], low, high, step="post", color=style.FIRST, alpha=0.16,
                          linewidth=0)  # fmt: skip
    if cut:
        axes.plot([one.plies for one in cut], [one.share for one in cut], "|", markersize=4.5,
                  markeredgewidth=0.8, color=style.INK)  # fmt: skip
    if middle is None:
        axes.plot([], [], " ", label=panel.median_label)
    else:
        axes.plot([first, middle, middle], [0.5, 0.5, 0], "--", color=style.INK, linewidth=0.9,
                  label=panel.median_label)  # fmt: skip
    style.legend(axes)
    axes.axhline(0, color=style.FAINT, linewidth=0.5)
    axes.set_yticks([0, 0.5, 1])
    style.percents(axes.yaxis)
    axes.spines["left"].set_bounds(0, 1)
    axes.set_ylabel("games that last longer", loc="top")
    places = [at for at in MaxNLocator(5, integer=True).tick_values(first, last)
              if first <= at <= last and at >= 0]  # fmt: skip
    axes.set_xticks(places, [f"{at:,.0f}\n{panel.reaching(at):,}" for at in places])
    axes.set_xlabel("plies\ngames that reach them")
    _bars(axes, panel)


def _bars(axes: "Axes", panel: Lengths) -> None:
    """Draw the games that end as bars below the curve: complete ones, then the others."""
    bars = panel.bars()
    most = max(map(sum, bars))
    area = axes.twinx()
    left, widths = panel.edges[:-1], [end - start for start, end in pairwise(panel.edges)]
    complete, others = zip(*bars, strict=True)
    look: dict[str, Any] = {"align": "edge", "edgecolor": style.INK, "linewidth": 0.4}
    area.bar(left, complete, widths, color=style.BAR, **look)
    area.bar(left, others, widths, complete, color=style.PAPER, hatch="//////", **look)
    bottom, top = axes.get_ylim()
    area.set_ylim(0, most * (top - bottom) / (FOOT - 0.1))
    _right_axis(area, most)
    if panel.longest is not None:
        area.annotate(
            f"to {panel.longest:,}", (panel.edges[-1], sum(bars[-1])), (0, 2), ha="right",
            textcoords="offset points", fontsize=style.LEAST_SIZE, color=style.SOFT, va="bottom",
        )  # fmt: skip


def _draw_shares(axes: "Axes", panel: Shares, width: float) -> None:
    """Draw a dot and an interval for each group, from the top down; rows are as high as labels."""
    labels = _row_labels(panel, width)
    edges = _row_edges(labels)
    rows = [(start + end) / 2 for start, end in pairwise(edges)]
    for row, share in zip(rows, panel.groups, strict=True):
        known, half = share.won.interval, 0.38 * (ROW + LABEL)
        if known:
            axes.plot(known, [row, row], color=style.FIRST, linewidth=1.6, solid_capstyle="butt")
        axes.vlines(share.even, row - half, row + half, color=style.MARK, linewidth=1)
        axes.plot([share.won.share or 0], [row], "o", markersize=4.5, color=style.FIRST,
                  markerfacecolor=style.FIRST if known else style.PAPER, clip_on=False)  # fmt: skip
        axes.annotate(
            plural(share.won.of, "game"), (1, row), xytext=(6, 0), va="center",
            xycoords=("axes fraction", "data"), textcoords="offset points",
            fontsize=style.SMALL_SIZE, color=style.SOFT,
        )  # fmt: skip
    axes.set(xlim=(0, 1), ylim=(edges[-1], edges[0]), xlabel="share won by the first player")
    axes.set_yticks(rows, labels)
    axes.set_xticks([0, 0.5, 1], minor=False)
    axes.set_xticks([0.25, 0.75], minor=True)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", which="both")
    axes.set_axisbelow(True)
    style.percents(axes.xaxis)


def _row_labels(panel: Shares, width: float) -> list[str]:
    """Return the labels of the groups, wrapped for a panel that is ``width`` millimetres wide."""
    room = 34 if width >= style.SINGLE else 24
    return [style.label_of(one.label, room) for one in panel.groups]


def _row_edges(labels: Sequence[str]) -> list[float]:
    """Return the upper edge of each row and the lower edge of the last one, in millimetres."""
    heights = (ROW + LABEL * (1 + label.count("\n")) for label in labels)
    return list(accumulate(heights, initial=0.0))


def _draw_icicle(axes: "Axes", panel: Icicle, width: float, height: float) -> None:
    """Draw blocks with labels inside them; labels of thin blocks are to their right."""
    line, thin = LINE / (height - AXES), THIN / (height - AXES)
    beside = list(_beside(panel, line, thin))
    room = width - 14
    widths = [_width(_words(one)) for one, _ in beside if one.ply == panel.plies]
    margin = min(max(widths, default=-BESIDE) + BESIDE, WIDEST_MARGIN * room)
    column = (room - margin) / panel.plies
    for block in panel.blocks:
        is_high, is_thin = block.height >= 2 * line, block.height < thin
        label = "" if is_thin else _fitting(block, column - INSIDE, is_high)
        _draw_block(axes, block, label, panel.even)
    for block, y in beside:
        # The label covers no block, but may meet the label of a block further to the right.
        later = [one.ply for one, at in beside if one.ply > block.ply and abs(at - y) < line]
        end = min(later, default=panel.plies)
        free = (end - block.ply) * column + (0 if later else margin) - BESIDE
        _line_label(axes, block, (block.ply + 2.4 / column, y), free)
    axes.set(xlim=(0, panel.plies + margin / column), ylim=(1, 0), xlabel="ply")
    axes.set_ylabel("share of the games")
    axes.set_xticks([ply + 0.5 for ply in range(panel.plies)],
                    [str(ply + 1) for ply in range(panel.plies)])  # fmt: skip
    axes.tick_params(axis="x", length=0)
    axes.spines["bottom"].set_bounds(0, panel.plies)
    style.percents(axes.yaxis)


def _beside(panel: Icicle, line: float, least: float) -> Iterator[tuple[Block, float]]:
    """Yield the thin blocks that get a label beside them, and the distance of each from the top.

    ``line`` is the height of a label; blocks lower than ``least`` are thin. Heights and distances
    are shares of all games, as in `Block`. Labels are moved apart as little as needed. A block gets
    no label if another block is to its right, or if it is one of the rarest and the space is too
    small.
    """
    shown = [one for one in panel.blocks if one.height >= least or not one.other_moves]
    gaps: dict[tuple[float, ...], list[Block]] = {}
    for block in panel.blocks:
        ends = [(one.top, one.top + one.height) for one in shown if one.ply == block.ply + 1]
        at, is_thin = block.middle, block.height < least and not block.other_moves
        if is_thin and not any(top < at < end for top, end in ends):
            low = max((end for _, end in ends if end <= at), default=0.0)
            high = min((top for top, _ in ends if top >= at), default=1.0)
            gaps.setdefault((block.ply, low, high), []).append(block)
    for (_, low, high), blocks in gaps.items():
        kept = sorted(blocks, key=lambda one: -one.games)[: int((high - low) / line)]
        place = low - line / 2
        for number, block in enumerate(sorted(kept, key=lambda one: one.top), start=1):
            most = high - line / 2 - (len(kept) - number) * line
            place = min(max(block.middle, place + line), most)
            yield block, place


def _draw_block(axes: "Axes", block: Block, label: str, even: float) -> None:
    """Draw a block and its label. A block of rare moves has no frame; a hatched block has a white
    background for its label."""
    from matplotlib.patches import Rectangle

    rare, hatched = block.other_moves, block.score is None and not block.other_moves
    colour = score_colour(block.score, even)
    if not rare:
        corner, edge = (block.ply - 1, block.top), style.HATCHING if hatched else style.SOFT
        axes.add_patch(Rectangle(corner, 1, block.height, facecolor=colour, edgecolor=edge,
                                 linewidth=0.4, hatch="////" if hatched else None))  # fmt: skip
    if label:
        strong = colour in (*style.SCORES[:2], *style.SCORES[-2:])
        axes.annotate(
            label, (block.ply - 1, block.middle), (2.5, -0.7), textcoords="offset points",
            fontsize=style.LEAST_SIZE, va="center",
            color=style.PAPER if strong else style.SOFT if rare else style.INK,
            bbox={"facecolor": style.PAPER, "linewidth": 0, "pad": 0.2} if hatched else None,
        )  # fmt: skip


def score_colour(score: float | None, even: float) -> str:
    """Return the colour of a score; it is strongest from half way between ``even`` and 0 or 1."""
    if score is None:
        return style.PAPER
    reach = even if score < even else 1 - even
    away = max(-1.0, min(1.0, 2 * (score - even) / reach))
    return style.SCORES[round((len(style.SCORES) - 1) * (away + 1) / 2)]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _words(block: Block) -> str:
    return f"{block.move}{BLANK}{block.games:,}"


def _fitting(block: Block, room: float, two_lines: bool) -> str:
    """Return the longest label of a block that fits into ``room`` millimetres, cut if need be."""
    games = f"{block.games:,}"
    scored = games if block.score is None else f"{games} · {_percent(block.score)}"
    texts = [f"{block.move}{BLANK}{scored}", _words(block), block.move]
    if two_lines:
        texts[1:1] = [f"{block.move}\n{scored}", f"{block.move}\n{games}"]
    if block.other_moves:
        texts = [block.move, f"+ {block.other_moves:,}"]
    for text in texts:
        if max(map(_width, text.split("\n"))) <= room:
            return text
    first, *others = style.broken(block.move, lambda line: _width(line) <= room, r"[^.,;-]*[.,;-]*")
    lines = [first, "".join(others)] if two_lines and others else [block.move]
    return "\n".join(style.cut(line, room, style.LEAST_SIZE) for line in lines)


def _width(text: str) -> float:
    return style.text_width(text, style.LEAST_SIZE)


def _line_label(axes: "Axes", block: Block, place: tuple[float, float], room: float) -> None:
    """Write a label beside a thin block, with a thin line to it."""
    words = block.move if _width(_words(block)) > room else _words(block)
    line = {"arrowstyle": "-", "linewidth": 0.35, "color": style.SOFT, "shrinkA": 0.5,
            "shrinkB": 0, "relpos": (0, 0.5)}  # fmt: skip
    axes.annotate(style.cut(words, room, style.LEAST_SIZE), (block.ply, block.middle), place,
                  fontsize=style.LEAST_SIZE, va="center", arrowprops=line)  # fmt: skip


def _draw_scores(figure: "Figure", axes: "list[Axes]", panels: Sequence[Panel]) -> None:
    """Add the scale of the scores under all panels."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap

    shares = {panel.even for panel in panels if isinstance(panel, Icicle)}
    even = min(shares)
    ends = f"≤ {_percent(even / 2)}", f"≥ {_percent((1 + even) / 2)}"
    if len(shares) > 1:
        ends = "worse", "better"
    scores = ScalarMappable(cmap=ListedColormap(style.SCORES))
    bar = figure.colorbar(scores, ax=axes, location="bottom", shrink=0.5, aspect=34, pad=0.015)
    bar.set_ticks([0, 0.5, 1], labels=[ends[0], "even", ends[1]])
    bar.set_label("score of the side that plays the move")
    bar.outline.set_linewidth(0.4)


def _points(panel: HeatMap, width: float) -> float:
    """Return the length of a board step in points of print; ``width`` is in millimetres."""
    return (width - 4) / style.MILLIMETRES / panel.board.width * POINTS_PER_INCH


def _draw_map(axes: "Axes", panel: HeatMap, most: float, points: float) -> None:
    """Draw a board with coloured cells.

    ``most`` is the value at the end of the scale, and ``points`` a board step in points of print.
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import ListedColormap, Normalize
    from matplotlib.ticker import MaxNLocator

    board, rates = panel.board, panel.rates
    cells = PolyCollection(
        [board.cells[name] for name in rates],
        array=[*rates.values()],
        norm=Normalize(0, most),
        cmap=ListedColormap(style.COUNTS),
        edgecolors=style.PAPER,
        linewidths=0.3,
        zorder=1,
    )
    _add(axes, board, board.under, points, 0)
    axes.add_collection(cells)
    _add(axes, board, (*board.lines, *board.labels), points, 2)
    axes.set(xlim=(0, board.width), ylim=(board.height, 0), aspect="equal")
    axes.set_axis_off()
    bar = axes.figure.colorbar(cells, ax=axes, location="bottom", shrink=0.6, aspect=30, pad=0.01)
    bar.set_label("pieces captured per game")
    bar.locator = MaxNLocator(4)
    bar.update_ticks()
    bar.outline.set_linewidth(0.4)
    axes.set_anchor("N")


def _add(
    axes: "Axes", board: BoardView, shapes: tuple[Shape, ...], points: float, order: int
) -> None:
    """Add shapes of a board; its coordinates are small, and on cells they have a light ground."""
    from matplotlib.path import Path

    left = min(x for outline in board.cells.values() for x, _ in outline)
    ground = {"facecolor": style.PAPER, "alpha": 0.8, "linewidth": 0, "boxstyle": "round,pad=0.1"}
    for shape in shapes:
        painted = artist(shape, points)
        painted.set(transform=axes.transData, zorder=order, clip_on=False)
        if isinstance(shape, Text):
            cells = (Path(outline) for outline in board.cells.values())
            on_cell = any(cell.contains_point((shape.x, shape.y)) for cell in cells)
            painted.set(fontsize=style.LEAST_SIZE, bbox=ground if on_cell else None)
            half = (_width(shape.text) / style.MILLIMETRES * 72 / 2 + GAP) / points
            if shape.x < left < shape.x + half:
                painted.set(x=left - half)
        axes.add_artist(painted)
