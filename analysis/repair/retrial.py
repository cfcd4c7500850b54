"""Retrial: each ply of a repaired game is tried again, one at a time.

A beam search drops the true positions if several badly damaged plies follow each other: each has
many likelier moves, and the following plies do not decide soon enough. Yet most of the game that it
finds is right. So each ply in turn is replaced by every other move that it may have been meant for,
and the rest of the game is played on: each ply as written if that is legal, or as in the game, or
else as the cheapest legal move. A replacement that makes the whole game cheaper is kept. The moves
tried are those that earlier walks have priced and, for an uncertain ply, all legal moves of its
position in the game; the legal moves of other positions are never listed.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from math import inf
from time import process_time
from typing import NamedTuple, TypeAlias

from analysis.games.position import AnyPosition
from analysis.repair.edits import READING, RESULT, WRONG, Change, Edits
from analysis.replay.compiled import EditedPly, Playthrough, PlaythroughResult, Plies

SPREAD = 3.0
"""Maximum additional cost of another move, compared with the move in the game."""

MARGIN = 1.0
"""Maximum additional cost of a rival, compared with the game."""

WIDTH = 4
"""Number of positions kept after each ply of a trial."""

INSTEAD = 3
"""Number of moves tried for a ply that is legal neither as written nor as in the game."""

EPSILON = 0.01
"""A difference of costs that is ignored."""


class Taken(NamedTuple):
    """The move that a ply is played as.

    Attributes:
        ply: the ply as it is played.
        price: the cost of its change and its notes.
        change: the edit; None where it is played as written.
    """

    ply: EditedPly
    price: float
    change: Change | None


Chain: TypeAlias = "tuple[int, Taken, Chain] | None"
"""The plies in which a trial differs from the game, in reverse order."""


class Slot(NamedTuple):
    """One ply of the game that is being improved.

    Attributes:
        own: the move in the game.
        written: the ply as written; None where the edit there is of another kind.
        others: the other moves that it may have been meant for, the cheapest first.
        least: the lowest cost of the ply in any game.
        plain: whether it is played as written in any position.
    """

    own: Taken
    written: EditedPly | None = None
    others: tuple[Taken, ...] = ()
    least: float = 0.0
    plain: bool = False


class Retrial:
    """Improves repairs of one record.

    Args:
        playthrough: plays plies.
        edits: gives the edits and their costs.
        plies: the plies of the record.
    """

    def __init__(self, playthrough: Playthrough, edits: Edits, plies: Plies) -> None:
        self._playthrough, self._edits, self._plies = playthrough, edits, plies
        self._remark, self._dearest = edits.price("remark"), edits.price("any") + SPREAD
        self._others: dict[int, tuple[Taken, ...]] = {}
        self._slots: list[Slot] = []
        self._kept: tuple[Change, ...] = ()
        self._positions: list[AnyPosition] = []
        self._ahead: list[float] = []
        self._floor: list[float] = []
        self._stops: list[int] = []
        self._steps: list[object] = []

    def improve(
        self, plies: Plies, changes: tuple[Change, ...], deadline: float
    ) -> Iterator[tuple[PlaythroughResult, tuple[Change, ...]]]:
        """Yield repairs found by varying one, each better than or close to it, with their edits.

        Args:
            plies: the plies of the repair, which go to the end.
            changes: its changes.
            deadline: when to stop, in processor time.
        """
        self._take_up(plies, changes)
        at, since = 0, 0
        while since < len(self._slots) and process_time() < deadline:
            best = inf
            chain: Chain = None
            for cost, found in self._trials(at, deadline):
                yield self._with(found)
                if cost < best:
                    best, chain = cost, found
            since += 1
            if chain and best < self._ahead[at] - EPSILON:
                self._change(chain)
                since = 0
            at = (at + 1) % len(self._slots)

    def _take_up(self, plies: Plies, changes: tuple[Change, ...]) -> None:
        """Set up the slots for the plies of a game."""
        found = {change.index: change for change in changes if change.kind in (WRONG, READING)}
        self._slots = []
        for ply in plies:
            change = found.get(ply.origin) if ply.origin is not None else None
            fixed = ply.origin is None or (ply.settled and change is None)
            if fixed or ply.origin is None:
                self._slots.append(Slot(Taken(ply, ply.notes * self._remark, None)))
                continue
            found.pop(ply.origin, None)
            price = ply.notes * self._remark + (change.price if change else 0.0)
            self._slots.append(self._slot(ply.origin, Taken(ply, price, change)))
        self._kept = tuple(
            change
            for change in changes
            if change.kind != RESULT
            and (change.kind not in (WRONG, READING) or change.index in found)
        )
        self._measure()

    def _slot(self, origin: int, own: Taken) -> Slot:
        written, others = self._plies[origin], self._meant(origin)
        least = 0.0
        if not self._playthrough.claims[written.text]:
            least = min([own.price, *(one.price for one in others[:1])])
        plain = own.change is None and written.step is not None and not own.ply.notes
        return Slot(own, written, others, least, plain)

    def _meant(self, origin: int) -> tuple[Taken, ...]:
        """Return the moves that a ply may stand for, the cheapest first."""
        if origin not in self._others:
            known = self._edits.known(self._plies, origin, self._dearest)
            self._others[origin] = tuple(Taken(ply, one.price, one) for one, ply in known)
        return self._others[origin]

    def _measure(self) -> None:
        """Play the game, and store for each ply the cost of the remaining game."""
        slots = self._slots
        self._steps = [slot.own.ply.step for slot in slots]
        self._positions = [self._playthrough.start]
        for slot in slots:
            self._positions.append(self._playthrough.after(self._positions[-1], slot.own.ply))
        self._ahead, self._floor = [0.0] * (len(slots) + 1), [0.0] * (len(slots) + 1)
        self._stops = [len(slots)] * (len(slots) + 1)
        for at in range(len(slots) - 1, -1, -1):
            self._ahead[at] = self._ahead[at + 1] + slots[at].own.price
            self._floor[at] = self._floor[at + 1] + slots[at].least
            self._stops[at] = self._stops[at + 1] if slots[at].plain else at

    def _change(self, chain: Chain) -> None:
        """Replace plies by the plies of a trial."""
        while chain:
            at, taken, chain = chain
            origin = taken.ply.origin
            self._slots[at] = Slot(taken) if origin is None else self._slot(origin, taken)
        self._measure()

    def _with(self, chain: Chain) -> tuple[PlaythroughResult, tuple[Change, ...]]:
        """Return the game with the plies of a trial, and its edits."""
        taken = [slot.own for slot in self._slots]
        while chain:
            at, one, chain = chain
            taken[at] = one
        plies = tuple(one.ply for one in taken)
        position = self._playthrough.start
        for ply in plies:
            position = self._playthrough.after(position, ply)
        changes = tuple(one.change for one in taken if one.change)
        return PlaythroughResult(plies, len(plies), position), (*self._kept, *changes)

    def _trials(self, at: int, deadline: float) -> Iterator[tuple[float, Chain]]:
        """Yield trials of other moves for a ply, each with the cost of the remaining game."""
        slot, position = self._slots[at], self._positions[at]
        if slot.written is None:
            return
        own, room = slot.own, self._ahead[at] + MARGIN - self._floor[at + 1]
        for taken, after in self._as_written(slot, position):
            if own.change and taken.price < room:
                yield from self._played_on(at, taken, after)
        for number, taken in enumerate(self._others_of(at)):
            if taken.price > min(own.price + SPREAD, room):
                return
            if taken.ply.step == own.ply.step:
                continue
            then = self._after(position, taken)
            if then is not None:
                yield from self._played_on(at, taken, then)
            if number % 16 == 0 and process_time() > deadline:
                return

    def _others_of(self, at: int) -> tuple[Taken, ...]:
        """Return the other moves of a ply; for an uncertain ply, all legal moves."""
        slot = self._slots[at]
        origin = slot.own.ply.origin
        if slot.own.change is None or origin is None:
            return slot.others
        # Called to cache the prices of the moves that are legal here.
        next(self._edits.corrected(self._positions[at], self._plies, origin, self._dearest), None)
        self._others.pop(origin)
        self._slots[at] = self._slot(origin, slot.own)
        return self._slots[at].others

    def _as_written(self, slot: Slot, position: AnyPosition) -> Iterator[tuple[Taken, AnyPosition]]:
        if slot.written is not None:
            run = self._playthrough.run(position, (slot.written,), 0)
            if run.reach:
                ply = run.plies[0]
                yield Taken(ply, ply.notes * self._remark, None), run.position

    def _played_on(
        self, at: int, taken: Taken, after: AnyPosition
    ) -> Iterator[tuple[float, Chain]]:
        """Yield the cheapest continuations after a replaced ply, each with its cost."""
        most, numbers = self._ahead[at] + MARGIN, count()
        queue: list[tuple[int, float, int, AnyPosition, Chain]] = []
        heappush(queue, (at + 1, taken.price, next(numbers), after, (at, taken, None)))
        here, seen = at, set[AnyPosition]()
        while queue:
            index, cost, _, position, chain = heappop(queue)
            if index != here:
                here, seen = index, set()
            if position in seen or len(seen) >= WIDTH:
                continue
            seen.add(position)
            if position == self._positions[index]:
                if cost + self._ahead[index] < most:
                    yield cost + self._ahead[index], chain
                continue
            stop = self._stops[index]
            position, played = position.advance(self._steps[index:stop])
            index += played
            if played and index == stop:
                if index == len(self._slots):
                    yield cost, chain
                else:
                    heappush(queue, (index, cost, next(numbers), position, chain))
                continue
            if index == len(self._slots):
                yield cost, chain
                continue
            most_here = min(most - self._floor[index + 1], SPREAD + self._spent(at, index + 1))
            for one, then in self._options(index, position, most_here - cost):
                if cost + one.price < most_here:
                    link = chain if one is self._slots[index].own else (index, one, chain)
                    heappush(queue, (index + 1, cost + one.price, next(numbers), then, link))

    def _after(self, position: AnyPosition, taken: Taken) -> AnyPosition | None:
        """Return the position after a ply; None if it is illegal, or states a wrong count."""
        after, played = position.advance((taken.ply.step,))
        if self._edits.counted and played and not self._playthrough.agrees(position, taken.ply):
            return None
        return after if played else None

    def _spent(self, first: int, end: int) -> float:
        """Return the cost of the game from one ply up to another."""
        return self._ahead[first] - self._ahead[end]

    def _options(
        self, index: int, position: AnyPosition, room: float
    ) -> Iterator[tuple[Taken, AnyPosition]]:
        """Yield the moves that a ply may stand for in a position that is not in the game."""
        slot, found = self._slots[index], 0
        for taken, after in self._as_written(slot, position):
            found += 1
            yield (slot.own if not slot.own.change and taken.ply == slot.own.ply else taken), after
        own = slot.own
        if own.change or slot.written is None:
            then = self._after(position, own)
            if then is not None:
                found += 1
                yield own, then
        limit = min(own.price - EPSILON if found else inf, room)
        for taken in slot.others:
            if taken.price > limit or found >= INSTEAD:
                return
            then = self._after(position, taken) if taken.ply.step != own.ply.step else None
            if then is not None:
                found += 1
                yield taken, then
