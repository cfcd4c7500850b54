"""Assumptions about records: what the caller knows, so that readers need not find it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from notation import Dialect, UnknownName, dialects, sniff
from notation.registry import find, games, installed_dialects, name_of


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the caller knows of the records to be read; None where the text decides.

    Attributes:
        game: name of the game, in any case.
        variant: variant string.
        dialect: name of the dialect of the moves.

    Raises:
        UnknownName: there is no such game, or no game has such a dialect.
    """

    game: str | None = None
    variant: str | None = None
    dialect: str | None = None

    def __post_init__(self) -> None:
        if self.game is not None:
            object.__setattr__(self, "game", name_of(self.game))
        if self.dialect is not None:
            object.__setattr__(self, "dialect", self.dialect.casefold())
        if not candidates(self.game, self.dialect):
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


def guess(
    game: str | None, dialect: str | None, moves: Sequence[str]
) -> tuple[str | None, str | None]:
    """Return the game and dialect of moves, found from the moves where they are not known.

    A name that only one dialect fits decides without moves.
    """
    dialect = dialect.strip().lower() or None if dialect else None
    if game and dialect:
        return game, dialect
    try:
        among = candidates(game, dialect)
        found = among[0] if len(among) == 1 else sniff(moves, among)
        if found is None and moves and not game:
            found = sniff(moves, installed_candidates(dialect))
    except UnknownName:
        return game, dialect
    return (game or found.game, dialect or found.name) if found else (game, dialect)


def is_known_game(name: str) -> bool:
    """Whether the project knows a game of that name."""
    return name in games()
