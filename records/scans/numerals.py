"""Columns of move numbers on a page: numerals below each other that count the rows."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from notation.pattern import lazy_pattern
from records.scans.page import ScanWord

NUMERAL = lazy_pattern(r"\d{1,3}[.,:)]*", re.ASCII)
"""A move number by itself."""
COUNTING = 0.4
"""Share of the numbers of a column that have to be one more than the one above."""
LEAST_COUNT = 3
"""Numbers that count rows among which others are misread, at least."""
IN_ORDER = 0.5
"""Share of the numbers of such a column."""
LONGEST_GAP = 4
"""Rows from one such number to the next at most."""
LEAST_LETTERS = 3
"""Letters of a word of a title, at least."""


def line_height(words: Sequence[ScanWord]) -> float:
    """Return the usual height of words."""
    return median([word.box.y1 - word.box.y0 for word in words])


def number_columns(words: Iterable[ScanWord]) -> list[tuple[float, float]]:
    """Return the left and right edges of the columns of move numbers, from the left."""
    columns: list[list[ScanWord]] = []
    edge = float("-inf")
    found = sorted(words, key=lambda word: word.box.x0)
    for word in (one for one in found if NUMERAL.fullmatch(one.text)):
        if word.box.x0 > edge:
            columns.append([])
        columns[-1].append(word)
        edge = max(edge, word.box.x1) if len(columns[-1]) > 1 else word.box.x1
    counting = filter(_counts, columns)
    return [_edges(one) for one in counting if not _is_in_titles(one, found)]


def _is_in_titles(column: Sequence[ScanWord], words: Sequence[ScanWord]) -> bool:
    """Whether all numbers of a column stand right behind words, such as that of ``Game 1``."""
    named = [word for word in words if word.text.isalpha() and len(word.text) >= LEAST_LETTERS]
    return all(
        any(
            one.box.y0 < number.box.middle[1] < one.box.y1
            and 0 < number.box.x0 - one.box.x1 < one.box.y1 - one.box.y0
            for one in named
        )
        for number in column
    )


def _edges(column: Sequence[ScanWord]) -> tuple[float, float]:
    """Return the left and right edge of a column of numbers, without moves misread as numbers."""
    usual = median(word.box.x1 for word in column)
    height = line_height(column)
    within = [word for word in column if word.box.x1 <= usual + 0.9 * height]
    return min(word.box.x0 for word in within), max(word.box.x1 for word in within)


def _counts(column: Sequence[ScanWord]) -> bool:
    """Whether the numbers of a column count the rows."""
    ordered = sorted(column, key=lambda word: word.box.middle[1])
    numbers = list(map(value_of, ordered))
    steps = sum(below == above + 1 for above, below in pairwise(numbers))
    if len(numbers) > 1 and steps >= max(1, COUNTING * (len(numbers) - 1)):
        return True
    return _longest_count(numbers) >= max(LEAST_COUNT, IN_ORDER * len(numbers))


def _longest_count(numbers: Sequence[int]) -> int:
    """Return how many of some numbers go up by one a row, those between misread or lost."""
    counts: list[int] = []
    for at, number in enumerate(numbers):
        before = range(max(0, at - LONGEST_GAP), at)
        ways = [counts[to] for to in before if 0 <= number - numbers[to] - (at - to) <= 1]
        counts.append(max(ways, default=0) + 1)
    return max(counts, default=0)


def value_of(word: ScanWord) -> int:
    """Return the number of a numeral."""
    return int(re.sub(r"\D", "", word.text))
