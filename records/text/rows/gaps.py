"""Moves that the numbers of the rows show to be lost, in a game that was read token by token.

A number that is too high shows lost rows if the numbers go on from it; if the next number comes
back, it is a misprint. A row with too few moves shows lost plies, unless a row beside it has as
many too many.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from records.model import Place

LONGEST = 40
"""Plies in sequence that are filled at most: of more, it is noted that they are missing."""

LEAST_USUAL = 0.6
"""Part of the rows that have as many moves as most have, for others to be filled up."""

HOLE = "lost-ply"
ODD = "move-number"
CROSSED_OUT = "crossed-out"


class NumberedRow(NamedTuple):
    """A number, and the moves up to the next one.

    Attributes:
        number: the number.
        before: how many moves of the game come before it.
        place: where it stands.
        is_apart: whether a result stands right before it, so that it may begin anything.
        opening: how many moves dots stand for before the first one of the row.
    """

    number: int
    before: int
    place: Place
    is_apart: bool
    opening: int = 0


class Gap(NamedTuple):
    """Moves that are lost.

    Attributes:
        at: how many moves of the game as written come before them.
        lost: how many unreadable plies stand for them; 0 if that is not known, -1 where one move is
            too many.
        code: code of the note.
        message: what is wrong.
        place: where.
        width: how many moves the row should have, if it has one too many.
    """

    at: int
    lost: int
    code: str
    message: str
    place: Place
    width: int = 0

    def as_odd(self) -> "Gap":
        """Return the gap as a row that is only noted."""
        message = f"{self.message.partition(': ')[0]}: one may be missing, or too many"
        return self._replace(lost=0, code=ODD, message=message)


def gaps(rows: Sequence[NumberedRow], moves: int) -> Iterator[Gap]:
    """Yield what the numbers show of moves that are lost, in the order of the game.

    Args:
        rows: the rows.
        moves: how many moves the game has as written.
    """
    if len(rows) < 2:
        return
    full = len(rows)
    while full > 2 and rows[full - 1].before == moves:
        full -= 1
    if full < len(rows):
        numbers = f"numbers {rows[full].number} to" if full + 1 < len(rows) else "the number"
        message = f"{numbers} {rows[-1].number} at the end: no move stands behind"
        yield Gap(moves, 0, "skipped-text", message, rows[full].place)
    rows = rows[:full]
    ends = [*(row.before for row in rows[1:]), moves]
    counts = [end - row.before + row.opening for row, end in zip(rows, ends, strict=True)]
    width, share = Counter(counts[:-1]).most_common(1)[0]
    is_usual = share >= LEAST_USUAL * (len(rows) - 1)
    for at, (row, following) in enumerate(pairwise(rows)):
        step, lost = following.number - row.number, max(width - counts[at], 0)
        if following.is_apart:
            continue
        if step == 1 and counts[at] != width:
            beside = [counts[near] - width for near in (at - 1, at + 1) if 0 <= near < len(rows)]
            yield _odd_row(
                row, following, counts[at], width, is_usual and width - counts[at] not in beside
            )
        elif step != 1:
            after = rows[at + 2].number if at + 2 < len(rows) else None
            lost = lost + (step - 1) * width if is_usual and step > 1 else 0
            yield _jump(row, following, after, lost)


def _odd_row(row: NumberedRow, following: NumberedRow, count: int, width: int, fill: bool) -> Gap:
    """Return what is wrong with a row that has not as many moves as others."""
    message = f"move {row.number} has {count} of {width} plies: "
    if fill and count == width + 1 and width > 1:
        message += "{} is taken to be crossed out, and is not played"
        return Gap(row.before, -1, CROSSED_OUT, message, row.place, width)
    lost = max(width - count, 0) if fill else 0
    if not lost:
        message += "one may be missing, or too many"
        return Gap(following.before, 0, ODD, message, following.place)
    plies = "an unreadable one stands" if lost == 1 else f"{lost} unreadable ones stand"
    return Gap(following.before, lost, HOLE, f"{message}{plies} for what is lost", row.place)


def _jump(row: NumberedRow, following: NumberedRow, after: int | None, lost: int) -> Gap:
    """Return what is wrong with a number that does not follow the one before."""
    number, last = following.number, row.number
    message = f"move {number} follows move {last}: "
    if number > last and after == last + 2:
        message = f"{str(number)!r} is read as the number of row {last + 1}, which is due"
        return Gap(following.before, 0, "row-number", message, following.place)
    if after == number + 1 and 0 < lost <= LONGEST:
        message += f"{lost} unreadable plies stand for the moves between"
        return Gap(following.before, lost, HOLE, message, following.place)
    return Gap(following.before, 0, ODD, f"{message}moves may be missing", following.place)


def before_first(number: int, place: Place) -> Gap:
    """Return that moves may be missing before a first row with a number above 1."""
    upto = "move 1" if number == 2 else f"moves 1 to {number - 1}"
    message = f"the first number is {number}: {upto} may be missing"
    return Gap(0, 0, "missing-moves", message, place)
