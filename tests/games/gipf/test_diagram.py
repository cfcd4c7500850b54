from collections import Counter
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.drawing.scene import Area, Disc, Lines, Scene, Shape, Text
from analysis.drawing.style import Role
from analysis.games.gipf.diagram import PICTURE, RADIUS, SMALL
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.gipf.moves import NOTHING, Move, Piece, Push, Removal, Row
from notation.gipf.points import DOTS, POINTS, SPOTS, WAYS, place
from tests.examples import examples
from tests.games.gipf.moments import (
    BEFORE_31,
    MOVE_31,
    ROW_BEFORE,
    ROW_MOVE,
    played,
    positions,
)

sides = (Role.WHITE, Role.BLACK)
GHOSTS = (Role.WHITE_GHOST, Role.BLACK_GHOST)


def shapes(scene: Scene, *roles: Role) -> list[Shape]:
    return [shape for shape in scene.shapes if shape.role in roles]


def discs(scene: Scene, radius: float, *roles: Role) -> list[Disc]:
    every = [shape for shape in shapes(scene, *roles) if isinstance(shape, Disc)]
    return [disc for disc in every if disc.radius == radius]


def texts(scene: Scene, role: Role) -> list[str]:
    return [shape.text for shape in shapes(scene, role) if isinstance(shape, Text)]


def point(x: float, y: float, scene: Scene, flipped: bool = False) -> str:
    """Return the name of the point that lies next to a place, worked out from its columns."""

    def far(name: str) -> float:
        right, down = (place(name)[0] - 4) * 3**0.5 / 2, 2 + place(name)[0] / 2 - place(name)[1]
        sign = -1 if flipped else 1
        return hypot(scene.width / 2 + sign * right - x, scene.height / 2 + sign * down - y)

    nearest = min(POINTS, key=far)
    assert far(nearest) < 0.1
    return nearest


def drawn(
    scene: Scene, roles: tuple[Role, Role], flipped: bool = False
) -> Counter[tuple[str, str]]:
    """Return how many discs as large as pieces lie on each spot, by the colours of their roles."""
    found: Counter[tuple[str, str]] = Counter()
    for role, colour in zip(roles, "wb", strict=True):
        for disc in discs(scene, RADIUS, role):
            found[point(disc.x, disc.y, scene, flipped), colour] += 1
    return found


def middle(lines: Shape) -> tuple[float, float]:
    assert isinstance(lines, Lines)
    ends = [end for chain in lines.chains for end in chain]
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


@examples(60)
@given(positions(), st.booleans())
def test_every_piece_is_one_disc_and_every_gipf_piece_two(position, flipped):
    scene = PICTURE.scene(position, flipped=flipped)
    standing = {spot: position.piece(spot) for spot in SPOTS if position.piece(spot) != "."}
    expected = {(at, sign.lower()): 1 + sign.isupper() for at, sign in standing.items()}
    assert drawn(scene, sides, flipped) == expected


def discs_of(scene: Scene, role: Role) -> list[Disc]:
    return [shape for shape in shapes(scene, role) if isinstance(shape, Disc)]


@pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])
def test_board_has_21_lines_and_24_named_dots(flipped):
    scene = PICTURE.scene(Position.start(GipfVariant.parse("basic")), flipped=flipped)
    (grid,) = shapes(scene, Role.GRID)
    assert isinstance(grid, Lines)
    ends = [{point(*end, scene, flipped) for end in chain} for chain in grid.chains]
    assert len(ends) == 21
    assert Counter(end for pair in ends for end in pair) == Counter(dot for dot, _ in WAYS)
    dots = [point(dot.x, dot.y, scene, flipped) for dot in discs_of(scene, Role.POINT)]
    assert sorted(dots) == sorted(DOTS)
    names = [shape for shape in shapes(scene, Role.LABEL) if isinstance(shape, Text)]
    names = [name for name in names if name.text in DOTS]
    assert sorted(name.text for name in names) == sorted(DOTS)
    for name in names:
        near = min(
            discs_of(scene, Role.POINT), key=lambda dot: hypot(dot.x - name.x, dot.y - name.y)
        )
        assert point(near.x, near.y, scene, flipped) == name.text
    e1 = next(name for name in names if name.text == "e1")
    assert (e1.y > scene.height / 2) != flipped


@pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])
@pytest.mark.parametrize("known", [True, False], ids=["board before", "no board before"])
def test_taken_pieces_are_ghosts_and_captured_ones_have_a_cross(flipped, known):
    position, move, before = played(BEFORE_31, MOVE_31)
    scene = PICTURE.scene(position, last=move, before=before if known else None, flipped=flipped)
    white = {("e5", "w"): 2, ("f4", "w"): 1, ("g3", "w"): 1, ("h2", "w"): 1}
    assert drawn(scene, GHOSTS, flipped) == white | {("b5", "b"): 1, ("c5", "b"): 2}
    marks = [shape for shape in shapes(scene, Role.CROSS) if isinstance(shape, Lines)]
    crosses = {point(*middle(mark), scene, flipped) for mark in marks if len(mark.chains) == 2}
    dashes = {point(*middle(mark), scene, flipped) for mark in marks if len(mark.chains) == 1}
    assert crosses == {"b5", "c5"}
    assert dashes == {"e5", "f4", "g3", "h2"}
    (ground,) = shapes(scene, Role.STRUCK)
    assert isinstance(ground, Area)
    assert len(ground.outlines) == 1


@pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])
def test_push_is_an_arrow_from_its_dot_and_a_wedge_for_every_piece_displaced(flipped):
    position, move, before = played(BEFORE_31, MOVE_31)
    scene = PICTURE.scene(position, last=move, before=before, flipped=flipped)
    *wedges, arrow = (shape for shape in shapes(scene, Role.ARROW) if isinstance(shape, Area))
    tips = [arrow.outlines[0][3], *(wedge.outlines[0][0] for wedge in wedges)]
    blunt = arrow.outlines[0][0], arrow.outlines[0][-1]
    x, y = (sum(ends) / 2 for ends in zip(*blunt, strict=True))
    assert point(x, y, scene, flipped) == "i1"
    ghosts = discs(scene, RADIUS, *GHOSTS)
    for tip, spot in zip(tips, ("h2", "g3", "f4", "e5"), strict=True):
        near = min(ghosts, key=lambda ghost: hypot(ghost.x - tip[0], ghost.y - tip[1]))
        assert point(near.x, near.y, scene, flipped) == spot


HOSTILE = [
    Move(NOTHING, Push("z9", "a1"), NOTHING),
    Move(NOTHING, Push("e2", "a1"), NOTHING),
    Move(NOTHING, Push("e1"), NOTHING),
    Move(NOTHING, Push("e9", "e1"), NOTHING),
    Move(NOTHING, None, NOTHING),
    Move(Removal((Piece("e2"), Piece("b5", True, True), Piece("k3"))), Push("e8", "e1"), NOTHING),
    Move(NOTHING, Push("e2"), Removal.of([Row((Piece("a1"), Piece("i9"))), Row((Piece("h5"),))])),
    Move(NOTHING, Push("e2"), Removal((Piece("e5"), Piece("c3"), Piece("d3")))),
]


@pytest.mark.parametrize("known", [True, False], ids=["board before", "no board before"])
@pytest.mark.parametrize("move", HOSTILE, ids=str)
def test_moves_that_do_not_fit_hide_no_piece(move, known):
    position = Position.start(GipfVariant.parse("standard"))
    before = position if known else None
    scene = PICTURE.scene(position, last=move, before=before)
    plain = PICTURE.scene(position)
    assert drawn(scene, sides) == drawn(plain, sides)
    assert not {spot for spot, _ in drawn(scene, GHOSTS)} & {
        spot for spot, _ in drawn(scene, sides)
    }
    assert PICTURE.read_text(PICTURE.text(position, last=move, before=before)) == position


@examples(40)
@given(positions(), st.booleans())
def test_reserves_and_captured_pieces_lie_in_the_corners(position, flipped):
    scene = PICTURE.scene(position, flipped=flipped)
    for side, role in enumerate(sides):
        own_half = [
            (disc.x > scene.width / 2, (disc.y > scene.height / 2) == (side == flipped))
            for disc in discs(scene, SMALL, role)
        ]
        stacked = position.bringing[side] and position.reserves[side] >= 2
        assert own_half.count((True, True)) == position.reserves[side]
        assert own_half.count((False, False)) == position.prisoners[1 - side]
        assert len(own_half) == position.reserves[side] + position.prisoners[1 - side]
        small_rings = [ring for ring in discs_of(scene, role.inner) if ring.radius < SMALL]
        assert len(small_rings) == stacked
    written = [*position.reserves, *(count for count in position.prisoners if count)]
    assert sorted(texts(scene, Role.COUNT)) == sorted(map(str, written))


def test_title_says_in_words_what_the_picture_shows():
    position, move, before = played(ROW_BEFORE, ROW_MOVE)
    assert PICTURE.scene(position, last=move, before=before).title == (
        "GIPF, Black to move after xe3,e4,e5,Ge6*,e7*;Ge1-e3: White has 2 on the board, 2 of them "
        "GIPF pieces, 11 in reserve, 5 captured, may bring in GIPF pieces; Black has 1 on the "
        "board, 1 of them GIPF pieces, 9 in reserve, 11 captured, may bring in GIPF pieces"
    )
