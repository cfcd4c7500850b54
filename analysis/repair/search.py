"""The search for the cheapest sets of edits that make a game legal to its end.

A first walk edits a game only at the ply where it breaks off, and at earlier plies. It finds a few
ordinary slips quickly. If more than one edit is needed, walks of growing width follow, which
replace every ply by each move for which its text may stand. Then other moves are tried for the
plies of the best repair, one at a time. An exchange of the columns is one edit, which concerns a
row and all rows after it.
"""

from collections.abc import Callable, Collection
from time import process_time

from analysis.games.position import AnyPosition
from analysis.repair.apply import with_plies
from analysis.repair.beam import MARGIN, Walk
from analysis.repair.confidence import Rival
from analysis.repair.edits import (
    COLUMNS,
    RESULT,
    Change,
    Edits,
    Operation,
    Operations,
    changes_of,
    edits_of,
    plies_of,
)
from analysis.repair.retrial import Retrial
from analysis.replay import Replay
from analysis.replay.compiled import exchange_columns
from analysis.replay.findings import agrees_with, result_of
from records.model import UNDECIDED

FINAL_POSITION = "FinalPosition"
"""The tag with the last position of a game, as a position string."""

FEW = 3  # edits, and unreadable plies, for which editing only breaks may suffice
EDITING = 0.4  # share of the time limit for a walk that edits only breaks
RETRIAL = 0.5  # share of the remaining time for trying the plies of a repair again
AT_BREAKS, LOOKS_AT_BREAKS = 24, 4  # beam width, and edited breaks of a layer, of such a walk
WIDTHS = (8, 24, 96, 384, 1536, 6144)  # beam widths of the other walks
LOOKS = 3  # breaks of a layer that are edited in the other walks
ORDINARY = 2.0  # highest cost of each edit for the narrowest walk to suffice if there are few
ALL_BUT = 0.99  # probability mass of a walk after which no wider walk follows
SEARCHED = 0.97  # least probability mass that is searched if there are few edits
SHORTEST = 1e-9  # least time limit of a walk, in seconds


def _part_of(deadline: float) -> Callable[[], float]:
    """Return a function that returns the elapsed fraction of the time until a deadline."""
    begun = process_time()
    seconds = max(deadline - begun, SHORTEST)
    return lambda: (process_time() - begun) / seconds


class Search:
    """A search for repairs of one record.

    Args:
        verdict: the replay of the record as written.
        edits: proposes edits.
        known: cost of a repair that changes no move (`whole.explanations`); infinity without one.
        settled: indices of plies that are known to be right.

    Attributes:
        partial: the edits with which the game can be played furthest, if no repair was found.
        reached: number of plies that can be played with them.
        stopped: whether time ran out before the search ended.
        share: the probability mass that the beam kept.
    """

    def __init__(
        self, verdict: Replay, edits: Edits, known: float, settled: Collection[int]
    ) -> None:
        self._verdict, self._record = verdict, verdict.record
        self._playthrough, self._edits, self._known = edits.playthrough, edits, known
        self._plies = self._playthrough.plies(self._record.moves, settled)
        self._written = tuple(Operation((ply,)) for ply in self._plies)
        self._retrial = Retrial(edits, self._plies)
        self._rivals: dict[tuple[tuple[str, ...], str | None], Rival] = {}
        self._tried = set[tuple[str, ...]]()
        self.partial: tuple[Change, ...] = ()
        self.reached, self.stopped, self.share = 0, False, 1.0

    def run(self, seconds: float) -> list[Rival]:
        """Return repairs, the cheapest first; ``seconds`` limits the processor time."""
        now = process_time()
        deadline, plies = now + seconds, self._plies
        run = self._playthrough.run(self._playthrough.start, plies, 0)
        self.reached, self._left = run.reach, run.left
        self._columns(run.reach)
        unreadable = sum(not self._playthrough.claims[ply.text] for ply in plies)
        if not run.left or unreadable <= FEW:
            if not run.left:
                self._add(self._edits.played(self._written, run.plies), run.position)
            until = now + seconds * (EDITING if run.left else 1.0)
            self._walk(AT_BREAKS, until, LOOKS_AT_BREAKS, breaks=True)
            self.stopped = process_time() > until
        if run.left and self._fewest > 1 and self._known > FEW:
            self.stopped = self._decode(deadline)
        if self._fewest < FEW:
            self.share = max(self.share, SEARCHED)
        return sorted(self._rivals.values(), key=lambda one: one.cost)

    @property
    def _fewest(self) -> int:
        return min((len(one.changes) for one in self._rivals.values()), default=FEW)

    @property
    def _best(self) -> Rival | None:
        return min(self._rivals.values(), key=lambda one: one.cost, default=None)

    @property
    def _bound(self) -> float:
        return min([self._known, *(one.cost for one in self._rivals.values())]) + MARGIN

    def _columns(self, reach: int) -> None:
        """Add the repairs that exchange the columns from one row to the end.

        Args:
            reach: index of the ply at the break; later rows are not tried.
        """
        start, plies, price = self._playthrough.start, self._plies, self._edits.price("columns")
        if len(start.sides) != 2:
            return
        for at in range(start.turn, min(reach + 1, len(plies) - 3), 2):
            run = self._playthrough.run(start, exchange_columns(plies, at), 0)
            if not run.left:
                change = Change(COLUMNS, at, plies[at].text, plies[at + 1].text, price)
                rest = Operation(plies[at:], change, used=len(plies) - at)
                operations = self._edits.played((*self._written[:at], rest), run.plies)
                self._add(operations, run.position)

    def _walk(self, width: int, deadline: float, looks: int, *, breaks: bool = False) -> None:
        """Search for repairs in one walk of the beam search, and add them.

        Without any repair so far, keep the edits with which the game can be played furthest."""
        walk = Walk(
            self._edits,
            self._plies,
            width,
            _part_of(deadline),
            self._bound,
            self._contradicted,
            breaks=breaks,
            looks=looks,
        )
        paths, furthest = walk.run()
        for path in paths:
            self._add(path.operations, path.end.position)
        left = len(self._plies) - furthest.end.index
        if self._rivals:
            self.share = self.share if left else walk.share
        elif left < self._left:
            operations, self._left = furthest.operations, left
            self.partial = edits_of(changes_of(operations))
            self.reached = len(plies_of(operations))

    def _decode(self, deadline: float) -> bool:
        """Search for repairs in walks of growing width; return whether time ran out without a
        repair."""
        for width in WIDTHS:
            begun = process_time()
            self._walk(width, deadline, LOOKS)
            took = process_time() - begun
            self._retry(deadline)
            now = process_time()
            if now > deadline:
                return not self._rivals
            if self._is_enough(width) or took > deadline - now:
                break
        return False

    def _retry(self, deadline: float) -> None:
        """Try the plies of the best repair again, unless that was done before."""
        best = self._best
        if best and best.texts not in self._tried and len(best.changes) >= FEW:
            now = process_time()
            until = now + (deadline - now) * RETRIAL
            for trial in self._retrial.improve(best.operations, until):
                self._add(trial.operations, trial.position)
            self._tried.add((self._best or best).texts)

    def _is_enough(self, width: int) -> bool:
        """Whether the best repair is so good that no walk of more than ``width`` is needed."""
        best = self._best
        if best is None or self.share <= ALL_BUT:
            return False
        ordinary = all(one.price <= ORDINARY for one in best.changes)
        return width > WIDTHS[0] or (len(best.changes) <= FEW and ordinary)

    def _add(self, operations: Operations, position: AnyPosition) -> None:
        """Add a game that can be played to its end, if it has changes."""
        missed, ended = self._contradictions(position)
        if not ended and not changes_of(operations):
            return
        cost = sum(one.price for one in operations) + sum(one.price for one in ended) + missed
        result = ended[0].meant if ended else None

        def play() -> Replay:
            return self._verdict.of(with_plies(self._record, rival.plies, result))

        rival = Rival(operations, ended, cost, play)
        known = self._rivals.get((rival.texts, result))
        if known is None or cost < known.cost:
            # The dictionary is in the order of insertion.
            self._rivals.pop((rival.texts, result), None)
            self._rivals[rival.texts, result] = rival

    def _contradicted(self, position: AnyPosition) -> float:
        """Return the cost of contradictions between a last position and the record's position and
        result."""
        missed, ended = self._contradictions(position)
        return missed + sum(one.price for one in ended)

    def _contradictions(self, position: AnyPosition) -> tuple[float, tuple[Change, ...]]:
        """Return the cost of a wrong last position, and the change of a wrong result."""
        stated, missed = self._record.tags.get(FINAL_POSITION), 0.0
        if stated and " ".join(stated.split()) != str(position):
            missed = self._edits.price("position")
        outcome, result = position.outcome(), self._record.result
        if outcome is None or result == UNDECIDED or agrees_with(result, outcome, position.sides):
            return missed, ()
        right = result_of(outcome.winner, position.sides)
        price = self._edits.price("result")
        return missed, (Change(RESULT, len(self._record.moves), result, right, price),)
