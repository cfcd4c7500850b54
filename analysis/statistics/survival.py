"""Lengths of games of which some were not finished, by the estimator of Kaplan and Meier.

An unfinished game is *censored*: it would have lasted longer than what is known of it. Leaving it
out, or counting it as complete, makes games look shorter than they are.

Sources: E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete observations", Journal
of the American Statistical Association 53 (1958); the interval of the median is that of
R. Brookmeyer and J. Crowley, "A confidence interval for the median survival time", Biometrics 38
(1982), on the scale log(-log S). Two groups are compared by the log-rank test of N. Mantel,
"Evaluation of survival data and two new rank order statistics arising in its consideration", Cancer
Chemotherapy Reports 50 (1966), with the variance of the hypergeometric distribution.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.statistics.estimates import ENOUGH, Z_95, Json
from analysis.statistics.significance import chi_square_tail
from records.words import any_of, plain, tables

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Flags = npt.NDArray[np.bool_]
    Floats = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Survival:
    """The length that half of the games exceed.

    Attributes:
        finished: number of complete games.
        censored: number of other games.
        median: the least length after which fewer than half of the games go on; where exactly half
            do up to the next end, or up to all that is known, the middle of the two, as of
            numbers. None where more than half go on after the last end.
        low: lower end of its interval of 95 %; None where it is not reached.
        high: upper end of its interval of 95 %; None where it is not reached.
        low_quartile: the least length after which at most three quarters go on; None likewise.
        high_quartile: the least length after which at most a quarter goes on; None likewise.
    """

    finished: int
    censored: int
    median: float | None = None
    low: float | None = None
    high: float | None = None
    low_quartile: float | None = None
    high_quartile: float | None = None

    def to_json(self) -> Json:
        """Return the estimate as a JSON object; values that do not exist are null."""
        return asdict(self)


def finished(games: "pd.DataFrame") -> "pd.Series[bool]":
    """Return for each row of a table of games whether the game has an end.

    A game has one if it was decided on the board or has a result in the record, and could be
    played to its last ply; a limit on the length of games is no end.
    """
    whole = (games["ended"] != "broken").fillna(False)
    return (games["verdict"].notna() & whole).astype(bool)


def complete(games: "pd.DataFrame") -> "pd.Series[bool]":
    """Return for each row of a table of games whether its length is that of the whole game.

    A game that was cut off, at a limit or by adjudication, is not complete, even with a result,
    unless the board decided it (the column ``reason``, where the table has it).
    """
    import numpy as np
    import pandas as pd

    codes, ways = pd.factorize(games["ended"])
    # The last stands for the code -1 of what is missing.
    cut = np.array([*(cut_off(str(way)) for way in ways), cut_off("")])[codes]
    if "reason" in games:
        cut &= games["reason"].isna().to_numpy()
    return finished(games) & ~cut


def cut_off(termination: str) -> bool:
    """Whether a tag ``Termination`` has that the game was not played to its end.

    A program or the players cut it off, or it was adjudicated; the words are English, French or
    German (``records/words.toml``).
    """
    clock, ways = _cut()
    return bool(ways.search(clock.sub("", plain(termination))))


@cache
def _cut() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = tables()["cut"]
    ways = rf"{any_of(words['parts'])}|(?<!\w){any_of(words['words'])}"
    return re.compile(any_of(words["clock"])), re.compile(ways)


class LogRank(NamedTuple):
    """The lengths of two groups of games compared, with unfinished games as such.

    Attributes:
        observed: games of the first group that ended.
        expected: those that would have, if games of both groups ended alike.
        rate: how often games of the first group end for each end of the second, as observed
            divided by expected of both; None where nothing is expected.
        chi_square: the statistic, with 1 degree of freedom.
        p: the two-sided p-value.
    """

    observed: int
    expected: float
    rate: float | None
    chi_square: float
    p: float


def log_rank(one: "pd.DataFrame", other: "pd.DataFrame") -> LogRank:
    """Return the log-rank test of the lengths of two groups of games.

    Args:
        one: the rows of the first group in the table of games.
        other: those of the second.
    """
    import numpy as np

    sizes = [np.sort(rows["plies"].to_numpy(float)) for rows in (one, other)]
    ends = [np.sort(rows["plies"].to_numpy(float)[complete(rows)]) for rows in (one, other)]
    at = np.unique(np.concatenate(ends))
    here, there = (len(size) - np.searchsorted(size, at) for size in sizes)
    ended, beside = (
        np.searchsorted(end, at, side="right") - np.searchsorted(end, at) for end in ends
    )
    running, every = here + there, ended + beside
    share = here / running
    expected = float((every * share).sum())
    left = (running - every) / np.maximum(running - 1, 1)
    variance = float((every * share * (1 - share) * left).sum())
    observed, theirs = int(ended.sum()), float(beside.sum())
    square = (observed - expected) ** 2 / variance if variance else 0.0
    rest = float(every.sum()) - expected
    rate = observed / expected / (theirs / rest) if expected and rest and theirs else None
    return LogRank(observed, expected, rate, square, chi_square_tail(square, 1))


def survival(
    lengths: "Sequence[float] | Floats",
    finished: "Sequence[bool] | Flags",
    counts: Sequence[int] | None = None,
) -> Survival:
    """Return the estimate of the median length; the arguments are those of `curve`."""
    import numpy as np

    known = np.asarray(finished, dtype=bool)
    many = np.ones(len(known), int) if counts is None else np.asarray(counts, dtype=int)
    at, share, low, high = curve(lengths, finished, counts)
    ended, others = int(many[known].sum()), int(many[~known].sum())
    ends = [_first(at, values) for values in (low, high)] if ended >= ENOUGH else [None, None]
    quartiles = (_first(at, share, going_on) for going_on in (0.75, 0.25))
    longest = max(lengths, default=0.0)
    return Survival(ended, others, _median(at, share, longest), *ends, *quartiles)


def lengths_of(games: "pd.DataFrame") -> Survival:
    """Return the estimate of the median length of the rows of a table of games.

    Games that could not be played to their end by the rules are left out.
    """
    whole = games[(games["ended"] != "broken").fillna(False).astype(bool)]
    return survival(whole["plies"].tolist(), complete(whole).tolist())


def curve(
    lengths: "Sequence[float] | Floats",
    finished: "Sequence[bool] | Flags",
    counts: Sequence[int] | None = None,
) -> "tuple[Floats, Floats, Floats, Floats]":
    """Return the share of games that last longer than each length at which some ended.

    Args:
        lengths: the lengths of games as far as they are known.
        finished: for each, whether the game is complete.
        counts: how many games each length stands for; one by default.

    Returns:
        The lengths in rising order, the shares, and the ends of their intervals of 95 %, which
        are NaN where all games have ended.
    """
    import numpy as np

    size, known = np.asarray(lengths, dtype=float), np.asarray(finished, dtype=bool)
    many = np.ones(len(size), int) if counts is None else np.asarray(counts, dtype=int)
    at, places = np.unique(size[known], return_inverse=True)
    ended = np.zeros(len(at), int)
    np.add.at(ended, places, many[known])
    order = np.argsort(size)
    before = np.concatenate(([0], np.cumsum(many[order])))
    running = before[-1] - before[np.searchsorted(size[order], at)]
    share = np.cumprod(1 - ended / running)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.sqrt(np.cumsum(ended / (running * (running - ended)))) / np.abs(np.log(share))
        low, high = share ** np.exp(Z_95 * spread), share ** np.exp(-Z_95 * spread)
    low[share == 0] = high[share == 0] = np.nan
    return at, share, low, high


def _first(at: "Floats", share: "Floats", going_on: float = 0.5) -> float | None:
    """Return the first length after which at most that share of the games goes on, or None."""
    import numpy as np

    # The shares are products of many fractions: one half may be a hair more.
    reached = np.flatnonzero(share <= going_on + 1e-12)
    return float(at[reached[0]]) if len(reached) else None


def _median(at: "Floats", share: "Floats", longest: float) -> float | None:
    """Return the median length; the middle of a stretch on which exactly half goes on."""
    first, less = _first(at, share), _first(at, share, 0.5 - 2e-12)
    return first if first is None else (first + (longest if less is None else less)) / 2
