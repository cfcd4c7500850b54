"""``ludograph explore``: a page that goes through the positions of a library."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.cli.library.options import VARIABLE, games_question_options
from analysis.cli.options import Whole, plural
from analysis.cli.progress import Progress
from analysis.cli.terminal import echo
from notation import LudographError, find_dialect

if TYPE_CHECKING:
    from analysis.library.search import Query

DEPTH = 6
"""Plies of a page without a server, by default."""

LEAST = 2
"""Games of a position on such a page, by default."""

THREADS = 4
"""Questions that are answered at once, such as those of several windows."""

PORTS = 65535


@click.command("explore")
@click.argument("library", envvar=VARIABLE, type=click.Path())
@games_question_options
@click.option("--dialect", metavar="NAME", help="Notation of the moves  [default: the usual one].")
@click.option("--port", type=Whole(0, PORTS), default=0, help="Port  [default: any that is free].")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@click.option(
    "--static",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a page that needs no server to this folder.",
)
@click.option("--depth", type=Whole(1), help=f"... with so many plies  [default: {DEPTH}].")
@click.option(
    "--min-games",
    type=Whole(1),
    help=f"... and positions that so many games reached  [default: {LEAST}].",
)
@click.option("--force", is_flag=True, help="... even if the folder has another index.html.")
@click.pass_context
def command(
    ctx: click.Context,
    library: str,
    question: "Query",
    dialect: str | None,
    port: int,
    no_browser: bool,
    folder: Path | None,
    depth: int | None,
    min_games: int | None,
    force: bool,
) -> None:
    """Go through the positions of a LIBRARY in a browser: what was played, and how it ended.

    The page is served to this machine only, under an address that nobody can guess, until Ctrl-C.
    With --static, it is written to a folder instead, with the positions of the first plies, and
    can be opened, sent and published without a server. docs/explore.md describes the page.

    \b
    Examples:
      ludograph explore games.ludo
      ludograph explore games.ludo --game gipf --static tree --depth 8
    """
    if folder is None and (depth is not None or min_games is not None or force):
        raise click.UsageError("--depth, --min-games and --force go with --static")
    _check(library, question, dialect)
    if folder is None:
        _serve(library, question, dialect, port, not no_browser)
    else:
        _write(library, question, dialect, folder, depth or DEPTH, min_games or LEAST, force)


def _check(library: str, question: "Query", dialect: str | None) -> None:
    """Check that the library has games to explore, and that a dialect fits them.

    Raises:
        LudographError: it has none, or one of the games has no such dialect.
    """
    from analysis.library.library import Library

    with Library(library) as opened:
        kinds = [one for one in opened.kinds().values() if question.concerns(one)]
    if not kinds:
        chosen = f" of {question.game or 'this variant'}" * bool(question.game or question.variant)
        raise LudographError(f"{library}: no game{chosen} in the library could be put on a board")
    for game in {one.game for one in kinds} if dialect is not None else ():
        find_dialect(game, dialect)


def _serve(library: str, question: "Query", dialect: str | None, port: int, browse: bool) -> None:
    """Serve the page until Ctrl-C."""
    from contextlib import closing

    from analysis.cli.serving import serve
    from analysis.pages.explore.endpoints import ExplorerEndpoints

    with closing(ExplorerEndpoints(library, question, dialect)) as endpoints:
        serve(endpoints.all, library, port, browse, THREADS)


def _write(
    library: str,
    question: "Query",
    dialect: str | None,
    folder: Path,
    depth: int,
    least: int,
    force: bool,
) -> None:
    """Write the page to a folder."""
    from analysis.pages.explore.static import Bounds, write_tree

    with Progress() as progress:
        written = write_tree(
            library,
            question,
            folder,
            Bounds(depth, least),
            dialect=dialect,
            force=force,
            gathered=lambda number: progress.count(number, "position"),
        )
    echo(f"{plural(written.positions, 'position')} written to {written.path}")
    for line in written.left_out:
        echo(line, err=True)
