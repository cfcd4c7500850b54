"""Command groups that import their commands on demand."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, cast

import click

from analysis.cli.streams import BROKEN_PIPE, discard_output
from analysis.cli.values import give_values
from analysis.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "check": "Validate records: errors, their places, likely corrections.",
    "completion": "Print the script that completes commands in a shell.",
    "config": "Print the settings of a folder.",
    "convert": "Write records in another format or notation.",
    "explain": "Print what the codes of findings mean.",
    "explore": "Step through the positions of a library in a browser.",
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
"""The commands, with their descriptions in ``ludograph --help``, which loads none of them."""

_HOMES = {
    "completion": "config:completion",
    "config": "config:config",
    "explain": "config:explain",
    "explore": "served:explore",
    "lsp": "served:lsp",
    "players": "stats:players",
    "site": "served:site",
    "stats": "stats:stats",
    "transcribe": "served:transcribe",
}
"""Module and function of commands that share a module."""

_BRINGS = {
    "explore": "serve",
    "library": "library",
    "plot": "plots",
    "report": "plots",
    "site": "browser",
    "transcribe": "serve",
}
"""The extra that a command needs, if it is not that of a single package."""


class LazyGroup(click.Group):
    """A group whose commands are imported on demand.

    Attributes:
        lines: command -> its line in the help.
        homes: command -> its module and function, as ``module:name``.
        kind: the word for a command in error messages.
    """

    lines: ClassVar[Mapping[str, str]]
    homes: ClassVar[Mapping[str, str]]
    kind: ClassVar[str]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it; None if there is no such command."""
        if cmd_name not in self.lines:
            return None
        module, _, name = self.homes[cmd_name].partition(":")
        command = cast(click.Command, getattr(import_module(module), name))
        give_values(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named by the arguments; the error suggests similar names."""
        is_unknown = args and not args[0].startswith("-") and args[0] not in self.lines
        if is_unknown and not ctx.resilient_parsing:
            from notation.errors import UnknownName

            raise UnknownName.among(self.kind, args[0], self.lines)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            settings = command.context_settings
            inner = command.context_class(command, parent=ctx, info_name=name, **settings)
            _refuse_repeated(inner, rest)
        return name, command, rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the commands that begin with a text, and the options."""
        from click.shell_completion import CompletionItem

        found = ((name, line) for name, line in self.lines.items() if name.startswith(incomplete))
        commands = [CompletionItem(name, help=line) for name, line in found]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.lines.items()))


def _refuse_repeated(ctx: click.Context, args: Sequence[str]) -> None:
    """Raise `click.UsageError` if an option that takes one value is repeated."""
    _, _, given = ctx.command.make_parser(ctx).parse_args(list(args))
    for param, times in Counter(given).items():
        if (
            times > 1
            and isinstance(param, click.Option)
            and not (param.multiple or param.is_flag or param.count)
        ):
            name = "/".join(param.opts)
            raise click.UsageError(f"{name} takes one value, and is given {times} times", ctx)


class CommandGroup(LazyGroup):
    """The commands of the command line."""

    lines = COMMANDS
    homes = MappingProxyType(
        {name: f"analysis.cli.{_HOMES.get(name, f'{name}:command')}" for name in COMMANDS}
    )
    kind = "such command"

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, flush its output, and exit with its exit status."""
        try:
            try:
                ctx.exit(super().invoke(ctx) or 0)
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
