"""Scenes and options of pictures: sizes, captions, arrows and circles, dark colours."""

import re
from itertools import chain

import pytest

from analysis import diagrams, find
from analysis.drawing import svg, tikz
from analysis.drawing.picture import (
    InvalidPicture,
    PictureOptions,
    Pointers,
    Width,
    parse_arrows,
    parse_points,
)
from analysis.drawing.scene import Area, Curve, Disc, Scene, Text, arrow, smooth
from analysis.drawing.style import DARK, STYLES, Role
from analysis.drawing.svg import PREFERS_DARK, UNIT, dark_rules
from analysis.drawing.themes import THEMES
from notation.errors import UnknownName
from tests.drawing.demonstration import moment

EMPTY = Scene(8.0, 6.0, (), "nothing")


def captions(scene: Scene) -> list[Text]:
    return [
        shape for shape in scene.shapes if isinstance(shape, Text) and shape.role is Role.CAPTION
    ]


def test_arrow_ends_in_its_tip_and_begins_bluntly():
    (outline,) = arrow((1, 5), (1, 1), shaft=0.2, head=0.5).outlines
    expected = [(1.1, 5), (1.1, 1.5), (1.25, 1.5), (1, 1), (0.75, 1.5), (0.9, 1.5), (0.9, 5)]
    assert [*chain(*outline)] == pytest.approx([*chain(*expected)])


def test_what_stands_in_brackets_is_not_broken_unless_it_is_too_long():
    words = "11. a4-c4;xc2,c3,c4,c5 (6) (Black, ply 22)"
    assert [one.text for one in captions(EMPTY.captioned(words))] == [
        "11. a4-c4;xc2,c3,c4,c5 (6)",
        "(Black, ply 22)",
    ]
    long = f"({'word ' * 30}word)"
    assert " ".join(one.text for one in captions(EMPTY.captioned(long))) == long


BOARD = Scene(10, 8, (), "a board")


@pytest.mark.parametrize(
    ("options", "step"),
    [
        (PictureOptions(), 36),
        (PictureOptions(step=20), 20),
        (PictureOptions(dpi=300), 36),
        (PictureOptions(size=Width(600, "")), 60),
        (PictureOptions(size=Width(600, "px"), dpi=192), 30),
        (PictureOptions(size=Width(5, "in")), 48),
        (PictureOptions(size=Width(5, "in"), dpi=192), 48),
        (PictureOptions(size=Width(2.54, "cm")), 9.6),
        (PictureOptions(size=Width(25.4, "mm"), step=99), 9.6),
        (PictureOptions(size=Width(72, "pt")), 9.6),
    ],
)
def test_a_step_is_as_long_as_the_size_asks_for(options, step):
    assert options.step_of(BOARD) == pytest.approx(step)
    assert options.dots == (options.dpi or 96)


@pytest.mark.parametrize(
    ("options", "kind", "named"),
    [
        (PictureOptions(), "text", None),
        (PictureOptions(dpi=96), "svg", ("dpi",)),
        (PictureOptions(dpi=96), "png", None),
        (PictureOptions("dark"), "text", ("theme", "size")),
        (PictureOptions(size=Width(99, "")), "text", ("theme", "size")),
        (PictureOptions("dark", size=Width(99, "")), "tex", None),
        (PictureOptions(labels="none"), "text", ("labels",)),
        (PictureOptions(labels="letters"), "text", None),
        (PictureOptions(labels="none"), "svg", None),
        (PictureOptions(legend=True), "svg", ("legend",)),
        (PictureOptions(legend=True), "text", None),
    ],
)
def test_options_that_mean_nothing_for_a_kind_are_named(options, kind, named):
    found = options.misfit(kind)
    assert (found and found[0]) == named


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


def test_pointers_are_drawn_where_their_points_are():
    start = find("epaminondas").start()
    plain = diagrams.compose(start)
    scene = diagrams.compose(start, PictureOptions(pointers=Pointers((("a1", "a3"),), ("d4",))))
    circle, arrow = scene.shapes[len(plain.shapes) :]
    diagram = find("epaminondas").diagram()
    x, y = diagram.point(start.variant, "d4")
    assert circle == Disc(x, y, 0.46, Role.MARK)
    (x, first), (_, last) = (diagram.point(start.variant, at) for at in ("a1", "a3"))
    assert isinstance(arrow, Area)
    tip = min(arrow.outlines[0], key=lambda one: one[1])
    assert tip == pytest.approx((x, last))
    assert max(y for _, y in arrow.outlines[0]) == pytest.approx(first - 0.3)
    assert arrow.role is Role.POINTER
    assert scene.title == f"{plain.title}; marked d4; arrows a1-a3"
    with pytest.raises(UnknownName, match="an arrow from a1 to a1 has no length"):
        diagrams.compose(start, PictureOptions(pointers=Pointers((("a1", "a1"),))))
    text = diagrams.draw(start, "text", PictureOptions(pointers=Pointers((), ("d4",))))
    assert text.decode().endswith("White to move\n# marked d4\n")


def test_captions_are_broken_where_they_are_long_and_stand_in_lines():
    scene = BOARD.captioned("one two three four five six seven eight nine ten (in brackets)")
    lines = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert lines == ["one two three four five six seven eight", "nine ten (in brackets)"]
    first, second = (shape for shape in scene.shapes if isinstance(shape, Text))
    size = STYLES[Role.CAPTION].size
    assert first.y == pytest.approx(8 + 0.125 + size / 2)
    assert second.y - first.y == pytest.approx(1.4 * size)
    assert scene.height == pytest.approx(second.y + size / 2 + 0.25)
    assert first.baseline == pytest.approx(first.y + 0.36 * size)
    assert BOARD.captioned("") == BOARD


def test_dark_rules_have_the_colours_of_their_roles():
    assert dark_rules([Role.FIELD, Role.BLACK]) == (
        f"{PREFERS_DARK}{{.ludograph-paper{{fill:#201f1c}}"
        ".ludograph-field{fill:#2c2a26}.ludograph-black{fill:#100f0e;stroke:#cfc8bc}}"
    )
    scene = Scene(1, 1, (Disc(0.5, 0.5, 0.4, Role.BLACK),), "one")
    drawn = svg.paint(scene, adaptive=True)
    assert f"<style>{dark_rules([Role.BLACK])}</style>" in drawn
    assert 'fill="#ffffff" class="ludograph-paper"' in drawn
    assert "<style>" not in svg.paint(scene)
    assert re.search(rf'r="{0.4 * UNIT:g}"', drawn)


def test_curves_run_smoothly_through_their_points():
    curve = smooth([(0, 0), (3, 0), (3, 3)], Role.GRID)
    assert curve.points == (
        (0, 0), (0.5, 0), (2.5, -0.5), (3, 0), (3.5, 0.5), (3, 2.5), (3, 3),
    )  # fmt: skip
    drawn = tikz.paint(Scene(4, 4, (curve,), "x"), 96 / 72.27)
    path = r"(0,0) .. controls (0.5,0) and (2.5,-0.5) .. (3,0)"
    assert f"{path} .. controls (3.5,0.5) and (3,2.5) .. (3,3);" in drawn
    written = svg.paint(Scene(4, 4, (Curve(curve.points[:4], Role.GRID),), "x"))
    assert 'd="M0,0C20,0 100,-20 120,0"' in written


def test_print_is_grey_and_what_was_played_black():
    styles = THEMES["print"].styles
    assert (styles[Role.RED].fill, styles[Role.ARROW].fill) == ("#7f7f7f", "#000000")
    assert styles[Role.MARK].dash == (1.5, 1.0)
    assert styles[Role.FIELD].fill == "#ffffff"
    dark = THEMES["dark"]
    for role, (fill, stroke) in DARK.items():
        usual = STYLES[role]
        assert dark.styles[role].fill == (fill or usual.fill)
        assert dark.styles[role].stroke == (stroke or usual.stroke)
    strong = THEMES["high-contrast"].styles
    assert (strong[Role.WHITE].width, strong[Role.GRID].width) == (0.08, 0.035)
    assert strong[Role.BLUE].fill == "#00208a"


def test_a_legend_explains_the_signs():
    position, move, before = moment(7)
    plain = diagrams.text(position, last=move, before=before)
    explained = diagrams.text(position, legend=True, caption="Ply 7", last=move, before=before)
    start, rest = explained[: len(plain)], explained[len(plain) :].splitlines()
    assert start == plain
    signs = find("epaminondas").diagram().legend(position)
    assert rest[1:] == ["# Ply 7", *(f"# {sign:3} {meaning}" for sign, meaning in signs.items())]
