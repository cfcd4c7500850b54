"""Names of games in file formats, and on sites where they are played."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from notation import UnknownName, registry
from notation.sites import SiteNames
from records.sgf.logs import SiteLog


def site_names(game: str | None) -> SiteNames:
    """Return the names of a game; of one that is not known here, the name that it has here."""
    try:
        return registry.site_names(game or "")
    except UnknownName:
        return SiteNames(game or "")


def known() -> Iterator[tuple[str, SiteNames]]:
    """Yield every game with its names, built-in games first."""
    return ((game, registry.site_names(game)) for game in registry.games())


def by_title(title: str) -> str:
    """Return the game of a title; of one that is not known, the title in small letters."""
    name = title.strip().lower()
    if name in registry.BUILT_IN:
        return name
    return next((game for game, one in known() if name in (game, one.title.lower())), name)


def site_logs(game: str) -> Mapping[str, Callable[[], SiteLog]]:
    """Return what makes readers of a site's logs of a game, by the site's name for the set-up."""
    path = site_names(game).logs
    if path is None:
        return {}
    module, _, name = path.partition(":")
    logs: Mapping[str, Callable[[], SiteLog]] = getattr(import_module(module), name)
    return logs
