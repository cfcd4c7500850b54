"""Lengths of games of which some were not finished, by the estimator of Kaplan and Meier.

An unfinished game is *censored*: it would have lasted longer than what is known of it. Leaving it
out, or counting it as complete, makes games look shorter than they are.

Sources: E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete observations", Journal
of the American Statistical Association 53 (1958); the interval of the median is that of
R. Brookmeyer and J. Crowley, "A confidence interval for the median survival time", Biometrics 38
(1982), on the scale log(-log S).
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from analysis.statistics.estimates import Z_95, Json
from notation.values import frozen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.floating]


@frozen
class Survival:
    """The length that half of the games exceed.

    Attributes:
        finished: number of games with an end.
        censored: number of games without.
        median: the least length after which at most half of the games go on; None where more than
            half of them do after the last end.
        low: lower end of its interval of 95 %; None where it is not reached.
        high: upper end of its interval of 95 %; None where it is not reached.
    """

    finished: int
    censored: int
    median: float | None = None
    low: float | None = None
    high: float | None = None

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


def survival(lengths: Sequence[float], finished: Sequence[bool]) -> Survival:
    """Return the estimate of the median length.

    Args:
        lengths: the lengths of games as far as they are known.
        finished: for each, whether it is that of the whole game.
    """
    import numpy as np

    known = np.asarray(finished, dtype=bool)
    at, share, low, high = curve(lengths, finished)
    medians = (_first(at, values) for values in (share, low, high))
    return Survival(int(known.sum()), int((~known).sum()), *medians)


def curve(
    lengths: Sequence[float], finished: Sequence[bool]
) -> "tuple[Floats, Floats, Floats, Floats]":
    """Return the share of games that last longer than each length at which some ended.

    Returns:
        The lengths in rising order, the shares, and the ends of their intervals of 95 %, which
        are NaN where all games have ended.
    """
    import numpy as np

    size, known = np.asarray(lengths, dtype=float), np.asarray(finished, dtype=bool)
    at, ended = np.unique(size[known], return_counts=True)
    running = len(size) - np.searchsorted(np.sort(size), at, side="left")
    share = np.cumprod(1 - ended / running)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.sqrt(np.cumsum(ended / (running * (running - ended)))) / np.abs(np.log(share))
        low, high = share ** np.exp(Z_95 * spread), share ** np.exp(-Z_95 * spread)
    low[share == 0] = high[share == 0] = np.nan
    return at, share, low, high


def _first(at: "Floats", share: "Floats") -> float | None:
    """Return the first length after which at most half of the games go on, None for none."""
    import numpy as np

    # The shares are products of many fractions: one half may be a hair more.
    reached = np.flatnonzero(share <= 0.5 + 1e-12)
    return float(at[reached[0]]) if len(reached) else None
