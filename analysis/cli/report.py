"""``ludograph report``: a folder with all results and a page."""

from pathlib import Path

import click

from analysis import report
from analysis.batch import InputOptions
from analysis.cli.options import (
    OneOf,
    OpenPool,
    Whole,
    accepted_sentence,
    branching_option,
    not_printed,
    plural,
    pool_option,
    safe_csv_option,
)
from analysis.cli.output import exit_status
from analysis.cli.printer import Printer
from analysis.cli.run import Run
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import echo
from analysis.replay.replay import Replay
from analysis.select.selection import Selection


@click.command("report")
@files_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    callback=not_printed("folder"),
    help="Folder to write; an earlier report in it is replaced.",
)
@click.option(
    "--max-drawn",
    "--diagrams",
    "diagrams",
    type=Whole(0),
    default=report.DIAGRAMS,
    show_default=True,
    help="Most records of each game that are drawn.",
)
@branching_option
@click.option("--force", is_flag=True, help="Write into a folder that holds other files.")
@click.option(
    "--as",
    "kind",
    type=OneOf(report.PRINT_KINDS),
    help="Write each plot for print, as this kind too.",
)
@pool_option
@click.option("--csv", is_flag=True, help="Write the tables of games and plies as CSV, too.")
@safe_csv_option
@games_options
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    output: Path,
    diagrams: int,
    branching: bool,
    force: bool,
    kind: str | None,
    pooled: bool,
    csv: bool,
    safe_csv: bool,
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
) -> None:
    """Check the games in FILES and write a folder with all results.

    The folder has the findings, tables (Parquet), statistics, plots (SVG, with data),
    diagrams of key positions, and index.html, a page that shows everything and works offline.

    \b
    Example:
      ludograph report games/ -o report
    """
    report.check_folder(output, force, files)
    with Run(files, reading, chosen, pool, complains=False) as run:
        counted = report.write_report(
            map(_named, report.outside(run.replays(), output)),
            output,
            diagrams=diagrams,
            legal_moves=branching,
            force=force,
            sources=files,
            csv=csv,
            safe_csv=safe_csv,
            print_kind=kind or "",
            pool=pooled,
            workers=run.workers,
            filtered=(lambda: run.filtered) if chosen else None,
        )
    wrong = counted.games - counted.valid
    counts = f"{plural(counted.games, 'game')} read: {counted.valid:,} valid, {wrong:,} with errors"
    counts += f", {run.filtered:,} filtered" if chosen else ""
    accepted = accepted_sentence(counted.accepted)
    counts += f"; {run.passed_over}" if run.passed else ""
    echo(f"{counts}{accepted and '; '}{accepted}; see {output / 'index.html'}")
    if counted.formulas:
        echo(counted.formulas, err=True)
    ctx.exit(exit_status(counted.unreadable, wrong + counted.empty))


def _named(game: Replay) -> Replay:
    """Return a game; print on standard error why a source has none."""
    source = game.record.source
    if not source.game:
        Printer(verbose=False, quiet=True, err=True).findings(source.path, game.violations)
    return game
