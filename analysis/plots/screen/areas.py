"""Icicles of openings, and maps of captures, for the screen."""

from analysis.drawing import svg
from analysis.drawing.scene import Shape, Text
from analysis.plots.chart import Block, HeatMap, Icicle
from analysis.plots.screen.frame import (
    FOOT,
    WIDTH,
    Frame,
    finished,
    headed,
    margin,
    percent,
    plain,
)
from analysis.plots.screen.shapes import SMALL, Drawing, area, rectangle, tag, text, wide
from analysis.plots.screen.theme import SHADES, TURN, shade

HEIGHT = 320.0
"""Height of the blocks of an icicle."""

LEAST_LINE = 11.0
"""Least height of a block with a label."""

BAR = 150.0
"""Length of the scale of colours."""


def paint_icicle(panel: Icicle, lines: int) -> Drawing:
    """Return the blocks of moves, and the scale of their scores."""
    head, top = headed(panel.title, lines)
    unit = text(0, top + 11, "share of the games", size=SMALL, colour="soft")
    top += 20
    frame = Frame(margin(["100 %"]), top, WIDTH - 2, top + HEIGHT, (0, panel.plies), (1, 0))
    blocks = [_block(frame, one) for one in panel.blocks]
    shares = frame.y_axis([0, 0.25, 0.5, 0.75, 1], percent)
    columns = frame.x_axis([ply + 0.5 for ply in range(panel.plies)], "ply", _ply)
    scale = _scale(frame.bottom + FOOT + 4, "0 %", "100 %", "score of the side that moves", WIDTH)
    body = "".join([head, unit, shares, columns, *blocks, scale])
    return finished(panel.title, body, frame.bottom + FOOT + 32)


def _ply(middle: float) -> str:
    return plain(middle + 0.5)


def _block(frame: Frame, block: Block) -> str:
    left, right = frame.x(block.ply - 1), frame.x(block.ply)
    upper, lower = frame.y(block.top), frame.y(block.top + block.height)
    known = block.score is not None
    number = shade(block.score) if block.score is not None else 0
    drawn = "" if block.others else rectangle(
        left, upper, right - left, lower - upper,
        f"shade-{number}" if known else "paper", "soft", "" if known else "pale-hatch",
    )  # fmt: skip
    label = fitting(block, right - left - 8)
    if not label or lower - upper < LEAST_LINE:
        return drawn
    colour = "paper" if known and number >= TURN else "soft" if block.others else "ink"
    halo = not known and not block.others
    place = (left + 4, (upper + lower) / 2 + 3.5)
    return drawn + text(*place, label, size=SMALL, colour=colour, halo=halo)


def fitting(block: Block, width: float) -> str:
    """Return the label of a block, cut to a width; empty for fewer than three letters."""
    letters = int(width / wide("m", SMALL))
    whole = f"{block.move}  {block.times:,}"
    if letters < 3 or len(whole) <= letters:
        return whole if letters >= 3 else ""
    return block.move if len(block.move) <= letters else f"{block.move[: letters - 1]}…"


def paint_map(panel: HeatMap, lines: int) -> Drawing:
    """Return a board whose points are the darker the more is captured there."""
    head, top = headed(panel.title, lines)
    board, rates = panel.board, panel.rates
    step = WIDTH / board.width
    most = max(rates.values())
    cells = [
        area([(step * x, step * y) for x, y in board.cells[name]], f"shade-{shade(rate / most)}")
        for name, rate in rates.items()
    ]
    parts = [_shapes(board.under, step), *cells, _shapes(board.over, step)]
    bottom = top + step * board.height
    body = [
        head,
        tag("g", "".join(parts), transform=f"translate(0 {top:g})"),
        _scale(bottom + 4, "0", plain(round(most, 1)), panel.unit, WIDTH),
    ]
    return finished(panel.title, "".join(body), bottom + 32)


def _shapes(shapes: tuple[Shape, ...], step: float) -> str:
    """Return shapes of a board; letters have an edge of paper, since they may stand on a cell."""
    rest = tuple(shape for shape in shapes if not isinstance(shape, Text))
    letters = (
        text(step * one.x, step * one.y + 3.5, one.text, size=SMALL, anchor="middle", halo=True)
        for one in shapes
        if isinstance(one, Text)
    )
    scaled = f"scale({step / svg.UNIT:.6g})"
    drawn = tag("g", svg.shapes(rest), transform=scaled) if rest else ""
    return drawn + "".join(letters)


def _scale(y: float, least: str, most: str, label: str, width: float) -> str:
    """Return the scale of colours, in the middle, with its ends and what they mean."""
    left = (width - BAR) / 2
    step = BAR / SHADES
    shades = (
        rectangle(left + step * number, y, step + 0.3, 9, f"shade-{number}")
        for number in range(SHADES)
    )
    return "".join(
        [
            *shades,
            text(left - 5, y + 8.5, least, size=SMALL, anchor="end"),
            text(left + BAR + 5, y + 8.5, most, size=SMALL),
            text(width / 2, y + 22, label, size=SMALL, anchor="middle", colour="soft"),
        ]
    )
