"""Where the tables of moves stand on a page: rows and columns by the boxes of the words.

A *block* is a column of move numbers with the columns of moves to its right; blocks may stand side
by side. Boxes are taken as if the page stood straight: `straighten` finds how far it is turned.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from statistics import median

from records.assumptions import AUTO, ROWS, SIDES
from records.results import match_result
from records.scans.cells import cells_of, column_starts, parted
from records.scans.numerals import LEAST_LETTERS, NUMERAL, line_height, number_columns, value_of
from records.scans.page import Box, Page, ScanWord
from records.text.headings import is_heading
from records.text.rows.layouts.bands import band_starts

STEEPEST = 0.2
"""Slope of the lines from which on they are not taken for lines of print."""


FARTHEST = 4
"""Heights of a word between a number and the first move of its row, at most."""

SAME_NUMBERS = 0.5
"""Part of the rows of a first side that have the number of the row beside them."""

NEAR = 1.5
"""Distance of a row from the next, in that of most rows, up to which both are of one table."""


@dataclass(frozen=True, slots=True)
class ScanRow:
    """A line of print, as a row of a table where it is one.

    Attributes:
        words: all its words, from the left.
        number: those in the column of move numbers; empty where there are none.
        cells: those in each column of moves; empty where the line is no row of a table.
    """

    words: tuple[ScanWord, ...]
    number: tuple[ScanWord, ...] = ()
    cells: tuple[tuple[ScanWord, ...], ...] = ()

    @property
    def y(self) -> float:
        """The middle of it, in pixels."""
        return sum(word.box.middle[1] for word in self.words) / len(self.words)


def straighten(page: Page) -> list[ScanWord]:
    """Return the words of a page with the boxes that they have when it stands straight."""
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
    return [replace(word, box=_turned(word.box, slope), printed=word.box) for word in page.words]


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


def rows_of(page: Page, layout: str = AUTO) -> list[ScanRow]:
    """Return the rows of a page, those of blocks side by side one block after the other.

    Args:
        page: the page.
        layout: one of `records.assumptions.LAYOUTS`; without blocks, the first column of numbers
            is the only one.
    """
    if not page.words:
        return []
    words = straighten(page)
    height = line_height(words)
    if layout in (ROWS, SIDES):
        return _in_blocks(words, number_columns(words)[:1], height)
    return [row for band in _bands(words, height) for row in _in_blocks(*band, height)]


def _with_last(
    edges: list[tuple[float, float]], words: Sequence[ScanWord]
) -> list[tuple[float, float]]:
    """Return columns of numbers, with that of a last block that has only one row.

    Its number is one more than the last of the block to its left, and stands beside the first.
    """
    if not edges:
        return edges
    left, right = edges[-1]
    numerals = [word for word in words if NUMERAL.fullmatch(word.text)]
    inside = [word for word in numerals if _begins_in(word, [(left, right)])]
    if not inside:
        return edges
    last = max(map(value_of, inside))
    first = min(inside, key=lambda word: word.box.y0).box
    beside = (
        (word.box.x0, word.box.x1)
        for word in numerals
        if word.box.x0 > right
        and first.y0 < word.box.middle[1] < first.y1
        and value_of(word) == last + 1
    )
    return [*edges, *islice(beside, 1)]


def _bands(
    words: Sequence[ScanWord], height: float
) -> Iterator[tuple[list[ScanWord], list[tuple[float, float]]]]:
    """Yield the words of each band of blocks, and its columns of numbers.

    Below a band, the rows go on from its last block.
    """
    lines, edges = lines_of(words, height), number_columns(words)
    numbers = [_numbers(line, edges) for line in lines]
    starts = [at for at, _ in band_starts(numbers)]
    for start, end in pairwise([*starts, len(lines)]):
        band = [word for line in lines[start:end] for word in line]
        own = number_columns(band)
        own += [
            column
            for column in edges
            if not any(left <= column[1] and column[0] <= right for left, right in own)
            and any(_is_numeral_in(word, [column]) for word in band)
        ]
        own += _headed(band, sorted(own), height)
        yield band, _with_last(sorted(own), band)


def _headed(
    words: Sequence[ScanWord], known: Sequence[tuple[float, float]], height: float
) -> Iterator[tuple[float, float]]:
    """Yield columns of numbers of which none can be read, where a heading names the sides again.

    They stand as far to the left of the first side as the known column at the left does.
    """
    lines = (line for line in lines_of(words, height) if is_heading(_text(line)))
    line = next(lines, ())
    gap = line[0].box.x0 - known[0][1] if line and known else 0.0
    if not 0 < gap < FARTHEST * height or next(lines, ()):
        return
    for before, word in pairwise(line):
        end = word.box.x0 - gap
        is_known = any(before.box.x0 < x1 and x0 < word.box.x0 for x0, x1 in known)
        if word.text == line[0].text and not is_known:
            yield end - (known[0][1] - known[0][0]) - height, end


def _numbers(
    line: Sequence[ScanWord], columns: Sequence[tuple[float, float]]
) -> list[tuple[int, int]]:
    """Return the numbers in columns of numbers on a line; none if the first column lacks one."""
    found = [(index, word) for index, word in enumerate(line) if _is_numeral_in(word, columns)]
    begins = found and _begins_in(found[0][1], columns[:1])
    return [(index, value_of(word)) for index, word in found] if begins else []


def _is_numeral_in(word: ScanWord, columns: Sequence[tuple[float, float]]) -> bool:
    return NUMERAL.fullmatch(word.text) is not None and _begins_in(word, columns)


def _begins_in(word: ScanWord, columns: Sequence[tuple[float, float]]) -> bool:
    """Whether a word begins in one of some columns."""
    return any(left <= word.box.x0 < right for left, right in columns)


def _in_blocks(
    words: Sequence[ScanWord], edges: Sequence[tuple[float, float]], height: float
) -> list[ScanRow]:
    """Return the rows of a band, those of blocks side by side one block after the other.

    Args:
        words: with straight boxes.
        edges: the columns of move numbers.
        height: the usual height of a word.
    """
    if not edges:
        return [ScanRow(line) for line in lines_of(words, height)]
    starts = [float("-inf"), *(left - height for left, _ in edges[1:]), float("inf")]
    titles: list[ScanRow] = []
    if len(edges) > 1:
        titles, words = _titles(words, edges, height)
    blocks: list[list[ScanRow]] = []
    for (_, right), start, end in zip(edges, starts, starts[1:], strict=False):
        inside = [word for word in words if start <= word.box.x0 < end]
        blocks.append(_block(lines_of(inside, height), right, height))
    if _are_sides(blocks):
        # One line for both: those that have the same number are one row.
        return [*titles, *map(ScanRow, lines_of(words, height))]
    return [*titles, *(row for block in blocks for row in block)]


def _are_sides(blocks: Sequence[Sequence[ScanRow]]) -> bool:
    """Whether blocks have one move a row, and mostly the same numbers: those of the sides."""
    numbered = [[row for row in block if row.number] for block in blocks]
    if len(blocks) < 2 or not all(numbered):
        return False
    if any(2 * sum(len(row.cells) > 1 for row in rows) > len(rows) for rows in numbered):
        return False
    first, *others = numbered
    return all(
        sum(_same_number(row, _beside(row, side)) for row in first) > SAME_NUMBERS * len(first)
        for side in others
    )


def _beside(row: ScanRow, side: Sequence[ScanRow]) -> ScanRow:
    """Return the row of another block that stands nearest to the height of a row."""
    return min(side, key=lambda one: abs(one.y - row.y))


def _same_number(one: ScanRow, other: ScanRow) -> bool:
    return [word.text for word in one.number] == [word.text for word in other.number]


def _titles(
    words: Sequence[ScanWord], edges: Sequence[tuple[float, float]], height: float
) -> tuple[list[ScanRow], list[ScanWord]]:
    """Return the lines of letters above blocks that go across them, and the words below."""
    lines = lines_of(words, height)
    numbered = (at for at, line in enumerate(lines) for word in line if _is_numeral_in(word, edges))
    first = next(numbered, 0)
    titles = [line for line in lines[:first] if _is_title(line)]
    rest = [word for line in lines if line not in titles for word in line]
    return [ScanRow(line) for line in titles], rest


def _is_title(line: Sequence[ScanWord]) -> bool:
    """Whether a line has words of letters and none like a move, and heads no columns."""
    texts = [word.text for word in line]
    mixed = any(any(map(str.isalpha, one)) and any(map(str.isdigit, one)) for one in texts)
    letters = any(text.isalpha() and len(text) >= LEAST_LETTERS for text in texts)
    return letters and not mixed and not is_heading(_text(line))


def _block(lines: Sequence[tuple[ScanWord, ...]], right: float, height: float) -> list[ScanRow]:
    """Return the rows of a block.

    Args:
        lines: its lines, with straight boxes.
        right: where the column of numbers ends.
        height: the usual height of a word.
    """
    edge = right + 0.1 * height
    numbered = [at for at, line in enumerate(lines) if any(_is_number(word, edge) for word in line)]
    numbered = numbered or [at for at, line in enumerate(lines) if not is_heading(_text(line))]
    if not numbered:
        return [ScanRow(line) for line in lines]
    inside = [at for at in _extent(lines, numbered) if at in numbered or not _is_text(lines[at])]
    whole = [list(parted(lines[at], right, height)) for at in inside]
    rest = [[word for word in line if word.box.middle[0] > edge] for line in whole]
    cuts = column_starts([line for line in rest if line], height)
    rows = [ScanRow(line) for line in lines]
    for at, line, moves in zip(inside, whole, rest, strict=True):
        number = tuple(word for word in line if word.box.middle[0] <= edge)
        rows[at] = ScanRow(lines[at], number, tuple(cells_of(moves, cuts, height)))
    return rows


def _is_text(line: Sequence[ScanWord]) -> bool:
    """Whether a line heads columns, or states a result, such as one below a table."""
    text = _text(line)
    return is_heading(text) or (text[0].isalpha() and match_result(text) is not None)


def _text(line: Sequence[ScanWord]) -> str:
    return " ".join(word.text for word in line)


def _is_number(word: ScanWord, edge: float) -> bool:
    return word.box.middle[0] <= edge and NUMERAL.fullmatch(word.text) is not None


def _extent(lines: Sequence[Sequence[ScanWord]], numbered: Sequence[int]) -> range:
    """Return the indices of the lines of a table, from those that begin with a number.

    A line right above or below belongs to it as well, where it is no further away than others.
    """
    rows = [ScanRow(tuple(line)).y for line in lines]
    first, last = numbered[0], numbered[-1]
    if first == last:
        return range(first, first + 1)
    gaps = [rows[below] - rows[above] for above, below in pairwise(numbered)]
    near = NEAR * median(gaps)
    above = int(re.sub(r"\D", "", lines[first][0].text) or 1) - 1
    while first and above > 0 and rows[first] - rows[first - 1] <= near:
        if is_heading(_text(lines[first - 1])):
            break
        first, above = first - 1, above - 1
    while last + 1 < len(lines) and rows[last + 1] - rows[last] <= near:
        last += 1
    return range(first, last + 1)
