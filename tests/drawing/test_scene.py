"""Scenes, options and colours of pictures: sizes, curves, legible letters, distinct sides."""

from itertools import combinations
from pathlib import Path

import pytest

from analysis import diagrams
from analysis.drawing.picture import (
    InvalidPicture,
    PictureOptions,
    parse_arrows,
    parse_points,
    parse_width,
)
from analysis.drawing.scene import Scene
from analysis.drawing.style import DARK, STYLES, THEMES, Role
from tests.cases import each_case, each_line
from tests.colours import contrast, lightness
from tests.drawing.demonstration import moment

BOARD = Scene(10, 8, (), "a board")


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
    assert PictureOptions(arrows=(("a1", "a3"),)).added == "arrows a1-a3"
    assert PictureOptions().added == ""


PIECES = (Role.WHITE, Role.BLACK, Role.RED, Role.BLUE, Role.GREEN)


@each_case("role", PIECES, ids=lambda role: role.value)
def test_pieces_have_dark_outlines_and_fainter_ghosts(role):
    assert lightness(STYLES[role].stroke) < 30
    assert lightness(STYLES[role.ghost].fill) > 70
    assert lightness(STYLES[role.ghost].stroke) > lightness(STYLES[role].stroke) + 20


@each_case("role", PIECES, ids=lambda role: role.value)
def test_lines_on_pieces_stand_out_from_them(role):
    assert abs(lightness(STYLES[role.inner].stroke) - lightness(STYLES[role].fill)) >= 40


def test_a_number_stands_out_on_its_badge():
    badge, count = (DARK[role][0] or "" for role in (Role.BADGE, Role.COUNT))
    assert contrast(badge, count) >= 4.5


LETTERS = (Role.LABEL, Role.WORD, Role.CAPTION, Role.COUNT)


@each_case("name", THEMES)
def test_every_role_has_a_look_and_letters_can_be_read(name):
    theme = THEMES[name]
    assert set(theme.styles) == set(Role)
    for role in LETTERS:
        assert contrast(theme.styles[role].fill or "", theme.paper) >= 4.5


@each_case("name", THEMES)
def test_sides_differ_in_lightness(name):
    styles = THEMES[name].styles
    for sides in ((Role.WHITE, Role.BLACK), (Role.RED, Role.BLUE, Role.GREEN)):
        for one, other in combinations(sides, 2):
            assert abs(lightness(styles[one].fill) - lightness(styles[other].fill)) >= 15


def test_print_has_greys_alone():
    for style in THEMES["print"].styles.values():
        for colour in filter(None, (style.fill, style.stroke)):
            assert colour[1:3] == colour[3:5] == colour[5:7]


@pytest.mark.parametrize("kind", ["svg", "tex", pytest.param("png", marks=pytest.mark.slow)])
def test_a_theme_changes_colours_and_no_shape(kind):
    position, move, before = moment(7)
    drawn = {
        name: diagrams.draw(position, kind, PictureOptions(name), last=move, before=before)
        for name in THEMES
    }
    assert len(set(drawn.values())) == len(THEMES)
    assert drawn["classic"] == diagrams.draw(position, kind, last=move, before=before)
    if kind == "svg":
        counts = {one.count(b"<circle") for one in drawn.values()}
        assert len(counts) == 1
        assert THEMES["dark"].paper.encode() in drawn["dark"]
