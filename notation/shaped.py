"""Many move texts at once: those with the shape of plain moves, read from their bytes.

Needs numpy: import this module only where many texts are read.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from notation.shape import ENDED, Shape

LONGEST = 62
"""Characters of a text that is looked at."""

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

N = TypeVar("N", np.int64, np.uint64)


class ShapedTexts:
    """Texts, and the states that a shape goes through in them.

    Attributes:
        count: how many texts there are.
        fit: which of them have the shape. What is asked of the others means nothing.
    """

    def __init__(self, texts: Sequence[str], shape: Shape) -> None:
        """Lay the bytes of texts side by side, and go through them place by place."""
        plain = [text if _is_short(text) else "" for text in texts]
        width, self.count = max(map(len, plain), default=0) + 2, len(plain)
        rows = np.array(plain, f"S{width}").view(np.uint8).reshape(-1, width)
        self._raw = np.ascontiguousarray(rows.T)
        self._states, self._numbers = np.empty_like(self._raw), shape.numbers
        table = np.frombuffer(shape.table, np.uint8)
        state = np.full(self.count, ENDED + 1, np.intp)
        for place, characters in enumerate(self._raw):
            state = table[(state << 8) + characters].astype(np.intp)
            self._states[place] = state
        self.fit: Flags = state == ENDED

    def number(self, name: str) -> Numbers:
        """Return the numbers that `notation.shape.number` leads through; 0 where there is none."""
        first, second = self.character(name), self.character(f"{name}2")
        found = np.where(first, first - ord("0"), 0)
        return np.where(second, 10 * found + second - ord("0"), found)

    def character(self, *states: str) -> Numbers:
        """Return the only character that leads into one of some states; 0 where none does."""
        found = np.zeros(self.count, np.int64)
        for state in states:
            found += (self._raw * (self._states == self._numbers[state])).max(axis=0)
        return found

    def every(self, state: str) -> tuple[Numbers, Numbers]:
        """Return the texts in which characters lead into a state, and the places of these."""
        found = self._states == self._numbers[state]
        found &= self.fit
        texts, places = np.nonzero(found.T)
        return texts, places

    def at(self, texts: Numbers, places: Numbers) -> Numbers:
        """Return the characters at some places of texts."""
        return self._raw[places, texts].astype(np.int64)


def _is_short(text: str) -> bool:
    return len(text) <= LONGEST and text.isascii() and "\0" not in text


def by_text(
    texts: Numbers, values: npt.NDArray[N], together: np.ufunc, count: int
) -> npt.NDArray[N]:
    """Return for each text what the values that stand in it come to; 0 where none does.

    Args:
        texts: for each value the number of its text, in rising order.
        values: the values.
        together: puts two values together.
        count: how many texts there are.
    """
    found = np.zeros(count, values.dtype)
    if len(texts):
        starts = np.flatnonzero(np.diff(texts, prepend=-1))
        found[texts[starts]] = together.reduceat(values, starts)
    return found
