"""Lines of a text under edit, and edits of them.

A *column* is an index into a line, from 0. Editors and browsers count units of an encoding instead:
UTF-16 has two for some characters, UTF-8 up to four. A line ends with a line feed, a carriage
return or both, as in readers of records and in the Language Server Protocol (3.17).
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
"""Encodings whose units are counted."""

Place = tuple[int, int]
"""Index of a line, and column in it."""

_END = re.compile(r"\r\n|\n|\r")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their ends: a line feed, a carriage return or both."""
    ends = [found.end() for found in _END.finditer(text)]
    return [text[start:stop] for start, stop in zip([0, *ends], [*ends, None], strict=True)]


def plain_ends(text: str) -> str:
    r"""Return a text with ``\n`` for every end of a line."""
    return _END.sub("\n", text) if "\r" in text else text


class PlySpan(NamedTuple):
    """The place of a ply in a text.

    Attributes:
        line: index of the line.
        start, stop: the first column of the ply, and the column after the ply.
    """

    line: int
    start: int
    stop: int

    @property
    def ends(self) -> tuple[Place, Place]:
        """The place of the first character, and the place after the last."""
        return (self.line, self.start), (self.line, self.stop)

    def written(self, text: str) -> "LineEdit":
        """Return the edit that writes a text in place of the ply."""
        return LineEdit(*self.ends, text)


class LineEdit(NamedTuple):
    """A replacement of a part of a text.

    Attributes:
        start, stop: the place of the first replaced character, and the place after the last.
        text: the new text.
    """

    start: Place
    stop: Place
    text: str


class WrittenLines:
    """The lines of a text under edit.

    Args:
        encoding: the encoding whose units are counted: ``utf-8``, ``utf-16`` or ``utf-32``.

    Attributes:
        written: the text.
    """

    def __init__(self, text: str, encoding: str = UTF16) -> None:
        self.written, self._encoding = text, encoding
        self._lines = split_lines(text)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: int) -> str:
        """Return the line at an index, without its end; an empty text beyond the last line."""
        return self._lines[number].rstrip("\r\n") if 0 <= number < len(self._lines) else ""

    @property
    def text(self) -> str:
        r"""The text with ``\n`` for every end of a line."""
        return plain_ends(self.written)

    @property
    def end(self) -> str:
        """The line end of the first line, which is used for new lines."""
        return self._lines[0][len(self[0]) :] or "\n"

    def changed(self, edits: Iterable[LineEdit]) -> "WrittenLines":
        """Return the lines after edits that do not overlap."""
        starts = list(accumulate(map(len, self._lines), initial=0))
        text = self.written
        for edit in sorted(edits, reverse=True):
            start, stop = (starts[line] + column for line, column in edit[:2])
            text = text[:start] + edit.text + text[stop:]
        return WrittenLines(text, self._encoding)

    def units(self, number: int, column: int) -> int:
        """Return the number of code units before a column of a line."""
        before = self[number][:column]
        return len(before) if before.isascii() else sum(map(self._units, before))

    def column(self, number: int, units: int) -> int:
        """Return the column of a line for an offset in code units, rounded to a character."""
        line = self[number]
        if line.isascii():
            return min(units, len(line))
        return bisect_right(list(accumulate(map(self._units, line))), units)

    def _units(self, character: str) -> int:
        if self._encoding == UTF8:
            return len(character.encode("utf-8", "surrogatepass"))
        return 2 if self._encoding != UTF32 and ord(character) > 0xFFFF else 1
