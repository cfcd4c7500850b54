from xml.etree import ElementTree

import pytest

from analysis import diagrams
from analysis.drawing.svg import UNIT
from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import STANDARD, EpaminondasVariant
from analysis.games.grid.diagram import RADIUS
from notation.errors import InvalidPosition, UnknownName
from tests.drawing.demonstration import moment

HOSTILE = 'x]]></text><script>alert(1)</script> & "$\\frac{1}$" \0\ud800'
CLEAN = HOSTILE.replace("\0", "\ufffd").replace("\ud800", "\ufffd")

SIGNATURES = {
    "text": b"12 b b",
    "svg": b"<svg xmlns=",
    "png": b"\x89PNG\r\n\x1a\n",
    "pdf": b"%PDF-",
    "tex": b"% Epaminondas",
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", diagrams.KINDS)
def test_every_kind_is_drawn_with_all_options(kind):
    position, move, before = moment(7)
    plain = diagrams.draw(position, kind)
    full = diagrams.draw(
        position, kind, last=move, before=before, labels="numbers", caption="4. 4.7.4N3x3"
    )
    flipped = diagrams.draw(position, kind, flipped=True)
    assert plain.startswith(SIGNATURES[kind])
    assert len({plain, full, flipped}) == 3


def test_unknown_kind_is_told_the_known_ones():
    with pytest.raises(UnknownName, match="picture 'bmp'; there are: text, svg, png, pdf"):
        diagrams.draw(Position.start(STANDARD), "bmp")


@pytest.mark.parametrize("ply", [1, 7, 23])
def test_svg_has_one_circle_per_piece(ply):
    position = moment(ply).position
    root = ElementTree.fromstring(diagrams.svg(position))
    radius = f"{RADIUS * UNIT:g}"
    for side, bits in (("white", position.white), ("black", position.black)):
        circles = [
            circle
            for group in root.findall(f"{SVG}g[@class='ludograph-{side}']")
            for circle in group.findall(f"{SVG}circle")
            if circle.get("r") == radius
        ]
        assert len(circles) == bits.bit_count()


def test_caption_is_text_in_every_kind():
    position = Position.start(EpaminondasVariant(6, 5))
    root = ElementTree.fromstring(diagrams.svg(position, caption=HOSTILE))
    captions = root.findall(f"{SVG}g[@class='ludograph-caption']/{SVG}text")
    assert "".join(line.text or "" for line in captions).replace(" ", "") == CLEAN.replace(" ", "")
    assert diagrams.text(position, caption=HOSTILE).splitlines()[-1] == f"# {CLEAN}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_hostile_caption_is_painted(kind):
    plain = diagrams.draw(Position.start(STANDARD), kind, caption="x")
    assert diagrams.draw(Position.start(STANDARD), kind, caption=HOSTILE) != plain


@pytest.mark.parametrize("caption", ["", "A caption", "two\nlines\n12 b b"], ids=str.split)
def test_text_with_a_caption_is_read_back(caption):
    position = moment(5).position
    text = diagrams.text(position, caption=caption)
    assert diagrams.read_text("epaminondas", text) == position


def test_reading_needs_a_known_game_and_a_diagram():
    with pytest.raises(UnknownName, match="no game 'halma'"):
        diagrams.read_text("halma", "")
    with pytest.raises(InvalidPosition, match="diagram line 1"):
        diagrams.read_text("epaminondas", "")


def test_scene_carries_options_and_caption():
    position, move, before = moment(7)
    scene = diagrams.compose(position, last=move, before=before, caption="Ply 7")
    assert scene.shapes[-1].text == "Ply 7"  # type: ignore[union-attr]
    assert scene == diagrams.compose(position, last=move, before=before).captioned("Ply 7")
