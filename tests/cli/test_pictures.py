"""``ludograph show`` and ``plot``: the right picture in the right file."""

from io import BytesIO

import pytest
from PIL import Image

from tests.cases import each_case
from tests.gif import durations

CLASSIC = "classic:epaminondas-demonstration"

BEGINNINGS = {"svg": b"<svg", "png": b"\x89PNG\r\n", "pdf": b"%PDF-", "gif": b"GIF89a"}

BROKEN = "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4 10.7.3S3\n"


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "beginning"), BEGINNINGS.items(), ids=BEGINNINGS)
def test_kinds_of_picture_by_option_and_by_name(ludograph, tmp_path, kind, beginning):
    named = ludograph("show", CLASSIC, "--ply", "7", "-o", f"capture.{kind.upper()}")
    asked = ludograph("show", CLASSIC, "--ply", "7", "--as", kind, "-o", "capture")
    piped = ludograph("show", CLASSIC, "--ply", "7", "--as", kind)
    assert (named.status, asked.status, piped.status) == (0, 0, 0)
    assert (named.raw, asked.raw) == (b"", b"")
    for content in (
        (tmp_path / f"capture.{kind.upper()}").read_bytes(),
        (tmp_path / "capture").read_bytes(),
        piped.raw,
    ):
        assert content.startswith(beginning)
        assert len(content) > 1000


@pytest.mark.slow
def test_a_gif_replays_a_part_of_the_game(ludograph):
    part = ludograph("show", CLASSIC, "--as", "gif", "--ply", "5-9", "--delay", "0.2")
    assert durations(part.raw) == [200, 200, 200, 200, 600]


def test_a_broken_game_is_replayed_up_to_its_error(ludograph, tmp_path):
    (tmp_path / "broken.txt").write_text(BROKEN)
    run = ludograph("show", "broken.txt", "--as", "gif")
    assert (run.status, len(durations(run.raw))) == (1, 3)
    assert "broken.txt:2:4: error" in run.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "pixels", "dpi"),
    [(("--size", "600"), 600, 96), (("--size", "600", "--dpi", "300"), 600, 300),
     (("--size", "5cm", "--dpi", "300"), 591, 300)],
    ids=["pixels", "pixels and dots", "length and dots"],
)  # fmt: skip
def test_a_png_has_its_dots(ludograph, options, pixels, dpi):
    with Image.open(BytesIO(ludograph("show", CLASSIC, "--as", "png", *options).raw)) as image:
        assert image.width == pixels
        assert image.info["dpi"][0] == pytest.approx(dpi, abs=0.1)


@each_case(
    ("name", "move"),
    [("epaminondas-demonstration", "2.7.2N2"), ("gipf-tournament", "Gb3"), ("megiddo-match", "D3")],
)
def test_a_text_board_with_its_legend_and_circles_is_no_title_of_the_next_game(
    ludograph, name, move
):
    drawn = ludograph("show", f"classic:{name}", "--ply", "5", "--legend", "--mark", "b3").raw
    assert drawn.endswith(b"# marked b3\n")
    found = ludograph("convert", "-", "--to", "jsonl", stdin=drawn + f"1. {move}\n".encode())
    (record,) = found.objects
    assert (record["moves"], record["tags"]) == ([move], {})
    assert "skipped-text" not in [note["code"] for note in record["notes"]]
