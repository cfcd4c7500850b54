"""Signs that begin what is no move: brackets, the rest of a line, a list of variations."""

import re

from notation.pattern import lazy_pattern

REST = lazy_pattern(r"(?:(?<!\S)(?:;|#+|//+)|;(?!\S))([^\S\n]*(?![^\n]))?|(;)")
"""The beginning of a comment up to the end of the line, or a semicolon that parts moves."""

DASHED_REMARK = lazy_pattern(
    r"(?<!\S)(?:--+|[\u2013\u2014])[ \t]+(?=([^\W\d_]+[ \t,]+[^\W\d_]{2}))"
)
"""A dash behind a move before two words."""

VARIATION = lazy_pattern(r"\s*([a-h]\)[ \t]+(?!1\b)\d{1,3}[. ])")
"""The beginning of a line with moves that were not played, in a list of such lines."""

NUMBERED = lazy_pattern(r"\s*\d{1,3}\.")
"""A number of a row, such as variations in brackets begin with."""

_BRACKET = lazy_pattern(r"\{(?:[^}\\]|\\.)*\}?|[()\[\]]", re.DOTALL)


def line_end(text: str, position: int) -> int:
    """Return the offset of the end of the line that an offset is on."""
    end = text.find("\n", position)
    return end if end >= 0 else len(text)


def closing_brackets(text: str) -> dict[int, int]:
    """Return the offsets behind closing brackets, by those of the opening ones."""
    ends: dict[int, int] = {}
    opened: dict[str, list[int]] = {")": [], "]": []}
    for found in _BRACKET.finditer(text) if "(" in text or "[" in text else ():
        if found[0] in ("(", "["):
            opened[")" if found[0] == "(" else "]"].append(found.start())
        elif opened.get(found[0]):
            ends[opened[found[0]].pop()] = found.end()
    return ends
