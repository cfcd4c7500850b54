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
from analysis.repair.edits import READING, RESULT, WRONG, Change, Edits
from analysis.replay.compiled import EditedPly, Playthrough, PlaythroughResult, Plies

SPREAD = 3.0
"""Maximum additional cost, compared with the game, of another move and of a trial up to any ply."""

MARGIN = 1.0
"""Maximum additional cost of a rival, compared with the game."""

EPSILON = 0.01
"""A difference of costs that is ignored."""


class Taken(NamedTuple):
    """A ply with the move that is played for it.

    Attributes:
        ply: the ply as it is played.
        price: the cost of its change and its notes.
        change: the edit; None where the ply is played as written, or the edit is of another kind.
        is_open: whether other moves may be tried for the ply.
    """

    ply: EditedPly
    price: float
    change: Change | None = None
    is_open: bool = True


class RetriedGame(NamedTuple):
    """A game in which another move is played for a ply.

    Attributes:
        cost: the cost from that ply on.
        game: all plies with their moves.
        position: the last position.
    """

    cost: float
    game: list[Taken]
    position: AnyPosition


class Retrial:
    """Improves repairs of one record.

    Args:
        playthrough: plays plies.
        edits: proposes edits and their costs.
        plies: the plies of the record.
    """

    def __init__(self, playthrough: Playthrough, edits: Edits, plies: Plies) -> None:
        self._playthrough, self._edits, self._plies = playthrough, edits, plies
        self._remark, self._dearest = edits.price("remark"), edits.price("any") + SPREAD
        self._others: dict[int, tuple[Taken, ...]] = {}
        self._game: list[Taken] = []
        self._positions: list[AnyPosition] = []
        self._ahead: list[float] = []
        self._floor: list[float] = []
        self._stops: list[int] = []
        self._steps: list[object] = []

    def improve(
        self, plies: Plies, changes: tuple[Change, ...], deadline: float
    ) -> Iterator[tuple[PlaythroughResult, tuple[Change, ...]]]:
        """Yield variations of a repair that are better or slightly worse, with their edits.

        Args:
            plies: the plies of the repair, which can be played to the end.
            changes: its changes.
            deadline: when to stop, in processor time.
        """
        found = {change.index: change for change in changes if change.kind in (WRONG, READING)}
        game = [self._as_in_game(ply, found) for ply in plies]
        varied = {one.change for one in game}
        kept = [one for one in changes if one.kind != RESULT and one not in varied]
        self._take(game)
        at, since = 0, 0
        while since < len(plies) and process_time() < deadline:
            best: RetriedGame | None = None
            for number, taken in enumerate(self._tried(at)):
                if number % 16 == 15 and process_time() > deadline:
                    break
                trial = self._played_on(at, taken)
                if trial is None or trial.cost >= self._ahead[at] + MARGIN:
                    continue
                played = tuple(one.ply for one in trial.game)
                edits = (*kept, *(one.change for one in trial.game if one.change))
                yield PlaythroughResult(played, len(played), trial.position), edits
                if best is None or trial.cost < best.cost:
                    best = trial
            since += 1
            if best and best.cost < self._ahead[at] - EPSILON:
                self._take(best.game)
                since = 0
            at = (at + 1) % len(plies)

    def _as_in_game(self, ply: EditedPly, changes: dict[int, Change]) -> Taken:
        change = changes.get(ply.origin) if ply.origin is not None else None
        is_open = ply.origin is not None and (change is not None or not ply.settled)
        price = ply.notes * self._remark + (change.price if change else 0.0)
        return Taken(ply, price, change, is_open)

    def _take(self, game: list[Taken]) -> None:
        """Set the game to improve.

        For each ply, store the cost from it on, and the least cost that this part can have.
        """
        self._game, self._positions = game, [self._playthrough.start]
        self._steps = [one.ply.step for one in game]
        for one in game:
            self._positions.append(self._playthrough.after(self._positions[-1], one.ply))
        self._ahead, self._floor = [0.0] * (len(game) + 1), [0.0] * (len(game) + 1)
        self._stops = [len(game)] * (len(game) + 1)
        for at in range(len(game) - 1, -1, -1):
            ply, change = game[at].ply, game[at].change
            is_plain = change is None and ply.step is not None and not ply.notes
            self._ahead[at] = self._ahead[at + 1] + game[at].price
            self._floor[at] = self._floor[at + 1] + self._least(game[at])
            self._stops[at] = self._stops[at + 1] if is_plain else at

    def _least(self, one: Taken) -> float:
        origin = one.ply.origin if one.is_open else None
        if origin is None or self._playthrough.claims[self._plies[origin].text]:
            return 0.0
        return min([one.price, *(other.price for other in self._meant(origin)[:1])])

    def _tried(self, at: int) -> Iterator[Taken]:
        """Yield other moves that may be played for a ply of the game, the cheapest first.

        If the ply was edited, all legal moves are tried, and first the ply as written.
        """
        own, position = self._game[at], self._positions[at]
        if not own.is_open or own.ply.origin is None:
            return
        if own.change:
            if written := self._as_written(own, position):
                yield written[0]
            # Called to price the moves that are legal here.
            origin = own.ply.origin
            next(self._edits.corrected(position, self._plies, origin, self._dearest), None)
            self._others.pop(origin, None)
        room = min(own.price + SPREAD, self._ahead[at] + MARGIN - self._floor[at + 1])
        for taken in self._meant(own.ply.origin):
            if taken.price > room:
                return
            if taken.ply.step != own.ply.step:
                yield taken

    def _meant(self, origin: int) -> tuple[Taken, ...]:
        """Return the moves for which a ply of the record may stand, the cheapest first."""
        if origin not in self._others:
            known = self._edits.known(self._plies, origin, self._dearest)
            self._others[origin] = tuple(Taken(ply, one.price, one) for one, ply in known)
        return self._others[origin]

    def _played_on(self, at: int, taken: Taken) -> RetriedGame | None:
        """Return the game with another move for a ply; None if it cannot be played to its end."""
        after = self._after(self._positions[at], taken)
        if after is None:
            return None
        position, game, cost, index = after, [*self._game[:at], taken], taken.price, at + 1
        while index < len(self._game):
            if position == self._positions[index]:
                rest = cost + self._ahead[index]
                return RetriedGame(rest, [*game, *self._game[index:]], self._positions[-1])
            stop = self._stops[index]
            position, played = position.advance(self._steps[index:stop])
            game += self._game[index : index + played]
            index += played
            if played and index == stop:
                continue
            room = self._ahead[at] - max(
                self._ahead[index + 1] - SPREAD, self._floor[index + 1] - MARGIN
            )
            following = self._next(index, position, room - cost)
            if following is None:
                return None
            one, position = following
            game.append(one)
            cost, index = cost + one.price, index + 1
        return RetriedGame(cost, game, position)

    def _next(
        self, index: int, position: AnyPosition, room: float
    ) -> tuple[Taken, AnyPosition] | None:
        """Return how a later ply is played after another move, and the position after the ply.

        None if it cannot be played at a cost of ``room`` or less.

        Args:
            index: index of the ply in the game.
            position: the position before it, which is not that of the game.
            room: maximum cost.
        """
        own = self._game[index]
        if written := self._as_written(own, position):
            return written
        others = self._meant(own.ply.origin) if own.is_open and own.ply.origin is not None else ()
        for taken in (own, *others):
            if taken.price <= room and (after := self._after(position, taken)) is not None:
                return taken, after
        return None

    def _as_written(self, own: Taken, position: AnyPosition) -> tuple[Taken, AnyPosition] | None:
        """Return a ply played as written, and the position after it; None if that is illegal."""
        if not own.is_open or own.ply.origin is None:
            return None
        run = self._playthrough.run(position, (self._plies[own.ply.origin],), 0)
        if not run.reach:
            return None
        return Taken(run.plies[0], run.plies[0].notes * self._remark), run.position

    def _after(self, position: AnyPosition, taken: Taken) -> AnyPosition | None:
        """Return the position after a ply; None if the ply is illegal or states a wrong count."""
        after, played = position.advance((taken.ply.step,))
        if self._edits.counted and played and not self._playthrough.agrees(position, taken.ply):
            return None
        return after if played else None
