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
    start: N,
    expand: Callable[[N], Iterable[N]],
    key: Callable[[N], Key],
    prune: Callable[[N], bool] = lambda node: False,
) -> Iterator[N]:
    """Yield the nodes of a graph, the least key first.

    A node is expanded after it was yielded. Nodes with equal keys are yielded in the order in which
    they were found.

    Args:
        start: the first node.
        expand: returns the successors of a node.
        key: returns the key of a node.
        prune: returns whether to skip a node; called when the node would be yielded.
    """
    heap: list[tuple[Key, int, N]] = []
    numbers, found = count(), iter((start,))
    while True:
        for node in found:
            heappush(heap, (key(node), next(numbers), node))
        while heap:
            node = heappop(heap)[2]
            if not prune(node):
                break
        else:
            return
        yield node
        found = iter(expand(node))


CONTRADICTION = 10
"""Cost of a violation that does not stop the game; the cost of a reading is its rank, from 0."""

MAX_POSITIONS = 20_000
"""Number of positions after which a search stops with the longest variation found."""


class Variation(NamedTuple):
    """A sequence of choices: one for each of the plies after a position.

    Attributes:
        choices: the choices.
        cost: the sum of their costs.
        exhausted: whether the search gave up before it had tried every choice.
    """

    choices: tuple[Choice, ...]
    cost: int
    exhausted: bool = False


Options = Callable[[AnyPosition, int], list[Choice]]
"""Returns the choices for a ply, given by its index, likeliest first; empty if the game stops
there."""


class _Node(NamedTuple):
    key: tuple[int, int]
    """Its cost and its negative length; the node with the least key comes next."""
    position: AnyPosition
    at: int
    parent: "_Node | None" = None
    choice: Choice | None = None

    def variation(self, exhausted: bool = False) -> Variation:
        choices = []
        node: _Node | None = self
        while node and node.choice:
            choices.append(node.choice)
            node = node.parent
        return Variation(tuple(reversed(choices)), self.key[0], exhausted)


def search(position: AnyPosition, index: int, end: int, options: Options) -> Variation:
    """Return the cheapest variation that reaches the end, or else the longest variation.

    Args:
        position: the position before the first ply.
        index: index of the first ply.
        end: index after the last ply.
        options: returns the choices for a ply.
    """
    seen: set[tuple[int, AnyPosition]] = set()

    def expand(node: _Node) -> Iterator[_Node]:
        seen.add((node.at, node.position))
        for rank, choice in enumerate(options(node.position, node.at)):
            cost = node.key[0] + rank
            if choice.findings:
                cost += CONTRADICTION * sum(finding.violation for finding in choice.findings)
            after = node.at + 1
            yield _Node((cost, -after), choice.after, after, node, choice)

    def known(node: _Node) -> bool:
        return (node.at, node.position) in seen

    start = best = _Node((0, -index), position, index)
    for node in best_first(start, expand, attrgetter("key"), prune=known):
        if len(seen) >= MAX_POSITIONS:
            return best.variation(exhausted=True)
        if node.at > best.at:
            best = node
        if node.at == end:
            break
    return best.variation()
