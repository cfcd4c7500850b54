"""What the caller knows about the records to be read."""

from dataclasses import dataclass
from functools import lru_cache

from notation import Dialect, UnknownName, dialects
from notation.registry import find, games, installed_dialects, name_of

AUTO, ROWS, BLOCKS, SIDES = "auto", "rows", "blocks", "sides"
LAYOUTS = (AUTO, ROWS, BLOCKS, SIDES)
"""Layouts of a table of moves: as its numbers show, row by row, in blocks of rows side by side, or
with a table for each side."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the caller knows about the records to be read; names are None if the text decides.

    Attributes:
        game: name of the game, in any case.
        variant: variant string.
        dialect: name of the dialect of the moves.
        layout: the layout of tables of moves, one of `LAYOUTS`.

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
    """Return the dialects that a record may have; None stands for an unknown game or dialect.

    Raises:
        UnknownName: there is no such game, or it has no such dialect.
    """
    if game and dialect:
        return (find(game, dialect),)
    return tuple(one for one in dialects(game) if dialect in (None, one.name))


def installed_candidates(dialect: str | None) -> tuple[Dialect[object], ...]:
    """Return the dialects of installed games, or only those with the name ``dialect``.

    They are tried after those of built-in games.
    """
    return tuple(one for one in installed_dialects() if dialect in (None, one.name))


def is_known_game(name: str) -> bool:
    """Whether a game has this name, and can be loaded."""
    return name in games() and not load_error(name)


def load_error(name: str) -> str:
    """Return the reason why an installed game cannot be loaded; empty for other names."""
    try:
        if name in games():
            dialects(name)
    except UnknownName as error:
        return str(error)
    return ""
