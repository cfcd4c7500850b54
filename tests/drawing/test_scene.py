from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.drawing.scene import Scene, Text, arrow, cross, printable, rectangle, smooth
from analysis.drawing.style import STYLES, Role

EMPTY = Scene(8.0, 6.0, (), "nothing")

coordinates = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


def captions(scene: Scene) -> list[Text]:
    return [
        shape for shape in scene.shapes if isinstance(shape, Text) and shape.role is Role.CAPTION
    ]


def test_caption_is_added_under_the_picture():
    scene = EMPTY.captioned("After 7 plies")
    (line,) = captions(scene)
    assert line.text == "After 7 plies"
    assert EMPTY.height < line.y < line.baseline < scene.height
    assert (scene.width, scene.title) == (EMPTY.width, EMPTY.title)


@pytest.mark.parametrize("blank", ["", " ", "\n\t"], ids=["empty", "blank", "line-break"])
def test_blank_caption_changes_nothing(blank):
    assert EMPTY.captioned(blank) == EMPTY


def test_long_caption_is_broken_into_lines_that_fit():
    words = "White breaks through in the centre and takes three of Black's pieces at once"
    lines = captions(EMPTY.captioned(words))
    assert len(lines) > 1
    assert " ".join(line.text for line in lines) == words
    size = STYLES[Role.CAPTION].size
    assert all(len(line.text) * size / 2 < EMPTY.width for line in lines)
    heights = [line.y for line in lines]
    assert all(low - high > size for high, low in pairwise(heights))


@pytest.mark.slow
@given(st.text())
def test_printable_text_is_one_line_that_any_file_can_hold(text):
    clean = printable(text)
    assert len(clean.splitlines()) <= 1
    clean.encode()
    assert printable(clean) == clean


def test_printable_keeps_ordinary_text_and_replaces_the_rest():
    assert printable("Règles <du> jeu\nn° 1 \N{MAHJONG TILE RED DRAGON}") == (
        "Règles <du> jeu n° 1 \N{MAHJONG TILE RED DRAGON}"
    )
    assert printable("a\0b\ud800c\uffff") == "a\ufffdb\ufffdc\ufffd"


def test_arrow_ends_in_its_tip_and_begins_bluntly():
    (outline,) = arrow((1, 5), (1, 1), shaft=0.2, head=0.5).outlines
    expected = [(1.1, 5), (1.1, 1.5), (1.25, 1.5), (1, 1), (0.75, 1.5), (0.9, 1.5), (0.9, 5)]
    assert [*chain(*outline)] == pytest.approx([*chain(*expected)])


@given(coordinates, coordinates)
def test_arrow_is_the_same_on_both_sides_of_its_line(start, tip):
    if start == tip:
        return
    (outline,) = arrow(start, tip).outlines
    for one, other in zip(outline, reversed(outline), strict=True):
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        along = tip[0] - start[0], tip[1] - start[1]
        off = (middle[0] - start[0]) * along[1] - (middle[1] - start[1]) * along[0]
        assert off == pytest.approx(0, abs=1e-9)


def test_cross_reaches_equally_far_in_four_directions():
    ends = {end for chain in cross(2, 3, 0.5).chains for end in chain}
    assert ends == {(1.5, 2.5), (2.5, 3.5), (1.5, 3.5), (2.5, 2.5)}


def test_rectangle_goes_around_from_its_upper_left_corner():
    assert rectangle(1, 2, 3, 4) == ((1, 2), (4, 2), (4, 6), (1, 6))


@given(st.lists(coordinates, min_size=2, max_size=9))
def test_smooth_curve_runs_through_all_points(points):
    curve = smooth(points, Role.GRID)
    assert list(curve.points[::3]) == points
    assert len(curve.points) == 3 * len(points) - 2


def test_smooth_curve_has_no_corners():
    points = smooth([(0, 0), (1, 2), (3, 1), (4, 4)], Role.GRID).points
    for arriving, here, leaving in zip(points[2:-2:3], points[3:-1:3], points[4::3], strict=True):
        before = here[0] - arriving[0], here[1] - arriving[1]
        after = leaving[0] - here[0], leaving[1] - here[1]
        assert before == pytest.approx(after)


def test_what_stands_in_brackets_is_not_broken_unless_it_is_too_long():
    words = "11. a4-c4;xc2,c3,c4,c5 (6) (Black, ply 22)"
    assert [one.text for one in captions(EMPTY.captioned(words))] == [
        "11. a4-c4;xc2,c3,c4,c5 (6)",
        "(Black, ply 22)",
    ]
    long = f"({'word ' * 30}word)"
    assert " ".join(one.text for one in captions(EMPTY.captioned(long))) == long
