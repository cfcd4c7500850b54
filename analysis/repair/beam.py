"""Beam search: a *walk*, which is a single pass through a game, keeps the likeliest positions.

The positions after a number of plies of the record are a *layer*, and the best of them are kept.
They are scored by cost and by whether the following plies can be played as written. Paths to equal
positions are merged. A *break* is a ply that a path cannot play. At a break, each earlier ply is
edited in turn, or a missing ply is inserted before it; if the game then goes beyond the break, the
edited path is a new arc. A walk with ``breaks`` makes no other edits. Any other walk also replaces
every ply by each legal move that its text may stand for, drops it, or joins it with the next. The
work grows with the length of the game, not with the number of slips.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile
from math import inf, log10
from typing import NamedTuple

from analysis.games.position import AnyPosition
from analysis.repair.edits import Edits, Operation, Operations, changes_of, plies_of
from analysis.replay.branching import best_first
from analysis.replay.compiled import Plies
from analysis.typos.model import MIN_EDIT_COST

# Costs.
SLACK = 3.0  # highest cost of a position above the cheapest of its layer
MARGIN = 1.0  # highest cost of a repair above the cheapest
LEAST = 0.1  # least cost of a slip
EPSILON = 0.01  # a difference that is ignored
MAX_SLIP_COST = 2.6  # highest cost of correcting a ply that can be played as written
SPLIT_PRICE = 1.5  # least cost of the nearest move of a ply that is tried as half a move
LITTLE = 1.5  # an unreadable ply may be any move if its nearest one is at most this much cheaper
FURTHER = 0.03  # cost per remaining ply, for sorting edited paths that break off again

# Limits of the work.
LOOKED_AHEAD = 10  # following plies that are played to score a position
WIDE = 96  # least beam width at which every ply may also be replaced by quite different moves
BRANCHES = 24  # edited paths that are kept after passing one break and reaching another
LISTED = 60  # paths through the game that are returned
MAX_WAYS = 4000  # partial paths that are extended to find the paths returned
HASTE = 0.8  # share of the time limit that a walk is planned to take
NARROWER, LEAST_WIDTH = 4, 6  # divisor of the width of a late walk, twice if very late; least width

# Probabilities.
LIKELY = 0.1  # least weight of a dropped position that counts, relative to the likeliest
FEW = 3  # highest number of changes of a path that may be the likeliest in every layer


class Arc(NamedTuple):
    """An arc of the search graph: operations that lead from one position to another."""

    before: "Node"
    price: float
    operations: Operations

    @property
    def cost(self) -> float:
        """The cost of the cheapest path that ends with this arc."""
        return self.before.cost + self.price


@dataclass(slots=True, eq=False)
class Node:
    """A node of the search graph: a position after some plies of the record.

    Attributes:
        position: the position.
        index: number of plies of the record that have been used.
        cost: the cost of the cheapest path to the node.
        ahead: estimated cost of the following plies.
        arcs: the arcs that end in the node.
    """

    position: AnyPosition
    index: int
    cost: float
    ahead: float = 0.0
    arcs: list[Arc] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The cost of the cheapest path through the node, as far as it can be estimated."""
        return self.cost + self.ahead


class Path(NamedTuple):
    """A path through a game, or the last part of one.

    Attributes:
        start: the node where it starts.
        end: the node where it ends.
        cost: the cost of its arcs.
        arcs: its arcs, the last first.
    """

    start: Node
    end: Node
    cost: float = 0.0
    arcs: tuple[Arc, ...] = ()

    @property
    def estimate(self) -> float:
        """The cost of the cheapest whole path with this last part."""
        return self.start.cost + self.cost

    def earlier(self) -> Iterator["Path"]:
        """Yield a longer path for each arc that leads to the first node of this part."""
        for arc in self.start.arcs:
            yield Path(arc.before, self.end, self.cost + arc.price, (*self.arcs, arc))

    @property
    def operations(self) -> Operations:
        """The operations, in the order of play."""
        return tuple(one for arc in reversed(self.arcs) for one in arc.operations)


class Site(NamedTuple):
    """A place where a path that breaks off may be edited.

    Attributes:
        node: the last node at or before the place.
        before: the operations between the node and the place.
        position: the position at the place.
        operation: the operation that may be edited.
        after: the operations after ``operation``, up to the ply at the break; None if the place is
            the break.
    """

    node: Node
    before: Operations
    position: AnyPosition
    operation: Operation
    after: Operations | None


class Walk:
    """A walk through one game.

    Args:
        edits: proposes edits and their costs.
        plies: the plies of the record.
        width: number of positions kept after each ply; fewer where time runs short.
        spent: returns the elapsed fraction of the time limit; the walk stops at 1.
        bound: paths that cost more are not searched.
        contradicted: returns the cost of contradictions between a last position and the record.
        breaks: whether to edit only paths that break off, at the break and before it.
        looks: maximum number of paths per layer that are edited at all plies before a break.

    Attributes:
        share: the probability mass that the beam kept.
    """

    def __init__(
        self,
        edits: Edits,
        plies: Plies,
        width: int,
        spent: Callable[[], float] = lambda: 0.0,
        bound: float = inf,
        contradicted: Callable[[AnyPosition], float] = lambda position: 0.0,
        *,
        breaks: bool = False,
        looks: int = 0,
    ) -> None:
        self._playthrough, self._edits, self._plies = edits.playthrough, edits, plies
        self._width, self._spent, self._bound = width, spent, bound
        self._contradicted, self._breaks, self._looks = contradicted, breaks, looks
        self._unplayed = edits.price("unplayed")
        self._following = [self._steps_from(at) for at in range(len(plies) + 1)]
        self._layers: list[dict[AnyPosition, Node]] = [{} for _ in self._following]
        self._limits = [bound] * len(self._layers)
        self._ranks: list[list[float]] = [[] for _ in self._layers]
        self._whole: list[Path] = []
        self._first: set[Node] = set()
        self._found = self._dropped = 0.0
        self.share = 1.0

    def run(self) -> tuple[list[Path], Path]:
        """Return the cheapest paths through the game, and the path that goes furthest."""
        count = len(self._plies)
        furthest = Node(self._playthrough.start, 0, 0.0)
        kept = [furthest]
        for index in range(count):
            part = self._spent()
            if part >= 1 or not (kept or self._layers[index + 1]):
                break
            self._extend(kept, index)
            late = (part > index / count * HASTE) + (part > index / count)
            kept = self._kept(index + 1, max(self._width // NARROWER**late, LEAST_WIDTH))
            furthest = kept[0] if kept else furthest
        paths: list[Path] = []
        if furthest.index == count:
            for node in kept[:1]:
                if self._contradicted(node.position):
                    self._look_back(node, is_far=True)
            paths = list(islice(_paths(kept), LISTED))
        self.share = self._share(paths)
        return [*self._whole, *paths], _cheapest(furthest)

    def _steps_from(self, at: int) -> list[object]:
        """Return the steps of the next plies, up to a ply that has to be completed on the board."""
        following = (ply.step for ply in self._plies[at : at + LOOKED_AHEAD])
        return list(takewhile(lambda step: step is not None, following))

    def _kept(self, index: int, width: int) -> list[Node]:
        """Return the nodes of a layer that the beam keeps, the likeliest first.

        The weights of dropped nodes, and of kept nodes after an edit, are added up for `_share`.
        """
        nodes = list(self._layers[index].values())
        bound = min((node.cost for node in nodes), default=0.0) + SLACK
        near = sorted((node for node in nodes if node.cost <= bound), key=lambda node: node.score)
        self._first.update(near[:1])
        for rank, node in enumerate(near):
            weight = 10 ** (near[0].score - node.score)
            if weight < LIKELY:
                break
            if rank >= width:
                self._dropped += weight
            elif rank and all(map(_is_edited, node.arcs)):
                self._found += weight
        return near[:width]

    def _share(self, paths: list[Path]) -> float:
        """Return the probability mass that the beam kept.

        A dropped position is assumed to be right as often as a kept position of the same weight.
        How often kept positions are right is counted on the paths found. Paths with all edits of
        the cheapest path and further edits are left out. Only positions after an edit count, except
        the likeliest position of each layer. If the cheapest path has more than `FEW` edits, at
        least one counted position is assumed to be right.
        """
        if not paths or not self._dropped:
            return 1.0
        needed, right, total = set(changes_of(paths[0].operations)), 0.0, 0.0
        for path in paths:
            if not needed < set(changes_of(path.operations)):
                weight = 10 ** (paths[0].estimate - path.estimate)
                total += weight
                for arc, later in zip(path.arcs[1:], path.arcs, strict=False):
                    right += weight * (_is_edited(arc) and later.before not in self._first)
        often = max(right / total, float(len(needed) > FEW))
        often = often / self._found if self._found else 1.0
        return 1 / (1 + often * self._dropped)

    def _extend(self, kept: list[Node], index: int) -> None:
        """Expand each position of a layer."""
        stuck = [node for node in kept if not self._as_written(node, index)]
        for rank, node in enumerate(stuck):
            if node.cost + MIN_EDIT_COST <= self._bound and self._spent() < 1:
                self._look_back(node, is_far=rank < self._looks)
        if self._plies[index].settled:
            return
        if self._breaks:
            for node in stuck:
                self._split(node, index)
            return
        any_price = self._edits.price("any")
        nearest = [self._meant(node, index, any_price - EPSILON) for node in kept]
        # A ply may be quite another move if no path can play it in another way; if it is unreadable
        # and resembles no legal move; and in a wide walk, since it may be part of another ply.
        is_any = self._width >= WIDE or not self._layers[index + 1]
        is_read = bool(self._playthrough.claims[self._plies[index].text])
        for node, price in zip(kept, nearest, strict=True):
            if is_any or (not is_read and price > any_price - LITTLE):
                self._meant(node, index, any_price + SLACK, any_price - EPSILON)
        for node, price in zip(kept, nearest, strict=True):
            self._add(node, self._edits.superfluous(self._plies, index, price), node.position)
            if price > SPLIT_PRICE:
                self._split(node, index)

    def _look_back(self, end: Node, is_far: bool) -> None:
        """Edit one ply of the cheapest path to a break, so that the path goes beyond the break.

        Up to the break nothing else is edited. A path that reaches the end of the game is complete.
        At the end of a game that contradicts the record, an edit has to lessen the contradiction.

        Args:
            end: the last node of the path.
            is_far: whether to edit all plies of the path. Otherwise only the ply at the break is
                exchanged with the next ply, or a missing ply inserted before it.
        """
        found = list[tuple[float, Arc, int, AnyPosition]]()
        open_price = self._contradicted(end.position) if end.index == len(self._plies) else inf
        for site in self._sites(end, is_far):
            cost = site.node.cost + _price(site.before)
            limit = min([self._bound, *self._limits[end.index + 1 : end.index + 2]])
            room = limit - cost - _price(site.after or ())
            for edited, choice in self._edits_at(site, room, is_far):
                if cost + _price(edited) - choice <= self._bound:
                    found += self._beyond(site, edited, open_price)
        found.sort(key=lambda one: one[0])
        for _, arc, index, position in found[:BRANCHES]:
            self._link(arc, index, position)

    def _sites(self, end: Node, is_far: bool) -> Iterator[Site]:
        """Yield the places to edit, backwards from a break; only the break if its ply is
        unreadable."""
        after: Operations = ()
        if end.index < len(self._plies):
            broken = Operation(self._plies[end.index : end.index + 1])
            if broken.is_open:
                yield Site(end, (), end.position, broken, None)
            if not self._playthrough.claims[broken.plies[0].text]:
                return
            after = (broken,)
        for arc in _cheapest(end).arcs if is_far else ():
            if self._spent() >= 1:
                return
            positions = [arc.before.position]
            for one in arc.operations:
                positions.append(self._playthrough.after(positions[-1], one.plies))
            for at in range(len(arc.operations) - 1, -1, -1):
                operation = arc.operations[at]
                if operation.is_open:
                    yield Site(arc.before, arc.operations[:at], positions[at], operation, after)
                after = (operation, *after)

    def _edits_at(
        self, site: Site, room: float, is_far: bool
    ) -> Iterator[tuple[Operations, float]]:
        """Yield the operations from a site to the break, with an edit at the site.

        With them comes the part of their cost that is due to the choice of the edit: for an
        inserted ply, the choice among the legal moves; 0 for other edits.

        Args:
            room: maximum cost of the edit.
            is_far: whether the ply may also be replaced by another move, or removed.
        """
        operation, after, is_break = site.operation, site.after or (), site.after is None
        (ply,), any_price = operation.plies, self._edits.price("any")
        index = ply.origin or 0
        written = self._plies[index]
        if operation.change:
            yield (Operation((written,)), *after), 0.0
        if is_far:
            nearest = any_price if is_break else 0.0
            limit = min(any_price + SLACK if is_break else MAX_SLIP_COST, room)
            for one in self._edits.corrected(site.position, written, limit):
                nearest = min(nearest, one.price)
                if one.plies[0].step != ply.step or is_break:
                    yield (one, *after), 0.0
            removed = self._edits.superfluous(self._plies, index, nearest)
            if removed.price <= room:
                yield (removed, *after), 0.0
        exchanged = self._edits.exchanged(self._plies, index)
        following = self._plies[index + 1 : index + 2]
        is_written = not operation.change and (not after or after[0].plies == following)
        if exchanged and is_written and exchanged.price <= room:
            yield (exchanged, *after[1:]), 0.0
        if (missing := self._edits.price("missing")) <= room:
            # A step with notes was completed on another board. Here the text may mean another move,
            # and so may a text with several readings.
            is_sure = not ply.notes and len(self._playthrough.claims[ply.text]) <= 1
            for one in self._edits.missing(site.position, index, ply.step if is_sure else None):
                yield (one, operation, *after), one.price - missing

    def _beyond(
        self, site: Site, edited: Operations, open_price: float
    ) -> Iterator[tuple[float, Arc, int, AnyPosition]]:
        """Play an edited path; keep it if it reaches the end of the game.

        If it goes beyond the break, but breaks off again later, yield its sort key, its last arc,
        the number of plies of the record that have been used, and the position.

        Args:
            site: the site of the edit.
            edited: the operations from there to the break.
            open_price: cost of the contradictions at the end of the path before the edit.
        """
        plies = plies_of(edited)
        index = site.node.index + sum(one.used for one in (*site.before, *edited))
        rest = self._plies[index:]
        run = self._playthrough.run(site.position, (*plies, *rest), 0)
        if run.reach < len(plies):
            return
        if run.left:
            operations = (*site.before, *self._edits.played(edited, run.plies))
            arc = Arc(site.node, _price(operations), operations)
            position = self._playthrough.after(site.position, run.plies[: len(plies)])
            yield arc.cost + FURTHER * run.left, arc, index, position
        elif (contradicted := self._contradicted(run.position)) < open_price:
            whole = (*edited, *(Operation((ply,)) for ply in rest))
            operations = (*site.before, *self._edits.played(whole, run.plies))
            arc = Arc(site.node, _price(operations), operations)
            end = Node(run.position, len(self._plies), arc.cost, arcs=[arc])
            self._bound = min(self._bound, end.cost + contradicted + MARGIN)
            self._whole.append(_cheapest(end))

    def _as_written(self, node: Node, index: int) -> bool:
        """Play a ply as written; return whether that was possible."""
        run = self._playthrough.run(node.position, self._plies[index : index + 1], 0)
        if run.reach:
            self._add(node, self._edits.operation(run.plies), run.position)
        return bool(run.reach)

    def _meant(self, node: Node, index: int, limit: float, above: float = 0.0) -> float:
        """Replace a ply by moves that cost more than ``above``, up to ``limit``; return the lowest
        cost."""
        limit = min(limit, self._limits[index + 1] - node.cost)
        least = inf
        if limit < max(LEAST, above):
            return least
        for one in self._edits.corrected(node.position, self._plies[index], limit):
            if one.price > self._limits[index + 1] - node.cost:
                break
            if one.price > above and self._play(node, one):
                least = min(least, one.price)
        return least

    def _split(self, node: Node, index: int) -> None:
        """Join a ply and the next ply to one move."""
        limit = min(self._limits[index + 2 : index + 3], default=0.0)
        limit = min(limit, self._limits[index + 1] + MIN_EDIT_COST) - node.cost
        limit = min(limit, self._edits.price("any"))
        if limit >= self._edits.price("split"):
            for one in self._edits.split(node.position, self._plies, index, limit):
                self._play(node, one)

    def _play(self, node: Node, operation: Operation) -> bool:
        """Play another move for a ply; return whether that was possible."""
        position, played = node.position.advance((operation.plies[0].step,))
        if played:
            self._add(node, operation, position)
        return bool(played)

    def _add(self, before: Node, operation: Operation, position: AnyPosition) -> None:
        arc = Arc(before, operation.price, (operation,))
        self._link(arc, before.index + operation.used, position)

    def _link(self, arc: Arc, index: int, position: AnyPosition) -> None:
        """Add an arc to the node of its last position; create the node if the position is new."""
        cost, ranks = arc.cost, self._ranks[index]
        if cost > min(self._limits[index], self._bound):
            return
        node = self._layers[index].get(position)
        if node is None:
            ahead = self._ahead(position, index)
            node = self._layers[index][position] = Node(position, index, cost, ahead)
            self._narrow(node)
        elif cost < node.cost:
            del ranks[bisect_left(ranks, node.score)]
            node.cost = cost
            self._narrow(node)
        node.arcs.append(arc)

    def _ahead(self, position: AnyPosition, index: int) -> float:
        """Return the estimated cost of the next plies; 0 if all can be played as written."""
        steps = self._following[index]
        left = len(steps) - position.advance(steps)[1]
        return MIN_EDIT_COST + self._unplayed * left if left else 0.0

    def _narrow(self, node: Node) -> None:
        """Lower the cost limit of a node's layer, if possible.

        The beam would drop nodes above the limit, because enough nodes are cheaper, or because
        their weight is too small.
        """
        ranks, limit = self._ranks[node.index], node.cost + SLACK
        insort(ranks, node.score)
        if len(ranks) >= self._width:
            limit = min(limit, max(ranks[self._width - 1], ranks[0] - log10(LIKELY)))
        self._limits[node.index] = min(self._limits[node.index], limit)


def _price(operations: Iterable[Operation]) -> float:
    return sum(one.price for one in operations)


def _is_edited(arc: Arc) -> bool:
    return any(one.change for one in arc.operations)


def _cheapest(end: Node) -> Path:
    """Return the cheapest path to a node."""
    arcs, node = list[Arc](), end
    while node.index:
        arcs.append(min(node.arcs, key=lambda one: one.cost))
        node = arcs[-1].before
    return Path(node, end, sum(arc.price for arc in arcs), tuple(arcs))


def _paths(ends: list[Node]) -> Iterator[Path]:
    """Yield the whole paths to the given nodes, the cheapest first."""
    found = best_first(
        None,
        lambda path: path.earlier() if path else (Path(node, node) for node in ends),
        lambda path: path.estimate if path else 0.0,
    )
    return (path for path in islice(found, MAX_WAYS) if path and path.start.index == 0)
