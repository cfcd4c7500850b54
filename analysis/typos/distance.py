"""The distance of two texts: the cost of writing one where the other was meant.

Texts are compared in two ways, and the lower cost counts: character by character, as in
`characters`; and, where both texts have the same kinds of fields, field by field, with slips of
counting and reading: off by one, the opposite direction, two fields exchanged. Most texts differ
only in the middle, so their common beginning and end are removed first.
"""

from functools import lru_cache

from analysis.typos.characters import MAX_DISTANCE, Alternatives, CostTable, slips_of
from analysis.typos.model import Fields, SlipModel
from notation import Dialect
from notation.memo import Memo

TABLES = 1 << 9
"""Maximum number of written texts with cached tables of 0.1 MB each: those of a badly read
sheet."""


class TextDistance:
    """The costs of writing one text of a dialect instead of another."""

    def __init__(self, model: SlipModel, dialect: Dialect[object]) -> None:
        self.model = model
        self._fields = model.fields(dialect.game, dialect.name)
        self._slips = slips_of(model)
        self._exchanged = model.price("fields", "exchanged")
        self._tables = Memo(self._table, TABLES)
        self._split = Memo(self._fields.split)
        self._field_prices = Memo(self._field_price)

    def price(
        self,
        written: str,
        meant: str,
        others: Alternatives | None = None,
        limit: float = MAX_DISTANCE,
    ) -> float:
        """Return the cost of writing one text where another was meant, 0 for equal texts.

        Args:
            written: the written text.
            meant: the intended text.
            others: other readings of each written character.
            limit: limit of the cost; beyond it any greater number may be returned.
        """
        if written == meant:
            return 0.0
        frame, fields = self._split[written]
        other_frame, meant_fields = self._split[meant]
        price, few = MAX_DISTANCE, True
        if frame == other_frame:
            differing = [at for at, one in enumerate(fields) if one != meant_fields[at]]
            price = self._by_fields(frame, fields, meant_fields, differing)
            # A single slip may concern two fields, but hardly three.
            few = len(differing) == 2 and price > self._exchanged
        if few or others:
            start, end = _common_ends(written, meant)
            before, stop = written[start - 1] if start else "", len(written) - end
            one, other = written[start:stop], meant[start : len(meant) - end]
            limit = min(limit, price)
            if few:
                price = min(price, self._tables[one, before, None, 0].price(other, limit))
            if others:
                price = min(price, self._tables[one, before, others, start].price(other, limit))
        return min(price, self._slips.farthest)

    def _table(self, key: tuple[str, str, Alternatives | None, int]) -> CostTable:
        """Return the cost table of part of a written text."""
        written, before, others, start = key
        known = others.prices[start : start + len(written)] if others else ()
        return CostTable(self._slips, written, before, known)

    def _by_fields(
        self,
        frame: tuple[str, ...],
        written: tuple[str, ...],
        meant: tuple[str, ...],
        differing: list[int],
    ) -> float:
        if len(differing) == 2:
            one, other = differing
            if written[one] == meant[other] and written[other] == meant[one]:
                return self._exchanged
        price = 0.0
        for at in differing:
            price += self._field_prices[frame[2 * at + 1], written[at], meant[at]]
            if price >= MAX_DISTANCE:
                return MAX_DISTANCE
        return price

    def _field_price(self, key: tuple[str, str, str]) -> float:
        """Return the cost of writing one field instead of another of its kind."""
        kind, written, meant = key
        prices = [CostTable(self._slips, written, "").price(meant)]
        if kind in self._fields.scales:
            prices.append(_scale_price(self.model, self._fields, kind, written, meant))
        elif kind == "point":
            prices.append(_point_price(self.model, written, meant))
        elif kind == "number" and written.isdecimal() and abs(int(written) - int(meant)) == 1:
            prices.append(self.model.price("fields", "next"))
        return min(prices)


def _common_ends(written: str, meant: str) -> tuple[int, int]:
    """Return the lengths of the common beginning and the common end of two texts."""
    start, shorter = 0, min(len(written), len(meant))
    while start < shorter and written[start] == meant[start]:
        start += 1
    end = 0
    while end < shorter - start and written[-1 - end] == meant[-1 - end]:
        end += 1
    return start, end


def _scale_price(model: SlipModel, fields: Fields, kind: str, written: str, meant: str) -> float:
    scale = fields.scales[kind]
    if written not in scale or meant not in scale:
        return MAX_DISTANCE
    apart = abs(scale.index(written) - scale.index(meant))
    if kind in fields.rings:
        apart = min(apart, len(scale) - apart)
        if 2 * apart == len(scale):
            return model.price("fields", "opposite")
    return model.price("fields", "next") if apart == 1 else MAX_DISTANCE


def _point_price(model: SlipModel, written: str, meant: str) -> float:
    """Return the cost of writing one point instead of another."""
    (one, other), (right, true) = coordinates(written), coordinates(meant)
    if abs(one - right) + abs(other - true) == 1:
        return model.price("fields", "next")
    return model.price("fields", "transposed") if (one, other) == (true, right) else MAX_DISTANCE


def coordinates(point: str) -> tuple[int, int]:
    """Return the two coordinates in the name of a point; letters count from 1."""
    first, dot, second = point.partition(".")
    if dot:
        return int(first), int(second)
    return ord(point[0].lower()) - ord("a") + 1, int(point[1:])


@lru_cache(maxsize=64)
def text_distance(model: SlipModel, dialect: Dialect[object]) -> TextDistance:
    """Return the distances of texts of a dialect under a slip model."""
    return TextDistance(model, dialect)
