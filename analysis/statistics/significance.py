"""Tests of one share and of two shares, and the adjustment of p-values for many tests.

Every p-value is two-sided. All are computed here, without SciPy, and compared with it in the tests.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING

from analysis.statistics.estimates import ENOUGH, Proportion

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEVEL = 0.05
"""Significance level of a test, and false discovery rate of many tests."""

SAME = 1 + 1e-7
"""Factor within which probabilities count as equal despite rounding errors."""


def binomial_test(count: int, of: int, even: float = 0.5) -> float:
    """Return the exact p-value of ``count`` cases among ``of``, each with the probability ``even``.

    It is the total probability of all counts that are not likelier than ``count``.

    Source: the exact test with the method of small p-values, as in W. J. Conover, *Practical
    Nonparametric Statistics*, 3rd edition (1999), section 3.1.
    """
    import numpy as np

    cases = np.arange(1, of + 1)
    return _no_likelier((of - cases + 1) / cases * (even / (1 - even)), count)


def fisher_test(one: int, of_one: int, other: int, of_other: int) -> float:
    """Return the p-value of Fisher's exact test that two groups have equal shares of cases: the
    first has ``one`` among ``of_one``, the second ``other`` among ``of_other``.

    Source: R. A. Fisher, *Statistical Methods for Research Workers*, 5th edition (1934), section
    21.02; two-sided by the method of small p-values.
    """
    import numpy as np

    both = one + other
    least, most = max(0, both - of_other), min(both, of_one)
    cases = np.arange(least + 1, most + 1)
    up = (of_one - cases + 1) * (both - cases + 1)
    return _no_likelier(up / (cases * (of_other - both + cases)), one - least)


def _no_likelier(ratios: "npt.NDArray[np.float64]", at: int) -> float:
    """Return the total probability of all outcomes that are not likelier than the outcome ``at``.

    Each of the ``ratios`` is the probability of an outcome, divided by that of the outcome before.
    """
    import numpy as np

    logarithms = np.concatenate([[0.0], np.cumsum(np.log(ratios))])
    chances = np.exp(logarithms - logarithms.max())
    return min(float(chances[chances <= chances[at] * SAME].sum() / chances.sum()), 1.0)


def adjusted(chances: Iterable[float | None]) -> list[float | None]:
    """Return p-values adjusted for the number of tests, in the same order; None is kept.

    The adjusted p-value is the minimum false discovery rate at which the test is significant.

    Source: Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
    Statistical Society B 57 (1995).
    """
    found, least = list(chances), 1.0
    tests = sorted((p, place) for place, p in enumerate(found) if p is not None)
    for rank in range(len(tests), 0, -1):
        p, place = tests[rank - 1]
        found[place] = least = min(least, p * len(tests) / rank)
    return found


def is_significant(adjusted: float | None) -> bool:
    """Whether an adjusted p-value is below `LEVEL`; false for None."""
    return adjusted is not None and adjusted < LEVEL


def chi_square_tail(value: float) -> float:
    """Return the probability that a chi-square with one degree of freedom exceeds a value."""
    return erfc(sqrt(value / 2))


def are_sample(finished: int, unfinished: int) -> bool:
    """Whether finished games may represent all games: at least half of the games are finished.

    Short games have other results than long games, so finished games alone may be a biased sample.
    """
    return finished >= unfinished


@dataclass
class Evenness(Proportion):
    """The first player's share of the games with a winner, and the exact test of whether every
    other player wins as often.

    The interval is that of Wilson, the p-value that of the exact binomial test. Both assume that
    games are independent; games of few players, or of one program, are not. There is no p-value for
    fewer than `ENOUGH` games, or unless the finished games are a sample of all (`are_sample`).

    The expected share ``even`` is 1 / number of players. ``p_adjusted`` is set when the p-values of
    all groups are known.
    """

    JSON = ("count", "of", "even", "share", "low", "high", "p")

    even: float
    unfinished: int
    is_sample: bool
    p: float | None
    p_adjusted: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the share; None where there is no p-value."""
        return super().interval if self.is_sample else None


def evenness(wins: Mapping[str, Proportion], unfinished: int) -> Evenness:
    """Test whether the first player wins as often as every other player.

    ``wins`` has the proportion of the finished games that each player won, by place.
    """
    first, of = wins["first"], int(sum(share.count for share in wins.values()))
    count, even, is_sample = int(first.count), 1 / len(wins), are_sample(first.of, unfinished)
    p = binomial_test(count, of, even) if of >= ENOUGH and is_sample else None
    return Evenness(count, of, even, unfinished, is_sample, p)
