"""Assumptions about records: what the caller knows, so that readers need not find it."""

from dataclasses import dataclass
from functools import lru_cache

from notation import Dialect, UnknownName, dialects
from notation.registry import find, games, installed_dialects, name_of

AUTO, ROWS, BLOCKS, SIDES = "auto", "rows", "blocks", "sides"
LAYOUTS = (AUTO, ROWS, BLOCKS, SIDES)
"""How a sheet of moves may be laid out: as its numbers show, row by row, in blocks of rows side by
side, or with the moves of each side in a table of its own."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the caller knows of the records to be read; None where the text decides.

    Attributes:
        game: name of the game, in any case.
        variant: variant string.
        dialect: name of the dialect of the moves.
        layout: how a sheet of moves is laid out, one of `LAYOUTS`.

    Raises:
        UnknownName: there is no such game or layout, or no game has such a dialect.
    """

    game: str | None = None
    variant: str | None = None
    dialect: str | None = None
    layout: str = AUTO

    def __post_init__(self) -> None:
        if self.game is not None:
            object.__setattr__(self, "game", name_of(self.game))
        if self.layout not in LAYOUTS:
            raise UnknownName.among("layout", self.layout, LAYOUTS)
        if self.dialect is not None:
            object.__setattr__(self, "dialect", self.dialect.casefold())
        if (self.game, self.dialect) != (None, None) and not candidates(self.game, self.dialect):
            known = dict.fromkeys(dialect.name for dialect in dialects(self.game))
            raise UnknownName.among("dialect", self.dialect or "", known)


@lru_cache(maxsize=256)
def candidates(game: str | None, dialect: str | None) -> tuple[Dialect[object], ...]:
    """Return the dialects that a record of that game and dialect may be written in.

    Raises:
        UnknownName: there is no such game, or it has no such dialect.
    """
    if game and dialect:
        return (find(game, dialect),)
    return tuple(one for one in dialects(game) if dialect in (None, one.name))


def installed_candidates(dialect: str | None) -> tuple[Dialect[object], ...]:
    """Return the dialects of that name, or all, of games that are not built in.

    Texts without the name of their game are compared with these only where no dialect of a
    built-in game fits. There are none if an installed game cannot be loaded.
    """
    try:
        return tuple(one for one in installed_dialects() if dialect in (None, one.name))
    except UnknownName:
        return ()


def is_known_game(name: str) -> bool:
    """Whether the project knows a game of that name."""
    return name in games()
