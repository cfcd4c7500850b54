"""The games: a registry of one short description each, see `analysis.games.game.Game`.

No other module asks which game it deals with. The modules of a game are imported when they are
first needed, so that a command that meets one game loads one game.
"""

from importlib import import_module

from analysis.games.game import Game
from notation.errors import UnknownName

__all__ = ["GAMES", "Game", "find"]

_BUILT_IN = ("epaminondas", "crossings", "gipf", "megiddo")

GAMES: dict[str, Game] = {name: import_module(f"analysis.games.{name}").GAME for name in _BUILT_IN}


def find(name: str) -> Game:
    """Return a game by name.

    Raises:
        UnknownName: there is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownName(f"no game {name!r}; there are: {', '.join(GAMES)}") from None
