"""Comments: those that run over several lines, and those of a game in progress."""

import re

from notation import Dialect
from notation.pattern import lazy_pattern
from notation.printing import quoted
from records.model import CORRECTION, Place
from records.text.plain.sections import begins_with_tag
from records.text.rows.beside import correction
from records.text.tokens import DASHES, Token

GAME_SEPARATOR = lazy_pattern(r"#\s*-{8,}")
"""A line that ends whatever stands before it, even a comment or a game that has only tags."""

LINES = {"{": 400, "(": 20, "[": 20}
"""Lines that a comment may run over before its closing brace or bracket is taken for missing."""

CLOSING = {"{": "}", "(": ")", "[": "]"}
"""What closes a comment, by what opens it."""

_TO_BRACE = lazy_pattern(r"(?:[^}\\]|\\.)*\}", re.DOTALL)


_LIST_OPEN = lazy_pattern(r"[(\[][ \t]*[A-Za-z]\d{1,2}[ \t]*,(?:[ \t]*[A-Za-z]\d{1,2},)*[ \t]*$")
_LIST_GOES_ON = lazy_pattern(r"[ \t]*[A-Za-z]\d{1,2}[ \t,\w]{0,40}[)\]]")
_WRAPPED = lazy_pattern(
    r"([(\[][ \t]*[A-Za-z]\d{1,2}[ \t,\w]{0,40},[ \t]*)"
    rf"\n(?={_LIST_GOES_ON.pattern})"
)


def is_wrapped(line: str, following: str = "") -> bool:
    """Whether a line ends within a bracket with points of a board, which the next one closes."""
    return bool(_LIST_OPEN.search(line) and _LIST_GOES_ON.match(following))


def unwrapped(text: str) -> str:
    """Return lines with a blank for the ends of those that are wrapped."""
    return _WRAPPED.sub(r"\1 ", text) if "\n" in text else text


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
        self._depth = self._opened(line)

    def _opened(self, line: str) -> int:
        """Return how many brackets of its kind a line opens and does not close."""
        return line.count(self.mark) - line.count(CLOSING[self.mark]) if self.mark else 0

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
        if self.mark != "{" and (not stripped or DASHES.fullmatch(stripped)):
            return False
        self.lines.append(line)
        if self.mark == "{":
            self.is_closed = _TO_BRACE.match(line) is not None
        else:
            self._depth += self._opened(line)
            self.is_closed = self._depth <= 0
        return True


class GameComments:
    """The part of a game in progress that takes comments."""

    comment: str
    moves: list[str]
    details: dict[int, dict[str, object]]

    @property
    def dialects(self) -> tuple[Dialect[object], ...]:
        """The dialects that the moves may be written in."""
        raise NotImplementedError

    def note(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""
        raise NotImplementedError

    def add_comment(self, text: str) -> None:
        """Add a comment to the last move, or to the game before the first, unless it is empty."""
        if not text:
            return
        if self.moves:
            self._attach("comment", text, " ")
        else:
            self.comment = f"{self.comment} {text}".strip()

    def _take_comment(self, token: Token, place: Place) -> None:
        """Add a comment; note one that mentions a move, for it is not played."""
        self.add_comment(token.text)
        if self.moves and (meant := correction(token.text, self.dialects)):
            self.details.setdefault(len(self.moves) - 1, {})[CORRECTION] = meant
            message = (
                f"{quoted(token.text)} corrects {self.moves[-1]}, which is read as it is written"
            )
            self.note("correction", message, place, token.text)
        elif token.written:
            self._note_aside(token, place)

    def _note_aside(self, token: Token, place: Place) -> None:
        message = f"{quoted(token.written)} is read as a comment: no move in it is played"
        self.note("comment", message, place, token.written)

    def _attach(self, key: str, text: str, joint: str) -> None:
        if self.moves:
            detail = self.details.setdefault(len(self.moves) - 1, {})
            detail[key] = f"{detail[key]}{joint}{text}" if key in detail else text
