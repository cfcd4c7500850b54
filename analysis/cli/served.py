"""Commands with a server: `explore`, `transcribe` and `site` for browsers, `lsp` for editors."""

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.batch import InputOptions
from analysis.cli.options import (
    OutputFile,
    Whole,
    not_printed,
    policy_options,
    with_playing,
    with_reading,
)
from analysis.cli.output import NOT_WRITTEN, check_output
from analysis.cli.question import VARIABLE, games_question_options
from analysis.cli.terminal import echo
from analysis.replay.findings import Policy
from notation import LudographError, find_dialect
from records.formats import COMPRESSED, by_suffix

if TYPE_CHECKING:
    # Not loaded here: they need the extra of local servers.
    from analysis.library.search import Query
    from analysis.pages.server import Endpoint

THREADS = 4
"""Maximum number of requests that the explorer answers at the same time."""

PORTS = 65535

SITE_PORT = 8754
"""The default port of `site`. Browsers store data by address and port."""

_port_option = click.option(
    "--port", type=Whole(0, PORTS), default=0, help="Port  [default: any that is free]."
)

_no_browser_option = click.option("--no-browser", is_flag=True, help="Print the address only.")


def serve(
    endpoints: "Sequence[Endpoint]",
    name: str,
    port: int,
    browse: bool,
    threads: int = 1,
    token: str = "",
) -> None:
    """Serve a page until Ctrl-C.

    Args:
        name: what the page shows, printed before its address.
        port: the port; 0 for any free one.
        browse: whether to open the browser.
        threads: number of requests answered at once.
        token: first part of the page's addresses; random by default.
    """
    import webbrowser

    from analysis.pages.server import LocalServer

    with LocalServer(endpoints, port, token, threads=threads) as server:
        echo(f"{name}: {server.address}")
        echo("Ctrl-C ends it.", err=True)
        if browse:
            # In a thread, because a browser that runs in the terminal returns when it is closed.
            work = partial(webbrowser.open, server.address)
            threading.Thread(target=work, daemon=True).start()
        server.run()


@click.command("explore")
@click.argument("library", envvar=VARIABLE, type=click.Path())
@games_question_options
@click.option("--dialect", metavar="NAME", help="Notation of the moves  [default: the usual one].")
@_port_option
@_no_browser_option
def explore(
    library: str,
    question: "Query",
    dialect: str | None,
    port: int,
    no_browser: bool,
) -> None:
    """Step through the positions of a LIBRARY in a browser: the moves played, with results.

    The page is served to this machine only, under a random address, until Ctrl-C.
    docs/explore.md describes the page.

    \b
    Examples:
      ludograph explore games.ludo
      ludograph explore games.ludo --game gipf --since 2004
    """
    _check(library, question, dialect)
    from analysis.pages.explore.endpoints import ExplorerEndpoints

    with closing(ExplorerEndpoints(library, question, dialect)) as endpoints:
        serve(endpoints.all, library, port, not no_browser, THREADS)


def _check(library: str, question: "Query", dialect: str | None) -> None:
    """Check that the library has games for the query, and that all of them have the dialect."""
    from analysis.library.library import LibraryFile
    from records.library import named_errors

    with LibraryFile(library) as opened, named_errors(library):
        kinds = [one for one in opened.boards.kinds().values() if question.concerns(one)]
    if not kinds:
        chosen = f" of {question.game or 'this variant'}" * bool(question.game or question.variant)
        raise LudographError(f"{library}: no game{chosen} in the library could be put on a board")
    for game in {one.game for one in kinds} if dialect is not None else ():
        find_dialect(game, dialect)


@click.command("transcribe")
@click.argument("scans", nargs=-1, metavar="SCAN...", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    required=True,
    callback=not_printed("file that is saved at each change"),
    help="Text file to type, e.g. game.txt.",
)
@with_playing
@_port_option
@_no_browser_option
def transcribe(
    scans: tuple[str, ...],
    output: str,
    reading: InputOptions,
    port: int,
    no_browser: bool,
) -> None:
    """Type a game from the SCAN of a score sheet, in a browser, checked as you type.

    The scan is on the left, the text with its findings in the middle, the board on the right;
    a click on the board types a move. The output is saved at each change; an existing file is
    continued. It begins with the text that tesseract recognises, if that is installed. The page is
    served to this machine only, under a random address, until Ctrl-C. docs/workbench.md has more.

    \b
    Examples:
      ludograph transcribe sheet.png -o game.txt
      ludograph transcribe page1.jpg page2.jpg -o game.txt --game gipf
      ludograph transcribe -o game.txt --game megiddo
    """
    check_output(output, scans)
    form = by_suffix(output)
    if output.lower().endswith((*NOT_WRITTEN, *COMPRESSED)):
        raise click.UsageError(f"{output}: only plain text can be written, not compressed")
    if form is not None and form.name != "text":
        raise click.UsageError(f"{output}: only plain text can be written, not {form.name}")
    from analysis.pages.transcribe.sheets import scans_of
    from analysis.pages.transcribe.workbench import Workbench, workbench_endpoints

    pages = [page for scan in scans for page in scans_of(scan)]
    bench = Workbench(output, pages, reading)
    bench.start()
    if bench.why:
        echo(bench.why, err=True)
    serve(workbench_endpoints(bench), output, port, not no_browser)


@click.command("site")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option(
    "--pyodide",
    type=click.Path(dir_okay=False, exists=True),
    help="The npm package of Pyodide as a file, in place of a download.",
)
@click.option(
    "--serve", "is_served", is_flag=True, help="Serve the folder on this machine, until Ctrl-C."
)
@click.option("--port", type=Whole(0, PORTS), default=SITE_PORT, show_default=True, help="Port.")
@click.option("--no-browser", is_flag=True, help="With --serve: print the address only.")
def site(folder: str, pyodide: str | None, is_served: bool, port: int, no_browser: bool) -> None:
    """Write DIR, a folder with a page that checks games in a browser.

    The page needs no Python: it checks, repairs, converts and draws in the browser, and typed
    text stays there. Any static server can serve the folder; it cannot be opened as a file, since
    browsers load no workers from files. npm downloads Pyodide, which is Python for browsers. With
    --serve, an existing folder is served as it is.
    docs/browser.md has more.

    \b
    Examples:
      ludograph site public/play
      ludograph site play --serve
    """
    if is_served:
        from analysis.pages.server import folder_endpoints
    home = Path(folder)
    if not (is_served and (home / "index.html").exists()):
        from analysis.pages.site.build import build_site

        sizes = build_site(home, Path(pyodide) if pyodide else None)
        total = sum(sizes.values()) / 1e6
        echo(f"{folder}: {len(sizes)} files, {total:.1f} MB; see LICENSES.txt in it")
    if is_served:
        serve(folder_endpoints(home), folder, port, not no_browser, token="ludograph")


@click.command("lsp")
@with_reading
@policy_options
def lsp(reading: InputOptions, policy: Policy) -> None:
    """Run the language server of an editor, on standard input and output.

    An editor starts it: docs/editors.md has the settings for several. While a game is typed, it
    shows errors and corrections, the board after a move, and the legal moves to choose from.
    Without options, the settings of a document's folder apply.

    \b
    Example:
      ludograph lsp --game gipf
    """
    from analysis.language_server.server import new_server

    new_server(replace(reading, policy=policy if any(policy) else None)).start_io()
    if sys.stdout.closed:  # the server closes it at the end of the protocol
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (it stays open)
