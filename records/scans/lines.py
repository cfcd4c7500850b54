"""Lines of print on a page, by the boxes of the words, as if the page stood straight."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import median

from records.scans.page import Box, Page, ScanWord

STEEPEST = 0.2
"""Slope of the lines from which on they are not taken for lines of print."""


def line_height(words: Sequence[ScanWord]) -> float:
    """Return the usual height of words."""
    return median([word.box.y1 - word.box.y0 for word in words])


def straighten(page: Page) -> tuple[list[ScanWord], float]:
    """Return the words of a page as it stands straight, and the usual height of a word."""
    if not page.words:
        return [], 1.0
    lines: dict[int, tuple[ScanWord, ScanWord]] = {}
    for word in page.words:
        first = lines.get(word.line, (word, word))[0]
        lines[word.line] = first, word
    slopes = [
        (last.box.middle[1] - first.box.middle[1]) / run
        for first, last in lines.values()
        if (run := last.box.middle[0] - first.box.middle[0]) > 5 * (first.box.y1 - first.box.y0)
    ]
    slope = median(slopes) if slopes else 0.0
    slope = slope if abs(slope) < STEEPEST else 0.0
    words = [replace(word, box=_turned(word.box, slope), printed=word.box) for word in page.words]
    return words, line_height(words)


def _turned(box: Box, slope: float) -> Box:
    x, y = box.middle
    right, down = slope * y, -slope * x
    return Box(box.x0 + right, box.y0 + down, box.x1 + right, box.y1 + down)


def lines_of(words: Iterable[ScanWord], height: float) -> list[tuple[ScanWord, ...]]:
    """Return words in lines from the top, each from the left.

    Args:
        words: with straight boxes.
        height: the usual height of a word.
    """
    lines: list[list[ScanWord]] = []
    total = 0.0
    for word in sorted(words, key=lambda word: word.box.middle[1]):
        y = word.box.middle[1]
        if lines and y - total / len(lines[-1]) <= 0.55 * height:
            lines[-1].append(word)
            total += y
        else:
            lines.append([word])
            total = y
    return [tuple(sorted(line, key=lambda word: word.box.x0)) for line in lines]
