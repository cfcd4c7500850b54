"""A bounded cache of the results of a function."""

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MEMO_LIMIT = 1 << 17
"""Default of `Memo.limit`."""


class Memo(dict[K, V]):
    """A cache of the results of a function: ``memo[key]`` returns, or first computes, its result.

    A full memo is emptied before the next entry. Exceptions of `compute` are raised, not cached.

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
        """Store a value for a key and return it; a full memo is emptied first."""
        if len(self) >= self.limit:
            self.clear()
        self[key] = value
        return value

    def __reduce__(self) -> tuple[type["Memo[K, V]"], tuple[Callable[[K], V], int]]:
        """Return the arguments of the constructor: copies and pickles start empty."""
        return type(self), (self.compute, self.limit)
