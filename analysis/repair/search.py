"""The search for the cheapest sets of edits that carry a game to its end.

A *draft* is a game with some edits. The cheapest draft is gone on with, best first: from where it
breaks off back to its beginning every edit is tried, for the ply that went wrong may be a legal one
that only later does harm. An edit has helped if the game then goes beyond the break. Plies that
are still left cost something too, since a wrong guess seldom lasts.
"""

from collections.abc import Collection
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Any

from analysis.games.position import AnyPosition
from analysis.repair.edits import RESULT, Change, Edits, Proposal
from analysis.replay.playthrough import Playthrough, PlaythroughResult
from analysis.replay.results import agrees_with, result_of
from analysis.typos.model import SlipModel
from records import Record
from records.model import UNDECIDED

FINAL_POSITION = "FinalPosition"
"""The tag that tells a game's last position, as a position string."""

LEAST = 0.9
"""What an edit costs at least: what a draft that breaks off has yet to pay."""

LEFT = 0.03
"""What each ply that a draft could not play costs."""

EAGER = 0.3
"""The same where the farthest are gone on with first."""

MARGIN = 1.0
"""How much dearer than the cheapest repair others may be to be looked for."""

KEPT = 24
"""Drafts that are kept of those which one step leads to and which break off again."""

EFFORT = 250
"""Drafts gone on with before a search gives up."""

POLISH = 40
"""Drafts gone on with, once there is a repair, to find better ones."""


@dataclass(frozen=True, slots=True)
class EditedGame:
    """A game with some edits.

    Attributes:
        run: how it goes.
        changes: the edits, in the order made.
        cost: their prices, and that of what the board does not bear out.
        open: price of what the record states of the end and the board contradicts.
    """

    run: PlaythroughResult
    changes: tuple[Change, ...]
    cost: float
    open: float = 0.0

    @property
    def whole(self) -> bool:
        """Whether the game goes to its end."""
        return not self.run.left

    @property
    def rank(self) -> tuple[int, float]:
        """What an edit has to lessen."""
        return self.run.left, self.open

    @property
    def estimate(self) -> float:
        """What a repair that this leads to may cost."""
        return self.cost + (LEAST if self.run.left or self.open else 0) + LEFT * self.run.left

    @property
    def promise(self) -> float:
        """What the farthest are told by: few plies left, at a price within reason."""
        return self.cost + EAGER * self.run.left


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        repairs: drafts that go to the end, the cheapest first.
        farthest: the draft to settle for where none does.
        stopped: whether time or effort ran out first.
    """

    repairs: tuple[EditedGame, ...]
    farthest: EditedGame
    stopped: bool


class _Queue:
    """Drafts that wait to be gone on with.

    Two orders take turns: the cheapest first, which finds the best repair, and the farthest first,
    which finds some repair soon however many slips there are.
    """

    def __init__(self, first: EditedGame) -> None:
        self._order = count()
        self._cheapest: list[tuple[float, int, EditedGame]] = []
        self._farthest: list[tuple[float, int, EditedGame]] = []
        self._taken: set[int] = set()
        self._turn = 0
        self.add([first])

    def add(self, drafts: list[EditedGame]) -> None:
        """Add drafts."""
        for draft in drafts:
            number = next(self._order)
            heappush(self._cheapest, (draft.estimate, number, draft))
            heappush(self._farthest, (draft.promise, number, draft))

    def next(self, bound: float) -> EditedGame | None:
        """Return the draft to go on with; None where none may lead to a repair below a bound."""
        self._turn += 1
        heaps = [self._cheapest, self._farthest]
        for heap in heaps if self._turn % 2 else reversed(heaps):
            while heap:
                _, number, draft = heappop(heap)
                if number not in self._taken and draft.estimate < bound:
                    self._taken.add(number)
                    return draft
        return None


class Search:
    """Looks for repairs of one record."""

    def __init__(
        self, record: Record, start: AnyPosition, course: Playthrough, model: SlipModel
    ) -> None:
        self._record = record
        self._start = start
        self._course = course
        self._model = model
        self._edits = Edits(course, model)
        self._seen: dict[Any, float] = {}
        self._repairs: list[EditedGame] = []

    def run(self, seconds: float, settled: Collection[int] = frozenset()) -> SearchResult:
        """Look for repairs for no longer than so many seconds.

        Args:
            seconds: how long.
            settled: indices of plies that are right as they stand.
        """
        deadline = monotonic() + seconds
        entries = self._course.plies(self._record.moves, settled)
        played = self._course.run(self._start, entries, 0)
        root = farthest = self._draft(played, ())
        queue = _Queue(root)
        effort = EFFORT
        while effort := effort - 1:
            draft = queue.next(self._bound)
            if draft is None:
                return self._found(farthest, stopped=False)
            drafts = self._expand(draft, deadline)
            queue.add(drafts)
            effort = min(effort, POLISH) if self._repairs else effort
            farthest = min([farthest, *drafts], key=lambda one: (one.run.left, one.cost))
            if monotonic() > deadline:
                break
        return self._found(farthest, stopped=True)

    @property
    def _bound(self) -> float:
        return min((one.cost for one in self._repairs), default=float("inf")) + MARGIN

    def _found(self, farthest: EditedGame, stopped: bool) -> SearchResult:
        return SearchResult(
            tuple(sorted(self._repairs, key=lambda one: one.cost)), farthest, stopped
        )

    def _draft(self, run: PlaythroughResult, changes: tuple[Change, ...]) -> EditedGame:
        remark = self._model.price("plies", "remark")
        notes = sum(entry.notes for entry in run.plies[: run.reach])
        cost = sum(change.price for change in changes) + remark * notes
        if run.left:
            return EditedGame(run, changes, cost)
        missed, ended = self._contradictions(run.position)
        draft = EditedGame(run, changes, cost + missed, missed + sum(one.price for one in ended))
        whole = EditedGame(run, (*changes, *ended), cost + missed + sum(one.price for one in ended))
        if whole.changes:
            self._repairs.append(whole)
        return draft

    def _contradictions(self, position: AnyPosition) -> tuple[float, list[Change]]:
        """Return what the stated last position costs, and the result if it has to be changed."""
        stated, missed = self._record.tags.get(FINAL_POSITION), 0.0
        if stated and " ".join(stated.split()) != str(position):
            missed = self._model.price("plies", "position")
        outcome, result = position.outcome(), self._record.result
        if outcome is None or result == UNDECIDED or agrees_with(result, outcome, position.sides):
            return missed, []
        right = result_of(outcome.winner, position.sides)
        last, price = len(self._record.moves), self._model.price("plies", "result")
        return missed, [Change(RESULT, last, result, right, price)]

    def _expand(self, draft: EditedGame, deadline: float) -> list[EditedGame]:
        """Return the drafts that one more edit leads to and that are not whole."""
        found: list[EditedGame] = []
        positions = self._positions(draft.run)
        last = min(draft.run.reach, len(draft.run.plies) - 1)
        for index in range(last, -1, -1):
            stuck = index == draft.run.reach
            for one in self._edits.at(positions[index], draft.run.plies, index, stuck):
                child = self._tried(draft, one, positions[index])
                if child and (child.run.left or child.open):
                    found.append(child)
            if monotonic() > deadline:
                break
        return sorted(found, key=lambda one: one.estimate)[:KEPT]

    def _positions(self, run: PlaythroughResult) -> list[AnyPosition]:
        """Return the positions before each ply that was played, and after the last."""
        positions = [self._start]
        for entry in run.plies[: run.reach]:
            position, _ = positions[-1].advance([entry.step])
            positions.append(position)
        return positions

    def _tried(
        self, draft: EditedGame, proposal: Proposal, position: AnyPosition
    ) -> EditedGame | None:
        """Return the draft that an edit leads to; None if it does not help."""
        entries, at = proposal.plies, proposal.at
        if draft.cost + proposal.change.price - proposal.choice > self._bound:
            return None
        if proposal.blind and at + 1 < len(entries) and entries[at + 1].step is not None:
            _, played = position.advance([entry.step for entry in entries[at : at + 2]])
            if played < 2:
                return None
        run = self._course.run(position, entries, at)
        if run.left > draft.run.left or (run.left and run.left == draft.run.left):
            return None
        cost = draft.cost + proposal.change.price
        if cost >= self._seen.get(key := _identity(run), cost + 1):
            return None
        self._seen[key] = cost
        child = self._draft(run, (*draft.changes, proposal.change))
        return child if child.rank < draft.rank else None


def _identity(run: PlaythroughResult) -> Any:
    """Return what makes two drafts one: the same texts, read in the same way where edited."""
    decided = tuple(id(entry.step) for entry in run.plies if entry.settled)
    return tuple(entry.text for entry in run.plies), decided
