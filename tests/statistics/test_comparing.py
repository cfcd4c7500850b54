"""Pairwise comparisons of groups: counts, omissions, tests and adjustments."""

import pytest

from analysis.statistics.comparing import compare
from analysis.statistics.groups import NoSuchGroup
from tests.statistics.samples import game, table_of


def only(records, word, by=("variant",)):
    (found,) = compare(table_of(records, word, *by), word, by)
    return found


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
    assert only([game()], "variant").pairs == []
    with pytest.raises(NoSuchGroup):
        only([game()], "nonsense")
