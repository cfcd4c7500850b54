"""Cells of a block of a table: where its columns of moves begin, and which words are in each."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from statistics import median

from notation.pattern import lazy_pattern
from records.scans.page import ScanWord

LEAST_LETTERS = 4
"""Letters of a word, such as one of a title, that is cut nowhere."""
FILLED = 0.3
"""Share of the rows that have a word where there is a column."""
MOSTLY = 0.75
"""Share of the rows that have a word where a column without gaps is."""
APART = 0.5
"""Blank to the left of such a column, in heights of a word."""
FAR_APART = 1.2
"""Blank to the left of any other column, in heights of a word."""
BINS = 5_000
"""Into how many parts the width of a page is divided at most."""

_GLUED = lazy_pattern(r"\W?\d{1,3}[.,:)](?=\w)", re.ASCII)


def parted(line: Sequence[ScanWord], right: float, height: float) -> Iterator[ScanWord]:
    """Yield the words of a line, a move number apart from the move that it is joined with."""
    for word in line:
        x0, _, x1, _ = word.box
        if x0 >= right - 0.3 * height or x1 <= right + height:
            yield word
            continue
        found = _GLUED.match(word.text)
        share = (right + 0.3 * height - x0) / (x1 - x0)
        at = found.end() if found else round(share * len(word.text))
        is_word = word.text.isalpha() and len(word.text) >= LEAST_LETTERS
        if len(word.text) > 1 and not is_word:
            yield from word.cut(min(max(at, 1), len(word.text) - 1), right)
        else:
            yield word


def column_starts(lines: Sequence[Sequence[ScanWord]], height: float) -> list[float]:
    """Return where the columns of moves begin, from the left.

    A column is where many rows have words, far from the words to their left. The rest of a long
    move is part of the column in which the move begins.
    """
    starts = _starts(lines, height)
    kept = starts[:1]
    for start in starts[1:]:
        gaps = [gap for line in lines if (gap := _gap(line, start, height)) is not None]
        filled = sum(any(abs(w.box.x0 - start) < 0.7 * height for w in line) for line in lines)
        least = APART if filled >= MOSTLY * len(lines) else FAR_APART
        if not gaps or median(gaps) >= least * height:
            kept.append(start)
    return [float("-inf"), *(start - height / 2 for start in kept[1:])]


def _gap(line: Sequence[ScanWord], start: float, height: float) -> float | None:
    """Return how far the word at the start of a column is from the word to its left."""
    for before, word in pairwise(line):
        if abs(word.box.x0 - start) < 0.7 * height:
            return word.box.x0 - before.box.x1
    return None


def _starts(lines: Sequence[Sequence[ScanWord]], height: float) -> list[float]:
    """Return where words begin to stand in many rows, from the left."""
    if not lines:
        return []
    first = min(word.box.x0 for line in lines for word in line)
    last = max(word.box.x1 for line in lines for word in line)
    step = max(height / 4, (last - first) / BINS)
    changes = [0] * (int((last - first) / step) + 3)
    for word in (word for line in lines for word in line):
        changes[int((word.box.x0 - first) / step)] += 1
        changes[int((word.box.x1 - first) / step) + 1] -= 1
    covered = [0, *accumulate(changes)]
    enough = FILLED * len(lines)
    return [
        first + step * at
        for at, (before, rows) in enumerate(pairwise(covered))
        if before < enough <= rows
    ]


def cells_of(
    line: Sequence[ScanWord], cuts: Sequence[float], height: float
) -> list[tuple[ScanWord, ...]]:
    """Return the words of a line in columns; a word that fills two columns is cut in two."""
    cells: list[list[ScanWord]] = [[] for _ in cuts]
    for word in line:
        at = max(k for k, cut in enumerate(cuts) if word.box.middle[0] >= cut or k == 0)
        start = max(k for k, cut in enumerate(cuts) if word.box.x0 + height >= cut or k == 0)
        if start < at and len(word.text) > 3 and word.box.x1 - cuts[at] > height:
            x0, _, x1, _ = word.box
            place = round((cuts[at] - x0) / (x1 - x0) * len(word.text))
            left, right = word.cut(min(max(place, 1), len(word.text) - 1), cuts[at])
            cells[start].append(left)
            cells[at].append(right)
        else:
            cells[at].append(word)
    for before, cell in pairwise(cells):
        if before and cell and (cell[0].text.startswith("(") or _is_open(before)):
            # What is in brackets begins no move, wherever it stands.
            end = next((at for at, word in enumerate(cell, 1) if ")" in word.text), 0)
            before += cell[:end]
            del cell[:end]
    return [tuple(cell) for cell in cells]


def _is_open(cell: Sequence[ScanWord]) -> bool:
    text = "".join(word.text for word in cell)
    return text.count("(") > text.count(")")
