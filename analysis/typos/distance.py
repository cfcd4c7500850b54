"""The distance of two texts: the price of writing one where the other was meant.

Texts are compared in two ways, and the cheaper counts. Character by character, with the slips of
writing and scanning; a run of characters that is left out or put in is one slip. And, where both
texts are made of the same kinds of fields, field by field, with the slips of counting and of
looking: off by one, the opposite direction, two fields exchanged.

Most of two texts is usually the same, so their common beginning and end are set aside first, and
the prices of what is left, of which there is little variety, are cached.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from analysis.typos.model import Fields, SlipModel
from notation import Dialect
from notation.memo import Memo

MAX_DISTANCE = 8.0
"""The distance of texts that have nothing in common; no distance is greater."""

UNREACHABLE = 2 * MAX_DISTANCE
"""More than any distance."""


Alternatives: TypeAlias = tuple[Mapping[str, float], ...]
"""For each character of a written text the prices of others that it may be; empty for none."""


class TextDistance:
    """Prices of writing texts of one dialect for each other."""

    def __init__(self, model: SlipModel, dialect: Dialect[object]) -> None:
        self.model = model
        self._fields = model.fields(dialect.game, dialect.name)
        self._slips = _slips(model)
        self._exchanged = model.price("fields", "exchanged")
        self._distances = Memo(self._distance)
        self._split = Memo(self._split_into_fields)
        self._field_prices = Memo(self._field_price)

    def price(self, written: str, meant: str, others: Alternatives = ()) -> float:
        """Return the price of writing one text where another was meant, 0 for the same.

        Args:
            written: what was written.
            meant: what was meant.
            others: what else each written character may be.
        """
        if written == meant:
            return 0.0
        if others:
            start, end = _common_ends(written, meant)
            stop = len(written) - end
            before = written[start - 1] if start else ""
            parts = written[start:stop], meant[start : len(meant) - end], before
            return min(self.price(written, meant), self._slips.distance(*parts, others[start:stop]))
        frame, fields = self._split[written]
        other_frame, meant_fields = self._split[meant]
        if frame != other_frame:
            return self._distances[_differing_parts(written, meant)]
        differing = [at for at, one in enumerate(fields) if one != meant_fields[at]]
        price = self._by_fields(frame, fields, meant_fields, differing)
        # One slip of the pen may concern two fields, hardly three.
        if len(differing) == 2 and price > self._exchanged:
            price = min(price, self._distances[_differing_parts(written, meant)])
        return price

    def _distance(self, parts: tuple[str, str, str]) -> float:
        return self._slips.distance(*parts)

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

    def _split_into_fields(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the kinds of a text's fields, each after what stands before it, and the fields."""
        frame, found, end = list[str](), list[str](), 0
        for match in self._fields.tokens.finditer(text):
            kind = match.lastgroup or ""
            start, stop = match.span(kind)
            frame += (text[end:start], kind)
            found.append(match[kind])
            end = stop
        return (*frame, text[end:]), tuple(found)

    def _field_price(self, key: tuple[str, str, str]) -> float:
        """Return the price of one field for another of its kind."""
        kind, written, meant = key
        prices = [self._slips.distance(written, meant, "")]
        if kind in self._fields.scales:
            prices.append(_scale_price(self.model, self._fields, kind, written, meant))
        elif kind == "point":
            prices.append(_point_price(self.model, written, meant))
        elif kind == "number" and written.isdecimal() and abs(int(written) - int(meant)) == 1:
            prices.append(self.model.price("fields", "next"))
        return min(prices)


def _common_ends(written: str, meant: str) -> tuple[int, int]:
    """Return how many characters two texts have in common at the beginning, and at the end."""
    start, shorter = 0, min(len(written), len(meant))
    while start < shorter and written[start] == meant[start]:
        start += 1
    end = 0
    while end < shorter - start and written[-1 - end] == meant[-1 - end]:
        end += 1
    return start, end


def _differing_parts(written: str, meant: str) -> tuple[str, str, str]:
    """Return where two texts differ: the part of each, and the character before both."""
    start, end = _common_ends(written, meant)
    before = written[start - 1] if start else ""
    return written[start : len(written) - end], meant[start : len(meant) - end], before


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
    """Return the price of one point for another."""
    (one, other), (right, true) = coordinates(written), coordinates(meant)
    if abs(one - right) + abs(other - true) == 1:
        return model.price("fields", "next")
    return model.price("fields", "transposed") if (one, other) == (true, right) else MAX_DISTANCE


def coordinates(point: str) -> tuple[int, int]:
    """Return the two numbers that a point is named by; letters count from 1."""
    first, dot, second = point.partition(".")
    if dot:
        return int(first), int(second)
    return ord(point[0].lower()) - ord("a") + 1, int(point[1:])


class Slips:
    """The slips of single characters, and the distance that they make up."""

    def __init__(self, model: SlipModel) -> None:
        self.model = model
        self._swaps = Memo(self._swap)
        self._alike = {kind: _neighbours(kind, groups) for kind, groups in model.classes.items()}
        self._ligatures = {(one, other) for one, other in model.ligatures}
        self._ligatures |= {(other, one) for one, other in model.ligatures}
        self._wider = {other for _, other in model.ligatures}
        self._exchanged = model.price("characters", "exchanged")
        self._further = model.price("characters", "run")
        self._lost = Memo(self._left_out)
        self._extras = Memo(self._put_in)
        self._ligature = model.price("characters", "ligature")
        self._limit = min(
            model.price("plies", "any") + model.price("reading", "further"), MAX_DISTANCE
        )

    def _swap(self, pair: tuple[str, str]) -> float:
        """Return the price of one character for another."""
        written, meant = pair
        price = self.model.price
        found = [self.model.swaps.get(pair, price("characters", "other"))]
        if written in self.model.unknown:
            found.append(price("characters", "illegible"))
        if written.lower() == meant.lower():
            found.append(price("characters", "case"))
        if (written.isdigit(), written.isalpha()) == (meant.isdigit(), meant.isalpha()):
            found.append(price("characters", "same-kind"))
        for kind, pairs in self._alike.items():
            if pair in pairs:
                found.append(price("characters", "mark" if kind == "marks" else kind))
        if written.isdecimal() and meant.isdecimal() and abs(int(written) - int(meant)) == 1:
            found.append(price("fields", "next"))
        return min(found)

    def _left_out(self, pair: tuple[str, str]) -> tuple[float, float]:
        """Return the price of leaving out a character after another, and of opening a run so.

        A blank, which is nearly free, opens none.
        """
        lost, before = pair
        if lost.isspace():
            return self.model.price("characters", "blank"), UNREACHABLE
        price = self.model.price("characters", "undoubled" if lost == before else "dropped")
        return price, price

    def _put_in(self, pair: tuple[str, str]) -> tuple[str, float, float, bool]:
        """Return a character and one before it: the latter, what the former costs if it is one too
        many, the same if it opens a run of such, and whether both may be read for one.
        """
        extra, before = pair
        if extra.isspace():
            return before, self.model.price("characters", "blank"), UNREACHABLE, False
        stray = "point" if extra == "." and before.isalpha() else "stray"
        price = self.model.price("characters", "doubled" if extra == before else stray)
        opening = price + (self.model.price("characters", "stray") if extra == "." else 0.0)
        return before, price, opening, before + extra in self._wider

    def distance(self, written: str, meant: str, before: str, others: Alternatives = ()) -> float:
        """Return the least price of slips that turn a meant text into the written one.

        It is a distance of "optimal string alignment" with a price for each slip, in which a run
        left out or put in costs little more than its first character.

        Args:
            written: what was written.
            meant: what was meant.
            before: the character that stands before both.
            others: what else each written character may be.
        """
        extras = [self._extras[pair] for pair in zip(written, (before, *written), strict=False)]
        above, run = [0.0], UNREACHABLE
        for _, price, opening, _ in extras:
            run = min(above[-1] + opening, run + self._further)
            above.append(min(above[-1] + price, run))
        two_above, runs, last, limit = above, [UNREACHABLE] * len(above), before, self._limit
        for row, one in enumerate(meant):
            here = self._row(written, one, last if row else "", above, two_above, runs,
                             self._slips_to(one, written, others), extras,
                             self._lost[one, last])  # fmt: skip
            if min(here) >= limit:
                return MAX_DISTANCE
            two_above, above, last = above, here, one
        return above[-1] if above[-1] < limit else MAX_DISTANCE

    def _slips_to(self, one: str, written: str, others: Alternatives) -> list[float]:
        """Return the price of each written character where another was meant."""
        swaps = self._swaps
        slips = [0.0 if found == one else swaps[found, one] for found in written]
        for at, known in enumerate(others):
            if one in known and known[one] < slips[at]:
                slips[at] = known[one]
        return slips

    def _row(
        self,
        written: str,
        one: str,
        last: str,
        above: list[float],
        two_above: list[float],
        runs: list[float],
        slips: list[float],
        extras: list[tuple[str, float, float, bool]],
        left_out: tuple[float, float],
    ) -> list[float]:
        """Return the prices of all beginnings of what was written, up to one meant character.

        Args:
            written: what was written.
            one: the meant character.
            last: the one before it, empty if it is the first.
            above: the prices up to that one.
            two_above: the prices up to the one before that.
            runs: those up to that one if it was left out; changed to those of this one.
            slips: the prices of each written character, were it this one.
            extras: what is known of each written character, were it put in.
            left_out: the price of leaving this one out, and of opening a run so.
        """
        further, (dropped, opening) = self._further, left_out
        wide = bool(last) and last + one in self._wider
        runs[0] = min(above[0] + opening, runs[0] + further)
        price = min(above[0] + dropped, runs[0])
        here, run = [price], UNREACHABLE
        for column, (before, extra, opens, joined) in enumerate(extras, start=1):
            found, up = written[column - 1], above[column]
            lost = runs[column] + further
            if up + opening < lost:
                lost = up + opening
            runs[column] = lost
            run += further
            if price + opens < run:
                run = price + opens
            price = min(
                above[column - 1] + slips[column - 1], lost, up + dropped, price + extra, run
            )
            if last and found == last and before == one and column > 1:
                price = min(price, two_above[column - 2] + self._exchanged)
            if joined and column > 1 and (one, before + found) in self._ligatures:
                price = min(price, above[column - 2] + self._ligature)
            if wide and (last + one, found) in self._ligatures:
                price = min(price, two_above[column - 1] + self._ligature)
            here.append(price)
        return here


def _neighbours(kind: str, groups: tuple[str, ...]) -> set[tuple[str, str]]:
    """Return the pairs of characters that are taken for each other.

    In a row of keys these are neighbours; of any other group, all.
    """
    pairs = set[tuple[str, str]]()
    for group in groups:
        if kind == "keyboard":
            pairs.update(pairwise(group))
        else:
            pairs.update((one, other) for one in group for other in group if one != other)
    return pairs | {(other, one) for one, other in pairs}


@lru_cache(maxsize=8)
def _slips(model: SlipModel) -> Slips:
    return Slips(model)


@lru_cache(maxsize=64)
def text_distance(model: SlipModel, dialect: Dialect[object]) -> TextDistance:
    """Return the distances of texts of a dialect under a slip model."""
    return TextDistance(model, dialect)
