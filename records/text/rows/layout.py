"""Layouts of sheets of moves: blocks of rows side by side, one side's moves above the other's.

The numbers give the layout: where several numbers in each line go up by one from line to line, and
by more from one to the next in the line, the lines hold blocks of rows.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from notation.pattern import lazy_pattern
from records.assumptions import AUTO, ROWS, SIDES
from records.text.rows.cells import PlacedWord

LEAST_LINES = 2
"""Lines that show the same distance between their numbers if there are blocks."""

LEAST_WORDS = 3
"""Words of a line that may be rows of several blocks though it begins with no number."""
NEAR = 12
"""Units of the sheet within which a misread number of a block is looked for."""

_LIKE = lazy_pattern(r"\(?\w{1,3}[.):,]")
_SIGNED = lazy_pattern(r"(?<!\S)\(?(\d{1,4})[.)]")
_NUMBER = lazy_pattern(r"\(?(\d{1,4})[.):,]")


def are_blocks(lines: Sequence[str]) -> bool:
    """Whether each of two lines of text has rows of several blocks side by side."""
    found = [numbers for line in lines if (numbers := _SIGNED.findall(line))]
    if len(found) != LEAST_LINES or len(found[0]) < LEAST_LINES:
        return False
    after = [str(int(number) + 1) for number in found[0]]
    return bool(found[1] == after[: len(found[1])])


def in_reading_order(
    lines: list[list[PlacedWord]], layout: str = AUTO
) -> tuple[list[list[PlacedWord]], str]:
    """Return lines with one row each, in the order of the game, and what the layout was.

    Args:
        lines: the words of each line, no line without words.
        layout: one of `records.assumptions.LAYOUTS`.

    Returns:
        The lines, cut where blocks of rows stood side by side; a line keeps the numbers of the
        lines and columns of its words. And the layout in words, empty for rows below each other.
    """
    if layout in (ROWS, SIDES):
        return lines, ""
    numbers = [_numbers(line) for line in lines]
    steps = _steps(numbers)
    if not steps:
        return lines, ""
    if steps == [1] * len(steps):
        return [part for line in lines for part in _cut(line, _runs(line))], ""
    return _blocks(lines, numbers, steps)


def _numbers(line: Sequence[PlacedWord]) -> list[tuple[int, int]]:
    """Return the index in the line and the value of each word that is a number with its sign."""
    found = (
        (index, _NUMBER.fullmatch(word.text))
        for index, word in enumerate(line)
        if _signed_like(word.text, line[0].text)
    )
    numbers = [(index, int(one[1])) for index, one in found if one]
    return numbers if numbers and numbers[0][0] == 0 else []


def _signed_like(text: str, first: str) -> bool:
    """Whether a word has a bracket where the number that begins its line has one, or has none.

    Other words in brackets are counts and lists behind a move.
    """
    opened, closed = first.startswith("("), first.endswith(")")
    return text.startswith("(") == opened and (closed or not text.endswith(")"))


def _steps(numbers: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """Return by how much the number goes up from block to block, none if there are no blocks."""
    several = [[value for _, value in line] for line in numbers if len(line) > 1]
    rising = [line for line in several if line == sorted(set(line))]
    counted = Counter(tuple(after - before for before, after in pairwise(line)) for line in rising)
    # The last block may be shorter, so that most lines may have one number less.
    for steps, _ in sorted(counted.items(), key=lambda one: (-len(one[0]), -one[1])):
        shown = sum(count for other, count in counted.items() if other == steps)
        if shown >= LEAST_LINES and 2 * shown >= len(several) / len(steps):
            return list(steps)
    return []


def _runs(line: Sequence[PlacedWord]) -> list[int]:
    """Return where rows begin in a line of running text: each number is one more."""
    starts: list[tuple[int, int]] = []
    for index, value in _numbers(line):
        if not starts or value == starts[-1][1] + 1:
            starts.append((index, value))
    return [index for index, _ in starts]


def _cut(line: list[PlacedWord], starts: Sequence[int]) -> list[list[PlacedWord]]:
    cuts = [0, *(start for start in starts if start), len(line)]
    return [line[start:end] for start, end in pairwise(cuts)]


def _blocks(
    lines: Sequence[list[PlacedWord]],
    numbers: Sequence[Sequence[tuple[int, int]]],
    steps: Sequence[int],
) -> tuple[list[list[PlacedWord]], str]:
    """Return the rows of blocks side by side, the blocks one below the other."""
    offsets = [sum(steps[: block + 1]) for block in range(len(steps))]
    places = _places(lines, numbers, offsets)
    first = next(index for index, found in enumerate(numbers) if len(found) > 1)
    blocks: list[list[list[PlacedWord]]] = [[] for _ in range(len(steps) + 1)]
    last = base = numbers[first][0][1] - 1
    below = _ends(numbers, offsets)
    for at, (line, found) in enumerate(zip(lines[first:], numbers[first:], strict=True), first):
        if not found and len(line) < LEAST_WORDS:
            blocks[0].append(line)
            continue
        last = next((value for index, value in found if index == 0 and value > last), last + 1)
        there = [place if at <= end else None for place, end in zip(places, below, strict=True)]
        starts = _starts(line, [last + offset for offset in offsets], there)
        cuts = [0, *starts, len(line)]
        for block, (start, end) in enumerate(pairwise(cuts)):
            blocks[block] += [line[start:end]] if start < end else []
    ends = [base + offset for offset in offsets]
    begins = " beside ".join(f"{number + 1}" for number in [base, *ends])
    rows = [line for block in blocks for line in block]
    return [*lines[:first], *rows], f"blocks of rows from {begins}"


def _ends(numbers: Sequence[Sequence[tuple[int, int]]], offsets: Sequence[int]) -> list[int]:
    """Return the index of the last line with a number of each block but the first."""
    return [
        max(at for at, found in enumerate(numbers) if _has(found, offset)) for offset in offsets
    ]


def _has(found: Sequence[tuple[int, int]], offset: int) -> bool:
    return any(value - found[0][1] == offset for _, value in found[1:])


def _places(
    lines: Sequence[Sequence[PlacedWord]],
    numbers: Sequence[Sequence[tuple[int, int]]],
    offsets: Sequence[int],
) -> list[float]:
    """Return where on the line the number of each block but the first stands."""
    places: list[list[float]] = [[] for _ in offsets]
    for line, found in zip(lines, numbers, strict=True):
        for index, value in found[1:]:
            if value - found[0][1] in offsets:
                places[offsets.index(value - found[0][1])].append(line[index].x)
    # Loaded here: most texts have no columns to find, and the module takes a while to load.
    from statistics import median

    return [median(place) for place in places]


def _starts(
    line: Sequence[PlacedWord], due: Sequence[int], places: Sequence[float | None]
) -> list[int]:
    """Return where each block but the first begins in a line, in their order.

    A block begins with the number that is due, or with what stands in the place of one between
    the numbers of the blocks around it. Below the last number of a block, where its place is None,
    it begins with a number only.
    """
    exact = [_number(line, number) for number in due]
    starts: list[int] = []
    for block, place in enumerate(places):
        first = starts[-1] + 1 if starts else 1
        end = next((index for index in exact[block + 1 :] if index), len(line))
        within = range(first, end)
        index = exact[block] or (end if place is None else _in_place(line, within, place))
        starts.append(min(max(index, first), len(line)))
    return starts


def _number(line: Sequence[PlacedWord], due: int) -> int | None:
    """Return the index of the word with a number, None if it stands nowhere but at the start."""
    pattern = re.compile(rf"\(?{due}[.):,]?")
    found = (
        index
        for index, word in enumerate(line)
        if index and pattern.fullmatch(word.text) and _signed_like(word.text, line[0].text)
    )
    return next(found, None)


def _in_place(line: Sequence[PlacedWord], within: range, place: float) -> int:
    """Return the index of the word that may be a misread number in a place, or stands there."""
    near = [
        index
        for index in within
        if _LIKE.fullmatch(line[index].text)
        and _signed_like(line[index].text, line[0].text)
        and abs(line[index].x - place) < NEAR
    ]
    if near:
        return min(near, key=lambda index: abs(line[index].x - place))
    return next((index for index in within if line[index].x >= place - 1), within.stop)
