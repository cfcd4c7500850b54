"""``ludograph report``: a folder with all results and a page."""

from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.cli.options import (
    Games,
    OneOf,
    Whole,
    branching_option,
    games_options,
    not_printed,
    pool_option,
    safe_csv_option,
)
from analysis.cli.printer import print_errors
from analysis.cli.run import Run
from analysis.cli.terminal import echo
from analysis.plots.files import KINDS
from analysis.replay.verdict import accepted_sentence
from notation.numbers import plural

if TYPE_CHECKING:
    from analysis.report.collect import ReportPart

DIAGRAMS = 12
"""Default number of records of each game that are drawn."""


@click.command("report")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    callback=not_printed("folder"),
    help="Folder to write; an earlier report in it is replaced.",
)
@click.option(
    "--diagrams",
    type=Whole(0),
    default=DIAGRAMS,
    show_default=True,
    help="Maximum number of records of each game that are drawn.",
)
@branching_option
@click.option("--force", is_flag=True, help="Write into a folder that holds other files.")
@click.option(
    "--as",
    "kind",
    type=OneOf(KINDS),
    help="Write each plot for print as well, as this kind of file.",
)
@pool_option
@click.option("--csv", is_flag=True, help="Write the tables of games and plies as CSV, too.")
@safe_csv_option
@games_options
def command(
    games: Games,
    output: Path,
    diagrams: int,
    branching: bool,
    force: bool,
    kind: str | None,
    pooled: bool,
    csv: bool,
    safe_csv: bool,
) -> int:
    """Check the games in FILES and write a folder with all results.

    The folder has the findings, tables (Parquet), statistics, plots (SVG, with data),
    diagrams of key positions, and index.html, a page that shows everything and works offline.

    \b
    Example:
      ludograph report games/ -o report
    """
    # Loaded here: it needs an extra, and the help does not.
    from analysis import report

    report.check_folder(output, force, games.files)
    with Run(games, complains=False) as run:
        make = report.PartMaker(games.reading, output, run.folders, branching)
        parts = chain.from_iterable(run.of(make, judged=False))
        counted = report.write_report(
            # A part is freed before the next one is made.
            map(partial(_complain, run), parts),
            output,
            diagrams=diagrams,
            legal_moves=branching,
            force=force,
            sources=games.files,
            csv=csv,
            safe_csv=safe_csv,
            print_kind=kind or "",
            pool=pooled,
            workers=run.workers,
            filtered=(lambda: run.filtered) if games.chosen else None,
        )
    inside = output.resolve()  # files of an earlier report are not sources
    for paths in (run.passed, run.unreadable):
        paths -= {one for one in paths if Path(one).resolve().is_relative_to(inside)}
    wrong = counted.games - counted.valid
    verdicts = f"{counted.valid:,} valid, {wrong:,} with errors{run.left_out}"
    counts = run.summary(
        f"{plural(counted.games, 'game')} read: {verdicts}",
        accepted_sentence(len(counted.accepted), sum(counted.accepted)),
    )
    echo(f"{counts}; see {output / 'index.html'}")
    if counted.formulas:
        echo(counted.formulas, err=True)
    return run.status(wrong)


def _complain(run: Run, part: "ReportPart") -> "ReportPart":
    """Print the errors of the sources in a part that have no game; return the part unchanged."""
    for game in part.games:
        source = game.record.source
        if not source.game:
            run.clear()
            print_errors(source.path, game.violations)
    return part
