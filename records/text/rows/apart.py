"""What keeps lines from being a table: dots for the moves of a side, comments over several lines.

Such lines are read token by token.
"""

from collections.abc import Sequence

from notation.pattern import lazy_pattern

NEAR_LINES = 3
"""Lines that a comment in brackets reaches over at most."""
FULL_ROW = 3
"""Words behind a number and dots that are not more than one side's move."""

_ROW = lazy_pattern(r"\s*\(?(\d{1,4})(?:[ \t]?(?:\.[-\u2013]|[.):])|(?=\s))[ \t]*(?=\S)")
_BEGINNING = lazy_pattern(
    r"(?m)^[^\S\n]*(\d{1,4})([^\S\n]*\.?(?:\.\.(?=[\s.])|\N{HORIZONTAL ELLIPSIS}))?(?=[\s.):])"
)


def dots_stand_for_moves(text: str) -> bool:
    """Whether dots stand for the move of a first side, not for the misread point of a number.

    Behind the number that is due, and before a whole row, a scanner has read dust as points.
    """
    if _begins_with_dots(text):
        return True
    last = None
    for found in _BEGINNING.finditer(text):
        number = int(found[1])
        rest = text[found.end() :].partition("\n")[0].partition("{")[0].split()
        is_full = len(rest) > (1 if found[2] and found[2].strip() == ".." else FULL_ROW)
        if found[2] and not is_full and (last is None or number != last + 1):
            return True
        last = number
    return False


def _begins_with_dots(text: str) -> bool:
    """Whether dots stand in the first row for the side that does not begin."""
    rows = (line[row.end() :] for line in text.splitlines() if (row := _ROW.match(line)))
    return next(rows, "").startswith(("...", "\N{HORIZONTAL ELLIPSIS}"))


def comment_runs_on(lines: Sequence[str]) -> bool:
    """Whether a comment runs from one line to another."""
    return _reaches_over(lines, "{", "}", len(lines)) or any(
        _reaches_over(lines, opening, closing, NEAR_LINES)
        for opening, closing in (("(", ")"), ("[", "]"))
    )


def _reaches_over(lines: Sequence[str], opening: str, closing: str, most: int) -> bool:
    """Whether each bracket that a line leaves open is closed by one of so many lines after it."""
    left_open = 0
    reaches = False
    for line in lines:
        after = line.rpartition(opening)[2] if opening in line else ""
        if left_open and closing in line.partition(opening)[0]:
            left_open, reaches = 0, True
        elif left_open:
            left_open += 1
        if opening in line and closing not in after:
            left_open = 1
        if left_open > most:
            return False
    return reaches and not left_open
