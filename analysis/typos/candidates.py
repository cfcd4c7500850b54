"""Candidates: the legal moves that a ply may stand for, each with the cost of the slip."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import NamedTuple

from analysis.games.position import AnyPosition
from analysis.typos.distance import CostTable, text_distance
from analysis.typos.model import SCANNED, TYPED, SlipModel, load
from notation import UnwritableMove
from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT, Memo
from records import Record
from records.model import BOX, CHOICES, CORRECTION

HOLES = frozenset(
    ("", "?", "??", "???", "...", "\u2026", "-", "--", "---", "_", "\u2013", "\u2014")
)
"""Texts of plies that could not be read."""

Choices = Mapping[int, Sequence[tuple[str, float]]]
"""The possible texts of plies with their probabilities, by index of the ply in the record."""

NO_CHOICES: Choices = {}

CORRECT = 0.9  # probability that a transcriber's correction of an illegal move is right
MANY, MANY_PART = 4, 0.1  # least number, and part, of unreadable plies in a scanned sheet
BEYOND = 0.25  # factor on what a cost exceeds the price `any` of a quite different move
MOST_OTHERS = 6  # choices that are tried although their length differs from the text


def choices_of(record: Record) -> Choices:
    """Return alternative texts of the plies of a record, from a scan or a correction."""
    found: dict[int, Sequence[tuple[str, float]]] = {}
    for at, beside in record.details.items():
        if CORRECTION in beside:
            found[at] = [(str(beside[CORRECTION]), CORRECT)]
        elif CHOICES in beside:
            found[at] = beside[CHOICES]
    return found


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


@dataclass(frozen=True, slots=True, eq=False)
class LegalMove:
    """A legal move; one object is shared by all positions in which it has the same texts.

    Attributes:
        step: the move as `Position.compile` returns it.
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
        step: the move as `Position.compile` returns it.
        text: its text.
        price: the cost of the slip from this text to the written one.
        read: whether the written text can be read as this move without a slip.
    """

    step: object | None
    text: str
    price: float
    read: bool = False


class Spelling(NamedTuple):
    """A text that is compared with the texts of legal moves in place of the written one.

    Attributes:
        text: the text.
        price: the cost of taking it in place of the written one.
        is_slip: True if the written text is a slip for this one; False if it is another spelling.
        is_exact: whether only a move with exactly this text is compared, without further slips.
        table: its cost table with the other characters that a scanner offers; None without them.
    """

    text: str
    price: float
    is_slip: bool = False
    is_exact: bool = False
    table: CostTable | None = None


Place = int | None
"""The index of a ply whose costs depend on its place, such as a hole; None for other plies."""


class Candidates:
    """The legal moves of positions, and their costs for written texts.

    Attributes:
        legal: the legal moves that can be written in the dialect, by position.
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
        self._start, self._dialect, self._model, self._choices = start, dialect, model, choices
        self._distance = text_distance(model, dialect)
        self._remark, self._any = 2 * model.price("plies", "remark"), model.price("plies", "any")
        pattern = dialect.counts
        self.counted = pattern is not None and (texts is None or any(map(pattern.search, texts)))
        self._moves = Memo(self._written)
        self.legal = Memo(self._legal_moves, MEMO_LIMIT >> 4)
        self._prices: Memo[tuple[str, Place], Memo[LegalMove, Correction]]
        self._prices = Memo(self._prices_of, MEMO_LIMIT >> 8)

    def _legal_moves(self, position: AnyPosition) -> tuple[LegalMove, ...]:
        moves = list(position.legal_moves())
        counted = map(position.with_counts, moves) if self.counted else moves
        return tuple(filter(None, map(self._moves.__getitem__, zip(moves, counted, strict=True))))

    def _written(self, key: tuple[object, object]) -> LegalMove | None:
        """Return a move with its texts; None if it cannot be written in the dialect.

        Args:
            key: the move, without and with counts.
        """
        (move, _), write = key, self._dialect.write
        try:
            texts = map(write, dict.fromkeys((*key, *self._start.spellings(move))))
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
        legal, prices = self.legal[position], self._prices[self._key(text, origin)]
        if self._is_hole(text, origin):
            price = self._model.price("plies", "unknown") + log10(max(len(legal), 1))
            filling = [Correction(one.step, one.texts[0], price) for one in legal]
            prices.update(zip(legal, filling, strict=True))
            return filling if price <= limit else []
        found = (prices[one] for one in legal)
        return sorted((one for one in found if one.price <= limit), key=lambda one: one.price)

    def known(self, text: str, origin: int | None) -> list[Correction]:
        """Return the corrections of a ply that are cached, from all positions, the likeliest first.

        Args:
            text: the ply as written.
            origin: index of the ply in the record; None for an inserted ply.
        """
        prices = self._prices.get(self._key(text, origin))
        return sorted(prices.values(), key=lambda one: one.price) if prices else []

    def longest(self, position: AnyPosition) -> int:
        """Return the length of the longest text of a legal move, 0 if there is none."""
        return max((len(way) for one in self.legal[position] for way in one.texts), default=0)

    def _is_hole(self, text: str, origin: int | None) -> bool:
        return text in HOLES and origin not in self._choices

    def _key(self, text: str, origin: int | None) -> tuple[str, Place]:
        return text, origin if text in HOLES or origin in self._choices else None

    def _prices_of(self, key: tuple[str, Place]) -> Memo[LegalMove, Correction]:
        """Return a cache of the costs of moves for one ply."""
        text, place = key
        spellings = self._spellings(text, () if place is None else self._choices.get(place, ()))
        return Memo(lambda one: self._correction(one, text, spellings), MEMO_LIMIT >> 2)

    def _correction(self, one: LegalMove, text: str, spellings: Sequence[Spelling]) -> Correction:
        """Return a move as the correction of a text, at the cost of its cheapest spelling."""
        price, is_slip, _, _, meant = min(
            (
                slips + spelling.price,
                slips > 0 or spelling.is_slip,
                abs(len(way) - len(text)),
                rank,
                way,
            )
            for rank, way in enumerate(one.texts)
            for spelling in spellings
            if not spelling.is_exact or spelling.text == way
            for slips in (self._slips(spelling, way),)
        )
        if one.abridged != one.texts[0]:
            abridged = self._slips(spellings[0], one.abridged) + self._remark
            if abridged < price:
                return Correction(one.step, one.texts[0], abridged)
        return Correction(one.step, meant, price, not is_slip)

    def _slips(self, spelling: Spelling, way: str) -> float:
        """Return the cost of mistyping the text of a legal move, `way`, as a spelling."""
        slips = self._distance.price(spelling.text, way, spelling.table)
        return min(slips, self._any + max(slips - self._any, 0.0) * BEYOND)

    def _spellings(self, text: str, choices: Sequence[tuple[str, float]]) -> Sequence[Spelling]:
        """Return the spellings of a ply; the written one comes first.

        Choices as long as the text give alternatives for its characters. Choices of other lengths
        are further spellings, and so are a single choice and all choices for an unread ply.
        """
        found = dict[tuple[str, bool], Spelling]()
        choices = sorted(choices, key=lambda one: -one[1])
        best = choices[0][1] if choices else 1.0
        is_whole = text in HOLES or len(choices) == 1
        unlike = [one for one in choices if is_whole or len(one[0]) != len(text)]
        chosen = (
            one._replace(price=one.price + self._rarer(share, best), is_slip=True)
            for choice, share in unlike[:MOST_OTHERS]
            for one in self._spell(choice)
            if not one.is_exact
        )
        for one in (*self._spell(text), *chosen):
            known = found.setdefault((one.text, one.is_exact), one)
            if one.price < known.price:
                found[one.text, one.is_exact] = one
        alike = [one for one in choices if len(one[0]) == len(text)]
        if alike:
            others = self._other_characters(text, alike)
            table = CostTable(self._distance.slips, text, others)
            found[text, False] = found[text, False]._replace(table=table)
        return tuple(found.values())

    def _other_characters(
        self, text: str, choices: Sequence[tuple[str, float]]
    ) -> list[dict[str, float]]:
        """Return for each character of a text the costs of other characters that a scanner names.

        Args:
            text: the text as written.
            choices: texts of the same length, each with its probability, the likeliest first.
        """
        shares: list[dict[str, float]] = [{} for _ in text]
        for choice, share in choices:
            for known, character in zip(shares, choice, strict=True):
                known.setdefault(character, share)
        return [
            {one: self._rarer(share, max(known.values())) for one, share in known.items()}
            for known in shares
        ]

    def _rarer(self, share: float, likeliest: float) -> float:
        """Return the cost of a scanner's choice, relative to the scanner's likeliest choice."""
        least = self._model.price("reading", "least-choice")
        rarer = log10(max(likeliest, least) / max(share, least))
        return self._model.price("reading", "choice") + max(rarer, 0.0)

    def _spell(self, text: str) -> Iterator[Spelling]:
        """Yield the spellings of a text: itself, the canonical texts of its readings, and slips.

        The slips are points as seen from the other side of the board, and exchanged parts.
        """
        yield Spelling(text, 0.0)
        yield from self._canonical(text, Spelling(text, 0.0))
        fields = self._model.fields(self._dialect.game, self._dialect.name)
        if turned := fields.half_turned(text, self._start.half_turn):
            yield Spelling(turned, self._model.price("fields", "half-turn"), True, True)
        for parts in fields.exchanged_parts(text, self._dialect.counts):
            swapped = Spelling(parts, self._model.price("fields", "parts"), is_slip=True)
            yield swapped
            yield from self._canonical(parts, swapped)

    def _canonical(self, text: str, spelling: Spelling) -> Iterator[Spelling]:
        """Yield the canonical spellings of all readings of a text; later ones cost more."""
        reading, other = self._dialect.try_read(text), self._model.price("reading", "other")
        for rank, claim in enumerate(reading.moves if reading else ()):
            # Partial moves have no canonical spelling.
            if self._start.compile(claim) is not None:
                written, price = self._dialect.write(claim), spelling.price + rank * other
                yield spelling._replace(text=written, price=price)
