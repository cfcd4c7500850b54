"""The search for the cheapest sets of edits that carry a game to its end.

First break after break is mended near where it shows, which finds few ordinary slips soon. A game
with many breaks is decoded forward, as `forward` has it. In any other the search goes on
with the cheapest edited game first: from where it breaks off back to its beginning every edit is
tried, for the ply that went wrong may be a legal one that only later does harm. An edit has helped
if the game then goes beyond the break. Plies that are still unplayed cost something too, since a
wrong guess seldom lasts.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import process_time

from analysis.games.position import AnyPosition
from analysis.repair.candidates import choices_of
from analysis.repair.edits import (
    DOUBLED,
    MIN_EDIT_COST,
    READING,
    RESULT,
    SUPERFLUOUS,
    WRONG,
    Change,
    EditedGame,
    Edits,
    Proposal,
)
from analysis.repair.forward import Decoder
from analysis.repair.retrial import Retrial
from analysis.replay.branching import best_first
from analysis.replay.compiled import EditedPly, Playthrough, PlaythroughResult, Plies
from analysis.replay.diagnosis import agrees_with, result_of
from analysis.typos.model import SlipModel
from records import Record
from records.model import UNDECIDED

FINAL_POSITION = "FinalPosition"
"""The tag with a game's last position, as a position string."""

MARGIN = 1.0
"""How much dearer than the cheapest repair others may be to be looked for."""

BEAM = 24
"""Games kept of those which one edit leads to and which break off again."""

MAX_GAMES = 249
"""Games expanded before a search gives up."""

MAX_POLISH = 39
"""Games expanded, once there is a repair, to find better ones."""

FEW = 3
"""Edits, or plies that cannot be read, from which on a game is decoded forward."""

EDITING = 0.4
"""The part of the time for a search edit by edit."""

RETRIAL = 0.5
"""The part of the time for trying the plies of a repair again."""

NEAR = 12
"""Plies before a break in which its slip is looked for first."""

CARRIED = 10
"""Plies beyond a break that an edit carries a game if it is likely right."""

DIVES = 12
"""Games expanded to mend break after break."""

WIDTHS = (8, 24, 96, 384, 1536, 6144)
"""Positions kept in the walks through a game; the wider ones where a narrower one drops some."""

WIDER, THOROUGH = 4, 0.3
"""How much wider each walk is, and the part of the time that one takes that asks each position for
its legal moves."""

DEAR = 6.0
"""The price of a walk's best repair above which few slips may explain the game yet."""

SPARED = 12
"""Repairs in which each edit is tried to be spared."""

UNDONE = (WRONG, READING, SUPERFLUOUS, DOUBLED)
"""Kinds of edits that are undone by putting the written ply back."""

POLISHED = 8
"""Edits of a repair up to which another is looked for in place of each."""

ORDINARY = 2.0
"""The most that each of a few edits costs where the narrowest walk is enough."""

ALL_BUT = 0.99
"""The part of what was likely that a walk keeps where no wider one follows."""

SEARCHED = 0.97
"""The least part of what was likely that a walk and a search edit by edit see together."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of a search.

    Attributes:
        repairs: edited games that go to the end, the cheapest first.
        furthest: the game that goes furthest.
        stopped: whether time or effort ran out first.
        share: the part of what was likely that was kept in view.
    """

    repairs: tuple[EditedGame, ...]
    furthest: EditedGame
    stopped: bool
    share: float = 1.0


def undone(plies: Plies, written: EditedPly) -> Plies:
    """Return plies with the edit of one ply undone."""
    others = [ply for ply in plies if ply.origin != written.origin]
    behind = (at for at, ply in enumerate(others) if _order_of(ply) > _order_of(written))
    at = next(behind, len(others))
    return (*others[:at], written, *others[at:])


def _order_of(ply: EditedPly) -> int:
    return -1 if ply.origin is None else ply.origin


def _part_of(deadline: float) -> Callable[[], float]:
    """Return a function that returns which part of the time from now to a deadline is spent."""
    begun = process_time()
    seconds = max(deadline - begun, SHORTEST)
    return lambda: (process_time() - begun) / seconds


SHORTEST = 1e-9
"""The least time that a walk is given, in seconds."""


class Search:
    """Looks for repairs of one record.

    Args:
        record: the record.
        playthrough: plays its plies.
        model: the slips.
        known: price of an explanation without edits.
        edits: gives the edits, with what was priced before; None if nothing was.
    """

    def __init__(
        self,
        record: Record,
        playthrough: Playthrough,
        model: SlipModel,
        known: float = inf,
        edits: Edits | None = None,
    ) -> None:
        self._known = known
        self._record = record
        self._playthrough = playthrough
        self._model = model
        self._edits = edits or Edits(playthrough, model, choices_of(record), record.moves)
        self._costs: dict[tuple[tuple[str, ...], tuple[int, ...]], float] = {}
        self._repairs: list[EditedGame] = []
        self._tried = set[tuple[str, ...]]()
        self._furthest: EditedGame
        self._share = 1.0
        self._deadline = inf

    def run(self, seconds: float, settled: Collection[int] = frozenset()) -> SearchResult:
        """Look for repairs for no longer than so many seconds of processor time.

        A game that one edit may repair is searched edit by edit. Where none does, and where several
        plies cannot be read, it is decoded forward; if few edits are enough then, others are
        searched for again.

        Args:
            seconds: how long.
            settled: indices of plies that are right as they stand.
        """
        begun = process_time()
        plies = self._playthrough.plies(self._record.moves, settled)
        start = self._game(self._playthrough.run(self._playthrough.start, plies, 0), ())
        self._furthest = start
        unreadable = sum(not self._playthrough.claims[ply.text] for ply in plies)
        editing = begun + seconds * (EDITING if start.run.left else 1)
        if start.run.left and unreadable <= FEW:
            self._dive(start, editing)
        search = self._search(start)
        stopped = unreadable > 1 or self._go_on(search, editing, alone=bool(start.run.left))
        if start.run.left and self._fewest > 1 and self._known > FEW:
            few = search if unreadable < FEW else iter(())
            stopped = self._decode(plies, begun + seconds, few)
            self._polish(plies, begun + seconds)
        if self._fewest < FEW or (not self._repairs and unreadable < FEW):
            stopped = self._go_on(search, begun + seconds)
            self._share = max(self._share, SEARCHED)
        repairs = tuple(sorted(self._repairs, key=lambda one: one.cost))
        return SearchResult(repairs, self._furthest, stopped, self._share)

    def _dive(self, start: EditedGame, deadline: float) -> None:
        """Mend break after break, the game that goes furthest first, up to a cheap repair."""
        games = best_first(
            start,
            lambda game: self._carried(game, deadline),
            lambda game: game.furthest_first,
            prune=lambda game: game.cost + MIN_EDIT_COST >= self._bound - MARGIN,
        )
        for _ in islice(games, DIVES):
            if process_time() > deadline:
                break
        self._costs.clear()

    def _carried(self, game: EditedGame, deadline: float) -> list[EditedGame]:
        """Return the games that an edit near the break leads to.

        It is looked for in the whole game before it if none there carries far.
        """
        found = self._expand(game, deadline, NEAR)
        far = any(one.run.left + CARRIED < game.run.left for one in found)
        return found if far or self._repairs else found + self._expand(game, deadline)

    @property
    def _fewest(self) -> int:
        """The least number of changes of a repair."""
        return min((len(one.changes) for one in self._repairs), default=FEW)

    def _search(self, start: EditedGame) -> Iterator[EditedGame]:
        """Yield the games that are looked at edit by edit.

        Two orders take turns: the cheapest first, which finds the best repair, and the furthest
        first, which finds some repair soon however many slips there are.
        """

        def expand(game: EditedGame) -> list[EditedGame]:
            found = self._expand(game, self._deadline)
            self._furthest = min([self._furthest, *found], key=lambda one: one.far)
            return found

        orders = (lambda one: (one.estimate,)), (lambda one: (one.furthest_first,))
        yield from best_first(start, expand, *orders, prune=lambda one: one.estimate >= self._bound)

    def _go_on(self, search: Iterator[EditedGame], deadline: float, alone: bool = False) -> bool:
        """Look for repairs edit by edit; return whether time or effort ran out.

        Args:
            search: the games to look at.
            deadline: when to stop, in processor time.
            alone: whether to stop where no single edit helps.
        """
        self._deadline = deadline
        for count, _ in enumerate(search):
            if alone and count == 1 and self._fewest > 1:
                return True
            if process_time() > deadline or count > (MAX_POLISH if self._repairs else MAX_GAMES):
                return True
        return process_time() > deadline

    def _decode(self, plies: Plies, deadline: float, search: Iterator[EditedGame]) -> bool:
        """Look for repairs in walks of growing width; return whether time ran out first.

        Where the first finds none but a dear one, the search edit by edit goes on for a while.
        """
        decoder = Decoder(self._playthrough, self._edits, plies)
        retrial, took = Retrial(self._playthrough, self._edits, plies), 0.0
        for width in WIDTHS:
            begun = process_time()
            quick = took * WIDER > (deadline - begun) * THOROUGH
            with self._edits.quickly() if quick else nullcontext():
                ways, furthest = decoder.decode(width, _part_of(deadline), self._bound)
            took = process_time() - begun
            for way in ways:
                self._game(PlaythroughResult(way.plies, len(way.plies), way.position), way.changes)
            if not self._repairs:
                rest = (*furthest.plies, *plies[furthest.reach :])
                run = PlaythroughResult(rest, len(furthest.plies), furthest.position)
                self._furthest = min(
                    self._furthest, self._game(run, furthest.changes), key=lambda one: one.far
                )
            elif furthest.reach == len(plies):
                self._share = decoder.share
            if width == WIDTHS[0] and self._bound > DEAR + MARGIN:
                now = process_time()
                self._go_on(search, now + (deadline - now) * EDITING)
            self._retry(retrial, deadline)
            now = process_time()
            if now > deadline:
                return not self._repairs
            if self._settled(width) or took > deadline - now:
                break
        return False

    def _retry(self, retrial: Retrial, deadline: float) -> None:
        """Try the plies of the best repair again, one by one, if that was not done before."""
        best = min(self._repairs, key=lambda one: one.cost, default=None)
        if best and best.texts not in self._tried and len(best.changes) >= FEW:
            now = process_time()
            for run, changes in retrial.improve(best, now + (deadline - now) * RETRIAL):
                self._game(run, changes)
            self._tried.add(min(self._repairs, key=lambda one: one.cost).texts)

    def _polish(self, plies: Plies, deadline: float) -> None:
        """Look for another edit in place of each of the best repair's, in the whole game before it.

        A walk has long dropped the position in which a slip did no harm yet.
        """
        best = min(self._repairs, key=lambda one: one.cost, default=None)
        if best and FEW <= len(best.changes) <= POLISHED:
            for run, changes in self._with_one_less(best, plies, (WRONG, READING)):
                if run.left and process_time() < deadline:
                    self._expand(self._game(run, changes), deadline)
        self._spare(plies, deadline)

    def _spare(self, plies: Plies, deadline: float) -> None:
        """Undo edits that a repair can do without, as others have been made since."""
        todo = sorted(self._repairs, key=lambda one: one.cost)[:SPARED]
        while todo and process_time() < deadline:
            game = todo.pop()
            for run, changes in self._with_one_less(game, plies, UNDONE):
                if not run.left and changes:
                    todo.append(self._game(run, changes))

    def _with_one_less(
        self, game: EditedGame, plies: Plies, kinds: Collection[str]
    ) -> Iterator[tuple[PlaythroughResult, tuple[Change, ...]]]:
        """Yield how far a game goes without each change of some kinds, and the other changes."""
        for change in game.changes[::-1]:
            if change.kind in kinds:
                texts = undone(game.run.plies, plies[change.index])
                run = self._playthrough.run(self._playthrough.start, texts, 0)
                yield run, tuple(one for one in game.changes if one is not change)

    def _settled(self, width: int) -> bool:
        """Whether no wider walk is wanted after one."""
        if not self._repairs or self._share <= ALL_BUT:
            return False
        best = min(self._repairs, key=lambda one: one.cost)
        ordinary = all(one.price <= ORDINARY for one in best.changes)
        return width > WIDTHS[0] or (len(best.changes) <= FEW and ordinary)

    @property
    def _bound(self) -> float:
        return min([self._known, *(one.cost for one in self._repairs)]) + MARGIN

    def _game(self, run: PlaythroughResult, changes: tuple[Change, ...]) -> EditedGame:
        remark = self._model.price("plies", "remark")
        notes = sum(ply.notes for ply in run.plies[: run.reach])
        cost = sum(change.price for change in changes) + remark * notes
        if run.left:
            return EditedGame(run, changes, cost)
        missed, ended = self._contradictions(run.position)
        result_price = sum(one.price for one in ended)
        whole = EditedGame(run, (*changes, *ended), cost + missed + result_price)
        if whole.changes:
            self._repairs.append(whole)
        return EditedGame(run, changes, cost + missed, missed + result_price)

    def _contradictions(self, position: AnyPosition) -> tuple[float, list[Change]]:
        """Return the price of a stated last position, and the result if it has to be changed."""
        stated, missed = self._record.tags.get(FINAL_POSITION), 0.0
        if stated and " ".join(stated.split()) != str(position):
            missed = self._model.price("plies", "position")
        outcome, result = position.outcome(), self._record.result
        if outcome is None or result == UNDECIDED or agrees_with(result, outcome, position.sides):
            return missed, []
        right = result_of(outcome.winner, position.sides)
        last, price = len(self._record.moves), self._model.price("plies", "result")
        return missed, [Change(RESULT, last, result, right, price)]

    def _expand(
        self, game: EditedGame, deadline: float, near: int | None = None
    ) -> list[EditedGame]:
        """Return the games that one more edit leads to and that are not whole.

        A break at a ply that cannot be read is mended there or nowhere.

        Args:
            game: the game.
            deadline: when to stop, in processor time.
            near: how many plies before the break are edited at most; None for all.
        """
        found: list[EditedGame] = []
        positions = self._positions(game.run)
        last = min(game.run.reach, len(game.run.plies) - 1)
        if game.run.left and not self._playthrough.claims[game.run.plies[last].text]:
            near = 0
        first = 0 if near is None else max(last - near, 0)
        for index in range(last, first - 1, -1):
            stuck = index == game.run.reach
            limit = self._bound - game.cost
            for proposal in self._edits.at(positions[index], game.run.plies, index, stuck, limit):
                child = self._try(game, proposal, positions[index])
                if child and (child.run.left or child.open):
                    found.append(child)
            if process_time() > deadline:
                break
        return sorted(found, key=lambda one: one.estimate)[:BEAM]

    def _positions(self, run: PlaythroughResult) -> list[AnyPosition]:
        """Return the positions before each ply that was played, and after the last."""
        positions = [self._playthrough.start]
        for ply in run.plies[: run.reach]:
            positions.append(self._playthrough.after(positions[-1], ply))
        return positions

    def _try(
        self, game: EditedGame, proposal: Proposal, position: AnyPosition
    ) -> EditedGame | None:
        """Return the game that an edit leads to; None if it does not help."""
        plies, at = proposal.plies, proposal.at
        if game.cost + proposal.change.price - proposal.choice > self._bound:
            return None
        run = self._playthrough.run(position, plies, at)
        if run.left > game.run.left or (run.left and run.left == game.run.left):
            return None
        # Games with the same texts are one if those edited are read in the same way.
        decided = tuple(id(ply.step) for ply in run.plies if ply.settled)
        cost, key = (
            game.cost + proposal.change.price,
            (tuple(ply.text for ply in run.plies), decided),
        )
        if cost >= self._costs.get(key, cost + 1):
            return None
        self._costs[key] = cost
        child = self._game(run, (*game.changes, proposal.change))
        return child if child.rank < game.rank else None
