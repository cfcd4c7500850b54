"""The registry of dialects: what exists, by name, and which of them a text is written in."""

from collections.abc import Iterable, Sequence
from typing import Any

from notation import epaminondas, gipf, megiddo
from notation.dialect import Dialect
from notation.errors import UnknownName

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

    Args:
        texts: move texts, from the beginning of a game.
        among: the dialects to choose from, all of them by default.

    Equals are told apart by how many of the texts are canonical and name points as the game's
    moves do, then by how many do the latter alone; what is equal even then goes to the dialect
    that the registry names first.
    """
    texts = list(texts)
    best, best_fit = None, (0, 0, 0)
    for candidate in dialects() if among is None else among:
        fit = _fit(candidate, texts)
        if fit > best_fit:
            best, best_fit = candidate, fit
    return best


def _fit(dialect: Dialect[Any], texts: Sequence[str]) -> tuple[int, int, int]:
    """Tell how well texts fit a dialect; what compares greater is better."""
    shaped = sum(dialect.lenient_pattern.fullmatch(text) is not None for text in texts)
    if not shaped:
        return 0, 0, 0
    fitting = [text for ply, text in enumerate(texts) if dialect.fits(text, ply)]
    return shaped, sum(dialect.are_canonical([text]) for text in fitting), len(fitting)
