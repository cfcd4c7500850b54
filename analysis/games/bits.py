"""Bit sets of points, and rows of position strings."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol, TypeVar

EMPTY = "."
"""Letter of an empty point."""


class AnyBits(Protocol):
    """A bit set as an int, or a numpy array of 64-bit words of many bit sets."""

    def __and__(self, other: Any, /) -> Any: ...

    def __xor__(self, other: Any, /) -> Any: ...

    def __rshift__(self, other: Any, /) -> Any: ...

    def __invert__(self) -> object: ...


Bits = TypeVar("Bits", bound=AnyBits)
"""The type of a bit set, or of an array of words; see `AnyBits`."""


def indices(bits: int) -> Iterator[int]:
    """Yield the indices of the bits in a set, in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(points: str, letter: str) -> int:
    """Return the points of a row with the given letter, as a bit set; bit 0 is the first point."""
    return sum(1 << place for place, what in enumerate(points) if what == letter)


@lru_cache(maxsize=1 << 16)
def row_text(sets: tuple[int, ...], names: str, size: int) -> str:
    """Return a row of a position string, with numbers for runs of empty points.

    Args:
        sets: bit sets of the points with each kind of piece; bit 0 is the first point.
        names: the letter of each kind of piece, in the order of ``sets``.
        size: number of points in the row.
    """
    row = [EMPTY] * size
    for bits, name in zip(sets, names, strict=True):
        for place in indices(bits):
            row[place] = name
    return pack_row("".join(row))


def pack_row(points: str) -> str:
    """Return a row of points with numbers for runs of empty points: ``w...b.`` is ``w3b1``."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), points)


def unpack_row(text: str, names: str, digits: int = 2) -> str | None:
    """Return the row of points that `pack_row` has shortened: ``w3b1`` is ``w...b.``.

    Args:
        text: letters of pieces, and numbers from 1.
        names: the letters of pieces.
        digits: the maximum number of digits of a number, 1 or 2; with 1, ``11`` is two runs of one
            point.

    Returns:
        A letter for each point; None if the text has other characters.
    """
    number = "[1-9]" if digits == 1 else "[1-9][0-9]?(?![0-9])"
    if not re.fullmatch(f"(?:[{names}]|{number})+", text, re.ASCII):
        return None
    return re.sub(number, lambda run: EMPTY * int(run[0]), text)
