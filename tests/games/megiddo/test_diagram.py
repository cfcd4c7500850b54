import re
from collections import Counter
from math import atan2, hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.drawing.scene import Area, Disc, Scene, Shape, Text
from analysis.drawing.style import Role
from analysis.games.megiddo.board import LINES, points_of
from analysis.games.megiddo.diagram import PICTURE, RADIUS
from analysis.games.megiddo.rules import Position
from notation import parse
from notation.errors import InvalidPosition, InvalidVariant
from notation.megiddo import Move, point_name
from tests.examples import examples
from tests.games.megiddo.cases import boards, choices, played, variants

EMPTY = "6/6/6/6/6/6 r 0,0"
COLOURS = (Role.RED, Role.BLUE, Role.GREEN)

WHEEL = """
                            A
                            .  6

                            .  5

                           (r) 4

F   .                       .  3                    .   B
        .                                       .
            r               .  2           (r)
                .                       .
                    .       .  1    .
                        .       .
                            *
                        .       .
                    .       .       r
                .                       .
            b               .               R
        .                                       .
E   .                       .                       .   C

                            .

                            r

                            .
                            D
Captured: red 2, blue 0
Blue to move
Last move: C4 (B4, A4)
"""


def moment(position: str, text: str, variant: str = "base") -> tuple[Position, Move, Position]:
    """Return the position after a move, the move, and the position before."""
    before = Position.from_string(position, variant)
    (candidate,) = before.completions(parse("megiddo", text))
    return before.after(candidate.move), candidate.move, before


def chained() -> tuple[Position, Move, Position]:
    """Return a capture on ring 4 whose stones then capture on radial B."""
    return moment("1r4/1b4/1b4/rbb3/6/6 r 0,0", "D4 (C4, B4) (B3, B2)")


def shapes(scene: Scene, role: Role) -> list[Shape]:
    return [shape for shape in scene.shapes if shape.role is role]


def discs(scene: Scene, *roles: Role, radius: float = RADIUS) -> list[tuple[float, float]]:
    return [
        (shape.x, shape.y)
        for role in roles
        for shape in shapes(scene, role)
        if isinstance(shape, Disc) and shape.radius == radius
    ]


def polar(scene: Scene, at: tuple[float, float]) -> tuple[float, float]:
    """Return angle, clockwise from the top in sixths of a turn, and distance from the middle."""
    right, down = at[0] - scene.width / 2, at[1] - scene.height / 2
    return atan2(right, -down) / (pi / 3) % 6, hypot(right, down)


def place(scene: Scene, name: str) -> tuple[float, float]:
    """Return where a point is: the dot of the spoke that its label shows, by rank outward."""
    (label,) = (shape for shape in shapes(scene, Role.LABEL)
                if isinstance(shape, Text) and shape.text == name[0])  # fmt: skip
    angle = polar(scene, (label.x, label.y))[0]
    dots = discs(scene, Role.POINT, radius=0.08)
    spoke = [dot for dot in dots if abs((polar(scene, dot)[0] - angle + 3) % 6 - 3) < 0.01]
    return sorted(spoke, key=lambda dot: polar(scene, dot)[1])[int(name[1]) - 1]


def near(one: tuple[float, float], others: list[tuple[float, float]]) -> bool:
    return any(hypot(one[0] - x, one[1] - y) < 0.001 for x, y in others)


def test_spokes_run_clockwise_from_the_top_and_rings_outward():
    scene = PICTURE.scene(Position.from_string(EMPTY))
    dots = discs(scene, Role.POINT, radius=0.08)
    assert len(set(dots)) == 36
    for spoke, letter in enumerate("ABCDEF"):
        away = [polar(scene, place(scene, f"{letter}{ring}")) for ring in range(1, 7)]
        assert [round(angle, 3) % 6 for angle, _ in away] == [spoke] * 6
        assert [round(distance - away[0][1], 3) for _, distance in away] == [0, 1, 2, 3, 4, 5]
    numbers = [
        shape
        for shape in shapes(scene, Role.LABEL)
        if isinstance(shape, Text) and shape.text.isdigit()
    ]
    for number in numbers:
        distance = polar(scene, (number.x, number.y))[1]
        assert distance == pytest.approx(polar(scene, place(scene, f"A{number.text}"))[1])
    assert [number.text for number in numbers] == list("123456")


@examples(60)
@given(boards(), st.booleans())
def test_every_stone_is_one_disc_on_its_point(position, flipped):
    scene = PICTURE.scene(position, flipped=flipped)
    for stones, role in zip(position.stones, COLOURS, strict=False):
        drawn = discs(scene, role)
        assert len(drawn) == len(set(drawn)) == stones.bit_count()
        assert all(near(place(scene, point_name(point)), drawn) for point in points_of(stones))


def test_last_stone_has_a_dot_and_the_captured_ones_rings():
    position, move, before = moment("6/6/6/bb3r/6/6 r 0,0", "C4 (B4, A4)")
    scene = PICTURE.scene(position, last=move, before=before)
    (dot,) = shapes(scene, Role.ARROW)
    assert isinstance(dot, Disc)
    assert near((dot.x, dot.y), [place(scene, "C4")])
    rings = [(ring.x, ring.y) for ring in shapes(scene, Role.RING) if isinstance(ring, Disc)]
    assert len(rings) == 2
    assert all(near(place(scene, name), rings) for name in ("A4", "B4"))
    (ground,) = shapes(scene, Role.STRUCK)
    assert isinstance(ground, Area)
    assert len(ground.outlines) == 3  # under both stones, and the band between them
    assert not shapes(scene, Role.BADGE)
    assert PICTURE.scene(position, last=move) == scene


def test_generations_of_a_chain_are_numbered():
    position, move, before = chained()
    scene = PICTURE.scene(position, last=move, before=before)
    numbers = [shape for shape in shapes(scene, Role.COUNT) if isinstance(shape, Text)][:4]
    assert len(shapes(scene, Role.BADGE)) == 4
    where = {"1": ["B4", "C4"], "2": ["B2", "B3"]}
    for number in numbers:
        around = [place(scene, name) for name in where[number.text]]
        assert min(hypot(number.x - x, number.y - y) for x, y in around) < 2 * RADIUS
    assert Counter(number.text for number in numbers) == {"1": 2, "2": 2}


def test_pair_round_the_edge_has_no_band_across_the_board():
    position, move, before = moment("1b4/1r4/6/6/6/1b4 r 0,0", "B5 (B6, B1)", "master")
    (ground,) = shapes(PICTURE.scene(position, last=move, before=before), Role.STRUCK)
    assert isinstance(ground, Area)
    assert len(ground.outlines) == 2


def test_slide_is_an_arrow_from_where_the_stone_stood():
    position, move, before = moment("6/2r3/6/6/6/b5 r 0,0", "C2-C5", "base+radial-move")
    scene = PICTURE.scene(position, last=move, before=before)
    (arrow,) = shapes(scene, Role.ARROW)
    assert isinstance(arrow, Area)
    assert near(place(scene, "C5"), list(arrow.outlines[0]))
    assert near(place(scene, "C2"), discs(scene, Role.VACATED))
    text = PICTURE.text(position, last=move, before=before)
    assert "+" in text
    assert PICTURE.read_text(text, str(position.variant)) == position


def test_every_complete_line_is_drawn_bold():
    unfinished = Position.from_string("rrrrr1/6/6/6/6/6 r 0,0")
    assert not shapes(PICTURE.scene(unfinished), Role.WON)
    for line in LINES:
        position = Position(unfinished.variant, (line.bits, 0), (0, 0), 1)
        scene = PICTURE.scene(position)
        assert len(shapes(scene, Role.WON)) == 1
        assert scene.title.endswith(f"Megiddo on {line.name}")


def test_title_says_in_words_what_the_picture_shows():
    position, move, before = moment("6/6/6/bb3r/6/6 r 0,0", "C4 (B4, A4)")
    assert PICTURE.scene(position, last=move, before=before).title == (
        "Megiddo, Blue to move after C4 (B4, A4): 4 red stones with 2 captured, "
        "0 blue stones with 0 captured"
    )


@examples(40)
@given(variants, choices, st.integers(0, 59), st.booleans(), st.booleans())
def test_marks_of_the_last_move_are_complete_and_passed_over(
    rules, numbers, ply, flipped, knows_before
):
    game = list(played(rules, numbers))
    before, move = game[min(ply, len(game) - 1)]
    position = before.after(move)
    known = {"before": before} if knows_before else {}
    text = PICTURE.text(position, last=move, flipped=flipped, **known)
    assert PICTURE.read_text(text, str(rules)) == position
    wheel = text.partition("Captured")[0]
    assert len(re.findall(r"[(<][rbg][)>]", wheel)) == len(move.captured)
    assert wheel.count("+") == (move.origin is not None)


def test_sides_of_a_diagram_follow_its_counts_or_the_variant():
    text = PICTURE.text(Position.from_string("rbg3/6/6/6/6/6 g 0,2,0", "base+players=3"))
    assert PICTURE.read_text(text).sides == ("red", "blue", "green")
    with pytest.raises(InvalidVariant, match="red, blue, green play, but in master"):
        PICTURE.read_text(text, "master")
    with pytest.raises(InvalidVariant, match="'standard' is not one of"):
        PICTURE.read_text(text, "standard")
    two = PICTURE.text(Position.from_string(EMPTY))
    assert PICTURE.read_text(two, "grand-master+cleopatra").variant.edge == "grand-master"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (WHEEL, "", "diagram line 1: expected 1 signs, for A, found the end of the diagram"),
        (".  5", "?  5", "diagram line 5: expected one of r, b, g, R, B, G, ., + on A5, not '?', "
         "found '?  5'"),
        (".  5", ".  7", "diagram line 5: expected 5 where 7 stands, found '.  7'"),
        (".  5", ".  . 5", "diagram line 5: expected 2 signs, for A5 5, found '.  . 5'"),
        ("blue 0", "green 0", "diagram line 29: expected 'Captured: red 0, blue 0' or "
         "'Captured: red 0, blue 0, green 0', found 'Captured: red 2, green 0'"),
        ("R", "G", "diagram line 29: expected a count for the side g, which has a stone on C4, "
         "found 'Captured: red 2, blue 0'"),
        ("Blue to", "Green to", "diagram line 30: expected 'Red to move' or 'Blue to move', "
         "found 'Green to move'"),
        ("Last move:", "And", "diagram line 31: expected the end of the diagram, "
         "found 'And C4 (B4, A4)'"),
    ],
    ids=["empty", "sign", "ring", "too many", "count", "third colour", "turn", "too much"],
)  # fmt: skip
def test_bad_diagrams_are_told_the_line_and_what_was_expected(old, new, message):
    assert old in WHEEL
    with pytest.raises(InvalidPosition) as caught:
        PICTURE.read_text(WHEEL.replace(old, new, 1))
    assert str(caught.value) == message
