"""Proportions, medians and tests of hypotheses, compared with SciPy and published figures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics import significance
from analysis.statistics.estimates import (
    ENOUGH,
    Z_95,
    Proportion,
    median_interval,
    newcombe,
    wilson,
)
from tests.cases import each_case
from tests.examples import examples


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


SHARES = st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@pytest.mark.slow
@given(SHARES, st.sampled_from([1 / 2, 1 / 3, 0.9]))
@examples(60)
def test_the_binomial_test_is_that_of_scipy(scipy_stats, share, even):
    theirs = scipy_stats.binomtest(*share, even)
    assert significance.binomial_test(share[0], share[1], even) == pytest.approx(
        theirs.pvalue, rel=1e-6
    )


@pytest.mark.slow
@given(SHARES, SHARES)
@examples(60)
def test_fisher_s_test_is_that_of_scipy(scipy_stats, one, other):
    table = [[one[0], one[1] - one[0]], [other[0], other[1] - other[0]]]
    theirs = scipy_stats.fisher_exact(table).pvalue
    assert significance.fisher_test(*one, *other) == pytest.approx(theirs, rel=1e-6)


@each_case(
    ("one", "other", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table II, method 10.
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090),
     ((6, 7), (2, 7), 0.0582, 0.8062), ((5, 56), (0, 29), -0.0381, 0.1926),
     ((0, 10), (0, 20), -0.1611, 0.2775), ((10, 10), (0, 20), 0.6791, 1.0)],
)  # fmt: skip
def test_differences_have_newcombe_s_interval(one, other, low, high):
    assert newcombe(Proportion(*one), Proportion(*other)) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_p_values_are_adjusted_as_by_scipy(scipy_stats, chances):
    theirs = scipy_stats.false_discovery_control(chances)
    assert significance.adjusted([None, *chances]) == [None, *map(pytest.approx, theirs.tolist())]


@pytest.mark.slow
@given(st.floats(0, 500))
def test_the_tail_of_chi_square_is_that_of_scipy(scipy_stats, value):
    theirs = scipy_stats.chi2.sf(value, 1)
    assert significance.chi_square_tail(value) == pytest.approx(theirs, rel=1e-8)
