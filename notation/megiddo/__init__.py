"""Megiddo notation: the dialect of the rule book."""

from notation.dialect import Dialect
from notation.megiddo.book import (
    CapturedPair,
    Move,
    Point,
    RuleBook,
    group_text,
    parse_point,
    point_name,
)
from notation.sites import SiteNames

__all__ = [
    "DIALECTS",
    "SITE_NAMES",
    "CapturedPair",
    "Move",
    "Point",
    "RuleBook",
    "group_text",
    "parse_point",
    "point_name",
]

DIALECTS: tuple[Dialect[Move], ...] = (RuleBook(),)

SITE_NAMES = SiteNames(
    "Megiddo",
    ("Red", "Blue", "Green"),
    words=(
        *((word, "base") for word in ("base", "basic", "de base", "basique", "grundspiel")),
        *((word, "master") for word in ("master", "maitre", "meister")),
        *((word, "grand-master") for word in ("grand-master", "grand master", "grossmeister")),
        *((word, "cleopatra") for word in ("cleopatra", "cleopatre", "kleopatra")),
        *((word, "radial-move") for word in ("radial-move", "radial move", "mouvement radial")),
        *(
            (f"{number} {players}", f"players={number}")
            for number in (2, 3, 4, 6)
            for players in ("players", "joueurs", "spieler")
        ),
    ),
)
