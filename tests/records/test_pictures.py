"""Pictures with small print: they are enlarged and read again; the surer reading is kept."""

import io
import subprocess
from itertools import chain, repeat

import pytest
from PIL import Image, ImageDraw

import records
from records.model import BOX
from records.scans import image
from records.scans.image import PIXELS, enlarged
from tests.records.printed import boxes, sheet
from tests.records.test_scans import MOVES, ROWS, codes

HEIGHT = 16


def printed(scale: float, confidence: int) -> bytes:
    """Return hOCR of the sheet of a test, with boxes enlarged by a factor."""
    lines = "".join(
        "<span class='ocr_line'><span class='ocrx_word' title='bbox "
        f"{' '.join(str(round(edge * scale)) for edge in box)}; x_wconf {confidence}'>{text}"
        "</span></span>\n"
        for text, *box in boxes(sheet(ROWS))
    )
    return f"<html><body><div class='ocr_page'>\n{lines}</div></body></html>".encode()


def picture(pages: int = 1, size: tuple[int, int] = (60, 40)) -> bytes:
    frames = [Image.new("L", size, 255) for _ in range(pages)]
    stored = io.BytesIO()
    frames[0].save(stored, "TIFF", save_all=True, append_images=frames[1:])
    return stored.getvalue()


@pytest.fixture
def program(monkeypatch, tmp_path):
    """Return a function that reads a picture, given the answers of the recognition program."""

    def read(*answers: bytes, data: bytes = picture()):
        given = chain(answers, repeat(b""))
        seen = []

        def run(command, **options):
            seen.append(options["input"])
            return subprocess.CompletedProcess(command, 0, next(given), b"")

        monkeypatch.setattr(image, "which", lambda _: "/usr/bin/tesseract")
        monkeypatch.setattr(subprocess, "run", run)
        path = tmp_path / "scan.tiff"
        path.write_bytes(data)
        (record,) = records.read(path)
        return record, seen

    return read


def test_the_surer_reading_is_kept_with_boxes_of_the_picture_as_it_is(program):
    record, seen = program(printed(0.5, 40), printed(1.5, 80))
    assert record.moves == MOVES
    assert [Image.open(io.BytesIO(data)).size for data in seen] == [(60, 40), (180, 120)]
    (told,) = (one for one in record.findings if one.code == "recognised")
    assert "3 times as large, since its print is 8 pixels high" in told.message
    for number, *box in (detail[BOX] for detail in record.details.values()):
        assert number == 1
        assert box[3] - box[1] == pytest.approx(HEIGHT / 2, abs=1)


@pytest.mark.parametrize(
    "answers",
    [(printed(0.5, 80), printed(1.5, 40)), (printed(0.5, 80), b"<html>"), (printed(0.5, 80),)],
    ids=["less-sure", "broken", "nothing"],
)
def test_an_enlarged_picture_that_is_read_worse_changes_nothing(answers, program):
    record, seen = program(*answers)
    assert len(seen) == 2
    assert record.moves == MOVES
    assert "times as large" not in record.findings[0].message


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"II*\0", picture()[:100]])
def test_a_picture_that_cannot_be_enlarged_is_read_as_it_is(data, program):
    assert enlarged(data, 2) is None
    record, _ = program(printed(0.5, 80), data=b"\x89PNG\r\n\x1a\n" + data)
    assert record.moves == MOVES
    assert codes(record) >= {"recognised"}


def test_all_pages_are_enlarged_up_to_a_number_of_pixels():
    larger = enlarged(picture(3), 2)
    assert larger is not None
    with Image.open(io.BytesIO(larger)) as pages:
        assert (getattr(pages, "n_frames", 1), pages.size) == (3, (120, 80))
    side = int(PIXELS**0.5 / 3) + 1
    assert enlarged(picture(1, (side, side)), 3) is None


def test_specks_go_and_strokes_stay():
    page = Image.new("L", (40, 40), 255)
    draw = ImageDraw.Draw(page)
    draw.point((10, 10), fill=0)
    draw.line((20, 5, 20, 35), fill=0)
    stored = io.BytesIO()
    page.save(stored, "PNG")
    larger = enlarged(stored.getvalue(), 2)
    assert larger is not None
    grey = Image.open(io.BytesIO(larger)).convert("L")
    assert min(grey.crop((10, 10, 30, 30)).tobytes()) > 200
    assert min(grey.crop((38, 20, 44, 60)).tobytes()) < 60
