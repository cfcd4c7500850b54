"""``ludograph report``: a folder with all results and a page."""

from pathlib import Path

import click

from analysis import report
from analysis.batch import InputOptions
from analysis.cli.options import (
    Whole,
    accepted_sentence,
    plural,
    safe_csv_option,
    with_reading,
)
from analysis.cli.output import exit_status
from analysis.cli.progress import Progress
from analysis.cli.terminal import echo


@click.command("report")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder to write; an earlier report in it is replaced.",
)
@click.option(
    "--diagrams",
    type=Whole(0),
    default=report.DIAGRAMS,
    show_default=True,
    help="Number of records of each game that are drawn.",
)
@click.option("--legal-moves", is_flag=True, help="Count legal moves too, which takes longer.")
@click.option("--force", is_flag=True, help="Write into a folder that holds other files.")
@safe_csv_option
@with_reading
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    output: Path,
    diagrams: int,
    legal_moves: bool,
    force: bool,
    safe_csv: bool,
    reading: InputOptions,
) -> None:
    """Check the games in FILES and write a folder with all results.

    The folder has the findings, tables (CSV and Parquet), statistics, plots (SVG and PNG),
    diagrams of key positions, and index.html, a page that shows everything and works offline.

    \b
    Example:
      ludograph report games/ -o report
    """
    report.check_folder(output, force, files)
    counted = report.write_report(
        Progress.over(reading.records(files)),
        output,
        diagrams=diagrams,
        legal_moves=legal_moves,
        force=force,
        sources=files,
        as_recorded=reading.as_recorded,
        safe_csv=safe_csv,
    )
    wrong = counted.games - counted.valid
    counts = f"{plural(counted.games, 'game')} read: {counted.valid:,} valid, {wrong:,} with errors"
    played = accepted_sentence(counted.accepted)
    echo(f"{counts}{played and '; '}{played}; see {output / 'index.html'}")
    if counted.formulas:
        echo(counted.formulas, err=True)
    ctx.exit(exit_status(counted.unreadable, wrong + counted.empty))
