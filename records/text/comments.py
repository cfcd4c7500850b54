"""Comments that run over several lines."""

import re

from notation.pattern import lazy_pattern
from records.text.plain.section import begins_with_tag
from records.text.tokens import DASHES

GAME_SEPARATOR = lazy_pattern(r"#\s*-{8,}")
"""A line that ends whatever stands before it, even a comment or a game that has only tags."""

LINES = {"{": 400, "(": 20}
"""Lines that a comment may run over before its closing brace or bracket is taken for missing."""

_TO_BRACE = lazy_pattern(r"(?:[^}\\]|\\.)*\}", re.DOTALL)


class OpenComment:
    """A comment that is still open, with the lines that it reaches over; none if it is falsy.

    Attributes:
        lines: the lines, from that on which it begins.
        mark: the brace or bracket that opens it.
        is_closed: whether the last line closes it.
    """

    def __init__(self, line: str = "", mark: str = "") -> None:
        self.lines = [line] if mark else []
        self.mark = mark
        self.is_closed = False
        self._depth = line.count("(") - line.count(")")

    def __bool__(self) -> bool:
        return bool(self.lines)

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    @property
    def is_full(self) -> bool:
        """Whether it has as many lines as it may have, and is not closed."""
        return not self.is_closed and len(self.lines) > LINES[self.mark]

    def takes(self, line: str) -> bool:
        """Add a line if the comment can reach over it; return whether it can."""
        stripped = line.strip()
        if begins_with_tag(line) or GAME_SEPARATOR.fullmatch(stripped):
            return False
        if self.mark == "(" and (not stripped or DASHES.fullmatch(stripped)):
            return False
        self.lines.append(line)
        if self.mark == "{":
            self.is_closed = _TO_BRACE.match(line) is not None
        else:
            self._depth += line.count("(") - line.count(")")
            self.is_closed = self._depth <= 0
        return True
