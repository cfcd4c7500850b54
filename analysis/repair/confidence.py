"""From prices to probabilities.

A price is a decimal logarithm, so the weights of rival repairs are powers of ten, and a repair's
confidence its share of all weight, with some set aside for what the search did not think of. The
shares are then set right by what was found on damaged games whose truth is known.
"""

from collections.abc import Sequence
from itertools import pairwise

from analysis.typos.model import SlipModel


def shares(costs: Sequence[float], model: SlipModel) -> list[float]:
    """Return each repair's share of all weight, from the costs of all repairs found."""
    if not costs:
        return []
    cheapest, temperature = min(costs), model.price("confidence", "temperature")
    weights = [10 ** ((cheapest - cost) / temperature) for cost in costs]
    total = sum(weights) + 10 ** (-model.price("confidence", "elsewhere") / temperature)
    return [weight / total for weight in weights]


def calibrated(share: float, model: SlipModel) -> float:
    """Return how often repairs of such a share turned out right, between the points measured."""
    points = model.calibration
    if not points:
        return share
    if share <= points[0][0]:
        return points[0][1] * share / points[0][0] if points[0][0] else points[0][1]
    for (low, below), (high, above) in pairwise(points):
        if share <= high:
            return below + (above - below) * (share - low) / (high - low)
    return points[-1][1]
