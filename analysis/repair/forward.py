"""Decoding forward: one walk through a game with a beam of positions.

From the start, every ply is tried as each legal move that its text may stand for, as superfluous,
as exchanged with the next, and as the ply after a missing one. Paths to equal positions are merged
and the best positions kept, scored by cost and by whether the following plies can be played as
written. The work grows with the length of the game, not with the number of slips.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile
from math import inf, log10
from typing import NamedTuple, TypeAlias

from analysis.games.position import AnyPosition
from analysis.repair.edits import Change, Edits
from analysis.replay.branching import best_first
from analysis.replay.compiled import Playthrough, Plies

SLACK = 3.0
"""How much dearer than the cheapest of a layer a position may be."""

LOOKED_AHEAD = 10
"""Plies that a position is judged by besides its price."""

BREAK = 0.9
"""What a break among them costs: the least price of an edit."""

LEAST = 0.1
"""The least price of a slip."""

EPSILON = 0.01
"""Less than any difference of prices that matters."""

HASTE = 0.8
"""The part of the time that a walk means to take."""

NARROWER, LEAST_WIDTH = 4, 6
"""How much narrower a walk gets that is late, and later than all its time; how narrow at most."""

LIKELY = 0.1
"""The least weight, against the likeliest of its layer, of a position that is missed if dropped."""

LITTLE = 1.5
"""Less than the price of any move by how much the nearest costs to make others be looked at."""

WIDE = 96
"""From which width on a walk takes any ply for quite other moves."""

SPLIT_PRICE = 1.5
"""Price of a ply from which on it may be but half of one."""

FEW = 3
"""Changes up to which a way may well be the likeliest of each layer all along."""

LISTED = 60
"""Ways through the game that are returned."""

MAX_WAYS = 4000
"""Beginnings of ways that are looked at for them."""


class Arc(NamedTuple):
    """One way from a position to another.

    Attributes:
        before: where it starts.
        price: the price of its changes and of the notes on its plies.
        plies: the plies that are played.
        changes: the edits.
    """

    before: "Node"
    price: float
    plies: Plies
    changes: tuple[Change, ...]


@dataclass(slots=True, eq=False)
class Node:
    """A position after some plies of the record.

    Attributes:
        position: the position.
        index: number of plies of the record consumed.
        cost: the price of the cheapest way to it.
        ahead: lower bound of the price of the following plies.
        arcs: the last parts of all ways to it.
    """

    position: AnyPosition
    index: int
    cost: float
    ahead: float = 0.0
    arcs: list[Arc] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Way:
    """The end of a way through a game.

    Attributes:
        node: where it starts.
        cost: its price.
        position: where it ends.
        reach: number of plies of the record consumed.
        arcs: its parts, the last first.
    """

    node: Node
    cost: float
    position: AnyPosition
    reach: int
    arcs: tuple[Arc, ...] = ()

    @property
    def estimate(self) -> float:
        """The price of the cheapest whole way with this end."""
        return self.node.cost + self.cost

    def earlier(self) -> Iterator["Way"]:
        """Yield the ends that are one part longer."""
        for arc in self.node.arcs:
            cost, arcs = self.cost + arc.price, (*self.arcs, arc)
            yield Way(arc.before, cost, self.position, self.reach, arcs)

    @property
    def plies(self) -> Plies:
        """The plies, in order."""
        return tuple(ply for arc in reversed(self.arcs) for ply in arc.plies)

    @property
    def changes(self) -> tuple[Change, ...]:
        """The edits, in order."""
        return tuple(change for arc in reversed(self.arcs) for change in arc.changes)


Layer: TypeAlias = dict[AnyPosition, Node]
"""The positions after as many plies of the record."""


class Decoder:
    """Walks through one game.

    Args:
        playthrough: plays plies.
        edits: gives the edits and their prices.
        plies: the plies of the record.

    Attributes:
        share: the probability mass that the beam of the last walk kept.
    """

    def __init__(self, playthrough: Playthrough, edits: Edits, plies: Plies) -> None:
        self._playthrough, self._edits, self._plies = playthrough, edits, plies
        self._remark, self._unplayed = edits.price("remark"), edits.price("unplayed")
        self._following = [self._steps_from(at) for at in range(len(plies) + 1)]
        self.share = 1.0
        self._layers: list[Layer] = []
        self._limits: list[float] = []
        self._ranks: list[list[float]] = []
        self._width, self._quick = 0, False
        self._first: set[Node] = set()
        self._found = self._dropped = 0.0

    def decode(
        self, width: int, spent: Callable[[], float], bound: float = inf
    ) -> tuple[list[Way], Way]:
        """Return the cheapest paths through the game, and the path that goes furthest.

        Args:
            width: positions kept after each ply; fewer where time runs short.
            spent: returns the share of the time limit that has passed; the walk stops at 1.
            bound: paths that cost more are not searched.
        """
        count = len(self._plies)
        self._layers = [{} for _ in range(count + 1)]
        self._limits, self._ranks = [bound] * (count + 1), [[] for _ in self._layers]
        self._width, self._first, self._found, self._dropped = width, set(), 0.0, 0.0
        self._quick = self._edits.quick and self._edits.counted
        start = Node(self._playthrough.start, 0, 0.0)
        furthest, kept = start, [start]
        for index in range(count):
            part = spent()
            if part >= 1 or not (kept or self._layers[index + 1]):
                break
            self._extend(kept, index)
            late = (part > index / count * HASTE) + (part > index / count)
            kept = self._kept(index + 1, max(width // NARROWER**late, LEAST_WIDTH))
            furthest = kept[0] if kept else furthest
        ways = list(islice(_ways(kept), LISTED)) if furthest.index == count else []
        self.share = self._share(ways)
        return ways, _cheapest(furthest)

    def _steps_from(self, at: int) -> list[object]:
        """Return the next steps, up to one that has to be read on the board."""
        following = (ply.step for ply in self._plies[at : at + LOOKED_AHEAD])
        return list(takewhile(lambda step: step is not None, following))

    def _kept(self, index: int, width: int) -> list[Node]:
        """Return the positions of a layer that the walk goes on from, the likeliest first."""
        nodes = list(self._layers[index].values())
        bound = min((node.cost for node in nodes), default=0.0) + SLACK
        near = [node for node in nodes if node.cost <= bound]
        near.sort(key=lambda node: node.cost + node.ahead)
        self._weigh(near, width)
        return near[:width]

    def _weigh(self, nodes: list[Node], width: int) -> None:
        """Add up the weights of the positions that changes lead to, those kept and those not."""
        self._first.update(nodes[:1])
        for rank, node in enumerate(nodes):
            weight = 10 ** (nodes[0].cost + nodes[0].ahead - node.cost - node.ahead)
            if weight < LIKELY:
                return
            if rank >= width:
                self._dropped += weight
            elif rank and all(arc.changes for arc in node.arcs):
                self._found += weight

    def _share(self, ways: list[Way]) -> float:
        """Return the probability mass that the beam of a walk kept.

        What it dropped is taken to be right as often as what was as likely and was kept: positions
        that changes lead to, the likeliest of each layer apart. Changes beside those that are
        enough do not count. Where these are many, one of them at least is taken to be of that kind.
        """
        if not ways or not self._dropped:
            return 1.0
        needed = set(ways[0].changes)
        ways = [way for way in ways if not needed < set(way.changes)]
        weights = [10 ** (ways[0].estimate - way.estimate) for way in ways]
        right = sum(
            weight
            for way, weight in zip(ways, weights, strict=True)
            for arc, later in zip(way.arcs[1:], way.arcs, strict=False)
            if arc.changes and later.before not in self._first
        )
        often = right / sum(weights)
        if len(needed) > FEW:
            often = max(often, 1.0)
        often = often / self._found if self._found else 1.0
        return 1 / (1 + often * self._dropped)

    def _ahead(self, node: Node) -> float:
        steps = self._following[node.index]
        _, played = node.position.advance(steps)
        return BREAK + self._unplayed * (len(steps) - played) if played < len(steps) else 0.0

    def _extend(self, kept: list[Node], index: int) -> None:
        """Expand each position of a layer."""
        stuck = [node for node in kept if not self._as_it_stands(node, index)]
        if self._plies[index].settled:
            return
        any_price = self._edits.price("any")
        nearest = [self._meant(node, index, any_price - EPSILON) for node in kept]
        self._meant_beyond(kept, nearest, index)
        for node, price in zip(kept, nearest, strict=True):
            change = self._edits.superfluous(self._plies, index, price)
            self._add(node, index + 1, node.position, (), change)
            if price > SPLIT_PRICE:
                self._split(node, index)
                self._joined(node, index)
        for node in stuck:
            self._exchanged(node, index)
            self._after_lost(node, index)

    def _as_it_stands(self, node: Node, index: int) -> bool:
        """Whether a ply can be played as it stands; then it is."""
        run = self._playthrough.run(node.position, self._plies[index : index + 1], 0)
        if run.reach:
            self._add(node, index + 1, run.position, run.plies)
        return bool(run.reach)

    def _meant(self, node: Node, index: int, limit: float, above: float = 0.0) -> float:
        """Take a ply for other moves, between two prices; return the price of the likeliest."""
        limit = min(limit, self._limits[index + 1] - node.cost)
        least = inf
        if limit < max(LEAST, above):
            return least
        for change, ply in self._edits.corrected(node.position, self._plies, index, limit):
            if change.price > self._limits[index + 1] - node.cost:
                break
            if change.price > above and self._play(node, index + 1, (ply,), change):
                least = min(least, change.price)
        return least

    def _meant_beyond(self, kept: list[Node], nearest: list[float], index: int) -> None:
        """Take a ply for quite other moves, too, where it is near to none of the legal ones.

        Of a text that cannot be read, little more than nothing speaks for the nearest. A wide walk
        does so everywhere: what is read may be a part of another ply.
        """
        any_price, none = self._edits.price("any"), not self._layers[index + 1]
        unreadable = not self._playthrough.claims[self._plies[index].text]
        for node, price in zip(kept, nearest, strict=True):
            if none or self._width >= WIDE or (unreadable and price > any_price - LITTLE):
                self._meant(node, index, any_price + SLACK, any_price - EPSILON)

    def _limit_of_two(self, node: Node, index: int) -> float:
        """Return the highest price of changing two plies, where the second is else illegal."""
        limit = min(self._limits[index + 2 : index + 3], default=0.0)
        return min(limit, self._limits[index + 1] + BREAK) - node.cost

    def _split(self, node: Node, index: int) -> None:
        limit = min(self._limit_of_two(node, index), self._edits.price("any"))
        if limit < self._edits.price("split"):
            return
        for change, ply in self._edits.split(node.position, self._plies, index, limit):
            self._play(node, index + 2, (ply,), change)

    def _joined(self, node: Node, index: int) -> None:
        limit = self._limit_of_two(node, index)
        if limit < self._edits.price("joined"):
            return
        for changes, plies in self._edits.joined(node.position, self._plies, index, limit):
            self._play(node, index + 2, plies, *changes)

    def _exchanged(self, node: Node, index: int) -> None:
        change = self._edits.exchanged(self._plies, index)
        if change:
            first, second = self._plies[index : index + 2]
            self._play(node, index + 2, (second, first), change)

    def _after_lost(self, node: Node, index: int) -> None:
        if node.cost + self._edits.price("missing") > self._limits[index + 1]:
            return
        for change, ply in self._edits.missing(node.position, self._plies, index):
            if node.cost + change.price > self._limits[index + 1]:
                return  # All of them cost the same.
            self._play(node, index + 1, (ply, self._plies[index]), change)

    def _play(self, node: Node, index: int, plies: Plies, *changes: Change) -> bool:
        """Play plies with changes, if they can be; return whether they were."""
        position, played = node.position.advance([ply.step for ply in plies])
        if played < len(plies) or (self._quick and not self._agree(node.position, plies)):
            return False
        self._add(node, index, position, plies, *changes)
        return True

    def _agree(self, position: AnyPosition, plies: Plies) -> bool:
        """Whether the texts of plies, which may have been priced elsewhere, are right here."""
        for ply in plies:
            if not self._playthrough.agrees(position, ply):
                return False
            position = self._playthrough.after(position, ply)
        return True

    def _add(
        self, before: Node, index: int, position: AnyPosition, plies: Plies, *changes: Change
    ) -> None:
        notes = sum(ply.notes for ply in plies)
        price = sum(change.price for change in changes) + notes * self._remark
        cost = before.cost + price
        if cost > self._limits[index]:
            return
        node = self._layers[index].get(position)
        if node is None:
            node = self._layers[index][position] = Node(position, index, cost)
            node.ahead = self._ahead(node)
            self._narrow(node, cost)
        elif cost < node.cost:
            ranks = self._ranks[index]
            del ranks[bisect_left(ranks, node.cost + node.ahead)]
            self._narrow(node, cost)
        node.arcs.append(Arc(before, price, plies, changes))

    def _narrow(self, node: Node, cost: float) -> None:
        """Give a position its cost, and lower the limit of its layer.

        No position is looked at that is dearer than as many others as are kept, nor one so dear
        that it would not be missed.
        """
        node.cost, ranks, limit = cost, self._ranks[node.index], cost + SLACK
        insort(ranks, cost + node.ahead)
        if len(ranks) >= self._width:
            limit = min(limit, max(ranks[self._width - 1], ranks[0] - log10(LIKELY)))
        self._limits[node.index] = min(self._limits[node.index], limit)


def _cheapest(end: Node) -> Way:
    """Return the cheapest way from the start to a position, however many there are."""
    way = Way(end, 0.0, end.position, end.index)
    while way.node.index:
        way = min(way.earlier(), key=lambda one: one.estimate)
    return way


def _ways(ends: list[Node]) -> Iterator[Way]:
    """Yield the ways from the start to some positions, the cheapest first."""
    found = best_first(
        None,
        lambda way: (
            way.earlier() if way else (Way(node, 0.0, node.position, node.index) for node in ends)
        ),
        lambda way: way.estimate if way else 0.0,
    )
    return (way for way in islice(found, MAX_WAYS) if way and way.node.index == 0)
