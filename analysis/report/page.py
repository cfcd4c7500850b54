"""The page: its head with a content security policy, sections, tables and pictures.

The policy allows only the style of the page and pictures in its folder: no scripts, frames, forms
or network addresses. The same records give the same bytes.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.plots import DOUBLE, PLOTS, NothingToPlot, Plot, add_remark, save
from analysis.report.html import Child, Markup, element, join
from analysis.version import __version__
from notation.values import frozen

if TYPE_CHECKING:
    import pandas as pd

PLOT_FOLDER = "plots"

PLOT_KINDS = ("svg", "png")
"""Kinds of files of plots; PDF takes as long as both, and ``ludograph plot`` writes it."""


def build_page(title: str, about: Child, sections: Iterable[tuple[str, str, Child]]) -> str:
    """Return a page.

    Args:
        title: its heading.
        about: the text below the heading.
        sections: name, heading and content of each section.
    """
    style = (files("analysis.report") / "page.css").read_text(encoding="utf-8")
    parts = list(sections)
    links = [element("li", element("a", head, href=f"#{name}")) for name, head, _ in parts]
    body = (
        element("a", "Skip to the findings", class_="skip", href="#summary"),
        element("header", element("h1", title), about),
        element("nav", element("ul", links), aria_label="Sections"),
        element("main", (_section(*part) for part in parts)),
        element("footer", element("p", f"Made by ludograph {__version__}.", class_="soft")),
    )
    document = element("html", _head(title, style), element("body", body), lang="en")
    return f"<!DOCTYPE html>\n{document}\n"


def _head(title: str, style: str) -> Markup:
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; img-src 'self' file:; style-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"ludograph {__version__}"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", Markup(style)),
    )


def _section(name: str, heading: str, content: Child) -> Markup:
    title = element("h2", heading, id=f"{name}-heading")
    return element("section", title, content, id=name, aria_labelledby=f"{name}-heading")


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Child]],
    numbers: Iterable[int] = (),
) -> Markup:
    """Return a table whose first column names its rows.

    Args:
        caption: its caption.
        heads: heads of the columns.
        rows: the cells.
        numbers: indices of the columns of numbers, which are aligned to the right.
    """
    right = dict.fromkeys(numbers, "number")
    head = [
        element("th", text, scope="col", class_=right.get(index))
        for index, text in enumerate(heads)
    ]
    body = [
        element(
            "tr",
            element("th", first, scope="row"),
            [
                element("td", cell, class_=right.get(index))
                for index, cell in enumerate(rest, start=1)
            ],
        )
        for first, *rest in rows
    ]
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", head)),
        element("tbody", body),
    )
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)


def with_code(text: str) -> Markup:
    """Return a text with its parts between backticks as code."""
    parts = text.split("`")
    return join(element("code", part) if index % 2 else part for index, part in enumerate(parts))


def file_link(name: str, words: str = "") -> Markup:
    """Return a link to a file of the report."""
    return element("a", words or name, href=name)


@frozen
class Picture:
    """A plot of a report.

    Attributes:
        title: title of the figure.
        caption: caption of the figure.
        files: paths of its files in the folder of the report; empty if it could not be drawn.
        lacking: the reason why it could not be drawn.
    """

    title: str
    caption: str
    files: tuple[str, ...] = ()
    lacking: str = ""


def draw_plots(
    folder: Path, table: "Callable[[Plot], pd.DataFrame | None]", remark: str = ""
) -> Iterator[Picture]:
    """Draw all plots, and yield them in the order of the page.

    Args:
        folder: the folder of the report.
        table: returns the table of a plot; None to omit the plot.
        remark: what is added to the caption of each.
    """
    (folder / PLOT_FOLDER).mkdir(exist_ok=True)
    for plot in PLOTS.values():
        rows = table(plot)
        if rows is None:
            continue
        try:
            figure = plot.function(rows, width=DOUBLE)
        except NothingToPlot as reason:
            yield Picture(plot.summary, "", lacking=str(reason))
            continue
        add_remark(figure, remark)
        files = tuple(f"{PLOT_FOLDER}/{plot.name}.{kind}" for kind in PLOT_KINDS)
        for file, kind in zip(files, PLOT_KINDS, strict=True):
            (folder / file).write_bytes(save(figure, kind))
            figure.set_layout_engine("none")  # every file has the layout of the first
        caption = " ".join(figure.get_supxlabel().split())
        yield Picture(figure.get_suptitle(), caption, files)
