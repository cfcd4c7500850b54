"""Plots for the screen: what is painted is what the chart holds, in colours and in greys."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from analysis.plots import PLOTS
from analysis.plots.chart import Chart, Histogram, Share, Shares
from analysis.plots.printed.letters import drawable
from analysis.plots.screen import paint
from analysis.plots.screen.frame import above, ticks, title_lines
from analysis.plots.screen.theme import COLOURS, DARK_SCALE, DASHES, LIGHT_SCALE, SHADES, shade
from analysis.statistics.survival import survival
from tests.plots.samples import sample
from tests.plots.test_style import lightness

SVG = "{http://www.w3.org/2000/svg}"


def chart(name):
    table = sample().games if PLOTS[name].table == "games" else sample().plies
    return PLOTS[name].chart(table)


def parts(drawing, kind, **attributes):
    """Return the elements of a kind with such attributes."""
    found = ET.fromstring(drawing).iter(SVG + kind)
    return [one for one in found if all(one.get(name) == at for name, at in attributes.items())]


def test_bars_are_as_high_as_games_are_many():
    for panel, drawing in zip(chart("lengths").panels, paint(chart("lengths")).panels, strict=True):
        assert isinstance(panel, Histogram)
        bars = parts(drawing, "rect", **{"class": "f-bar s-ink"})
        counts = [count for count in panel.complete if count]
        assert len(bars) == len(counts)
        units = {round(float(bar.get("height", 0)) / count, 1)
                 for bar, count in zip(bars, counts, strict=True)}  # fmt: skip
        assert len(units) <= 1


def test_lines_go_through_the_values_of_the_chart():
    found = chart("material")
    for panel, drawing in zip(found.panels, paint(found).panels, strict=True):
        for number, curve in enumerate(panel.curves):
            side = ("first", "second", "third")[number]
            lines = parts(drawing, "path", **{"class": f"s-{side}", "stroke-width": "1.8"})
            drawn = [tuple(map(float, at.split(","))) for line in lines
                     for at in line.get("d", "")[1:].split("L")]  # fmt: skip
            values = [(point.move, point.value) for point in curve.points if not point.few]
            assert len(drawn) == len(values)
            for axis in (0, 1):
                pairs = [(value[axis], at[axis]) for value, at in zip(values, drawn, strict=True)]
                slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in pairwise(pairs)
                          if abs(x2 - x1) >= 1]  # fmt: skip
                assert max(slopes, default=0) - min(slopes, default=0) < 0.05


@pytest.mark.parametrize("name", ["lengths", "balance", "captures", "capture-map", "score"])
def test_every_panel_has_its_title_and_the_whole_has_all(name):
    found = chart(name)
    painted = paint(found, "a remark")
    for panel, drawing in zip(found.panels, painted.panels, strict=True):
        texts = [one.text or "" for one in parts(drawing, "text")]
        assert texts[: len(title_lines(panel.title))] == title_lines(panel.title)
        assert "".join(texts).count("nan") == 0
        assert drawing.count("<text") <= painted.whole.count("<text")
    words = " ".join(one.text or "" for one in parts(painted.whole, "text"))
    assert found.title in words
    assert "a remark" in words


def test_names_are_text_and_in_their_letters():
    names = ("<script>", "\U0001f600 \u65e5\u672c", 'a"b', "x" * 90)
    shares = tuple(Share(name, 9, 4.5, 0.5) for name in names)
    (drawing,) = paint(Chart("T", "C", (Shares("gipf", ("basic",), 36, shares),))).panels
    texts = [one.text for one in parts(drawing, "text")]
    assert set(names[:3]) <= set(texts)
    assert not parts(drawing, "script")
    assert max(len(text or "") for text in texts) <= 48


def test_one_game_is_no_estimate():
    panel = Histogram("gipf", ("basic",), 1, (8.5, 9.5), (1,), (0,), None, survival([9], [True]))
    (drawing,) = paint(Chart("T", "C", (panel,))).panels
    assert "one game: nothing to estimate" in drawing
    assert not [one for one in parts(drawing, "path") if one.get("stroke-dasharray")]


def test_scales_are_monotonic_in_grey_on_both_grounds():
    light, dark = (list(map(lightness, scale)) for scale in (LIGHT_SCALE, DARK_SCALE))
    assert light == sorted(light, reverse=True)
    assert dark == sorted(dark)
    assert [shade(share) for share in (0, 0.5, 1)] == [0, SHADES // 2, SHADES - 1]


@pytest.mark.parametrize("ground", [0, 1], ids=["light", "dark"])
def test_letters_and_lines_stand_out_on_their_ground(ground):
    paper = lightness(COLOURS["paper"][ground])
    for word in ("ink", "soft", "first", "second", "third", "mark"):
        assert abs(lightness(COLOURS[word][ground]) - paper) > 40
    assert len(set(DASHES)) == 3


@pytest.mark.parametrize("high", [0.003, 0.7, 1, 9, 10, 11, 99, 12345])
@pytest.mark.parametrize("whole", [True, False])
def test_axes_end_at_round_numbers(high, whole):
    end = above(high, whole=whole)
    marks = ticks(0, end, 5, whole)
    assert marks[0] == 0
    assert marks[-1] == pytest.approx(end)
    assert high <= end
    assert len(marks) <= 7
    assert not whole or all(mark == int(mark) for mark in marks)


def test_letters_that_the_font_of_print_lacks_are_named():
    assert drawable("Zo\u00eb \u65e5") == "Zo\u00eb <65E5>"
    assert drawable("\U0001f984x") == "<1F984>x"
    assert re.fullmatch("[ -~]*", drawable("plain $x$ <b>"))
