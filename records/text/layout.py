"""The layout of rows on a sheet: blocks, bands, running text, a table for each side.

A scan becomes lines of text (`records.scans.sheet`), so that a column of characters is a place on
the sheet. The row numbers show the layout. If most lines have several numbers with constant
differences, a line has several rows. Differences of 1 mean running text, and equal numbers mean a
table for each side. All others mean blocks of rows, which are read one after the other. A band
of blocks begins where the first number of a line follows the last number of the blocks above.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from notation.pattern import lazy_pattern
from records.results import whole_result
from records.words import side_alone

# With values from 0.5 to 0.8 and from 5 to 20, the sample texts are read in the same way.
LEAST_LINES, REGULAR = 2, 0.6
"""Minimum number of lines with equal differences of row numbers that show columns; minimum share of
lines with a property of a layout."""
LEAST_ROWS = 3
"""Minimum number of rows of a table, and of lines with a recurring text."""
MOST_LOST = 2
"""Maximum number of successive rows that may be lost between two lines or bands."""
NEAR = 12
"""Distance in characters at which a misread number of a column is searched; number of lines above a
game in which its name is searched."""
SAMPLE = 60
"""Number of rows or lines by which a property of a whole table is decided."""
WIDEST = 6
"""Maximum number of plies in a row."""

LONG_WORD = lazy_pattern(r"[^\W\d_]{3}")
"""Three letters in sequence; most damaged moves without digits are shorter."""
_DAMAGED = lazy_pattern(r"[^\w\s(]?\d{1,3}[^\w\s()-]+\w?")
ROW_NUMBER = r"\(?\d{1,4}[.):,]*"
"""The expression for a row number with its signs."""
_NUMBER = lazy_pattern(r"\s*(\(?)(\d{1,4})([.):,]*[-\u2013]?)\s*")
_GLUED = lazy_pattern(r"\d{1,4}[.)](?=[^\W\d_])")
_WITH_DIGIT = lazy_pattern(r"\d|^\W+$")


class RowNumber(NamedTuple):
    """A row number: its value, and the signs around it, such as ``()`` or ``.``."""

    value: int
    signs: str


def row_number(text: str) -> RowNumber | None:
    """Return the row number in a text, with or without signs; None for other texts."""
    found = _NUMBER.fullmatch(text)
    return RowNumber(int(found[2]), found[1] + found[3]) if found else None


class Word(NamedTuple):
    """A word of a line.

    Attributes:
        text: the text, without blanks.
        line: index of the line.
        column: offset of the first character in the line.
    """

    text: str
    line: int
    column: int

    def part(self, start: int, end: int | None = None) -> "Word":
        """Return a part of the word between two offsets."""
        return self._replace(text=self.text[start:end], column=self.column + start)


Line = list[Word]
"""The words of a line from left to right, at least one."""

Numbers = Sequence[tuple[int, int]]
"""The row numbers on a line, from the left: the index of the word, and the value."""


def in_reading_order(lines: Sequence[Line]) -> tuple[list[Line], str]:
    """Return lines with one row each, in order of play, and a description of the layout.

    Lines are cut where several rows are side by side; words keep their line and column. The
    description is empty if no line is cut.
    """
    numbers = _all_numbers(lines)
    if not any(len(found) > 1 for found in numbers):
        return list(lines), ""
    if not any(found and not found[0][0] for found in numbers):
        return list(lines), ""  # Numbers in prose, none at the beginning of a line.
    ordered, laid_out = list[Line](), list[str]()
    for (start, due), (end, _) in pairwise([*_bands(numbers), (len(lines), 0)]):
        band, how = _band(lines[start:end], numbers[start:end], due)
        ordered += band
        laid_out += [how] if how else []
    return ordered, ", below them ".join(laid_out)


class Side(NamedTuple):
    """The name of a side, empty without a heading, and the lines with its moves."""

    name: str
    lines: list[Line]


def sides_apart(lines: Sequence[Line], is_sure: bool = False) -> tuple[list[Side], str]:
    """Return the table of each side, and a description of the layout if it has no headings.

    Separate tables of sides have their names as headings, or are next to each other with a number
    before each move. If ``is_sure``, a number 1 begins a table as well. Without such tables, the
    list is empty.
    """
    found: list[Side] = []
    for line in lines:
        side = side_of(line)
        if side or (is_sure and line[0].text.strip("().,:;") == "1"):
            found.append(Side(side, [] if side else [line]))
        elif found:
            found[-1].lines.append(line)
    are_named = len(found) > 1 and found[0].name != found[1].name
    if len(found) > 1 and (is_sure or are_named):
        return found, ""
    numbers = _all_numbers(lines)
    several = [one for one in numbers if len(one) > 1]
    same = [one for one in several if len({value for _, value in one}) == 1]
    if len(same) < LEAST_LINES or 2 * len(same) < len(several):
        return [], ""
    count = Counter(map(len, same)).most_common(1)[0][0]
    columns, _ = _columns(lines, numbers, [0] * (count - 1))
    return [Side("", one) for one in columns], (
        f"{count} sides beside each other, a number before each move"
    )


def side_of(line: Line) -> str:
    """Return the side that a line names, perhaps with a player; empty for any other line."""
    named = side_alone(" ".join(word.text for word in line))
    return named[0] if named else ""


def _all_numbers(lines: Sequence[Line], is_running: bool = False) -> list[Numbers]:
    """Return the row numbers on each line.

    A row number has a sign such as a full stop after it, unless this is not usual in the text. In
    running text (``is_running``), a blank after the number may be missing. In other text, numbers
    without a sign count only on lines that begin with one.
    """
    usual = _usual_sign(lines, is_running)
    found: list[Numbers] = [
        [
            (index, one.value)
            for index, word in enumerate(line)
            if (one := _number_in(word, is_running))
            and (one.signs.strip("(") or not usual)
            and _signed_like(one.signs, usual)
        ]
        for line in lines
    ]
    if usual or is_running:
        return found
    # A number without a sign may be anything on a line that begins with none.
    return [[] if one and one[0][0] else one for one in found]


def _usual_sign(lines: Sequence[Line], is_running: bool) -> str:
    """Return the signs around row numbers.

    They are the signs around those numbers that most often rise by 1; other numbers, such as
    reserve counts, fall. Ties are broken by the number of lines that begin with such a number.
    """
    first = Counter(one.signs for line in lines if (one := row_number(line[0].text)))
    latest, counted = dict[str, int](), Counter[str]()
    for word in (word for line in lines for word in line):
        if found := _number_in(word, is_running):
            number, sign = found
            counted[sign] += number - latest.get(sign, number) == 1
            latest[sign] = number
    signs = [one for one in counted if first[one] or is_running] or [*counted, "."]
    return max(signs, key=lambda one: (counted[one], first[one]))


def _number_in(word: Word, is_running: bool) -> RowNumber | None:
    """Return the row number in a word; in running text, a blank after it may be missing."""
    glued = _GLUED.match(word.text) if is_running else None
    return row_number(glued[0] if glued else word.text)


def _signed_like(text: str, usual: str) -> bool:
    """Whether the brackets of a text are those of the usual signs of row numbers.

    Other words in brackets are counts and lists after a move.
    """
    opened, closed = usual.startswith("("), usual.endswith(")")
    return text.startswith("(") == opened and (closed or not text.endswith(")"))


def _running(numbers: Sequence[Numbers]) -> bool:
    """Whether lines are running text: most row numbers within lines are consecutive."""
    flat = [one for line in numbers for one in line]
    steps = [after - before for (_, before), (index, after) in pairwise(flat) if index]
    several = any(len(line) > 1 for line in numbers)
    return several and steps.count(1) >= max(LEAST_LINES, REGULAR * len(steps))


def _bands(numbers: Sequence[Numbers]) -> list[tuple[int, int]]:
    """Return for each band the index of its first line, and the number of its first row.

    The number is 0 for the first band.
    """
    starts, top, first = [(0, 0)], 0, 0
    beside: list[int] = []
    for at, found in enumerate(numbers):
        values = [value for index, value in found if index]
        own = found[0][1] if len(found) > len(values) else first + 1
        goes_on = own == first + 1 or any(value - 1 in beside for value in values)
        is_next = 0 < own - top <= MOST_LOST + 1 or len(found) > 1
        if found and not goes_on and 0 < first < top < min([own, *values]) and is_next:
            starts.append((at, own if own - top <= MOST_LOST + 1 else top + 1))
            top = 0
        if found:
            first, beside, top = own, values, max([top, own, *values])
    return starts


def _band(lines: Sequence[Line], numbers: Sequence[Numbers], due: int) -> tuple[list[Line], str]:
    """Return the lines of a band with one row each, and a description of its layout.

    Args:
        lines: the lines of the band.
        numbers: the numbers of rows on each line.
        due: the expected number of the first row, 0 for the first band.
    """
    steps = _steps(numbers)
    if not steps and due and len(numbers[0]) > 1:  # A short band may have one such line.
        values = [due, *(value for _, value in numbers[0][1:])]
        steps = [after - before for before, after in pairwise(values)]
    if not steps or min(steps) < 1:
        return list(lines), ""
    columns, due = _columns(lines, numbers, steps)
    begins = " beside ".join(str(due + offset) for offset in (0, *accumulate(steps)))
    return [line for column in columns for line in column], f"blocks of rows from {begins}"


def _steps(numbers: Sequence[Numbers]) -> list[int]:
    """Return the differences between the row numbers of adjacent blocks; empty without blocks."""
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
    # Of two blocks the second may have one row: the first counts up to the number before it.
    found = [[value for _, value in line] for line in numbers if line]
    own = [line[0] for line in found]
    is_one = [len(line) for line in found[:2]] == [2, 1] and own == [*range(own[0], found[0][1])]
    return [found[0][1] - own[0]] if is_one else []


def _runs(numbers: Numbers) -> list[int]:
    """Return the indices of the words at which rows begin in a line of running text."""
    starts: list[tuple[int, int]] = []
    for index, value in numbers:
        if not starts or 0 < value - starts[-1][1] <= MOST_LOST + 1:
            starts.append((index, value))
    return [index for index, _ in starts]


def running_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the rows of running text, each from its number to the next; empty for other layouts.

    A row may continue on the next lines. Names of sides and lines above the first number stay
    separate lines, and so do lines below the last row.
    """
    numbers = _all_numbers(lines, is_running=True)
    if not _running(numbers):
        return []
    rows, last = list[Line](), max(at for at, found in enumerate(numbers) if found)
    first = next(at for at, found in enumerate(numbers) if found)
    for at, (line, found) in enumerate(zip(lines, numbers, strict=True)):
        starts = _runs(found)
        cuts = [0, *(start for start in starts if start), len(line)]
        head, *others = (line[start:end] for start, end in pairwise(cuts))
        goes_on = first < at and 0 not in starts and not (side_of(line) or side_of(rows[-1]))
        if goes_on and at > last:
            is_next = line[0].line == rows[-1][-1].line + 1
            goes_on = is_next and (at > last + 1 or _WITH_DIGIT.search(line[0].text) is not None)
            last += goes_on
        if goes_on:
            rows[-1] = [*rows[-1], *head]
        else:
            rows.append(head)
        rows += others
    return rows


def _columns(
    lines: Sequence[Line], numbers: Sequence[Numbers], steps: Sequence[int]
) -> tuple[list[list[Line]], int]:
    """Return the lines of each column, and the number of the first row.

    Lines above that row are in the first column, and a line that is a result is in the last.

    Args:
        lines, numbers: the lines, and the numbers of rows on each.
        steps: the differences between the numbers of adjacent columns.
    """
    offsets = [0, *accumulate(steps)]
    rows = _rows(numbers, offsets)
    places, ends = _places(lines, numbers, offsets, rows)
    columns: list[list[Line]] = [[] for _ in offsets]
    for at, (line, row) in enumerate(zip(lines, rows, strict=True)):
        if row is None or (not numbers[at] and len(line) < len(offsets) + 1):
            columns[0].append(line)
            continue
        if whole_result(" ".join(word.text for word in line)):
            columns[-1].append(line)
            continue
        nearest = _nearest(places, line[0].column)
        if not any(offsets) and nearest == _nearest(places, line[-1].column):
            columns[nearest].append(line)
            continue
        there = [place if at <= end else None for place, end in zip(places, ends, strict=True)]
        starts = _starts(line, [row + offset for offset in offsets[1:]], there[1:])
        for column, (start, end) in zip(columns, pairwise([0, *starts, len(line)]), strict=True):
            column += [line[start:end]] if start < end else []
    return columns, next(row for row in rows if row is not None)


def _nearest(places: Sequence[float | None], column: int) -> int:
    """Return the index of the last place at or before ``column + 1``; 0 if there is none."""
    return max((at for at, place in enumerate(places) if place and place <= column + 1), default=0)


def _rows(numbers: Sequence[Numbers], offsets: Sequence[int]) -> list[int | None]:
    """Return for each line the number of its row in the first column; None above the first row.

    Args:
        numbers: the row numbers on each line.
        offsets: the difference between the numbers of each column and those of the first.
    """
    votes = Counter(
        value - offset - at
        for at, found in enumerate(numbers)
        for _, value in found
        for offset in set(offsets)
        if value >= offset
    )
    most = max(votes.values())
    base = min(one for one, count in votes.items() if count == most)
    rows: list[int | None] = []
    last: int | None = None
    for at, found in enumerate(numbers):
        seen = {value - offset for _, value in found for offset in offsets}
        if last is None:
            last = base + at - 1 if base + at in seen and base + at >= 0 else None
        if last is not None:
            due = range(last + 1, last + MOST_LOST + 2)
            last = next((row for row in due if row in seen), last + 1)
        rows.append(last)
    return rows


def _places(
    lines: Sequence[Line],
    numbers: Sequence[Numbers],
    offsets: Sequence[int],
    rows: Sequence[int | None],
) -> tuple[list[float | None], list[int]]:
    """Return for each column the usual offset of its row numbers, and the last line with a number.

    The line is an index. The offset is None for a column without numbers.
    """
    # Loaded here: most texts have no columns to find, and the module takes a while to load.
    from statistics import median

    places: list[list[float]] = [[] for _ in offsets]
    ends = [0 for _ in offsets]
    are_equal = not any(offsets)
    for at, (line, found, row) in enumerate(zip(lines, numbers, rows, strict=True)):
        if row is None or (are_equal and len(found) != len(offsets)):
            continue
        for order, (index, value) in enumerate(found):
            if value - row in offsets:
                column = order if are_equal else offsets.index(value - row)
                places[column].append(line[index].column)
                ends[column] = at
    return [median(place) if place else None for place in places], ends


def _starts(line: Line, due: Sequence[int], places: Sequence[float | None]) -> list[int]:
    """Return the index of the word with which each column but the first begins in a line.

    A column begins with its expected number. If that is missing, it begins with a damaged number,
    or with the first word at the usual place of its numbers.

    Args:
        due: the expected number of each column.
        places: the usual offset of the numbers of each column; None below the column's last number,
            where only a damaged number begins the column.
    """
    exact: list[int | None] = []
    for number in due:
        after = max(filter(None, exact), default=0) + 1
        words = range(after, len(line))
        exact.append(next((at for at in words if _is_number(line, at, number)), None))
    starts: list[int] = []
    for column, place in enumerate(places):
        first = starts[-1] + 1 if starts else 1
        end = next((index for index in exact[column + 1 :] if index), len(line))
        index = exact[column] or _in_place(line, range(first, end), place)
        starts.append(min(max(index, first), len(line)))
    return starts


def _is_number(line: Line, at: int, due: int) -> bool:
    """Whether a word is the expected number, with brackets like those of the line's first word."""
    found = row_number(line[at].text)
    is_due = found is not None and found.value == due
    return is_due and _signed_like(line[at].text, line[0].text)


def _in_place(line: Line, within: range, place: float | None) -> int:
    """Return the index of the damaged number nearest to an offset, else of the first word after it.

    Args:
        line: the line.
        within: the indices of the possible words.
        place: the offset in the line; None if only a damaged number is searched.
    """
    damaged = [at for at in within if _DAMAGED.fullmatch(line[at].text)]
    if place is None:
        return next((at for at in damaged if at > within.start), within.stop)
    near = [at for at in damaged if abs(line[at].column - place) < NEAR]
    behind = (at for at in within if line[at].column >= place - 1)
    nearest = min(near, key=lambda at: abs(line[at].column - place), default=None)
    return next(behind, within.stop) if nearest is None else nearest
