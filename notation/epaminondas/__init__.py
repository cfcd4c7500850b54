"""Epaminondas notations: those of all games of phalanxes, and the squares of neutral stones."""

from notation.phalanx import (
    COMPASS,
    DIRECTIONS,
    Abbott,
    AbstractPlay,
    Move,
    PartialMove,
    PhalanxDialect,
    Placement,
    Span,
    Square,
)
from notation.sites import SiteNames

__all__ = [
    "COMPASS",
    "DIALECTS",
    "DIRECTIONS",
    "SITE_NAMES",
    "Claim",
    "Move",
    "PartialMove",
    "Placement",
    "Square",
]

Claim = Move | PartialMove | Placement

_HOMES = ((1, 2), (11, 12))
_CAPTURE = Move(4, 7, 4, "N", 3, 3)

DIALECTS: tuple[PhalanxDialect, ...] = tuple(
    dialect("epaminondas", _HOMES, _CAPTURE, placements=True)
    for dialect in (Abbott, AbstractPlay, Span)
)
"""Likeliest first, for texts that several of them can read."""

# The site's program never looks for symmetry.
SITE_NAMES = SiteNames("Epaminondas", usual="standard+symmetry=off")
