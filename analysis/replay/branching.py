"""Several readings at once: following each until later plies decide.

A text may stand for several moves. The search keeps every choice that was open, and goes on with
the cheapest line of choices, the longest of equals. A choice costs its rank among the candidates
for its ply, and much more if the record contradicts it. So a game that its first readings carry
to the end is walked once, and one that they do not is walked again from where another reading
helps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from analysis.games.position import AnyPosition, Candidate
from notation.findings import Finding

CONTRADICTION = 10
"""What a violation that does not stop the game costs, in ranks."""

PATIENCE = 20_000
"""Positions that a search looks at before it settles for the longest line found."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way of reading one ply.

    Attributes:
        candidate: the move taken, None for an illegal one carried out as recorded.
        findings: what there is to say of it.
        after: the position that it leads to.
    """

    candidate: Candidate[Any] | None
    findings: tuple[Finding, ...]
    after: AnyPosition


@dataclass(frozen=True, slots=True)
class Variation:
    """Choices from some position onward, in order."""

    choices: tuple[Choice, ...]
    cost: int
    exhausted: bool = False
    """Whether the search gave up before it had looked at everything."""


Options = Callable[[AnyPosition, int], list[Choice]]
"""Gives the choices for the ply at an index, likeliest first; none where the game stops."""


@dataclass(frozen=True, slots=True)
class _Node:
    position: AnyPosition
    index: int
    parent: "_Node | None" = None
    choice: Choice | None = None

    def line(self) -> tuple[Choice, ...]:
        choices = []
        node: _Node | None = self
        while node and node.choice:
            choices.append(node.choice)
            node = node.parent
        return tuple(reversed(choices))


def search(position: AnyPosition, index: int, end: int, options: Options) -> Variation:
    """Return the cheapest line of choices to the end, or else the longest one.

    Args:
        position: where to start.
        index: index of the first ply to choose for.
        end: index after the last ply.
        options: gives the choices for a ply.
    """
    order = count()
    queue = [(0, -index, next(order), _Node(position, index))]
    seen: set[tuple[int, AnyPosition]] = set()
    best, best_cost = queue[0][3], 0
    while queue and len(seen) < PATIENCE:
        cost, _, _, node = heappop(queue)
        if node.index > best.index:
            best, best_cost = node, cost
        if node.index == end:
            return Variation(node.line(), cost)
        if (node.index, node.position) in seen:
            continue
        seen.add((node.index, node.position))
        for rank, choice in enumerate(options(node.position, node.index)):
            child = _Node(choice.after, node.index + 1, node, choice)
            price = cost + rank + CONTRADICTION * sum(one.violation for one in choice.findings)
            heappush(queue, (price, -child.index, next(order), child))
    return Variation(best.line(), best_cost, exhausted=bool(queue))
