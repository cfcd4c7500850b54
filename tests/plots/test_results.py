"""Lengths and balance: curves, bars and intervals hold what was counted."""

from collections.abc import Mapping
from math import exp, log, sqrt

import pytest

from analysis import replay
from analysis.plots import PLOTS, NothingToPlot
from analysis.plots.chart import Chart, Lengths, Shares
from analysis.plots.draw import figure
from analysis.plots.results import balance as balance_chart
from analysis.plots.results import lengths as lengths_chart
from analysis.statistics.estimates import Proportion
from notation.errors import UnknownName
from tests.plots.samples import axes_of, games_table, sample, title_of

balance = PLOTS["balance"].draw

lengths = PLOTS["lengths"].draw

UNENDED = {"verdict": None, "ended": "unfinished", "reason": None}


def panels_of(table, **options):
    return [one for one in lengths_chart(table, **options).panels if isinstance(one, Lengths)]


def played(*plies, **others):
    """Return games of such lengths; those of negative ones have no result."""
    return games_table(*({"plies": abs(one)} | (UNENDED if one < 0 else {}) | others
                         for one in plies))  # fmt: skip


def test_the_curve_falls_at_complete_games_and_others_leave_the_games_at_risk():
    (panel,) = panels_of(played(10, -12, 12, 14, 14, -16))
    assert [one[:5] for one in panel.lengths] == [
        (10, 1, 0, 6, pytest.approx(5 / 6)),
        (12, 1, 1, 5, pytest.approx(5 / 6 * 4 / 5)),
        (14, 2, 0, 3, pytest.approx(5 / 6 * 4 / 5 / 3)),
        (16, 0, 1, 1, pytest.approx(5 / 6 * 4 / 5 / 3)),
    ]
    assert [panel.reaching(at) for at in (0, 10, 11, 14, 15, 17)] == [6, 6, 5, 3, 1, 0]
    assert panel.median_label == "4 of 6 complete: no median"
    assert list(panel.rows()) == list(panel.lengths)
    assert panel.words == "4 of 6 complete: no median; 10 to 16 plies; 4 of 6 games complete"


def test_the_band_is_that_of_the_curve_and_missing_at_the_end():
    (panel,) = panels_of(played(10, 11, 12, 13))
    share = 3 / 4
    spread = sqrt(1 / (4 * 3)) / abs(log(share))
    low, high = (share ** exp(sign * 1.959964 * spread) for sign in (1, -1))
    assert panel.lengths[0][5:] == pytest.approx((low, high), abs=1e-5)
    assert panel.lengths[-1][5:] == (None, None)


def test_bars_hold_all_games_and_the_last_has_the_longest():
    lasting = [*range(20, 60), 400]
    (panel,) = panels_of(played(*lasting, -25))
    assert sum(map(sum, panel.bars())) == 42
    assert panel.longest == 400
    step = panel.edges[1] - panel.edges[0]
    assert (panel.edges[0], len(panel.edges) - 1) == (19.5, len(panel.bars()))
    assert len(panel.edges) <= 25
    first = sum(20 <= one < 20 + step for one in lasting)
    assert panel.bars()[0] == (first, 0)
    assert panel.bars()[-1] == (sum(one > panel.edges[-2] for one in lasting), 0)
    assert panel.bars()[int((25 - 19.5) / step)][1] == 1
    assert panels_of(played(5, 9))[0].longest is None


@pytest.mark.parametrize(
    ("lasting", "label"),
    [
        ([9], "one game: nothing to estimate"),
        ([9, 10, 11, 12], "4 games: too few for a median"),
        ([-9, -10, -11, -12, -13, -14], "0 of 6 complete: no median"),
        ([9, 9, 9, -20, -20, -20, -20], "3 of 7 complete: no median"),
    ],
)
def test_what_is_too_little_for_a_median_is_said(lasting, label):
    (panel,) = panels_of(played(*lasting))
    assert panel.median_label == label
    (axes, *_) = axes_of(lengths(played(*lasting)))
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == [label]


@pytest.mark.parametrize("panels", [1, 6])
def test_the_median_stands_above_the_curve(panels):
    of = panels_of(played(*range(20, 60), *[60] * 40))
    made = figure(Chart("T", "C", of * panels))
    made.canvas.draw()
    for axes in made.axes[:panels]:
        legend = axes.get_legend()
        assert legend
        box = legend.get_window_extent()
        assert axes.transData.inverted().transform(box)[0][1] >= 1


def test_games_that_are_not_complete_are_marks_and_hatched_bars():
    axes, area = axes_of(lengths(played(10, 11, 12, 13, 14, -14)))
    (marks,) = (line for line in axes.get_lines() if line.get_marker() == "|")
    assert [*zip(*marks.get_data(), strict=True)] == [(14, pytest.approx(1 / 6))]
    hatched = [bar for bar in area.patches if bar.get_hatch() and bar.get_height()]
    assert [(bar.get_x(), bar.get_y(), bar.get_height()) for bar in hatched] == [(13.5, 1, 1)]


def test_lengths_are_those_of_the_games():
    panels = {panel.variants: panel for panel in panels_of(sample().games)}
    for variant in ("basic", "tournament"):
        games = [replay(one) for one in sample().of("gipf", variant)]
        panel = panels[variant,]
        found = {one.plies: (one.complete, one.incomplete) for one in panel.lengths}
        for known, place in ((True, 0), (False, 1)):
            counted = [one.played for one in games if bool(one.verdict) == known]
            assert {at: counted.count(at) for at in found} == {
                at: pair[place] for at, pair in found.items()
            }


def shares(table, **options):
    """Return the shares of each panel by label."""
    panels = balance_chart(table, **options).panels
    return [{one.label: one for one in panel.groups} for panel in panels
            if isinstance(panel, Shares)]  # fmt: skip


def test_shares_are_of_the_points_of_the_side_that_moved_first():
    rows: list[Mapping[str, object]] = [
        {"verdict": "1"}, {"verdict": "2"}, {"verdict": "draw"}, {"verdict": "1", "first": 2},
        {"verdict": "2", "first": 2}, {"verdict": "draw"}, {"verdict": None},
        {"verdict": "1", "first": 0},
    ]  # fmt: skip
    ((one,),) = (found.values() for found in shares(games_table(*rows)))
    assert one == ("basic", Proportion(3.0, 6), 0.5)
    z, share, games = 1.96, 0.5, 6
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    assert one.won.interval == pytest.approx((centre - half, centre + half), abs=1e-4)
    chart = balance_chart(games_table(*rows))
    assert "6 games of 8 with a result." in chart.caption
    assert chart.words == "GIPF (6 games): basic: 50 % (19 to 81 %) of 6 games."
    ends = pytest.approx(one.won.interval)
    assert [row[2:6] for row in chart.rows()] == [("basic", 6, 3.0, 0.5)]
    assert [row[6:8] for row in chart.rows()] == [ends]


def test_rows_of_players_say_that_they_are_their_games():
    names = {"player_1": "Ada", "player_2": "Eve"}
    table = games_table({"verdict": "1", **names}, {"verdict": "2", **names}, {"verdict": "1"})
    assert [*shares(table, by="player")[0]] == ["games of Ada", "games of Eve"]
    caption = balance_chart(table, by="player").caption
    assert "3 games of 3 with a result, 1 of them without a player and left out." in caption
    assert "A game counts for each of its players." in caption
    assert "no measure of the player's strength" in caption
    with pytest.raises(NothingToPlot, match="no game with a result names a player"):
        balance(games_table({}), by="player")


def test_rare_groups_are_put_together_and_a_game_of_two_of_them_counts_once():
    table = games_table(*({"player_1": f"a{n}", "player_2": f"b{n}"} for n in range(20)))
    (found,) = shares(table, by="player")
    assert len(found) == 17
    assert found["(all others)"].won.of == 20
    assert all(one.won.of == 1 for label, one in found.items() if label != "(all others)")


def test_groups_of_tags_are_by_variant_unless_they_are_pooled():
    games = sample().games
    apart = [panel.title for panel in balance_chart(games, by="event").panels]
    pooled = [panel.title for panel in balance_chart(games, by="event", pool=True).panels]
    assert "Megiddo, base (16 games)" in apart
    assert "Megiddo, 2 variants pooled (32 games)" in pooled
    assert [panel.title for panel in balance_chart(games).panels][-1] == "Megiddo (32 games)"
    with pytest.raises(UnknownName, match="'weather'"):
        balance(games, by="weather")


def test_nothing_is_no_empty_picture():
    with pytest.raises(NothingToPlot, match="no game could be played to its end"):
        lengths(games_table({"plies": 0}))
    with pytest.raises(NothingToPlot, match="no game has a result"):
        balance(games_table({"verdict": None}))


@pytest.mark.slow
def test_titles_beside_long_labels_are_inside_the_figure():
    lot = {"lot": "Grand tournament of all the regions"}
    kinds = [("epaminondas", "standard"), ("gipf", "basic"), ("megiddo", "base")]
    table = games_table(*({"game": game, "variant": variant} | lot for game, variant in kinds))
    figure = balance(table, by="lot")
    figure.canvas.draw()
    for axes in figure.axes:
        assert axes.title.get_window_extent().x1 <= figure.bbox.x1
        assert title_of(axes).startswith(("Epaminondas", "GIPF", "Megiddo"))
