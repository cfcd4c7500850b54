"""The frame of a panel: title, axes with round numbers, grid, legend."""

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from analysis.drawing.scene import printable
from analysis.plots.screen.shapes import (
    BOLD,
    BOLD_LETTER,
    LINE,
    SMALL,
    Drawing,
    line,
    text,
    wide,
)

WIDTH = 340.0
"""Width of a panel."""

TIE = "\0"
"""Stands for a blank where a title is not broken."""

FOOT = 38.0
"""Height below the x axis."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The area of a panel where values are drawn.

    Attributes:
        left: its edges.
        top: likewise.
        right: likewise.
        bottom: likewise.
        x_range: the values at the left and right edge.
        y_range: the values at the lower and upper edge.
    """

    left: float
    top: float
    right: float
    bottom: float
    x_range: tuple[float, float]
    y_range: tuple[float, float]

    def x(self, value: float) -> float:
        """Return the place of a value from left to right."""
        low, high = self.x_range
        return self.left + (self.right - self.left) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        """Return the place of a value from the bottom up."""
        low, high = self.y_range
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)

    def x_axis(self, ticks: Sequence[float], label: str, words: Callable[[float], str]) -> str:
        """Return the x axis with ticks and a label."""
        base = self.bottom
        marks = [line((self.x(at), base), (self.x(at), base + 4), "soft") for at in ticks]
        names = [
            text(self.x(at), base + 15, words(at), size=SMALL, anchor="middle") for at in ticks
        ]
        middle = (self.left + self.right) / 2
        title = text(middle, base + 31, label, anchor="middle", colour="soft")
        return "".join([line((self.left, base), (self.right, base), "soft"), *marks, *names, title])

    def y_axis(self, ticks: Sequence[float], words: Callable[[float], str]) -> str:
        """Return the y axis with ticks and a grid."""
        rules = [line((self.left, self.y(at)), (self.right, self.y(at)), "faint") for at in ticks]
        names = [
            text(self.left - 5, self.y(at) + 3.5, words(at), size=SMALL, anchor="end")
            for at in ticks
        ]
        return "".join([*rules, *names])


def headed(title: str, lines: int) -> tuple[str, float]:
    """Return the title of a panel and the height that it takes: that of so many lines."""
    drawn = [
        text(0, 12 + LINE * row, one, size=BOLD, bold=True)
        for row, one in enumerate(title_lines(title))
    ]
    return "".join(drawn), LINE * lines + 3


def title_lines(title: str) -> list[str]:
    """Return the lines of a title, broken at blanks and ``+``, and not in brackets."""
    # A variant string has no blanks; one after each + lets it be broken there.
    tied = re.sub(r"\([^()]*\)", lambda found: found[0].replace(" ", TIE), printable(title))
    broken = textwrap.wrap(tied.replace("+", "+ "), int(WIDTH / (BOLD_LETTER * BOLD)))
    return [one.replace("+ ", "+").replace(TIE, " ") for one in broken]


def finished(title: str, body: str, height: float) -> Drawing:
    """Return a panel."""
    return Drawing(WIDTH, height, body, title)


def ticks(low: float, high: float, most: int = 6, whole: bool = True) -> list[float]:
    """Return round numbers from low to high, at most so many.

    Args:
        low: the least value.
        high: the greatest.
        most: most numbers.
        whole: whether they are whole numbers.
    """
    span = (high - low) or 1.0
    step = _round_step(span / most)
    step = max(step, 1.0) if whole else step
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def above(high: float, most: int = 5, whole: bool = True) -> float:
    """Return the least round number, not below a value, at which an axis may end."""
    step = _round_step((high or 1.0) / most)
    step = max(step, 1.0) if whole else step
    return ceil((high or 1.0) / step - 1e-9) * step


def _round_step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20... not below a value."""
    power = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def plain(value: float) -> str:
    """Return a number with separated thousands and no needless zeros."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.6g}"


def percent(value: float) -> str:
    """Return a share in percent."""
    return f"{100 * value:.0f} %"


def margin(labels: Sequence[str]) -> float:
    """Return the width that labels beside an axis take."""
    return 8 + max((wide(label, SMALL) for label in labels), default=0.0)
