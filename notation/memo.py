"""A bounded cache in the form of a dict."""

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MEMO_LIMIT = 1 << 17
"""Default limit of a memo, which holds the common texts of a game."""


class Memo(dict[K, V]):
    """The values of a function by its argument, computed on first use.

    ``memo[key]`` of a known key is a look-up of ``dict``, without a call of Python code. A full
    memo is emptied before the next entry. Exceptions of `compute` are passed on, not remembered.

    Attributes:
        compute: the function; it takes one key.
        limit: maximum number of entries.
    """

    __slots__ = ("compute", "limit")

    def __init__(self, compute: Callable[[K], V], limit: int = MEMO_LIMIT) -> None:
        super().__init__()
        self.compute = compute
        self.limit = limit

    def __missing__(self, key: K) -> V:
        return self.add(key, self.compute(key))

    def add(self, key: K, value: V) -> V:
        """Store and return a value that was computed elsewhere."""
        if len(self) >= self.limit:
            self.clear()
        self[key] = value
        return value

    def __reduce__(self) -> tuple[type["Memo[K, V]"], tuple[Callable[[K], V], int]]:
        """Return the parts of an empty memo; copies and pickles start empty."""
        return type(self), (self.compute, self.limit)
