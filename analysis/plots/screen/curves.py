"""Curves by move number, for the screen."""

from itertools import groupby

from analysis.plots.chart import Course, CurvePoint, Curves
from analysis.plots.screen.frame import (
    FOOT,
    WIDTH,
    Frame,
    above,
    finished,
    headed,
    margin,
    plain,
    ticks,
)
from analysis.plots.screen.shapes import (
    LINE,
    SMALL,
    Drawing,
    area,
    line,
    marker,
    path,
    text,
    wide,
)
from analysis.plots.screen.theme import DASHES, SIDES

HEIGHT = 170.0
"""Height of the area of values."""

FLOOR = 4
"""Height of a panel as a multiple of that of the area of games that continue."""

MARKERS = 10
"""Most markers on a curve."""

DOTS = (3.8, 2.6, 1.8)
"""Sizes of the dots of sides: one on another leaves an edge of it."""


def paint_curves(panel: Curves, lines: int) -> Drawing:
    """Return curves with their bands, a legend, and the games that continue."""
    head, top = headed(panel.title, lines)
    most = panel.running[0][1]
    frame = _frame(panel, top + 2 * LINE, most)
    marks = ticks(*frame.y_range, 5, panel.whole)
    parts = [
        head,
        text(0, top + 11, panel.unit, size=SMALL, colour="soft"),
        _legend(panel, top + 11),
        _running(frame, panel.running),
        frame.y_axis(marks, plain),
        frame.x_axis(ticks(0, frame.x_range[1]), "move number", plain),
        *(_curve(frame, curve, number) for number, curve in enumerate(panel.curves[: len(SIDES)])),
    ]
    return finished(panel.title, "".join(parts), frame.bottom + FOOT)


def _frame(panel: Curves, top: float, games: int) -> Frame:
    points = [point for curve in panel.curves for point in curve.points]
    highest = max((max(p.value, 0 if p.few else p.high) for p in points), default=1.0)
    end = above(highest, whole=panel.whole)
    left = margin([plain(at) for at in ticks(0, end, 5, panel.whole)])
    last = max([panel.running[-1][0], *(point.move for point in points)])
    right = WIDTH - margin([plain(games)])
    return Frame(left, top, right, top + HEIGHT, (0, last * 1.03), (0, end))


def _legend(panel: Curves, y: float) -> str:
    """Return the legend, beside the unit, from the right."""
    shown, x = [], WIDTH
    for number, curve in reversed(list(enumerate(panel.curves[: len(SIDES)]))):
        x -= wide(curve.label, SMALL)
        shown.append(text(x, y, curve.label, size=SMALL))
        x -= 30
        if not all(point.few for point in curve.points):
            ends = (x, y - 3.5), (x + 25, y - 3.5)
            shown.append(line(*ends, SIDES[number], 2, DASHES[number]))
        shown.append(marker(number, (x + 12.5, y - 3.5), 2.8))
        x -= 10
    return "".join(shown)


def _running(frame: Frame, running: tuple[tuple[int, int], ...]) -> str:
    """Return the games that reach each move as an area at the foot, with an axis of its own."""
    most = running[0][1]
    high = (frame.bottom - frame.top) / FLOOR
    points, before = [(frame.left, frame.bottom)], 0
    for move, games in running:
        level = frame.bottom - high * games / most
        points += [(frame.x(before), level), (frame.x(move), level)]
        before = move
    points.append((frame.x(before), frame.bottom))
    axis = line((frame.right, frame.bottom), (frame.right, frame.bottom - high), "soft")
    names = (
        text(frame.right + 5, level + 3.5, plain(games), size=SMALL, colour="soft")
        for games, level in ((0, frame.bottom), (most, frame.bottom - high))
    )
    return area(points, "faint", 0.75) + axis + "".join(names)


def _curve(frame: Frame, curve: Course, number: int) -> str:
    """Return a line with a band where there are enough games or moves, else dots."""
    found = []
    for few, points in groupby(curve.points, key=lambda point: point.few):
        draw = _dots if few else _stretch
        found.append(draw(frame, list(points), number))
    return "".join(found)


def _dots(frame: Frame, points: list[CurvePoint], number: int) -> str:
    places = ((frame.x(point.move), frame.y(point.value)) for point in points)
    return "".join(marker(number, place, DOTS[number]) for place in places)


def _stretch(frame: Frame, points: list[CurvePoint], number: int) -> str:
    side, dash = SIDES[number], DASHES[number]
    low, high, middle = (
        [(frame.x(point.move), frame.y(value)) for point, value in zip(points, values, strict=True)]
        for values in zip(*((p.low, p.high, p.value) for p in points), strict=True)
    )
    step = max(1, len(points) // MARKERS)
    return "".join(
        [
            area([*low, *reversed(high)], side, 0.18),
            *(path(edge, side, 0.6, dash) for edge in (low, high)),
            path(middle, side, 1.8, dash),
            *(marker(number, at, 2.6) for at in middle[number * step // 3 :: step]),
        ]
    )
