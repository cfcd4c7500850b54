"""``ludograph plot``: one plot as PNG, SVG or PDF."""

from functools import partial

import click

from analysis import plots
from analysis.cli.options import Games, OneOf, Whole, games_options, output_option, pool_option
from analysis.cli.output import check_output, file_kind, refuse_terminal, write_bytes
from analysis.cli.run import Run
from analysis.cli.tables import count_openings, counted_plies, games_table
from analysis.cli.terminal import echo
from analysis.plots import DOUBLE, KINDS, NARROWEST, PLOTS, SINGLE, WIDEST, Counting, find_plot

WIDTHS = {"single": SINGLE, "double": DOUBLE}
"""Name -> width of a figure, in millimetres."""


def _width(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Parse a width: one or two columns of a journal, or millimetres."""
    try:
        width = WIDTHS.get(value) or float(value)
    except ValueError:
        width = 0.0
    if not NARROWEST <= width <= WIDEST:
        bounds = f"{NARROWEST:g} to {WIDEST:g} millimetres"
        raise click.BadParameter(f"{value!r} is not a width: single, double, or {bounds}")
    return width


def _list(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the names of the plots and exit."""
    if value and not ctx.resilient_parsing:
        longest = max(map(len, PLOTS))
        for plot in PLOTS.values():
            echo(f"{plot.name:{longest}}  {plot.summary}")
        ctx.exit()


@click.command("plot")
@click.argument("name")
@output_option
@click.option("--as", "kind", type=OneOf(KINDS), help="Kind of file.")
@click.option(
    "--width",
    default="single",
    show_default=True,
    callback=_width,
    help="single (85 mm), double (175 mm), or millimetres.",
)
@click.option("--by", help="For balance: group the games by variant, player or any tag.")
@pool_option
@click.option("--depth", type=Whole(1), help="For openings: number of plies, 4 by default.")
@click.option("--min-count", type=Whole(1), help="For openings: minimum number of games of a move.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list,
    help="List the plots and exit.",
)
@games_options
def command(
    name: str,
    games: Games,
    output: str | None,
    kind: str | None,
    width: float,
    by: str | None,
    pooled: bool,
    depth: int | None,
    min_count: int | None,
) -> int:
    """Draw the plot NAME of the games in FILES for print, as PNG, SVG or PDF.

    NAME is {names}. Each variant has its own panel, with --pool each game. A game with an error
    counts up to the error. The kind of file follows from --as, else from the name of the output.

    \b
    Examples:
      ludograph plot --list
      ludograph plot captures games/ -o captures.pdf
      ludograph plot capture-map games/ --width double -o map.svg
    """
    plot = find_plot(name)
    kind = file_kind(output, kind, KINDS, KINDS[0], "plot")
    check_output(output, games.files)
    refuse_terminal(kind, output)
    options = {"by": by, "pool": pooled or None, "depth": depth, "min_count": min_count}
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if option not in plot.options:
            raise click.UsageError(
                f"--{option.replace('_', '-')} does not apply to the plot {name}"
            )
    given.pop("depth", None)
    with Run(games) as run:
        counting = Counting(
            partial(count_openings, run), partial(counted_plies, run), partial(games_table, run)
        )
        table = plot.table_of(counting, by=by, depth=depth, min_count=min_count)
    status = run.judge()
    figure = plot.draw(table, width=width, remark=run.accepted, **given)
    write_bytes(plots.save(figure, kind), output)
    return status


*_NAMES, _LAST = PLOTS
command.help = str(command.help).format(names=f"{', '.join(_NAMES)} or {_LAST}")
