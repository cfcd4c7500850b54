"""What our games are called elsewhere: in file formats, and on sites where they are played.

Each game has an entry; who reads or writes a foreign format asks here, and never which game it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from records.sgf import boardspace_gipf
from records.sgf.logs import SiteLog


@dataclass(frozen=True, slots=True)
class SiteNames:
    """What one game is called elsewhere.

    Attributes:
        title: its name as sites print it.
        players: the names of the sides in the order of moving, as tags have them.
        sgf: its number in the list of games of the Smart Game Format, None if it is not in there.
        usual: the variant that Abstract Play means when it names none; None where that site does
            not have the game.
        logs: readers of a site's logs of the game, by the name that the site has for what is set
            up, in small letters.
    """

    title: str
    players: tuple[str, ...]
    sgf: int | None = None
    usual: str | None = None
    logs: Mapping[str, Callable[[], SiteLog]] = field(default_factory=dict)


KNOWN: dict[str, SiteNames] = {
    # The site's program never looks for symmetry.
    "epaminondas": SiteNames("Epaminondas", ("White", "Black"), usual="standard+symmetry=off"),
    "gipf": SiteNames("GIPF", ("White", "Black"), sgf=39, logs=boardspace_gipf.LOGS),
    "megiddo": SiteNames("Megiddo", ("Red", "Blue", "Green")),
}
"""By the game's name; `notation.registry.GAMES` has the same games."""


def site_names(game: str | None) -> SiteNames:
    """Return what a game is called elsewhere; of one that is not ours, just what it is here."""
    return KNOWN.get(game or "") or SiteNames(game or "", ("White", "Black"))


def by_title(title: str) -> str:
    """Return the game of a title; of one that is not ours, the title in small letters."""
    name = title.strip().lower()
    known = (game for game, one in KNOWN.items() if name in (game, one.title.lower()))
    return next(known, name)
