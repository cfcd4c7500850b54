"""``ludograph explore``: a page that goes through the positions of a library."""

from typing import TYPE_CHECKING

import click

from analysis.cli.library.options import VARIABLE, games_question_options
from analysis.cli.options import Whole
from notation import LudographError, find_dialect

if TYPE_CHECKING:
    from analysis.library.search import Query

THREADS = 4
"""Questions that are answered at once, such as those of several windows."""

PORTS = 65535


@click.command("explore")
@click.argument("library", envvar=VARIABLE, type=click.Path())
@games_question_options
@click.option("--dialect", metavar="NAME", help="Notation of the moves  [default: the usual one].")
@click.option("--port", type=Whole(0, PORTS), default=0, help="Port  [default: any that is free].")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
def command(
    library: str,
    question: "Query",
    dialect: str | None,
    port: int,
    no_browser: bool,
) -> None:
    """Go through the positions of a LIBRARY in a browser: what was played, and how it ended.

    The page is served to this machine only, under an address that nobody can guess, until Ctrl-C.
    docs/explore.md describes the page.

    \b
    Examples:
      ludograph explore games.ludo
      ludograph explore games.ludo --game gipf --since 2004
    """
    _check(library, question, dialect)
    _serve(library, question, dialect, port, not no_browser)


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
