"""Columns of times beside the moves of a sheet: what stands in them is no ply.

Where most lines alternate between numerals and other words in the same way, the numerals of one
place number the rows if they go up by one from line to line. If they do not, they are times, or
count anything else but moves. Damaged lines are compared with that pattern word by word.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import inf

from notation.pattern import lazy_pattern
from records.text.cells import Cutter
from records.text.layout import Word
from records.text.rows.layouts.running import is_running

NUMBER, MOVE, TIME = "NMT"
"""What may stand in a place of a pattern."""

LEAST_LINES = 3
"""Lines that have the pattern, at least."""
LEAST_ALIKE = 0.2
"""Share of the lines of three words or more that have it."""
COUNTING = 0.4
"""Share of the steps from line to line that go up by one in a column of numbers."""
FILLED = 0.6
"""Share of the lines that have a numeral where the pattern has a time."""
LONGEST = 40
"""Words of a line that is compared."""

SHORT = 3
"""Characters of a word that may be a misread numeral at a low price."""
PRICES = {
    NUMBER: {"numeral": 0.0, "short": 0.6, "move": 2.0, "other": 1.5, "missing": 0.7, "more": 0.8},
    MOVE: {"numeral": 1.2, "short": 0.4, "move": 0.0, "other": 0.3, "missing": 1.5, "more": 0.5},
    TIME: {"numeral": 0.0, "short": 0.5, "move": 2.5, "other": 1.2, "missing": 0.7, "more": 0.8},
}
"""Price of each kind of word in each place of a pattern, of none, and of one more."""
AT_END = 0.4
"""Part of the price of a missing word that counts at the end of a line."""

_NUMERAL = lazy_pattern(r"[^\w\s(]?\d{1,3}(?:[.,:;]\d\d){0,2}[^\w\s(]{0,2}")
_POINTED = lazy_pattern(r"\d[.,:;]\d")
_SIGNED = lazy_pattern(r"\(?\d{1,4}[.):]+")

Lines = list[list[Word]]


def without_times(lines: Sequence[list[Word]], cutter: Cutter) -> tuple[Lines, list[Word]]:
    """Return lines without the words in columns of times, and those words.

    Args:
        lines: the words of each line, no line without words.
        cutter: shows which words are moves.
    """
    if is_running([[word.text for word in line] for line in lines]):
        return list(lines), []
    cells = [cutter.cells(line) if len(line) <= LONGEST else [] for line in lines]
    kinds = [[_kind(cutter.text(cell), cutter) for cell in line] for line in cells]
    texts = [[cutter.text(cell) for cell in line] for line in cells]
    pattern = _pattern(texts, kinds)
    if TIME not in pattern:
        return list(lines), []
    places = [_places(line, pattern) if len(line) > 1 else [] for line in kinds]
    if not _is_filled(kinds, places, pattern):
        return list(lines), []
    kept, times = Lines(), list[Word]()
    for line, row, found in zip(lines, cells, places, strict=True):
        here = [
            word
            for cell, at in zip(row, found, strict=bool(found))
            if pattern[at] == TIME
            for word in cell
        ]
        kept.append([word for word in line if word not in here])
        times += here
    return [line for line in kept if line], times


def _kind(text: str, cutter: Cutter) -> str:
    """Return what a word is like, as a key of `PRICES`."""
    if cutter.is_move(text):
        return "move"
    if _NUMERAL.fullmatch(text):
        return "numeral"
    is_short = len(text) <= SHORT or not any(map(str.isalnum, text))
    return "short" if is_short and not text.startswith("(") else "other"


def _pattern(texts: Sequence[Sequence[str]], kinds: Sequence[Sequence[str]]) -> str:
    """Return the pattern of most lines, empty where too few are alike."""
    long = [
        (tuple(kind == "numeral" for kind in line), row)
        for row, line in zip(texts, kinds, strict=True)
        if len(line) >= LEAST_LINES
    ]
    counted = Counter(shape for shape, _ in long)
    shape, count = counted.most_common(1)[0] if counted else ((), 0)
    if count < max(LEAST_LINES, LEAST_ALIKE * len(long)) or all(shape) or not any(shape[1:]):
        return ""
    rows = [row for found, row in long if found == shape]
    return "".join(
        (NUMBER if _counts([row[at] for row in rows]) else TIME) if is_numeral else MOVE
        for at, is_numeral in enumerate(shape)
    )


def _counts(texts: Sequence[str]) -> bool:
    """Whether the numerals of a place number rows: most go up by one, or have the sign of them."""
    values = [int("".join(filter(str.isdigit, text))) for text in texts]
    if 2 * sum(_POINTED.search(text) is not None for text in texts) > len(texts):
        return False
    steps = sum(below == above + 1 for above, below in pairwise(values))
    signed = sum(_SIGNED.fullmatch(text) is not None for text in texts)
    return steps >= COUNTING * (len(values) - 1) or 2 * signed > len(texts)


def _places(kinds: Sequence[str], pattern: str) -> list[int]:
    """Return the index in a pattern at which each word of a line stands most likely."""
    skipped = [0.0, *accumulate(PRICES[one]["missing"] for one in pattern)]
    best: list[tuple[float, list[int]]] = [(0.0, []), *((inf, []) for _ in pattern)]
    for kind in kinds:
        best = [
            min(_ways(best, kind, at, pattern, skipped), key=lambda way: way[0])
            for at in range(len(pattern) + 1)
        ]
    ends = (
        (price + AT_END * (skipped[-1] - skipped[at]), found)
        for at, (price, found) in enumerate(best)
    )
    return min(ends, key=lambda way: way[0])[1]


def _ways(
    best: Sequence[tuple[float, list[int]]],
    kind: str,
    at: int,
    pattern: str,
    skipped: Sequence[float],
) -> Iterator[tuple[float, list[int]]]:
    """Yield the ways to have the next word in the place before an index, with their prices."""
    yield inf, []
    if not at:
        return
    prices = PRICES[pattern[at - 1]]
    for before in range(at):
        price, found = best[before]
        lost = skipped[at - 1] - skipped[before]
        yield price + lost + prices[kind], [*found, at - 1]
    price, found = best[at]
    yield price + prices["more"] + prices[kind], [*found, at - 1]


def _is_filled(
    kinds: Sequence[Sequence[str]], places: Sequence[Sequence[int]], pattern: str
) -> bool:
    """Whether most lines have a numeral where the pattern has a time."""
    rows = sum(len(line) >= LEAST_LINES for line in kinds)
    return all(
        sum(
            any(kind == "numeral" and to == at for kind, to in zip(line, found, strict=False))
            for line, found in zip(kinds, places, strict=True)
        )
        >= FILLED * rows
        for at, one in enumerate(pattern)
        if one == TIME
    )
