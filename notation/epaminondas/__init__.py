"""Notation of Epaminondas: three dialects (`notation.phalanx.dialects`), and names on sites.

A text that is only a square places a neutral stone on it, before the first move.
"""

from notation.phalanx import Move
from notation.phalanx.dialects import Abbott, AbstractPlay, PhalanxDialect, Span
from notation.sites import SiteNames

_HOMES = ((1, 2), (11, 12))
_CAPTURE = Move(4, 7, 4, "N", 3, 3)

DIALECTS: tuple[PhalanxDialect, ...] = tuple(
    dialect("epaminondas", _HOMES, _CAPTURE, columns=14, placements=True)
    for dialect in (Abbott, AbstractPlay, Span)
)
"""The dialects, likeliest first."""

# The site's program does not check symmetry.
SITE_NAMES = SiteNames(
    "Epaminondas",
    identifier="epam",
    usual="standard+symmetry=off",
    variants=(("stones", "standard+stones+symmetry=off"),),
    words=(
        ("standard", "standard"),
        *((word, "stones") for word in ("stones", "stumbling blocks", "pierres", "steine")),
    ),
    labels=(
        ("Stumbling Blocks", "stones"),
        ("Stolpersteine", "stones"),
        ("Obstacles", "stones"),
        ("Ostacoli", "stones"),
        ("Default setup", ""),
        ("Standard-Aufbau", ""),
        ("Mise en place par défaut", ""),
        ("Configurazione iniziale predefinita", ""),
    ),
)
