"""The edits that may mend a game: what each does to its plies, and what it costs.

An edit is proposed at one place of a game that is being edited, and comes as a new list of plies
with the index from which on it has to be played anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10

from analysis.games.position import AnyPosition
from analysis.repair.candidates import Candidates
from analysis.replay.playthrough import EditedPly, Playthrough
from analysis.typos.model import SlipModel

WRONG = "wrong-ply"
READING = "reading"
MISSING = "missing-ply"
DOUBLED = "doubled-ply"
SUPERFLUOUS = "superfluous-ply"
EXCHANGED = "exchanged-plies"
COLUMNS = "exchanged-columns"
RESULT = "result"

NEAR = 2.6
"""Price up to which a ply that could be played is taken to be miswritten all the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """One edit.

    Attributes:
        kind: what went wrong.
        index: index of the ply in the record; of the ply before which one is missing.
        written: what stands there; empty where a ply is missing.
        meant: what should stand there; empty where a ply is too many.
        price: what the slip costs.
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
        choice: part of the price that tells the edit from others of its kind, each of which would
            do as well; what they come to together is the price without it.
        blind: whether it helps only if the next ply can be played as it was read before.
    """

    change: Change
    plies: tuple[EditedPly, ...]
    at: int
    choice: float = 0.0
    blind: bool = False


class Edits:
    """Proposes edits under an error model."""

    def __init__(self, course: Playthrough, model: SlipModel) -> None:
        self._candidates = Candidates(course, model)
        self._model = model

    def at(
        self, position: AnyPosition, entries: tuple[EditedPly, ...], index: int, stuck: bool
    ) -> Iterator[Proposal]:
        """Yield the edits that a place allows.

        Args:
            position: the position in which the ply stands.
            entries: the game.
            index: index of the ply.
            stuck: whether the ply is the one at which the game breaks off.
        """
        entry = entries[index]
        if entry.settled:
            return
        yield from self._wrong(position, entries, index, stuck)
        yield from self._superfluous(entries, index)
        yield from self._exchanged(entries, index)
        yield from self._columns(position, entries, index)
        yield from self._missing(position, entries, index)

    def _wrong(
        self, position: AnyPosition, entries: tuple[EditedPly, ...], index: int, stuck: bool
    ) -> Iterator[Proposal]:
        entry = entries[index]
        limit = self._model.price("plies", "any") + 3 if stuck else NEAR
        for one in self._candidates.corrections(position, entry.text, limit):
            if one.step == entry.step:
                continue
            kind = READING if one.read else WRONG
            text = entry.text if one.read else one.text
            # A second reading of equal likelihood is still a choice made.
            price = max(one.price, self._model.price("reading", "other"))
            mended = EditedPly(text, one.step, entry.origin, settled=True)
            change = Change(kind, _origin(entries, index), entry.text, text, price)
            yield Proposal(change, _replaced(entries, index, index + 1, mended), index)

    def _superfluous(self, entries: tuple[EditedPly, ...], index: int) -> Iterator[Proposal]:
        text = entries[index].text
        copied = text in (entry.text for entry in entries[max(index - 2, 0) : index])
        kind = DOUBLED if copied else SUPERFLUOUS
        price = self._model.price("plies", "doubled" if copied else "superfluous")
        change = Change(kind, _origin(entries, index), text, "", price)
        yield Proposal(change, _replaced(entries, index, index + 1), index)

    def _exchanged(self, entries: tuple[EditedPly, ...], index: int) -> Iterator[Proposal]:
        pair = entries[index : index + 2]
        if len(pair) < 2 or pair[1].settled or pair[0].text == pair[1].text:
            return
        price = self._model.price("plies", "exchanged")
        change = Change(EXCHANGED, _origin(entries, index), pair[0].text, pair[1].text, price)
        yield Proposal(change, _replaced(entries, index, index + 2, pair[1], pair[0]), index)

    def _columns(
        self, position: AnyPosition, entries: tuple[EditedPly, ...], index: int
    ) -> Iterator[Proposal]:
        rest = entries[index:]
        if position.turn or len(position.sides) != 2 or len(rest) < 4:
            return
        turned = [entry for at in range(0, len(rest), 2) for entry in reversed(rest[at : at + 2])]
        price = self._model.price("plies", "columns")
        first, second = rest[0].text, rest[1].text
        change = Change(COLUMNS, _origin(entries, index), first, second, price)
        yield Proposal(change, (*entries[:index], *turned), index)

    def _missing(
        self, position: AnyPosition, entries: tuple[EditedPly, ...], index: int
    ) -> Iterator[Proposal]:
        legal = self._candidates.legal(position)
        choice = log10(max(len(legal), 1))
        price = self._model.price("plies", "missing") + choice
        for one in legal:
            found = EditedPly(one.texts[0], one.step, None, settled=True)
            change = Change(MISSING, _origin(entries, index), "", one.texts[0], price)
            longer = _replaced(entries, index, index, found)
            yield Proposal(change, longer, index, choice, blind=True)


def _replaced(
    entries: tuple[EditedPly, ...], start: int, stop: int, *others: EditedPly
) -> tuple[EditedPly, ...]:
    return (*entries[:start], *others, *entries[stop:])


def _origin(entries: tuple[EditedPly, ...], index: int) -> int:
    """Return where in the record a place is: the next ply that stands there."""
    for entry in entries[index:]:
        if entry.origin is not None:
            return entry.origin
    return sum(entry.origin is not None for entry in entries)
