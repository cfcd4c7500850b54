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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile
from math import inf, log10
from typing import NamedTuple, TypeAlias

from analysis.games.position import AnyPosition
from analysis.repair.edits import MISSING, READING, WRONG, Change, Edits
from analysis.replay.branching import best_first
from analysis.replay.compiled import EditedPly, Playthrough, Plies
from analysis.typos.model import MIN_EDIT_COST

SLACK = 3.0
"""Maximum cost of a position above that of the cheapest in its layer."""

LOOKED_AHEAD = 10
"""Number of following plies that are played to score a position."""

LEAST = 0.1
"""Minimum cost of a slip."""

EPSILON = 0.01
"""A difference of costs that is ignored."""

HASTE = 0.8
"""Share of the time limit that a walk is planned to take."""

NARROWER, LEAST_WIDTH = 4, 6
"""Divisor of the beam width of a late walk (squared beyond its limit), and minimum width."""

LIKELY = 0.1
"""Minimum weight of a dropped position that counts, relative to the likeliest of its layer."""

LITTLE = 1.5
"""An unreadable ply is also replaced by quite different moves, if its nearest move costs at most
this much less than any move."""

WIDE = 96
"""Minimum beam width at which every ply may also be replaced by quite different moves."""

SPLIT_PRICE = 1.5
"""Minimum cost of the nearest move of a ply that is tried as half a move."""

FEW = 3
"""Maximum number of changes of a cheapest path that may be the likeliest path in every layer."""

LISTED = 60
"""Maximum number of paths through the game that are returned."""

MAX_WAYS = 4000
"""Maximum number of partial paths that are extended to find the paths returned."""

MAX_SLIP_COST = 2.6
"""Maximum cost of correcting a ply that can be played as written."""

MARGIN = 1.0
"""Maximum cost of a repair above that of the cheapest."""

LOOKS = 4
"""Number of positions of a layer whose breaks are edited, in a walk that edits only breaks."""

BRANCHES = 24
"""Maximum number of edited paths that are kept after passing one break and reaching another."""

FURTHER = 0.03
"""Cost per remaining ply, for sorting edited paths that break off again."""


class Arc(NamedTuple):
    """An arc of the search graph, from one position to another.

    Attributes:
        before: the node where it starts.
        price: the cost of its changes and of the notes on its plies.
        plies: the plies that are played.
        changes: the edits.
    """

    before: "Node"
    price: float
    plies: Plies
    changes: tuple[Change, ...]


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


@dataclass(frozen=True, slots=True)
class Way:
    """The last part of a path through a game.

    Attributes:
        node: the node where it starts.
        cost: its cost.
        position: the position where it ends.
        reach: number of plies of the record that have been used.
        arcs: its arcs, the last first.
    """

    node: Node
    cost: float
    position: AnyPosition
    reach: int
    arcs: tuple[Arc, ...] = ()

    @property
    def estimate(self) -> float:
        """The cost of the cheapest whole path with this last part."""
        return self.node.cost + self.cost

    def earlier(self) -> Iterator["Way"]:
        """Yield this part of a path, extended by each arc that ends in its first node."""
        for arc in self.node.arcs:
            cost, arcs = self.cost + arc.price, (*self.arcs, arc)
            yield Way(arc.before, cost, self.position, self.reach, arcs)

    @property
    def plies(self) -> Plies:
        """The plies, in the order of the game."""
        return tuple(ply for arc in reversed(self.arcs) for ply in arc.plies)

    @property
    def changes(self) -> tuple[Change, ...]:
        """The edits, in the order of the game."""
        return tuple(change for arc in reversed(self.arcs) for change in arc.changes)


class Site(NamedTuple):
    """A ply at which a path that breaks off may be edited.

    Attributes:
        node: the last node at or before the ply.
        position: the position before the ply.
        earlier: the plies between the node and the ply.
        ply: the ply as the path plays it, or the ply at the break.
        rest: the plies after it, up to the ply at the break.
        before: the changes between the node and the ply.
        own: the change of the ply, if there is one.
        after: the changes after the ply.
    """

    node: Node
    position: AnyPosition
    earlier: Plies
    ply: EditedPly
    rest: Plies
    before: tuple[Change, ...] = ()
    own: tuple[Change, ...] = ()
    after: tuple[Change, ...] = ()


class Edited(NamedTuple):
    """A path with one more edit.

    Attributes:
        plies: the plies from the site to the ply at the break.
        changes: all changes since the node of the site.
        reach: number of plies of the record that have been used.
        choice: cost of the choice among all edits of this kind, which is part of the cost of the
            edit: for an inserted ply, the choice among the legal moves.
    """

    plies: Plies
    changes: tuple[Change, ...]
    reach: int
    choice: float = 0.0


Layer: TypeAlias = dict[AnyPosition, Node]
"""The nodes after a number of plies of the record, by position."""


class Decoder:
    """A beam search decoder for one game.

    Args:
        playthrough: plays plies.
        edits: proposes edits and their costs.
        plies: the plies of the record.
        contradicted: returns the cost of contradictions between a last position and the record.

    Attributes:
        share: the probability mass that the beam of the last walk kept.
    """

    def __init__(
        self,
        playthrough: Playthrough,
        edits: Edits,
        plies: Plies,
        contradicted: Callable[[AnyPosition], float] = lambda position: 0.0,
    ) -> None:
        self._contradicted = contradicted
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
        self._spent: Callable[[], float] = lambda: 0.0
        self._bound, self._whole = inf, list[Way]()

    def decode(
        self,
        width: int,
        spent: Callable[[], float],
        bound: float = inf,
        *,
        breaks: bool = False,
        looks: int = 0,
    ) -> tuple[list[Way], Way]:
        """Return the cheapest paths through the game, and the path that goes furthest.

        Args:
            width: number of positions kept after each ply; fewer where time runs short.
            spent: returns the share of the time limit that has passed; the walk stops at 1.
            bound: paths that cost more are not searched.
            breaks: whether to edit only paths that break off, at the break and before it.
            looks: maximum number of paths in a layer for which all plies before a break are edited;
                `LOOKS` with ``breaks``.
        """
        self._breaks, self._spent, self._bound = breaks, spent, bound
        self._looks = LOOKS if breaks else looks
        self._whole = []
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
        if furthest.index == count:
            for node in kept[:1]:
                if self._contradicted(node.position):
                    self._look_back(node, is_far=True)
        ways = list(islice(_ways(kept), LISTED)) if furthest.index == count else []
        self.share = self._share(ways)
        return [*self._whole, *ways], _from_start(
            Way(furthest, 0.0, furthest.position, furthest.index)
        )

    def _steps_from(self, at: int) -> list[object]:
        """Return the steps of the next plies, up to a ply that has to be completed on the board."""
        following = (ply.step for ply in self._plies[at : at + LOOKED_AHEAD])
        return list(takewhile(lambda step: step is not None, following))

    def _kept(self, index: int, width: int) -> list[Node]:
        """Return the nodes of a layer that the beam keeps, the likeliest first."""
        nodes = list(self._layers[index].values())
        bound = min((node.cost for node in nodes), default=0.0) + SLACK
        near = [node for node in nodes if node.cost <= bound]
        near.sort(key=lambda node: node.cost + node.ahead)
        self._weigh(near, width)
        return near[:width]

    def _weigh(self, nodes: list[Node], width: int) -> None:
        """Add the weights of the nodes to the probability masses that the beam kept and dropped."""
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

        A dropped position is assumed to be right as often as a kept position of the same weight.
        How often kept positions are right is counted on the paths found, by these rules: only
        positions after an edit count; the likeliest position of each layer does not; nor do paths
        with all edits of the cheapest path and more. If the cheapest path has more than `FEW`
        edits, at least one counted position is assumed to be right.
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
        return (
            MIN_EDIT_COST + self._unplayed * (len(steps) - played) if played < len(steps) else 0.0
        )

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
        self._meant_beyond(kept, nearest, index)
        for node, price in zip(kept, nearest, strict=True):
            change = self._edits.superfluous(self._plies, index, price)
            self._add(node, index + 1, node.position, (), change)
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
            for edited in self._edits_at(site, end.index, is_far):
                self._beyond(site, edited, open_price, found)
        found.sort(key=lambda one: one[0])
        for _, arc, index, position in found[:BRANCHES]:
            self._link(arc, index, position)

    def _sites(self, end: Node, is_far: bool) -> Iterator[Site]:
        """Yield the plies to edit, backwards from a break; only the ply at the break if its text is
        unreadable."""
        rest = self._plies[end.index : end.index + 1]
        if rest and not rest[0].settled:
            yield Site(end, end.position, (), rest[0], ())
        if not is_far or (rest and not self._playthrough.claims[rest[0].text]):
            return
        later: tuple[Change, ...] = ()
        for arc in _path(end):
            if self._spent() >= 1:
                return
            positions = [arc.before.position]
            for ply in arc.plies:
                positions.append(self._playthrough.after(positions[-1], ply))
            for at in range(len(arc.plies) - 1, -1, -1):
                ply, earlier = arc.plies[at], arc.plies[:at]
                if ply.origin is not None and not self._plies[ply.origin].settled:
                    before, own, after = _parted(arc.changes, ply.origin)
                    if all(one.kind in (WRONG, READING) for one in own):
                        after = (*after, *later)
                        yield Site(
                            arc.before, positions[at], earlier, ply, rest, before, own, after
                        )
                rest = (ply, *rest)
            later = (*arc.changes, *later)

    def _edits_at(self, site: Site, end: int, is_far: bool) -> Iterator[Edited]:
        """Yield the paths with an edit at a site, which replaces any change there.

        Args:
            end: index of the ply at the break.
            is_far: whether the ply may also be replaced by another move, or removed.
        """
        index, is_break = site.ply.origin or 0, not site.rest and site.ply.origin == end
        beside = sum(one.price for one in (*site.before, *site.after)) + site.node.cost
        room = min([self._bound, *self._limits[end + 1 : end + 2]]) - beside
        written, any_price = self._plies[index], self._edits.price("any")

        def edited(plies: Plies, change: Change, choice: float = 0.0, taken: int = 1) -> Edited:
            return Edited(plies, (*site.before, change, *site.after), end + taken, choice)

        if site.own:
            yield Edited((written, *site.rest), (*site.before, *site.after), end + 1)
        nearest = any_price if is_break else 0.0
        if is_far:
            limit = min(any_price + SLACK if is_break else MAX_SLIP_COST, room)
            for change, meant in self._edits.corrected(site.position, self._plies, index, limit):
                nearest = min(nearest, change.price)
                if meant.step != site.ply.step or is_break:
                    yield edited((meant, *site.rest), change)
            change = self._edits.superfluous(self._plies, index, nearest)
            if change.price <= room:
                yield edited(site.rest, change)
        exchange = self._edits.exchanged(self._plies, index)
        is_next = is_break or site.rest[:1] == self._plies[index + 1 : index + 2]
        if exchange and not site.own and is_next and exchange.price <= room:
            plies = (self._plies[index + 1], written, *site.rest[1:])
            yield edited(plies, exchange, taken=1 + is_break)
        if self._edits.price("missing") <= room:
            for change, meant in self._missing(site):
                choice = change.price - self._edits.price("missing")
                plies = (meant, site.ply, *site.rest)
                yield Edited(plies, (*site.before, change, *site.own, *site.after), end + 1, choice)

    def _missing(self, site: Site) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the plies that may be missing before the ply of a site.

        Plies after which this ply would certainly be illegal are left out.
        """
        ply = site.ply
        # A step with notes was completed on another board. Here the text may mean another move, and
        # so may a text with several readings.
        known = ply.step is not None and not ply.notes
        least = 1 if not known or len(self._playthrough.claims[ply.text]) > 1 else 2
        for change, meant in self._edits.missing(site.position, self._plies, ply.origin or 0):
            if not known or site.position.advance((meant.step, ply.step))[1] >= least:
                yield change, meant

    def _beyond(
        self,
        site: Site,
        edited: Edited,
        open_price: float,
        found: list[tuple[float, Arc, int, AnyPosition]],
    ) -> None:
        """Play an edited path; keep it if it goes beyond the break.

        Args:
            site: the site of the edit.
            open_price: cost of the contradictions at the end of the path before the edit.
            found: the path is added here if it breaks off again later: its sort key, its last arc,
                the number of plies of the record that have been used, and the position.
        """
        price = sum(one.price for one in edited.changes)
        if site.node.cost + price - edited.choice > self._bound:
            return
        rest = self._plies[edited.reach :]
        run = self._playthrough.run(site.position, (*edited.plies, *rest), 0)
        if run.reach < len(edited.plies):
            return
        if not run.left and self._contradicted(run.position) >= open_price:
            return
        plies = run.plies if not run.left else run.plies[: len(edited.plies)]
        plies = (*site.earlier, *plies)
        price += self._remark * sum(ply.notes for ply in plies)
        arc = Arc(site.node, price, plies, edited.changes)
        if not run.left:
            way = Way(site.node, price, run.position, len(self._plies), (arc,))
            self._bound = min(self._bound, way.estimate + self._contradicted(run.position) + MARGIN)
            self._whole.append(_from_start(way))
            return
        position = site.position
        for ply in plies[len(site.earlier) :]:
            position = self._playthrough.after(position, ply)
        key = site.node.cost + price + FURTHER * run.left
        found.append((key, arc, edited.reach, position))

    def _as_written(self, node: Node, index: int) -> bool:
        """Play a ply as written; return whether that was possible."""
        run = self._playthrough.run(node.position, self._plies[index : index + 1], 0)
        if run.reach:
            self._add(node, index + 1, run.position, run.plies)
        return bool(run.reach)

    def _meant(self, node: Node, index: int, limit: float, above: float = 0.0) -> float:
        """Replace a ply by moves that cost more than ``above``, up to ``limit``; return the lowest
        cost."""
        limit = min(limit, self._limits[index + 1] - node.cost)
        least = inf
        if limit < max(LEAST, above):
            return least
        for change, ply in self._edits.corrected(node.position, self._plies, index, limit):
            if change.price > self._limits[index + 1] - node.cost:
                break
            if change.price > above and self._play(node, index + 1, ply, change):
                least = min(least, change.price)
        return least

    def _meant_beyond(self, kept: list[Node], nearest: list[float], index: int) -> None:
        """Replace a ply by moves whose texts do not resemble its text, if that may be right.

        This is done if no path can play the ply in another way; and for an unreadable text that
        resembles no legal move, because it is hardly any evidence for the moves with the nearest
        texts. A wide walk does it for every ply, since a readable text may be part of another ply.

        Args:
            kept: the nodes before the ply.
            nearest: for each node, the cost of the likeliest move for which the text may stand.
            index: index of the ply in the record.
        """
        any_price, none = self._edits.price("any"), not self._layers[index + 1]
        unreadable = not self._playthrough.claims[self._plies[index].text]
        for node, price in zip(kept, nearest, strict=True):
            if none or self._width >= WIDE or (unreadable and price > any_price - LITTLE):
                self._meant(node, index, any_price + SLACK, any_price - EPSILON)

    def _limit_of_two(self, node: Node, index: int) -> float:
        """Return the maximum cost of an edit that uses up two plies."""
        limit = min(self._limits[index + 2 : index + 3], default=0.0)
        return min(limit, self._limits[index + 1] + MIN_EDIT_COST) - node.cost

    def _split(self, node: Node, index: int) -> None:
        limit = min(self._limit_of_two(node, index), self._edits.price("any"))
        if limit < self._edits.price("split"):
            return
        for change, ply in self._edits.split(node.position, self._plies, index, limit):
            self._play(node, index + 2, ply, change)

    def _play(self, node: Node, index: int, ply: EditedPly, change: Change) -> bool:
        """Play a changed ply; return whether that was possible."""
        position, played = node.position.advance((ply.step,))
        # The text may have been priced elsewhere, with other counts.
        if not played or (self._quick and not self._playthrough.agrees(node.position, ply)):
            return False
        self._add(node, index, position, (ply,), change)
        return True

    def _add(
        self, before: Node, index: int, position: AnyPosition, plies: Plies, *changes: Change
    ) -> None:
        notes = sum(ply.notes for ply in plies)
        price = sum(change.price for change in changes) + notes * self._remark
        self._link(Arc(before, price, plies, changes), index, position)

    def _link(self, arc: Arc, index: int, position: AnyPosition) -> None:
        """Add an arc to the node of its last position; create the node if the position is new."""
        cost = arc.before.cost + arc.price
        if cost > min(self._limits[index], self._bound):
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
        node.arcs.append(arc)

    def _narrow(self, node: Node, cost: float) -> None:
        """Store the cost of a node, and lower the cost limit of its layer if possible.

        Above the limit are costs of nodes that the beam would drop, because enough nodes are
        cheaper, or because the weight is too small.
        """
        node.cost, ranks, limit = cost, self._ranks[node.index], cost + SLACK
        insort(ranks, cost + node.ahead)
        if len(ranks) >= self._width:
            limit = min(limit, max(ranks[self._width - 1], ranks[0] - log10(LIKELY)))
        self._limits[node.index] = min(self._limits[node.index], limit)


def _path(end: Node) -> Iterator[Arc]:
    """Yield the arcs of the cheapest path to a node, the last first."""
    while end.index:
        arc = min(end.arcs, key=lambda one: one.before.cost + one.price)
        yield arc
        end = arc.before


def _parted(
    changes: tuple[Change, ...], index: int
) -> tuple[tuple[Change, ...], tuple[Change, ...], tuple[Change, ...]]:
    """Return the changes before a ply of the record, of the ply itself, and after it."""
    before = [one for one in changes if one.index < index or _puts_in(one, index)]
    own = [one for one in changes if one.index == index and one.kind != MISSING]
    after = [one for one in changes if one.index > index]
    return tuple(before), tuple(own), tuple(after)


def _puts_in(change: Change, index: int) -> bool:
    return change.kind == MISSING and change.index == index


def _from_start(way: Way) -> Way:
    """Return the cheapest whole path with a given last part."""
    while way.node.index:
        way = min(way.earlier(), key=lambda one: one.estimate)
    return way


def _ways(ends: list[Node]) -> Iterator[Way]:
    """Yield the whole paths to the given nodes, the cheapest first."""
    found = best_first(
        None,
        lambda way: (
            way.earlier() if way else (Way(node, 0.0, node.position, node.index) for node in ends)
        ),
        lambda way: way.estimate if way else 0.0,
    )
    return (way for way in islice(found, MAX_WAYS) if way and way.node.index == 0)
