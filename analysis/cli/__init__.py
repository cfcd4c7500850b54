"""The command line, ``ludograph``: one file per command, loaded when it is called."""

import os
import sys
from importlib import import_module
from typing import cast

import click

from analysis.version import __version__

COMMANDS = {
    "check": "Validate records: what is wrong, where, and what was meant.",
    "convert": "Write records in another format or notation.",
    "moves": "List or count the legal moves of a position.",
    "openings": "Show what was played in the first moves, and how it did.",
    "players": "Tell what players scored, against whom, and rate them.",
    "plot": "Draw statistics of games for print: captures, lengths, balance...",
    "report": "Write findings, tables, plots and diagrams into a folder with a page.",
    "repair": "Find what was meant where records are broken.",
    "score": "Add up the games of a match, and check who starts each.",
    "show": "Draw a position of a game.",
    "stats": "Count and measure games: results, lengths, endings, captures.",
}
"""The commands and what ``ludograph --help`` says of them without loading any."""


INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 and the number of the signal."""


class LazyGroup(click.Group):
    """Loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"analysis.cli.{cmd_name}").command
        return cast(click.Command, command)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; one that is interrupted ends as shells expect it to."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("ludograph: interrupted", err=True)
            return ctx.exit(INTERRUPTED)
        finally:
            # Here a full disk can still be told; after the end it would be too late.
            sys.stdout.flush()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Validate, convert and draw the records of abstract board games.

    Every command reads files, folders, glob patterns, .gz, .zst, .zip and .tar files, "-" for
    standard input, @LIST for files named in a file, and bundled games named classic:NAME.

    Exit status: 0 all is well, 1 something in the records is wrong, 2 the command could not do
    its work.

    \b
    Example:
      ludograph check classic:epaminondas-demonstration
    """


def _give_up_output() -> None:
    """Let go of output that cannot be written, so that nothing tries again at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line."""
    try:
        cli(prog_name="ludograph")
    except (ValueError, OSError) as error:
        # Loaded here, not above: --version and --help come without the games' grammars.
        from notation.errors import LudographError

        if isinstance(error, OSError):
            name = f"{error.filename}: " if error.filename else ""
            click.echo(f"ludograph: {name}{error.strerror or error}", err=True)
            _give_up_output()
        elif isinstance(error, LudographError):
            click.echo(f"ludograph: {error}", err=True)
        else:
            raise
        sys.exit(2)
