"""``ludograph library import``: games added to a library."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from analysis.batch import InputOptions, RecordBatch
from analysis.batch.executors import Workers
from analysis.cli.build_tables import status_of
from analysis.cli.library.options import library_option
from analysis.cli.options import FOUND_WRONG, OpenPool, json_option
from analysis.cli.output import check_output, print_json
from analysis.cli.printer import Printer
from analysis.cli.progress import Progress
from analysis.cli.selecting import MadeOfGames, Selected, as_read, files_argument, games_options
from analysis.cli.tag_hints import SelectingPipeline
from analysis.cli.terminal import echo
from analysis.select.selection import Selection
from notation import LudographError

if TYPE_CHECKING:
    from analysis.library.importing import Importer, Tally
    from analysis.library.indexing import IndexedBatch, IndexTask


@click.command("import")
@files_argument
@library_option
@games_options
@json_option
@click.pass_context
def import_games(
    ctx: click.Context,
    files: tuple[str, ...],
    path: str,
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
    as_json: bool,
) -> None:
    """Add the games in FILES to a library, which is made where there is none.

    Games that the library has already change nothing. Games with errors are kept, and can be found
    by what comes before the error. Games are added some thousands at a time: after an interruption,
    the same command adds the rest.

    \b
    Example:
      ludograph library import games/ more.zip -L games.ludo --jobs 2
    """
    from analysis.library.importing import Importer
    from analysis.library.library import Library

    check_output(path, files, "-L")
    status = 0
    with _emptied(path), Library.made(path) as library:
        importer = Importer(library, reading, chosen)
        printer = Printer(False, True, err=True)
        with pool() as workers, Progress(files) as progress:
            for batch in _indexed(importer, files, workers):
                for name, findings in batch.others:
                    progress.clear()
                    printer.findings(name, findings)
                    status = max(status, status_of(findings))
                importer.add(batch)
                progress.add(len(batch.games), batch.plies)
            importer.flush()
    tally = importer.tally
    status = max(status, FOUND_WRONG if tally.with_errors else 0)
    if as_json:
        print_json(
            {
                "read": tally.read,
                "added": tally.added,
                "known": tally.known,
                "with_errors": tally.with_errors,
            }
        )
    else:
        echo(_sentence(tally, bool(chosen)))
    ctx.exit(status)


@contextmanager
def _emptied(path: str) -> Iterator[None]:
    """Remove a new library again where the work fails before a game is in it."""
    is_new = not os.path.exists(path)
    try:
        yield
    except BaseException:
        if is_new and os.path.exists(path) and _is_empty(path):
            os.remove(path)
        raise


def _is_empty(path: str) -> bool:
    """Whether a library is sound, and has no games."""
    from analysis.library.library import Library

    with suppress(LudographError, OSError), Library(path) as library:
        return not len(library)
    return False


def _sentence(tally: "Tally", chosen: bool) -> str:
    filtered = f", {tally.filtered:,} filtered" * chosen
    return (
        f"{tally.read:,} read, {tally.added:,} added, {tally.known:,} known, "
        f"{tally.with_errors:,} with errors{filtered}"
    )


@dataclass(frozen=True, slots=True)
class IndexSelected:
    """Indexes selected games, in any process.

    Attributes:
        task: indexes the games of a batch.
    """

    task: "IndexTask"

    def __call__(self, found: Sequence[Selected]) -> "IndexedBatch":
        """Index games."""
        return self.task(RecordBatch("", as_read(found)))


def _indexed(
    importer: "Importer", files: Sequence[str], workers: Workers
) -> "Iterator[IndexedBatch]":
    """Yield the games of files, indexed."""
    from analysis.library.indexing import IndexTask

    reading, chosen = importer.reading, importer.chosen
    task = importer.task(shared=not workers.remote)
    if chosen.dedupe is None:
        yield from SelectingPipeline(task, workers, reading, chosen).run(files)
        return
    make = IndexSelected(IndexTask(reading, known=task.known))
    games = MadeOfGames(make, files, workers, reading, chosen)
    yield from games
    importer.tally.filtered += games.filtered
