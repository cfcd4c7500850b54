"""The plots of a report: a picture of each panel, their data, and files for print on request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.batch.executors import Workers, in_order
from analysis.pages.html import Child, Markup, element, join
from analysis.plots import (
    DOUBLE,
    KINDS,
    PLOTS,
    NothingToPlot,
    Plot,
    figure,
    panel_figures,
    save,
    themed_svg,
)
from analysis.plots.chart import Chart, Icicle
from analysis.plots.counts import CountedPlies
from analysis.report.page import file_link, fold
from analysis.tables.csv import CellWriter, CsvTable

if TYPE_CHECKING:
    from analysis.statistics.games import GameTable

FOLDER = "plots"

PRINT_KINDS = KINDS
"""Kinds of files for print."""

WIDTH, SCALE = 80.0, 120.0
"""Width of a panel in millimetres, and its resolution on the page in pixels per inch."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot of a report.

    Attributes:
        name: its name.
        title: its title.
        chart: what it shows; None if there is nothing to draw.
        files: paths of its data and its files for print in the folder of the report.
        images: the picture of each panel, as an element of the page.
        lacking: the reason why it could not be drawn.
    """

    name: str
    title: str
    chart: Chart | None = None
    files: tuple[str, ...] = ()
    images: tuple[Markup, ...] = ()
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class Plotter:
    """Draws the plots of counted plies; it may be called in another process.

    Attributes:
        folder: the folder of the report.
        plies: the counted plies of each plot, by its name.
        remark: a sentence added to each caption.
        kind: the kind of files for print, empty if there is none.
        pool: whether the variants of a game are pooled.
    """

    folder: Path
    plies: Mapping[str, CountedPlies]
    remark: str = ""
    kind: str = ""
    pool: bool = False

    def __call__(self, name: str) -> Picture:
        """Draw a plot by name."""
        return self.draw(PLOTS[name], self.plies.get(name, CountedPlies()))

    def draw(self, plot: Plot, table: "Sequence[Icicle] | GameTable | CountedPlies") -> Picture:
        """Draw a plot of a table."""
        try:
            pooled = {"pool": True} if self.pool and "pool" in plot.options else {}
            chart = plot.chart(table, **pooled).remarked(self.remark)
        except NothingToPlot as reason:
            return Picture(plot.name, plot.summary, lacking=str(reason))
        files, images = self._for_print(plot.name, chart), self._images(plot.name, chart)
        return Picture(plot.name, chart.title, chart, tuple(files), tuple(images))

    def _images(self, name: str, chart: Chart) -> Iterator[Markup]:
        """Write the picture of each panel, and yield an element with its text alternative."""
        drawn = zip(chart.panels, panel_figures(chart, WIDTH), strict=True)
        for number, (panel, made) in enumerate(drawn, start=1):
            place = f"{FOLDER}/{name}-{number}.svg"
            (self.folder / place).write_text(themed_svg(made), encoding="utf-8")
            width, height = (round(SCALE * side) for side in made.get_size_inches())
            words = f"{panel.title}: {panel.words}"
            yield element("img", src=place, alt=words, loading="lazy", width=width, height=height)

    def _for_print(self, name: str, chart: Chart) -> Iterator[str]:
        """Write the file for print, if one was requested, and yield its path."""
        if self.kind:
            made, place = figure(chart, DOUBLE), f"{FOLDER}/{name}.{self.kind}"
            (self.folder / place).write_bytes(save(made, self.kind))
            yield place


def draw_plots(
    plotter: Plotter,
    games: "GameTable",
    openings: "Sequence[Icicle]",
    legal_moves: bool,
    workers: Workers,
    cell: CellWriter,
) -> Iterator[Picture]:
    """Draw all plots, write their data, and yield them in the order of the page.

    Args:
        plotter: draws the plots of plies.
        games: the table of games.
        openings: the panels of openings.
        legal_moves: whether legal moves were counted.
        workers: workers that draw the plots.
        cell: converts texts to cells.
    """
    (plotter.folder / FOLDER).mkdir(exist_ok=True)
    wanted = [
        plot
        for plot in PLOTS.values()
        if legal_moves or not (plot.measure and plot.measure.of_legal_moves)
    ]
    drawn = in_order(workers, plotter, [plot.name for plot in wanted if plot.measure])
    pictures = {one.name: one for one in drawn}
    for plot in wanted:
        table = games if plot.table == "games" else openings
        picture = pictures.get(plot.name) or plotter.draw(plot, table)
        yield _with_data(plotter.folder, picture, cell)


def _with_data(folder: Path, picture: Picture, cell: CellWriter) -> Picture:
    """Write the data of a plot, if it was drawn, to a file beside it."""
    if picture.chart is None:
        return picture
    place = f"{FOLDER}/{picture.name}.csv"
    with CsvTable(folder / place, picture.chart.columns, cell) as out:
        for row in picture.chart.rows():
            out.row(*row)
    return replace(picture, files=(*picture.files, place))


def plots_section(pictures: Sequence[Picture]) -> Markup:
    """Return a list of the plots, then each plot with an explanation and links to its files."""
    links = [
        element("li", element("a", one.title, href=f"#plot-{one.name}"))
        for one in pictures
        if one.chart
    ]
    contents = element("ul", links, class_="files") if links else None
    return join([contents, *map(_plot, pictures)])


def _plot(picture: Picture) -> Child:
    if picture.chart is None:
        return element("p", f"{picture.title} Not drawn: {picture.lacking}.", class_="soft")
    kinds = [(file, file.rpartition(".")[2].upper()) for file in picture.files]
    links = [[file_link(file, "data (CSV)" if kind == "CSV" else f"for print ({kind})"), " "]
             for file, kind in kinds]  # fmt: skip
    return element(
        "section",
        fold(
            element("h3", picture.title),
            element("p", picture.chart.reading),
            element("div", picture.images, class_="panels"),
            element("p", picture.chart.counted, " Files: ", links, class_="soft"),
        ),
        id=f"plot-{picture.name}",
        class_="plot",
    )
