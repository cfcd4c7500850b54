"""Lines of a text under edit: the spans of plies and findings in them.

A *column* is an index into a line, from 0. Editors and browsers count units of an encoding instead:
UTF-16 has two for some characters, UTF-8 up to four. A line ends with a line feed, a carriage
return or both, as in readers of records and in the Language Server Protocol (3.17).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, Protocol

from notation import Finding
from notation.findings import UNREADABLE
from records import Record

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
"""Encodings whose units are counted."""

_WORD = re.compile(r"\S+")
_END = re.compile(r"\r\n|\n|\r")
_UNSEEN = r"[\s\u00ad\u200b-\u200f\u2060\ufeff]*"


class TextLines(Protocol):
    """The lines of a text without their ends; those beyond the last are empty."""

    def __len__(self) -> int:
        """Return the number of lines."""

    def __getitem__(self, number: int) -> str:
        """Return a line."""


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
        start, stop: its first column, and the column behind it.
    """

    line: int
    start: int
    stop: int


class LineEdit(NamedTuple):
    """A replacement of a part of a text.

    Attributes:
        start, stop: line and column of the first replaced character, and of the one behind the
            last.
        text: the new text.
    """

    start: tuple[int, int]
    stop: tuple[int, int]
    text: str

    @classmethod
    def of(cls, span: "PlySpan", text: str) -> "LineEdit":
        """Return the edit that writes a text in place of a ply."""
        return cls((span.line, span.start), (span.line, span.stop), text)


def ply_span(record: Record, index: int, before: int, lines: TextLines) -> PlySpan | None:
    """Return the span of a ply of a record.

    Args:
        record: the record.
        index: the index of the ply.
        before: number of lines of the text before the record's first line.
        lines: the lines of the text.

    Returns:
        None where its text is not found at its place, ignoring blanks and invisible characters.
    """
    if not 0 <= index < len(record.places):
        return None
    number, column = record.places[index]
    return _span(lines, before + number - 1, column - 1, record.moves[index])


def ply_spans(record: Record, before: int, lines: TextLines) -> list[PlySpan | None]:
    """Return the span of each ply of a record; see `ply_span`."""
    places = record.places
    if len(places) != len(record.moves):
        return [None] * len(record.moves)
    return [
        _span(lines, before + number - 1, column - 1, text)
        for (number, column), text in zip(places, record.moves, strict=True)
    ]


def _span(lines: TextLines, number: int, start: int, text: str) -> PlySpan | None:
    line = lines[number] if 0 <= number < len(lines) else ""
    if line.startswith(text, start):
        return PlySpan(number, start, start + len(text)) if text else None
    found = _spaced(text).match(line, start)
    return PlySpan(number, *found.span()) if found and found[0] else None


@lru_cache(maxsize=1 << 10)
def _spaced(text: str) -> re.Pattern[str]:
    """Return a pattern for a text that ignores blanks and invisible characters."""
    return re.compile(_UNSEEN.join(map(re.escape, "".join(text.split()))))


def span_of(finding: Finding, ply: PlySpan | None, before: int, lines: TextLines) -> PlySpan:
    """Return the span of a finding: a ply, part of one, other words, or a whole line.

    Args:
        finding: the finding.
        ply: the span of its ply.
        before: number of lines of the text before the record's first line.
        lines: the lines of the text.
    """
    number = min(before + (finding.line or 1) - 1, len(lines) - 1)
    column, line = (finding.column or 1) - 1, lines[number]
    if ply and ply.line == number and ply.start <= column < ply.stop:
        return _part_of(ply, column, finding)
    text = finding.text or ""
    if text and finding.column and line.startswith(text, column):
        return PlySpan(number, column, column + len(text))
    if column and (word := _WORD.match(line, column)):
        return PlySpan(number, *word.span())
    end = len(line.rstrip())
    return PlySpan(number, min(len(line) - len(line.lstrip()), end), end)


def _part_of(ply: PlySpan, column: int, finding: Finding) -> PlySpan:
    """Return the part of a ply that a finding refers to, from a column on."""
    if finding.code == UNREADABLE:
        return ply._replace(start=column)
    if finding.violation or column == ply.start:
        return ply
    return PlySpan(ply.line, column, column + 1)


class WrittenLines:
    """The lines of a text under edit.

    Args:
        text: the text.
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
        """Return a line without its end, an empty text beyond the last."""
        return self._lines[number].rstrip("\r\n") if 0 <= number < len(self._lines) else ""

    @property
    def text(self) -> str:
        r"""The text with ``\n`` for every end of a line."""
        return plain_ends(self.written)

    @property
    def end(self) -> str:
        """The line end of the first line, which is used for new lines."""
        return self._lines[0][len(self[0]) :] or "\n"

    def changed(self, edits: "Iterable[LineEdit]") -> "WrittenLines":
        """Return the lines after edits that do not overlap."""
        starts = list(accumulate(map(len, self._lines), initial=0))
        text = self.written
        for edit in sorted(edits, reverse=True):
            start, stop = (starts[line] + column for line, column in edit[:2])
            text = text[:start] + edit.text + text[stop:]
        return WrittenLines(text, self._encoding)

    def units(self, number: int, column: int) -> int:
        """Return the number of code units of the encoding before a column of a line."""
        before = self[number][:column]
        return len(before) if before.isascii() else sum(map(self._units, before))

    def column(self, number: int, units: int) -> int:
        """Return the column of a line that is nearest to an offset in units."""
        line = self[number]
        if line.isascii():
            return min(units, len(line))
        column = 0
        while column < len(line) and (units := units - self._units(line[column])) >= 0:
            column += 1
        return column

    def _units(self, character: str) -> int:
        if self._encoding == UTF32:
            return 1
        if self._encoding == UTF8:
            return len(character.encode("utf-8", "surrogatepass"))
        return 2 if ord(character) > 0xFFFF else 1
