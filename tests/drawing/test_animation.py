from io import BytesIO

import numpy
import pytest
from PIL import Image

from analysis import diagrams
from analysis.drawing import mpl
from analysis.drawing.picture import PictureOptions
from analysis.drawing.style import PAPER
from tests.drawing.demonstration import moment

STEP = 12.0
SMALL = PictureOptions(step=STEP)


def scenes(*captions: str):
    return [
        diagrams.compose(moment(ply).position, last=moment(ply).move, caption=caption)
        for ply, caption in enumerate(captions, start=5)
    ]


def frames(content: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(content)) as image:
        found = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append(image.convert("RGB"))
        return found


def durations(content: bytes) -> list[int]:
    with Image.open(BytesIO(content)) as image:
        found = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append(image.info["duration"])
        return found


def test_every_scene_is_a_frame_of_its_own():
    content = diagrams.animate(scenes("a", "b", "c"), SMALL)
    assert content.startswith(b"GIF89a")
    assert len({frame.tobytes() for frame in frames(content)}) == len(frames(content)) == 3


def test_frames_show_what_a_png_of_the_scene_shows():
    drawn = scenes("a", "b")
    for scene, frame in zip(drawn, frames(diagrams.animate(drawn, SMALL)), strict=True):
        with Image.open(BytesIO(mpl.paint(scene, "png", STEP))) as image:
            plain = numpy.asarray(image.convert("RGB"), dtype=int)
        apart = abs(plain - numpy.asarray(frame, dtype=int))
        assert apart.mean() < 2
        assert apart.max() < 80


def test_the_last_frame_stays_longer():
    assert durations(diagrams.animate(scenes("a", "b", "c"), SMALL, delay=0.5)) == [
        *(500, 500, 1500)
    ]


def test_a_long_caption_makes_all_frames_higher():
    short, tall = scenes("a", "b"), scenes("a", "word " * 40)
    (plain, _), (high, _) = (frames(diagrams.animate(some, SMALL)) for some in (short, tall))
    assert plain.width == high.width
    assert plain.height < high.height


def test_paper_stays_paper():
    (frame,) = frames(diagrams.animate(scenes("a"), SMALL))
    assert frame.getpixel((1, 1)) == tuple(bytes.fromhex(PAPER[1:]))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
def test_the_same_scenes_give_the_same_bytes(count):
    captions = "abc"[:count]
    assert diagrams.animate(scenes(*captions)) == diagrams.animate(scenes(*captions))
