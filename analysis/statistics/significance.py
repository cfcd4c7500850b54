"""Tests of one share and of two shares, and the adjustment of p-values for many tests.

Every p-value is two-sided. All are computed here, without SciPy, and compared with it in the tests.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING, ClassVar, Protocol

from analysis.statistics.estimates import ENOUGH, Proportion, wilson

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

LEVEL = 0.05
"""Significance level of a test, and false discovery rate of many tests."""

SAME = 1 + 1e-7
"""Factor within which probabilities count as equal despite rounding errors."""


def binomial_test(count: int, of: int, even: float = 0.5) -> float:
    """Return the exact p-value of a count: the probability of all counts that are at most as
    likely.

    Source: the exact test with the method of small p-values, as in W. J. Conover, *Practical
    Nonparametric Statistics*, 3rd edition (1999), section 3.1.

    Args:
        count: observed cases, from 0 to ``of``.
        of: all cases; for none the p-value is 1.
        even: the probability of a case under the hypothesis, between 0 and 1.
    """
    import numpy as np

    cases = np.arange(1, of + 1)
    return _no_likelier((of - cases + 1) / cases * (even / (1 - even)), count)


def _no_likelier(ratios: "Floats", at: int) -> float:
    """Return the probability of all outcomes that are at most as likely as the observed outcome.

    Args:
        ratios: the probability of each outcome after the first, divided by that of the outcome
            before.
        at: the index of the observed outcome.
    """
    import numpy as np

    logarithms = np.concatenate([[0.0], np.cumsum(np.log(ratios))])
    chances = np.exp(logarithms - logarithms.max())
    return min(float(chances[chances <= chances[at] * SAME].sum() / chances.sum()), 1.0)


def fisher_test(one: int, of_one: int, other: int, of_other: int) -> float:
    """Return the p-value of Fisher's exact test that two groups have equal shares of cases.

    Source: R. A. Fisher, *Statistical Methods for Research Workers*, 5th edition (1934), section
    21.02; two-sided by the method of small p-values.

    Args:
        one: number of cases in the first group.
        of_one: size of the first group.
        other: number of cases in the second group.
        of_other: size of the second group.
    """
    import numpy as np

    both = one + other
    least, most = max(0, both - of_other), min(both, of_one)
    cases = np.arange(least + 1, most + 1)
    up = (of_one - cases + 1) * (both - cases + 1)
    return _no_likelier(up / (cases * (of_other - both + cases)), one - least)


def newcombe(one: float, of_one: int, other: float, of_other: int) -> tuple[float, float]:
    """Return the 95 % interval of a difference: the first group's share of cases minus the
    second's.

    Source: R. G. Newcombe, "Interval estimation for the difference between independent
    proportions", Statistics in Medicine 17 (1998), method 10, from both Wilson intervals.

    Args:
        one: number of cases in the first group.
        of_one: size of the first group, at least one.
        other: number of cases in the second group.
        of_other: size of the second group, at least one.
    """
    share, beside = one / of_one, other / of_other
    (low, high), (least, most) = wilson(one, of_one), wilson(other, of_other)
    below = sqrt((share - low) ** 2 + (most - beside) ** 2)
    above = sqrt((high - share) ** 2 + (beside - least) ** 2)
    return share - beside - below, share - beside + above


def benjamini_hochberg(chances: Sequence[float]) -> list[float]:
    """Return p-values adjusted for the number of tests, in the same order.

    The adjusted p-value is the minimum false discovery rate at which the test is significant.

    Source: Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
    Statistical Society B 57 (1995).
    """
    adjusted, least = [1.0] * len(chances), 1.0
    order = sorted(range(len(chances)), key=chances.__getitem__)
    for rank in range(len(order), 0, -1):
        least = min(least, chances[order[rank - 1]] * len(chances) / rank)
        adjusted[order[rank - 1]] = least
    return adjusted


class Adjustable(Protocol):
    """A test with a p-value and an adjusted p-value; each is None if it was not computed."""

    p: float | None
    p_adjusted: float | None


def adjust(tests: Iterable[Adjustable]) -> int:
    """Set ``p_adjusted`` of tests with a p-value, by `benjamini_hochberg`; return their number."""
    found = [(test, test.p) for test in tests if test.p is not None]
    adjusted = benjamini_hochberg([p for _, p in found])
    for (test, _), p in zip(found, adjusted, strict=True):
        test.p_adjusted = p
    return len(found)


def is_significant(adjusted: float | None) -> bool:
    """Whether an adjusted p-value is below `LEVEL`; false for None."""
    return adjusted is not None and adjusted < LEVEL


def chi_square_tail(value: float) -> float:
    """Return the probability that a chi-square with one degree of freedom exceeds a value."""
    return erfc(sqrt(value / 2))


@dataclass(slots=True)
class Evenness:
    """The exact test of whether the first player wins as often as every other player.

    Attributes:
        count: games that the first player won.
        of: games with a winner; draws do not count.
        even: the expected share, 1 / number of players.
        share: the observed share; None without a game.
        low: lower end of the share's 95 % interval; None for fewer than `ENOUGH` games, or if
            `is_sample` is false.
        high: upper end of that interval; None as for `low`.
        p: the exact two-sided p-value; None as for `low`.
        unfinished: games without an end.
        is_sample: whether at least as many games are finished as unfinished.
        p_adjusted: `p` adjusted for the tests of other groups, by `adjust`; None before.
    """

    JSON: ClassVar[tuple[str, ...]] = ("count", "of", "even", "share", "low", "high", "p")

    count: int
    of: int
    even: float
    share: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    unfinished: int = 0
    is_sample: bool = True
    p_adjusted: float | None = None


def are_sample(finished: int, unfinished: int) -> bool:
    """Whether finished games represent all games: they are at least as many as the unfinished
    games.

    Short games have other results than long games, so finished games alone may be a biased sample.
    """
    return finished >= unfinished


def evenness(wins: Mapping[str, Proportion], unfinished: int = 0) -> Evenness:
    """Test whether the first player wins as often as every other player.

    The interval is that of Wilson, the p-value that of the exact binomial test. Both assume that
    games are independent; games of few players, or of one program, are not.

    Args:
        wins: the proportion of games won by each player, in the order of moving.
        unfinished: the number of games without an end.
    """
    first, of = wins["first"], int(sum(share.count for share in wins.values()))
    count = int(first.count)
    even = 1 / len(wins)
    sample = are_sample(first.of, unfinished)
    share = count / of if of else None
    if of < ENOUGH or not sample:
        return Evenness(count, of, even, share, unfinished=unfinished, is_sample=sample)
    low, high = wilson(count, of)
    return Evenness(count, of, even, share, low, high, binomial_test(count, of, even), unfinished)
