"""Charts painted for print, as figures of matplotlib without pyplot."""

from functools import wraps
from typing import TYPE_CHECKING

from analysis.plots import style
from analysis.plots.chart import Chart, Curves, HeatMap, Histogram, Icicle, Panel, Shares
from analysis.plots.printed.areas import PANEL, draw_icicle, draw_map, draw_scores, fits
from analysis.plots.printed.bars import draw_histogram, draw_shares, label_of
from analysis.plots.printed.curves import draw_curves

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def drawn(chart: "Callable[..., Chart]") -> "Callable[..., Figure]":
    """Return a function that returns the figure of a chart, in a ``width`` in millimetres."""

    @wraps(chart)
    def wrapped(table: object, *, width: float = style.SINGLE, **options: object) -> "Figure":
        return figure(chart(table, **options), width)

    return wrapped


@style.styled
def figure(chart: Chart, width: float = style.SINGLE) -> "Figure":
    """Return the figure of a chart, in a width in millimetres."""
    most = 3 if all(_narrow(panel, width / 3) for panel in chart.panels) else 2
    across = min(most, len(chart.panels)) if width >= style.WIDE else 1
    made, axes = style.panels(
        [panel.title for panel in chart.panels],
        title=chart.title,
        caption=chart.caption,
        width=width,
        heights=[_height(panel, width / across) for panel in chart.panels],
        across=most,
    )
    for panel, part in zip(chart.panels, axes, strict=True):
        _draw(part, panel, width / across)
    if isinstance(chart.panels[0], Icicle):
        draw_scores(made, axes)
    return made


def _narrow(panel: Panel, width: float) -> bool:
    """Whether a panel can be as narrow as a third of a page, in millimetres."""
    if isinstance(panel, HeatMap):
        return fits(panel, (width - 4) / style.MILLIMETRES)
    return not isinstance(panel, Icicle | Shares)


def _height(panel: Panel, width: float) -> float:
    """Return the height of a panel of a width, in millimetres."""
    match panel:
        case Shares():
            return 15 + sum(1.5 + 4 * (1 + label_of(one.label).count("\n")) for one in panel.groups)
        case Histogram():
            return 42
        case HeatMap():
            return (width - 4) * panel.board.height / panel.board.width + 15
        case Icicle():
            return PANEL
        case _:
            return 46


def _draw(axes: "Axes", panel: Panel, width: float) -> None:
    match panel:
        case Curves():
            draw_curves(axes, panel)
        case Histogram():
            draw_histogram(axes, panel)
        case Shares():
            draw_shares(axes, panel, width)
        case Icicle():
            draw_icicle(axes, panel, width - 12)
        case HeatMap():
            draw_map(axes, panel, (width - 4) / style.MILLIMETRES)
