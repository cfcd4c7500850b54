"""Best-first search."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count, cycle
from typing import TypeAlias, TypeVar

N = TypeVar("N")

Key: TypeAlias = float | tuple[float, ...]
"""A sort key; the node with the least is next."""


def best_first(
    start: N,
    expand: Callable[[N], Iterable[N]],
    *orders: Callable[[N], Key],
    prune: Callable[[N], bool] = lambda node: False,
) -> Iterator[N]:
    """Yield nodes, best first; each is expanded when the next one is asked for.

    Of nodes with equal keys the one found first comes first.

    Args:
        start: the first node.
        expand: returns the nodes that a node leads to.
        *orders: one function or more that return a node's key; they take turns.
        prune: whether a node is left out, asked when its turn has come.
    """
    heaps: list[list[tuple[Key, int, N]]] = [[] for _ in orders]
    numbers, done = count(), set[int]()
    found: Iterable[N] = [start]
    for heap in cycle(heaps):
        for node in found:
            number = next(numbers)
            for other, key in zip(heaps, orders, strict=True):
                heappush(other, (key(node), number, node))
        while heap:
            _, number, node = heappop(heap)
            if number not in done and not prune(node):
                break
        else:
            return
        done.add(number)
        yield node
        found = expand(node)
