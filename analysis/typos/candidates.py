"""Candidates: the legal moves that one ply may stand for, with costs by their texts."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log10

from analysis.games.position import AnyPosition
from analysis.typos.characters import Alternatives
from analysis.typos.distance import text_distance
from analysis.typos.model import SCANNED, TYPED, Fields, SlipModel, load
from notation import UnwritableMove
from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT, Memo
from records import Record
from records.model import BOX, CHOICES, CORRECTION

HOLES = frozenset(
    (
        "",
        "?",
        "??",
        "???",
        "...",
        "\N{HORIZONTAL ELLIPSIS}",
        "-",
        "--",
        "---",
        "_",
        "\N{EN DASH}",
        "\N{EM DASH}",
    )
)
"""Texts of plies that could not be read."""

HalfTurn = Callable[[str], str | None]
"""Returns the opposite point under a half-turn of the board, None if there is none."""


Choices = Mapping[int, Sequence[tuple[str, float]]]
"""The possible texts of plies with their probabilities, by index of the ply in the record."""

NO_CHOICES: Choices = {}

CORRECT = 0.9
"""Probability that a transcriber's correction of an illegal move is right."""


def choices_of(record: Record) -> Choices:
    """Return alternative texts of the plies of a record, from a scan or a correction."""
    scanned = {at: beside[CHOICES] for at, beside in record.details.items() if CHOICES in beside}
    corrected = {
        at: [(str(beside[CORRECTION]), CORRECT)]
        for at, beside in record.details.items()
        if CORRECTION in beside
    }
    return scanned | corrected


MANY, MANY_PART = 4, 0.1
"""Minimum number and minimum share of unreadable plies, in a scanned sheet."""


def profile(record: Record, dialect: AnyDialect) -> str:
    """Return the name of the slip model for a record: whether it was typed or scanned.

    A record counts as scanned if it has boxes or choices of characters, two plies with characters
    that no keyboard has, or many unreadable plies.
    """
    if any(BOX in beside or CHOICES in beside for beside in record.details.values()):
        return SCANNED
    odd = set(load().scanned)
    texts = unread(record, dialect)
    telling = sum(not odd.isdisjoint(text) for text in texts)
    many = len(texts) >= MANY and len(texts) >= MANY_PART * len(record.moves)
    return SCANNED if telling > 1 or many else TYPED


def unread(record: Record, dialect: AnyDialect) -> list[str]:
    """Return the texts of a record that are not moves, apart from placeholders."""
    return [text for text in record.moves if text not in HOLES and not dialect.try_read(text)]


BEYOND = 0.25
"""Factor of costs above that of a quite different move, so that nearer texts stay likelier."""

LEVELS = (1.2, 2.0, 2.3, 2.6, 3.5, inf)
"""Cost limits for which prices are cached."""

MOST_OTHERS = 6
"""Maximum number of choices that are tried although their length differs from the text."""


@dataclass(frozen=True, slots=True, eq=False)
class LegalMove:
    """A legal move; one object is shared by all positions in which it has the same texts.

    Attributes:
        step: the move, compiled.
        texts: its texts in the dialect, the canonical one first.
        abridged: its text without compulsory parts, such as captures; the canonical one if none is
            left out.
    """

    step: object | None
    texts: tuple[str, ...]
    abridged: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A legal move that a text may stand for.

    Attributes:
        step: the move, compiled.
        text: its text.
        price: the cost of the slip from this text to the written one.
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
        price: the cost of this spelling.
        turned: whether it is the text as seen from the other side of the board; it is not combined
            with other slips.
        slipped: whether it spells another text than the written one.
    """

    text: str
    price: float
    turned: bool = False
    slipped: bool = False


Readings = Sequence[tuple[TextReading, Alternatives | None]]
"""Spellings of a written text, each with the alternatives of its characters."""


class Candidates:
    """The legal moves of positions, and their costs for written texts.

    Attributes:
        legal: by position the legal moves that can be written in the dialect.
        counted: whether moves are written with counts, which depend on the position.
    """

    def __init__(
        self,
        start: AnyPosition,
        dialect: AnyDialect,
        model: SlipModel,
        choices: Choices = NO_CHOICES,
        texts: Sequence[str] | None = None,
    ) -> None:
        self._start, self._dialect = start, dialect
        self._model = model
        self._distance = text_distance(model, self._dialect)
        self._remark, self._any = 2 * model.price("plies", "remark"), model.price("plies", "any")
        self._moves: Memo[object, LegalMove | None] = Memo(lambda move: self._written(move, move))
        self.legal = Memo(self._legal_moves, MEMO_LIMIT >> 4)
        self._choices = choices
        pattern = self._dialect.counts
        self.counted = pattern is not None and (texts is None or any(map(pattern.search, texts)))
        self._in_holes: defaultdict[int | None, dict[LegalMove, Correction]] = defaultdict(dict)
        self._priced = Memo(self._prices_of, MEMO_LIMIT >> 8)
        self._readings = Memo(self._readings_of, MEMO_LIMIT >> 8)

    def _legal_moves(self, position: AnyPosition) -> tuple[LegalMove, ...]:
        moves = position.legal_moves()
        if self.counted:
            return tuple(filter(None, (self._counts(position, move) for move in moves)))
        return tuple(filter(None, map(self._moves.__getitem__, moves)))

    def _counts(self, position: AnyPosition, move: object) -> LegalMove | None:
        """Return a move of a position with its counts; None if it cannot be written."""
        counted = position.with_counts(move)
        if counted in self._moves:
            return self._moves[counted]
        return self._moves.add(counted, self._written(move, counted))

    def _written(self, move: object, counted: object) -> LegalMove | None:
        """Return a move with its texts, without and with counts; None if it cannot be written."""
        write = self._dialect.write
        try:
            texts = map(write, dict.fromkeys((move, counted, *self._start.spellings(move))))
            found = tuple(dict.fromkeys(texts))
        except UnwritableMove:
            return None  # Moves that the dialect cannot express cannot have been written in it.
        return LegalMove(self._start.compile(move), found, write(self._start.abridged(move)))

    def corrections(
        self, position: AnyPosition, text: str, origin: int | None, limit: float
    ) -> list[Correction]:
        """Return the legal moves that a ply may stand for, the likeliest first.

        Args:
            position: where the move is played.
            text: the ply as written.
            origin: index of the ply in the record; None for an inserted ply.
            limit: highest cost to list.
        """
        legal, at = self.legal[position], origin
        origin = origin if origin in self._choices else None
        if text in HOLES and origin is None:
            price = self._model.price("plies", "unknown") + log10(max(len(legal), 1))
            filling = [Correction(one.step, one.texts[0], price) for one in legal]
            self._in_holes[at].update(zip(legal, filling, strict=True))
            return filling if price <= limit else []
        prices = self._priced[text, origin, next(one for one in LEVELS if limit <= one)]
        found = (prices[one] for one in legal)
        return sorted((one for one in found if one.price <= limit), key=lambda one: one.price)

    def known(self, text: str, origin: int | None, limit: float) -> list[Correction]:
        """Return the moves of all positions in which a ply was assessed, the likeliest first.

        Args:
            text: the ply as written.
            origin: index of the ply in the record; None for an inserted ply.
            limit: highest cost to list.
        """
        at, origin = origin, origin if origin in self._choices else None
        holes = text in HOLES and origin is None
        best = dict(self._in_holes[at]) if holes else {}
        for level in LEVELS:
            for move, one in self._priced.get((text, origin, level), {}).items():
                if one.price <= min(level, limit):
                    best[move] = one
        return sorted(best.values(), key=lambda one: one.price)

    def _prices_of(self, key: tuple[str, int | None, float]) -> Memo[LegalMove, Correction]:
        """Return a cache of the costs of moves for one ply, up to a limit."""
        text, origin, limit = key
        return Memo(
            lambda one: self._correction(one, text, self._readings[text, origin], limit),
            MEMO_LIMIT >> 2,
        )

    def _readings_of(self, key: tuple[str, int | None]) -> Readings:
        """Return the spellings of a ply with their alternatives; the written one comes first."""
        text, origin = key
        choices = () if origin is None else self._choices[origin]
        others = self._alternatives(text, choices)
        readings = dict[tuple[str, bool], TextReading]()
        for one in (*self._spell(text), *self._other_lengths(text, choices)):
            known = readings.setdefault((one.text, one.turned), one)
            if one.price < known.price:
                readings[one.text, one.turned] = one
        return tuple((one, others if one.text == text else None) for one in readings.values())

    def _correction(
        self, one: LegalMove, text: str, readings: Readings, limit: float
    ) -> Correction:
        """Return the cost of a text as a slip for a move; above the limit, any larger number."""
        price, slipped, _, _, meant = min(
            (
                slips + reading.price,
                slips > 0 or reading.slipped,
                abs(len(way) - len(text)),
                rank,
                way,
            )
            for rank, way in enumerate(one.texts)
            for reading, others in readings
            if not reading.turned or reading.text == way
            for slips in (self._slips(reading.text, way, others, limit - reading.price),)
        )
        if one.abridged != one.texts[0]:
            abridged = self._slips(text, one.abridged, readings[0][1], limit) + self._remark
            if abridged < price:
                return Correction(one.step, one.texts[0], abridged)
        return Correction(one.step, meant, price, not slipped)

    def _slips(self, text: str, way: str, others: Alternatives | None, limit: float) -> float:
        """Return the cost of the slips between two spellings, up to a limit."""
        slips = self._distance.price(text, way, others, limit)
        return min(slips, self._any + max(slips - self._any, 0.0) * BEYOND)

    def longest(self, position: AnyPosition) -> int:
        """Return the length of the longest text of a legal move, 0 if there is none."""
        return max((len(way) for one in self.legal[position] for way in one.texts), default=0)

    def _alternatives(self, text: str, choices: Sequence[tuple[str, float]]) -> Alternatives | None:
        """Return the costs of other characters in a text, from its alternative readings."""
        alike = [(choice, share) for choice, share in choices if len(choice) == len(text)]
        if not alike:
            return None
        found: list[dict[str, float]] = [{} for _ in text]
        for choice, share in sorted(alike, key=lambda one: -one[1]):
            for known, character in zip(found, choice, strict=True):
                known.setdefault(character, share)
        prices = ((one, max(each.values())) for one, each in zip(text, found, strict=True))
        return Alternatives(
            tuple(
                {
                    character: self._rarer(share, best)
                    for character, share in each.items()
                    if character != one
                }
                for (one, best), each in zip(prices, found, strict=True)
            )
        )

    def _other_lengths(
        self, text: str, choices: Sequence[tuple[str, float]]
    ) -> Iterator[TextReading]:
        """Yield the spellings of an only choice, and of choices of another length."""
        likeliest = max((share for _, share in choices), default=1.0)
        whole = text in HOLES or len(choices) == 1
        others = [one for one in choices if whole or len(one[0]) != len(text)]
        for choice, share in sorted(others, key=lambda one: -one[1])[:MOST_OTHERS]:
            for one in self._spell(choice):
                if not one.turned:
                    price = one.price + self._rarer(share, likeliest)
                    yield replace(one, price=price, slipped=True)

    def _rarer(self, share: float, likeliest: float) -> float:
        """Return the cost of a scanner's choice, relative to its likeliest choice."""
        least = self._model.price("reading", "least-choice")
        rarer = log10(max(likeliest, least) / max(share, least))
        return self._model.price("reading", "choice") + max(rarer, 0.0)

    def _spell(self, text: str) -> Iterator[TextReading]:
        """Yield a text and the canonical spellings of its readings.

        The order of lists and lenient spellings therefore do not count as slips.
        """
        yield TextReading(text, 0.0)
        other = self._model.price("reading", "other")
        for rank, spelling in self._canonical(text):
            yield TextReading(spelling, rank * other)
        fields = self._model.fields(self._dialect.game, self._dialect.name)
        if turned := half_turned(text, fields, self._start.half_turn):
            yield TextReading(turned, self._model.price("fields", "half-turn"), True, True)
        price = self._model.price("fields", "parts")
        for swapped in exchanged_parts(text, fields.parts, self._dialect.counts):
            yield TextReading(swapped, price, slipped=True)
            for rank, spelling in self._canonical(swapped):
                yield TextReading(spelling, price + rank * other, slipped=True)

    def _canonical(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the canonical spellings of all readings of a text, with their ranks."""
        reading = self._dialect.try_read(text)
        for rank, claim in enumerate(reading.moves if reading else ()):
            # Partial moves have no canonical spelling.
            if self._start.compile(claim) is not None:
                yield rank, self._dialect.write(claim)


def exchanged_parts(
    text: str, separator: str, counts: re.Pattern[str] | None = None
) -> Iterator[str]:
    """Yield texts of a move with two neighbouring parts exchanged.

    Args:
        text: the move.
        separator: the text between parts; empty where moves have no parts.
        counts: finds the count at the end of the move, which stays there.
    """
    count = counts.search(text) if counts else None
    end = count.start() if count else len(text)
    parts = text[:end].split(separator) if separator else []
    for at in range(len(parts) - 1):
        swapped = (*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :])
        yield separator.join(swapped) + text[end:]


def half_turned(text: str, fields: Fields, half_turn: HalfTurn) -> str | None:
    """Return a text as seen from the other side of the board; None if it names no points.

    Points are replaced by the opposite ones, and so are directions and other names in a ring.
    """
    frame, found = fields.split(text)
    kinds = frame[1::2]
    turned = ""
    for before, kind, name in zip(frame[::2], kinds, found, strict=False):
        field: str | None = name
        if kind == "point":
            field = half_turn(name)
        elif kind in fields.rings:
            ring = fields.scales[kind]
            field = ring[(ring.index(name) + len(ring) // 2) % len(ring)]
        if field is None:
            return None
        turned += before + field
    return turned + frame[-1] if "point" in kinds else None
