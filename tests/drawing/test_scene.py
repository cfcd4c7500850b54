"""Scenes and options of pictures: sizes, captions, arrows and circles, dark colours."""

from pathlib import Path

import pytest

from analysis.drawing.picture import (
    InvalidPicture,
    PictureOptions,
    Pointers,
    parse_arrows,
    parse_points,
    parse_width,
)
from analysis.drawing.scene import Scene, smooth
from analysis.drawing.style import Role
from tests.cases import each_line

BOARD = Scene(10, 8, (), "a board")


def test_a_smooth_curve_goes_through_its_points_and_leaves_each_as_it_arrives():
    points = [(0, 0), (3, 0), (6, 3), (6, 9)]
    curve = smooth(points, Role.GRID).points
    assert [*curve[::3]] == points
    for place, (x, y) in enumerate(points[1:-1], start=1):
        arrive, leave = curve[3 * place - 1], curve[3 * place + 1]
        assert (x - arrive[0], y - arrive[1]) == pytest.approx((leave[0] - x, leave[1] - y))
    assert curve[1] == pytest.approx((0.5, 0))
    assert curve[-2] == pytest.approx((6, 8))


TABLE = Path(__file__).with_name("options.jsonl")
"""Options of pictures: how long a ``step`` is, and which ``misfit`` a kind of picture."""


def options_of(case):
    known = case["options"]
    size = {"size": parse_width(known["size"])} if "size" in known else {}
    return PictureOptions(**(known | size))


@each_line(TABLE, "step")
def test_a_step_is_as_long_as_the_size_asks_for(case):
    found = options_of(case)
    assert found.step_of(BOARD) == pytest.approx(case["step"])
    assert found.dots == (found.dpi or 96)


@each_line(TABLE, "misfit")
def test_options_that_mean_nothing_for_a_kind_are_named(case):
    found = options_of(case).misfit(case["kind"])
    assert (found and [*found[0]]) == case["misfit"]


def test_arrows_and_points_are_parsed():
    assert parse_arrows(["a1-a3, b1 - b2", "c1-c2"]) == (("a1", "a3"), ("b1", "b2"), ("c1", "c2"))
    assert parse_points(["d4,e5", "f6"]) == ("d4", "e5", "f6")
    for wrong in ("a1", "a1-", "-a1", "a1-b2-c3"):
        with pytest.raises(InvalidPicture, match="is not an arrow such as a1-a3"):
            parse_arrows([wrong])
    with pytest.raises(InvalidPicture, match="a point is missing"):
        parse_points(["d4,"])
    assert str(Pointers((("a1", "a3"),), ("d4", "e5"))) == "marked d4, e5; arrows a1-a3"
    assert str(Pointers()) == ""
