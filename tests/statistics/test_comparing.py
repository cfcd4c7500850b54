"""Groups compared in pairs: what is counted, left out, tested and adjusted."""

import pytest

from analysis.statistics.comparing import compare
from analysis.statistics.groups import NoSuchGroup
from analysis.statistics.survival import log_rank
from tests.statistics.samples import game, table_of


def only(records, word, by=("variant",)):
    (found,) = compare(table_of(records, word, *by), word, by)
    return found


def test_games_without_an_end_count_in_the_lengths():
    plain = [game(Event="A", plies=1), game(Event="A", plies=2), game(Event="B", plies=2)] * 6
    for cut in (
        game(Event="B", result="*", plies=2),
        game(Event="B", plies=2, Termination="ply limit"),
    ):
        (pair,) = only([*plain, cut], "event").pairs
        lengths, known = [2] * 7, [True] * 6 + [False]
        assert pair.lengths.observed == 12
        assert pair.lengths.p == log_rank(([1, 2] * 6, [True] * 12), (lengths, known)).p
        assert pair.lengths.p_adjusted >= pair.lengths.p
        assert {pair.one.survival.censored, pair.other.survival.censored} == {0, 1}


def test_a_pair_has_the_values_of_its_tests():
    """Nine wins of ten against three of ten, and 1 ply against 2."""
    first = [game(Event="A", result="0-1" if n < 1 else "1-0", plies=1) for n in range(10)]
    second = [game(Event="B", result="0-1" if n < 7 else "1-0", plies=2) for n in range(10)]
    (row,) = only([*first, *second], "event").to_json()
    assert row["wins"] == {
        "difference": 0.6,
        "low": 0.170523,  # Newcombe, table II
        "high": 0.809018,
        "p": 0.0197666,
        "p_adjusted": 0.0197666,
    }
    # Of 20 games ten end at ply 1, of each group five if both ended equally fast.
    assert (row["lengths"]["observed"], row["lengths"]["expected"]) == (10, 5)
    assert row["lengths"]["rate"] == 3
    assert row["lengths"]["chi_square"] == pytest.approx(25 / (10 / 4 * 10 / 19), abs=1e-5)


def test_periods_are_years_or_decades():
    dated = [game(Date=f"{year}.05.??") for year in (1998, 2004, 2004)]
    found = only([*dated, game(), game(Date="unknown")], "period")
    assert ([one.value for one in found.members], found.without) == (["2004", "1998"], 2)
    many = table_of([game(Date=f"{year}") for year in range(1995, 2010)], "period")
    assert [one.keys["period"] for one in many.groups(("period",))] == ["1990s", "2000s"]
    few = [game(Date=f"{year}", Event="B") for year in (1998, 1999)]
    apart = table_of(
        [*(game(Date=f"{year}") for year in range(1995, 2010)), *few], "period", "event"
    )
    found = list(compare(apart, "period", ["event"]))
    assert [[one.value for one in part.members] for part in found] == [
        ["1998", "1999"],
        ["2000s", "1990s"],
    ]
    undated = table_of([game()], "period").groups(("period",))
    assert [one.keys["period"] for one in undated] == [None]


def test_nothing_to_compare():
    assert list(compare(table_of([]), "variant")) == []
    assert only([game()], "variant").pairs == ()
    with pytest.raises(NoSuchGroup):
        only([game()], "nonsense")
