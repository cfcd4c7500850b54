"""``ludograph plot``: the right picture in the right file, and plain words where there is none."""

from io import BytesIO

import pytest
from PIL import Image

from analysis.plots import PLOTS

MATCH = "classic:megiddo-match"
BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG\r\n", "pdf": b"%PDF-"}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_is_drawn(ludograph, name):
    files = (MATCH, "classic:gipf-tournament") if name == "reserve" else (MATCH,)
    run = ludograph("plot", name, *files, "--as", "png")
    assert (run.status, run.err) == (0, "")
    with Image.open(BytesIO(run.raw)) as image:
        assert image.width == pytest.approx(85 / 25.4 * 300, abs=1)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "beginning"), BEGINNINGS.items(), ids=BEGINNINGS)
def test_kinds_of_file_by_name_and_by_option(ludograph, tmp_path, kind, beginning):
    named = ludograph("plot", "lengths", MATCH, "-o", f"plot.{kind.upper()}")
    piped = ludograph("plot", "lengths", MATCH, "--as", kind)
    assert (named.status, named.raw, named.err) == (0, b"", "")
    assert (tmp_path / f"plot.{kind.upper()}").read_bytes() == piped.raw
    assert piped.raw.startswith(beginning)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "millimetres"), [("double", 175), ("120", 120)])
def test_widths(ludograph, width, millimetres):
    run = ludograph("plot", "lengths", MATCH, "--width", width)
    with Image.open(BytesIO(run.raw)) as image:
        assert image.width == pytest.approx(millimetres / 25.4 * 300, abs=1)


@pytest.mark.slow
def test_games_of_a_broken_record_count_as_far_as_they_are_good(ludograph):
    run = ludograph("plot", "material", "classic:epaminondas-slip", "-o", "plot.svg")
    assert run.status == 1
    assert run.err == "1 record with errors: see ludograph check\n"
