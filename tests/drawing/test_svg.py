from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.drawing.scene import Area, Curve, Disc, Lines, Scene, Shape, Text, rectangle
from analysis.drawing.style import Role
from analysis.drawing.svg import UNIT, paint

SVG = "{http://www.w3.org/2000/svg}"

ONE_OF_EACH: tuple[Shape, ...] = (
    Area((rectangle(1, 1, 6, 4),), Role.TINT),
    Area((((0, 0), (1, 2), (2, 0)), ((4, 0), (5, 2), (6, 0))), Role.TINT),
    Lines((((0, 1), (6, 1)), ((0, 2), (6, 2))), Role.GRID),
    Curve(((0, 0), (1, 1), (2, 1), (3, 0)), Role.FAINT_GRID),
    Disc(1, 1.5, 0.4, Role.BLACK),
    Disc(2, 1.5, 0.4, Role.BLACK),
    Disc(2, 1.5, 0.2, Role.BLACK.inner),
    Disc(3, 1.5, 0.4, Role.VACATED),
    Text(3, 5, "a", Role.LABEL, "end"),
    Text(3, 5, "12", Role.COUNT),
)


def parsed(*shapes: Shape, title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(paint(Scene(7, 5.5, shapes, title)))


def test_document_says_how_large_it_is_and_what_it_shows():
    root = parsed(title="Epaminondas")
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {7 * UNIT} {5.5 * UNIT:g}"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Epaminondas"


def test_step_sets_the_size_on_the_screen_only():
    scene = Scene(7, 5.5, ONE_OF_EACH, "")
    large, small = paint(scene, 100), paint(scene, 10)
    assert 'width="700" height="550"' in large
    assert large.replace('width="700" height="550"', 'width="70" height="55"') == small


def test_every_shape_is_one_element_in_painting_order():
    groups = parsed(*ONE_OF_EACH).findall(f"{SVG}g")
    roles = [group.get("class") for group in groups]
    assert roles == [
        f"ludograph-{name}"
        for name in (
            *("tint", "grid", "faint-grid", "black", "black-inner", "vacated", "label", "count"),
        )
    ]
    tags = [element.tag.removeprefix(SVG) for group in groups for element in group]
    assert tags == [*["path"] * 4, *["circle"] * 4, *["text"] * 2]


def test_paths_are_written_in_units_of_the_drawing():
    two, lines, curve = (
        parsed(ONE_OF_EACH[index])[2][0].get("d") for index in (1, 2, 3)
    )  # after the title and the paper
    assert two == "M0,0L40,80 80,0ZM160,0L200,80 240,0Z"
    assert lines == "M0,40L240,40M0,80L240,80"
    assert curve == "M0,0C40,40 80,40 120,0"


def test_only_level_and_upright_lines_are_kept_sharp():
    def rendering(shape: Shape) -> str | None:
        return parsed(shape)[2][0].get("shape-rendering")

    assert rendering(ONE_OF_EACH[0]) == rendering(ONE_OF_EACH[2]) == "crispEdges"
    assert rendering(ONE_OF_EACH[1]) is None
    assert rendering(Lines((((0, 0), (1, 2)),), Role.GRID)) is None


def test_dashes_are_widths_of_their_line():
    group = parsed(Disc(1, 1, 0.4, Role.VACATED))[2]
    width = float(group.get("stroke-width", ""))
    assert group.get("stroke-dasharray") == f"{2.5 * width:g} {2.5 * width:g}"


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_makes_a_document_that_can_be_parsed(title, label):
    root = parsed(Text(1, 1, label, Role.LABEL), title=title)
    assert len(list(root.iter())) == 5


def test_markup_in_texts_stays_text():
    hostile = '</text><script>alert("1")</script>&amp;'
    root = parsed(Text(1, 1, hostile, Role.CAPTION), title=hostile)
    assert [node.text for node in root.iter() if node.text] == [hostile, hostile]
    assert not root.findall(f".//{SVG}script")


def test_document_loads_nothing():
    document = paint(Scene(7, 5.5, ONE_OF_EACH, "title"))
    for word in ("href", "url(", "@import", "<style", "<script", "font-face"):
        assert word not in document


def test_notebooks_show_the_document():
    document = paint(Scene(1, 1, (), "nothing"))
    assert document._repr_svg_() == document
    assert type(document._repr_svg_()) is str


def test_equal_shapes_of_different_roles_do_not_borrow_from_each_other():
    white, black = parsed(Disc(1, 1, 0.4, Role.WHITE), Disc(1, 1, 0.4, Role.BLACK))[2:]
    assert white.get("fill") != black.get("fill")


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_is_anchored_as_asked(anchor):
    (text,) = parsed(Text(2, 1, "12", Role.COUNT, anchor))[2]
    assert (text.get("x"), text.get("text-anchor")) == ("80", anchor)
    assert float(text.get("y", "")) > UNIT  # the line under the letters, which are centred
