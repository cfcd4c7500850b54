"""Wins by side and tests of the positions of opening trees, compared with SciPy."""

import pytest

from analysis.openings.lines import rows
from analysis.openings.nodes import opening_trees
from analysis.openings.tree import Openings
from analysis.replay.replay import replay
from records import Record
from tests.replay.short_games import SETS, short_games


def table_of(records, depth=3):
    openings = Openings(depth)
    for record in records:
        openings.add(replay(record))
    return list(rows(opening_trees(openings)))


def games(reply, result, count):
    record = Record(("2.7.2N2", reply), "epaminondas", dialect="abbott", result=result)
    return [record] * count


UNEVEN = [
    *games("11.6.2SE2", "1-0", 20),
    *games("11.6.2SE2", "1/2-1/2", 3),
    *games("11.7.2S2", "0-1", 9),
    *games("11.7.2S2", "1-0", 4),
    *games("11.7.2S2", "*", 2),
]


def test_positions_are_tested_and_adjusted_as_by_scipy(scipy_stats):
    root, first, *replies = table_of(UNEVEN, 2)
    assert (root["p"], root["p_adjusted"], root["wins"]) == (None, None, {"white": 24, "black": 9})
    expected = [scipy_stats.binomtest(*counts).pvalue for counts in ((24, 33), (0, 20), (9, 13))]
    assert [one["p"] for one in (first, *replies)] == pytest.approx(expected)
    adjusted = scipy_stats.false_discovery_control(expected)
    assert [one["p_adjusted"] for one in (first, *replies)] == pytest.approx(list(adjusted))
    assert [(one["draws"], one["wins"]["white"]) for one in replies] == [(3, 20), (0, 4)]


def test_of_three_sides_a_third_is_even(scipy_stats):
    records = [
        Record(("A1",), "megiddo", "base+players=3", "book", result=str(side))
        for side in (1, 1, 1, 1, 1, 2)
    ]
    _, first = table_of(records, 1)
    assert first["p"] == pytest.approx(scipy_stats.binomtest(5, 6, 1 / 3).pvalue)
    assert list(first["wins"].values()) == [5, 1, 0]


@pytest.mark.parametrize(("name", "variant"), SETS.values(), ids=SETS)
def test_wins_and_draws_are_the_decided_games_and_a_position_is_tested_once(
    scipy_stats, name, variant
):
    table = table_of(short_games(name, variant), 3)
    assert all(sum(row["wins"].values()) + row["draws"] == row["decided"] for row in table)
    tested = {row["key"]: (row["p"], row["p_adjusted"]) for row in table if row["p"] is not None}
    assert all((row["p"], row["p_adjusted"]) == tested.get(row["key"], (None, None))
               for row in table if row["ply"])  # fmt: skip
    if tested:
        chances, adjusted = zip(*tested.values(), strict=True)
        assert adjusted == pytest.approx(tuple(scipy_stats.false_discovery_control(chances)))
