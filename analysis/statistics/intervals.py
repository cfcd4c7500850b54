"""Intervals around observed shares."""

from math import sqrt

Z_95 = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


def wilson(points: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return the Wilson score interval of a share: where the true one plausibly lies.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927). Where a draw counts half a point the
    interval is a little too wide, because such scores spread less than wins and losses do.

    Args:
        points: what was scored, from 0 to ``games``.
        games: how many games it was scored in; without any, every share is as plausible.
        z: half the width of the interval in standard deviations.

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
