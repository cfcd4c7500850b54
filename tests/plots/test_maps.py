"""Maps of captures: the colour of a cell is the number of pieces captured there."""

from collections import Counter
from typing import Any

import pandas
import pytest
from matplotlib.collections import PolyCollection

from analysis import replay
from analysis.games import GAMES
from analysis.plots import NothingToPlot, capture_map
from analysis.plots.maps import heat_maps, scale
from notation.megiddo import point_name
from notation.squares import cell_name
from tests.plots.samples import axes_of, sample

NAMES: dict[str, Any] = {"epaminondas": cell_name, "gipf": str, "megiddo": point_name}


def taken(game):
    return Counter(
        NAMES[game](point)
        for record in sample().of(game)
        for ply in replay(record).plies()
        for point in dict.fromkeys(ply.before.captured(ply.move))
    )


@pytest.mark.parametrize("game", NAMES)
def test_cells_hold_what_was_captured_there(game):
    figure = capture_map(sample().plies)
    title = f"{GAMES[game].title} ({len(sample().of(game))} games)"
    (axes,) = (one for one in axes_of(figure) if one.get_title(loc="left") == title)
    cells: Any = next(one for one in axes.collections if isinstance(one, PolyCollection))
    counts = taken(game)
    rate = 100 / len(sample().of(game)) if len(sample().of(game)) >= 20 else 1
    ground = GAMES[game].diagram().ground(GAMES[game].variant())
    expected = {ground.cells[point]: pytest.approx(rate * count) for point, count in counts.items()}
    drawn = {
        tuple(map(tuple, path.vertices[:-1])): value
        for path, value in zip(cells.get_paths(), cells.get_array(), strict=True)
    }
    assert drawn == expected


def test_maps_say_what_their_colours_stand_for():
    labels = [one.get_xlabel() for one in capture_map(sample().plies).axes[3:]]
    assert labels == ["pieces captured", "pieces captured", "pieces captured per 100 games"]


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
    found = heat_maps(pandas.concat([rows, small]))
    assert sorted(len(board.board.cells) for board in found) == [168, 180]


def test_of_many_boards_those_played_on_most_are_shown():
    plies = sample().plies
    rows = plies[plies["game"] == "epaminondas"]
    many = [
        rows[rows["game_id"] <= (1 if size < 18 else 4)].assign(
            variant=f"standard+rows=12+columns={size}"
        )
        for size in range(14, 23)
    ]
    figure = capture_map(pandas.concat(many))
    titles = [axes.get_title(loc="left") for axes in figure.axes[:6]]
    assert titles.count("Epaminondas (4 games)") == 5
    assert "Only the 6 most played boards are shown" in " ".join(figure.get_supxlabel().split())
    assert "most played" not in capture_map(rows).get_supxlabel()


def test_variants_on_one_board_share_a_map():
    assert [(board.name, board.games) for board in heat_maps(sample().plies)] == [
        ("epaminondas", 4),
        ("gipf", 12),
        ("megiddo", 32),
    ]


def test_nothing_is_no_empty_picture():
    plies = sample().plies
    for none in (plies.iloc[:0], plies[plies["captured"] == 0]):
        with pytest.raises(NothingToPlot, match="no piece was captured"):
            capture_map(none)
