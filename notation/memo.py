"""A bounded cache that is read like a dict."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MEMO_LIMIT = 1 << 17
"""Entries that a memo holds by default. A game's common texts fit in."""


class Memo(dict[K, V]):
    """The values of a function by its argument, computed when first asked for.

    ``memo[key]`` of a key seen before is a plain look-up of ``dict``, with no call of Python code.
    A memo that is full is emptied before the next entry. What `compute` raises reaches the caller,
    and nothing is kept.

    Attributes:
        compute: the function; it takes one key.
        limit: the number of entries that it holds at most.
    """

    __slots__ = ("compute", "limit")

    def __init__(self, compute: Callable[[K], V], limit: int = MEMO_LIMIT) -> None:
        super().__init__()
        self.compute = compute
        self.limit = limit

    def __missing__(self, key: K) -> V:
        value = self.compute(key)
        if len(self) >= self.limit:
            self.clear()
        self[key] = value
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles begin empty."""
        return type(self), (self.compute, self.limit)
