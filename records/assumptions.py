"""Assumptions about records: what the caller knows, so that readers need not find it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from notation import Dialect, UnknownName, dialects
from notation.registry import Likeliest, find, games, installed_dialects, likeliest, name_of

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


class Guess(NamedTuple):
    """The game and the dialect of moves.

    Attributes:
        game: name of the game; None for an unknown one.
        dialect: name of the dialect; None for an unknown one.
        why: why the game is taken, a sentence; empty for one that was named.
    """

    game: str | None
    dialect: str | None
    why: str = ""


def guess(game: str | None, dialect: str | None, moves: Sequence[str]) -> Guess:
    """Return the game and dialect of moves, found from the moves where they are not known.

    A name that only one dialect fits decides without moves.
    """
    dialect = dialect.strip().lower() or None if dialect else None
    if game and dialect:
        return Guess(game, dialect)
    try:
        among = candidates(game, dialect)
        if len(among) == 1:
            return Guess(game or among[0].game, among[0].name, "" if game else why_only(among[0]))
        found = likeliest(moves, among)
        if found is None and moves and not game:
            found = likeliest(moves, installed_candidates(dialect))
    except UnknownName:
        return Guess(game, dialect)
    if found is None:
        return Guess(game, dialect)
    why = "" if game else why_likeliest(found)
    return Guess(game or found.dialect.game, dialect or found.dialect.name, why)


def why_only(dialect: Dialect[object]) -> str:
    """Return why the game of a dialect that a record names is taken, for a note."""
    return f"{_NO_GAME}: read as {dialect.game}, which alone has the dialect {dialect.name}"


def why_likeliest(found: Likeliest) -> str:
    """Return why a game is taken that the moves of a record decide, for a note."""
    if len(found.games) > 1:
        alike = " and ".join(found.games)
        return f"{_NO_GAME}: the moves fit {alike} alike; read as {found.dialect.game}"
    return f"{_NO_GAME}: read as {found.dialect.game}, for {found.reason}"


_NO_GAME = "the record names no game"


def is_known_game(name: str) -> bool:
    """Whether the project knows a game of that name."""
    return name in games()
