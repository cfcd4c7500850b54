"""The search for the cheapest sets of edits that make a game legal to its end.

A first walk edits a game only at the ply where it breaks off, and at earlier plies. It finds a few
ordinary slips quickly. If more than one edit is needed, walks of growing width follow, which
replace every ply by each move for which its text may stand. Then other moves are tried for the
plies of the best repair, one at a time. An exchange of the columns is one edit, which concerns a
row and all rows after it.
"""

from collections.abc import Callable, Collection
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf
from time import process_time

from analysis.games.position import AnyPosition
from analysis.repair.beam import MARGIN, Decoder
from analysis.repair.edits import READING, RESULT, Change, Edits
from analysis.repair.retrial import Retrial
from analysis.replay.compiled import Playthrough, PlaythroughResult, exchange_columns
from analysis.replay.findings import agrees_with, result_of
from analysis.typos.candidates import choices_of
from analysis.typos.model import SlipModel
from records import Record
from records.model import UNDECIDED

FINAL_POSITION = "FinalPosition"
"""The tag with the last position of a game, as a position string."""

FEW = 3
"""Maximum number of edits, and of unreadable plies, for which editing only breaks may suffice."""

EDITING = 0.4
"""Share of the time limit for a walk that edits only breaks."""

RETRIAL = 0.5
"""Share of the remaining time for trying the plies of a repair again."""

LOOKS = 3
"""Number of positions of a layer whose breaks are edited, in the other walks."""

AT_BREAKS = 24
"""Beam width of a walk that edits only breaks."""

WIDTHS = (8, 24, 96, 384, 1536, 6144)
"""Beam widths of the other walks; a wider one follows if positions were dropped."""

WIDER, THOROUGH = 4, 0.3
"""Growth of the beam width from walk to walk; share of the time limit after which a walk no longer
lists the legal moves of each position."""

ORDINARY = 2.0
"""Maximum cost of each edit for the narrowest walk to be sufficient if there are few edits."""

ALL_BUT = 0.99
"""No wider walk follows a walk that kept at least this probability mass."""

SEARCHED = 0.97
"""Minimum probability mass that must be searched if there are few edits."""

SHORTEST = 1e-9
"""Minimum time limit of a walk, in seconds."""


@dataclass(frozen=True, slots=True)
class EditedGame:
    """A game with some edits.

    Attributes:
        run: the result of playing the edited plies.
        changes: the edits.
        cost: the sum of the costs of edits, notes and contradictions.
    """

    run: PlaythroughResult
    changes: tuple[Change, ...]
    cost: float

    @property
    def texts(self) -> tuple[str, ...]:
        """The move texts."""
        return tuple(ply.text for ply in self.run.plies)

    @property
    def edits(self) -> list[Change]:
        """The changes that edit the record, in the order of plies; other readings of texts are left
        out."""
        edits = [change for change in self.changes if change.kind != READING]
        return sorted(edits, key=lambda change: change.index)

    @property
    def result(self) -> str | None:
        """The result that replaces the stated one; None to keep the stated one."""
        return next((change.meant for change in self.changes if change.kind == RESULT), None)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of a search.

    Attributes:
        repairs: edited games that can be played to the end, the cheapest first.
        furthest: the edited game that can be played furthest.
        stopped: whether time ran out before the search ended.
        share: the probability mass that the beam kept.
    """

    repairs: tuple[EditedGame, ...]
    furthest: EditedGame
    stopped: bool
    share: float = 1.0


def _part_of(deadline: float) -> Callable[[], float]:
    """Return a function that returns the elapsed fraction of the time until a deadline."""
    begun = process_time()
    seconds = max(deadline - begun, SHORTEST)
    return lambda: (process_time() - begun) / seconds


class Search:
    """A search for repairs of one record.

    Args:
        record: the record.
        playthrough: plays its plies.
        model: the slip model.
        known: cost of a repair that changes no move (`whole.explanations`); infinity without one.
        edits: proposes edits, with the costs of moves priced before; None to start without costs.
        settled: indices of plies that are known to be right.
    """

    def __init__(
        self,
        record: Record,
        playthrough: Playthrough,
        model: SlipModel,
        known: float = inf,
        edits: Edits | None = None,
        settled: Collection[int] = frozenset(),
    ) -> None:
        self._known, self._record, self._playthrough, self._model = (
            known,
            record,
            playthrough,
            model,
        )
        self._edits = edits or Edits(playthrough, model, choices_of(record), record.moves)
        self._plies = playthrough.plies(record.moves, settled)
        self._decoder = Decoder(playthrough, self._edits, self._plies, self._contradicted)
        self._retrial = Retrial(playthrough, self._edits, self._plies)
        self._repairs: list[EditedGame] = []
        self._tried = set[tuple[str, ...]]()
        self._share = 1.0

    def run(self, seconds: float) -> SearchResult:
        """Search for repairs; ``seconds`` limits the processor time."""
        now = process_time()
        deadline, plies = now + seconds, self._plies
        run = self._playthrough.run(self._playthrough.start, plies, 0)
        self._furthest = EditedGame(run, (), 0.0)
        self._columns(run.reach)
        unreadable = sum(not self._playthrough.claims[ply.text] for ply in plies)
        stopped = False
        if not run.left or unreadable <= FEW:
            self._add(run, ())
            until = now + seconds * (EDITING if run.left else 1.0)
            self._walk(AT_BREAKS, until, breaks=True)
            stopped = process_time() > until
        if run.left and self._fewest > 1 and self._known > FEW:
            stopped = self._decode(deadline)
        if self._fewest < FEW:
            self._share = max(self._share, SEARCHED)
        repairs = tuple(sorted(self._repairs, key=lambda one: one.cost))
        return SearchResult(repairs, self._furthest, stopped, self._share)

    @property
    def _fewest(self) -> int:
        return min((len(one.changes) for one in self._repairs), default=FEW)

    @property
    def _best(self) -> EditedGame | None:
        return min(self._repairs, key=lambda one: one.cost, default=None)

    @property
    def _bound(self) -> float:
        return min([self._known, *(one.cost for one in self._repairs)]) + MARGIN

    def _columns(self, reach: int) -> None:
        """Add the repairs that exchange the columns from one row to the end.

        Args:
            reach: index of the ply at the break; later rows are not tried.
        """
        start = self._playthrough.start
        if len(start.sides) != 2:
            return
        for at in range(start.turn, min(reach + 1, len(self._plies) - 3), 2):
            run = self._playthrough.run(start, exchange_columns(self._plies, at), 0)
            if not run.left:
                self._add(run, (self._edits.columns(self._plies, at),))

    def _walk(self, width: int, deadline: float, *, breaks: bool = False) -> None:
        """Search for repairs in one walk of the beam search, and add them. While there are none,
        keep the game that can be played furthest."""
        found, furthest = self._decoder.decode(
            width, _part_of(deadline), self._bound, breaks=breaks, looks=LOOKS
        )
        for way in found:
            self._add(PlaythroughResult(way.plies, len(way.plies), way.position), way.changes)
        if self._repairs:
            self._share = self._decoder.share if furthest.reach == len(self._plies) else self._share
            return
        rest = (*furthest.plies, *self._plies[furthest.reach :])
        run = PlaythroughResult(rest, len(furthest.plies), furthest.position)
        if run.left < self._furthest.run.left:
            self._furthest = EditedGame(run, furthest.changes, furthest.estimate)

    def _decode(self, deadline: float) -> bool:
        """Search for repairs in walks of growing width; return whether time ran out without a
        repair."""
        took = 0.0
        for width in WIDTHS:
            begun = process_time()
            quick = took * WIDER > (deadline - begun) * THOROUGH
            with self._edits.quickly() if quick else nullcontext():
                self._walk(width, deadline)
            took = process_time() - begun
            self._retry(deadline)
            now = process_time()
            if now > deadline:
                return not self._repairs
            if self._settled(width) or took > deadline - now:
                break
        return False

    def _retry(self, deadline: float) -> None:
        """Try the plies of the best repair again, unless that was done before."""
        best = self._best
        if best and best.texts not in self._tried and len(best.changes) >= FEW:
            now = process_time()
            until = now + (deadline - now) * RETRIAL
            for run, changes in self._retrial.improve(best.run.plies, best.changes, until):
                self._add(run, changes)
            self._tried.add(min(self._repairs, key=lambda one: one.cost).texts)

    def _settled(self, width: int) -> bool:
        """Whether the best repair is so good that no walk of more than ``width`` is needed."""
        best = self._best
        if best is None or self._share <= ALL_BUT:
            return False
        ordinary = all(one.price <= ORDINARY for one in best.changes)
        return width > WIDTHS[0] or (len(best.changes) <= FEW and ordinary)

    def _add(self, run: PlaythroughResult, changes: tuple[Change, ...]) -> None:
        """Add a game that can be played to its end, if it has changes."""
        if run.left:
            return
        missed, ended = self._contradictions(run.position)
        if changes := (*changes, *ended):
            notes = sum(ply.notes for ply in run.plies) * self._model.price("plies", "remark")
            cost = sum(change.price for change in changes) + notes + missed
            self._repairs.append(EditedGame(run, changes, cost))

    def _contradicted(self, position: AnyPosition) -> float:
        """Return the cost of contradictions between a last position and the record's position and
        result."""
        missed, ended = self._contradictions(position)
        return missed + sum(one.price for one in ended)

    def _contradictions(self, position: AnyPosition) -> tuple[float, list[Change]]:
        """Return the cost of a wrong last position, and the change of a wrong result."""
        stated, missed = self._record.tags.get(FINAL_POSITION), 0.0
        if stated and " ".join(stated.split()) != str(position):
            missed = self._model.price("plies", "position")
        outcome, result = position.outcome(), self._record.result
        if outcome is None or result == UNDECIDED or agrees_with(result, outcome, position.sides):
            return missed, []
        right = result_of(outcome.winner, position.sides)
        last, price = len(self._record.moves), self._model.price("plies", "result")
        return missed, [Change(RESULT, last, result, right, price)]
