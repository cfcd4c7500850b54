"""Maps of captures: the colour of a cell is the number of pieces captured there."""

from collections import Counter
from typing import Any

import pandas
import pytest
from matplotlib.collections import PolyCollection

from analysis import replay
from analysis.games import GAMES
from analysis.plots import DOUBLE, NothingToPlot, capture_map
from analysis.plots.chart import scale
from analysis.plots.maps import heat_maps
from notation.megiddo import point_name
from notation.squares import cell_name
from tests.plots.samples import axes_of, sample, title_of

NAMES: dict[str, Any] = {"epaminondas": cell_name, "gipf": str, "megiddo": point_name}


VARIANTS = {"epaminondas": "standard+symmetry=off", "gipf": "tournament", "megiddo": "base"}


def taken(game):
    return Counter(
        NAMES[game](point)
        for record in sample().of(game, VARIANTS[game])
        for ply in replay(record).plies()
        for point in dict.fromkeys(ply.before.captured(ply.move))
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_cells_hold_what_was_captured_there(game):
    figure = capture_map(sample().plies)
    games = len(sample().of(game, VARIANTS[game]))
    title = f"{GAMES[game].title}, {VARIANTS[game]} ({games} games)"
    (axes,) = (one for one in axes_of(figure) if title_of(one) == title)
    cells: Any = next(one for one in axes.collections if isinstance(one, PolyCollection))
    counts = taken(game)
    ground = GAMES[game].diagram().ground(GAMES[game].variant())
    expected = {ground.cells[point]: count for point, count in counts.items()}
    drawn = {
        tuple(map(tuple, path.vertices[:-1])): value
        for path, value in zip(cells.get_paths(), cells.get_array(), strict=True)
    }
    assert drawn == expected


def test_maps_say_what_their_colours_stand_for():
    figure = capture_map(sample().plies, pool=True)
    labels = [one.get_xlabel() for one in axes_of(figure) if one.get_xlabel()]
    assert labels == ["pieces captured", "pieces captured", "pieces captured per 100 games"]
    assert title_of(axes_of(figure)[2]) == "Megiddo, 2 variants pooled (32 games)"


@pytest.mark.parametrize(
    ("games", "factor", "unit"),
    [
        (19, 1, "pieces captured"),
        (20, 5, "pieces captured per 100 games"),
        (100, 1, "pieces captured per 100 games"),
        (400, 0.25, "pieces captured per 100 games"),
    ],
)
def test_maps_of_many_games_refer_to_a_hundred(games, factor, unit):
    assert scale(games) == (factor, unit)


def test_boards_of_another_size_have_maps_of_their_own():
    plies = sample().plies
    rows = plies[plies["game"] == "epaminondas"].copy()
    small = rows.assign(variant="standard+rows=12+columns=15")
    found, _ = heat_maps(pandas.concat([rows, small]), pool=True)
    assert sorted(len(board.board.cells) for board in found) == [168, 180]


@pytest.mark.slow
def test_of_many_boards_those_played_on_most_are_shown():
    plies = sample().plies
    rows = plies[plies["game"] == "epaminondas"]
    many = [
        rows[rows["game_id"] <= (1 if size < 18 else 4)].assign(
            variant=f"standard+rows=12+columns={size}"
        )
        for size in range(14, 25)
    ]
    figure = capture_map(pandas.concat(many))
    titles = [title_of(axes) for axes in figure.axes[:9]]
    assert sum("(4 games)" in title for title in titles) == 7
    caption = " ".join(figure.get_supxlabel().split())
    assert "The 9 most played variants are shown; 2 more have 2 games." in caption
    assert "most played" not in capture_map(rows).get_supxlabel()


@pytest.mark.slow
def test_coordinates_beside_a_board_stay_off_its_frame():
    figure = capture_map(sample().plies, width=DOUBLE)
    figure.canvas.draw()
    (axes,) = (one for one in axes_of(figure) if title_of(one).startswith("Epaminondas"))
    cells = next(one for one in axes.collections if isinstance(one, PolyCollection))
    frame = min(path.get_extents().x0 for path in cells.get_paths())
    edge = axes.transData.transform((frame, 0))[0]
    rows = [text for text in axes.texts if text.get_position()[0] < frame]
    assert len(rows) == 12
    assert all(text.get_window_extent().x1 < edge for text in rows)
    assert not any(text.get_bbox_patch() for text in rows)


@pytest.mark.slow
def test_wide_boards_stand_two_in_a_row():
    plies = sample().plies
    rows = plies[plies["game"] == "epaminondas"]
    many = [rows.assign(variant=f"standard+rows=12+columns={size}") for size in (14, 15, 25)]
    across = []
    for shown in ([*many[:2], rows], many):
        figure = capture_map(pandas.concat(shown), width=DOUBLE)
        figure.canvas.draw()
        maps = [one for one in axes_of(figure) if title_of(one)]
        across.append(len({one.get_subplotspec().colspan.start for one in maps}))
    assert across == [3, 2]


def test_variants_on_one_board_share_a_map_where_that_is_asked_for():
    found, _ = heat_maps(sample().plies, pool=True)
    games = [("epaminondas", 4), ("gipf", 12), ("megiddo", 32)]
    assert [(board.game, board.games) for board in found] == games
    apart, _ = heat_maps(sample().plies)
    assert [board.games for board in apart] == [4, 6, 6, 16, 16]


def test_nothing_is_no_empty_picture():
    plies = sample().plies
    for none in (plies.iloc[:0], plies[plies["captured"] == 0]):
        with pytest.raises(NothingToPlot, match="no piece was captured"):
            capture_map(none)
