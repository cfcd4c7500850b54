"""Lengths of games, some of them incomplete, by the estimator of Kaplan and Meier.

An incomplete game is *censored*: it would have lasted longer than its known length. Leaving it out,
or counting it as complete, makes games look shorter than they are.

The estimator is that of E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete
observations", Journal of the American Statistical Association 53 (1958). The interval of the median
is that of R. Brookmeyer and J. Crowley, "A confidence interval for the median survival time",
Biometrics 38 (1982), on the scale log(-log S); if all games are complete, it is `median_interval`.
Two groups are compared by the log-rank test of N. Mantel, "Evaluation of survival data and two new
rank order statistics arising in its consideration", Cancer Chemotherapy Reports 50 (1966), with the
variance of the hypergeometric distribution.

In all functions ``lengths`` are the known lengths of games in plies, and ``complete`` tells whether
each game is complete.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimates import ENOUGH, Z_95, median_interval
from analysis.statistics.significance import chi_square_tail
from records.words import any_of, plain, tables


class Survival(NamedTuple):
    """The median length of games in plies, with its 95 % interval, and the quartiles.

    The median is the least length that fewer than half of the games exceed. If exactly half of them
    exceed all lengths of a range, the median is the middle of the range. It is None if more than
    half of them exceed every length at which a complete game ends. The interval needs `ENOUGH`
    complete games; an unknown end is None. The lower quartile is the least length that at most
    three quarters of the games exceed; the upper one, that at most one quarter exceed, or None.
    """

    finished: int
    censored: int
    median: float | None
    low: float | None
    high: float | None
    low_quartile: float | None
    high_quartile: float | None


class Length(NamedTuple):
    """The numbers of complete and incomplete games of one length.

    ``reaching`` is the number of games that last at least as long. ``share`` is the share of games
    that last longer, with its 95 % interval; None if unknown.
    """

    plies: int
    complete: int
    incomplete: int
    reaching: int
    share: float
    low: float | None
    high: float | None


def cut_off(termination: str) -> bool:
    """Whether the text of a tag ``Termination`` says that the game was cut off or adjudicated.

    The words are English, French or German; ``records/words.toml`` has them.
    """
    clock, ways = _cut()
    return bool(ways.search(clock.sub("", plain(termination))))


@cache
def _cut() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = tables()["cut"]
    ways = rf"{any_of(words['parts'])}|(?<!\w){any_of(words['words'])}"
    return re.compile(any_of(words["clock"])), re.compile(ways)


@dataclass(slots=True)
class LogRank:
    """The log-rank test of the lengths of two groups; incomplete games count as censored.

    In the first group ``observed`` games ended; ``expected`` is the expected number if both groups
    end equally fast. The hazard ratio ``rate`` is observed / expected of the first group, divided
    by that of the second group; None for a division by 0. ``chi_square`` has 1 degree of freedom.
    """

    observed: int
    expected: float
    rate: float | None
    chi_square: float
    p: float
    p_adjusted: float | None = None


Lengths = tuple[npt.ArrayLike, npt.ArrayLike]
"""The lengths of games, and whether each is complete."""

Columns = tuple[npt.NDArray[Any], ...]


def log_rank(one: Lengths, other: Lengths) -> LogRank:
    """Return the log-rank test of the lengths of two groups of games."""
    most = max(int(np.max(lengths)) for lengths, _ in (one, other))
    (_, ended, here), (_, beside, there) = (_counts(*group, most) for group in (one, other))
    running, every = here + there, ended + beside
    share = here / running
    expected = float((every * share).sum())
    left = (running - every) / np.maximum(running - 1, 1)
    variance = float((every * share * (1 - share) * left).sum())
    observed, theirs = int(ended.sum()), float(beside.sum())
    square = (observed - expected) ** 2 / variance if variance else 0.0
    rest = float(every.sum()) - expected
    rate = observed / expected / (theirs / rest) if expected and rest and theirs else None
    return LogRank(observed, expected, rate, square, chi_square_tail(square))


def survival(lengths: npt.ArrayLike, complete: npt.ArrayLike) -> Survival:
    """Estimate the median length of games."""
    at, ended, _, running, share, low, high = _columns(lengths, complete)

    def first(column: npt.NDArray[Any], going_on: float = 0.5) -> float | None:
        """Return the least length at which a share of games has fallen to ``going_on``, or None."""
        # The shares are products of many fractions: one half may be slightly above 0.5.
        reached = np.flatnonzero(column <= going_on + 1e-12)
        return float(at[reached[0]]) if len(reached) else None

    games, finished = int(running.max(initial=0)), int(ended.sum())
    ends: tuple[float | None, float | None] = (None, None)
    if finished == games:
        ends = median_interval(np.sort(np.asarray(lengths, float))) or ends
    elif finished >= ENOUGH:
        ends = first(low), first(high)
    # The median is in the middle of the lengths after which exactly half of the games go on.
    median, less = first(share), first(share, 0.5 - 2e-12)
    if median is not None:
        median = (median + (float(at[-1]) if less is None else less)) / 2
    quartiles = first(share, 0.75), first(share, 0.25)
    return Survival(finished, games - finished, median, *ends, *quartiles)


def curve(lengths: npt.ArrayLike, complete: npt.ArrayLike) -> list[Length]:
    """Return a row for each length, the shortest first, with its games and the share of longer
    games."""
    *columns, low, high = (one.tolist() for one in _columns(lengths, complete))
    ends = ([None if end != end else end for end in one] for one in (low, high))
    return [Length(*row) for row in zip(*columns, *ends, strict=True)]


def _columns(lengths: npt.ArrayLike, complete: npt.ArrayLike) -> Columns:
    """Return the columns of `Length` for each length; NaN stands for an unknown interval."""
    counts = _counts(lengths, complete)
    at = np.flatnonzero(counts[0])
    every, ended, running = (one[at] for one in counts)
    share = np.cumprod(1 - ended / running)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.sqrt(np.cumsum(ended / (running * (running - ended)))) / np.abs(np.log(share))
        ends = [share ** np.exp(sign * Z_95 * spread) for sign in (1, -1)]
    # Without an end before, and after the last game, there is no interval.
    ends = [np.where((share > 0) & (share < 1), end, np.nan) for end in ends]
    return at, ended, every - ended, running, share, *ends


def _counts(lengths: npt.ArrayLike, complete: npt.ArrayLike, most: int = 0) -> Columns:
    """Return three counts for each length: its games, its complete games, and games that reach it.

    The lengths are all from 0 to the greatest length, and at least to ``most``.
    """
    size = np.asarray(lengths, np.intp)
    every = np.bincount(size, minlength=most + 1)
    ended = np.bincount(size[np.asarray(complete, bool)], minlength=len(every))
    return every, ended, every[::-1].cumsum()[::-1]
