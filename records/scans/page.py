"""Pages of a scan as produced by character recognition (OCR): words with boxes."""

from collections.abc import Sequence
from math import isfinite
from statistics import median
from typing import NamedTuple

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural
from records.model import Place

FAR = 1e6
"""Largest coordinate of a box, in pixels."""
PAGE_WORDS, WORD_LENGTH, COMPLAINTS = 20_000, 200, 20
"""Maximum number of words on a page, of characters in a word, and of findings on a page."""
STEEPEST, SAME_LINE = 0.2, 0.55
"""Steepest slope of lines of print; greatest distance between the middles of words on one line, in
heights of a word."""

Choice = tuple[str, float]
"""A possible character, and the confidence in it, from 0 to 100."""

Cell = tuple[Choice, ...]
"""The alternatives of one character of a word, best first."""


class Box(NamedTuple):
    """A rectangle on a page, in pixels from its upper left corner."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def joined(self, other: "Box") -> "Box":
        """Return the smallest rectangle around both."""
        return Box(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))


def box_of(numbers: Sequence[str]) -> Box | None:
    """Return the box with the edges left, top, right and bottom; None if they make no box."""
    try:
        x0, y0, x1, y1 = map(float, numbers)
    except ValueError:
        return None
    is_there = all(isfinite(edge) and abs(edge) <= FAR for edge in (x0, y0, x1, y1))
    return Box(x0, y0, x1, y1) if is_there and x0 < x1 and y0 < y1 else None


def confidence_of(number: str, whole: float = 100) -> float | None:
    """Return a confidence on a scale from 0 to ``whole`` as 0 to 100; None if it is missing."""
    try:
        value = float(number) * 100 / whole
    except ValueError:
        return None
    return min(max(value, 0.0), 100.0) if isfinite(value) and value >= 0 else None


class ScanWord(NamedTuple):
    """A recognised word.

    Attributes:
        text: its characters, without blanks.
        box: its box on the page.
        line: number of its line on the page, as the program for recognition counts.
        place: line and column in the file.
        confidence: from 0 to 100; None where the file has none.
        cells: the alternatives of each character; none where the file has none.
    """

    text: str
    box: Box
    line: int
    place: Place
    confidence: float | None = None
    cells: tuple[Cell, ...] = ()


class Page(NamedTuple):
    """A page of a scan: its number in the file, from 1, its words, and findings on it."""

    number: int
    words: tuple[ScanWord, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def height(self) -> float:
        """The usual height of its words in pixels, 0 without words."""
        return median([word.box.y1 - word.box.y0 for word in self.words]) if self.words else 0.0

    def lines(self) -> list[list[tuple[float, ScanWord]]]:
        """Return the lines of words from the top, corrected for the slope of the page.

        Each word comes with the corrected left edge of its box.
        """
        slope, height = self._slope(), self.height
        placed = sorted(
            ((box.middle[1] - slope * box.middle[0], box.x0 + slope * box.middle[1], word)
             for word in self.words for box in [word.box]),
            key=lambda one: one[0],
        )  # fmt: skip
        lines: list[list[tuple[float, ScanWord]]] = []
        total = 0.0
        for y, x, word in placed:
            if lines and y - total / len(lines[-1]) <= SAME_LINE * height:
                lines[-1].append((x, word))
                total += y
            else:
                lines.append([(x, word)])
                total = y
        return [sorted(line, key=lambda one: one[0]) for line in lines]

    def _slope(self) -> float:
        """Return the slope of the printed lines; 0 if there are none, or it is too large."""
        lines: dict[int, tuple[ScanWord, ScanWord]] = {}
        for word in self.words:
            first = lines.get(word.line, (word, word))[0]
            lines[word.line] = first, word
        slopes = [
            (last.box.middle[1] - first.box.middle[1]) / run
            for first, last in lines.values()
            if (run := last.box.middle[0] - first.box.middle[0]) > 5 * (first.box.y1 - first.box.y0)
        ]
        slope = median(slopes) if slopes else 0.0
        return slope if abs(slope) < STEEPEST else 0.0


class PageBuilder:
    """Collects the words of a page; ``number`` is its number in the file, from 1."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._words: list[ScanWord] = []
        self._findings: list[Finding] = []
        self._line, self._left_out, self._boxless = 0, 0, 0
        self._place: Place = (1, 1)

    def begin_line(self) -> None:
        """Begin a line of words."""
        self._line += 1

    def complain(self, finding: Finding) -> None:
        """Add a finding on the page; after a limit, further ones are dropped."""
        if len(self._findings) < COMPLAINTS:
            self._findings.append(finding)

    def add(
        self,
        text: str,
        box: Box | None,
        place: Place,
        confidence: float | None = None,
        cells: Sequence[Cell] = (),
    ) -> None:
        """Add a word; without a box, it is placed after the word before it."""
        text = "".join(text.split())[:WORD_LENGTH]
        if not text:
            return
        if len(self._words) >= PAGE_WORDS:
            self._left_out += 1
            return
        if box is None:
            box, self._boxless = self._behind(len(text)), self._boxless + 1
            self._place = place
        self._words.append(
            ScanWord(text, box, self._line, place, confidence, _fitting(cells, text))
        )

    def _behind(self, length: int) -> Box:
        """Return a box to the right of the last word, or below it on a new line."""
        if not self._words:
            return Box(0, 0, 10 * length, 20)
        last = self._words[-1]
        x0, y0, x1, y1 = last.box
        if last.line != self._line:
            return Box(x0, y1 + 10, x0 + 10 * length, 2 * y1 - y0 + 10)
        return Box(x1 + 10, y0, x1 + 10 * (length + 1), y1)

    def page(self) -> Page | None:
        """Return the page; None if it is empty."""
        if self._boxless:
            count = plural(self._boxless, "word")
            message = f"page {self.number} has {count} without a box on the page: "
            message += "each is placed after the word before it"
            self._findings.append(note("bad-box", message).at(line=self._place[0], column=1))
        if self._left_out:
            message = f"page {self.number} has more than {PAGE_WORDS:,} words: "
            message += f"the rest ({plural(self._left_out, 'word')}) is left out"
            self._findings.append(violation("page-size", message).at(line=self._words[-1].place[0]))
        if not (self._words or self._findings):
            return None
        return Page(self.number, tuple(self._words), tuple(self._findings))


def _fitting(cells: Sequence[Cell], text: str) -> tuple[Cell, ...]:
    """Return the alternatives of the characters of a text; none if they cannot be assigned."""
    kept = [cell for cell in cells if cell]
    if len(kept) == len(text) + 1 and kept[0][0][0].isspace():
        kept = kept[1:]  # The blank before the word.
    return tuple(kept) if len(kept) == len(text) else ()
