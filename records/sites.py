"""What games are called in file formats and on the sites where they are played.

Each game has an entry; readers and writers of foreign formats ask here, never which game it is.
"""

from dataclasses import dataclass

from notation import UnknownName
from records.assumptions import candidates


@dataclass(frozen=True, slots=True)
class SiteNames:
    """What one game is called elsewhere.

    Attributes:
        title: its name as sites print it.
        players: the names of the sides in the order of moving, as in tags.
        sgf: its number in the list of games of the Smart Game Format, None if it is not in there.
        usual: the variant that Abstract Play means when it names none; None where that site does
            not have the game.
        logs: where the readers of a site's logs of the game are, as ``module:name`` of a mapping
            from what the site calls a set-up, in small letters, to what returns a
            `records.sgf.boardspace.SiteLog`. None where no site logs the game.
    """

    title: str
    players: tuple[str, ...] = ("White", "Black")
    sgf: int | None = None
    usual: str | None = None
    logs: str | None = None


KNOWN: dict[str, SiteNames] = {
    # The site's program never looks for symmetry.
    "epaminondas": SiteNames("Epaminondas", usual="standard+symmetry=off"),
    "gipf": SiteNames("GIPF", sgf=39, logs="records.sgf.boardspace_gipf:LOGS"),
    "megiddo": SiteNames("Megiddo", ("Red", "Blue", "Green")),
}
"""By the game's name; `notation.registry.GAMES` has the same games."""


def site_names(game: str | None) -> SiteNames:
    """Return what a game is called elsewhere; of an unknown one, what it is called here."""
    return KNOWN.get(game or "") or SiteNames(game or "")


def by_title(title: str) -> str:
    """Return the game of a title; of an unknown one, the title in small letters."""
    name = title.strip().lower()
    known = (game for game, one in KNOWN.items() if name in (game, one.title.lower()))
    return next(known, name)


def by_sgf_number(number: int) -> str | None:
    """Return the game that has a number in the Smart Game Format, None if it is unknown."""
    return next((game for game, one in KNOWN.items() if one.sgf == number), None)


def sides_of(game: str | None, variant: str | None) -> tuple[str, ...]:
    """Return the names of the sides in a game, in the order of moving."""
    return site_names(game).players[: len(_letters(game, variant))]


def first_side(game: str | None, variant: str | None, start: str | None) -> int:
    """Return the side to move in a position string, counted from 0."""
    mover = (start or "").split()[1:2]
    return max(_letters(game, variant).find(mover[0][0]), 0) if mover else 0


def _letters(game: str | None, variant: str | None) -> str:
    """Return the letters of the sides, those of White and Black where the game is unknown."""
    try:
        return candidates(game, None)[0].side_letters(variant)
    except UnknownName:
        return "wb"
