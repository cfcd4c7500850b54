"""``ludograph library import``: games added to a library."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from analysis.batch import InputOptions
from analysis.batch.games import SelectedGames
from analysis.cli.library.options import library_option
from analysis.cli.options import OpenPool, json_option
from analysis.cli.output import check_output, exit_status, print_json
from analysis.cli.run import Run
from analysis.cli.selecting import files_argument, games_options
from analysis.cli.terminal import echo
from analysis.select.selection import Selection
from notation import LudographError

if TYPE_CHECKING:
    # Not loaded here: they need numpy.
    from analysis.library.indexing import IndexedGame, Indexer, KnownGame


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
    with _emptied(path), Library.made(path) as library:
        importer = Importer(library, reading)
        with Run(files, reading, chosen, pool) as run:
            make = IndexMaker(importer.indexer(shared=not run.workers.remote))
            for games in run.of(make, judged=False):
                importer.add(games)
            importer.flush()
    tally = importer.tally
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
        filtered = f", {run.filtered:,} filtered" if chosen else ""
        echo(
            f"{tally.read:,} read, {tally.added:,} added, {tally.known:,} known, "
            f"{tally.with_errors:,} with errors{filtered}"
        )
    ctx.exit(exit_status(len(run.unreadable), tally.with_errors + run.empty))


@dataclass(frozen=True, slots=True)
class IndexMaker:
    """Indexes selected games, in any process.

    Attributes:
        indexer: indexes games.
    """

    indexer: "Indexer"

    def __call__(self, found: SelectedGames) -> "list[IndexedGame | KnownGame]":
        """Return games indexed."""
        return self.indexer(found.records)


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
