"""Names of games in file formats and on sites, and the order of the sides.

The names are declared by the games; see `notation.sites`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from notation import UnknownName, registry
from notation.sites import SiteNames
from records.assumptions import candidates

NUMBERED = ("Player1", "Player2", "Player3")
"""The tags of players in the order of moving; the game names their sides."""


def site_names(game: str | None) -> SiteNames:
    """Return the names of a game on other sites; for an unknown game only its own name."""
    try:
        return registry.site_names(game or "")
    except UnknownName:
        return SiteNames(game or "")


def known() -> Iterator[tuple[str, SiteNames]]:
    """Yield all games that can be loaded with their names, built-in games first."""
    return registry.loadable(lambda game: (game, registry.site_names(game)))


def by_title(title: str) -> str:
    """Return the name of the game with a title; if it is unknown, the title in lower case."""
    name = title.strip().lower()
    if name in registry.BUILT_IN:
        return name
    names = ((game, (game, one.title.lower(), one.identifier or game)) for game, one in known())
    return next((game for game, ones in names if name in ones), name)


def foreign_text(lines: Iterable[str]) -> str | None:
    """Return the name of the foreign format of a text; None if it is not recognised."""
    foreign = [one for _, names in known() for one in names.foreign]
    return next(
        (what for line in lines for shape, what in foreign if re.search(shape, line[:500])), None
    )


def by_sgf_number(number: int) -> str | None:
    """Return the game with a number in the Smart Game Format; None if it is unknown."""
    return next((game for game, one in known() if one.sgf == number), None)


def sides_of(game: str | None, variant: str | None) -> tuple[str, ...]:
    """Return the names of the sides in a game, in the order of moving."""
    return site_names(game).players[: len(side_letters(game, variant))]


def by_sides(tags: Mapping[str, str], sides: Sequence[str]) -> dict[str, str]:
    """Return tags with the names of sides in place of numbered players, such as ``Player1``."""
    named = {name: side_tag(name, sides) for name in tags}
    return {name if named[name] in tags else named[name]: value for name, value in tags.items()}


def side_tag(name: str, sides: Sequence[str]) -> str:
    """Return the name of the side for the tag of a numbered player; other names are unchanged."""
    return dict(zip(NUMBERED, sides, strict=False)).get(name, name)


def first_side(game: str | None, variant: str | None, start: str | None) -> int:
    """Return the index of the side to move in a position string; 0 without one."""
    mover = (start or "").split()[1:2]
    return max(side_letters(game, variant).find(mover[0][0]), 0) if mover else 0


def side_letters(game: str | None, variant: str | None) -> str:
    """Return the letters of the sides; for an unknown game the letters of White and Black."""
    try:
        return candidates(game, None)[0].side_letters(variant)
    except UnknownName:
        return "wb"


@lru_cache(maxsize=256)
def is_variant_string(game: str, text: str) -> bool:
    """Whether a text may be a variant string: its words are among those that the game declares.

    True for every text if the game declares none.
    """
    known = {meant for _, meant in site_names(game).words}
    return not known or all(
        part in known or "=" in part for part in text.lower().replace(" ", "").split("+")
    )
