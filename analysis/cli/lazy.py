"""Groups of commands that are loaded when they are called."""

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar, cast

import click


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
        return cast(click.Command, getattr(import_module(module), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line; name those that a wrong one resembles."""
        if args and not args[0].startswith("-") and args[0] not in self.lines:
            from notation.errors import UnknownName

            raise UnknownName.among(self.kind, args[0], self.lines)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.lines.items()))
