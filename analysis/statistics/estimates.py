"""Proportions with intervals, and distributions of numbers; never NaN."""

from dataclasses import asdict, dataclass
from math import sqrt
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Json = dict[str, float | None]

Z_95 = 1.959963984540054
"""Standard deviations from the mean within which 95 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """The cases of one kind among all cases.

    Attributes:
        count: cases of the kind; a draw may count as half of one.
        of: all cases.
    """

    count: float
    of: int

    @property
    def value(self) -> float | None:
        """The proportion, from 0 to 1; None where there are no cases."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson interval of 95 %; None where there are no cases."""
        return wilson(self.count, self.of) if self.of else None

    def to_json(self) -> Json:
        """Return the proportion as a JSON object; values that do not exist are null."""
        low, high = self.interval or (None, None)
        return {
            "count": self.count,
            "of": self.of,
            "share": rounded(self.value),
            "low": rounded(low),
            "high": rounded(high),
        }


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of numbers.

    Attributes:
        count: the number of numbers.
        mean: their mean; None for no numbers, as are the other values.
        deviation: their standard deviation with n - 1 degrees of freedom; None for fewer than two.
        median: the middle one, or the mean of the two in the middle.
        least: the least.
        most: the greatest.
    """

    count: int
    mean: float | None = None
    deviation: float | None = None
    median: float | None = None
    least: float | None = None
    most: float | None = None

    @classmethod
    def of(cls, values: "pd.Series | np.ndarray") -> Self:
        """Return the distribution of numbers without the missing ones."""
        import numpy as np
        import pandas as pd

        known = pd.Series(values).dropna().to_numpy(dtype=float)
        if not known.size:
            return cls(0)
        deviation = float(np.std(known, ddof=1)) if known.size > 1 else None
        low, middle, high = (float(one) for one in np.quantile(known, (0, 0.5, 1)))
        return cls(int(known.size), float(known.mean()), deviation, middle, low, high)

    def to_json(self) -> Json:
        """Return the distribution as a JSON object; values that do not exist are null."""
        return {name: rounded(value) for name, value in asdict(self).items()}


def rounded(value: float | None) -> float | None:
    """Return a number rounded to six decimals, finer than the precision of the estimates."""
    return None if value is None else round(value, 6)


def wilson(points: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927). With draws, of half a
    point each, the interval is slightly too wide, because their variance is smaller.

    Args:
        points: the points scored, from 0 to ``games``.
        games: the number of games; for none the interval is 0 to 1.
        z: the half-width of the interval in standard deviations.

    Returns:
        The lower and the upper end, from 0 to 1.
    """
    if not games:
        return 0.0, 1.0
    share, spread = points / games, z * z / games
    centre = share + spread / 2
    half = sqrt(spread * (share * (1 - share) + spread / 4))
    low, high = (centre - half) / (1 + spread), (centre + half) / (1 + spread)
    return max(low, 0.0), min(high, 1.0)
