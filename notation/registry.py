"""The registry of games: their dialects and names, loaded on first use.

The built-in games are sub-packages of ``notation``. Others are installed packages with an entry
point in the group ``ludograph.games``, named after the game::

    [project.entry-points."ludograph.games"]
    hexadome = "ludograph_hexadome"

The sub-module ``notation`` of such a package must have ``DIALECTS``, a tuple of `Dialect` with the
likeliest first, and may have ``SITE_NAMES`` (`SiteNames`). The packages of built-in games have the
same names. Entry points are looked up, which is slow, only if no built-in game fits.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, TypeVar, cast

from notation.dialect import AnyDialect, Dialect
from notation.errors import GameLeftOut, UnknownName, did_you_mean
from notation.sites import SiteNames

BUILT_IN = ("epaminondas", "crossings", "gipf", "megiddo")
"""The built-in games; the first is chosen if a text fits several equally well."""

ENTRY_POINTS = "ludograph.games"

_OWN = ("analysis", "notation")
"""The top-level packages of built-in games."""

Loaded = TypeVar("Loaded")

Fit = tuple[int, int, int]
"""How well texts fit a dialect: the numbers of texts that match its lenient pattern, that are
canonical and fit the board, and that fit the board. The greatest tuple is best."""


class Likeliest(NamedTuple):
    """The dialect that move texts fit best.

    Attributes:
        dialect: the dialect.
        games: the games that the texts fit equally well, the dialect's game first.
        reason: why the dialect's game was chosen over other games, for a message.
    """

    dialect: AnyDialect
    games: list[str]
    reason: str


@cache
def installed() -> dict[str, str]:
    """Return the package of each installed game that is not built in, by the game's name."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    return {point.name: point.value for point in found if point.name not in BUILT_IN}


def games() -> Iterator[str]:
    """Yield the names of built-in games, then those of other installed games."""
    yield from BUILT_IN
    yield from installed()


def loadable(load: Callable[[str], Loaded], among: Iterable[str] | None = None) -> Iterator[Loaded]:
    """Yield what ``load`` returns for the name of each game, with a warning where it fails.

    Args:
        load: raises `UnknownName` if the game cannot be loaded.
        among: the games; None for all.

    Warns:
        GameLeftOut: a game cannot be loaded.
    """
    for game in games() if among is None else among:
        try:
            found = load(game)
        except UnknownName as error:
            _leave_out(str(error))
        else:
            yield found


@cache
def _leave_out(reason: str) -> None:
    """Warn, once, that a game is left out; worker processes would repeat the warning."""
    from multiprocessing import parent_process

    if parent_process() is None:
        warnings.warn(f"{reason}; left out", GameLeftOut, stacklevel=1)


def name_of(game: str) -> str:
    """Return the exact name of a game, given a name in any letter case.

    Raises:
        UnknownName: there is no such game.
    """
    folded = game.casefold()
    for name in games():
        if name.casefold() == folded:
            return name
    raise UnknownName.among("game", game, games())


@cache
def home(game: str) -> ModuleType:
    """Return the module that holds a game's dialects.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    game = name_of(game)
    name = f"notation.{game}" if game in BUILT_IN else f"{installed()[game]}.notation"
    module = cast("ModuleType", load(name))
    family = getattr(module, "DIALECTS", ())
    if not (isinstance(family, tuple) and family and all(isinstance(d, Dialect) for d in family)):
        raise UnknownName(f"game {game!r} cannot be loaded: {name} has no DIALECTS")
    return module


def load(path: str) -> object:
    """Return the object that a path names: ``module:name``, or ``module`` for a module.

    Raises:
        UnknownName: the import of an installed game failed, with any exception.
    """
    module, _, name = path.partition(":")
    package = module.partition(".")[0]
    try:
        home = import_module(module)
        return getattr(home, name) if name else home
    except (Exception, SystemExit) as error:
        for game, its_package in installed().items() if package not in _OWN else ():
            # A value with a colon names an object, not a package.
            if its_package.partition(":")[0].partition(".")[0] == package:
                why = f"{type(error).__name__}: {error}"
                raise UnknownName(f"game {game!r} cannot be loaded: {module}: {why}") from error
        raise


def dialects(game: str | None = None) -> tuple[AnyDialect, ...]:
    """Return the dialects of a game, likeliest first; of all built-in games if ``game`` is None.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    if game is None:
        return tuple(dialect for one in BUILT_IN for dialect in dialects(one))
    family: tuple[AnyDialect, ...] = home(game).DIALECTS
    return family


def installed_dialects() -> tuple[AnyDialect, ...]:
    """Return the dialects of the installed games that are not built in and can be loaded."""
    families = loadable(dialects, installed())
    return tuple(dialect for family in families for dialect in family)


def find(game: str, name: str | None = None) -> AnyDialect:
    """Return a game's dialect by name, in any letter case; its first dialect if ``name`` is None.

    Raises:
        UnknownName: there is no such game, or it has no such dialect.
    """
    family = dialects(game)
    if name is None:
        return family[0]
    for one in family:
        if one.name == name.casefold():
            return one
    known = [one.name for one in family]
    meant = did_you_mean(name, known)
    raise UnknownName(f"{game} has no dialect {name!r}{meant}; it has: {', '.join(known)}")


def site_names(game: str) -> SiteNames:
    """Return the names of a game in file formats and on sites.

    Raises:
        UnknownName: there is no such game, or it cannot be loaded.
    """
    names: SiteNames | None = getattr(home(game), "SITE_NAMES", None)
    return names or SiteNames(game.title())


def sniff(texts: Iterable[str], among: Iterable[AnyDialect] | None = None) -> AnyDialect | None:
    """Return the dialect whose lenient pattern matches most of the texts; None if none matches any.

    Ties are broken by the number of texts that are canonical and fit the board (`Dialect.fits`),
    then by the number of texts that fit the board, then by the order of the dialects.

    Args:
        texts: move texts, from the beginning of a game.
        among: the dialects to choose from; None for those of the built-in games and, if none of
            these matches any text, those of the installed games.
    """
    texts = list(texts)
    if among is None:
        found = likeliest(texts, dialects()) or likeliest(texts, installed_dialects())
    else:
        found = likeliest(texts, among)
    return found.dialect if found else None


def likeliest(texts: Sequence[str], among: Iterable[AnyDialect]) -> Likeliest | None:
    """Return the dialect that `sniff` returns, the games that fit equally well, and the reason."""
    best: dict[str, tuple[Fit, AnyDialect]] = {}
    moves, among = tuple(texts), tuple(among)
    # Dialects share patterns; boards are compared only between those that read most moves.
    patterns = {one.lenient_pattern for one in among}
    shaped = {pattern: _shaped(pattern, moves) for pattern in patterns}
    most = max(shaped.values(), default=0)
    rivals = [one for one in among if shaped[one.lenient_pattern] == most]
    for one in among:
        read = shaped[one.lenient_pattern]
        fit = _fit(one, moves) if read == most and len(rivals) > 1 else (read, 0, 0)
        if one.game not in best or fit > best[one.game][0]:
            best[one.game] = fit, one
    top, dialect = max(best.values(), key=lambda entry: entry[0], default=((0, 0, 0), None))
    if dialect is None or not top[0]:
        return None
    alike = [game for game, (fit, _) in best.items() if fit == top]
    others = [entry for game, entry in best.items() if game not in alike]
    second = max(others, key=lambda entry: entry[0], default=None)
    return Likeliest(dialect, alike, _reason(top, dialect, second, len(texts)))


def _reason(
    best: Fit, dialect: AnyDialect, second: tuple[Fit, AnyDialect] | None, count: int
) -> str:
    """Return the reason why the best game was chosen over the second best, for a message."""
    if second is None or not second[0][0]:
        some = "" if best[0] == count else f" as {best[0]} of the {count}"
        return f"no other game has moves written{some or ' like these'}"
    fit, other = second
    if fit[0] < best[0]:
        return f"it reads {best[0]} of {count} moves, {other.game} reads {fit[0]}"
    if fit[2] < best[2]:
        return (
            f"{best[2]} of {count} moves fit its {dialect.board_words}, "
            f"{fit[2]} fit those of {other.game}"
        )
    return f"{best[1]} of {count} moves are written as usual in it, {fit[1]} as in {other.game}"


def _shaped(pattern: re.Pattern[str], texts: tuple[str, ...]) -> int:
    """Return the number of texts that a pattern matches in full."""
    return len(texts) - list(map(pattern.fullmatch, texts)).count(None)


@lru_cache(maxsize=32)
def _fit(dialect: AnyDialect, texts: tuple[str, ...]) -> Fit:
    """Return the three numbers of `Fit`; all are 0 if no text matches the lenient pattern."""
    shaped = _shaped(dialect.lenient_pattern, texts)
    if not shaped:
        return 0, 0, 0
    fitting = [text for ply, text in enumerate(texts) if dialect.fits(text, ply)]
    return shaped, sum(dialect.are_canonical([text]) for text in fitting), len(fitting)
