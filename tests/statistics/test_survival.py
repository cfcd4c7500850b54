"""Median lengths, compared with SciPy's estimator, and the effect of censoring."""

from warnings import catch_warnings, simplefilter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.survival import curve, cut_off, log_rank, survival
from records import Record
from tests.cases import each_case
from tests.statistics.samples import table_of

GAMES = st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=40)


def apart(games):
    return [length for length, _ in games], [known for _, known in games]


@pytest.mark.slow
@given(GAMES.filter(lambda games: any(known for _, known in games)))
def test_the_curve_its_interval_and_its_quartiles_are_those_of_scipy(scipy_stats, games):
    lengths, known = apart(games)
    rows = curve(lengths, known)
    assert [one.plies for one in rows] == sorted({*lengths})
    for one in rows:
        ended = [end for length, end in games if length == one.plies]
        assert (one.complete, one.incomplete) == (sum(ended), len(ended) - sum(ended))
        assert one.reaching == sum(length >= one.plies for length in lengths)
    at, share = (np.array([getattr(one, name) for one in rows]) for name in ("plies", "share"))
    data = scipy_stats.CensoredData.right_censored(lengths, [not one for one in known])
    theirs = scipy_stats.ecdf(data).sf
    assert share == pytest.approx(theirs.evaluate(at))
    with catch_warnings():
        simplefilter("ignore")  # where no game goes on, there is no interval
        interval = theirs.confidence_interval(method="log-log")
    estimated = (share > 0) & (share < 1)
    for name, theirs_of in (("low", interval.low), ("high", interval.high)):
        ours = [getattr(one, name) for one in rows]
        assert [end is not None for end in ours] == estimated.tolist()
        known_ends = [end for end in ours if end is not None]
        assert known_ends == pytest.approx(theirs_of.evaluate(at)[estimated])
    found = survival(lengths, known)
    for fourth, end in ((0.75, found.low_quartile), (0.25, found.high_quartile)):
        reached = theirs.quantiles[theirs.probabilities <= fourth + 1e-9]
        assert end == (reached[0] if len(reached) else None)


@given(GAMES)
def test_unfinished_games_make_no_median_shorter(games):
    lengths, known = apart(games)
    found, complete = survival(lengths, known), survival(lengths, [True] * len(games))
    assert found.finished + found.censored == len(games)
    assert complete.median is not None
    assert found.median is None or found.median >= complete.median
    if found.median is not None and found.low is not None:
        assert found.low <= found.median <= (found.high or found.median)


@pytest.mark.slow
@given(GAMES, GAMES)
def test_the_log_rank_test_is_that_of_scipy(scipy_stats, one, other):
    found = log_rank(apart(one), apart(other))
    data = [
        scipy_stats.CensoredData.right_censored(lengths, [not end for end in known])
        for lengths, known in map(apart, (one, other))
    ]
    with catch_warnings():
        simplefilter("ignore")  # nothing ends, or all at once: no variance
        theirs = scipy_stats.logrank(*data)
    if theirs.statistic == theirs.statistic:
        assert found.chi_square == pytest.approx(theirs.statistic**2, abs=1e-9)
        assert found.p == pytest.approx(theirs.pvalue, abs=1e-9)
    else:
        assert found.p == 1
    back = log_rank(apart(other), apart(one))
    assert back.p == pytest.approx(found.p)
    assert (found.rate or 0) * (back.rate or 0) == pytest.approx(1 if found.rate else 0)


def test_games_that_were_cut_off_are_not_complete():
    ends = {
        ("", "1-0"): True, ("time forfeit", "1-0"): True, ("Adjudicated", "1/2-1/2"): False,
        ("unterminated", "*"): False, ("", "*"): False,
    }  # fmt: skip
    games = table_of(
        Record(("2.7.2N2",), "epaminondas", "standard", "abbott",
               {"Termination": end} if end else {}, result=result)
        for end, result in ends
    )  # fmt: skip
    assert games["complete"].tolist() == [*ends.values()]
    assert games["finished"].tolist() == [result != "*" for _, result in ends]


CUT_OFF = (
    *("limit of 400 plies", "move limit", "cut off after 200 plies", "Adjudicated", "ABANDONED"),
    *("adjourned", "unterminated", "truncated by the server", "partie interrompue", "ajournée"),
    *("limite de 400 coups", "partie coupée", "arbitrage", "partie inachevée", "adjugée"),
    *("abgebrochen", "Spielabbruch", "abgeschätzt", "abgeschaetzt", "Hängepartie", "vertagt"),
    *("Zuglimit erreicht", "Zugbegrenzung", "nicht beendet", "unterbrochen"),
)
ENDED = (
    *("", "normal", "resignation", "time forfeit", "abandon", "a abandonné", "Aufgabe"),
    *("time limit exceeded", "Zeitlimit überschritten", "limite de temps", "moves executed"),
    *("mat en 40 coups", "agreement", "recorded", "forfeit"),
)


@each_case(
    ("text", "is_cut"),
    [*dict.fromkeys(CUT_OFF, True).items(), *dict.fromkeys(ENDED, False).items()],
)
def test_games_cut_off_are_told_in_three_languages(text, is_cut):
    assert cut_off(text) == is_cut
