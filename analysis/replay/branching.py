"""Best-first search over ambiguous move texts.

A text may stand for several moves. The search keeps all open choices, and extends the cheapest
variation, the longest among equally cheap ones. A choice costs its rank among the candidates for
its ply, and much more if it contradicts the record. A game whose first readings are legal to its
end is therefore played only once; any other game is played again from the ply where another reading
helps.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter
from typing import NamedTuple, TypeAlias, TypeVar

from analysis.games.position import AnyPosition
from analysis.replay.setup import Choice

N = TypeVar("N")

Key: TypeAlias = float | tuple[float, ...]
"""A sort key; the node with the least key is expanded next."""


def best_first(
    start: N, expand: Callable[[N], Iterable[N]], key: Callable[[N], Key]
) -> Iterator[N]:
    """Yield the nodes of a graph, the least key first, and expand each after it was yielded.

    Nodes with equal keys are yielded in the order in which they were found.

    Args:
        start: the first node.
        expand: returns the successors of a node.
        key: returns the key of a node.
    """
    numbers = count()
    heap = [(key(start), next(numbers), start)]
    while heap:
        node = heappop(heap)[2]
        yield node
        for one in expand(node):
            heappush(heap, (key(one), next(numbers), one))


CONTRADICTION = 10
"""Cost of a violation that does not stop the game; the cost of a reading is its rank, from 0."""

MAX_POSITIONS = 20_000
"""Number of positions after which a search stops with the longest variation found."""


class _Node(NamedTuple):
    key: tuple[int, int]
    """The cost of the variation, and its negative length; the node with the least key is next."""
    position: AnyPosition
    at: int
    parent: "_Node | None" = None
    choice: Choice | None = None

    def choices(self) -> list[Choice]:
        """Return the choices that lead to the node."""
        found, node = list[Choice](), self
        while node.parent and node.choice:
            found.append(node.choice)
            node = node.parent
        return found[::-1]


def search(
    position: AnyPosition, index: int, end: int, options: Callable[[AnyPosition, int], list[Choice]]
) -> tuple[list[Choice], bool]:
    """Return the cheapest variation that reaches the end, or else the longest variation.

    Args:
        position: the position before the first ply.
        index: index of the first ply.
        end: index after the last ply.
        options: returns the choices for a ply, given by its index, likeliest first; empty if the
            game stops there.

    Returns:
        The choice for each ply, and whether the search gave up before it had tried every choice.
    """
    seen: set[tuple[int, AnyPosition]] = set()

    def expand(node: _Node) -> Iterator[_Node]:
        if (node.at, node.position) in seen:
            return
        seen.add((node.at, node.position))
        for rank, choice in enumerate(options(node.position, node.at)):
            cost, after = node.key[0] + rank + CONTRADICTION * choice.violations, node.at + 1
            yield _Node((cost, -after), choice.after, after, node, choice)

    best = _Node((0, -index), position, index)
    for node in best_first(best, expand, attrgetter("key")):
        if len(seen) >= MAX_POSITIONS:
            return best.choices(), True
        best = max(best, node, key=attrgetter("at"))
        if node.at == end:
            break
    return best.choices(), False
