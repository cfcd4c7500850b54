"""The registry of games: their dialects and names, loaded when a game is first asked for.

The built-in games are sub-packages of ``notation``. Others are installed packages that name
themselves in the entry-point group ``ludograph.games``, the game's name first::

    [project.entry-points."ludograph.games"]
    hexadome = "ludograph_hexadome"

The sub-module ``notation`` of such a package, like that of a built-in game, holds ``DIALECTS``, a
tuple of `Dialect`, likeliest first, and may hold ``SITE_NAMES`` (`SiteNames`). Installed packages
are looked for only where the built-in games do not do: the search takes longer than reading a game.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from notation.dialect import Dialect
from notation.errors import UnknownName
from notation.memo import Memo
from notation.sites import SiteNames

BUILT_IN = ("epaminondas", "crossings", "gipf", "megiddo")
"""The built-in games; texts that fit several belong to the first."""

ENTRY_POINTS = "ludograph.games"


@cache
def installed() -> dict[str, str]:
    """Return the packages of games that are not built in, by the game's name."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    return {point.name: point.value for point in found if point.name not in BUILT_IN}


def games() -> Iterator[str]:
    """Yield the names of all games; installed ones are looked for after the built-in ones."""
    yield from BUILT_IN
    yield from installed()


def dialects(game: str | None = None) -> tuple[Dialect[Any], ...]:
    """Return the dialects of one game, or those of all built-in ones.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    if game is None:
        return _families(BUILT_IN)
    family: tuple[Dialect[Any], ...] = _HOMES[game].DIALECTS
    return family


def installed_dialects() -> tuple[Dialect[Any], ...]:
    """Return the dialects of all games that are not built in.

    Raises:
        UnknownName: one of them cannot be loaded.
    """
    return _families(installed())


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


def site_names(game: str) -> SiteNames:
    """Return the names of a game outside this project.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    names: SiteNames | None = getattr(_HOMES[game], "SITE_NAMES", None)
    return names or SiteNames(game.title())


def home(game: str) -> ModuleType:
    """Return the module that holds a game's dialects.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    return _HOMES[game]


def sniff(texts: Iterable[str], among: Iterable[Dialect[Any]] | None = None) -> Dialect[Any] | None:
    """Return the dialect that most of the texts have the shape of, or None if none has any.

    Args:
        texts: move texts, from the beginning of a game.
        among: the dialects to choose from; by default those of the built-in games, or of the
            installed ones where none of those fits.

    Equals are told apart by how many of the texts are canonical and name points as the game's
    moves do, then by how many do the latter alone; what is equal even then goes to the dialect
    that comes first.
    """
    texts = list(texts)
    if among is None:
        return _best(texts, dialects()) or _best(texts, installed_dialects())
    return _best(texts, among)


def _load(game: str) -> ModuleType:
    if game not in BUILT_IN and game not in installed():
        raise UnknownName(f"no game {game!r}; there are: {', '.join(games())}")
    name = f"notation.{game}" if game in BUILT_IN else f"{installed()[game]}.notation"
    try:
        module = import_module(name)
    except ImportError as error:
        raise UnknownName(f"game {game!r} cannot be loaded: {error}") from error
    if not getattr(module, "DIALECTS", ()):
        raise UnknownName(f"game {game!r} cannot be loaded: {name} holds no DIALECTS")
    return module


_HOMES: Memo[str, ModuleType] = Memo(_load)


def _families(names: Iterable[str]) -> tuple[Dialect[Any], ...]:
    return tuple(dialect for game in names for dialect in dialects(game))


def _best(texts: Sequence[str], among: Iterable[Dialect[Any]]) -> Dialect[Any] | None:
    best, best_fit = None, (0, 0, 0)
    for candidate in among:
        fit = _fit(candidate, texts)
        if fit > best_fit:
            best, best_fit = candidate, fit
    return best


def _fit(dialect: Dialect[Any], texts: Sequence[str]) -> tuple[int, int, int]:
    """Return how well texts fit a dialect; what compares greater is better."""
    shaped = sum(dialect.lenient_pattern.fullmatch(text) is not None for text in texts)
    if not shaped:
        return 0, 0, 0
    fitting = [text for ply, text in enumerate(texts) if dialect.fits(text, ply)]
    return shaped, sum(dialect.are_canonical([text]) for text in fitting), len(fitting)
