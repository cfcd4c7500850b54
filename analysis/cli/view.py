"""``ludograph view``: games to step through in a browser."""

import os
import tempfile
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click

from analysis.batch.games import SelectedGames
from analysis.cli.options import Games, OutputFile, games_options
from analysis.cli.output import check_output, write_bytes
from analysis.cli.run import Run
from analysis.cli.streams import STANDARD_OUTPUT
from analysis.cli.terminal import echo
from analysis.pages.view import GameView, ViewPage, view_of
from notation.numbers import plural

LARGE = 40_000_000
"""Size of a page in bytes above which it opens slowly on small devices."""


def viewed(found: SelectedGames) -> list[GameView]:
    """Return the contents of a page for some games."""
    return list(map(view_of, found))


@click.command("view")
@click.option("-o", "--output", type=OutputFile(), help="Page to write, e.g. games.html.")
@click.option("--title", default="", help="Heading of the page.")
@click.option("--no-browser", is_flag=True, help="Open no browser; only write the page.")
@games_options
def command(
    games: Games,
    output: str | None,
    title: str,
    no_browser: bool,
) -> int:
    """Write a page that steps through the games in FILES, and open it in the browser.

    The page is one file that works offline: the board, the moves with their findings, and a
    list of the games with a search. Arrow keys, Home, End and the space bar step and play;
    an address that ends in #3/17 is ply 17 of game 3. With -o, the page is only written.

    \b
    Examples:
      ludograph view classic:gipf-tournament
      ludograph view classic:megiddo-match --where "plies > 20" -o games.html
    """
    check_output(output, games.files)
    page = ViewPage()
    with Run(games) as run:
        for game in chain.from_iterable(run.of(viewed)):
            page.add(game)
    if not page.count:
        raise click.UsageError("no game is selected, so there is nothing to view")
    count, wrong = run.counts.games, run.counts.wrong
    html = page.written(title or _title(games.files, count)).encode()
    path = _write(html, output)
    verdicts = f"{count - wrong:,} valid, {wrong:,} with errors"
    counts = run.summary(f"{plural(count, 'game')}: {verdicts}{run.left_out}")
    is_printed = output == STANDARD_OUTPUT
    echo(counts if is_printed else f"{counts}; see {path}", err=is_printed)
    if len(html) > LARGE:
        hint = "it may open slowly; select games, such as with --where"
        echo(f"the page has {len(html) / 1e6:,.0f} MB: {hint}", err=True)
    if not (output or no_browser):
        _open(path)
    return run.status()


def _title(files: Sequence[str], count: int) -> str:
    """Return the heading of a page: the file without its folders, or the number of files."""
    name = os.path.basename(os.path.normpath(files[0]))
    named = name if len(files) == 1 else plural(len(files), "file")
    return f"{named}, {plural(count, 'game')}" if count > 1 else named


def _write(html: bytes, output: str | None) -> str:
    """Write the page to a file, by default a new temporary one; return its path."""
    if output is None:
        number, output = tempfile.mkstemp(prefix="ludograph-", suffix=".html")
        os.close(number)
    write_bytes(html, output)
    return output


def _open(path: str) -> None:
    import webbrowser

    if not webbrowser.open(Path(path).absolute().as_uri()):
        echo("no browser could be opened: open this file in one", err=True)
