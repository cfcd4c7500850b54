"""Notation of Crossings: three dialects (`notation.phalanx.dialects`), and names on sites."""

from notation.phalanx import Move
from notation.phalanx.dialects import Abbott, AbstractPlay, PhalanxDialect, Span
from notation.sites import SiteNames

_HOMES = ((1, 2), (7, 8))
_CAPTURE = Move(3, 5, 3, "N", 2, 1)

DIALECTS: tuple[PhalanxDialect, ...] = tuple(
    dialect("crossings", _HOMES, _CAPTURE, columns=8, bare_capture=1)
    for dialect in (Abbott, AbstractPlay, Span)
)
"""The dialects, likeliest first."""

SITE_NAMES = SiteNames(
    "Crossings",
    words=(("standard", "standard"),),
    foreign=(
        (
            r"""["'](?:march|step)["']\s*,\s*["']endTurn["']""",
            "a click script of the engine algol: a march from f1 to g2 and h3 is f1,g2-h3 here",
        ),
    ),
)
