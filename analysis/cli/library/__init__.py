"""``ludograph library``: many games in one file, searched in milliseconds."""

from importlib import import_module
from typing import cast

import click

COMMANDS = {
    "import": "Add games to a library, which is made where there is none.",
    "list": "List the games of a library.",
    "search": "Find positions, patterns, players: one answer a game and ply.",
    "show": "Draw a game of a library.",
    "export": "Write games of a library to a file, as they were read.",
    "stats": "Count what is in a library.",
    "remove": "Remove games from a library.",
    "check": "Check that a library is sound, or what is left of it.",
}
"""The subcommands with their lines in the help."""

_HOMES = {
    "import": "importing:import_games",
    "list": "listing:list_games",
    "search": "searching:search_games",
    "show": "listing:show_game",
    "export": "searching:export_games",
    "stats": "listing:count_games",
    "remove": "upkeep:remove_games",
    "check": "upkeep:check_library",
}
"""Module and function of each, loaded when it is called."""


class LibraryGroup(click.Group):
    """The subcommands, each loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a subcommand."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = _HOMES[cmd_name].partition(":")
        return cast(click.Command, getattr(import_module(f"{__name__}.{module}"), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand of a command line; name those that a wrong one resembles."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from notation.errors import UnknownName

            raise UnknownName.among("command of library", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group("library", cls=LibraryGroup)
def command() -> None:
    """Keep many games in one file, and search them in milliseconds.

    A library holds games of any kind from any files, with an index of all their positions. It is a
    source for every command: ludograph stats games.ludo. The library is named with -L, or else by
    the environment variable LUDOGRAPH_LIBRARY. docs/library.md describes all of it.

    \b
    Examples:
      ludograph library import classic:megiddo-match -L games.ludo
      ludograph library search -L games.ludo --position "F6 D4" --any-symmetry
    """
