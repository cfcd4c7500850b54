"""Plies counted: parts of an archive added are the whole, and nothing but counts is kept."""

import random

import pandas
import pytest

from analysis.plots import PLOTS
from analysis.plots.counts import CountedPlies, add_plies
from tests.plots.samples import sample

MEASURES = {name: plot.measure for name, plot in PLOTS.items() if plot.measure}


@pytest.mark.slow
@pytest.mark.parametrize("pool", [False, True], ids=["apart", "pooled"])
@pytest.mark.parametrize("name", MEASURES)
def test_charts_of_added_counts_are_those_of_the_whole_table(name, pool):
    plot, measure, plies = PLOTS[name], MEASURES[name], sample().plies
    games = plies.groupby(["path", "game_id"], observed=True).ngroup()
    part = games.map(dict(enumerate(random.Random(7).choices(range(4), k=int(games.max()) + 1))))
    found: CountedPlies = {}
    for number in (2, 0, 3, 1):
        add_plies(found, measure.of(plies[part == number]))
    charts = [plot.chart(some, pool=pool) for some in (found, plies)]
    # As texts, since the ends of the interval of one value are NaN.
    one, other = ((chart.caption, repr([*chart.rows()])) for chart in charts)
    assert one == other
    assert found == measure.of(plies)


@pytest.mark.slow
@pytest.mark.parametrize("name", MEASURES)
def test_a_record_that_is_there_twice_is_two_games(name):
    plies = sample().plies[sample().plies["variant"] == "tournament"]
    (once,) = MEASURES[name].of(plies).values()
    (twice,) = MEASURES[name].of(pandas.concat([plies, plies])).values()
    once.add(once)
    assert twice == once
