"""Numbers by value: a count for each different one, from which distributions are exact."""

from collections.abc import Sequence
from functools import cached_property
from math import floor, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Counts = npt.NDArray[np.int64]


class CountedNumbers:
    """Numbers of which each different one is kept once.

    What is computed from them does not depend on the order in which they came.

    Args:
        numbers: the different numbers, in rising order.
        counts: how often each occurs.

    Attributes:
        numbers: the same.
        counts: the same.
    """

    def __init__(self, numbers: "Floats", counts: "Counts") -> None:
        self.numbers, self.counts = numbers, counts

    @classmethod
    def of(cls, values: "pd.Series | npt.NDArray[np.generic]") -> "CountedNumbers":
        """Return numbers without the missing ones."""
        import numpy as np

        if not isinstance(values, np.ndarray):
            values = values.to_numpy(float, na_value=np.nan)
        known = values.astype(float)
        return cls(*np.unique(known[~np.isnan(known)], return_counts=True))

    @classmethod
    def joined(cls, parts: "Sequence[CountedNumbers]") -> "CountedNumbers":
        """Return the numbers of several parts."""
        import numpy as np

        numbers, places = np.unique(
            np.concatenate([part.numbers for part in parts]), return_inverse=True
        )
        counts = np.zeros(len(numbers), np.int64)
        np.add.at(counts, places, np.concatenate([part.counts for part in parts]))
        return cls(numbers, counts)

    def __len__(self) -> int:
        """Return how many numbers are different."""
        return len(self.numbers)

    @cached_property
    def _ends(self) -> "Counts":
        import numpy as np

        return np.cumsum(self.counts)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return int(self._ends[-1]) if len(self) else 0

    @property
    def mean(self) -> float:
        """The mean of at least one number."""
        return float((self.numbers * self.counts).sum()) / self.total

    @property
    def deviation(self) -> float:
        """The standard deviation of at least two numbers, with n - 1 degrees of freedom."""
        squares = (self.numbers - self.mean) ** 2
        return sqrt(float((squares * self.counts).sum()) / (self.total - 1))

    def ranked(self, places: "npt.NDArray[np.int64]") -> "Floats":
        """Return the numbers at some places of their rising order, from 0."""
        import numpy as np

        return self.numbers[np.searchsorted(self._ends, places, side="right")]

    def quantile(self, share: float) -> float:
        """Return the number below which a share of them lies, interpolated linearly."""
        import numpy as np

        place = share * (self.total - 1)
        first = floor(place)
        places = np.array([first, min(first + 1, self.total - 1)])
        low, high = self.ranked(places).tolist()
        part = place - first
        # From the nearer end, so that equal numbers give the same number.
        step: float = high - low
        return float(low + step * part if part < 0.5 else high - step * (1 - part))


def add_numbers(parts: list[CountedNumbers], added: CountedNumbers) -> None:
    """Append numbers to parts, of which each is more than twice as long as the next."""
    parts.append(added)
    while len(parts) > 1 and len(parts[-2]) <= 2 * len(parts[-1]):
        parts[-2:] = [CountedNumbers.joined(parts[-2:])]
