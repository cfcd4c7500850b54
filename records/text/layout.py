"""Words with a place, and how rows of them are laid out: blocks, bands, a table for each side.

Scans are set as lines of text (`records.scans.sheet`), so that a column of characters is a place on
the sheet. The numbers of rows show the layout, for they count: where several stand on most lines
and differ by the same from one to the next, the lines hold columns. Numbers one apart are running
text; numbers farther apart are blocks of rows, to be read one below the other; equal numbers are
sides, or games, beside each other. Where the first number of a line goes on from the last of the
blocks above, a band begins.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from notation.pattern import lazy_pattern

NOTHING = "?"
"""The text of a ply of which nothing is left."""

LEAST_LINES = 2
"""Lines that show the same distance between their numbers if there are columns."""
LEAST_WORDS = 3
"""Words of a line that may be rows of several columns though it begins with no number."""
MOST_LOST = 2
"""Rows in sequence that may be lost between two lines or bands."""
NEAR = 12
"""Characters to either side within which a misread number of a column is looked for."""
LEAST_SHARED = 0.4
"""Part of the numbers of a side's moves that those of the first side have too."""

_LIKE = lazy_pattern(r"\(?\w{1,3}[.):,]")
_DAMAGED = lazy_pattern(r"[^\w\s(]?\d{1,3}[^\w\s()-]+\w?")
_NUMBER = lazy_pattern(r"\(?(\d{1,4})[.):,]{1,2}")
_BARE = lazy_pattern(r"\(?(\d{1,4})[.):,]{0,2}")


class Word(NamedTuple):
    """A word of a line.

    Attributes:
        text: the text, without blanks unless it is a comment.
        line: number of the line, from 1.
        column: where it begins in the line, from 1.
    """

    text: str
    line: int
    column: int

    def part(self, start: int, end: int | None = None) -> "Word":
        """Return a part of the word, from one character to another."""
        return self._replace(text=self.text[start:end], column=self.column + start)


Line = list[Word]
"""The words of a line from left to right, at least one."""

Numbers = Sequence[tuple[int, int]]
"""The index in its line and the value of each number of a row, from the left."""


def in_reading_order(lines: Sequence[Line]) -> tuple[list[Line], str]:
    """Return lines with one row each, in the order of the game, and the layout in words.

    Returns:
        The lines, cut where blocks of rows stood side by side; a word keeps its line and column.
        The layout is empty for rows below each other.
    """
    numbers = _all_numbers(lines)
    ordered, laid_out = list[Line](), list[str]()
    starts = [*band_starts(numbers), (len(lines), 0)]
    for (start, due), (end, _) in pairwise(starts):
        band, how = _band(lines[start:end], numbers[start:end], due)
        ordered += band
        laid_out += [how] if how else []
    return ordered, ", below them ".join(laid_out)


def beside_each_other(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of each side, or game, where these stand beside each other with numbers.

    Returns:
        For each its lines from the first row on, the heading above them with the first; none where
        the lines are not so.
    """
    numbers = _all_numbers(lines)
    several = [found for found in numbers if len(found) > 1]
    same = [found for found in several if len({value for _, value in found}) == 1]
    if len(same) < LEAST_LINES or 2 * len(same) < len(several):
        return []
    sides = Counter(map(len, same)).most_common(1)[0][0]
    first = next(at for at, found in enumerate(numbers) if found in same and len(found) == sides)
    return _columns(lines, numbers, [0] * (sides - 1), first, numbers[first][0][1])


def sections(lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Return the lines below each heading that names one side, and the side; none if not so.

    Below each, the moves of the side are numbered anew. Where the numbers are damaged, and a row
    lost, the headings still show which lines are whose.
    """
    found: list[tuple[str, list[Line]]] = []
    for line in lines:
        if side := side_of(line):
            found.append((side, []))
        elif found:
            found[-1][1].append(line)
    if len(found) < 2 or found[0][0] == found[1][0]:
        return []
    first, *others = [
        {number for one in below if (number := one[0].text.strip("().,:;")).isdecimal()}
        for _, below in found
    ]
    are_shared = (
        len(first & one) >= max(2, LEAST_SHARED * min(len(one), len(first))) for one in others
    )
    return found if len(first) > 1 and all(are_shared) else []


def side_of(line: Line) -> str:
    """Return the side that a line names if it names nothing else, empty otherwise."""
    from records.words import colour

    words = [word.text.strip(".:") for word in line]
    return colour(words[0]) or "" if len(list(filter(None, words))) == 1 else ""


# Numbers.


def _all_numbers(lines: Sequence[Line]) -> list[Numbers]:
    """Return the numbers of rows on each line.

    They have a sign behind them, unless most numbers that lines begin with have none.
    """
    first = [line[0].text for line in lines if _BARE.fullmatch(line[0].text)]
    are_bare = 2 * sum(map(str.isdecimal, first)) > len(first)
    return [_numbers(line, _BARE if are_bare else _NUMBER) for line in lines]


def _numbers(line: Line, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    if not pattern.fullmatch(line[0].text):
        return []
    found = (
        (index, pattern.fullmatch(word.text))
        for index, word in enumerate(line)
        if _signed_like(word.text, line[0].text)
    )
    return [(index, int(one[1])) for index, one in found if one]


def _signed_like(text: str, first: str) -> bool:
    """Whether a word has a bracket where the number that begins its line has one, or has none.

    Other words in brackets are counts and lists behind a move.
    """
    opened, closed = first.startswith("("), first.endswith(")")
    return text.startswith("(") == opened and (closed or not text.endswith(")"))


# Bands.


def band_starts(numbers: Sequence[Numbers]) -> list[tuple[int, int]]:
    """Return the index of the first line of each band, from the top; one band where none shows.

    With each stands the number of its first row, 0 for the first band.
    """
    starts, beside, first, last = [(0, 0)], 0, 0, 0
    for at, found in enumerate(numbers):
        if not found:
            continue
        (_, own), *others = found
        lost = _lost(numbers, at, first, beside)
        if lost is not None:
            # Lines above it without a number that can be read are the rows before it.
            starts.append((max(last + 1, at - lost), beside + 1))
            own, beside = beside + 1 + lost, 0
        first, last, beside = own, at, max(beside, *(value for _, value in others), 0)
    return starts


def _lost(numbers: Sequence[Numbers], at: int, first: int, beside: int) -> int | None:
    """Return how many rows of a band above a line are lost if one begins here, None if none does.

    Args:
        numbers: the numbers of rows on each line.
        at: index of the line.
        first: the number before it in the first block.
        beside: the highest number before it in the others.
    """
    (_, own), *others = numbers[at]
    if not 0 < first < beside or 0 < own - first <= 1:
        return None
    if 0 < own - beside <= MOST_LOST + 1:
        return own - beside - 1
    if not others or others[0][1] <= beside + 1 or own <= beside:
        return None
    # Its own number is misread: that of the next block shows how many rows it has.
    below = next((line[1:] for line in numbers[at + 1 :] if len(line) > 1), [])
    rows = others[0][1] - beside - 1
    goes_on = below and below[0][1] == others[0][1] + 1
    return 0 if goes_on or abs(len(numbers) - at - rows) <= 1 else None


def _band(lines: Sequence[Line], numbers: Sequence[Numbers], due: int) -> tuple[list[Line], str]:
    """Return the lines of a band with one row each, and its layout in words.

    Args:
        lines, numbers: its lines, and the numbers of rows on each.
        due: the number of the first row of a band below another, 0 for the first band.
    """
    steps = _steps(numbers)
    several = [(at, found) for at, found in enumerate(numbers) if len(found) > 1]
    if not steps and due and several:
        # A short band may have no line but one.
        at, (_, *others) = several[0]
        values = [due + at, *(value for _, value in others)]
        steps = [after - before for before, after in pairwise(values)]
    if not steps or min(steps) < 1:
        return list(lines), ""
    if steps == [1] * len(steps):
        runs = zip(lines, map(_runs, numbers), strict=True)
        return [part for line, starts in runs for part in _cut(line, starts)], ""
    offsets = list(accumulate(steps))
    base = due or _base(numbers, offsets)
    mended = [
        [(found[0][0], base + at), *found[1:]]  # The first number as it is due, others show it.
        if any(value - base - at in offsets for _, value in found[1:])
        else found
        for at, found in enumerate(numbers)
    ]
    first = several[0][0]
    while first and any(_number(lines[first - 1], base + first - 1 + one) for one in offsets):
        first -= 1  # The number that this line begins with is misread, those of others are not.
    columns = _columns(lines, mended, steps, first, base + first)
    begins = " beside ".join(f"{base + first + offset}" for offset in (0, *offsets))
    return [line for column in columns for line in column], f"blocks of rows from {begins}"


def _steps(numbers: Sequence[Numbers]) -> list[int]:
    """Return by how much the number goes up from block to block, none if there are no blocks."""
    several = [[value for _, value in line] for line in numbers if len(line) > 1]
    rising = [line for line in several if line == sorted(set(line))]
    counted = Counter(tuple(after - before for before, after in pairwise(line)) for line in rising)
    # The last block may be shorter, so that most lines may have one number less.
    for steps, _ in sorted(counted.items(), key=lambda one: (-len(one[0]), -one[1])):
        is_even = len(set(steps)) == 1
        shown = sum(
            count
            for other, count in counted.items()
            if other == steps or (is_even and other == steps[: len(other)])
        )
        if shown >= LEAST_LINES and 2 * shown >= len(several) / len(steps):
            return list(steps)
    return _step_of_one_line(numbers)


def _step_of_one_line(numbers: Sequence[Numbers]) -> list[int]:
    """Return the step of two blocks of which the second has one row, none if there are no such two.

    The numbers of the first block have to count up to the one before the second's.
    """
    shown = [found for found in numbers if found]
    if len(shown) < 2 or [len(found) for found in shown[:2]] != [2, 1]:
        return []
    (_, first), (_, second) = shown[0]
    counted = [found[0][1] for found in shown if len(found) == 1]
    return [second - first] if [first, *counted] == list(range(first, second)) else []


def _base(numbers: Sequence[Numbers], offsets: Sequence[int]) -> int:
    """Return by how much most numbers of the first block are ahead of their lines' indices."""
    ahead = Counter(
        value - offset - at
        for at, found in enumerate(numbers)
        if len(found) > 1
        for (_, value), offset in zip(found, (0, *offsets), strict=False)
    )
    return ahead.most_common(1)[0][0]


def _runs(numbers: Numbers) -> list[int]:
    """Return where rows begin in a line of running text: each number is one more."""
    starts: list[tuple[int, int]] = []
    for index, value in numbers:
        if not starts or value == starts[-1][1] + 1:
            starts.append((index, value))
    return [index for index, _ in starts]


def _cut(line: Line, starts: Sequence[int]) -> list[Line]:
    cuts = [0, *(start for start in starts if start), len(line)]
    return [line[start:end] for start, end in pairwise(cuts)]


# Columns.


def _columns(
    lines: Sequence[Line], numbers: Sequence[Numbers], steps: Sequence[int], first: int, due: int
) -> list[list[Line]]:
    """Return the lines of each column, those above the first row with the first column.

    Args:
        lines, numbers: the lines, and the numbers of rows on each.
        steps: by how much the number goes up from column to column.
        first: index of the line of the first row.
        due: the number of that row.
    """
    offsets = list(accumulate(steps))
    places, ends = _places(lines, numbers, offsets)
    columns: list[list[Line]] = [list(lines[:first]), *([] for _ in offsets)]
    last = due - 1
    for at in range(first, len(lines)):
        line, found = lines[at], numbers[at]
        if not found and len(line) < LEAST_WORDS:
            columns[0].append(line)
            continue
        near = (value for index, value in found if index == 0 and 0 < value - last <= MOST_LOST + 1)
        last = next(near, last + 1)
        there = [place if at <= end else None for place, end in zip(places, ends, strict=True)]
        starts = _starts(line, [last + offset for offset in offsets], there)
        for column, (start, end) in zip(columns, pairwise([0, *starts, len(line)]), strict=True):
            column += [line[start:end]] if start < end else []
    return columns


def _places(
    lines: Sequence[Line], numbers: Sequence[Numbers], offsets: Sequence[int]
) -> tuple[list[float | None], list[int]]:
    """Return where the number of each column but the first stands, if known, and its last line."""
    # Loaded here: most texts have no columns to find, and the module takes a while to load.
    from statistics import median

    places: list[list[float]] = [[] for _ in offsets]
    ends = [0 for _ in offsets]
    are_equal = not any(offsets)
    for at, (line, found) in enumerate(zip(lines, numbers, strict=True)):
        if are_equal and len(found) != len(offsets) + 1:
            continue
        for order, (index, value) in enumerate(found[1:]):
            if value - found[0][1] in offsets:
                column = order if are_equal else offsets.index(value - found[0][1])
                places[column].append(line[index].column)
                ends[column] = at
    return [median(place) if place else None for place in places], ends


def _starts(line: Line, due: Sequence[int], places: Sequence[float | None]) -> list[int]:
    """Return where each column but the first begins in a line, in their order.

    A column begins with the number that is due, or with what stands in the place of one between
    the numbers of the columns around it. Below the last number of a column, where its place is
    None, it begins with what can only be a number.
    """
    exact: list[int | None] = []
    for number, place in zip(due, places, strict=True):
        exact.append(_number(line, number, max(filter(None, exact), default=0), place))
    starts: list[int] = []
    for column, place in enumerate(places):
        first = starts[-1] + 1 if starts else 1
        end = next((index for index in exact[column + 1 :] if index), len(line))
        within = range(first, end)
        index = exact[column]
        if not index and place is None:
            damaged = (at for at in within[1:] if _DAMAGED.fullmatch(line[at].text))
            index = next(damaged, within.stop)
        elif not index and place is not None:
            index = _in_place(line, within, place)
        starts.append(min(max(index or 0, first), len(line)))
    return starts


def _number(line: Line, due: int, after: int = 0, place: float | None = None) -> int | None:
    """Return the index of a word behind another with a number, None if there is none.

    Of several it is the nearest to a place, and the first where that is not known.
    """
    found = [
        index
        for index in range(after + 1, len(line))
        if (one := _BARE.fullmatch(line[index].text))
        and int(one[1]) == due
        and _signed_like(line[index].text, line[0].text)
    ]
    return min(found, key=lambda at: abs(line[at].column - (place or 0)), default=None)


def _in_place(line: Line, within: range, place: float) -> int:
    """Return the index of the word that may be a misread number in a place, or stands there."""
    near = [
        index
        for index in within
        if (_LIKE.fullmatch(line[index].text) or _DAMAGED.fullmatch(line[index].text))
        and _signed_like(line[index].text, line[0].text)
        and abs(line[index].column - place) < NEAR
    ]
    if near:
        return min(near, key=lambda index: abs(line[index].column - place))
    return next((index for index in within if line[index].column >= place - 1), within.stop)
