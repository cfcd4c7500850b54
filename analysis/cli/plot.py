"""``ludograph plot``."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

import notation
from analysis import plots
from analysis.batch import InputOptions
from analysis.cli.build_tables import CommandTables, are_tables
from analysis.cli.options import OpenPool, jobs_options, with_reading
from analysis.cli.selecting import selecting_options
from analysis.plots import DOUBLE, KINDS, PLOTS, SINGLE, Plot, find_plot
from analysis.select.selection import Selection
from analysis.tables.build import TableBuilder

if TYPE_CHECKING:
    import pandas as pd

WIDTHS = {"single": SINGLE, "double": DOUBLE}
"""Widths of a figure by name, in millimetres."""

NARROWEST, WIDEST = 50.0, 1000.0
"""Bounds of a width in millimetres."""


def _width(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Read a width: of one or two columns of a journal, or in millimetres."""
    try:
        width = WIDTHS.get(value) or float(value)
    except ValueError:
        width = 0.0
    if not NARROWEST <= width <= WIDEST:
        bounds = f"{NARROWEST:g} to {WIDEST:g} millimetres"
        raise click.BadParameter(f"{value!r} is neither single nor double, nor {bounds}")
    return width


def _list(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the names of the plots, and leave."""
    if value:
        for plot in PLOTS.values():
            click.echo(f"{plot.name:12} {plot.summary}")
        ctx.exit()


@click.command("plot")
@click.argument("name")
@click.argument("files", nargs=-1, required=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Where to write it.")
@click.option("--as", "kind", type=click.Choice(KINDS), help="Kind of file.")
@click.option(
    "--width",
    default="single",
    show_default=True,
    callback=_width,
    help="single (85 mm), double (175 mm), or millimetres.",
)
@click.option("--by", help="What groups the games of balance: variant, player, any tag.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list,
    help="List the plots and leave.",
)
@selecting_options
@with_reading
@jobs_options
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    files: tuple[str, ...],
    output: str | None,
    kind: str | None,
    width: float,
    by: str | None,
    chosen: Selection,
    reading: InputOptions,
    pool: OpenPool,
) -> None:
    """Draw the plot NAME of the games in FILES, for print: PNG, SVG or PDF.

    Each kind of game has a panel of its own. Of a game with an error the good plies count. The
    name of the output file tells the kind of file, unless --as does. FILES may be folders of
    tables that a report or stats --save has written.

    \b
    Examples:
      ludograph plot --list
      ludograph plot captures games/ -o captures.pdf
      ludograph plot capture-map games/ --width double -o map.svg
    """
    plot = find_plot(name)
    kind = kind or _kind_of(output)
    if output is None and sys.stdout.isatty():
        raise click.UsageError(f"a {kind.upper()} is not for a terminal: name a file with -o")
    if by and "by" not in plot.options:
        raise click.UsageError(f"--by is not for the plot {name}")
    gathering = CommandTables()
    if are_tables(files):
        table = _kept(plot, files, chosen, gathering)
    else:
        table = _made(plot, files, reading, chosen, pool, gathering)
    figure = plot.function(table, width=width, **({"by": by} if by else {}))
    content = plots.save(figure, kind)
    if output:
        Path(output).write_bytes(content)
    else:
        sys.stdout.buffer.write(content)
    ctx.exit(gathering.status)


def _kept(
    plot: Plot, folders: Iterable[str], chosen: Selection, gathering: CommandTables
) -> "pd.DataFrame":
    """Return the table of a plot from folders of saved tables."""
    if chosen:
        raise click.UsageError("saved tables are taken whole: games are chosen from records")
    if plot.table == "openings":
        raise click.UsageError("saved tables hold no openings: name the records")
    both = gathering.of_folders(folders, plot.columns)
    return both.games if plot.table == "games" else both.plies


def _made(
    plot: Plot,
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
    gathering: CommandTables,
) -> "pd.DataFrame":
    """Return the table of a plot from records."""
    if plot.table == "openings":
        from analysis.openings import Openings
        from analysis.openings.lines import frame

        openings = Openings()
        for one in gathering.replays(files, reading, chosen):
            openings.add(one)
        return frame(openings)
    counted = "legal_moves" in plot.columns
    tabulator = TableBuilder(frozenset(plot.columns), counted, keys=False, chosen=chosen)
    both = gathering.of_files(files, reading, tabulator, pool)
    return both.games if plot.table == "games" else both.plies


def _kind_of(output: str | None) -> str:
    kind = Path(output).suffix.lower().removeprefix(".") if output else KINDS[0]
    if kind not in KINDS:
        raise notation.UnknownName(
            f"{output}: no kind of plot {kind!r}; there are: {', '.join(KINDS)}"
        )
    return kind
