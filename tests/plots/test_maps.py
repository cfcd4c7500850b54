"""Maps of captures: the colour of a cell is the number of pieces captured there."""

from collections import Counter

from matplotlib.colors import to_hex

from analysis import replay
from analysis.plots import PLOTS
from analysis.plots.chart import HeatMap
from analysis.plots.style import COUNTS
from tests.plots.samples import axes_of, counted, sample, title_of

capture_map, chart = PLOTS["capture-map"].draw, PLOTS["capture-map"].chart


def taken(plies):
    return counted("capture-map", plies)


def of_game(name):
    return sample().plies[sample().plies["game"] == name]


def cells_of(axes):
    cells = next(one for one in axes.collections if one.get_array() is not None)
    cells.update_scalarmappable()
    return cells


def test_counts_are_those_of_the_replays():
    found = chart(taken(of_game("gipf"))).panels
    (panel,) = (one for one in found if one.variants == ("tournament",))
    assert isinstance(panel, HeatMap)
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
    most = max(*base.rates.values(), *master.rates.values())
    figure = capture_map(taken(of_game("megiddo")))
    boards = [axes for axes in axes_of(figure) if title_of(axes)]
    bars = [axes for axes in axes_of(figure) if axes.get_xlabel()]
    assert [axes.get_xlabel() for axes in bars] == ["pieces captured per game"] * 2
    assert {axes.get_xlim() for axes in bars} == {(0, most)}
    for axes, panel in zip(boards, maps, strict=True):
        drawn = [to_hex(one) for one in cells_of(axes).get_facecolors()]
        assert drawn == [COUNTS[min(int(12 * rate / most), 11)] for rate in panel.rates.values()]
        outlines = [tuple(map(tuple, path.vertices[:-1])) for path in cells_of(axes).get_paths()]
        assert outlines == [panel.board.cells[name] for name in panel.rates]
    assert "Boards of one game share a scale." in chart(taken(of_game("megiddo"))).caption
