"""Proportions with their intervals and distributions; None, never NaN, without a case."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.estimates import (
    ENOUGH,
    Z_95,
    Proportion,
    median_interval,
    wilson,
)
from tests.cases import each_case


@each_case(
    ("count", "of", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_shares_have_wilson_s_interval(count, of, low, high):
    found = Proportion(count, of).interval
    assert found == pytest.approx((low, high), abs=5e-5)


RANKS = {6: 1, 8: 1, 9: 2, 12: 3, 20: 6, 25: 8, 40: 14, 100: 40, 1000: 469, 1001: 469}
"""Ranks of the lower ends, by how many numbers there are; SciPy's but for the last, normal one."""


@each_case(("count", "rank"), RANKS.items(), ids=map(str, RANKS))
def test_intervals_of_medians_have_known_ranks(count, rank):
    assert median_interval(np.arange(1.0, count + 1)) == (rank, count + 1 - rank)
    assert median_interval(np.arange(5.0)) is None


@pytest.mark.slow
@each_case("count", [*range(1, 30), 100, 401, 1000, 1001, 4000])
def test_intervals_of_medians_are_the_order_statistics_of_scipy(scipy_stats, count):
    values = np.sort(np.random.default_rng(count).gamma(2, 10, count))
    found = median_interval(values)
    if count < ENOUGH:
        assert found is None
        return
    assert found is not None
    theirs = scipy_stats.quantile_test(values, p=0.5).confidence_interval(0.95)
    off = np.searchsorted(values, found) - np.searchsorted(values, [theirs.low, theirs.high])
    # Beyond 1,000 numbers the ranks are those of the normal distribution.
    assert abs(off).max() <= (count > 1000)


def test_nothing_is_known_without_games():
    assert wilson(0, 0) == (0.0, 1.0)


@given(halves=st.integers(1, 400), games=st.integers(1, 200))
def test_the_ends_are_the_shares_from_which_the_observed_one_is_as_far_as_it_may_be(halves, games):
    points = min(halves / 2, games - 0.5)
    for end in wilson(points, games):
        deviation = (end * (1 - end) / games) ** 0.5
        assert abs(points / games - end) == pytest.approx(Z_95 * deviation)
