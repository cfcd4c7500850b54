"""The house style: sizes, inert text, files that are the same each time, colours for all."""

import subprocess
import sys
from io import BytesIO
from itertools import pairwise

import matplotlib
import numpy
import pytest
from PIL import Image

from analysis.plots import DOUBLE, KINDS, PLOTS, SINGLE, lengths, save
from analysis.plots.style import SERIES, panels, shades, styled
from notation.errors import UnknownName
from tests.plots.samples import axes_of, sample

BEGINNINGS = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}
ODD = "$x_1$ <b>& \u65e5\x00\ud800"


@styled
def three(width, words=ODD):
    titles, heights = ["One", words, "Three"], [40, 50, 30]
    about = {"title": words, "caption": "words " * 40}
    return panels(titles, **about, width=width, heights=heights)[0]


@pytest.mark.slow
@pytest.mark.parametrize("width", [SINGLE, DOUBLE, 60.0], ids=["single", "double", "narrow"])
def test_figures_are_as_wide_as_the_column(width):
    with Image.open(BytesIO(save(three(width), "png"))) as image:
        assert image.width == pytest.approx(width / 25.4 * 300, abs=1)


@pytest.mark.slow
def test_panels_stand_below_each_other_in_one_column_and_side_by_side_in_two():
    for width, rows in ((SINGLE, 3), (DOUBLE, 1)):
        figure = three(width, "Two")
        figure.draw_without_rendering()
        assert len({round(axes.get_position().y0, 3) for axes in figure.axes}) == rows


@pytest.mark.slow
def test_captions_are_broken_to_fit():
    figure = three(SINGLE, "Two")
    figure.draw_without_rendering()
    box = figure._supxlabel.get_window_extent()
    assert box.x1 < figure.bbox.width
    assert box.y0 >= 0
    assert "\n" in figure.get_supxlabel()


@pytest.mark.slow
def test_odd_text_is_text():
    for kind in KINDS:
        assert save(three(SINGLE), kind)
    assert three(SINGLE).axes[1].get_title(loc="left") == "$x_1$ <b>& \u65e5\ufffd\ufffd"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_table_gives_the_same_bytes_whatever_the_reader_s_settings(kind):
    games = sample().games.iloc[:4]
    plain = save(lengths(games), kind)
    assert plain.startswith(BEGINNINGS[kind])
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 20}):
        assert save(lengths(games), kind) == plain


def test_the_error_on_an_unknown_kind_lists_the_known_ones():
    with pytest.raises(UnknownName, match="'bmp'; there are: png, svg, pdf"):
        save(three(SINGLE), "bmp")


@pytest.mark.slow
@pytest.mark.parametrize("width", [SINGLE, DOUBLE], ids=["single", "double"])
@pytest.mark.parametrize("name", [name for name in PLOTS if name != "openings"])
def test_every_plot_says_what_it_shows(name, width):
    table = sample().games if PLOTS[name].table == "games" else sample().plies
    figure = PLOTS[name].function(table, width=width)
    assert figure.get_suptitle()
    assert "game" in figure.get_supxlabel() or "Total captures" in figure.get_supxlabel()
    assert figure.get_size_inches()[0] == pytest.approx(width / 25.4)
    sizes = [text.get_fontsize() for axes in axes_of(figure) for text in axes.texts]
    assert min(sizes, default=6) >= 6


def lightness(colour):
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in matplotlib.colors.to_rgb(colour))  # fmt: skip
    return 116 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 3) - 16


def test_sides_differ_without_colours():
    assert len({one.marker for one in SERIES}) == len({one.line for one in SERIES}) == len(SERIES)
    assert len({one.hatch for one in SERIES}) == len(SERIES)
    first, second, third = sorted(lightness(one.colour) for one in SERIES)
    assert min(second - first, third - second) > 10


def test_maps_grow_ever_darker():
    scale = [lightness(shades()(share)[:3]) for share in numpy.linspace(0, 1, 40)]
    assert all(later < earlier for earlier, later in pairwise(scale))
    assert scale[0] > 90
    assert scale[-1] < 20


@pytest.mark.slow
def test_pyplot_stays_out():
    program = (
        "import sys\n"
        "import pandas as pd\n"
        "from analysis.plots import lengths, save\n"
        "assert 'matplotlib' not in sys.modules\n"
        "row = {'path': 'x', 'game_id': 1, 'game': 'gipf', 'variant': 'basic', 'plies': 9}\n"
        "games = pd.DataFrame([row | {'ended': 'reserve', 'reason': 'reserve', 'verdict': '1'}])\n"
        "save(lengths(games), 'svg')\n"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("False\n", "")


@styled
def titled(title):
    """Return a figure of three panels of a title, and its axes."""
    return panels([title] * 3, title="", caption="", width=DOUBLE, heights=[40] * 3)


@pytest.mark.parametrize("variant", ["standard+columns=20+rows=20", "base+players=3"])
def test_titles_of_panels_fit_beside_each_other(variant):
    title = f"Epaminondas, {variant} (120 games)"
    figure, axes = titled(title)
    figure.canvas.draw()
    ends = [one._left_title.get_window_extent() for one in axes]
    limits = [*(one.x0 for one in ends[1:]), figure.bbox.x1]
    assert all(one.x1 <= limit for one, limit in zip(ends, limits, strict=True))
    lines = axes[0].get_title(loc="left").split("\n")
    assert "".join(lines).replace(" ", "") == title.replace(" ", "")
