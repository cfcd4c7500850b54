"""Texts as they may be printed: what acts on a terminal, or hides in a text, is spelled out.

A name or a comment in a record can have any characters in it. On a terminal, control characters
move the cursor or start the control sequences of ECMA-48, line separators begin lines, and the
bidirectional controls of Unicode (UAX 9) show a text in another order than it has. All are printed
as Python and JSON write them, ``\\x1b`` and ``\\u202e``, and so are characters without an outline,
which make two different texts look the same. The two joiners stay: Persian and Indic names need
them.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from notation.pattern import lazy_pattern

if TYPE_CHECKING:
    from json import JSONEncoder

HIDDEN = lazy_pattern(
    "[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Characters that are never printed as they are."""

CONTROLS = "\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
"""The hidden characters that act on a terminal, tabs and line feeds aside, for a regex class."""


@cache
def _json_encoder() -> "JSONEncoder":
    # Imported here: most commands print no JSON, and start sooner without.
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False)


def visible(text: str) -> str:
    r"""Return a text on one line in which every hidden character is spelled out, ``\x1b``."""
    if text.isprintable():
        return text
    return HIDDEN.sub(lambda found: ascii(found[0])[1:-1], text)


_RESERVED = lazy_pattern(rf'{HIDDEN.pattern}|[<>:"/\\|?*]')

LONGEST_NAME = 150
"""Bytes of a file name: file systems take 255, and a number and an ending follow."""


def file_name(text: str) -> str:
    """Return a text as part of a file name that every system takes, cut where it is long."""
    allowed = _RESERVED.sub("-", text).encode()[:LONGEST_NAME]
    return allowed.decode(errors="ignore")


def json_line(value: object) -> str:
    r"""Return a value as JSON on one line, with ``\u`` escapes for hidden characters."""
    text = _json_encoder().encode(value)
    return text if text.isprintable() else HIDDEN.sub(_json_escape, text)


def json_page(value: object) -> str:
    """Return a value as `json_line` does, on indented lines."""
    from json import dumps

    lines = dumps(value, ensure_ascii=False, indent=1).split("\n")
    return "\n".join(HIDDEN.sub(_json_escape, line) for line in lines)


def _json_escape(found: re.Match[str]) -> str:
    from json import dumps

    return dumps(found[0])[1:-1]


QUOTED = 200
"""Characters of a text that a message quotes."""


def quoted(text: str) -> str:
    """Return a text as messages quote it, one that is too long without its middle."""
    return repr(text if len(text) <= QUOTED else f"{text[: QUOTED - 20]} ... {text[-15:]}")
