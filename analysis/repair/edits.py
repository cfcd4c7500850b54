"""The edits that may repair a game: what each does to its plies, and its price.

An edit is proposed at one place of a game that is being edited, and comes as new plies with the
index from which on they have to be played again.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, log10

from analysis.games.position import AnyPosition
from analysis.repair.candidates import HOLES, LEVELS, NO_CHOICES, Candidates, Choices, Correction
from analysis.replay.compiled import (
    EditedPly,
    Playthrough,
    PlaythroughResult,
    Plies,
    exchange_columns,
    exchange_plies,
)
from analysis.typos.model import SlipModel
from notation.memo import Memo

WRONG = "wrong-ply"
READING = "reading"
MISSING = "missing-ply"
SPLIT = "split-ply"
DOUBLED = "doubled-ply"
SUPERFLUOUS = "superfluous-ply"
EXCHANGED = "exchanged-plies"
COLUMNS = "exchanged-columns"
RESULT = "result"
VARIANT = "variant"
DIALECT = "dialect"
OVERLOOKED = "as-recorded"

WHOLE = (VARIANT, DIALECT)
"""Kinds of edits that concern the whole game, not one place in it."""

LEGIBLE = 2
"""Letters and digits of the shortest text that is taken for a move."""

MAX_SLIP_COST = 2.6
"""Price up to which a ply that could be played is taken to be miswritten all the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """One edit.

    Attributes:
        kind: kind of slip that it corrects.
        index: index of the ply in the record; of the ply before which one is missing.
        written: the text that stands there; empty where a ply is missing.
        meant: the text that should stand there; empty where a ply is superfluous.
        price: the price of the slip.
    """

    kind: str
    index: int
    written: str
    meant: str
    price: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edit that may help.

    Attributes:
        change: the edit.
        plies: the plies with it.
        at: index of the first ply that is another than before.
        choice: part of the price that distinguishes the edit from others of its kind, each of
            which would do as well; the price of all of them together is the price without it.
    """

    change: Change
    plies: Plies
    at: int
    choice: float = 0.0


MIN_EDIT_COST = 0.9
"""The least cost of an edit: what a game that breaks off has yet to pay."""

UNPLAYED_COST = 0.03
"""The cost of each ply that could not be played."""

UNPLAYED_COST_FAST = 0.3
"""The same where the game that goes furthest is next."""


@dataclass(frozen=True, slots=True)
class EditedGame:
    """A game with some edits.

    Attributes:
        run: how far it can be played.
        changes: the edits, in the order made.
        cost: their prices, and that of notes and contradictions.
        open: price of the stated result and last position that the board contradicts.
    """

    run: PlaythroughResult
    changes: tuple[Change, ...]
    cost: float
    open: float = 0.0

    @property
    def texts(self) -> tuple[str, ...]:
        """The move texts."""
        return tuple(ply.text for ply in self.run.plies)

    @property
    def edits(self) -> list[Change]:
        """The changes that edit the record, in its order: another reading edits nothing."""
        edits = [change for change in self.changes if change.kind != READING]
        return sorted(edits, key=lambda change: change.index)

    @property
    def result(self) -> str | None:
        """The result that replaces the stated one, None to keep that."""
        return next((change.meant for change in self.changes if change.kind == RESULT), None)

    @property
    def rank(self) -> tuple[int, float]:
        """The value that an edit must lower."""
        return self.run.left, self.open

    @property
    def far(self) -> tuple[int, float]:
        """Sort key of the game that goes furthest: plies left, then cost."""
        return self.run.left, self.cost

    @property
    def estimate(self) -> float:
        """Estimated cost of a repair that contains these edits."""
        ahead = MIN_EDIT_COST if self.run.left or self.open else 0
        return self.cost + ahead + UNPLAYED_COST * self.run.left

    @property
    def furthest_first(self) -> float:
        """Sort key when the furthest game is expanded first: plies left, then cost."""
        return self.cost + UNPLAYED_COST_FAST * self.run.left


class Edits:
    """Proposes edits under a slip model."""

    def __init__(
        self,
        playthrough: Playthrough,
        model: SlipModel,
        choices: Choices = NO_CHOICES,
        texts: Sequence[str] | None = None,
    ) -> None:
        self._candidates = Candidates(playthrough, model, choices, texts)
        self._model = model
        self._run_on = playthrough.dialect.inner_blanks is None
        self.quick = False
        self._known: Memo[tuple[EditedPly, float], list[Correction]]
        self._known = Memo(lambda key: self._candidates.known(*key))
        self._repeated = {text for text, count in Counter(texts or ()).items() if count > 1}

    def at(
        self, position: AnyPosition, plies: Plies, index: int, stuck: bool, limit: float = inf
    ) -> Iterator[Proposal]:
        """Yield the edits that a place allows.

        Args:
            position: the position in which the ply stands.
            plies: the game.
            index: index of the ply.
            stuck: whether the ply is the one at which the game breaks off.
            limit: highest price of another move for a ply.
        """
        if plies[index].settled:
            return
        yield from self._moves(position, plies, index, stuck, limit)
        yield from self._exchanged(plies, index)
        yield from self._columns(position, plies, index)
        if self.price("missing") <= limit:
            yield from self._missing(position, plies, index)

    def price(self, name: str) -> float:
        """Return the price of a slip that concerns whole plies."""
        return self._model.price("plies", name)

    @property
    def counted(self) -> bool:
        """Whether the text of a move depends on the position."""
        return self._candidates.counted

    def corrected(
        self, position: AnyPosition, plies: Plies, index: int, limit: float
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield other moves that a ply may have been meant for, the likeliest first.

        Args:
            position: the position in which the ply stands.
            plies: the game.
            index: index of the ply.
            limit: price up to which to yield them.
        """
        return self._correcting(plies, index, self._meant(position, plies[index], limit))

    def _meant(self, position: AnyPosition, ply: EditedPly, limit: float) -> list[Correction]:
        """Return the moves that a ply may have been meant for; see `quick`."""
        if not self.quick or position in self._candidates.legal:
            return self._candidates.corrections(position, ply, limit)
        level = next(one for one in LEVELS if limit <= one)
        known = self._known[ply, level]
        return known[: bisect_right(known, limit, key=lambda one: one.price)]

    @contextmanager
    def quickly(self) -> Iterator[None]:
        """Propose only moves that have been priced before, inside the context.

        Their legality is tested when they are played, which is much quicker than listing and
        pricing all legal moves of a position.
        """
        self.quick = True
        try:
            yield
        finally:
            self.quick = False
            self._known.clear()

    def known(self, plies: Plies, index: int, limit: float) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the moves, in whatever position, that were found dear at most by `corrected`.

        Args:
            plies: the game.
            index: index of the ply.
            limit: price up to which to yield them, the likeliest first.
        """
        return self._correcting(plies, index, self._candidates.known(plies[index], limit))

    def _correcting(
        self, plies: Plies, index: int, found: Iterable[Correction]
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the edits that put other moves for a ply."""
        ply, origin = plies[index], _origin(plies, index)
        for one in found:
            if one.step == ply.step:
                continue
            kind = READING if one.read else WRONG
            text = ply.text if one.read else one.text
            # A second reading of equal likelihood is still a choice made.
            price = max(one.price, self._model.price("reading", "other"))
            meant = EditedPly(text, one.step, ply.origin, settled=True)
            yield Change(kind, origin, ply.text, text, price), meant

    def split(
        self, position: AnyPosition, plies: Plies, index: int, limit: float
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield moves of which a ply and the next are the halves."""
        halves, price = plies[index : index + 2], self.price("split")
        if len(halves) < 2 or halves[1].settled or any(half.text in HOLES for half in halves):
            return
        whole = EditedPly("".join(half.text for half in halves), None, None)
        if not self.quick and len(whole.text) > self._candidates.longest(position) + 1:
            return
        written, origin = " ".join(half.text for half in halves), halves[0].origin
        for one in self._meant(position, whole, limit - price):
            change = Change(SPLIT, _origin(plies, index), written, one.text, one.price + price)
            yield change, EditedPly(one.text, one.step, origin, settled=True)

    def joined(
        self, position: AnyPosition, plies: Plies, index: int, limit: float
    ) -> Iterator[tuple[tuple[Change, Change], tuple[EditedPly, EditedPly]]]:
        """Yield the pairs of moves that two plies make if divided elsewhere.

        One of them may be both, where nothing could be read of the other; and the last words of the
        first may belong to the second.
        """
        pair, price = plies[index : index + 2], self.price("joined")
        if len(pair) < 2 or pair[1].settled:
            return
        halved = HOLES.isdisjoint(ply.text for ply in pair)
        limit = min(limit, self.price("any") * (1 + halved)) - price
        for first, second in self._parted(pair[0].text, pair[1].text):
            for one in self._halves(position, first, limit):
                after, played = position.advance([one.step])
                for other in self._halves(after, second, limit - one.price) if played else ():
                    prices = one.price + price, other.price
                    yield self._two(plies, index, (one, other), prices)

    def _parted(self, first: str, second: str) -> Iterator[tuple[str, str]]:
        """Yield the pairs of texts that two plies make if divided elsewhere."""
        if first in HOLES or second in HOLES:
            text = second if first in HOLES else first
            yield from ((text[:at], text[at:]) for at in range(1, len(text)))
        elif self._run_on:
            words = first.split()
            for at in range(1, len(words)):
                yield " ".join(words[:at]), " ".join((*words[at:], second))

    def _halves(self, position: AnyPosition, text: str, limit: float) -> list[Correction]:
        if len(text.strip()) < LEGIBLE:
            return []
        half = EditedPly(text, None, None)
        return self._meant(position, half, limit)

    def _two(
        self,
        plies: Plies,
        index: int,
        moves: tuple[Correction, Correction],
        prices: tuple[float, float],
    ) -> tuple[tuple[Change, Change], tuple[EditedPly, EditedPly]]:
        """Return the edits that put moves for a ply and the next, and the plies."""
        (one, other), (first, second) = moves, plies[index : index + 2]
        price, rest = prices
        changes = (
            Change(WRONG, _origin(plies, index), first.text, one.text, price),
            Change(WRONG, _origin(plies, index + 1), second.text, other.text, rest),
        )
        mended = (
            EditedPly(one.text, one.step, first.origin, settled=True),
            EditedPly(other.text, other.step, second.origin, settled=True),
        )
        return changes, mended

    def superfluous(self, plies: Plies, index: int, nearest: float) -> Change:
        """Return the edit that takes a ply out.

        Args:
            plies: the game.
            index: index of the ply.
            nearest: price of the likeliest move that the ply may have been meant for; what nearly
                reads as a move seldom is none.
        """
        text = plies[index].text
        before = {ply.text for ply in plies[max(index - 2, 0) : index]}
        copied = text in before and text not in HOLES
        if copied:
            return Change(DOUBLED, _origin(plies, index), text, "", self.price("doubled"))
        if text in HOLES:
            price = self.price("superfluous") + self.price("hole")
        elif text in self._repeated:
            price = self.price("copied")
        elif sum(map(str.isalnum, text)) < LEGIBLE:
            price = self.price("junk")
        else:
            near = nearest + self.price("legible") if nearest < self.price("any") else 0.0
            price = max(self.price("superfluous"), near)
        return Change(SUPERFLUOUS, _origin(plies, index), text, "", price)

    def exchanged(self, plies: Plies, index: int) -> Change | None:
        """Return the edit that exchanges a ply and the next; None where there are no such two."""
        pair = plies[index : index + 2]
        if len(pair) < 2 or pair[1].settled or pair[0].text == pair[1].text:
            return None
        price = self.price("exchanged")
        return Change(EXCHANGED, _origin(plies, index), pair[0].text, pair[1].text, price)

    def missing(
        self, position: AnyPosition, plies: Plies, index: int
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the edits that put a ply in before another."""
        if self.quick and position not in self._candidates.legal:
            return
        legal, origin = self._candidates.legal[position], _origin(plies, index)
        price = self.price("missing") + log10(max(len(legal), 1))
        for one in legal:
            meant = EditedPly(one.texts[0], one.step, None, settled=True)
            yield Change(MISSING, origin, "", one.texts[0], price), meant

    def _moves(
        self, position: AnyPosition, plies: Plies, index: int, stuck: bool, limit: float
    ) -> Iterator[Proposal]:
        """Yield other moves for a ply, and that it is too many."""
        nearest = 0.0 if not stuck else self.price("any")
        limit = min(self.price("any") + 3 if stuck else MAX_SLIP_COST, limit)
        for change, meant in self.corrected(position, plies, index, limit):
            nearest = min(nearest, change.price)
            yield Proposal(change, (*plies[:index], meant, *plies[index + 1 :]), index)
        change = self.superfluous(plies, index, nearest)
        yield Proposal(change, (*plies[:index], *plies[index + 1 :]), index)

    def _exchanged(self, plies: Plies, index: int) -> Iterator[Proposal]:
        if change := self.exchanged(plies, index):
            yield Proposal(change, exchange_plies(plies, index), index)

    def _columns(self, position: AnyPosition, plies: Plies, index: int) -> Iterator[Proposal]:
        if position.turn or len(position.sides) != 2 or len(plies) - index < 4:
            return
        price = self.price("columns")
        first, second = plies[index].text, plies[index + 1].text
        change = Change(COLUMNS, _origin(plies, index), first, second, price)
        yield Proposal(change, exchange_columns(plies, index), index)

    def _missing(self, position: AnyPosition, plies: Plies, index: int) -> Iterator[Proposal]:
        """Yield the plies that may be missing, of which most make the next one illegal."""
        choice, following = log10(max(len(self._candidates.legal[position]), 1)), plies[index]
        # A step with notes was completed on another board: here the text may mean another move, and
        # so may one with several readings.
        known = following.step is not None and not following.notes
        least = 1 if not known or len(self._candidates.claims[following.text]) > 1 else 2
        for change, found in self.missing(position, plies, index):
            if not known or position.advance((found.step, following.step))[1] >= least:
                edited = (*plies[:index], found, *plies[index:])
                yield Proposal(change, edited, index, choice)


def _origin(plies: Plies, index: int) -> int:
    """Return the index in the record of the next ply from a place on."""
    for ply in plies[index:]:
        if ply.origin is not None:
            return ply.origin
    return sum(ply.origin is not None for ply in plies)
