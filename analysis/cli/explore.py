"""``ludograph explore``: a page that goes through the positions of a library."""

import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click

from analysis.cli.library.options import VARIABLE, games_question_options
from analysis.cli.options import Whole, plural
from analysis.cli.progress import waiting
from analysis.cli.terminal import echo
from analysis.library.library import Library
from analysis.library.search import Query
from notation import LudographError

DEPTH = 6
"""Plies of a page without a server, by default."""

LEAST = 2
"""Games of a position on such a page, by default."""

PORTS = 65535


@click.command("explore")
@click.argument("library", envvar=VARIABLE, type=click.Path(dir_okay=False))
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
    question: Query,
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
      ludograph explore games.ludo --game gipf --since 2010 --static tree --depth 8
    """
    if folder is None and (depth is not None or min_games is not None or force):
        raise click.UsageError("--depth, --min-games and --force go with --static")
    with Library(library) as opened:
        if not opened.numbers():
            raise LudographError(f"{library}: the library has no games: ludograph library import")
    if folder is None:
        _serve(library, question, dialect, port, None if no_browser else webbrowser.open)
    else:
        _write(library, question, dialect, folder, depth or DEPTH, min_games or LEAST, force)


def _serve(
    library: str,
    question: Query,
    dialect: str | None,
    port: int,
    browse: Callable[[str], bool] | None,
) -> None:
    """Serve the page until Ctrl-C."""
    from analysis.pages.explore.endpoints import ExplorerEndpoints
    from analysis.pages.server import LocalServer

    endpoints = ExplorerEndpoints(library, question, dialect)
    server = LocalServer(endpoints.all, port)
    echo(f"{library}: {server.address}")
    echo("Ctrl-C ends it.", err=True)
    if browse is not None:
        # Some browsers run in the terminal, and come back only when they are left.
        threading.Thread(target=browse, args=(server.address,), daemon=True).start()
    server.run()


def _write(
    library: str,
    question: Query,
    dialect: str | None,
    folder: Path,
    depth: int,
    least: int,
    force: bool,
) -> None:
    """Write the page to a folder."""
    from analysis.pages.explore.static import Bounds, write_tree

    with waiting("gathering positions ..."):
        bounds = Bounds(depth, least)
        written = write_tree(library, question, folder, bounds, dialect=dialect, force=force)
    echo(f"{plural(written.positions, 'position')} written to {written.path}")
    for line in written.left_out:
        echo(line, err=True)
