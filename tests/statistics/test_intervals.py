"""The Wilson interval, held against figures worked out elsewhere and against its definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.estimates import Z_95, wilson


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (1, 1, 0.2065, 1.0), (8, 10, 0.4902, 0.9433), (50, 100, 0.4038, 0.5962)],
)
def test_known_intervals(points, games, low, high):
    assert list(wilson(points, games)) == pytest.approx([low, high], abs=1e-4)


def test_nothing_is_known_without_games():
    assert wilson(0, 0) == (0.0, 1.0)


@given(halves=st.integers(1, 400), games=st.integers(1, 200))
def test_the_ends_are_the_shares_from_which_the_observed_one_is_as_far_as_it_may_be(halves, games):
    points = min(halves / 2, games - 0.5)
    for end in wilson(points, games):
        deviation = (end * (1 - end) / games) ** 0.5
        assert abs(points / games - end) == pytest.approx(Z_95 * deviation)
