"""Columns of numbers that grow."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[Any]
"""Numbers or flags of any type."""


class Growing:
    """Columns that are appended to, without a copy of all that is there each time.

    Args:
        count: how many columns there are.
        kind: the type of what they have.
    """

    def __init__(self, count: int, kind: npt.DTypeLike) -> None:
        self._room: Numbers = np.empty((count, 1 << 8), kind)
        self._size = 0

    @property
    def all(self) -> Numbers:
        """The columns."""
        return self._room[:, : self._size]

    def append(self, added: Numbers) -> None:
        """Append to all columns."""
        size, self._size = self._size, self._size + added.shape[1]
        if self._size > self._room.shape[1]:
            room = np.empty((len(self._room), 2 * self._size), self._room.dtype)
            room[:, :size] = self._room[:, :size]
            self._room = room
        self._room[:, size : self._size] = added
