"""Curves by move number equal values that are counted from the replays."""

from collections import defaultdict
from functools import cache
from math import sqrt
from statistics import mean, median, quantiles, stdev

import pytest

from analysis import replay
from analysis.plots import PLOTS, NothingToPlot
from analysis.plots.chart import Curves
from analysis.statistics.estimates import ENOUGH
from tests.cases import each_case
from tests.plots.samples import counted as counted_plies
from tests.plots.samples import sample

material = PLOTS["material"].draw

VARIANTS = {"epaminondas": "standard+symmetry=off", "gipf": "tournament", "megiddo": "base"}

PIECES = {
    "epaminondas": (lambda one: one.white.bit_count(), lambda one: one.black.bit_count()),
    "gipf": (lambda one: one.white.bit_count(), lambda one: one.black.bit_count()),
    "megiddo": (lambda one: one.stones[0].bit_count(), lambda one: one.stones[1].bit_count()),
}


@cache
def panel(name: str, game: str) -> Curves:
    plies = sample().plies[sample().plies["variant"] == VARIANTS[game]]
    (found,) = PLOTS[name].chart(counted_plies(name, plies)).panels
    assert isinstance(found, Curves)
    return found


@cache
def played(game):
    return [list(replay(record).plies()) for record in sample().of(game, VARIANTS[game])]


def last_move(game):
    """Return the last move number that a tenth of the games reached."""
    longest = sorted((max(ply.number for ply in plies) for plies in played(game)), reverse=True)
    return longest[-(-len(longest) // 10) - 1]


def counted(game, value):
    """Return values of all games by move number; the last ply of a move counts."""
    found = defaultdict(list)
    for plies in played(game):
        for number, one in {ply.number: value(ply.after) for ply in plies}.items():
            found[number].append(one)
    return {number: some for number, some in found.items() if number <= last_move(game)}


@pytest.mark.parametrize("game", VARIANTS)
def test_material_is_the_median_of_what_stands_on_the_board_with_the_quartiles(game):
    for curve, pieces in zip(panel("material", game).curves, PIECES[game], strict=True):
        expected = counted(game, pieces)
        assert [one.move for one in curve.points] == sorted(expected)
        for point in curve.points:
            some = expected[point.move]
            assert (point.value, point.size) == (median(some), len(some))
            assert point.few == (len(some) < ENOUGH)
            if len(some) > 1:
                low, _, high = quantiles(some, n=4, method="inclusive")
                assert (point.low, point.high) == pytest.approx((low, high))


def test_captures_are_means_with_their_intervals():
    taken: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for plies in played("megiddo"):
        for ply in plies:
            taken[ply.side.title()][ply.number].append(len(set(ply.before.captured(ply.move))))
    for curve in panel("captures", "megiddo").curves:
        for point in curve.points:
            some = taken[curve.label][int(point.move)]
            assert point.value == pytest.approx(mean(some))
            if len(some) > 1:
                error = 1.959964 * stdev(some) / sqrt(len(some))
                assert point.high == pytest.approx(mean(some) + error)
                assert point.low == pytest.approx(max(mean(some) - error, 0))
    assert not panel("captures", "megiddo").whole
    plies = sample().plies
    assert PLOTS["captures"].chart(counted_plies("captures", plies[plies["captured"] < 2])).panels


@each_case("name", ["material", "reserve", "score", "branching", "captures"])
def test_nothing_is_no_empty_picture(name):
    with pytest.raises(NothingToPlot, match=r"games have no|not counted|no piece was captured"):
        PLOTS[name].chart(counted_plies(name, sample().plies.iloc[:0]))
