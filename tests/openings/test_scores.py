"""Wins by side and tests of the positions of opening trees, and the tables that show them."""

from dataclasses import replace
from pathlib import Path

import pytest

from analysis.cli.text_table import lines_of
from analysis.openings.lines import rows, section
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


@pytest.mark.parametrize(("unfinished", "is_tested"), [(20, True), (21, False)])
def test_finished_games_that_are_no_sample_are_not_tested(unfinished, is_tested):
    found = table_of([*games("11.6.2SE2", "1-0", 20), *games("11.6.2SE2", "*", unfinished)], 2)
    assert [row["p"] is not None for row in found] == [False, is_tested, is_tested]


@pytest.mark.slow
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


def test_the_printed_trees_are_kept(kept):
    """The trees have equivalent moves, marks, years or decades, examples, replies, transpositions.

    The expected probabilities are those of SciPy's tests. An even share is 1/2 in the trees of 33
    and 13 games, and 1/3 with three sides.
    """
    uneven, few, met, three = Openings(2), Openings(3), Openings(3, fold=False), Openings(1)
    for number, record in enumerate(UNEVEN):
        uneven.add(replay(replace(record, tags={"Date": f"{1988 + number}.05.17"})))
        if number % 16 == 0:
            few.add(replay(replace(record, tags={"Date": str(1999 + number)}, result="*")))
    for moves in (("A1", "B4", "C6"), ("C6", "B4", "A1"), ("A1", "E5")):
        met.add(replay(Record(moves, "megiddo", "base", "book", result="1-0")))
    for side in (1, 1, 1, 1, 1, 2):
        three.add(replay(Record(("A1",), "megiddo", "base+players=3", "book", result=str(side))))
    printed = []
    for openings in (uneven, few, met):
        (tree,) = opening_trees(openings)
        for root in tree.roots:
            nodes = list(root.walk_depths())
            printed.append(section("With years", root, nodes, years=True, examples=True))
            printed.append(section("With replies", root, nodes, replies=True))
    tested = [row for one in (uneven, three) for row in rows(opening_trees(one))]
    chances = [f"{row['p'] or 1:.6g} {row['p_adjusted'] or 1:.6g} {row['wins']}" for row in tested]
    text = "\n".join([*lines_of(printed), "", *chances]) + "\n"
    kept(text, Path(__file__).with_name("printed.txt"))
