"""The three kinds of GIPF games, and which of them the moves of a record speak for."""

import re

from analysis.games.variant import Evidence
from notation.gipf.lists import Complete

KINDS = ("basic", "standard", "tournament")
"""The three sets of rules, the default first."""

FEWEST = 15
"""Pieces of each colour in the basic game, if no more are agreed."""

ALL_PIECES = 18
"""Pieces of each colour in the box; all are used in the standard and the tournament game."""

_OPENS_WITH_GIPF = re.compile(r"\s*(?:G\s*[WKwk]?|g)\s*[a-iA-I]\d", re.ASCII)

_TAKES_GIPF = re.compile(r"[xX,]\s*[Gg][A-Ia-i]\d|gipf[a-i]\d", re.ASCII)


def guess(evidence: Evidence) -> str:
    """Return the rules that a game's move texts speak for, in any dialect.

    Games that open with a GIPF piece are tournament games; GIPF pieces that are taken speak for
    the standard game; else it is a basic one, of as many pieces as a count at its start says.
    """
    texts = evidence.texts
    if texts and _OPENS_WITH_GIPF.match(texts[0]):
        return KINDS[2]
    if any(map(_TAKES_GIPF.search, texts)):
        return KINDS[1]
    count = Complete.counts.search(texts[0]) if texts else None
    pieces = int(count[1]) + 4 if count else FEWEST  # one is pushed in, three stood there
    return f"{KINDS[0]}+pieces={pieces}" if FEWEST < pieces <= ALL_PIECES else KINDS[0]
