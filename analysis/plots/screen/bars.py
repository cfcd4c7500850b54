"""Histograms of lengths, and shares with intervals, for the screen."""

from itertools import pairwise

from analysis.plots.chart import Histogram, Share, Shares
from analysis.plots.screen.frame import (
    FOOT,
    WIDTH,
    Frame,
    above,
    finished,
    headed,
    margin,
    percent,
    plain,
    ticks,
)
from analysis.plots.screen.shapes import (
    LINE,
    SMALL,
    Drawing,
    line,
    path,
    rectangle,
    tag,
    text,
    wide,
)
from notation.numbers import plural

HEIGHT = 140.0
"""Height of the area of bars."""

LABELS = 48
"""Most letters of a label."""

ROW = 36.0
"""Height of a row of shares."""


def paint_histogram(panel: Histogram, lines: int) -> Drawing:
    """Return the bars of complete and of other games, and the median length."""
    head, top = headed(panel.title, lines)
    frame = _frame(panel, top + LINE + 10)
    bars = [
        _bar(frame, edges, games)
        for edges, *games in zip(
            pairwise(panel.edges), panel.complete, panel.incomplete, strict=True
        )
    ]
    body = [
        head,
        text(0, top + 11, "games", size=SMALL, colour="soft"),
        _legend(panel, top + 11),
        frame.y_axis(ticks(*frame.y_range, 5), plain),
        *bars,
        frame.x_axis(ticks(*frame.x_range), "length in plies", plain),
        _longest(frame, panel),
        _median(frame, panel),
    ]
    return finished(panel.title, "".join(body), frame.bottom + FOOT)


def _frame(panel: Histogram, top: float) -> Frame:
    most = max(map(sum, zip(panel.complete, panel.incomplete, strict=True)))
    end = above(most)
    left = margin([plain(at) for at in ticks(0, end, 5)])
    low, high = panel.edges[0], panel.edges[-1]
    if len(panel.edges) == 2:  # one bar is not as wide as the panel
        low, high = low - 2.5, high + 2.5
    return Frame(left, top, WIDTH - 8, top + HEIGHT, (low, high), (0, end))


def _bar(frame: Frame, edges: tuple[float, float], games: list[int]) -> str:
    left, right = map(frame.x, edges)
    drawn, below = "", 0
    for count, hatched in zip(games, (False, True), strict=True):
        if count:
            upper, lower = frame.y(below + count), frame.y(below)
            fill = "paper" if hatched else "bar"
            drawn += rectangle(
                left, upper, right - left, lower - upper, fill, "ink", "hatch" if hatched else ""
            )
        below += count
    return drawn


def _longest(frame: Frame, panel: Histogram) -> str:
    """Return the greatest length at the top of the last bar, where that ends beyond the axis."""
    if panel.longest is None:
        return ""
    top = frame.y(panel.complete[-1] + panel.incomplete[-1]) - 4
    words = f"to {panel.longest:,}"
    return text(frame.right, top, words, size=SMALL, anchor="end", colour="soft", halo=True)


def _median(frame: Frame, panel: Histogram) -> str:
    if panel.middle is None:
        return ""
    start, end = (min(max(frame.x(at), frame.left), frame.right) for at in panel.band)
    size: dict[str, float] = {"width": end - start, "height": frame.bottom - frame.top}
    band = tag("rect", x=start, y=frame.top, class_="f-ink", fill_opacity=0.1, **size)
    at = min(frame.x(panel.middle), frame.right)
    return band + line((at, frame.top), (at, frame.bottom), "ink", 1.4, "5 3")


def _legend(panel: Histogram, y: float) -> str:
    """Return the legend beside the unit, from the right."""
    words = panel.median_label
    x = WIDTH - wide(words, SMALL)
    shown = text(WIDTH, y, words, size=SMALL, anchor="end")
    if panel.middle is not None:
        shown += line((x - 24, y - 3.5), (x - 2, y - 3.5), "ink", 1.4, "5 3")
        x -= 24
    if any(panel.incomplete):
        x -= 8 + wide("incomplete", SMALL)
        shown += text(x, y, "incomplete", size=SMALL)
        shown += rectangle(x - 18, y - 8, 14, 9, "paper", "ink", "hatch")
    return shown


def paint_shares(panel: Shares, lines: int) -> Drawing:
    """Return a dot and an interval for each group, from the top down, each under its label."""
    head, top = headed(panel.title, lines)
    right = WIDTH - 12 - max(wide(plural(one.games, "game"), SMALL) for one in panel.groups)
    bottom = top + ROW * len(panel.groups)
    frame = Frame(12, top, right, bottom, (0, 1), (0, 1))
    marks = [0, 0.25, 0.5, 0.75, 1]
    rules = [line((frame.x(at), top + 6), (frame.x(at), bottom), "faint") for at in marks]
    rows = [_share(frame, top + ROW * row, one) for row, one in enumerate(panel.groups)]
    axis = frame.x_axis(marks, "share won by the first player", percent)
    return finished(panel.title, "".join([head, *rules, axis, *rows]), bottom + FOOT)


def _share(frame: Frame, top: float, share: Share) -> str:
    y, even = top + 25, frame.x(share.even)
    games, known = plural(share.games, "game"), share.interval
    ends = [(frame.x(end), y) for end in known or ()]
    look = "f-first s-first" if known else "f-paper s-first"
    return "".join(
        [
            text(0, top + 14, short(share.label), size=SMALL, halo=True),
            line((even, y - 7), (even, y + 7), "mark", 1.6),
            path(ends, "first", 2.4) if known else "",
            tag("circle", cx=frame.x(share.value), cy=y, r=4.0, class_=look, stroke_width=1.6),
            text(frame.right + 10, y + 3.5, games, size=SMALL, colour="soft"),
        ]
    )


def short(label: str) -> str:
    """Return a label of at most `LABELS` letters."""
    return label if len(label) <= LABELS else f"{label[: LABELS - 1]}…"
