"""Figures and files: sizes, light and dark colours, text, equal bytes in each run."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import matplotlib
import pytest
from matplotlib.colors import to_hex
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from analysis.plots import DOUBLE, KINDS, PLOTS, SINGLE, save, style
from analysis.plots.chart import Block, Chart, Icicle, Share, Shares
from analysis.plots.draw import figure, panel_figures
from analysis.plots.files import themed_svg
from analysis.plots.openings import LEAST
from analysis.statistics.estimates import Proportion
from notation.errors import UnknownName
from tests.colours import contrast, lightness
from tests.plots.samples import axes_of, games_table, played, sample

lengths = PLOTS["lengths"].draw

QUICK = ("lengths",)
"""Plots of which the colours are looked at in every run."""

SVG = "{http://www.w3.org/2000/svg}"

ODD = "$x_1$ <b>& \u65e5\x00\ud800"

DARK = "@media screen and (prefers-color-scheme:dark)"


def chart(*labels, title="Title", caption="words " * 40):
    """Return a chart with a panel for each label, which names its only group."""
    return Chart(title, caption, tuple(
        Shares("gipf", ("basic",), 9, (Share(label, Proportion(6, 9), 0.5),)) for label in labels
    ))  # fmt: skip


def texts(svg):
    return [one.text for one in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("width", [SINGLE, pytest.param(DOUBLE, marks=pytest.mark.slow)], ids=str)
def test_figures_are_as_wide_as_the_column(width):
    with Image.open(BytesIO(save(figure(chart("a", "b"), width), "png"))) as image:
        assert image.width == pytest.approx(width / 25.4 * 300, abs=1)
        assert isinstance(image, PngImageFile)
        assert image.text["Title"] == "Title"
        assert image.text["Description"].startswith("GIPF, basic (9 games): a: 67 % (35 to 88 %)")


def panels_of(name):
    """Return a chart of three panels of a plot, with numbers of games of different lengths."""
    panel = PLOTS[name].chart(sample().tabled("gipf", name)).panels[0]
    many = [replace(panel, variants=("tournament",), games=games) for games in (46, 300, 1234)]
    return Chart("T", "C", tuple(many))


def long_lots():
    """Return the balance in three games, grouped by a tag with a long value."""
    lot = {"lot": "Grand tournament of all the regions"}
    kinds = [("epaminondas", "standard"), ("gipf", "basic"), ("megiddo", "base")]
    table = games_table(*({"game": game, "variant": variant} | lot for game, variant in kinds))
    return PLOTS["balance"].chart(table, by="lot")


WIDE = {
    "long caption": (lambda: chart("a").remarked("One move was accepted."), SINGLE),
    "panels of lengths": (lambda: panels_of("lengths"), DOUBLE),
    "panels of captures": (lambda: panels_of("captures"), DOUBLE),
    "long labels": (long_lots, DOUBLE),
}


@pytest.mark.parametrize(
    ("made", "width"),
    [pytest.param(*one, id=name, marks=[pytest.mark.slow] * (name != "long caption"))
     for name, one in WIDE.items()],
)  # fmt: skip
def test_captions_titles_and_labels_are_inside_the_figure(made, width):
    found = figure(made(), width)
    found.set_dpi(300)  # as in files: at few dots a letter may be wider
    found.draw_without_rendering()
    shown = [found._supxlabel]  # type: ignore[attr-defined]
    for axes in axes_of(found):
        shown += [axes._left_title, axes.xaxis.label, *axes.get_yticklabels()]
    for box in (one.get_window_extent() for one in shown):
        assert box.x1 <= found.bbox.width
        assert min(box.x0, box.y0) >= -1


def test_remarks_stand_behind_the_caption():
    words = figure(chart("a").remarked("One move was accepted.")).get_supxlabel()
    assert words.replace("\n", " ") == f"{'words ' * 40}One move was accepted."
    assert chart("a").remarked("") == replace(chart("a"), counted="")


@pytest.mark.slow
def test_rows_of_shares_are_as_high_as_their_labels():
    long = "World Computer Olympiad, preliminary round"
    rows = [Share(label, Proportion(6, 9), 0.5) for label in ("one", long, "three", long, "five")]
    made = figure(Chart("T", "C", (Shares("gipf", ("basic",), 9, tuple(rows)),) * 3))
    made.draw_without_rendering()
    for axes in axes_of(made):
        boxes = [one.get_window_extent() for one in axes.get_yticklabels()]
        assert all(upper.y0 >= lower.y1 - 1 for upper, lower in pairwise(boxes))


def test_svg_has_its_text_as_text_and_a_text_alternative():
    svg = save(figure(chart(ODD, title=ODD, caption="About.")), "svg").decode()
    assert svg.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg ')
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "$x_1$ <b>& \u65e5\ufffd\ufffd"
    assert root.findtext(f"{SVG}desc") == (
        f"GIPF, basic (9 games): {ODD[:-2]}\ufffd\ufffd: 67 % (35 to 88 %) of 9 games."
        .replace("\x00", "\ufffd")
    )  # fmt: skip
    found = texts(svg)
    assert {"$x_1$ <b>& \u65e5\ufffd\ufffd", "About.", "9 games", "50 %"} <= {*found}
    assert "var(" not in svg
    assert "'DejaVu Sans', 'Bitstream Vera Sans', Verdana, sans-serif" in svg
    assert "metadata" not in svg


def test_images_name_the_letters_that_the_font_lacks():
    assert style.drawable("Zo\u00eb \u65e5\n") == "Zo\u00eb <65E5>\n"
    assert style.drawable("\U0001f984x") == "<1F984>x"
    made, plain = figure(chart("a", caption="\u65e5")), figure(chart("a", caption="<65E5>"))
    assert save(made, "png") == save(plain, "png")
    assert made.get_supxlabel() == "\u65e5"


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICK)) for name in PLOTS],
)
def test_every_colour_on_a_page_is_a_variable_that_is_dark_in_the_dark(name):
    if name == "openings":
        pytest.skip("has a test of its own")
    found = PLOTS[name].chart(sample().tabled("gipf", name))
    found = replace(found, panels=found.panels[:1])
    for panel, made in zip(found.panels, panel_figures(found, 75), strict=True):
        svg = themed_svg(made)
        root = ET.fromstring(svg)
        assert root.findtext(f"{SVG}title") == f"{found.title}: {panel.title}"
        assert root.findtext(f"{SVG}desc") == panel.words
        sheet = root.findtext(f"{SVG}style") or ""
        assert sheet.startswith(f"{DARK}{{svg{{--c")
        dark = dict(re.findall(r"--c([0-9a-f]{6}):(#[0-9a-f]{6});", sheet))
        used = re.findall(r"(?:fill|stroke): var\(--c([0-9a-f]{6}),#([0-9a-f]{6})\)", svg)
        assert all(one == light for one, light in used)
        assert {one for one, _ in used} == set(dark)
        assert not re.search(r"(?:fill|stroke)(?:: |=\")#", svg)
        assert dark["ffffff"] == "#201f1c"
        words = texts(svg)
        assert found.title not in words
        assert " ".join(panel.title.split(" ")) in " ".join(filter(None, words))
        if name != "capture-map":
            assert dark["0072b2"] == style.DARK_COLOURS[style.FIRST]


@pytest.mark.slow
def test_the_same_table_gives_the_same_bytes_whatever_the_reader_s_settings():
    games = sample().tabled("gipf", "lengths")
    plain = {kind: save(lengths(games), kind) for kind in KINDS}
    for kind, beginning in (("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml"), ("pdf", b"%PDF-")):
        assert plain[kind].startswith(beginning)
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 20}):
        made = lengths(games)
        assert {kind: save(made, kind) for kind in KINDS} == plain


def test_the_error_on_an_unknown_kind_lists_the_known_ones():
    with pytest.raises(UnknownName, match="'bmp'; there are: png, svg, pdf"):
        save(figure(chart("a")), "bmp")


def test_sides_differ_without_colours():
    assert len({one.marker for one in style.SERIES}) == len({one.line for one in style.SERIES}) == 3
    first, second, third = sorted(lightness(one.colour) for one in style.SERIES)
    assert min(second - first, third - second) > 10


def test_scales_are_monotonic_in_grey_on_both_grounds():
    dark = [style.DARK_COLOURS[one] for one in style.COUNTS]
    assert all(lightness(b) < lightness(a) for a, b in pairwise(style.COUNTS))
    assert all(lightness(b) > lightness(a) for a, b in pairwise(dark))
    # The palest colour of a map is not a board, and that of scores is even.
    assert lightness("#faf7f0") - lightness(style.COUNTS[0]) > 8
    for scale, sign in ((style.SCORES, 1), ([style.DARK_COLOURS[one] for one in style.SCORES], -1)):
        steps = [sign * (lightness(b) - lightness(a)) for a, b in pairwise(scale)]
        assert all(step > 0 for step in steps[:5])
        assert all(step < 0 for step in steps[5:])


@pytest.mark.parametrize("colours", [style.DARK_COLOURS.keys(), style.DARK_COLOURS.values()])
def test_letters_and_lines_stand_out_on_their_ground(colours):
    found = dict(zip(style.DARK_COLOURS, colours, strict=True))
    paper = lightness(found[style.PAPER])
    for one in (style.INK, style.SOFT, style.FIRST, style.SECOND, style.THIRD, style.MARK):
        assert abs(lightness(found[one]) - paper) > 38


@pytest.mark.slow
def test_pyplot_stays_out():
    program = (
        "import sys\n"
        "from analysis.plots import PLOTS, save\n"
        "from tests.plots.samples import games_table\n"
        "from analysis import diagrams, find\n"
        "assert 'matplotlib' not in sys.modules\n"
        "[diagrams.draw(find('gipf').start(), kind) for kind in diagrams.KINDS]\n"
        "save(PLOTS['lengths'].draw(games_table({})), 'svg')\n"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("False\n", "")


DOCS = Path(__file__).parents[2] / "docs"


def test_every_plot_is_documented():
    text = (DOCS / "plots.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z][a-z-]*)` \|", text, re.MULTILINE)
    assert named == list(PLOTS)
    assert f"fewer than {100 * LEAST:.2f} %" in text


@pytest.mark.slow
def test_panels_stand_below_each_other_in_one_column_and_side_by_side_in_two():
    for width, rows in ((SINGLE, 3), (DOUBLE, 2)):
        made = figure(chart("a", "b", "c"), width)
        made.draw_without_rendering()
        assert len({round(axes.get_position().y0, 3) for axes in made.axes}) == rows
        assert len(made.axes) == 3


@pytest.mark.slow
def test_panels_are_reduced_to_fit_a_page_by_two_fifths_at_most():
    panels = PLOTS["lengths"].chart(played(9)).panels
    one, two, five, nine = (
        figure(Chart("T", "C", panels * n)).get_size_inches()[1] * 25.4 for n in (1, 2, 5, 9)
    )
    usual = two - one
    assert one < two < five == pytest.approx(style.PAGE)
    assert nine == pytest.approx(one + (0.6 * 9 - 1) * usual)


def test_a_long_label_has_two_lines_and_an_ellipsis():
    (label,) = axes_of(figure(chart("word " * 40)))[0].get_yticklabels()
    first, second = label.get_text().split("\n")
    assert {*first.split(), *second.removesuffix("…").split()} == {"word"}
    assert second.endswith("…")


def test_the_median_stands_above_the_curve():
    (panel,) = PLOTS["lengths"].chart(played(*range(20, 60), *[60] * 40)).panels
    made = figure(Chart("T", "C", (panel,) * 2))
    made.canvas.draw()
    for axes in made.axes[:2]:
        legend = axes.get_legend()
        assert legend
        box = legend.get_window_extent()
        assert axes.transData.inverted().transform(box)[0][1] >= 1


@pytest.mark.parametrize("shown", [{}, style.DARK_COLOURS], ids=["light", "dark"])
def test_labels_of_openings_can_be_read_on_every_colour(shown):
    """Their contrast is at least 4.5, as WCAG 2 requires for text."""
    scores = [step / 20 for step in range(5, 16)]
    some = (Block(1, "A1", 9, n / 11, 1 / 11, score) for n, score in enumerate(scores))
    axes = axes_of(figure(Chart("T", "C", (Icicle("gipf", ("basic",), 99, tuple(some)),))))[0]
    pairs = [(to_hex(one.get_facecolor()), to_hex(text.get_color()))
             for one, text in zip(axes.patches, axes.texts, strict=True)]  # fmt: skip
    assert len({ground for ground, _ in pairs}) == 11
    for pair in pairs:
        assert contrast(*(shown.get(one, one) for one in pair)) >= 4.5, pair
