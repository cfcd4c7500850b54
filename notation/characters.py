"""Odd characters in move texts: invisible ones, and look-alikes of the usual ones.

Texts from web pages, word processors and foreign keyboards may have soft hyphens, zero-width
spaces, no-break spaces, full-width digits, and Cyrillic or Greek letters. `fold` replaces these.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from notation.printing import HIDDEN

FOOTNOTES = "\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079\u2020\u2021"
"""Footnote marks: superscript digits, and daggers."""

_LOOKALIKES = {
    # Cyrillic and Greek letters with the shape of Latin ones.
    **dict(zip("АВСЕНІЈКМОРЅТХУаеоірсухјѕԁԛԝһ", "ABCEHIJKMOPSTXYaeoipcyxjsdqwh", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹονϲ", "ABEZHIKMNOPTYXCovc", strict=True)),
    **dict.fromkeys("\u2012\u2015\u2043\u02d7\u2796\ufe63\u30fc", "-"),
    **dict.fromkeys("\u21d2\u2794\u2799\u279c\u279d\u279e\u27a1\u27f6\u27f9", "\u2192"),
    **dict.fromkeys("\u2715\u2716\u2a2f\u2573\u274c", "x"),
    **dict.fromkeys("\u00b7\u2027\u22c5\u3002\u06d4\u0701", "."),
    **dict.fromkeys("\u201a\u3001\u060c\u066b", ","),
    **dict.fromkeys("\u2044\u2215", "/"),
    **dict.fromkeys("\u2236\ua789", ":"),
    **dict.fromkeys("\u037e\u061b", ";"),
    **dict.fromkeys(FOOTNOTES, ""),
    # Letters and marks of other scripts that are invisible.
    **dict.fromkeys("\u034f\u115f\u1160\u3164\uffa0\u2800", ""),
}
"""Replacements of odd characters that Unicode's NFKC normalization does not change."""

_KEPT = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\N{MULTIPLICATION SIGN}"

INVISIBLE = lazy_pattern(rf"(?![\s\ud800-\udfff]){HIDDEN.pattern}")
"""Matches an invisible character, which does not count when names are compared."""

_PIECE = lazy_pattern(r"\{(?:[^}\\]|\\.)*\}?|\s+|[^\s{]+", re.DOTALL)
_MOVELIKE = lazy_pattern(r"(?=.*\d)[\x21-\x7e\u2013\u2014\u2026\u2192]*|\W*|[A-Zx]")


class Folded(NamedTuple):
    """A text in which odd characters are replaced by the usual ones.

    Attributes:
        text: the text after the replacements.
        places: the offset in the original text of each character of ``text``, from 0.
        odd: the odd characters of the original text, each with its column there, from 1.
    """

    text: str
    places: Sequence[int]
    odd: tuple[tuple[int, str], ...]

    def column(self, column: int) -> int:
        """Convert a column of ``text`` to the column of the original text, both from 1."""
        if column <= len(self.places):
            return self.places[column - 1] + 1
        return column + (self.places[-1] + 1 - len(self.places) if self.places else 0)

    def notes(self) -> tuple[Finding, ...]:
        """Return a note on the first odd character of each kind."""
        first: dict[str, Finding] = {}
        columns = {odd: column for column, odd in reversed(self.odd)}
        for odd, column in sorted(columns.items(), key=lambda one: one[1]):
            code, message = odd_character(odd)
            first.setdefault(code, note(code, message, column))
        return tuple(first.values())


def fold(text: str) -> Folded | None:
    """Return a text with odd characters replaced by the usual ones; None if there are none."""
    usual = None if text.isascii() and text.isprintable() else [*map(_usual, text)]
    return None if usual is None or usual == [*text] else _folded(text, usual)


def fold_words(line: str) -> Folded | None:
    """Return a line with odd characters replaced in moves, numbers, blanks and punctuation.

    Other words, and comments in braces, are left as they are. None if nothing is replaced.
    """
    if line.isascii() and line.isprintable():
        return None
    usual: list[str] = []
    for piece in _PIECE.findall(line):
        folded = [*map(_usual, piece)]
        text = "".join(folded)
        is_kept = piece[0] == "{" or not (text.isspace() or _MOVELIKE.fullmatch(text))
        usual += piece if is_kept else folded
    return None if usual == [*line] else _folded(line, usual)


def odd_character(odd: str) -> tuple[str, str]:
    """Return the finding code and the message of the note on an odd character."""
    name, usual = name_of(odd), _usual(odd)
    if odd in FOOTNOTES:
        return "footnote-mark", f"left out, as the mark of a footnote: {name}"
    if usual == "":
        return "invisible-character", f"left out, since it cannot be seen: {name}"
    if usual == " ":
        return "unusual-blank", f"read as a blank: {name}"
    return "look-alike", f"read as {usual}, which it looks like: {name}"


def name_of(odd: str) -> str:
    """Return the Unicode name and number of a character: ``soft hyphen (U+00AD)``."""
    return f"{unicodedata.name(odd, 'control character').lower()} (U+{ord(odd):04X})"


def names_of(characters: Iterable[str]) -> str:
    """Return the names of distinct characters, as `name_of` does, joined by commas."""
    return ", ".join(map(name_of, dict.fromkeys(characters)))


def without_invisible(text: str) -> str:
    """Return a text without invisible characters."""
    return text if text.isprintable() else INVISIBLE.sub("", text)


def _folded(text: str, usual: list[str]) -> Folded:
    """Return a text after replacements; ``usual[i]`` replaces ``text[i]`` and may be empty."""
    places = tuple(at for at, one in enumerate(usual) if one)
    pairs = enumerate(zip(text, usual, strict=True), start=1)
    odd = tuple((column, one) for column, (one, meant) in pairs if one != meant)
    return Folded("".join(usual), places, odd)


@lru_cache(maxsize=1 << 12)
def _usual(one: str) -> str:
    """Return the usual form of a character; empty for an invisible character."""
    if one in _KEPT or (one.isascii() and one.isprintable()):
        return one
    if one in _LOOKALIKES:
        return _LOOKALIKES[one]
    category = unicodedata.category(one)
    if category == "Zs":
        return " "
    if category in ("Cc", "Cf") or unicodedata.name(one, "").startswith("VARIATION SELECTOR"):
        return ""
    if category == "Nd":
        return str(unicodedata.digit(one))
    plain = unicodedata.normalize("NFKC", one)
    return plain if len(plain) == 1 and plain.isascii() and plain.isprintable() else one
