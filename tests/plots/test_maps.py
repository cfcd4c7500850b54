"""Maps of captures: the colour of a cell is the number of pieces captured there."""

from collections import Counter

import pandas
import pytest
from matplotlib.colors import to_hex

from analysis import replay
from analysis.games import GAMES
from analysis.plots import DOUBLE, PLOTS, NothingToPlot, style
from analysis.plots.chart import HeatMap
from analysis.plots.draw import count_colour
from analysis.plots.maps import capture_map as chart
from analysis.plots.maps import heat_maps
from tests.plots.samples import axes_of, sample, title_of

capture_map = PLOTS["capture-map"].draw


def of_game(name):
    return sample().plies[sample().plies["game"] == name]


def cells_of(axes):
    return next(one for one in axes.collections if len(one.get_facecolors()) > 2)


def test_counts_are_those_of_the_replays():
    (panel,) = (one for one in heat_maps(of_game("gipf"))[0] if one.variants == ("tournament",))
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
    maps = [one for one in chart(of_game("megiddo")).panels if isinstance(one, HeatMap)]
    base, master = maps
    assert base.most == master.most == max(*base.rates.values(), *master.rates.values())
    figure = capture_map(of_game("megiddo"))
    boards = [axes for axes in axes_of(figure) if title_of(axes)]
    bars = [axes for axes in axes_of(figure) if axes.get_xlabel()]
    assert [axes.get_xlabel() for axes in bars] == ["pieces captured per game"] * 2
    assert {axes.get_xlim() for axes in bars} == {(0, base.most)}
    for axes, panel in zip(boards, maps, strict=True):
        drawn = [to_hex(one) for one in cells_of(axes).get_facecolors()]
        assert drawn == [count_colour(rate / base.most) for rate in panel.rates.values()]
        outlines = [tuple(map(tuple, path.vertices[:-1])) for path in cells_of(axes).get_paths()]
        assert outlines == [panel.board.cells[name] for name in panel.rates]
    assert "Boards of one game share a scale." in chart(of_game("megiddo")).caption


def test_the_scale_goes_from_few_to_many_and_few_is_no_board():
    assert [count_colour(share) for share in (0.001, 1 / 12, 0.999, 1)] == [
        style.COUNTS[0], style.COUNTS[1], style.COUNTS[-1], style.COUNTS[-1],
    ]  # fmt: skip
    assert len(set(style.COUNTS)) == 12


def test_coordinates_are_the_names_of_the_table():
    (axes, _) = axes_of(capture_map(of_game("epaminondas")))
    texts = {text.get_text() for text in axes.texts}
    assert texts == {*"abcdefghijklmn", *map(str, range(1, 13))}
    (panel,) = chart(of_game("epaminondas")).panels
    assert {str(point)[0] for point, *_ in panel.rows()} <= set("abcdefghijklmn")
    assert {text.get_fontsize() for text in axes.texts} == {6.0}
    board = GAMES["epaminondas"].diagram().ground(GAMES["epaminondas"].variant())
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, board.width), (board.height, 0))
    assert axes.get_aspect() == 1


def test_variants_on_one_board_share_a_map_where_that_is_asked_for():
    games = [("epaminondas", 4), ("gipf", 12), ("megiddo", 32)]
    assert [(one.game, one.games) for one in heat_maps(sample().plies, pool=True)[0]] == games
    assert [one.games for one in heat_maps(sample().plies)[0]] == [4, 6, 6, 16, 16]
    small = of_game("epaminondas").assign(variant="standard+rows=12+columns=15")
    found, _ = heat_maps(pandas.concat([of_game("epaminondas"), small]), pool=True)
    assert sorted(len(one.board.cells) for one in found) == [168, 180]
    totals = (int(of_game(name)["captured"].sum()) for name, _ in games)
    named = zip(("Epaminondas", "GIPF", "Megiddo"), totals, strict=True)
    words = ", ".join(f"{title} {count} pieces" for title, count in named)
    assert f"Total captures: {words}." in chart(sample().plies, pool=True).caption


def test_of_many_boards_those_played_on_most_are_shown():
    rows = of_game("epaminondas")
    many = [
        rows[rows["game_id"] <= (1 if size < 18 else 4)].assign(
            variant=f"standard+rows=12+columns={size}"
        )
        for size in range(14, 25)
    ]
    found = chart(pandas.concat(many))
    assert sorted(panel.games for panel in found.panels) == [1, 1] + [4] * 7
    assert "The 9 most played variants are shown; 2 more have 2 games." in found.caption
    assert "most played" not in chart(rows).caption


@pytest.mark.slow
def test_coordinates_beside_a_board_stay_off_its_frame():
    figure = capture_map(sample().plies, width=DOUBLE)
    figure.canvas.draw()
    (axes,) = (one for one in axes_of(figure) if title_of(one).startswith("Epaminondas"))
    frame = min(x for cell in GAMES["epaminondas"].diagram().ground(
        GAMES["epaminondas"].variant()).cells.values() for x, _ in cell)  # fmt: skip
    edge = axes.transData.transform((frame, 0))[0]
    rows = [text for text in axes.texts if text.get_position()[0] < frame]
    assert len(rows) == 12
    assert all(text.get_window_extent().x1 < edge for text in rows)
    assert not any(text.get_bbox_patch() for text in rows)


def test_wide_boards_stand_two_in_a_row():
    rows = of_game("epaminondas")
    many = [rows.assign(variant=f"standard+rows=12+columns={size}") for size in (14, 15, 25)]
    across = []
    for shown in ([*many[:2], rows], many):
        figure = capture_map(pandas.concat(shown), width=DOUBLE)
        maps = [one for one in axes_of(figure) if title_of(one)]
        across.append(len({one.get_subplotspec().colspan.start for one in maps}))
    assert across == [3, 2]


def test_nothing_is_no_empty_picture():
    plies = sample().plies
    for none in (plies.iloc[:0], plies[plies["captured"] == 0]):
        with pytest.raises(NothingToPlot, match="no piece was captured"):
            capture_map(none)
