"""Text diagrams among games: boards as `ludograph show` writes them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from notation.pattern import lazy_pattern
from records.model import UNDECIDED, Diagram, Place
from records.text.layout import SAMPLE

TO_MOVE = lazy_pattern(r"\s*\w+ to move\s*")
"""The line below the board of a diagram."""

_BELOW = (re.compile(r"\s*Last move:.*"), re.compile(r"#(?!\s*-{8,}).*"))
"""Lines that may follow the side to move: the last move, and the caption of the diagram."""

_LEGEND = lazy_pattern(r"#\s+(?:[.+x]\s+(?:an?|the)\s|(?:marked|arrows)\s)")
"""The last lines of the legend of a diagram, and the line of its circles and arrows."""

_FIELD = r"[(\[<]?(?:[A-Za-z.*+]|\d{1,2}|[a-z]\d)[)\]>*]?"
_BOARD = lazy_pattern(rf"(?:\s*{_FIELD}(?:\s+{_FIELD})*)?\s*|.* in reserve.*|\s*Captured:.*")


LEAST, MANY = 5, 4
"""Minimum number of lines of a diagram. A line of a drawing has more than `MANY` fields."""

_FIELDS = lazy_pattern(r"[^\s|]+")
_FRAME = lazy_pattern(r"[\s+|=-]*[+=-][\s+|=-]*")


def diagrams_among(lines: Sequence[str]) -> dict[int, str]:
    """Return the indices of all lines of text diagrams.

    The index of the last line of a diagram maps to the text of the whole diagram, the indices of
    its other lines to an empty text.
    """
    found: dict[int, str] = {}
    for index, line in enumerate(lines):
        if not TO_MOVE.fullmatch(line):
            continue
        first, end = index, index + 1
        while first > max(index - SAMPLE, 0) and _BOARD.fullmatch(lines[first - 1]):
            first -= 1
        blank = max((at for at in range(first, index) if not lines[at].strip()), default=first)
        if index - blank > LEAST:
            # Only a board of blank lines itself is not cut off from what stands above it.
            first = blank
        while first < index and lines[first].strip() in ("", UNDECIDED):
            first += 1
        if sum(bool(one.strip()) for one in lines[first:index]) < LEAST:
            continue
        for below in _BELOW:
            end += end < len(lines) and below.fullmatch(lines[end]) is not None
        at = end
        while at < len(lines) and lines[at].startswith("#"):
            at += 1
            end = at if _LEGEND.match(lines[at - 1]) else end
        found |= dict.fromkeys(range(first, end), "") | {end - 1: "\n".join(lines[first:end])}
    return found


def drawings_among(lines: Sequence[str]) -> dict[int, int]:
    """Return the drawings of boards: index of the first line -> index of the last line.

    Unlike a diagram, a drawing does not name the side to move. Its lines consist of single
    characters, with numbers at the ends of lines and lines of frames allowed.
    """
    found, first = dict[int, int](), -1
    for index, line in enumerate([*lines, ""]):
        if first < 0 and _is_drawn(line):
            first = index
        elif first >= 0 and not (_is_drawn(line) or _FRAME.fullmatch(line)):
            if sum(map(_is_drawn, lines[first:index])) >= LEAST:
                found[first] = index - 1
            first = -1
    return found


def _is_drawn(line: str) -> bool:
    fields = _FIELDS.findall(line)
    inner = fields[1:-1] if len(fields) > MANY else fields
    return len(fields) > MANY and all(len(one) == 1 or one.isdecimal() for one in inner)


def placed(diagrams: Iterable[tuple[int, str]], places: Sequence[Place]) -> tuple[Diagram, ...]:
    """Return diagrams with the number of plies before each.

    Args:
        diagrams: the line number and the text of each diagram.
        places: the line and column of each move, in order of play.
    """
    lines = [line for line, _ in places]
    return tuple(Diagram(text, line, bisect_left(lines, line)) for line, text in diagrams)
