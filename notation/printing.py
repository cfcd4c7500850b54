"""Safe printing: control characters and invisible characters are escaped.

Names and comments of records may contain any character. Control characters move the cursor of a
terminal or start control sequences, line separators begin lines, and the bidirectional controls
of Unicode (UAX 9) reorder a text. These and invisible characters are printed as escape sequences of
Python or JSON: ``\\x1b``, ``\\u202e``. The zero-width joiner and non-joiner are kept, since Persian
and Indic names need them.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from notation.pattern import lazy_pattern

if TYPE_CHECKING:
    from json import JSONEncoder

CONTROLS = "\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
"""Control characters except tab and line feed, line separators and bidirectional controls, as the
inside of a character class of a regular expression."""

HIDDEN = lazy_pattern(
    "[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Matches a character that is escaped when printed."""

_RESERVED = lazy_pattern(rf'{HIDDEN.pattern}|[<>:"/\\|?*]')


def visible(text: str) -> str:
    r"""Return a text on one line in which every hidden character is escaped, as in ``\x1b``."""
    if text.isprintable():
        return text
    return HIDDEN.sub(lambda found: ascii(found[0])[1:-1], text)


def quoted(text: str) -> str:
    """Return a text in quotes for messages; a text over 200 characters is cut in the middle."""
    return repr(text if len(text) <= 200 else f"{text[:180]} ... {text[-15:]}")


def file_name(text: str) -> str:
    """Return a text as the first part of a file name, valid on every system, of 150 bytes at most.

    Most file systems allow names of 255 bytes; callers append a number and a suffix.
    """
    return _RESERVED.sub("-", text).encode()[:150].decode(errors="ignore")


@cache
def _encoder(indent: int | None) -> "JSONEncoder":
    from json import JSONEncoder  # few commands print JSON

    return JSONEncoder(ensure_ascii=False, indent=indent)


def json_line(value: object) -> str:
    r"""Return a value as JSON on one line, with ``\u`` escapes for hidden characters."""
    text = _encoder(None).encode(value)
    # JSON escapes all hidden ASCII characters but one. Checking only for that is ten times as fast.
    is_clear = "\x7f" not in text if text.isascii() else text.isprintable()
    return text if is_clear else HIDDEN.sub(_json_escape, text)


def json_page(value: object) -> str:
    """Return a value as indented JSON, with the escapes of `json_line`."""
    lines = _encoder(1).encode(value).split("\n")
    return "\n".join(HIDDEN.sub(_json_escape, line) for line in lines)


def _json_escape(found: re.Match[str]) -> str:
    from json import dumps

    return dumps(found[0])[1:-1]
