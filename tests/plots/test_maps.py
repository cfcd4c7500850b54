"""Maps of captures: the colour of a cell is the number of pieces captured there."""

from collections import Counter

import pandas
import pytest
from matplotlib.colors import to_hex

from analysis import replay
from analysis.plots import PLOTS, NothingToPlot
from analysis.plots.chart import HeatMap
from analysis.plots.draw import count_colour
from analysis.plots.maps import capture_map as chart
from analysis.plots.maps import heat_maps
from tests.plots.samples import axes_of, counted, sample, title_of

capture_map = PLOTS["capture-map"].draw


def taken(plies):
    return counted("capture-map", plies)


def of_game(name):
    return sample().plies[sample().plies["game"] == name]


def cells_of(axes):
    return next(one for one in axes.collections if len(one.get_facecolors()) > 2)


def test_counts_are_those_of_the_replays():
    found, _ = heat_maps(taken(of_game("gipf")))
    (panel,) = (one for one in found if one.variants == ("tournament",))
    counts = Counter(
        str(point)
        for record in sample().of("gipf", "tournament")
        for ply in replay(record).plies()
        for point in dict.fromkeys(ply.before.captured(ply.move))
    )
    assert panel.games == 6
    assert panel.rates == {point: count / 6 for point, count in counts.items()}
    assert sorted(panel.rows()) == sorted((at, n, n / 6) for at, n in counts.items())
    point, count = max(panel.counts.items(), key=lambda one: one[1])
    assert f"({count / 6:.2g})" in panel.words
    assert point in panel.words
    assert panel.words.endswith(f"; {sum(counts.values())} pieces in all")


def test_boards_of_one_game_share_a_scale_which_each_states():
    maps = [one for one in chart(taken(of_game("megiddo"))).panels if isinstance(one, HeatMap)]
    base, master = maps
    assert base.most == master.most == max(*base.rates.values(), *master.rates.values())
    figure = capture_map(taken(of_game("megiddo")))
    boards = [axes for axes in axes_of(figure) if title_of(axes)]
    bars = [axes for axes in axes_of(figure) if axes.get_xlabel()]
    assert [axes.get_xlabel() for axes in bars] == ["pieces captured per game"] * 2
    assert {axes.get_xlim() for axes in bars} == {(0, base.most)}
    for axes, panel in zip(boards, maps, strict=True):
        drawn = [to_hex(one) for one in cells_of(axes).get_facecolors()]
        assert drawn == [count_colour(rate / base.most) for rate in panel.rates.values()]
        outlines = [tuple(map(tuple, path.vertices[:-1])) for path in cells_of(axes).get_paths()]
        assert outlines == [panel.board.cells[name] for name in panel.rates]
    assert "Boards of one game share a scale." in chart(taken(of_game("megiddo"))).caption


def test_variants_on_one_board_share_a_map_where_that_is_asked_for():
    games = [("epaminondas", 4), ("gipf", 12), ("megiddo", 32)]
    plies = taken(sample().plies)
    assert [(one.game, one.games) for one in heat_maps(plies, pool=True)[0]] == games
    assert [one.games for one in heat_maps(plies)[0]] == [4, 6, 6, 16, 16]
    small = of_game("epaminondas").assign(variant="standard+rows=12+columns=15")
    found, _ = heat_maps(taken(pandas.concat([of_game("epaminondas"), small])), pool=True)
    assert sorted(len(one.board.cells) for one in found) == [168, 180]
    totals = (int(of_game(name)["captured"].sum()) for name, _ in games)
    named = zip(("Epaminondas", "GIPF", "Megiddo"), totals, strict=True)
    words = ", ".join(f"{title} {count} pieces" for title, count in named)
    assert f"Total captures: {words}." in chart(taken(sample().plies), pool=True).caption


def test_of_many_boards_those_played_on_most_are_shown():
    rows = of_game("epaminondas")
    many = [
        rows[rows["game_id"] <= (1 if size < 18 else 4)].assign(
            variant=f"standard+rows=12+columns={size}"
        )
        for size in range(14, 25)
    ]
    found = chart(taken(pandas.concat(many)))
    assert sorted(panel.games for panel in found.panels) == [1, 1] + [4] * 7
    assert "The 9 most played variants are shown; 2 more have 2 games." in found.caption
    assert "most played" not in chart(taken(rows)).caption


def test_nothing_is_no_empty_picture():
    plies = sample().plies
    for none in (plies.iloc[:0], plies[plies["captured"] == 0]):
        with pytest.raises(NothingToPlot, match="no piece was captured"):
            capture_map(taken(none))
