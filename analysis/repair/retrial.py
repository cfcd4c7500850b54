"""Retrial: other moves are tried for each ply of a repaired game, one ply at a time.

A beam search drops the true positions if several badly damaged plies follow each other: each has
many likelier moves, and the following plies do not decide soon enough. Yet most of the repaired
game is right. So each ply in turn is replaced by every other move for which its text may stand, and
the rest of the game is played on. Each later ply is played as written; if that is illegal, by its
move in the repaired game; and if that is illegal, too, by the cheapest legal move. A replacement
that makes the whole game cheaper is kept. The moves tried are those whose costs earlier walks have
computed. For a ply that the repair has edited, all legal moves of its position are added.
"""

from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

from analysis.games.position import AnyPosition
from analysis.repair.edits import Edits, Operation, Operations
from analysis.replay.compiled import EditedPly, Plies
from notation.memo import Memo

SPREAD = 3.0  # highest additional cost of another move, and of a trial up to any ply
MARGIN = 1.0  # highest additional cost of a rival
EPSILON = 0.01  # a difference of costs that is ignored


class RetriedGame(NamedTuple):
    """A game in which another move is played for a ply.

    Attributes:
        cost: the cost from that ply on.
        operations: all operations of the game.
        position: the last position.
    """

    cost: float
    operations: Operations
    position: AnyPosition


class Retrial:
    """Improves repairs of one record.

    Args:
        edits: proposes edits and their costs.
        plies: the plies of the record.
    """

    def __init__(self, edits: Edits, plies: Plies) -> None:
        self._playthrough, self._edits, self._plies = edits.playthrough, edits, plies
        self._dearest = edits.price("any") + SPREAD
        self._others: Memo[EditedPly, Operations] = Memo(self._known)

    def improve(self, game: Operations, deadline: float) -> Iterator[RetriedGame]:
        """Yield variations of a repair that are better or slightly worse.

        Args:
            game: the repair, which can be played to the end.
            deadline: when to stop, in processor time.
        """
        self._take(game)
        at, since = 0, 0
        while since < len(game) and process_time() < deadline:
            best: RetriedGame | None = None
            for number, operation in enumerate(self._tried(at)):
                if number % 16 == 15 and process_time() > deadline:
                    break
                trial = self._played_on(at, operation)
                if trial and trial.cost < self._ahead[at] + MARGIN:
                    yield trial
                    if best is None or trial.cost < best.cost:
                        best = trial
            since += 1
            if best and best.cost < self._ahead[at] - EPSILON:
                self._take(best.operations)
                since = 0
            at = (at + 1) % len(game)

    def _take(self, game: Operations) -> None:
        """Set the game to improve.

        For each operation, store the position before it, the total cost of this and all later
        operations, the least total cost that these can have, and the index of the first of them
        with an edit or a note.
        """
        self._game, self._positions = game, [self._playthrough.start]
        for one in game:
            self._positions.append(self._playthrough.after(self._positions[-1], one.plies))
        self._steps = [one.plies[0].step if one.plies else None for one in game]
        count = len(game)
        self._ahead, self._floor = [0.0] * (count + 1), [0.0] * (count + 1)
        self._stops = [count] * (count + 1)
        for at in range(count - 1, -1, -1):
            one = game[at]
            is_plain = not one.change and not one.price and self._steps[at] is not None
            self._ahead[at] = self._ahead[at + 1] + one.price
            self._floor[at] = self._floor[at + 1] + self._least(one)
            self._stops[at] = self._stops[at + 1] if is_plain else at

    def _least(self, own: Operation) -> float:
        """Return the least cost at which a ply can be played, as in the game or otherwise."""
        if not own.is_open:
            return own.price
        ply = self._ply(own)
        if self._playthrough.claims[ply.text]:
            return 0.0
        return min([own.price, *(other.price for other in self._others[ply][:1])])

    def _tried(self, at: int) -> Iterator[Operation]:
        """Yield other moves that may be played for a ply of the game, the cheapest first.

        If the ply was edited, all legal moves are tried, and first the ply as written.
        """
        own, position = self._game[at], self._positions[at]
        if not own.is_open:
            return
        ply = self._ply(own)
        if own.change:
            if written := self._as_written(own, position):
                yield written[0]
            # Called to price the moves that are legal here.
            next(self._edits.corrected(position, ply, self._dearest), None)
            self._others.pop(ply, None)
        room = min(own.price + SPREAD, self._ahead[at] + MARGIN - self._floor[at + 1])
        for other in self._others[ply]:
            if other.price > room:
                return
            if other.plies[0].step != own.plies[0].step:
                yield other

    def _ply(self, own: Operation) -> EditedPly:
        """Return the ply of the record that an operation plays."""
        return self._plies[own.plies[0].origin or 0]

    def _known(self, ply: EditedPly) -> Operations:
        """Return the moves for which a ply of the record may stand, the cheapest first."""
        return tuple(self._edits.known(ply, self._dearest))

    def _played_on(self, at: int, operation: Operation) -> RetriedGame | None:
        """Return the game with another move for a ply; None if it cannot be played to its end."""
        position = self._after(self._positions[at], operation)
        game, cost, index = [*self._game[:at], operation], operation.price, at + 1
        while position is not None and index < len(self._game):
            if position == self._positions[index]:
                rest = cost + self._ahead[index]
                return RetriedGame(rest, (*game, *self._game[index:]), self._positions[-1])
            stop = self._stops[index]
            position, played = position.advance(self._steps[index:stop])
            game += self._game[index : index + played]
            index += played
            if played and index == stop:
                continue
            room = self._ahead[at] - max(
                self._ahead[index + 1] - SPREAD, self._floor[index + 1] - MARGIN
            )
            following = self._next(self._game[index], position, room - cost)
            if following is None:
                return None
            one, position = following
            game.append(one)
            cost, index = cost + one.price, index + 1
        return RetriedGame(cost, tuple(game), position) if position is not None else None

    def _next(
        self, own: Operation, position: AnyPosition, room: float
    ) -> tuple[Operation, AnyPosition] | None:
        """Return how a later ply is played after another move, and the position after the ply.

        None if it cannot be played at a cost of ``room`` or less.

        Args:
            own: the operation that plays the ply in the game.
            position: the position before the ply, which differs from that in the game.
            room: maximum cost.
        """
        if written := self._as_written(own, position):
            return written
        others = self._others[self._ply(own)] if own.is_open else ()
        for one in (own, *others):
            if one.price <= room and (after := self._after(position, one)) is not None:
                return one, after
        return None

    def _as_written(
        self, own: Operation, position: AnyPosition
    ) -> tuple[Operation, AnyPosition] | None:
        """Return a ply played as written, and the position after it; None if that is illegal."""
        if not own.is_open:
            return None
        run = self._playthrough.run(position, (self._ply(own),), 0)
        return (self._edits.operation(run.plies), run.position) if run.reach else None

    def _after(self, position: AnyPosition, one: Operation) -> AnyPosition | None:
        """Return the position after a ply; None if the ply is illegal or states a wrong count."""
        for ply in one.plies:
            after, played = position.advance((ply.step,))
            counted = self._edits.counted and played
            if not played or (counted and not self._playthrough.agrees(position, ply)):
                return None
            position = after
        return position
