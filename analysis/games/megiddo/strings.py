"""Megiddo position strings: six rings from the star outward, side to move, stones captured.

``6/1r4/1bb3/6/6/6 r 0,2`` has stones on B2, B3 and C3; the second side has captured two.
"""

import re
from functools import lru_cache

from analysis.games.megiddo.board import SIZE
from notation.errors import InvalidPosition

COLOURS = ("red", "blue", "green")
"""The sides in the order in which they move."""

LETTERS = "".join(colour[0] for colour in COLOURS)

Parts = tuple[tuple[int, ...], tuple[int, ...], int]
"""Bit set of each side's stones, number of stones that each has captured, side to move."""


def read_position(text: str, sides: int) -> Parts:
    """Read a position string.

    Args:
        text: the string.
        sides: how many colours play, 2 or 3.

    Raises:
        InvalidPosition: the string describes no position of so many sides.
    """
    fields = text.split()
    if len(fields) != 3:
        raise _invalid(text, "expected six rings, the side to move, and the captured stones")
    rings, side, counts = fields
    if sides == 2 and LETTERS[2] in rings + side:
        message = f"{LETTERS[2]} is a third colour and {sides} play; players=3 has three"
        raise InvalidPosition(f"position {text!r}: {message}", "third-colour")
    if side not in tuple(LETTERS[:sides]):
        raise _invalid(text, f"the side to move is one of {', '.join(LETTERS[:sides])}, not {side}")
    points = "".join(_rings(rings, text))
    stones = tuple(
        sum(1 << index for index, point in enumerate(points) if point == letter)
        for letter in LETTERS[:sides]
    )
    return stones, _counts(counts, sides, text), LETTERS.index(side)


def sides_variant(text: str) -> str:
    """Return the simplest variant with as many sides as a position string has counts for."""
    three = text.rpartition(" ")[2].count(",") == len(COLOURS) - 1
    return f"base+players={len(COLOURS)}" if three else "base"


def write_position(stones: tuple[int, ...], taken: tuple[int, ...], turn: int) -> str:
    """Return the position string of the parts that `read_position` gives."""
    rings = [
        _ring_text(tuple([side >> start & _RING for side in stones]))
        for start in range(0, SIZE * SIZE, SIZE)
    ]
    return f"{'/'.join(rings)} {LETTERS[turn]} {','.join(map(str, taken))}"


_RING = (1 << SIZE) - 1


@lru_cache(maxsize=1 << 16)
def _ring_text(stones: tuple[int, ...]) -> str:
    """Return a ring with numbers for its runs of empty points."""
    points = "".join(letter_at(stones, 1 << index) for index in range(SIZE))
    return re.sub(r"\.+", lambda run: str(len(run[0])), points)


def letter_at(stones: tuple[int, ...], place: int) -> str:
    """Return the letter of the side that has a stone on a point, ``.`` if none has."""
    return next((LETTERS[side] for side, own in enumerate(stones) if own & place), ".")


def _rings(written: str, text: str) -> list[str]:
    """Return the rings with dots for their runs of empty points."""
    rings = written.split("/")
    if len(rings) != SIZE:
        raise _invalid(text, f"{len(rings)} rings, the board has {SIZE}")
    for number, ring in enumerate(rings, start=1):
        if not re.fullmatch(f"[{LETTERS}1-{SIZE}]+", ring):
            allowed = f"{', '.join(LETTERS)} and numbers up to {SIZE}"
            raise _invalid(text, f"ring {number}, {ring!r}, is not made of {allowed}")
        rings[number - 1] = re.sub(r"\d", lambda run: "." * int(run[0]), ring)
        if len(rings[number - 1]) != SIZE:
            raise _invalid(text, f"ring {number} has {len(rings[number - 1])} points, not {SIZE}")
    return rings


def _counts(counts: str, sides: int, text: str) -> tuple[int, ...]:
    numbers = counts.split(",")
    if len(numbers) != sides or not all(re.fullmatch("[0-9]{1,4}", number) for number in numbers):
        example = ",".join("0" * sides)
        raise _invalid(text, f"expected captured stones such as {example}, found {counts!r}")
    return tuple(map(int, numbers))


def _invalid(text: str, message: str) -> InvalidPosition:
    return InvalidPosition(f"position {text!r}: {message}")
