"""Groups of commands that are loaded when they are called."""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, cast

import click

from analysis.cli.values import give_values

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyGroup(click.Group):
    """A group that loads a command when it is called, and none for its help.

    Attributes:
        lines: the commands with their lines in the help.
        homes: module and name of each, ``module:name``.
        kind: what a command is, where a wrong one is named.
    """

    lines: ClassVar[Mapping[str, str]]
    homes: ClassVar[Mapping[str, str]]
    kind: ClassVar[str]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in self.lines:
            return None
        module, _, name = self.homes[cmd_name].partition(":")
        command = cast(click.Command, getattr(import_module(module), name))
        give_values(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line; name those that a wrong one resembles.

        Raises:
            UsageError: an option has more values than it takes.
        """
        if args and not args[0].startswith("-") and args[0] not in self.lines:
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
    """Refuse options that take one value and have several, of which only the last would count.

    Raises:
        UsageError: there is one.
    """
    _, _, given = ctx.command.make_parser(ctx).parse_args(list(args))
    for param, times in Counter(given).items():
        if (
            times > 1
            and isinstance(param, click.Option)
            and not (param.multiple or param.is_flag or param.count)
        ):
            name = "/".join(param.opts)
            raise click.UsageError(f"{name} takes one value, and is given {times} times", ctx)
