"""Edits that may repair a game, and their costs.

An edit is proposed for one ply of a game: as a `Change`, with the ply after the edit if there is
one.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import log10

from analysis.games.position import AnyPosition
from analysis.replay.compiled import (
    EditedPly,
    Playthrough,
    Plies,
)
from analysis.typos.candidates import HOLES, NO_CHOICES, Candidates, Choices, Correction
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
"""Kinds of edits that concern the whole game, not a place in it."""

LEGIBLE = 2
"""Minimum number of letters and digits in a text that is regarded as a move."""


@dataclass(frozen=True, slots=True)
class Change:
    """One edit.

    Attributes:
        kind: kind of slip that it corrects.
        index: index of the ply in the record; for a missing ply, that of the ply after it.
        written: the written text; empty where a ply is missing.
        meant: the corrected text; empty where a ply is superfluous.
        price: the cost of the slip.
    """

    kind: str
    index: int
    written: str
    meant: str
    price: float


class Edits:
    """Proposes edits for the plies of a game, with costs by a slip model."""

    def __init__(
        self,
        playthrough: Playthrough,
        model: SlipModel,
        choices: Choices = NO_CHOICES,
        texts: Sequence[str] | None = None,
    ) -> None:
        self._candidates = Candidates(playthrough.start, playthrough.dialect, model, choices, texts)
        self._model = model
        self.quick = False
        self._known: Memo[tuple[str, int | None], list[Correction]]
        self._known = Memo(lambda key: self._candidates.known(*key))
        self._repeated = {text for text, count in Counter(texts or ()).items() if count > 1}

    def price(self, name: str) -> float:
        """Return the cost of a slip that concerns whole plies, by its name in the slip model."""
        return self._model.price("plies", name)

    @property
    def counted(self) -> bool:
        """Whether the texts of moves include counts, which depend on the position."""
        return self._candidates.counted

    def corrected(
        self, position: AnyPosition, plies: Plies, index: int, limit: float
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield edits that replace a ply by another move for which its text may stand, likeliest
        first.

        Args:
            position: the position before the ply.
            limit: maximum cost.
        """
        return self._correcting(plies, index, self._meant(position, plies[index], limit))

    def _meant(self, position: AnyPosition, ply: EditedPly, limit: float) -> list[Correction]:
        """Return the moves for which a ply may stand and whose cost is at most ``limit``.

        Only moves with known costs are returned inside `quickly`.
        """
        if not self.quick or position in self._candidates.legal:
            return self._candidates.corrections(position, ply.text, ply.origin, limit)
        known = self._known[ply.text, ply.origin]
        return known[: bisect_right(known, limit, key=lambda one: one.price)]

    @contextmanager
    def quickly(self) -> Iterator[None]:
        """Return a context in which only moves are proposed that have been priced before.

        They are tested for legality only when they are played. This is much faster than listing and
        pricing all legal moves of a position.
        """
        self.quick = True
        try:
            yield
        finally:
            self.quick = False
            self._known.clear()

    def known(self, plies: Plies, index: int, limit: float) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the edits that earlier calls of `corrected` have found for a ply, in any position.

        The likeliest are first; edits that cost more than ``limit`` are left out.
        """
        known = self._candidates.known(plies[index].text, plies[index].origin)
        return self._correcting(plies, index, (one for one in known if one.price <= limit))

    def _correcting(
        self, plies: Plies, index: int, found: Iterable[Correction]
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the edits that replace a ply by other moves."""
        ply, origin = plies[index], _origin(plies, index)
        for one in found:
            if one.step == ply.step:
                continue
            kind = READING if one.read else WRONG
            text = ply.text if one.read else one.text
            # Choosing among equally likely readings is still a choice.
            price = max(one.price, self._model.price("reading", "other"))
            meant = EditedPly(text, one.step, ply.origin, settled=True)
            yield Change(kind, origin, ply.text, text, price), meant

    def split(
        self, position: AnyPosition, plies: Plies, index: int, limit: float
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield edits for a move that was split: they join a ply and the next ply to one move.

        Edits that cost more than ``limit`` are left out.
        """
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

    def superfluous(self, plies: Plies, index: int, nearest: float) -> Change:
        """Return the edit that removes a ply.

        Args:
            nearest: cost of the likeliest move for which the ply may stand; a text that nearly
                reads as a move is seldom superfluous.
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
        """Return the edit that exchanges a ply and the next ply.

        None if there is no next ply, or it is settled or has the same text.
        """
        pair = plies[index : index + 2]
        if len(pair) < 2 or pair[1].settled or pair[0].text == pair[1].text:
            return None
        price = self.price("exchanged")
        return Change(EXCHANGED, _origin(plies, index), pair[0].text, pair[1].text, price)

    def columns(self, plies: Plies, index: int) -> Change:
        """Return the edit that exchanges the columns from a ply on."""
        first, second = plies[index].text, plies[index + 1].text
        return Change(COLUMNS, _origin(plies, index), first, second, self.price("columns"))

    def missing(
        self, position: AnyPosition, plies: Plies, index: int
    ) -> Iterator[tuple[Change, EditedPly]]:
        """Yield the edits that insert a missing ply before the ply at an index."""
        if self.quick and position not in self._candidates.legal:
            return
        legal, origin = self._candidates.legal[position], _origin(plies, index)
        price = self.price("missing") + log10(max(len(legal), 1))
        for one in legal:
            meant = EditedPly(one.texts[0], one.step, None, settled=True)
            yield Change(MISSING, origin, "", one.texts[0], price), meant


def _origin(plies: Plies, index: int) -> int:
    """Return the index in the record of the first ply, from ``index`` on, that was not inserted."""
    for ply in plies[index:]:
        if ply.origin is not None:
            return ply.origin
    return sum(ply.origin is not None for ply in plies)
