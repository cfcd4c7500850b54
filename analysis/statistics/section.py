"""Sections, which are tables with a title and remarks, and the formatting of estimates as text.

Texts, pages and documents show the same figures. Proportions are in percent; they have decimals if
there are at least `MANY` cases, or if rounding would give 0 or 100. P-values have two significant
digits. Intervals are written as ``12-34 %``.
"""

from collections.abc import Sequence
from math import floor, log10
from typing import NamedTuple

from analysis.statistics.estimates import ENOUGH, Distribution, Proportion, percentage
from analysis.statistics.significance import LEVEL, Evenness
from notation.numbers import plural

NOTHING = "-"
"""Placeholder for a missing value."""

MARK = "*"
"""Mark after a p-value that is significant after adjusting for all tests."""

MANY = 1000
"""Number of cases from which a proportion is given with a decimal."""


class Section(NamedTuple):
    """A table with a title and remarks; without a title it continues the section before.

    Attributes:
        heads: headings of the columns; the first column names the rows.
        about: sentences before the table, a paragraph each.
        remarks: sentences after the table, a paragraph each.
        notes: a note on each row; empty if there are none.
    """

    title: str = ""
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    about: Sequence[str] = ()
    remarks: Sequence[str] = ()
    notes: Sequence[str] = ()


def significance(marked: bool, tests: int) -> str:
    """Return what `MARK` means, or that nothing is significant, as a sentence without full stop.

    ``marked`` is true if any test is significant.
    """
    about = f"{MARK} marks what is" if marked else "Nothing is"
    level = f"{100 * LEVEL:.0f} %"
    return f"{about} significant at a false discovery rate of {level} in {plural(tests, 'test')}"


def number(value: float | None, places: int = 1) -> str:
    """Format a number with ``places`` decimals, or without decimals if it is whole."""
    return fixed(value, 0 if value is not None and value == round(value) else places)


def fixed(value: float | None, places: int) -> str:
    """Format a number with ``places`` decimals, even if it is whole."""
    return NOTHING if value is None else f"{value:,.{places}f}"


def places_for(most: float) -> int:
    """Return the number of decimals for values up to ``most``: 1 if ``most`` is 0 or above 1, else
    as many as give it three significant digits, at least 3."""
    return 1 if most > 1 or not most else max(3, 2 - floor(log10(most)))


def measure(value: float | None) -> str:
    """Format the value of a measure: three decimals, but three significant digits if the value is
    below 0.01."""
    return fixed(value, places_for(value) if value and 0 < value < 0.01 else 3)


def percent(share: Proportion) -> str:
    """Format a proportion in percent."""
    if share.share is None:
        return NOTHING
    return f"{100 * share.share:.1f} %" if share.of >= MANY else f"{percentage(share.share)} %"


def between(share: Proportion) -> str:
    """Format the 95 % interval of a proportion in percent."""
    return f"{'-'.join(map(percentage, share.interval))} %" if share.interval else NOTHING


def from_to(low: float | None, high: float | None, places: int = 1) -> str:
    """Format two numbers as a range; ``?`` stands for a missing end."""
    if low is None and high is None:
        return NOTHING
    return "-".join("?" if end is None else number(end, places) for end in (low, high))


def quartiles(spread: Distribution, places: int = 1) -> str:
    """Format the lower and the upper quartile as a range; `NOTHING` for fewer than two numbers."""
    few = spread.count < 2
    return NOTHING if few else from_to(spread.low_quartile, spread.high_quartile, places)


def chance(p: float | None) -> str:
    """Format a p-value with two significant digits, or as ``<0.0001``."""
    if p is None:
        return NOTHING
    return "<0.0001" if p < 0.0001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def against_even(found: Evenness) -> str:
    """Return the test of the first player's wins as text, or the reason why it was not made."""
    counted = f"first player against even: {found.count:,} of {plural(found.of, 'decided game')}"
    if not found.is_sample:
        return (
            f"{counted}; not tested: more games are unfinished ({found.unfinished:,}) than "
            "finished, so that the finished games are not a sample of all"
        )
    if found.share is None or found.interval is None:
        return f"{counted}: fewer than {ENOUGH}, too few to estimate"
    share, low, high = (f"{100 * value:.1f}" for value in (found.share, *found.interval))
    tested = f"test of even chances p {chance(found.p)}"
    if found.p_adjusted not in (None, found.p):
        tested += f", {chance(found.p_adjusted)} adjusted for the other tests"
    return f"{counted}, {share} % (95 % {low}-{high} %), {tested}"
