"""``ludograph lsp``: the language server of an editor, on standard input and output."""

import os
import sys

import click

from analysis.batch import InputOptions
from analysis.cli.options import with_reading


@click.command("lsp")
@with_reading
def command(reading: InputOptions) -> None:
    """Run the language server of an editor, on standard input and output.

    An editor starts it: docs/editors.md has the lines for several. While a game is typed it shows
    what is wrong and what may be meant, the board after a move, and the legal moves to choose from.

    \b
    Example:
      ludograph lsp --game gipf
    """
    from analysis.language_server.server import new_server

    new_server(reading).start_io()
    if sys.stdout.closed:  # by the server, at the end of the protocol
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (it stays open)
