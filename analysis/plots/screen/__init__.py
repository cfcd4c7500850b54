"""Charts painted for the screen, as SVG, without a library.

The drawings follow the reader's preference of light or dark colours. Letters are those of the
reader's machine, so that names in any script are shown.
"""

from typing import NamedTuple

from analysis.drawing import svg
from analysis.plots.chart import Chart, Curves, HeatMap, Histogram, Icicle, Panel, Shares
from analysis.plots.screen.areas import paint_icicle, paint_map
from analysis.plots.screen.bars import paint_histogram, paint_shares
from analysis.plots.screen.curves import paint_curves
from analysis.plots.screen.frame import title_lines
from analysis.plots.screen.shapes import HATCHES, LINE, TEXT, Drawing, tag, text, wrapped
from analysis.plots.screen.theme import style_sheet

FONTS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"

ACROSS = 3
"""Most panels of a whole plot side by side."""

GAP = 26.0
"""Distance of panels."""

EDGE = 10.0
"""Free space around a drawing."""

TITLE = 16.0
"""Size of the letters of the title of a whole plot."""


class Painted(NamedTuple):
    """A plot for the screen.

    Attributes:
        whole: all panels in one drawing, with title and caption.
        panels: a drawing for each panel.
        titles: the title of each panel.
        widths: the width of each panel in pixels.
        heights: the height of each panel in pixels.
    """

    whole: str
    panels: tuple[str, ...]
    titles: tuple[str, ...]
    widths: tuple[int, ...]
    heights: tuple[int, ...]


def paint(chart: Chart, remark: str = "") -> Painted:
    """Return a chart as drawings.

    Args:
        chart: the chart.
        remark: what is added to the caption of the whole.
    """
    # Titles take the same height, so that what stands below them is aligned.
    lines = max(len(title_lines(panel.title)) for panel in chart.panels)
    drawings = [_panel(panel, lines) for panel in chart.panels]
    return Painted(
        _whole(chart, drawings, remark),
        tuple(_document(one.title, one.body, one.width, one.height) for one in drawings),
        tuple(one.title for one in drawings),
        tuple(round(one.width + 2 * EDGE) for one in drawings),
        tuple(round(one.height + 2 * EDGE) for one in drawings),
    )


def _panel(panel: Panel, lines: int) -> Drawing:
    match panel:
        case Curves():
            return paint_curves(panel, lines)
        case Histogram():
            return paint_histogram(panel, lines)
        case Shares():
            return paint_shares(panel, lines)
        case Icicle():
            return paint_icicle(panel, lines)
        case HeatMap():
            return paint_map(panel, lines)
    raise TypeError(f"panels of the kind {type(panel).__name__} cannot be painted")


def _whole(chart: Chart, drawings: list[Drawing], remark: str) -> str:
    """Return the panels of a chart in rows, with its title and its caption."""
    rows = [drawings[first : first + ACROSS] for first in range(0, len(drawings), ACROSS)]
    width = max(sum(one.width + GAP for one in row) - GAP for row in rows)
    parts, y = [text(0, TITLE, chart.title, size=TITLE, bold=True)], TITLE + 18
    for row in rows:
        x = 0.0
        for one in row:
            parts.append(tag("g", one.body, transform=f"translate({x:g} {y:g})"))
            x += one.width + GAP
        y += max(one.height for one in row) + GAP
    for words in wrapped(f"{chart.caption} {remark}", width):
        parts.append(text(0, y, words, colour="soft"))
        y += LINE
    return _document(chart.title, "".join(parts), width, y - LINE)


def _document(title: str, body: str, width: float, height: float) -> str:
    """Return shapes as an SVG document, in the colours that the reader prefers."""
    wide, high = round(width + 2 * EDGE), round(height + 2 * EDGE)
    defined = tag("defs", HATCHES) if "hatch)" in body else ""
    ground = tag("rect", width="100%", height="100%", class_="f-paper")
    drawn = defined + ground + tag("g", body, transform=f"translate({EDGE:g} {EDGE:g})")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" role="img" font-family="{FONTS}" font-size="{TEXT:g}">'
        f"{tag('title', svg.escaped(title))}{style_sheet(drawn)}"
        f"{svg.dark_style(drawn) if 'ludograph-' in drawn else ''}"
        f"{drawn}</svg>\n"
    )
