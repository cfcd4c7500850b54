"""How numbers are written on the page of a report."""

from math import floor, log10

from analysis.openings.lines import MARK
from analysis.statistics.estimates import Distribution, Proportion, percentage
from analysis.statistics.significance import stands

TIE = "\N{NO-BREAK SPACE}"

TO = f"{TIE}to{TIE}"


MANY = 1000
"""Number of cases from which on a proportion has a decimal."""


def probability(p: float | None) -> str:
    """Return a p-value with two significant digits; empty without a test."""
    return "" if p is None else "< 0.001" if p < 0.001 else f"{p:.2g}"


def marked(p: float | None, adjusted: float | None) -> str:
    """Return a p-value, marked where it is small when adjusted for others; empty without that."""
    if adjusted is None:
        return ""
    return f"{probability(p)}{TIE}{MARK}" if stands(adjusted) else probability(p)


def percent(share: Proportion) -> str:
    """Return a proportion in percent, of `MANY` cases with a decimal; empty without cases."""
    if share.value is None:
        return ""
    shown = f"{100 * share.value:.1f}" if share.of >= MANY else percentage(share.value)
    return f"{shown}{TIE}%"


def interval(share: Proportion) -> str:
    """Return the interval of a proportion in percent; empty without cases."""
    return "" if share.interval is None else between(share.interval)


def between(ends: tuple[float, float]) -> str:
    """Return an interval of proportions in percent."""
    return f"{TO.join(map(percentage, ends))}{TIE}%"


def number(value: float | None) -> str:
    """Return a number with two significant digits; empty for None."""
    if value is None:
        return ""
    if value.is_integer() or abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:,.1f}"
    text = f"{value:.2g}"
    return f"{value:.{1 - floor(log10(abs(value)))}f}" if "e" in text else text


def quartiles(spread: Distribution) -> str:
    """Return the median with the quartiles; of a single value only that, empty for none."""
    if spread.median is None:
        return ""
    if spread.count == 1:
        return number(spread.median)
    return middle(spread.median, spread.low_quartile, spread.high_quartile)


def middle(median: float | None, low: float | None, high: float | None) -> str:
    """Return a median with the quartiles, which stay together; ``?`` for what is not known."""
    if low is None and high is None:
        return number(median)
    ends = TO.join("?" if end is None else number(end) for end in (low, high))
    return f"{'?' if median is None else number(median)} ({ends})"
