"""The plots of a report, each as SVG for the page and for print, and as PNG for slides."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.plots import DOUBLE, PLOTS, NothingToPlot, Plot, save

if TYPE_CHECKING:
    import pandas as pd

FOLDER = "plots"

KINDS = ("svg", "png")
"""Kinds of files; a PDF takes as long as both, and ``ludograph plot`` makes it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot of a report.

    Attributes:
        name: of the plot.
        title: of the figure.
        caption: of the figure.
        files: its files, as named from the folder of the report; none if it could not be drawn.
        lacking: why it could not be drawn.
    """

    name: str
    title: str
    caption: str
    files: tuple[str, ...] = ()
    lacking: str = ""


def draw_plots(folder: Path, table: "Callable[[Plot], pd.DataFrame | None]") -> Iterator[Picture]:
    """Draw all plots, and yield them in the order of the page.

    Args:
        folder: the folder of the report.
        table: returns the table that a plot is drawn from; None where nobody asked for it.
    """
    (folder / FOLDER).mkdir(exist_ok=True)
    for plot in PLOTS.values():
        rows = table(plot)
        if rows is None:
            continue
        try:
            figure = plot.function(rows, width=DOUBLE)
        except NothingToPlot as reason:
            yield Picture(plot.name, plot.summary, "", lacking=str(reason))
            continue
        files = tuple(f"{FOLDER}/{plot.name}.{kind}" for kind in KINDS)
        for file, kind in zip(files, KINDS, strict=True):
            (folder / file).write_bytes(save(figure, kind))
            figure.set_layout_engine("none")  # it stays as it was laid out for the first file
        caption = " ".join(figure.get_supxlabel().split())
        yield Picture(plot.name, figure.get_suptitle(), caption, files)
