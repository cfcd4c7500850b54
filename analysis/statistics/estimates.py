"""What a figure is: a share with its interval, a spread of numbers; neither is ever NaN."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from analysis.statistics.intervals import wilson

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Proportion:
    """How many of a number of cases are of a kind.

    Attributes:
        count: cases of the kind; a draw may count as half of one.
        of: all cases.
    """

    count: float
    of: int

    @property
    def value(self) -> float | None:
        """The share, from 0 to 1; None where there are no cases."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson interval of 95 %; None where there are no cases."""
        return wilson(self.count, self.of) if self.of else None

    def to_json(self) -> dict[str, Any]:
        """Return the share as a JSON object; what is not known is null."""
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
    """How numbers are spread.

    Attributes:
        count: how many there are.
        mean: their mean; None where there are none, as for the others.
        deviation: their standard deviation, with one degree of freedom less than there are
            numbers; None for fewer than two.
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
    def of(cls, values: "pd.Series | np.ndarray[Any, Any]") -> Self:
        """Return the spread of numbers; missing ones do not count."""
        import numpy as np
        import pandas as pd

        known = pd.Series(values).dropna().to_numpy(dtype=float)
        if not known.size:
            return cls(0)
        deviation = float(np.std(known, ddof=1)) if known.size > 1 else None
        low, middle, high = (float(one) for one in np.quantile(known, (0, 0.5, 1)))
        return cls(int(known.size), float(known.mean()), deviation, middle, low, high)

    def to_json(self) -> dict[str, Any]:
        """Return the spread as a JSON object; what is not known is null."""
        return {
            "count": self.count,
            "mean": rounded(self.mean),
            "deviation": rounded(self.deviation),
            "median": rounded(self.median),
            "least": rounded(self.least),
            "most": rounded(self.most),
        }


def rounded(value: float | None) -> float | None:
    """Return a number with six decimals, which is more than any of these figures is good for."""
    return None if value is None else round(value, 6)
