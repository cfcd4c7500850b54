import struct
import subprocess
import sys
from io import BytesIO
from typing import Any

import matplotlib
import numpy
import pytest
from PIL import Image

from analysis.drawing.mpl import paint
from analysis.drawing.scene import Area, Curve, Disc, Lines, Scene, Shape, Text, rectangle
from analysis.drawing.style import PAPER, STYLES, Role

SHAPES: tuple[Shape, ...] = (
    Area((rectangle(1, 1, 1, 1), rectangle(2, 2, 1, 1)), Role.TINT),
    Lines((((0, 1), (6, 1)), ((0, 2), (6, 2))), Role.GRID),
    Curve(((0, 0), (1, 1), (2, 1), (3, 0)), Role.FAINT_GRID),
    Disc(4, 3, 0.4, Role.BLACK),
    Disc(5, 3, 0.4, Role.VACATED),
    Text(3, 3.5, "$x_1$ & <12> é", Role.CAPTION),
)
SCENE = Scene(6.3, 4.1, SHAPES, "Epaminondas <&> é")


def pixels(scene: Scene, step: float = 40) -> numpy.ndarray:
    return numpy.asarray(Image.open(BytesIO(paint(scene, "png", step))).convert("RGB"))


def rgb(colour: str | None) -> tuple[int, ...]:
    assert colour is not None
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize(
    ("kind", "signature"), [("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")], ids=["png", "pdf"]
)
def test_files_begin_with_their_signature(kind, signature):
    assert paint(SCENE, kind, 40).startswith(signature)


@pytest.mark.parametrize("step", [10, 33.3, 40], ids=str)
def test_png_has_whole_pixels_around_the_scene(step):
    header = struct.unpack(">II", paint(SCENE, "png", step)[16:24])
    assert header == tuple(int(-(-size * step // 1)) for size in (SCENE.width, SCENE.height))


def test_pdf_is_as_large_as_the_picture_on_the_screen():
    points = [float(numpy.ceil(size * 40)) * 72 / 96 for size in (SCENE.width, SCENE.height)]
    box = paint(SCENE, "pdf", 40).split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert [float(number) for number in box] == pytest.approx([0, 0, *points], abs=1e-3)


def test_shapes_lie_where_the_scene_says():
    image = pixels(SCENE)
    black, tint = rgb(STYLES[Role.BLACK].fill), rgb(STYLES[Role.TINT].fill)
    assert tuple(image[3 * 40, 4 * 40]) == black
    assert tuple(image[60, 60]) == tuple(image[100, 100]) == tint
    assert tuple(image[60, 100]) == rgb(PAPER)


def test_later_shapes_cover_earlier_ones():
    discs = [Disc(1, 1, 0.4, role) for role in (Role.WHITE, Role.BLACK, Role.GREEN)]
    for order in (discs, discs[::-1]):
        centre = pixels(Scene(2, 2, tuple(order), ""))[40, 40]
        assert tuple(centre) == rgb(STYLES[order[-1].role].fill)


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_the_same_scene_gives_the_same_bytes(kind):
    assert paint(SCENE, kind, 40) == paint(SCENE, kind, 40)


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_settings_of_the_reader_leave_no_trace(kind):
    plain = paint(SCENE, kind, 40)
    theirs: dict[Any, Any] = {
        "savefig.bbox": "tight",
        "savefig.dpi": 300,
        "font.size": 30,
        "lines.scale_dashes": False,
        "path.sketch": (1, 100, 2),
    }
    with matplotlib.rc_context(theirs):
        assert paint(SCENE, kind, 40) == plain
        assert matplotlib.rcParams["font.size"] == 30


def test_pdf_names_its_content_and_no_time():
    content = paint(SCENE, "pdf", 40)
    assert b"/Title" in content
    assert b"/CreationDate" not in content
    assert b"/Type /Page " in content


def test_png_names_its_content():
    content = paint(SCENE, "png", 40)
    with Image.open(BytesIO(content)) as image:
        assert image.info["Title"] == SCENE.title


@pytest.mark.slow
def test_pyplot_stays_out():
    program = (
        "import sys\n"
        "from analysis import diagrams\n"
        "from analysis.games.epaminondas.rules import Position\n"
        "from analysis.games.epaminondas.state import STANDARD\n"
        "assert 'matplotlib' not in sys.modules\n"
        "drawn = [diagrams.draw(Position.start(STANDARD), kind) for kind in diagrams.KINDS]\n"
        "assert 'matplotlib' in sys.modules\n"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"
