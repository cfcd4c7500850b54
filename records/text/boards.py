"""Text diagrams among games: the board as `ludograph show` writes it, which is not a game."""

import re
from collections.abc import Sequence

TO_MOVE = re.compile(r"\s*\w+ to move\s*")
"""The line below the board of a diagram."""

_LAST_MOVE = re.compile(r"\s*Last move:.*")
_FIELD = r"[(\[<]?(?:[A-Za-z.*+]|\d{1,2}|[a-z]\d)[)\]>*]?"
_BOARD = re.compile(rf"(?:\s*{_FIELD}(?:\s+{_FIELD})*)?\s*|.* in reserve.*|\s*Captured:.*")

LEAST, MOST = 5, 60
"""Lines of a diagram."""


def diagram_lines(lines: Sequence[str]) -> set[int]:
    """Return the indices of all lines that belong to a diagram."""
    found: set[int] = set()
    for index, line in enumerate(lines):
        if not TO_MOVE.fullmatch(line):
            continue
        first = index
        while first > max(index - MOST, 0) and _BOARD.fullmatch(lines[first - 1]):
            first -= 1
        if sum(bool(one.strip()) for one in lines[first:index]) >= LEAST:
            last = index + 1 < len(lines) and _LAST_MOVE.fullmatch(lines[index + 1]) is not None
            found.update(range(first, index + 1 + last))
    return found
