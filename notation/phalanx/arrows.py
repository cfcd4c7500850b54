"""Moves with an arrow, as a script for playing Epaminondas in a browser shows them.

``G2→G4 [2] ×1``: an end of the phalanx, the square that its head reaches, the number of pieces
where it is not 1, and the number of pieces taken where there are any. The script's end is the
leading piece or the rearmost one, depending on the direction of the line, and not on the move.
"""

import re
from functools import cache

from notation.errors import UnreadableMove
from notation.findings import Finding, note
from notation.phalanx.moves import COMPASS, Move
from notation.squares import cell_name, parse_cell

ARROW = "(?:\N{RIGHTWARDS ARROW}|[-=]>)"
"""Matches what stands between the squares."""

_NUMBER = "(?:0?[1-9]|[1-9][0-9])"
_TIMES = "[xX\N{MULTIPLICATION SIGN}]"

COUNTS = rf"(?:[ \t]*\[[ \t]*{_NUMBER}[ \t]*\])?(?:[ \t]*{_TIMES}[ \t]*{_NUMBER})?"
"""Matches the two numbers after the squares."""

_FROM_THE_REAR = ("E", "S", "SE", "NE")
"""Directions in which the script names the rearmost piece; in the others it is the leading one."""


@cache
def _move() -> re.Pattern[str]:
    return re.compile(
        rf"""\s*(?P<end>[a-z]\s*{_NUMBER})\s*{ARROW}\s*(?P<target>[a-z]\s*{_NUMBER})
             (?:\s*\[\s*(?P<count>{_NUMBER})\s*\])?(?:\s*{_TIMES}\s*(?P<captures>{_NUMBER}))?\s*""",
        re.VERBOSE | re.IGNORECASE | re.ASCII,
    )


def read_arrow(text: str) -> tuple[tuple[Move, ...], Finding] | None:
    """Return the meanings of a move with an arrow and a note, None for another text.

    Raises:
        UnreadableMove: the squares are not on one line, or are the same.
    """
    found = _move().fullmatch(text)
    if found is None:
        return None
    end, target = (parse_cell("".join(found[name].split()).lower()) for name in ("end", "target"))
    north, east = target[0] - end[0], target[1] - end[1]
    reach = max(abs(north), abs(east))
    if not reach or (north and east and abs(north) != abs(east)):
        reason = f"{cell_name(end)} and {cell_name(target)} are not two squares of one line"
        raise UnreadableMove(text, found.start("target"), reason)
    count = int(found["count"] or 1)
    start = Move(*end, 1, COMPASS[north // reach, east // reach], reach)
    rear = start.ahead(count - 1), reach - count + 1
    ways = [rear, (end, reach)] if start.direction in _FROM_THE_REAR else [(end, reach), rear]
    captures = int(found["captures"] or 0)
    moves = [
        Move(*head, count, start.direction, distance, captures)
        for head, distance in dict.fromkeys(ways)
        if 1 <= distance <= count
    ] or [Move(*end, count, start.direction, reach, captures)]
    message = "read as an end of the phalanx, the target of its head, and the number of pieces"
    return tuple(moves), note("arrow", message, column=1)
