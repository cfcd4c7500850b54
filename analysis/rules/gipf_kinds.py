"""The three kinds of GIPF games, and which of them the moves of a record speak for."""

import re
from collections.abc import Iterable

KINDS = ("basic", "standard", "tournament")
"""The three sets of rules, the default first."""

ALL_PIECES = 18
"""Pieces of each colour in the box; all are used in the standard and the tournament game."""

_OPENS_WITH_GIPF = re.compile(r"\s*(?:G\s*[WKwk]?|g)\s*[a-iA-I]\d", re.ASCII)

_TAKES_GIPF = re.compile(r"[xX,]\s*[Gg][A-Ia-i]\d|gipf[a-i]\d", re.ASCII)


def guess(texts: Iterable[str]) -> str:
    """Return the kind of rules that a game's move texts speak for, in any dialect.

    Games that open with a GIPF piece are tournament games; GIPF pieces that are taken speak for
    the standard game; else nothing speaks against the basic one.
    """
    texts = list(texts)
    if texts and _OPENS_WITH_GIPF.match(texts[0]):
        return KINDS[2]
    return KINDS[1] if any(map(_TAKES_GIPF.search, texts)) else KINDS[0]
