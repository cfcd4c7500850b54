"""Characters in move texts that cannot be seen, or that look like the usual ones.

Texts from web pages, word processors and foreign keyboards have soft hyphens, zero-width spaces,
no-break spaces, full-width digits, and Cyrillic or Greek letters. `fold` replaces them; what it has
replaced is a note of whoever reads the text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from notation.findings import Finding, note
from notation.pattern import lazy_pattern

_LOOKALIKES = {
    # Cyrillic and Greek letters with the shape of Latin ones.
    **dict(zip("АВСЕНІЈКМОРЅТХУаеоірсухјѕԁԛԝһ", "ABCEHIJKMOPSTXYaeoipcyxjsdqwh", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹονϲ", "ABEZHIKMNOPTYXCovc", strict=True)),
    **dict.fromkeys("\u2012\u2015\u2043\u02d7\u2796\ufe63\u30fc", "-"),
    **dict.fromkeys("\u2715\u2716\u2a2f\u2573\u274c", "x"),
    **dict.fromkeys("\u00b7\u2027\u22c5\u3002\u06d4\u0701", "."),
    **dict.fromkeys("\u201a\u3001\u060c\u066b", ","),
    "\u2044": "/", "\u2215": "/", "\u2236": ":", "\ua789": ":", "\u037e": ";", "\u061b": ";",
}  # fmt: skip
"""Characters that look like the one that is meant, beside those that Unicode itself relates."""

_KEPT = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\N{MULTIPLICATION SIGN}"
_FILLERS = "\u034f\u115f\u1160\u3164\uffa0\u2800"
"""Letters and marks of other scripts that show nothing."""


class Folded(NamedTuple):
    """A text with the usual characters in place of odd ones.

    Attributes:
        text: the text.
        dropped: offsets in it before which characters of the original are left out, one for each.
        found: the odd characters, and what stands for them, in the order of the original.
        first: the column of the first of them in the original, from 1.
    """

    text: str
    dropped: tuple[int, ...]
    found: dict[str, str]
    first: int

    def column(self, column: int) -> int:
        """Return the column in the original of a column in the text, both from 1."""
        return original_column(self.dropped, column)

    def notes(self) -> tuple[Finding, ...]:
        """Return a note for each kind of odd character; columns are those of the original."""
        kinds: dict[str, list[str]] = {}
        for odd, meant in self.found.items():
            kinds.setdefault(kind_of(meant), []).append(odd)
        return tuple(note(code, message(code, odd), self.first) for code, odd in kinds.items())


def original_column(dropped: tuple[int, ...], column: int) -> int:
    """Return the column in an original text of a column in its folded text, both from 1."""
    return column + bisect_right(dropped, column)


def kind_of(meant: str) -> str:
    """Return the code of the note on a character that was read as another, or as nothing."""
    return {"": "invisible-character", " ": "unusual-blank"}.get(meant, "look-alike")


def message(code: str, characters: list[str]) -> str:
    """Return the message of a note on odd characters of one kind."""
    names = names_of(characters)
    return {
        "invisible-character": f"left out, for it cannot be seen: {names}",
        "unusual-blank": f"read as a blank: {names}",
        "look-alike": f"read as what it looks like: {names}",
    }[code]


def names_of(characters: Iterable[str]) -> str:
    """Return the names of characters with their numbers, each once."""
    return ", ".join(dict.fromkeys(map(_name, characters)))


def _name(odd: str) -> str:
    import unicodedata

    name = unicodedata.name(odd, "control character").lower()
    meant = _usual(odd)
    return f"{name} (U+{ord(odd):04X})" + (f" as {meant}" if meant.strip() else "")


def fold(text: str) -> Folded | None:
    """Return a text with the usual characters in place of odd ones, None if there are none."""
    if text.isascii() and (text.isprintable() or not _CONTROL.search(text)):
        return None
    if all(_usual(one) == one for one in set(text)):
        return None
    parts: list[str] = []
    dropped: list[int] = []
    found: dict[str, str] = {}
    first = length = 0
    for at, one in enumerate(text, start=1):
        usual = one if one.isascii() and one.isprintable() else _usual(one)
        if usual != one:
            found[one] = usual
            first = first or at
        if usual:
            parts.append(usual)
            length += 1
        else:
            dropped.append(length + 1)
    return Folded("".join(parts), tuple(dropped), found, first) if found else None


INVISIBLE = lazy_pattern(
    "[\x00-\x08\x0e-\x1b\x7f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
"""Characters that cannot be seen and have no part in the spelling of names."""


def without_invisible(text: str) -> str:
    """Return a text without the characters that cannot be seen."""
    return INVISIBLE.sub("", text)


def fold_words(text: str) -> Folded | None:
    """Return a line of moves and other words with the usual characters in the moves.

    Comments in braces are left as they are, and so are words that do not become a number, a move
    or punctuation. Blanks are always replaced.

    Args:
        text: the line.

    Returns:
        The line; None if nothing in it is odd.
    """
    if fold(text) is None:
        return None
    parts: list[str] = []
    dropped: list[int] = []
    found: dict[str, str] = {}
    length = first = 0
    for piece in _PIECE.finditer(text):
        odd = fold(piece[0]) if piece[0][0] != "{" else None
        if odd is None or not (odd.text.isspace() or _MOVELIKE.fullmatch(odd.text)):
            odd = Folded(piece[0], (), {}, 0)
        parts.append(odd.text)
        dropped += [at + length for at in odd.dropped]
        length += len(odd.text)
        found |= odd.found
        first = first or (odd.first and piece.start() + odd.first)
    return Folded("".join(parts), tuple(dropped), found, first) if found else None


_PIECE = lazy_pattern(r"\{(?:[^}\\]|\\.)*\}?|\s+|[^\s{]+", re.DOTALL)
_MOVELIKE = lazy_pattern(r"(?=.*\d)[\x21-\x7e\u2013\u2014\u2026]*|\W*|[A-Zx]")
_CONTROL = lazy_pattern(r"[\x00-\x08\x0e-\x1b\x7f]")


@lru_cache(maxsize=1 << 12)
def _usual(odd: str) -> str:
    """Return the character that one is read as; empty for one that cannot be seen."""
    if odd in _KEPT:
        return odd
    if odd in _LOOKALIKES:
        return _LOOKALIKES[odd]
    import unicodedata

    category = unicodedata.category(odd)
    if category == "Zs":
        return " "
    if category in ("Cc", "Cf") or odd in _FILLERS or _is_selector(odd):
        return ""
    if category == "Nd":
        return str(unicodedata.digit(odd))
    wide = unicodedata.normalize("NFKC", odd)
    return wide if len(wide) == 1 and wide.isascii() and wide.isprintable() else odd


def _is_selector(odd: str) -> bool:
    """Whether a character only chooses the shape of the one before it."""
    return "\ufe00" <= odd <= "\ufe0f" or "\U000e0100" <= odd <= "\U000e01ef"
