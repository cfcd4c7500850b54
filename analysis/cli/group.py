"""The group of all commands: one module a command, loaded when it is called."""

import sys
from importlib import import_module
from typing import cast

import click

from analysis.cli.streams import BROKEN_PIPE, discard_output
from analysis.version import __version__

COMMANDS = {
    "check": "Validate records: what is wrong, where, and what was meant.",
    "convert": "Write records in another format or notation.",
    "library": "Keep many games in one file, and search them in milliseconds.",
    "moves": "List or count the legal moves of a position.",
    "openings": "Print the tree of first moves with their frequencies and scores.",
    "players": "List the players with scores, opponents and ratings.",
    "plot": "Draw statistics of games for print: captures, lengths, balance...",
    "report": "Write findings, tables, plots and diagrams, with a page to browse.",
    "repair": "Propose the edits that make broken records legal.",
    "score": "Add up the games of a match, and check who starts each.",
    "show": "Draw a position of a game.",
    "stats": "Count and measure games: results, lengths, endings, captures.",
}
"""The commands with their lines in ``ludograph --help``, which loads none of them."""

_BRINGS = {"library": "library", "plot": "plots"}
"""The extra with all that a command needs, where that is more than one."""


class LazyGroup(click.Group):
    """A group that loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"analysis.cli.{cmd_name}").command
        return cast(click.Command, command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line; name those that a wrong one resembles."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from notation.errors import UnknownName

            raise UnknownName.among("such command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
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
