"""Sheets without move numbers, a move of each side on every line, as numbered rows.

Where every line can be read, the moves are read token by token. On a damaged sheet the lines show
where plies are lost; on a scan, so do the distances between the lines.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from notation.pattern import lazy_pattern
from records.text.cells import Cutter
from records.text.layout import Word
from records.text.titles import is_heading
from records.words import game_named

LEAST_WHOLE = 2
"""Lines with nothing but as many moves as most have, from which on they may be a layout."""
LEAST_ROWS = 4
"""Lines with as many moves, or what is near to moves, from which on they are a layout."""
WIDEST = 3
"""Moves that such a line has at most."""
LEAST_PART = 0.4
"""Part of the lines from the first such to the last that are such."""
LONGEST = 60
"""Characters of a line that is looked at."""
NUMBERED = 0.3
"""Part of the lines with a number before the moves, from which on it is the number of the row."""
WORDIEST = 2
"""Words for each move that a line has at most."""
APART = 1.6
"""Distance of lines, in that of most, from which on a line is lost between them."""
FARTHEST = 4.5
"""Distance of lines, in that of most, from which on they are parts of different tables."""

LAYOUT = "rows without numbers"

Lines = list[list[Word]]
_NUMBER = lazy_pattern(r"\(?\d{1,4}[.):,]*")


def in_numbered_rows(lines: Sequence[list[Word]], cutter: Cutter) -> tuple[Lines, str]:
    """Return lines of moves behind numbers that count them, and the layout in words.

    Args:
        lines: the words of each line, no line without words.
        cutter: cuts rows in the dialect of the moves.

    Returns:
        The lines, those from the first row to the last behind numbers that leave out lost rows;
        all lines as they are and an empty text where they have numbers, or are no rows.
    """
    labelled = sum(bool(_NUMBER.fullmatch(line[0].text)) for line in lines)
    if labelled >= NUMBERED * len(lines):
        return list(lines), ""
    widths = [_width(line, cutter) for line in lines]
    counted = Counter(width for width in widths if width)
    width, whole_rows = counted.most_common(1)[0] if counted else (0, 0)
    if whole_rows < LEAST_WHOLE or width > WIDEST:
        return list(lines), ""
    whole = [
        at
        for at, (line, found) in enumerate(zip(lines, widths, strict=True))
        if found == width or _is_near(line, width, cutter)
    ]
    if len(whole) < LEAST_ROWS:
        return list(lines), ""
    first, last = whole[0], whole[-1]
    while first and _may_be_row(lines[first - 1], width, cutter):
        first -= 1
    while last + 1 < len(lines) and _may_be_row(lines[last + 1], width, cutter):
        last += 1
    rows = [
        at
        for at in range(first, last + 1)
        if widths[at] == width or _may_be_row(lines[at], width, cutter)
    ]
    if len(whole) < LEAST_PART * len(rows):
        return list(lines), ""
    numbers = _numbers([(at, lines[at][0].top) for at in rows])
    numbered = [
        [_numeral(line, numbers[at]), *line] if at in numbers else line
        for at, line in enumerate(lines)
    ]
    return numbered, LAYOUT


def _width(line: Sequence[Word], cutter: Cutter) -> int:
    """Return how many moves a line has if it has nothing else, 0 otherwise."""
    if len(line) > LONGEST // 2:
        return 0
    cells = cutter.cells(line)
    return len(cells) if all(cutter.is_move(cutter.text(cell)) for cell in cells) else 0


def _is_near(line: Sequence[Word], width: int, cutter: Cutter) -> bool:
    """Whether a line can be cut into so many plies that each is near to a move."""
    if not width <= len(line) <= WORDIEST * width + 1:
        return False
    return all(cell and cutter.is_near(cutter.text(cell)) for cell in cutter.cut(line, width).cells)


def _may_be_row(line: Sequence[Word], width: int, cutter: Cutter) -> bool:
    """Whether a line may hold moves, however damaged, and is no heading."""
    text = " ".join(word.text for word in line)
    if len(line) > WORDIEST * width + 1 or not any(map(str.isalnum, text)):
        return False
    if any(cutter.is_movelike(cutter.text(cell)) for cell in cutter.cells(line)):
        return game_named(text) is None
    near = all(cutter.is_near(word.text) for word in line)
    if not near and not any(map(str.isdigit, text)):
        return False
    return not (is_heading(text) or game_named(text))


def _numbers(rows: Sequence[tuple[int, float]]) -> dict[int, int]:
    """Return the number of each row, without those of lost ones.

    Args:
        rows: the index of each row among the lines, and where it stands on the sheet.
    """
    steps = [
        (below[1] - above[1]) if below[0] == above[0] + 1 else 0.0
        for above, below in pairwise(rows)
    ]
    down = sorted(step for step in steps if step > 0)
    usual = down[len(down) // 2] if down else 0.0
    numbers, number = {rows[0][0]: 1}, 1
    for (at, _), step in zip(rows[1:], steps, strict=True):
        is_gap = usual and APART <= step / usual <= FARTHEST
        number += round(step / usual) if is_gap else 1
        numbers[at] = number
    return numbers


def _numeral(line: Sequence[Word], number: int) -> Word:
    """Return the number of a row as a word, which stands left of all moves."""
    return line[0]._replace(text=f"{number}.", left=0.5)
