"""``ludograph library``: many games in one file, searched in milliseconds."""

from types import MappingProxyType

import click

from analysis.cli.lazy import LazyGroup

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


class LibraryGroup(LazyGroup):
    """The subcommands."""

    lines = COMMANDS
    homes = MappingProxyType({name: f"{__name__}.{home}" for name, home in _HOMES.items()})
    kind = "command of library"


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
