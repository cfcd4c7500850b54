"""Curves by move: what is drawn is what was counted, on another path, from the replays."""

from collections import defaultdict
from functools import cache
from math import isnan
from statistics import mean, median, quantiles

import numpy
import pytest

from analysis import replay
from analysis.plots import NothingToPlot, branching, captures, material, reserve, score
from analysis.plots.groups import last_move as end_of
from analysis.plots.progress import CAPTURED
from analysis.statistics.estimates import ENOUGH
from tests.plots.samples import axes_of, sample, title_of

VARIANTS = {"epaminondas": "standard+symmetry=off", "gipf": "tournament", "megiddo": "base"}
GAMES = tuple(VARIANTS)
TITLES = {
    "epaminondas": "Epaminondas, standard+symmetry=off (4 games)",
    "gipf": "GIPF, tournament (6 games)",
    "megiddo": "Megiddo, base (16 games)",
}


def curves(axes):
    """Return the lines and dots of a panel, by side, as dictionaries from move number to value."""
    found: dict[str, dict[float, float]] = defaultdict(dict)
    for line in axes.get_lines():
        side = line.get_label().lstrip("_")
        if not side.startswith("child"):
            points = zip(*map(list, line.get_data()), strict=True)
            found[side] |= {move: value for move, value in points if not isnan(value)}
    return dict(found)


def panels(figure):
    """Return the panels of a figure by title, without the axes of the games that continue."""
    return {title_of(axes): axes for axes in axes_of(figure) if axes.get_xlabel()}


def panel(figure, game):
    return panels(figure)[TITLES[game]]


@cache
def played(game):
    """Return the plies of each game of a variant."""
    return [list(replay(record).plies()) for record in sample().of(game, VARIANTS[game])]


def last_move(game):
    """Return the move number that a tenth of the games got to."""
    longest = sorted((max(ply.number for ply in plies) for plies in played(game)), reverse=True)
    return longest[-(-len(longest) // 10) - 1]


def counted(game, value):
    """Return values of all games by move number; the last ply of a move counts."""
    found = defaultdict(list)
    for plies in played(game):
        after = {ply.number: value(ply.after) for ply in plies}
        for number, one in after.items():
            found[number].append(one)
    last = last_move(game)
    return {number: values for number, values in found.items() if number <= last}


PIECES = {
    "epaminondas": (lambda one: one.white.bit_count(), lambda one: one.black.bit_count()),
    "gipf": (lambda one: one.white.bit_count(), lambda one: one.black.bit_count()),
    "megiddo": (lambda one: one.stones[0].bit_count(), lambda one: one.stones[1].bit_count()),
}
sides = {
    "epaminondas": ("White", "Black"),
    "gipf": ("White", "Black"),
    "megiddo": ("Red", "Blue"),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_material_is_the_median_of_what_stands_on_the_board(game):
    drawn = curves(panel(material(sample().plies), game))
    for side, pieces in zip(sides[game], PIECES[game], strict=True):
        expected = {number: median(values) for number, values in counted(game, pieces).items()}
        assert drawn[side] == expected


def test_the_band_holds_the_middle_half():
    axes = panel(material(sample().plies), "megiddo")
    values = counted("megiddo", PIECES["megiddo"][0])
    number = max(number for number, some in values.items() if len(some) >= ENOUGH)
    low, _, high = quantiles(values[number], n=4, method="inclusive")
    lines = [line for line in axes.get_lines() if line.get_linestyle() != "None"]
    edges = [dict(zip(*line.get_data(), strict=True)) for line in lines[:2]]
    assert [edge[number] for edge in edges] == pytest.approx([low, high])
    (path,) = axes.collections[0].get_paths()
    at = path.vertices[path.vertices[:, 0] == number][:, 1]
    assert {at.min(), at.max()} == {low, high}


def test_a_reserve_is_drawn_for_games_that_have_one():
    figure = reserve(sample().plies)
    assert list(panels(figure)) == ["GIPF, basic (6 games)", TITLES["gipf"]]
    drawn = curves(panel(figure, "gipf"))
    for side, name in enumerate(sides["gipf"]):
        values = counted("gipf", lambda one, side=side: one.reserves[side])
        assert drawn[name] == {number: median(some) for number, some in values.items()}


def test_scores_are_those_of_the_table():
    plies = sample().plies
    drawn = curves(panel(score(plies), "megiddo"))
    rows = plies[(plies["variant"] == "base") & (plies["number"] <= last_move("megiddo"))]
    last = rows.groupby(["path", "game_id", "number"], observed=True).last()
    for side, name in ((1, "Red"), (2, "Blue")):
        expected = last.groupby("number")[f"score_{side}"].median()
        assert drawn[name] == expected.to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_branching_is_the_median_of_the_legal_moves_of_each_side(game):
    last = last_move(game)
    found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for plies in played(game):
        for ply in plies:
            if ply.number <= last:
                found[ply.side.title()][ply.number].append(ply.before.count_moves())
    expected = {
        side: {number: median(values) for number, values in some.items()}
        for side, some in found.items()
    }
    assert curves(panel(branching(sample().plies), game)) == expected


def test_captures_are_means_over_moves_and_their_sum_is_what_was_taken():
    axes = panel(captures(sample().plies), "megiddo")
    last = last_move("megiddo")
    taken: dict[tuple[str, int], list[int]] = defaultdict(list)
    for plies in played("megiddo"):
        for ply in plies:
            if ply.number <= last:
                count = len(set(ply.before.captured(ply.move)))
                taken[ply.side.title(), ply.number].append(count)
    drawn = curves(axes)
    for (side, number), pieces in taken.items():
        assert drawn[side][number] == pytest.approx(mean(pieces))


def test_many_moves_are_averaged_in_steps_of_equal_length():
    drawn = curves(panel(captures(sample().plies), "epaminondas"))
    for side in sides["epaminondas"]:
        moves = numpy.array(sorted(drawn[side]))
        assert len(moves) <= 30
        assert len(set(numpy.diff(moves))) == 1


@pytest.mark.slow
def test_axes_begin_at_nought_and_leave_the_legend_its_room():
    for figure in (material(sample().plies), captures(sample().plies)):
        for axes in panels(figure).values():
            low, high = axes.get_ylim()
            assert low == 0
            drawn = [value for values in curves(axes).values() for value in values.values()]
            assert high > 1.15 * max(drawn)
            assert axes.get_xlim()[0] == 0
            assert axes.get_xlabel() == "move number"
            assert axes.get_ylabel()


def test_long_games_are_cut_where_few_go_on():
    plies = sample().plies
    rows = plies[plies["variant"] == "tournament"]
    one = rows[(rows["path"] == rows["path"].iloc[0]) & (rows["game_id"] == 1)]
    for some, last in ((rows, last_move("gipf")), (one, one["number"].max())):
        (counts,) = CAPTURED.of(some).values()
        assert end_of(counts) == last


@pytest.mark.parametrize("plot", [material, reserve, score, branching, captures])
def test_nothing_is_no_empty_picture(plot):
    with pytest.raises(NothingToPlot, match=r"games have no|not counted|no piece was captured"):
        plot(sample().plies.iloc[:0])


def test_games_without_captures_have_no_panel():
    plies = sample().plies
    quiet = plies[(plies["captured"] == 0) | (plies["variant"] == "tournament")]
    assert list(panels(captures(quiet))) == [TITLES["gipf"]]


@pytest.mark.parametrize("plot", [material, captures])
def test_variants_are_pooled_where_that_is_asked_for_and_named(plot):
    titles = list(panels(plot(sample().plies, pool=True)))
    assert titles[1:] == ["GIPF, 2 variants pooled (12 games)", TITLES["megiddo"].replace(
        "base (16", "2 variants pooled (32")]  # fmt: skip


def test_few_games_are_dots_without_a_line():
    figure = material(sample().plies)
    for game in GAMES:
        values = counted(game, PIECES[game][0])
        few = {number for number, some in values.items() if len(some) < ENOUGH}
        dots = {
            move
            for line in panel(figure, game).get_lines()
            if line.get_linestyle() == "None"
            for move in line.get_xdata()
        }
        assert dots == few


def test_the_area_has_the_games_that_continue():
    figure = material(sample().plies)
    areas = dict(zip(panels(figure), axes_of(figure)[len(panels(figure)) :], strict=True))
    for game, title in TITLES.items():
        (path,) = areas[title].collections[0].get_paths()
        reached = counted(game, PIECES[game][0])
        for number in {min(plies[-1].number, max(reached)) for plies in played(game)}:
            heights = path.vertices[path.vertices[:, 0] == number][:, 1]
            assert max(heights) == len(reached[number])
