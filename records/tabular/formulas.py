"""Texts that a spreadsheet takes for formulas when it opens a CSV table."""

import re
from collections.abc import Sequence

from notation.pattern import lazy_pattern

FORMULA = r"[=@\t\r\uff1d\uff0b\uff0d\uff20]|[+-](?![\d.,]*\Z)"
"""How such a text begins; a number with a sign is none."""

_FORMULA = lazy_pattern(FORMULA)

_OF_LINES = lazy_pattern(rf"^(?:{FORMULA})".replace(r"\Z", "$"), re.MULTILINE)


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would compute a text."""
    return _FORMULA.match(text) is not None


def formulas_among(texts: Sequence[str]) -> int:
    """Return how many of many texts without line ends a spreadsheet would compute."""
    return len(_OF_LINES.findall("\n".join(texts)))
