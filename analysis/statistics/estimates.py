"""Proportions with intervals, and distributions of numbers. Missing values are None, never NaN."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import floor, log10, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

Z_95 = 1.959963984540054
"""Standard deviations from the mean within which 95 % of a normal distribution lie."""

ENOUGH = 6
"""Fewest cases for an estimate or a test.

With fewer numbers, even the range from the least to the greatest is no 95 % interval of the median.
"""

EXACT = 1000
"""Maximum number of values for which the interval of the median uses exact ranks."""

P_VALUES = ("p", "p_adjusted")
"""Names of p-values."""


@dataclass(slots=True)
class Proportion:
    """A proportion: the cases of one kind among all cases.

    Attributes:
        count: number of cases of the kind; a draw may count as a fraction of a case.
        of: number of all cases.
    """

    JSON: ClassVar[tuple[str, ...]] = ("count", "of", "share", "low", "high")

    count: float
    of: int

    @property
    def share(self) -> float | None:
        """The proportion, from 0 to 1; None without cases."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval; None for fewer than `ENOUGH` cases."""
        return wilson(self.count, self.of) if self.of >= ENOUGH else None

    @property
    def low(self) -> float | None:
        """The lower end of `interval`, or None."""
        found = self.interval
        return found and found[0]

    @property
    def high(self) -> float | None:
        """The upper end of `interval`, or None."""
        found = self.interval
        return found and found[1]


@dataclass(slots=True)
class Distribution:
    """The distribution of numbers. Without numbers, all attributes but `count` are None.

    The standard deviation has n - 1 degrees of freedom, and is None for a single number. Quartiles
    are interpolated linearly. The ends of the 95 % interval of the median are those of
    `median_interval`.
    """

    count: int
    mean: float | None = None
    deviation: float | None = None
    median: float | None = None
    least: float | None = None
    most: float | None = None
    low_quartile: float | None = None
    high_quartile: float | None = None
    median_low: float | None = None
    median_high: float | None = None


def distribution(values: "npt.ArrayLike") -> Distribution:
    """Return the distribution of numbers without the missing ones, which are NaN."""
    import numpy as np

    numbers = np.asarray(values, np.float64)
    return distributions(numbers, np.zeros(len(numbers), int), 1)[0]


def distributions(
    values: "Floats", owner: "npt.NDArray[np.integer]", groups: int
) -> list[Distribution]:
    """Return the distribution of the numbers in each group; NaN stands for a missing number.

    The ``values`` may be in any order; ``owner`` has the group of each value, from 0.
    """
    import numpy as np

    known = ~np.isnan(values)
    values, owner = values[known], owner[known]
    order = np.lexsort((values, owner))
    ranked, owner = values[order], owner[order]
    del values, order  # frees memory
    firsts = np.flatnonzero(np.diff(owner, prepend=-1))
    counts = np.diff(firsts, append=len(owner))
    means = _sums(ranked, firsts) / counts
    apart = ranked - np.repeat(means, counts)
    deviations = np.sqrt(_sums(apart * apart, firsts) / np.maximum(counts - 1, 1))
    places = np.outer((0.5, 0, 1, 0.25, 0.75), counts - 1)
    at = firsts + places.astype(int)
    steps = ranked[np.minimum(at + 1, len(ranked) - 1)] - ranked[at]
    quantiles = ranked[at] + places % 1 * steps
    found = [Distribution(0)] * groups
    columns = (owner[firsts], firsts, counts, means, deviations, *quantiles)
    rows = zip(*(one.tolist() for one in columns), strict=True)
    for group, first, count, mean, deviation, *middles in rows:
        ends = median_interval(ranked[first : first + count]) or (None, None)
        spread = deviation if count > 1 else None
        found[group] = Distribution(count, mean, spread, *middles, *ends)
    return found


def _sums(values: "Floats", firsts: "npt.NDArray[np.intp]") -> "Floats":
    """Return the sum of each group, rounded as by `numpy.sum`; the groups begin at ``firsts``."""
    import numpy as np

    found: Floats = np.add.reduceat(np.insert(values, firsts, 0), firsts + np.arange(len(firsts)))
    return found


def percentage(value: float) -> str:
    """Format a proportion in percent, without decimals unless rounding would give 0 or 100."""
    rest = 100 * min(value, 1 - value)
    return f"{100 * value:.{0 if rest >= 1 or rest < 1e-6 else -floor(log10(rest))}f}"


def to_json(value: Any) -> Any:
    """Return a result as a value for JSON; missing values are None.

    A data object becomes a dictionary of the attributes that its class lists in ``JSON``, or of all
    its fields. Numbers are rounded to six decimals, `P_VALUES` to six significant digits; further
    digits differ between processors.
    """
    pairs: Iterable[tuple[str, Any]]
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        pairs = value.items()
    elif names := _names_of(value.__class__):
        pairs = zip(names, attrgetter(*names)(value), strict=True)
    else:
        return [*map(to_json, value)] if isinstance(value, list | tuple) else value
    return {
        name: (float(f"{one:.6g}") if name in P_VALUES else round(one, 6))
        if isinstance(one, float)
        else one
        if isinstance(one, _PLAIN)
        else to_json(one)
        for name, one in pairs
    }


_PLAIN = (int, str, type(None))


@cache
def _names_of(kind: type) -> tuple[str, ...]:
    """Return the names of the attributes of a class that are in JSON."""
    names: tuple[str, ...] = getattr(kind, "JSON", getattr(kind, "__match_args__", ()))
    return names


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a proportion; (0, 1) if there are no games.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927). With draws of half a point each the
    interval is slightly too wide, because their variance is smaller.
    """
    if not games:
        return 0.0, 1.0
    share, spread = points / games, Z_95 * Z_95 / games
    centre = share + spread / 2
    half = sqrt(spread * (share * (1 - share) + spread / 4))
    low, high = (centre - half) / (1 + spread), (centre + half) / (1 + spread)
    return max(low, 0.0), min(high, 1.0)


def newcombe(one: Proportion, other: Proportion) -> tuple[float, float]:
    """Return the 95 % interval of the first proportion minus the second; both need cases.

    Source: R. G. Newcombe, "Interval estimation for the difference between independent
    proportions", Statistics in Medicine 17 (1998), method 10, which uses both Wilson intervals.
    """
    share, beside = one.count / one.of, other.count / other.of
    (low, high), (least, most) = wilson(one.count, one.of), wilson(other.count, other.of)
    below = sqrt((share - low) ** 2 + (most - beside) ** 2)
    above = sqrt((high - share) ** 2 + (beside - least) ** 2)
    return share - beside - below, share - beside + above


def median_interval(ranked: "Floats") -> tuple[float, float] | None:
    """Return an interval of the median with a confidence of at least 95 %; None for fewer than
    `ENOUGH` numbers.

    The numbers are in ascending order, and the ends are the k-th lowest and the k-th highest, where
    k is the greatest rank for which the interval misses the true median with a probability of at
    most 5 %.

    Source: W. R. Thompson, "On confidence ranges for the median and other expectation distributions
    for populations of unknown distribution form", Annals of Mathematical Statistics 7 (1936); W. J.
    Conover, *Practical Nonparametric Statistics* (1999), section 3.2.
    """
    if len(ranked) < ENOUGH:
        return None
    rank = _median_rank(len(ranked))
    return float(ranked[rank - 1]), float(ranked[-rank])


@lru_cache(maxsize=256)
def _median_rank(count: int) -> int:
    """Return the greatest rank, from 1, at which one of ``count`` sorted numbers is above the true
    median with a probability of at most 2.5 %."""
    if count > EXACT:
        return floor((count + 1 - Z_95 * sqrt(count)) / 2)
    rank, ways, sum_of_ways = 0, 1, 1
    while 40 * sum_of_ways <= 1 << count:
        rank += 1
        ways = ways * (count - rank + 1) // rank
        sum_of_ways += ways
    return rank
