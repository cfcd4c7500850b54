"""Counted plies: counts of parts add up to those of the archive, and only counts are kept."""

import random

import pytest

from analysis.plots import PLOTS
from analysis.plots.counts import CountedPlies
from analysis.tables.frames import arrow_batches
from records import Record
from tests.plots.samples import counted, sample


@pytest.mark.slow
@pytest.mark.parametrize("pool", [False, True], ids=["apart", "pooled"])
@pytest.mark.parametrize("name", [name for name, plot in PLOTS.items() if plot.measure])
def test_charts_of_added_counts_are_those_of_the_whole_table(name, pool):
    plot, plies = PLOTS[name], sample().plies
    games = plies.groupby(["path", "game_id"], observed=True).ngroup()
    part = games.map(dict(enumerate(random.Random(7).choices(range(4), k=int(games.max()) + 1))))
    found = CountedPlies()
    for number in (2, 0, 3, 1):
        found.update(counted(name, plies[part == number]))
    whole = counted(name, plies)
    charts = [plot.chart(some, pool=pool) for some in (found, whole)]
    # As texts, since the ends of the interval of one value are NaN.
    one, other = ((chart.caption, repr([*chart.rows()])) for chart in charts)
    assert one == other
    assert found == whole


def material(*games):
    """Return the panel of the plot of material for some games of Megiddo, given as moves."""
    plot = PLOTS["material"]
    assert plot.measure
    (batch,) = arrow_batches([Record(moves, "megiddo", "base", "book") for moves in games])
    (panel,) = plot.chart(plot.measure.of(batch)).panels
    return panel


def test_a_move_of_a_side_counts_once_and_a_game_ends_once():
    panel = material(*[("A1", "B1", "C1")] * 2, ("A1",))
    assert (panel.games, panel.running) == (3, ((1, 3), (2, 2)))
    red, blue = ([(one.move, one.value, one.size) for one in side.points] for side in panel.curves)
    assert red == [(1, 1, 3), (2, 2, 2)]
    assert blue == [(1, 1, 3), (2, 1, 2)]


@pytest.mark.parametrize(("short", "last"), [(10, 1), (9, 2)])
def test_moves_that_fewer_than_a_tenth_of_the_games_reach_are_not_shown(short, last):
    panel = material(*[("A1",)] * short, ("A1", "B1", "C1"))
    assert {point.move for curve in panel.curves for point in curve.points} == {*range(1, last + 1)}
