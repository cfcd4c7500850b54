"""The legal moves that one ply may have been meant for, priced by their texts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log10

from analysis.games.position import AnyPosition
from analysis.replay.playthrough import EditedPly, Playthrough
from analysis.typos.distance import text_distance
from analysis.typos.model import Fields, SlipModel
from notation import UnwritableMove
from notation.memo import MEMO_LIMIT, Memo

HOLES = frozenset(("", "?", "??", "???", "...", "\N{HORIZONTAL ELLIPSIS}", "-", "--", "---", "_"))
"""Texts that stand for a ply of which nothing could be read."""

HalfTurn = Callable[[str], str | None]
"""Gives the name of the point that a half-turn of the board takes a point to, None if none."""


CHOICES = "choices"
"""The key beside a ply of other texts that it may be, as pairs of a text and its probability."""

Choices = Mapping[int, Sequence[tuple[str, float]]]
"""By index of a ply of the record: texts that it may be, with their probabilities."""

NO_CHOICES: Choices = {}


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move.

    Attributes:
        step: the move, compiled.
        texts: its texts in the dialect, the shortest first.
    """

    step: object | None
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A legal move that a text may have been meant for.

    Attributes:
        step: the move, compiled.
        text: its text.
        price: the price of the written text where this one was meant.
        read: whether the written text can be read as this move, likeliest or not.
    """

    step: object | None
    text: str
    price: float
    read: bool = False


@dataclass(frozen=True, slots=True)
class TextReading:
    """One spelling of a written text.

    Attributes:
        text: the spelling.
        price: the price of reading the written text so.
        turned: whether it is the text as seen from the other side of the board, which is combined
            with no other slip.
        slipped: whether it spells another text than the written one.
    """

    text: str
    price: float
    turned: bool = False
    slipped: bool = False


class Candidates:
    """The legal moves of positions, and their prices for written texts.

    Attributes:
        legal: by position the legal moves that can be written in the dialect.
    """

    def __init__(
        self, playthrough: Playthrough, model: SlipModel, choices: Choices = NO_CHOICES
    ) -> None:
        self._start = playthrough.start
        self._dialect = playthrough.dialect
        self._claims = playthrough.claims
        self._model = model
        distance = text_distance(model, self._dialect)
        self._prices: Memo[tuple[str, str], float] = Memo(lambda pair: distance.price(*pair))
        self.legal = Memo(self._legal_moves, MEMO_LIMIT >> 4)
        self._choices = choices
        self._readings = Memo(self._readings_of)

    def _legal_moves(self, position: AnyPosition) -> tuple[LegalMove, ...]:
        write, step = self._dialect.write, self._start.compile
        found = []
        for move in position.legal_moves():
            counted = position.with_counts(move)
            moves = (move,) if counted == move else (move, counted)
            try:
                texts = tuple(dict.fromkeys(map(write, moves)))
            except UnwritableMove:
                continue  # What cannot be written in the dialect was not written in it either.
            found.append(LegalMove(step(move), texts))
        return tuple(found)

    def corrections(self, position: AnyPosition, ply: EditedPly, limit: float) -> list[Correction]:
        """Return the legal moves that a ply may have been meant for, the likeliest first.

        Args:
            position: where the move is played.
            ply: the ply as written.
            limit: price up to which to list them.
        """
        legal, text = self.legal[position], ply.text
        readings = self._readings[text, ply.origin]
        if text in HOLES and len(readings) == 1:
            price = self._model.price("plies", "unknown") + log10(max(len(legal), 1))
            return [Correction(one.step, one.texts[0], price) for one in legal if price <= limit]
        found, anything = [], self._model.price("plies", "any")
        length, prices = len(text), self._prices
        for one in legal:
            price, slipped, _, meant = min(
                [
                    (
                        slips + reading.price,
                        slips > 0 or reading.slipped,
                        abs(len(way) - length),
                        way,
                    )
                    for way in one.texts
                    for reading in readings
                    if not reading.turned or reading.text == way
                    for slips in (prices[reading.text, way],)
                ]
            )
            if price <= limit or anything <= limit:
                found.append(Correction(one.step, meant, min(price, anything), not slipped))
        return sorted(found, key=lambda one: one.price)

    def longest(self, position: AnyPosition) -> int:
        """Return the length of the longest text of a legal move, 0 if there is none."""
        return max((len(way) for one in self.legal[position] for way in one.texts), default=0)

    def _readings_of(self, key: tuple[str, int | None]) -> tuple[TextReading, ...]:
        """Return the canonical spellings of a text's readings, and its other choices.

        So neither the order of a list nor leniently written marks count for slips.
        """
        text, origin = key
        choices = self._choices.get(-1 if origin is None else origin, ())
        likeliest = max((share for _, share in choices), default=1.0)
        least, other = (
            self._model.price("reading", "least-choice"),
            self._model.price("reading", "choice"),
        )
        others = [
            replace(
                one, price=one.price + other + log10(likeliest / max(share, least)), slipped=True
            )
            for choice, share in choices
            if choice != text
            for one in self._spell(choice)
            if not one.turned
        ]
        return (*self._spell(text), *others)

    def _spell(self, text: str) -> Iterator[TextReading]:
        yield TextReading(text, 0.0)
        other = self._model.price("reading", "other")
        for rank, claim in enumerate(self._claims[text]):
            # A partial move has no spelling of its own.
            if self._start.compile(claim) is not None:
                yield TextReading(self._dialect.write(claim), rank * other)
        fields = self._model.fields(self._dialect.game, self._dialect.name)
        if turned := half_turned(text, fields, self._start.half_turn):
            yield TextReading(turned, self._model.price("fields", "half-turn"), True, True)


def half_turned(text: str, fields: Fields, half_turn: HalfTurn) -> str | None:
    """Return a text as seen from the other side of the board; None where it has no points.

    Points become those opposite, and so do names on a ring, such as directions.
    """
    parts, end, moved = list[str](), 0, False
    for match in fields.tokens.finditer(text):
        kind = match.lastgroup or ""
        start, stop = match.span(kind)
        field: str | None = match[kind]
        if kind == "point":
            field, moved = half_turn(match[kind]), True
        elif kind in fields.rings:
            field = _opposite(fields.scales[kind], match[kind])
        if field is None:
            return None
        parts += (text[end:start], field)
        end = stop
    return "".join((*parts, text[end:])) if moved else None


def _opposite(ring: tuple[str, ...], name: str) -> str:
    """Return the name on the other side of a ring."""
    return ring[(ring.index(name) + len(ring) // 2) % len(ring)]
