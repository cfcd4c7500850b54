"""``ludograph site``: the folder of the page that checks games in a browser without Python."""

from pathlib import Path

import click

from analysis.cli.options import Whole
from analysis.cli.terminal import echo

PORT = 8754
"""The default port. Browsers store data by address and port."""


@click.command("site")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option(
    "--pyodide",
    type=click.Path(dir_okay=False, exists=True),
    help="The npm package of Pyodide as a file, in place of a download.",
)
@click.option("--serve", is_flag=True, help="Serve the folder on this machine, until Ctrl-C.")
@click.option("--port", type=Whole(0, 65535), default=PORT, show_default=True, help="Port.")
@click.option("--no-browser", is_flag=True, help="With --serve: print the address only.")
def command(folder: str, pyodide: str | None, serve: bool, port: int, no_browser: bool) -> None:
    """Make DIR, a folder of files with the page that checks games in a browser.

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
    if serve:
        from analysis.cli.served import serve as serve_endpoints
        from analysis.pages.server import folder_endpoints
    home = Path(folder)
    if not (serve and (home / "index.html").exists()):
        from analysis.pages.site.build import build_site

        sizes = build_site(home, Path(pyodide) if pyodide else None)
        total = sum(sizes.values()) / 1e6
        echo(f"{folder}: {len(sizes)} files, {total:.1f} MB; see LICENSES.txt in it")
    if serve:
        serve_endpoints(folder_endpoints(home), folder, port, not no_browser, token="ludograph")
