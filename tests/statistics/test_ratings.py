"""Ratings that can be worked out by hand, and laws that all of them keep."""

from math import log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.ratings import ELO, Meeting, rate
from tests.examples import examples

SLIGHT = 1e-9
"""A prior that leaves the likelihood nearly alone."""


def test_three_wins_of_four_are_odds_of_three_to_one():
    one, other = rate(2, [Meeting(0, 1, 3, 4)], SLIGHT)
    assert one.value - other.value == pytest.approx(400 * log10(3))
    assert one.value + other.value == pytest.approx(3000)
    # The difference has the information 4 * 3/4 * 1/4, and each is half of it from the mean.
    assert one.error == pytest.approx(ELO / sqrt(4 * 3 / 4 / 4) / 2, rel=1e-6)


def test_a_chain_of_three():
    # Who only met in a chain: the odds multiply.
    ratings = rate(3, [Meeting(0, 1, 2, 3), Meeting(1, 2, 4, 5)], SLIGHT)
    assert ratings[0].value - ratings[1].value == pytest.approx(400 * log10(2))
    assert ratings[1].value - ratings[2].value == pytest.approx(400 * log10(4))


def test_draws_only():
    # The inverse of ((n + p) / 4, -n / 4; -n / 4, (n + p) / 4) is known; n = 3 games, p = 1.
    one, other = rate(2, [Meeting(0, 1, 1.5, 3)], 1)
    assert [one.value, other.value] == pytest.approx([1500, 1500])
    variance, covariance = 4 * 4 / 7, 4 * 3 / 7
    assert one.error == pytest.approx(ELO * sqrt((variance - covariance) / 2))


def test_unbeaten_players_are_rated_as_well():
    one, _ = rate(2, [Meeting(0, 1, 1, 1)])
    # With the log-strengths x and -x: 1 - c(2x) = c(x) - 1/2, c being the logistic function.
    strength = (one.value - 1500) / ELO
    chance = 1 / (1 + 2.718281828459045 ** (-2 * strength))
    held = 1 / (1 + 2.718281828459045**-strength)
    assert 1 - chance == pytest.approx(held - 0.5)
    assert 1500 < one.value < 1900
    assert one.error > 100


def test_no_players_and_a_prior_of_0():
    assert rate(0, []) == []
    with pytest.raises(ValueError, match="a prior of 0 games"):
        rate(2, [Meeting(0, 1, 1, 1)], 0)


MEETINGS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 8)), min_size=1, max_size=12
).map(
    lambda found: [
        Meeting(one, other, halves / 2, 4) for one, other, halves in found if one < other
    ]
)


@given(meetings=MEETINGS)
@examples(60)
def test_expected_points_are_the_points_scored(meetings):
    ratings = rate(6, meetings)
    strengths = [(rating.value - 1500) / ELO for rating in ratings]
    assert sum(strengths) == pytest.approx(0, abs=1e-6)
    excess = [0.0] * 6
    for meeting in meetings:
        ahead = strengths[meeting.one] - strengths[meeting.other]
        expected = meeting.games / (1 + 2.718281828459045**-ahead)
        excess[meeting.one] += meeting.points - expected
        excess[meeting.other] -= meeting.points - expected
    # The prior takes what is left of each; it is drawn games, so that all of it is nothing.
    assert sum(excess) == pytest.approx(0, abs=1e-6)
    assert all(abs(one) <= 0.5 + 1e-6 for one in excess)
    assert all(rating.error > 0 for rating in ratings)


@given(meetings=MEETINGS)
@examples(30)
def test_to_swap_wins_and_losses_mirrors_the_ratings(meetings):
    swapped = [Meeting(one.one, one.other, one.games - one.points, one.games) for one in meetings]
    for rating, other in zip(rate(6, meetings), rate(6, swapped), strict=True):
        assert rating.value - 1500 == pytest.approx(1500 - other.value, abs=1e-5)
        assert rating.error == pytest.approx(other.error)
