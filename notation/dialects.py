"""The registry of dialects: what exists, by name, and which of them a text is written in."""

from collections.abc import Iterable
from typing import Any

from notation import epaminondas, gipf, megiddo
from notation.errors import UnknownName
from notation.grammar import Dialect

GAMES: dict[str, tuple[Dialect[Any], ...]] = {
    "epaminondas": epaminondas.DIALECTS,
    "gipf": gipf.DIALECTS,
    "megiddo": megiddo.DIALECTS,
}
"""Every game's dialects; within a game, texts that fit several belong to the first."""


def dialects(game: str | None = None) -> tuple[Dialect[Any], ...]:
    """Return the dialects of one game, or all of them.

    Raises:
        UnknownName: there is no such game.
    """
    if game is None:
        return tuple(dialect for family in GAMES.values() for dialect in family)
    try:
        return GAMES[game]
    except KeyError:
        raise UnknownName(f"no game {game!r}; there are: {', '.join(GAMES)}") from None


def find(game: str, name: str | None = None) -> Dialect[Any]:
    """Return a dialect by name; the one that the game is usually written in for None.

    Raises:
        UnknownName: there is no such game, or it has no such dialect.
    """
    family = dialects(game)
    if name is None:
        return family[0]
    for one in family:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in family)
    raise UnknownName(f"{game} has no dialect {name!r}; it has: {known}")


def sniff(texts: Iterable[str], among: Iterable[Dialect[Any]] | None = None) -> Dialect[Any] | None:
    """Return the dialect that most of the texts have the shape of, or None if none has any.

    Equals are told apart by how many of the texts are canonical; what is equal even then goes to
    the dialect that the registry names first.
    """
    texts = list(texts)
    best, best_fit = None, (0, 0)
    for candidate in dialects() if among is None else among:
        shaped = sum(candidate.loose.fullmatch(text) is not None for text in texts)
        canonical = sum(candidate.vouches([text]) for text in texts) if shaped else 0
        if (shaped, canonical) > best_fit:
            best, best_fit = candidate, (shaped, canonical)
    return best
