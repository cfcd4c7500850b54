"""Tables for terminals: aligned columns and formatted numbers."""

from collections.abc import Mapping, Sequence
from unicodedata import category, combining, east_asian_width

from analysis.statistics.estimates import ENOUGH, Distribution, Proportion, percentage
from analysis.statistics.evenness import Evenness
from notation.numbers import plural
from notation.printing import visible

WIDTH = 80
"""Width of a table in characters."""

GAP = 2
"""Blanks between columns."""

NOTHING = "-"
"""Printed where there is no value."""


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of equal length as lines: the first column left-aligned, the others right.

    The first column is cut where lines would be longer than `WIDTH`.
    """
    if not rows:
        return []
    rows = [tuple(map(visible, row)) for row in rows]
    widths = [max(map(wide, column)) for column in zip(*rows, strict=True)]
    room = WIDTH - sum(width + GAP for width in widths[1:])
    first = max(min(widths[0], room), 1)
    lines = []
    for head, *cells in rows:
        padded = [
            " " * (width + GAP - wide(cell)) + cell
            for cell, width in zip(cells, widths[1:], strict=True)
        ]
        shown = cut(head, first)
        lines.append(f"{shown}{' ' * (first - wide(shown))}{''.join(padded)}".rstrip())
    return lines


def wide(text: str) -> int:
    """Return how many columns of a terminal a text takes: two a letter of the Far East."""
    if text.isascii():
        return len(text)
    marks = (one for one in text if not combining(one) and category(one) != "Cf")
    return sum(1 + (east_asian_width(one) in "WF") for one in marks)


def cut(text: str, width: int) -> str:
    """Return a text cut to a width, ending in an ellipsis if it was cut."""
    if wide(text) <= width:
        return text
    while wide(text) >= width:
        text = text[:-1]
    return f"{text}\N{HORIZONTAL ELLIPSIS}"


def number(value: float | None, places: int = 1) -> str:
    """Return a number with that many decimals, or none if it is whole."""
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value == round(value) else f"{value:,.{places}f}"


def fixed(value: float | None, places: int) -> str:
    """Return a number with exactly that many decimals."""
    return NOTHING if value is None else f"{value:,.{places}f}"


def percent(value: float | None) -> str:
    """Return a proportion in percent, with decimals where none would make it 0 or 100."""
    return NOTHING if value is None else f"{percentage(value)} %"


def between(share: Proportion) -> str:
    """Return the interval of a proportion in percent."""
    return NOTHING if share.interval is None else ends_of(*share.interval)


def ends_of(low: float, high: float) -> str:
    """Return an interval of proportions in percent."""
    return f"{percentage(low)}-{percentage(high)} %"


def from_to(low: float | None, high: float | None, places: int = 1) -> str:
    """Return two numbers as a range, each with that many decimals, or none if it is whole."""
    return NOTHING if low is None else f"{number(low, places)}-{number(high, places)}"


def quartiles(spread: Distribution, places: int = 1) -> str:
    """Return the range of the middle half of at least two numbers."""
    few = spread.count < 2
    return NOTHING if few else from_to(spread.low_quartile, spread.high_quartile, places)


def chance(p: float) -> str:
    """Return a p-value with two significant digits, and at least 0.0001."""
    return "<0.0001" if p < 0.0001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def against_even(found: Evenness) -> str:
    """Return the test of the first player's wins as words, or why there is none."""
    counted = f"first player against even: {found.count:,} of {plural(found.of, 'decided game')}"
    if not found.is_sample:
        return (
            f"{counted}; not tested, for {plural(found.unfinished, 'game')} have no end, more "
            "than those that have: these are no sample of all"
        )
    if found.share is None or found.low is None or found.high is None:
        return f"{counted}: fewer than {ENOUGH}, too few to estimate"
    share, low, high = (f"{100 * value:.1f}" for value in (found.share, found.low, found.high))
    tested = "players differ in number, no test of even chances"
    if found.p is not None:
        tested = f"test of even chances p {chance(found.p)}"
    return f"{counted}, {share} % (exact 95 % {low}-{high} %), {tested}"


def listed(counts: Mapping[str, int]) -> list[str]:
    """Return counts as lines of pairs, ``4: 31   5: 4``, in columns."""
    pairs = [(f"{value}:", f"{count:,}") for value, count in counts.items()]
    value, count = (max((len(pair[place]) for pair in pairs), default=0) for place in (0, 1))
    cells = [f"{one:>{value}} {other:>{count}}" for one, other in pairs]
    each = max((WIDTH - GAP) // (value + count + 1 + GAP + 1), 1)
    return [
        (" " * GAP + (" " * (GAP + 1)).join(cells[start : start + each])).rstrip()
        for start in range(0, len(cells), each)
    ]
