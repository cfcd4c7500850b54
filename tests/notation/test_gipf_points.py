"""The GIPF board by name: the published figures and what a look at the board shows."""

from collections import Counter

import pytest

from notation.gipf import points


def test_board_has_the_published_numbers_of_points():
    assert len(points.POINTS) == 61
    assert len(points.SPOTS) == 37
    assert len(points.DOTS) == 24
    assert len(points.LINES) == 21
    assert len(points.WAYS) == 42


def test_dots_are_the_ends_of_columns_and_the_outer_columns():
    assert set(points.DOTS) == {
        *(f"{column}{row}" for column in "ai" for row in range(1, 6)),
        *(f"{column}1" for column in "bcdefgh"),
        *("b6", "c7", "d8", "e9", "f8", "g7", "h6"),
    }


def test_lines_have_four_to_seven_spots():
    assert Counter(len(line) - 2 for line in points.LINES) == {4: 6, 5: 6, 6: 6, 7: 3}
    assert all({line[0], line[-1]} <= set(points.DOTS) for line in points.LINES)
    assert all(set(line[1:-1]) <= set(points.SPOTS) for line in points.LINES)


def test_every_spot_lies_on_three_lines():
    counts = Counter(point for line in points.LINES for point in line[1:-1])
    assert counts == dict.fromkeys(points.SPOTS, 3)


@pytest.mark.parametrize(
    ("dot", "spot", "spots"),
    [
        ("e1", "e3", "e2 e3"),
        ("a5", "g3", "b5 c5 d5 e5 f4 g3"),
        ("c7", "e7", "d7 e7"),
        ("h1", "b4", "g2 f3 e4 d4 c4 b4"),
        ("b1", "h4", "c2 d3 e4 f4 g4 h4"),
        ("i5", "d4", "h5 g5 f5 e5 d4"),
    ],
)
def test_way_leads_along_the_line(dot, spot, spots):
    assert points.way(dot, spot) == tuple(spots.split())


@pytest.mark.parametrize(
    ("start", "end"), [("e1", "c3"), ("e1", "e1"), ("c3", "c4"), ("a1", "b4"), ("j5", "e5")]
)
def test_no_way_leads_off_the_lines(start, end):
    assert points.way(start, end) == ()


def test_line_through_needs_points_that_tell():
    assert points.name(points.line_through(["c2", "g4"]) or ()) == "b1-i4"
    assert points.line_through(["c2", "c3", "d3"]) is None
    assert points.line_through(["c2"]) is None
    assert points.line_through(["c2", "j9"]) is None


def test_entry_is_a_dot_next_to_its_spot():
    assert len(points.ENTRIES) == 18
    assert all((dot, spot) in points.WAYS for spot, dot in points.ENTRIES.items())


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ("j5", "there is no point j5: the columns run from a to i"),
        ("b7", "there is no point b7: column b has the points 1 to 6"),
        ("e10", "there is no point e10: column e has the points 1 to 9"),
        ("e9", None),
    ],
)
def test_reason_why_there_is_no_point(point, reason):
    assert points.why_not(point) == reason
