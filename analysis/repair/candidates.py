"""What may have been meant by one ply: every legal move, priced by its text."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from typing import Any

from analysis.games.position import AnyPosition
from analysis.repair.views import half_turned
from analysis.replay.playthrough import Playthrough
from analysis.typos.distance import channel
from analysis.typos.model import SlipModel
from notation import UnwritableMove
from notation.dialect import MEMO_LIMIT

HOLES = frozenset(("", "?", "??", "???", "...", "\N{HORIZONTAL ELLIPSIS}", "-", "--", "---", "_"))
"""Texts that stand for a ply of which nothing could be read."""


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move.

    Attributes:
        step: the move, compiled.
        texts: how it is written in the dialect, the shortest way first.
    """

    step: Any
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move that a text may have been meant for.

    Attributes:
        step: the move, compiled.
        text: its text.
        price: the price of what was written for it.
        read: whether what was written can be read as this move, likeliest or not.
    """

    step: Any
    text: str
    price: float
    read: bool = False


@dataclass(frozen=True, slots=True)
class TextReading:
    """One way of spelling what was written.

    Attributes:
        text: the spelling.
        price: what it costs to take the written text for it.
        turned: whether it is the text as seen from the other side of the board, which is taken
            for no other slip besides.
    """

    text: str
    price: float
    turned: bool = False


class Candidates:
    """Lists and prices the legal moves of positions."""

    def __init__(self, course: Playthrough, model: SlipModel) -> None:
        self._course = course
        self._model = model
        self._channel = channel(model, course.dialect.name)
        self._legal: dict[AnyPosition, tuple[LegalMove, ...]] = {}
        self._spelled: dict[str, tuple[TextReading, ...]] = {}

    def legal(self, position: AnyPosition) -> tuple[LegalMove, ...]:
        """Return the legal moves that the dialect has words for."""
        known = self._legal.get(position)
        if known is None:
            if len(self._legal) >= MEMO_LIMIT >> 4:
                self._legal.clear()
            known = self._legal[position] = tuple(self._listed(position))
        return known

    def _listed(self, position: AnyPosition) -> list[LegalMove]:
        write, step = self._course.dialect.write, self._course.start.compile
        found = []
        for move in position.legal_moves():
            stated = position.with_counts(move)
            ways = (move,) if stated == move else (move, stated)
            try:
                texts = tuple(dict.fromkeys(map(write, ways)))
            except UnwritableMove:
                continue  # What cannot be written in the dialect was not written in it either.
            found.append(LegalMove(step(move), texts))
        return found

    def corrections(self, position: AnyPosition, text: str, limit: float) -> list[Candidate]:
        """Return the legal moves that a text may have been meant for, the likeliest first.

        Args:
            position: where the move is played.
            text: what was written.
            limit: price up to which to list them.
        """
        legal = self.legal(position)
        if text in HOLES:
            price = self._model.price("plies", "unknown") + log10(max(len(legal), 1))
            return [Candidate(one.step, one.texts[0], price) for one in legal if price <= limit]
        found, anything = [], self._model.price("plies", "any")
        spellings, length = self._spellings(text), len(text)
        for one in legal:
            price, slipped, _, way = min(
                (slips + spelling.price, slips > 0 or spelling.turned, abs(len(way) - length), way)
                for way in one.texts
                for spelling in spellings
                if not spelling.turned or spelling.text == way
                for slips in (self._channel.price(spelling.text, way),)
            )
            if min(price, anything) <= limit:
                found.append(Candidate(one.step, way, min(price, anything), not slipped))
        return sorted(found, key=lambda one: one.price)

    def _spellings(self, text: str) -> tuple[TextReading, ...]:
        """Return canonical spellings of what a text can say.

        So neither the order of a list nor leniently written marks count for slips.
        """
        known = self._spelled.get(text)
        if known is None:
            known = self._spelled[text] = tuple(self._spell(text))
        return known

    def _spell(self, text: str) -> Iterator[TextReading]:
        yield TextReading(text, 0.0)
        other = self._model.price("reading", "other")
        for rank, claim in enumerate(self._course.claims[text]):
            # Less than a move has no spelling of its own.
            if self._course.start.compile(claim) is not None:
                yield TextReading(self._course.dialect.write(claim), rank * other)
        fields = self._model.fields(self._course.dialect.name)
        if turned := half_turned(text, fields, self._course.start.half_turn):
            yield TextReading(turned, self._model.price("fields", "half-turn"), turned=True)
