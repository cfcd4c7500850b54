"""Median lengths: against SciPy's estimator, and what censoring has to do to them."""

from warnings import catch_warnings, simplefilter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.survival import curve, survival

scipy_stats = pytest.importorskip("scipy.stats")

GAMES = st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=40)


def apart(games):
    return [length for length, _ in games], [known for _, known in games]


@given(GAMES.filter(lambda games: any(known for _, known in games)))
def test_the_curve_and_its_interval_are_those_of_scipy(games):
    lengths, known = apart(games)
    at, share, low, high = curve(lengths, known)
    data = scipy_stats.CensoredData.right_censored(lengths, [not one for one in known])
    theirs = scipy_stats.ecdf(data).sf
    assert share == pytest.approx(theirs.evaluate(at))
    with catch_warnings():
        simplefilter("ignore")  # where no game goes on, there is no interval
        interval = theirs.confidence_interval(method="log-log")
    assert low[share > 0] == pytest.approx(interval.low.evaluate(at)[share > 0])
    assert high[share > 0] == pytest.approx(interval.high.evaluate(at)[share > 0])


@given(GAMES)
def test_without_unfinished_games_it_is_the_median_itself(games):
    lengths = sorted(length for length, _ in games)
    assert survival(lengths, [True] * len(lengths)).median == lengths[(len(lengths) - 1) // 2]


@given(GAMES)
def test_unfinished_games_make_no_median_shorter(games):
    lengths, known = apart(games)
    found, complete = survival(lengths, known), survival(lengths, [True] * len(games))
    assert found.finished + found.censored == len(games)
    assert complete.median is not None
    assert found.median is None or found.median >= complete.median
    if found.median is not None and found.low is not None:
        assert found.low <= found.median <= (found.high or found.median)


def test_no_end_is_no_median():
    assert survival([80, 90], [False, False]).to_json() == {
        "finished": 0, "censored": 2, "median": None, "low": None, "high": None
    }  # fmt: skip
