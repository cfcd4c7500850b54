"""Bit sets of points, and rows of position strings, with numbers for runs of empty points."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol, TypeVar

EMPTY = "."
"""Letter of an empty point in rows without numbers."""


class AnyBits(Protocol):
    """A bit set, or an array of words of bit sets."""

    def __and__(self, other: Any, /) -> Any: ...

    def __xor__(self, other: Any, /) -> Any: ...

    def __rshift__(self, other: Any, /) -> Any: ...

    def __invert__(self) -> object: ...


Bits = TypeVar("Bits", bound=AnyBits)
"""A bit set, or an array of words of bit sets."""


def indices(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits in a set, the lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(points: str, letter: str) -> int:
    """Return the indices of a letter in a row of points as a bit set; the first point is bit 0."""
    return sum(1 << place for place, what in enumerate(points) if what == letter)


@lru_cache(maxsize=1 << 16)
def row_text(sets: tuple[int, ...], names: str, size: int) -> str:
    """Return a row of a position string, with numbers for runs of empty points.

    Args:
        sets: bit sets of points, which do not overlap; bit 0 is the first point.
        names: the letter of each set.
        size: number of points.
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
    """Return the row of points that a text made by `pack_row` stands for.

    Args:
        text: letters and numbers from 1.
        names: the letters of pieces.
        digits: the maximum number of digits of a number, 1 or 2; with 1, ``11`` is two runs of one
            point.

    Returns:
        A letter for each point; None if the text has anything else.
    """
    number = "[1-9]" if digits == 1 else "[1-9][0-9]?(?![0-9])"
    if not re.fullmatch(f"(?:[{names}]|{number})+", text, re.ASCII):
        return None
    return re.sub(number, lambda run: EMPTY * int(run[0]), text)
