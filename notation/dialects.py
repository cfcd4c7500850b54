"""The registry of dialects: what exists, by name, and which of them a text is written in."""

from collections.abc import Iterable
from typing import Any

from notation import epaminondas, gipf
from notation.errors import UnknownName, UnreadableMove
from notation.grammar import Dialect

GAMES: dict[str, tuple[Dialect[Any], ...]] = {
    "epaminondas": epaminondas.DIALECTS,
    "gipf": gipf.DIALECTS,
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


def find(game: str, name: str) -> Dialect[Any]:
    """Return a dialect by name.

    Raises:
        UnknownName: there is no such game, or it has no such dialect.
    """
    for dialect in dialects(game):
        if dialect.name == name:
            return dialect
    known = ", ".join(dialect.name for dialect in dialects(game))
    raise UnknownName(f"{game} has no dialect {name!r}; it has: {known}")


def default(game: str) -> Dialect[Any]:
    """Return the dialect in which a game's moves are written unless another is asked for."""
    return dialects(game)[0]


def sniff(texts: Iterable[str], among: Iterable[Dialect[Any]] | None = None) -> Dialect[Any] | None:
    """Return the dialect that reads most of the texts, or None if none reads any.

    Canonical texts count for more than texts that need forgiving; equals go to the dialect that
    the registry names first.
    """
    texts = list(texts)
    best, best_score = None, 0
    for dialect in dialects() if among is None else among:
        score = sum(_fit(dialect, text) for text in texts)
        if score > best_score:
            best, best_score = dialect, score
    return best


def _fit(dialect: Dialect[Any], text: str) -> int:
    try:
        return 2 if not dialect.read(text).remarks else 1
    except UnreadableMove:
        return 0
