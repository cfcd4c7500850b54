from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analysis.drawing.scene import Area, Disc, Scene, Text
from analysis.drawing.style import Role
from analysis.games.epaminondas.diagram import PICTURE
from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import STANDARD
from analysis.games.grid.diagram import LABELS, RADIUS
from notation.errors import InvalidPosition, InvalidVariant
from tests.drawing.demonstration import moment
from tests.examples import examples
from tests.strategies import SMALL, positions

labelling = st.sampled_from(LABELS)


def discs(scene: Scene, *roles: Role) -> list[tuple[float, float]]:
    """Return the places of discs as large as pieces."""
    return [
        (shape.x, shape.y)
        for shape in scene.shapes
        if isinstance(shape, Disc) and shape.role in roles and shape.radius == RADIUS
    ]


def shapes(scene: Scene, role: Role) -> list[object]:
    return [shape for shape in scene.shapes if shape.role is role]


def labels_of(scene: Scene) -> list[Text]:
    return [shape for shape in scene.shapes if isinstance(shape, Text) and shape.role is Role.LABEL]


def place(scene: Scene, column: str, row: str) -> tuple[float, float]:
    """Return the middle of a square, by the labels of its column and row."""
    names = labels_of(scene)
    side = min(name.x for name in names)
    (y,) = (name.y for name in names if name.text == row and name.x == side)
    (x,) = (name.x for name in names if name.text == column and name.x != side)
    return x, y


@pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])
def test_capture_is_marked_on_every_square_that_it_concerns(flipped):
    position, move, before = moment(7)
    scene = PICTURE.scene(position, last=move, before=before, flipped=flipped)
    at = {row: place(scene, "g", str(row)) for row in range(1, 13)}
    assert sorted(discs(scene, Role.VACATED)) == sorted(at[row] for row in (1, 2, 3))
    assert sorted(discs(scene, Role.BLACK_GHOST)) == sorted(at[row] for row in (8, 9))
    assert len(shapes(scene, Role.CROSS)) == 2
    (ring,) = shapes(scene, Role.RING)
    assert isinstance(ring, Disc)
    assert (ring.x, ring.y) == at[7]
    (ground,) = shapes(scene, Role.STRUCK)
    assert isinstance(ground, Area)
    assert len(ground.outlines) == 3
    (arrow,) = shapes(scene, Role.ARROW)
    assert isinstance(arrow, Area)
    assert at[7] in arrow.outlines[0]
    blunt = arrow.outlines[0][0], arrow.outlines[0][-1]
    assert tuple(sum(ends) / 2 for ends in zip(*blunt, strict=True)) == pytest.approx(at[1])


def test_pieces_on_far_rows_are_counted_beside_them():
    assert not shapes(PICTURE.scene(moment(14).position), Role.COUNT)
    scene = PICTURE.scene(moment(23).position)
    (count,) = shapes(scene, Role.COUNT)
    assert isinstance(count, Text)
    assert (count.text, count.y) == ("1", place(scene, "a", "12")[1])


def test_title_says_in_words_what_the_picture_shows():
    position, move, before = moment(7)
    assert PICTURE.scene(position, last=move, before=before).title == (
        "Epaminondas, Black to move after 4.7.4N3x3: 28 white and 25 black pieces, "
        "14 columns by 12 rows"
    )


@examples(80)
@given(st.data(), st.booleans(), labelling, st.booleans())
def test_marks_of_the_last_move_are_complete_and_passed_over(data, flipped, labels, knows_before):
    before = Position.from_string(data.draw(positions(SMALL)))
    legal = list(before.legal_moves())
    assume(legal)
    move = data.draw(st.sampled_from(legal))
    position = before.after(move)
    known = {"before": before} if knows_before else {}
    text = PICTURE.text(position, last=move, flipped=flipped, labels=labels, **known)
    assert PICTURE.read_text(text, str(position.variant)) == position
    signs = Counter("".join(line for line in text.splitlines() if line.strip()[0].isdigit()))
    assert signs["WB"[before.turn]] == move.count
    assert signs["WB"[position.turn]] == 0
    assert signs["+"] == min(move.count, move.distance)
    assert signs["x"] == max(0, (move.captures or 0) - 1)


def test_variant_of_a_diagram_is_taken_over():
    text = PICTURE.text(Position.start(STANDARD))
    assert PICTURE.read_text(text).variant == STANDARD
    assert str(PICTURE.read_text(text, "standard+symmetry=off").variant) == "standard+symmetry=off"
    with pytest.raises(InvalidVariant):
        PICTURE.read_text(text, "standard+colour=off")


SMALL_DIAGRAM = """\
5 b b b
4 b b b
3 . . .
2 w w w
1 w w w
  a b c
White to move"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (SMALL_DIAGRAM, "", "line 1: expected a row of the board: its number and its squares, "
         "found the end of the diagram"),
        ("5 b b b\n", "five\n", "line 1: expected a row of the board: its number and its squares, "
         "found 'five'"),
        ("3 . . .", "3 . ? .", "line 3: expected one of w W b B s S . + x as square 2 of the row, "
         "not '?', found '3 . ? .'"),
        ("3 . . .", "3 . .", "line 3: expected 3 squares like the first row, not 2, found '3 . .'"),
        ("3 . . .\n", "", "line 3: expected row 3, found '2 w w w'"),
        ("1 w w w\n", "", "line 5: expected row 1, found 'a b c'"),
        ("5 b b b\n", "", "line 5: expected 5 to 99 rows before this line, not 4, found 'a b c'"),
        ("  a b c", "  c b a", "line 6: expected the columns 'a b c', found 'c b a'"),
        ("  a b c", "  a b", "line 6: expected the columns 'a b c', found 'a b'"),
        ("  a b c", "  1 2 4", "line 6: expected the columns '1 2 3', found '1 2 4'"),
        ("  a b c\n", "", "line 6: expected the columns 'a b c', found 'White to move'"),
        ("White to move", "", "line 7: expected 'White to move' or 'Black to move', "
         "found the end of the diagram"),
        ("White to move", "White to move\n6 w w w", "line 8: expected the end of the diagram, "
         "found '6 w w w'"),
        (SMALL_DIAGRAM, "\n".join(f"{row} w" for row in range(5, 0, -1)), "line 1: expected 2 to "
         "26 squares, not 1, found '5 w'"),
    ],
    ids=["empty", "words", "sign", "short row", "gap", "no first row", "few rows", "turned names",
         "short names", "wrong number", "no names", "no turn", "too much", "narrow"],
)  # fmt: skip
def test_bad_diagrams_are_told_the_line_and_what_was_expected(old, new, message):
    assert old in SMALL_DIAGRAM
    with pytest.raises(InvalidPosition) as caught:
        PICTURE.read_text(SMALL_DIAGRAM.replace(old, new))
    assert str(caught.value) == f"diagram {message}"
