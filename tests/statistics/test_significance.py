"""Tests of hypotheses compared with SciPy's, and with published figures."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics import significance
from tests.examples import examples

SHARES = st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))
VALUES = st.lists(st.integers(1, 9), min_size=1, max_size=6)


@given(SHARES, st.sampled_from([1 / 2, 1 / 3, 0.9]))
@examples(60)
def test_the_binomial_test_and_its_interval_are_those_of_scipy(scipy_stats, share, even):
    theirs = scipy_stats.binomtest(*share, even)
    assert significance.binomial_test(share[0], share[1], even) == pytest.approx(
        theirs.pvalue, rel=1e-6
    )
    interval = theirs.proportion_ci(method="exact")
    ours = significance.clopper_pearson(*share)
    assert ours == pytest.approx((interval.low, interval.high), abs=1e-9)


@given(SHARES, SHARES)
@examples(60)
def test_fisher_s_test_is_that_of_scipy(scipy_stats, one, other):
    table = [[one[0], one[1] - one[0]], [other[0], other[1] - other[0]]]
    theirs = scipy_stats.fisher_exact(table).pvalue
    assert significance.fisher_test(*one, *other) == pytest.approx(theirs, rel=1e-6)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table II, method 10.
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090),
     ((6, 7), (2, 7), 0.0582, 0.8062), ((5, 56), (0, 29), -0.0381, 0.1926),
     ((0, 10), (0, 20), -0.1611, 0.2775), ((10, 10), (0, 20), 0.6791, 1.0)],
)  # fmt: skip
def test_differences_have_newcombe_s_interval(one, other, low, high):
    assert significance.newcombe(*one, *other) == pytest.approx((low, high), abs=5e-5)


@given(VALUES, VALUES)
@examples(40)
def test_ranks_of_few_values_are_divided_in_all_ways(one, other):
    found = significance.rank_test(one, other)
    every = [*one, *other]
    assert found.u == pairs(one, other)
    off = abs(found.u - len(one) * len(other) / 2)
    ways = [
        abs(pairs([every[at] for at in chosen], rest(every, chosen)) - len(one) * len(other) / 2)
        for chosen in combinations(range(len(every)), len(one))
    ]
    assert found.p == pytest.approx(sum(way >= off for way in ways) / len(ways))
    assert found.rank_biserial == pytest.approx(2 * found.superiority - 1)


def pairs(one, other):
    return sum((here > there) + (here == there) / 2 for here in one for there in other)


def rest(every, chosen):
    return [value for at, value in enumerate(every) if at not in chosen]


@pytest.mark.parametrize("spread", [5, 40, 4000], ids=["many ties", "some ties", "few ties"])
def test_ranks_of_many_values_are_tested_as_by_scipy(scipy_stats, spread):
    draw = random.Random(spread)
    one = [draw.randint(1, spread) for _ in range(60)]
    other = [draw.randint(1, spread) + spread // 8 for _ in range(45)]
    theirs = scipy_stats.mannwhitneyu(one, other, method="asymptotic")
    found = significance.rank_test(one, other)
    assert (found.u, found.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert significance.rank_test([3] * 30, [3] * 30) == (450, 0.5, 1)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_p_values_are_adjusted_as_by_scipy(scipy_stats, chances):
    theirs = scipy_stats.false_discovery_control(chances)
    assert significance.benjamini_hochberg(chances) == pytest.approx(theirs.tolist())
    assert significance.benjamini_hochberg([]) == []


@given(st.floats(0, 500), st.integers(1, 300))
def test_the_tail_of_chi_square_is_that_of_scipy(scipy_stats, value, freedom):
    theirs = scipy_stats.chi2.sf(value, freedom)
    assert significance.chi_square_tail(value, freedom) == pytest.approx(theirs, rel=1e-8)
