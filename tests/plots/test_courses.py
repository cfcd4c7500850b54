"""Curves by move: they hold what is counted on another path, from the replays."""

from collections import defaultdict
from functools import cache
from math import sqrt
from statistics import mean, median, quantiles, stdev

import pandas
import pytest

from analysis import replay
from analysis.plots import PLOTS, NothingToPlot
from analysis.plots.chart import Curves
from analysis.plots.groups import last_move as end_of
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.games import GameTable, game_table
from analysis.tables.frames import arrow_batches, tables
from records import Record
from records.model import Source
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


def values(name, game):
    """Return the values of each curve by move."""
    return [{one.move: one.value for one in curve.points} for curve in panel(name, game).curves]


@cache
def played(game):
    return [list(replay(record).plies()) for record in sample().of(game, VARIANTS[game])]


def last_move(game):
    """Return the move number that a tenth of the games got to."""
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


def test_branching_is_the_median_of_the_legal_moves_of_each_side():
    expected: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for plies in played("megiddo"):
        for ply in plies:
            if ply.number <= last_move("megiddo"):
                expected[ply.side.title()][ply.number].append(ply.before.count_moves())
    assert values("branching", "megiddo") == [
        {number: median(some) for number, some in found.items()} for found in expected.values()
    ]


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


def test_curves_end_where_few_go_on():
    plies = sample().plies
    rows = plies[plies["variant"] == "tournament"]
    one = rows[(rows["path"] == rows["path"].iloc[0]) & (rows["game_id"] == 1)]
    for some, last in ((rows, last_move("gipf")), (one, one["number"].max())):
        (counts,) = counted_plies("captures", some).values()
        assert end_of(counts) == last
    ends = [max(ply.number for ply in plies) for plies in played("gipf")]
    assert dict(panel("material", "gipf").running) == {
        end: sum(other >= end for other in ends) for end in ends if end <= last_move("gipf")
    }


@pytest.mark.parametrize("name", ["material", "reserve", "score", "branching", "captures"])
def test_nothing_is_no_empty_picture(name):
    with pytest.raises(NothingToPlot, match=r"games have no|not counted|no piece was captured"):
        PLOTS[name].chart(counted_plies(name, sample().plies.iloc[:0]))


def test_games_without_captures_have_no_panel():
    plies = sample().plies
    quiet = plies[(plies["captured"] == 0) | (plies["variant"] == "tournament")]
    titles = [one.title for one in PLOTS["captures"].chart(counted_plies("captures", quiet)).panels]
    assert titles == ["GIPF, tournament (6 games)"]


@cache
def mixed() -> tuple[GameTable, pandas.DataFrame]:
    """Return the games and plies of two games of two, and of one of three without names."""
    rows: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("base", "1-0", {"Red": "Ada", "Blue": "Eve"}),
        ("master", "1-0", {"Red": "Eve", "Blue": "Ada"}),
        ("base+players=3", "1", {}),
    )
    records = [
        Record(("A1", "B1", "C1"), "megiddo", variant, "book", tags, result=result,
               source=Source(variant))
        for variant, result, tags in rows
    ]  # fmt: skip
    batches = list(arrow_batches(records, legal_moves=True))
    return game_table(batches), tables(batches).plies


@pytest.mark.parametrize("name", ["lengths", "material", "score", "branching", "balance"])
def test_games_of_two_and_of_three_are_never_pooled(name):
    games, plies = mixed()
    table = games if PLOTS[name].table == "games" else counted_plies(name, plies)
    titles = [panel.title for panel in PLOTS[name].chart(table, pool=True).panels]
    assert titles == ["Megiddo, 2 variants pooled (2 games)", "Megiddo, base+players=3 (1 game)"]
    assert len(PLOTS[name].chart(table).panels) == (2 if name == "balance" else 3)
