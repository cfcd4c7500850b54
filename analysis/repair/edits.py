"""Edits that may repair a game, and their costs.

A repair is an alignment of the record with a legal game: a sequence of operations, each of which
plays a ply as written, or edits one or two plies.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import log10
from typing import NamedTuple, TypeAlias

from analysis.games.position import AnyPosition
from analysis.replay.compiled import EditedPly, Playthrough, Plies
from analysis.typos.candidates import HOLES, Candidates, Correction, choices_of
from analysis.typos.model import SlipModel
from records import Record

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

TAKEN_OUT = (DOUBLED, SUPERFLUOUS)
"""Kinds of edits that remove a ply."""

WHOLE = (VARIANT, DIALECT)
"""Kinds of edits that concern the whole game, not a place in it."""

LEGIBLE = 2
"""Minimum number of letters and digits in a text that is regarded as a move."""


@dataclass(frozen=True, slots=True)
class Change:
    """One edit.

    Attributes:
        kind: kind of slip that it corrects.
        index: index of the ply in the record; for a missing ply, the index of the ply after it.
        written: the written text; empty where a ply is missing.
        meant: the corrected text; empty where a ply is superfluous.
        price: the cost of the slip.
    """

    kind: str
    index: int
    written: str
    meant: str
    price: float


class Operation(NamedTuple):
    """One operation of an alignment of a record with a game: a ply as written, or an edit.

    Attributes:
        plies: the plies that are played.
        change: the edit; None for a ply as written.
        price: the cost of the edit and of the notes on the plies.
        used: number of plies of the record that it stands for.
    """

    plies: Plies
    change: Change | None = None
    price: float = 0.0
    used: int = 1

    @property
    def is_open(self) -> bool:
        """Whether it plays a single ply of the record, which is not settled and may be edited."""
        return self.used == 1 and len(self.plies) == 1 and not self.plies[0].settled


Operations: TypeAlias = tuple[Operation, ...]


def changes_of(operations: Operations) -> tuple[Change, ...]:
    """Return the changes of some operations, including other readings of texts."""
    return tuple(one.change for one in operations if one.change)


def plies_of(operations: Operations) -> Plies:
    """Return the plies of some operations."""
    return tuple(ply for one in operations for ply in one.plies)


def edits_of(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the changes that edit the record, in its order."""
    edits = (one for one in changes if one.kind != READING)
    return tuple(sorted(edits, key=lambda one: one.index))


class Edits:
    """Proposes edits of the plies of a record, with costs by a slip model.

    Attributes:
        playthrough: plays plies of the record.
    """

    def __init__(self, playthrough: Playthrough, model: SlipModel, record: Record) -> None:
        self.playthrough = playthrough
        start, dialect, texts = playthrough.start, playthrough.dialect, record.moves
        self._candidates = Candidates(start, dialect, model, choices_of(record), texts)
        self._model = model
        self._repeated = {text for text, count in Counter(texts).items() if count > 1}

    def price(self, name: str) -> float:
        """Return the cost of a slip that concerns whole plies, by its name in the slip model."""
        return self._model.price("plies", name)

    def operation(self, plies: Plies, change: Change | None = None, used: int = 1) -> Operation:
        """Return an operation with its cost."""
        notes = sum(ply.notes for ply in plies) * self.price("remark")
        return Operation(plies, change, notes + (change.price if change else 0.0), used)

    def played(self, operations: Operations, plies: Plies) -> Operations:
        """Return operations with the plies as played, including the costs of the plies' notes."""
        rest = iter(plies)
        return tuple(
            self.operation(tuple(islice(rest, len(one.plies))), one.change, one.used)
            for one in operations
        )

    @property
    def counted(self) -> bool:
        """Whether the texts of moves include counts, which depend on the position."""
        return self._candidates.counted

    def corrected(self, position: AnyPosition, ply: EditedPly, limit: float) -> Iterator[Operation]:
        """Yield edits that replace a ply by another move for which its text may stand, likeliest
        first.

        Args:
            position: the position before the ply.
            ply: the ply as written.
            limit: maximum cost.
        """
        found = self._candidates.corrections(position, ply.text, ply.origin, limit)
        return self._correcting(ply, found)

    def known(self, ply: EditedPly, limit: float) -> Iterator[Operation]:
        """Yield the edits that earlier calls of `corrected` have found for a ply, in any position.

        The likeliest are first; edits that cost more than ``limit`` are left out.
        """
        known = self._candidates.known(ply.text, ply.origin)
        return self._correcting(ply, (one for one in known if one.price <= limit))

    def _correcting(self, ply: EditedPly, found: Iterable[Correction]) -> Iterator[Operation]:
        # Choosing among equally likely readings is still a choice.
        least, index = self._model.price("reading", "other"), ply.origin or 0
        for one in found:
            if one.step != ply.step:
                kind, text = (READING, ply.text) if one.read else (WRONG, one.text)
                change = Change(kind, index, ply.text, text, max(one.price, least))
                yield Operation((EditedPly(text, one.step, ply.origin),), change, change.price)

    def split(
        self, position: AnyPosition, plies: Plies, index: int, limit: float
    ) -> Iterator[Operation]:
        """Yield edits for a move that was split: they join a ply and the next ply to one move.

        Edits that cost more than ``limit`` are left out.
        """
        halves, price = plies[index : index + 2], self.price("split")
        if len(halves) < 2 or halves[1].settled or any(half.text in HOLES for half in halves):
            return
        whole = "".join(half.text for half in halves)
        if len(whole) > self._candidates.longest(position) + 1:
            return
        written = " ".join(half.text for half in halves)
        for one in self._candidates.corrections(position, whole, None, limit - price):
            change = Change(SPLIT, index, written, one.text, one.price + price)
            yield Operation((EditedPly(one.text, one.step, index),), change, change.price, 2)

    def superfluous(self, plies: Plies, index: int, nearest: float) -> Operation:
        """Return the edit that removes a ply.

        Args:
            nearest: cost of the likeliest move for which the ply may stand; a text that nearly
                reads as a move is seldom superfluous.
        """
        text, kind = plies[index].text, SUPERFLUOUS
        if text in HOLES:
            price = self.price("superfluous") + self.price("hole")
        elif any(ply.text == text for ply in plies[max(index - 2, 0) : index]):
            kind, price = DOUBLED, self.price("doubled")
        elif text in self._repeated:
            price = self.price("copied")
        elif sum(map(str.isalnum, text)) < LEGIBLE:
            price = self.price("junk")
        else:
            near = nearest + self.price("legible") if nearest < self.price("any") else 0.0
            price = max(self.price("superfluous"), near)
        return Operation((), Change(kind, index, text, "", price), price)

    def exchanged(self, plies: Plies, index: int) -> Operation | None:
        """Return the edit that exchanges a ply and the next ply.

        None if there is no next ply, or the next ply is settled or has the same text.
        """
        pair = plies[index : index + 2]
        if len(pair) < 2 or pair[1].settled or pair[0].text == pair[1].text:
            return None
        change = Change(EXCHANGED, index, pair[0].text, pair[1].text, self.price("exchanged"))
        return Operation(pair[::-1], change, change.price, 2)

    def missing(
        self, position: AnyPosition, index: int, following: object | None
    ) -> Iterator[Operation]:
        """Yield the edits that insert a missing ply before the ply at an index.

        Args:
            position: the position before the missing ply.
            following: step of the ply at the index, which has to be legal after the missing ply;
                None if that is not known.
        """
        legal = self._candidates.legal[position]
        price = self.price("missing") + log10(max(len(legal), 1))
        for one in legal:
            if following is None or position.advance((one.step, following))[1] == 2:
                change = Change(MISSING, index, "", one.texts[0], price)
                yield Operation((EditedPly(one.texts[0], one.step, None),), change, price, 0)
