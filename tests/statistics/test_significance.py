"""Tests of hypotheses compared with SciPy's, and with published figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics import significance
from tests.cases import each_case
from tests.examples import examples

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
    assert significance.newcombe(*one, *other) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_p_values_are_adjusted_as_by_scipy(scipy_stats, chances):
    theirs = scipy_stats.false_discovery_control(chances)
    assert significance.benjamini_hochberg(chances) == pytest.approx(theirs.tolist())


@pytest.mark.slow
@given(st.floats(0, 500))
def test_the_tail_of_chi_square_is_that_of_scipy(scipy_stats, value):
    theirs = scipy_stats.chi2.sf(value, 1)
    assert significance.chi_square_tail(value) == pytest.approx(theirs, rel=1e-8)
