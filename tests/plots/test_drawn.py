"""Drawings of all plots as kept texts: positions, colours, lines and texts of every artist.

``pytest tests/plots --write-golden`` rewrites them; then look at the differences as pictures.
Choices of matplotlib, such as the places of ticks, are left out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.ticker import FixedLocator

from analysis.openings import Openings
from analysis.openings.nodes import opening_trees
from analysis.plots import DOUBLE, PLOTS, SINGLE
from analysis.plots.chart import Block, Chart, Icicle
from analysis.plots.draw import figure
from analysis.plots.openings import panel_of
from analysis.statistics.games import game_table
from analysis.tables.frames import arrow_batches
from tests.plots.samples import axes_of, counted, played, sample

KEPT = Path(__file__).parent / "drawn"
GAMES = {
    "captures": ("epaminondas", "standard+symmetry=off"),
    "capture-map": ("gipf", "basic"),
    "material": ("gipf", "tournament"),
    "reserve": ("gipf", "tournament"),
}
"""What is plotted; of others than these Megiddo."""


NARROW = "openings-narrow"
"""The plot of openings in one column, whose labels are cut."""

QUICK = ("lengths", "balance", "material", "capture-map", NARROW)
"""One of each kind of panel."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in (*PLOTS, NARROW)],
)
def test_what_is_drawn_is_kept(name, kept):
    width, of = (SINGLE, "gipf") if name == NARROW else (DOUBLE, "megiddo")
    path, name = KEPT / f"{name}.txt", name.partition("-n")[0]
    variant = "tournament" if of == "gipf" else "base"
    chosen = sample().of(*GAMES.get(name, (of, variant)))
    plot = PLOTS[name]
    if plot.table == "plies":
        plies = sample().plies
        game, variant = GAMES.get(name, ("megiddo", "base"))
        table: Any = counted(name, plies[(plies["game"] == game) & (plies["variant"] == variant)])
    elif plot.table == "games":
        table = game_table(arrow_batches(chosen))
    else:
        openings = Openings(8 if width == SINGLE else 3)
        openings.add_all(chosen[:3] if width == SINGLE else chosen)
        table = [panel_of(tree) for tree in opening_trees(openings)]
    kept("\n".join(lines(figure(plot.chart(table), width))) + "\n", path)


def labelled() -> Chart:
    """Return icicles with labels that are light, on hatches, beside thin blocks, broken or omitted.

    In the last icicle, the longest first moves of Epaminondas fill four columns.
    """
    thin = [f"{file}{row}" for row in (2, 3) for file in "ABCD"]
    beside = (
        Block(1, "A1", 82, 0, 0.75, 1.0), Block(1, "F6", 22, 0.75, 0.2, None),
        Block(1, "6 others", 6, 0.95, 0.05, None, 6), Block(2, "B1", 66, 0, 0.6, 0.5),
        *(Block(2, move, 2, 0.6 + 0.018 * n, 0.018, 0.0) for n, move in enumerate(thin)),
        *(Block(2, f"E{n}", 2, 0.952 + 0.016 * n, 0.016, 0.5) for n in range(3)),
    )  # fmt: skip
    many = tuple(Block(1, f"G{n}", 36 - n, n / 36, 1 / 36, None) for n in range(36))
    long = tuple(Block(ply, f"11.1{n}.2SW2", 1234, 0.25 * n, 0.25, 0.5)
                 for ply in (1, 2, 3, 4) for n in range(4))  # fmt: skip
    panels = (Icicle("megiddo", ("base",), 110, some) for some in (beside, many))
    return Chart("T", "C", (*panels, Icicle("epaminondas", ("standard",), 4936, long)))


def going_on() -> Chart:
    """Return charts of lengths with a median and incomplete games, and without a median."""
    table = played(*range(10, 20), 14, -14, -17)
    panels = [panel for some in (table, played(9)) for panel in PLOTS["lengths"].chart(some).panels]
    return Chart("T", "C", tuple(panels))


CRAFTED = {"openings-labels": labelled, "lengths-open": going_on}


@pytest.mark.parametrize("name", CRAFTED)
def test_charts_of_special_cases_are_kept(name, kept):
    kept("\n".join(lines(figure(CRAFTED[name](), SINGLE))) + "\n", KEPT / f"{name}.txt")


def lines(made: Any) -> Iterator[str]:
    """Yield a line of text for each artist of a figure."""
    width, height = made.get_size_inches()
    yield f"figure {short(width)} x {short(height)} inches"
    for axes in axes_of(made):
        limits = [*axes.get_xlim(), *axes.get_ylim()]
        yield f"axes {' '.join(map(short, limits))}: {axes.get_title(loc='left')!r}"
        yield f"  x {axes.get_xlabel()!r}, y {axes.get_ylabel()!r}, aspect {axes.get_aspect()}"
        yield from ["  grid below all"] * (axes.get_axisbelow() is True)
        yield f"  x {ticks(axes.xaxis)}, y {ticks(axes.yaxis)}, {axes.spines['left'].get_bounds()}"
        if scale := getattr(axes, "_colorbar_info", None):
            yield f"  scale {' '.join(str(scale[name]) for name in ('shrink', 'aspect', 'pad'))}"
        for one in axes.lines:
            style = f"{one.get_linestyle()} {marker(one)}"
            yield f"  line {look(one.get_color(), one)} {style} {path_of(one)}"
        for one in axes.collections:
            one.update_scalarmappable()  # computes the colours
            yield f"  area {look(colours(one.get_facecolors()), one)} {outline(one)}"
        for one in axes.patches:
            box = one.get_bbox().bounds if hasattr(one, "get_bbox") else ()
            hatch = one.get_hatch() or "plain"
            yield f"  patch {look(to_hex(one.get_facecolor()), one)} {hatch} {numbers(box)}"
        if legend := axes.get_legend():
            yield f"  legend {[one.get_text() for one in legend.get_texts()]}"
        for one in axes.texts:
            offset = numbers(one.xyann) if hasattr(one, "xyann") else ""
            place = numbers(one.get_position() if not hasattr(one, "xy") else one.xy)
            size = short(one.get_fontsize())
            boxed = " on paper" * bool(one.get_bbox_patch())
            letters = f"{one.get_text()!r} {to_hex(one.get_color())} {size}{boxed}"
            yield f"  text {letters} at {place} {offset}"


def ticks(axis: Any) -> str:
    """Return the locator of an axis, its fixed ticks with labels, and the text of the value 0.5.

    Fixed minor ticks are included.
    """
    written = axis.get_major_formatter()(0.5)
    colour = axis.get_tick_params().get("labelcolor", "")
    length = axis.get_tick_params().get("length")
    long = "" if length is None else f", long {length}"
    places = axis.get_major_locator()
    fixed = ""
    if isinstance(places, FixedLocator):
        labels = [one.get_text() for one in axis.get_ticklabels()]
        fixed = f" at {numbers(places())} {labels}"
    between = axis.get_minor_locator()
    if isinstance(between, FixedLocator) and len(between()):
        fixed += f" and {numbers(between())}"
    return f"{type(places).__name__}{fixed} {written!r}{colour}{long}"


def look(colour: str, one: Any) -> str:
    """Return the colour, the width of the line and the opacity of an artist."""
    wide = np.ravel(one.get_linewidth())[:1]
    colour = colour if " " in colour else to_hex(colour)
    return f"{colour} {numbers(wide)} {one.get_alpha()}"


def colours(rows: Any) -> str:
    found = list(dict.fromkeys(map(to_hex, rows)))
    return found[0] if len(found) == 1 else f"{len(found)} colours"


def marker(line: Any) -> str:
    """Return the marker of a line, its size, and the points that have it."""
    return f"{line.get_marker()} {short(line.get_markersize())} {line.get_markevery()}"


def path_of(line: Any) -> str:
    """Return the first and the last points of a line, and how many there are."""
    points = np.column_stack([np.asarray(one, float) for one in line.get_data()])
    return f"{len(points)}: {numbers(points[:3].ravel())} ... {numbers(points[-1:].ravel())}"


def outline(area: Any) -> str:
    """Return the number of shapes of an area, and their common bounds."""
    paths = [path.vertices[np.isfinite(path.vertices).all(axis=1)] for path in area.get_paths()]
    points = np.concatenate(paths) if paths else np.zeros((1, 2))
    return f"{len(paths)}: {numbers([*points.min(axis=0), *points.max(axis=0)])}"


def numbers(values: Any) -> str:
    return " ".join(short(float(one)) for one in values)


def short(value: float) -> str:
    return f"{value:.4g}"
