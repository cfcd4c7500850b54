"""The group of all commands: one module a command, loaded when it is called."""

import sys
from types import MappingProxyType

import click

from analysis.cli.lazy import LazyGroup
from analysis.cli.streams import BROKEN_PIPE, discard_output
from analysis.version import __version__

COMMANDS = {
    "check": "Validate records: what is wrong, where, and what was meant.",
    "completion": "Print what completes commands in a shell, with their values.",
    "convert": "Write records in another format or notation.",
    "explore": "Go through the positions of a library in a browser.",
    "library": "Keep many games in one file, and search them in milliseconds.",
    "lsp": "Check and complete games while they are typed in an editor.",
    "moves": "List or count the legal moves of a position.",
    "openings": "Print the tree of first moves with their frequencies and scores.",
    "players": "List the players with scores, opponents and ratings.",
    "plot": "Draw statistics of games for print: captures, lengths, balance...",
    "report": "Write findings, tables, plots and diagrams, with a page to browse.",
    "repair": "Propose the edits that make broken records legal.",
    "score": "Add up the games of a match, and check who starts each.",
    "show": "Draw a position of a game.",
    "site": "Make a page that checks games in a browser, for people without Python.",
    "stats": "Count and measure games: results, lengths, endings, captures.",
    "transcribe": "Type a game from a scan in a browser, checked as you type.",
    "view": "Step through games in a browser: one page that works offline.",
}
"""The commands with their lines in ``ludograph --help``, which loads none of them."""

_BRINGS = {
    "explore": "serve",
    "library": "library",
    "plot": "plots",
    "report": "plots",
    "site": "browser",
    "transcribe": "serve",
}
"""The extra with all that a command needs, where that is more than one."""


class CommandGroup(LazyGroup):
    """The commands of the command line."""

    lines = COMMANDS
    homes = MappingProxyType({name: f"analysis.cli.{name}:command" for name in COMMANDS})
    kind = "such command"

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and write what it has printed."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                # A full disk can be reported here, but not after the interpreter has shut down.
                sys.stdout.flush()
        except KeyboardInterrupt:
            raise click.Abort from None
        except BrokenPipeError:
            discard_output()
            return ctx.exit(BROKEN_PIPE)
        except ModuleNotFoundError as error:
            from notation.extras import missing_extra

            wanted = _BRINGS.get(str(ctx.invoked_subcommand), "")
            raise missing_extra(error, wanted) or error from None


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Validate, convert and draw the records of abstract board games.

    Sources are files, folders, glob patterns, .gz, .zst, .zip and .tar files, "-" for standard
    input, @LIST for a file of such names, and classic:NAME for a bundled game.

    Exit status: 0 all is well, 1 something in the records is wrong, 2 the command could not do
    its work.

    \b
    Example:
      ludograph check classic:epaminondas-demonstration
    """
