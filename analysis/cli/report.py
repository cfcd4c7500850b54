"""``ludograph report``."""

from pathlib import Path

import click

from analysis import report
from analysis.batch import InputOptions
from analysis.cli.options import (
    COULD_NOT_WORK,
    FOUND_WRONG,
    plural,
    with_reading,
)
from analysis.cli.progress import Progress


@click.command("report")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder to write; a former report in it is replaced.",
)
@click.option(
    "--diagrams",
    type=click.IntRange(0),
    default=report.DIAGRAMS,
    show_default=True,
    help="How many games of each kind are drawn.",
)
@click.option("--legal-moves", is_flag=True, help="Count the choice of moves too: takes longer.")
@click.option("--force", is_flag=True, help="Write into a folder that holds other files.")
@with_reading
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    output: Path,
    diagrams: int,
    legal_moves: bool,
    force: bool,
    reading: InputOptions,
) -> None:
    """Check the games in FILES and write all there is to say of them into a folder.

    Findings, tables (CSV and Parquet), statistics, plots (SVG and PNG), diagrams of key
    positions, and index.html, a page that shows it all and needs no network.

    \b
    Example:
      ludograph report games/ -o report
    """
    report.check_folder(output, force)
    counted = report.write_report(
        Progress.over(reading.records(files)),
        output,
        diagrams=diagrams,
        legal_moves=legal_moves,
        force=force,
        sources=files,
    )
    wrong = counted.games - counted.valid
    counts = f"{plural(counted.games, 'game')} read: {counted.valid:,} valid, {wrong:,} with errors"
    click.echo(f"{counts}; see {output / 'index.html'}")
    if counted.unreadable:
        ctx.exit(COULD_NOT_WORK)
    ctx.exit(FOUND_WRONG if wrong or counted.empty else 0)
