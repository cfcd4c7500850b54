"""Diagrams of positions and plies, text diagrams read back, and the boards under maps."""

from math import dist

import pytest

from analysis import diagrams, replay
from analysis.diagrams import draw_plies
from analysis.drawing.scene import Disc
from analysis.games import GAMES
from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import STANDARD
from notation.errors import UnknownName
from records import Record
from tests.cases import each_case


def test_unknown_kind_is_told_the_known_ones():
    with pytest.raises(UnknownName, match="picture 'bmp'; there are: text, svg, png, pdf"):
        diagrams.draw(Position.start(STANDARD), "bmp")


def test_a_record_of_no_game_is_not_drawn():
    with pytest.raises(ValueError, match="without a start"):
        list(draw_plies(replay(Record(("e4",))), [0], "svg"))


POINTS = {"epaminondas": 14 * 12, "crossings": 8 * 8, "gipf": 37, "megiddo": 36}

ONE_PIECE = {
    "epaminondas": ("c5", "14/14/14/14/14/14/14/2w11/14/14/14/14 w", 0.39),
    "crossings": ("c5", "8/8/8/2w5/8/8/8/8 w", 0.39),
    "gipf": ("d6", "4/5/4w1/7/6/5/4 w 12,12 0,0 -", 0.39),
    "megiddo": ("C4", "6/6/6/2r3/6/6 b 0,0", 0.4),
}
"""A position with one piece, the point that it stands on, and the radius of pieces."""


def area(outline):
    """Return the area of a polygon."""
    corners = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(x * down - right * y for (x, y), (right, down) in corners)) / 2


def middle(outline):
    return tuple(sum(part) / len(outline) for part in zip(*outline, strict=True))


@each_case("flipped", [False, True], ids=["first side", "second side"])
@each_case("name", GAMES)
def test_a_cell_lies_where_pieces_on_its_point_are_drawn(name, flipped):
    point, text, radius = ONE_PIECE[name]
    position = GAMES[name].position(text)
    scene = GAMES[name].diagram().scene(position, flipped=flipped)
    (piece,) = (
        shape
        for shape in scene.shapes
        if isinstance(shape, Disc)
        and shape.radius == radius
        and shape.role.value in ("white", "red")
    )
    ground = GAMES[name].diagram().ground(position.variant, flipped=flipped)
    assert (ground.width, ground.height) == (scene.width, scene.height)
    assert dist(middle(ground.cells[point]), (piece.x, piece.y)) < 0.3
    others = {at: dist(middle(cell), (piece.x, piece.y)) for at, cell in ground.cells.items()}
    assert min(others, key=others.__getitem__) == point


@each_case("name", GAMES)
def test_every_point_has_a_cell_of_its_own(name):
    ground = GAMES[name].diagram().ground(GAMES[name].variant())
    assert len(ground.cells) == POINTS[name]
    middles = [middle(cell) for cell in ground.cells.values()]
    assert len({(round(x, 6), round(y, 6)) for x, y in middles}) == POINTS[name]
    assert sum(map(area, ground.cells.values())) < ground.width * ground.height
    for x, y in (corner for cell in ground.cells.values() for corner in cell):
        assert 0 < x < ground.width
        assert 0 < y < ground.height
