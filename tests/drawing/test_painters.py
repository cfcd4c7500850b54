"""The painters: SVG, matplotlib, TikZ and GIF draw the same scene, and texts remain text."""

import re
import shutil
import struct
import subprocess
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import matplotlib
import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from analysis import diagrams, find
from analysis.drawing import mpl, tikz
from analysis.drawing.animation import animate
from analysis.drawing.picture import PictureOptions
from analysis.drawing.scene import Area, Curve, Disc, Lines, Scene, Shape, Text, rectangle
from analysis.drawing.style import PAPER, STYLES, Role
from analysis.drawing.svg import paint
from analysis.games import GAMES
from tests.drawing.demonstration import moment
from tests.gif import durations, frames

SVG = "{http://www.w3.org/2000/svg}"

SHAPES: tuple[Shape, ...] = (
    Area((rectangle(1, 1, 1, 1), rectangle(2, 2, 1, 1)), Role.TINT),
    Lines((((0, 1), (6, 1)), ((0, 2), (6, 2))), Role.GRID),
    Curve(((0, 0), (1, 1), (2, 1), (3, 0)), Role.FAINT_GRID),
    Disc(4, 3, 0.4, Role.BLACK),
    Disc(5, 3, 0.4, Role.VACATED),
    Text(3, 3.5, "$x_1$ & <12> é", Role.CAPTION),
)

EXAMPLE = Scene(6.3, 4.1, SHAPES, "Epaminondas <&> é")


HOSTILE = '</text><script>alert("1")</script>&amp;'


def parsed(*shapes: Shape, title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(paint(Scene(7, 5.5, shapes, title)))


@given(st.text(max_size=20), st.text(max_size=20))
@example(HOSTILE, HOSTILE)
def test_any_text_makes_a_document_that_can_be_parsed(title, label):
    root = parsed(Text(1, 1, label, Role.LABEL), title=title)
    assert len(list(root.iter())) == 5
    if HOSTILE in (title, label):
        assert [node.text for node in root.iter() if node.text] == [title, label]


def test_lines_are_as_wide_as_their_role_says_in_every_painter():
    (line,) = parsed(Lines((((0, 1), (6, 1)),), Role.GRID)).findall(f"{SVG}g")
    width = STYLES[Role.GRID].width
    assert float(line.attrib["stroke-width"]) == pytest.approx(40 * width)
    drawn: Any = mpl.artist(Lines((((0, 1), (6, 1)),), Role.GRID), 30)
    assert drawn.get_linewidth() == pytest.approx(30 * width)


def test_letters_are_as_large_as_their_role_says_at_their_baseline():
    text = Text(3, 3.5, "$x_1$", Role.CAPTION, anchor="end")
    drawn: Any = mpl.artist(text, 30)
    assert drawn.get_fontsize() == pytest.approx(30 * STYLES[Role.CAPTION].size)
    assert drawn.get_position() == (3, text.baseline)
    assert (drawn.get_ha(), drawn.get_va(), drawn.get_text()) == ("right", "baseline", "$x_1$")


def pixels(scene: Scene, step: float = 40) -> numpy.ndarray:
    return numpy.asarray(Image.open(BytesIO(mpl.paint(scene, "png", step))).convert("RGB"))


def rgb(colour: str | None) -> tuple[int, ...]:
    assert colour is not None
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize("step", [10, 33.3, 40], ids=str)
def test_png_has_whole_pixels_around_the_scene(step):
    header = struct.unpack(">II", mpl.paint(EXAMPLE, "png", step)[16:24])
    assert header == tuple(int(-(-size * step // 1)) for size in (EXAMPLE.width, EXAMPLE.height))


def test_pdf_is_as_large_as_the_picture_on_the_screen_and_names_its_content_and_no_time():
    points = [float(numpy.ceil(size * 40)) * 72 / 96 for size in (EXAMPLE.width, EXAMPLE.height)]
    content = mpl.paint(EXAMPLE, "pdf", 40)
    box = content.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert [float(number) for number in box] == pytest.approx([0, 0, *points], abs=1e-3)
    assert b"/Title" in content
    assert b"/CreationDate" not in content
    assert b"/Type /Page " in content


def test_shapes_lie_where_the_scene_says():
    image = pixels(EXAMPLE)
    black, tint = rgb(STYLES[Role.BLACK].fill), rgb(STYLES[Role.TINT].fill)
    assert tuple(image[3 * 40, 4 * 40]) == black
    assert tuple(image[60, 60]) == tuple(image[100, 100]) == tint
    assert tuple(image[60, 100]) == rgb(PAPER)


@pytest.mark.parametrize("kind", ["png", pytest.param("pdf", marks=pytest.mark.slow)])
def test_settings_of_the_reader_leave_no_trace(kind):
    plain = mpl.paint(EXAMPLE, kind, 40)
    theirs: dict[Any, Any] = {
        "savefig.bbox": "tight",
        "savefig.dpi": 300,
        "font.size": 30,
        "lines.scale_dashes": False,
        "path.sketch": (1, 100, 2),
    }
    with matplotlib.rc_context(theirs):
        assert mpl.paint(EXAMPLE, kind, 40) == plain
        assert matplotlib.rcParams["font.size"] == 30


COMMANDS = PictureOptions(caption=r"\input{x} $a^2$ 50% #1 {_} ~&" + "\n\\end{tikzpicture}")


def test_braces_are_balanced_and_texts_are_no_commands():
    scene = diagrams.compose(moment(7).position, COMMANDS)
    code = tikz.paint(scene, 36)
    written = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert any("input" in one for one in written)
    bare = re.sub(r"\\[{}]", "", code)
    assert bare.count("{") == bare.count("}")
    assert code.count(r"\end{tikzpicture}") == 1
    assert r"\input" not in code
    assert r"\textbackslash{}input\{x\} \$a\textasciicircum{}2\$ 50\% \#1" in code


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex is installed")
def test_latex_accepts_it(tmp_path):
    position, move, before = moment(7)
    pictures = "".join(
        diagrams.draw(one, "tex", COMMANDS, last=last, before=earlier).decode()
        for one, last, earlier in (
            (position, move, before),
            *((find(game).start(), None, None) for game in GAMES),
        )
    )
    book = f"\\documentclass{{article}}\\usepackage{{tikz}}\\begin{{document}}\n{pictures}"
    (tmp_path / "book.tex").write_text(f"{book}\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "book.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert run.returncode == 0, run.stdout[-2000:]


STEP = 12.0


def scenes(*captions: str):
    return [
        diagrams.compose(moment(ply).position, PictureOptions(caption=one), last=moment(ply).move)
        for ply, one in enumerate(captions, start=5)
    ]


def test_frames_show_what_a_png_of_the_scene_shows_the_last_one_longer():
    drawn = scenes("a", "b")
    made = animate(drawn, STEP, 0.5)
    assert durations(made) == [500, 1500]
    for scene, frame in zip(drawn, frames(made), strict=True):
        with Image.open(BytesIO(mpl.paint(scene, "png", STEP))) as image:
            plain = numpy.asarray(image.convert("RGB"), dtype=int)
        apart = abs(plain - numpy.asarray(frame, dtype=int))
        assert apart.mean() < 2
        assert apart.max() < 80


@pytest.mark.slow
def test_a_long_caption_makes_all_frames_higher():
    short, tall = scenes("a", "b"), scenes("a", "word " * 40)
    (plain, _), (high, _) = (frames(animate(some, STEP, 1.0)) for some in (short, tall))
    assert plain.width == high.width
    assert plain.height < high.height
