"""The registry of games, each with a `analysis.games.game.GameDefinition`.

No other module depends on a particular game. The modules of a game are imported on first use, so
that a command loads only the games that it needs. Games in other packages are found by entry
points (`notation.registry`); such a package has ``GAME``, a ``GameDefinition``.
"""

from collections.abc import Iterator
from importlib import import_module

from analysis.games.game import INTERFACE, GameDefinition
from notation import registry
from notation.errors import UnknownName

__all__ = ["GAMES", "GameDefinition", "all_games", "find", "title_of"]


class _Games(dict[str, GameDefinition]):
    """Games by name: built-in games, and installed games, which are loaded on first use."""

    def __missing__(self, name: str) -> GameDefinition:
        if name not in registry.installed():
            raise UnknownName.among("game", name, registry.games())
        package = registry.installed()[name]
        game = registry.load(f"{package}:GAME")
        if not isinstance(game, GameDefinition):
            raise UnknownName(
                f"game {name!r} cannot be loaded: {package}:GAME is not a GameDefinition"
            )
        if game.interface != INTERFACE:
            made = f"made for interface {game.interface} of games, and this version has {INTERFACE}"
            raise UnknownName(f"game {name!r} cannot be loaded: {package} is {made}")
        self[name] = game
        return game


GAMES: dict[str, GameDefinition] = _Games(
    {name: import_module(f"analysis.games.{name}").GAME for name in registry.BUILT_IN}
)
"""The built-in games by name, and the installed games loaded so far."""


def find(name: str) -> GameDefinition:
    """Return a game by name.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    return GAMES[name]


def all_games() -> Iterator[GameDefinition]:
    """Return an iterator over the built-in games, then the installed ones that can be loaded.

    Warns:
        GameLeftOut: an installed game cannot be loaded.
    """
    return registry.loadable(find)


def title_of(name: str) -> str:
    """Return the title of a game, or its name if there is no such game."""
    try:
        return find(name).title
    except UnknownName:
        return name
