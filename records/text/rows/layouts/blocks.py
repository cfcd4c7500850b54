"""Layouts of sheets of moves: blocks of rows side by side, one side's moves above the other's.

The numbers give the layout: where several numbers in each line go up by one from line to line, and
by more from one to the next in the line, the lines hold blocks of rows.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

from notation.pattern import lazy_pattern
from records.assumptions import AUTO, ROWS, SIDES
from records.text.layout import Word
from records.text.rows.layouts.bands import MOST_LOST, Numbers, band_starts

LEAST_LINES = 2
"""Lines that show the same distance between their numbers if there are blocks."""

LEAST_WORDS = 3
"""Words of a line that may be rows of several blocks though it begins with no number."""
NEAR = 12
"""Units of the sheet within which a misread number of a block is looked for."""

_LIKE = lazy_pattern(r"\(?\w{1,3}[.):,]")
_DAMAGED = lazy_pattern(r"[^\w\s(]?\d{1,3}[^\w\s()-]+\w?")
_NUMBER = lazy_pattern(r"\(?(\d{1,4})[.):,]{1,2}")
_BARE = lazy_pattern(r"\(?(\d{1,4})[.):,]{0,2}")


def in_reading_order(lines: list[list[Word]], layout: str = AUTO) -> tuple[list[list[Word]], str]:
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
    pattern = _BARE if _are_bare(lines) else _NUMBER
    numbers = [_numbers(line, pattern) for line in lines]
    ordered, laid_out = list[list[Word]](), list[str]()
    starts = [*band_starts(numbers), (len(lines), 0)]
    for (start, due), (end, _) in pairwise(starts):
        band, how = _band(lines[start:end], numbers[start:end], due)
        ordered += band
        laid_out += [how] if how else []
    return ordered, ", below them ".join(laid_out)


def _band(
    lines: list[list[Word]], numbers: Sequence[Numbers], due: int
) -> tuple[list[list[Word]], str]:
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
        return lines, ""
    if steps == [1] * len(steps):
        return [part for line in lines for part in _cut(line, _runs(line))], ""
    base = due or _base(numbers, steps)
    return _blocks(lines, _mended(numbers, steps, base), steps, base)


def _base(numbers: Sequence[Numbers], steps: Sequence[int]) -> int:
    """Return by how much most numbers of the first block are ahead of the indices of their lines.

    Args:
        numbers: the numbers of rows on each line.
        steps: by how much the number goes up from block to block.
    """
    offsets = [0, *accumulate(steps)]
    ahead = Counter(
        value - offset - at
        for at, found in enumerate(numbers)
        if len(found) > 1
        for (_, value), offset in zip(found, offsets, strict=False)
    )
    return ahead.most_common(1)[0][0]


def _mended(numbers: Sequence[Numbers], steps: Sequence[int], base: int) -> list[Numbers]:
    """Return numbers with the first of a line as it is due, where another of the line shows it."""
    offsets = list(accumulate(steps))
    return [
        [(found[0][0], base + at), *found[1:]]
        if any(value - base - at in offsets for _, value in found[1:])
        else found
        for at, found in enumerate(numbers)
    ]


def beside_each_other(lines: Sequence[list[Word]]) -> list[list[list[Word]]]:
    """Return the lines of each side where each move of a row has the row's number before it.

    Args:
        lines: the words of each line, no line without words.

    Returns:
        For each side its lines, from the first row on, the heading above them with the first;
        none where the sheet is not so.
    """
    pattern = _BARE if _are_bare(lines) else _NUMBER
    numbers = [_numbers(line, pattern) for line in lines]
    several = [line for line in numbers if len(line) > 1]
    same = [line for line in several if len({value for _, value in line}) == 1]
    if len(same) < LEAST_LINES or 2 * len(same) < len(several):
        return []
    sides = Counter(map(len, same)).most_common(1)[0][0]
    whole = [line for line in same if len(line) == sides]
    first = numbers.index(whole[0])
    places = _columns(lines, numbers, whole)
    columns: list[list[list[Word]]] = [list(lines[:first]), *([] for _ in places)]
    last = whole[0][0][1] - 1
    for line, found in zip(lines[first:], numbers[first:], strict=True):
        last = found[0][1] if found and found[0][1] > last else last + 1
        starts = _starts(line, [last] * len(places), places) if len(line) > 1 else []
        cuts = [0, *starts, len(line)]
        for column, (start, end) in zip(columns, pairwise(cuts), strict=False):
            column += [line[start:end]] if start < end else []
    return columns


def _columns(
    lines: Sequence[Sequence[Word]],
    numbers: Sequence[Numbers],
    whole: Sequence[Sequence[tuple[int, int]]],
) -> list[float | None]:
    """Return where on whole lines the number of each side but the first stands."""
    # Loaded here: most texts have no columns to find, and the module takes a while to load.
    from statistics import median

    rows = [
        [line[index].x for index, _ in found[1:]]
        for line, found in zip(lines, numbers, strict=True)
        if found in whole
    ]
    return [median(column) for column in zip(*rows, strict=True)]


def _are_bare(lines: Sequence[Sequence[Word]]) -> bool:
    """Whether most of the numbers that lines begin with have no sign behind them."""
    first = [line[0].text for line in lines if _BARE.fullmatch(line[0].text)]
    return 2 * sum(map(str.isdecimal, first)) > len(first)


def _numbers(line: Sequence[Word], pattern: re.Pattern[str] = _NUMBER) -> list[tuple[int, int]]:
    """Return the index in the line and the value of each word that is a number with its sign."""
    found = (
        (index, pattern.fullmatch(word.text))
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
    return []


def _runs(line: Sequence[Word]) -> list[int]:
    """Return where rows begin in a line of running text: each number is one more."""
    starts: list[tuple[int, int]] = []
    for index, value in _numbers(line):
        if not starts or value == starts[-1][1] + 1:
            starts.append((index, value))
    return [index for index, _ in starts]


def _cut(line: list[Word], starts: Sequence[int]) -> list[list[Word]]:
    cuts = [0, *(start for start in starts if start), len(line)]
    return [line[start:end] for start, end in pairwise(cuts)]


def _blocks(
    lines: Sequence[list[Word]], numbers: Sequence[Numbers], steps: Sequence[int], base: int
) -> tuple[list[list[Word]], str]:
    """Return the rows of blocks side by side, the blocks one below the other.

    Args:
        lines, numbers: the lines, and the numbers of rows on each.
        steps: by how much the number goes up from block to block.
        base: by how much the number of a line is ahead of its index.
    """
    offsets = list(accumulate(steps))
    places = _places(lines, numbers, offsets)
    first = next(index for index, found in enumerate(numbers) if len(found) > 1)
    blocks: list[list[list[Word]]] = [[] for _ in range(len(steps) + 1)]
    while first and any(_number(lines[first - 1], base + first - 1 + one) for one in offsets):
        # The number that this line begins with is misread, those of other blocks are not.
        first -= 1
    last = before = base + first - 1
    below = _ends(numbers, offsets)
    for at, (line, found) in enumerate(zip(lines[first:], numbers[first:], strict=True), first):
        if not found and len(line) < LEAST_WORDS:
            blocks[0].append(line)
            continue
        near = (value for index, value in found if index == 0 and 0 < value - last <= MOST_LOST + 1)
        last = next(near, last + 1)
        there = [place if at <= end else None for place, end in zip(places, below, strict=True)]
        starts = _starts(line, [last + offset for offset in offsets], there)
        cuts = [0, *starts, len(line)]
        for block, (start, end) in enumerate(pairwise(cuts)):
            blocks[block] += [line[start:end]] if start < end else []
    begins = " beside ".join(f"{before + 1 + offset}" for offset in (0, *offsets))
    rows = [line for block in blocks for line in block]
    return [*lines[:first], *rows], f"blocks of rows from {begins}"


def _ends(numbers: Sequence[Numbers], offsets: Sequence[int]) -> list[int]:
    """Return the index of the last line with a number of each block but the first."""
    return [
        max((at for at, found in enumerate(numbers) if _has(found, offset)), default=0)
        for offset in offsets
    ]


def _has(found: Sequence[tuple[int, int]], offset: int) -> bool:
    return any(value - found[0][1] == offset for _, value in found[1:])


def _places(
    lines: Sequence[Sequence[Word]],
    numbers: Sequence[Numbers],
    offsets: Sequence[int],
) -> list[float | None]:
    """Return where on the line the number of each block but the first stands, if it is known."""
    places: list[list[float]] = [[] for _ in offsets]
    for line, found in zip(lines, numbers, strict=True):
        for index, value in found[1:]:
            if value - found[0][1] in offsets:
                places[offsets.index(value - found[0][1])].append(line[index].x)
    # Loaded here: most texts have no columns to find, and the module takes a while to load.
    from statistics import median

    return [median(place) if place else None for place in places]


def _starts(line: Sequence[Word], due: Sequence[int], places: Sequence[float | None]) -> list[int]:
    """Return where each block but the first begins in a line, in their order.

    A block begins with the number that is due, or with what stands in the place of one between
    the numbers of the blocks around it. Below the last number of a block, where its place is None,
    it begins with what can only be a number.
    """
    exact: list[int | None] = []
    for number, place in zip(due, places, strict=True):
        exact.append(_number(line, number, max(filter(None, exact), default=0), place))
    starts: list[int] = []
    for block, place in enumerate(places):
        first = starts[-1] + 1 if starts else 1
        end = next((index for index in exact[block + 1 :] if index), len(line))
        within = range(first, end)
        found = _like_number(line, within) if place is None else _in_place(line, within, place)
        index = exact[block] or found
        starts.append(min(max(index, first), len(line)))
    return starts


def _number(
    line: Sequence[Word], due: int, after: int = 0, place: float | None = None
) -> int | None:
    """Return the index of a word behind another with a number, None if there is none.

    Of several it is the nearest to a place, and the first where that is not known.
    """
    pattern = re.compile(rf"\(?{due}[.):,]{{0,2}}")
    found = [
        index
        for index, word in enumerate(line)
        if index > after and pattern.fullmatch(word.text) and _signed_like(word.text, line[0].text)
    ]
    return min(found, key=lambda at: abs(line[at].x - (place or 0)), default=None)


def _like_number(line: Sequence[Word], within: range) -> int:
    """Return the index of the first word that is a damaged number, the end without one."""
    found = (index for index in within[1:] if _DAMAGED.fullmatch(line[index].text))
    return next(found, within.stop)


def _in_place(line: Sequence[Word], within: range, place: float) -> int:
    """Return the index of the word that may be a misread number in a place, or stands there."""
    near = [
        index
        for index in within
        if (_LIKE.fullmatch(line[index].text) or _DAMAGED.fullmatch(line[index].text))
        and _signed_like(line[index].text, line[0].text)
        and abs(line[index].x - place) < NEAR
    ]
    if near:
        return min(near, key=lambda index: abs(line[index].x - place))
    return next((index for index in within if line[index].x >= place - 1), within.stop)
