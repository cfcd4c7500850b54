"""Tables and sections for terminals, in aligned columns."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from unicodedata import category, combining, east_asian_width

from analysis.statistics.section import Section
from notation.printing import visible

WIDTH = 80
"""Width of a table in characters."""

GAP = 2
"""Blanks between columns."""


def aligned(rows: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> list[str]:
    """Return rows of equal length as lines: the first column left-aligned, the others right.

    The first column is cut if lines would be longer than `WIDTH`, but different cells stay
    different. Notes are added at the ends of the lines; with notes, nothing is cut.
    """
    if not rows:
        return []
    rows = [tuple(map(visible, row)) for row in rows]
    widths = [max(map(wide, column)) for column in zip(*rows, strict=True)]
    room = WIDTH - sum(width + GAP for width in widths[1:])
    first = widths[0] if notes else _distinct_width({row[0] for row in rows}, min(widths[0], room))
    lines = []
    for row, note in zip_longest(rows, map(visible, notes), fillvalue=""):
        padded = [
            " " * (width + GAP - wide(cell)) + cell
            for cell, width in zip(row[1:], widths[1:], strict=True)
        ]
        shown = cut(row[0], first)
        figures = f"{' ' * (first - wide(shown))}{''.join(padded)}"
        lines.append(f"{shown}{figures}{' ' * GAP}{note}".rstrip())
    return lines


def _distinct_width(cells: set[str], width: int) -> int:
    """Return the least width, at least ``width``, at which the cells still differ when cut."""
    width = max(width, 1)
    while len({cut(cell, width) for cell in cells}) < len(cells):
        width += 1
    return width


def wide(text: str) -> int:
    """Return the number of terminal columns of a text; East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    marks = (one for one in text if not combining(one) and category(one) != "Cf")
    return sum(1 + (east_asian_width(one) in "WF") for one in marks)


def cut(text: str, width: int) -> str:
    """Return a text cut to a width; a cut text ends in an ellipsis."""
    if wide(text) <= width:
        return text
    while wide(text) >= width:
        text = text[:-1]
    return f"{text}\N{HORIZONTAL ELLIPSIS}"


def lines_of(sections: Iterable[Section]) -> Iterator[str]:
    """Yield sections as lines, with empty lines between their parts.

    Rows without column heads are counts, and are listed in several columns under the title.
    """
    for place, one in enumerate(sections):
        parts = [[one.title]] if one.title and not one.heads else []
        if one.title and one.heads:
            parts = [textwrap.wrap(one.title, WIDTH, break_long_words=False)]
        parts += [textwrap.wrap(text, WIDTH) for text in one.about]
        if one.heads:
            notes = ["", *one.notes] if one.notes else ()
            parts.append(aligned([one.heads, *one.rows], notes))
        elif one.rows:
            parts[-1] += listed(one.rows)
        parts += [textwrap.wrap(text, WIDTH) for text in one.remarks]
        for number, part in enumerate(parts):
            yield from ([""] if place or number else [])
            yield from part


def listed(counts: Iterable[Sequence[str]]) -> list[str]:
    """Return values with their counts in columns, ``4: 31   5: 4``, as lines."""
    pairs = [(f"{value}:", count) for value, count in counts]
    value, count = (max((len(pair[place]) for pair in pairs), default=0) for place in (0, 1))
    cells = [f"{one:>{value}} {other:>{count}}" for one, other in pairs]
    each = max((WIDTH - GAP) // (value + count + 1 + GAP + 1), 1)
    return [
        (" " * GAP + (" " * (GAP + 1)).join(cells[start : start + each])).rstrip()
        for start in range(0, len(cells), each)
    ]
