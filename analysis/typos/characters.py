"""The distance of two texts character by character: slips of writing and scanning.

A run of characters that is left out or put in is one slip. A written text is compared with the
legal moves of many positions, which are similar: therefore rows of the cost table are computed once
for all texts with the same beginning, and not beyond a limit of cost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import add

from analysis.typos.model import SlipModel
from notation.memo import Memo

BEYOND = 4.0
"""Distance above the limit of slips that is assigned to all texts farther apart."""

MAX_DISTANCE = 14.0
"""The distance of texts with nothing in common; no slips cost more."""

UNREACHABLE = 2 * MAX_DISTANCE
"""A number greater than all distances."""


@dataclass(frozen=True, slots=True, eq=False)
class Alternatives:
    """The alternatives of the characters of a written text.

    Attributes:
        prices: for each written character the costs of reading others.
    """

    prices: tuple[Mapping[str, float], ...]


class Slips:
    """Slips of single characters and their costs."""

    def __init__(self, model: SlipModel) -> None:
        self.model = model
        self.swaps = Memo(self._swap)
        self._alike = {kind: _neighbours(kind, groups) for kind, groups in model.classes.items()}
        self.ligatures = {(one, other) for one, other in model.ligatures}
        self.ligatures |= {(other, one) for one, other in model.ligatures}
        self.wider = {other for _, other in model.ligatures}
        self.exchanged = model.price("characters", "exchanged")
        self.further = model.price("characters", "run")
        self.lost = Memo(self._left_out)
        self.extras = Memo(self._put_in)
        self.ligature = model.price("characters", "ligature")
        self.of_two = min(self.exchanged, self.ligature)
        limit = model.price("plies", "any") + model.price("reading", "further")
        self.limit = min(limit, MAX_DISTANCE)
        self.farthest = min(limit + BEYOND, MAX_DISTANCE)

    def _swap(self, pair: tuple[str, str]) -> float:
        """Return the cost of writing one character instead of another."""
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
        """Return the costs of leaving out a character, alone and as the start of a run.

        A blank costs nearly nothing and starts no run.
        """
        lost, before = pair
        if lost.isspace():
            return self.model.price("characters", "blank"), UNREACHABLE
        price = self.model.price("characters", "undoubled" if lost == before else "dropped")
        return price, price

    def _put_in(self, pair: tuple[str, str]) -> tuple[float, float, bool]:
        """Return the costs of an extra character, alone and as the start of a run.

        Returns:
            Both costs, and whether the two characters may have been written for one.
        """
        extra, before = pair
        if extra.isspace():
            return self.model.price("characters", "blank"), UNREACHABLE, False
        stray = "point" if extra == "." and before.isalpha() else "stray"
        price = self.model.price("characters", "doubled" if extra == before else stray)
        opening = price + (self.model.price("characters", "stray") if extra == "." else 0.0)
        return price, opening, before + extra in self.wider


class PriceRow:
    """A row of the cost table: all beginnings of a written text against one of a meant text.

    Attributes:
        last: the last meant character; the one before both texts if there is none yet.
        prices: the costs, by length of the beginning of the written text.
        runs: the costs if the last meant character was left out.
        above: the costs of the row before; None if there is none.
        least: a lower bound of the costs in all rows that follow.
        further: the rows that follow, by the next meant character.
    """

    __slots__ = ("above", "further", "last", "least", "prices", "runs")

    def __init__(
        self, last: str, prices: list[float], runs: list[float], above: list[float] | None,
        least: float,
    ) -> None:  # fmt: skip
        self.last, self.prices, self.runs = last, prices, runs
        self.above, self.least = above, least
        self.further: dict[str, PriceRow] = {}


class CostTable:
    """The distance of a written text to any other, character by character.

    It is a distance of "optimal string alignment" with weighted edits, in which a run left out or
    put in costs little more than its first character. Texts with the same beginning share its rows.

    Args:
        slips: the slips and their costs.
        written: the written text.
        before: the character before both texts.
        others: for each written character the costs of reading others; empty for none.
    """

    __slots__ = ("_extras", "_others", "_pairs", "_slips", "_start", "_swaps", "_written")

    def __init__(
        self, slips: Slips, written: str, before: str, others: Sequence[Mapping[str, float]] = ()
    ) -> None:
        self._slips, self._written, self._others = slips, written, others
        extras = [slips.extras[pair] for pair in zip(written, (before, *written), strict=False)]
        self._extras = [(UNREACHABLE, UNREACHABLE), *((one, other) for one, other, _ in extras)]
        self._pairs = [at for at, (_, _, joined) in enumerate(extras) if at and joined]
        self._swaps: dict[str, list[float]] = {}
        prices, run = [0.0], UNREACHABLE
        for price, opening in self._extras[1:]:
            run = min(prices[-1] + opening, run + slips.further)
            prices.append(min(prices[-1] + price, run))
        self._start = PriceRow(before, prices, [UNREACHABLE] * len(prices), None, 0.0)

    def price(self, meant: str, limit: float = MAX_DISTANCE) -> float:
        """Return the least cost of slips that turn a text into the written one.

        Args:
            meant: the text that was meant.
            limit: limit of the cost; beyond it any greater number may be returned.
        """
        row = self._start
        for one in meant:
            found = row.further.get(one)
            if found is None:
                if row.least > limit:
                    return MAX_DISTANCE
                found = row.further[one] = self._after(row, one)
            row = found
        price = row.prices[-1]
        return price if price < self._slips.limit else MAX_DISTANCE

    def _swaps_to(self, one: str) -> list[float]:
        """Return the cost of each written character if another one was meant."""
        if (prices := self._swaps.get(one)) is not None:
            return prices
        swaps = self._slips.swaps
        prices = [0.0 if found == one else swaps[found, one] for found in self._written]
        for at, known in enumerate(self._others):
            if one in known and known[one] < prices[at]:
                prices[at] = known[one]
        self._swaps[one] = prices
        return prices

    def _after(self, row: PriceRow, one: str) -> PriceRow:
        """Return the next row of the table, for one more meant character."""
        slips, above, price = self._slips, row.prices, UNREACHABLE
        further, (dropped, opening) = slips.further, slips.lost[one, row.last]
        swapped = [UNREACHABLE, *map(add, above, self._swaps_to(one))]
        if self._pairs or row.above is not None:
            self._of_two(row, one, swapped)
        prices, runs, run = list[float](), list[float](), UNREACHABLE
        columns = zip(swapped, above, row.runs, self._extras, strict=True)
        for best, up, lost, (extra, opens) in columns:
            lost += further
            if up + opening < lost:
                lost = up + opening
            runs.append(lost)
            run += further
            if price + opens < run:
                run = price + opens
            price += extra
            if best < price:
                price = best
            if lost < price:
                price = lost
            if up + dropped < price:
                price = up + dropped
            if run < price:
                price = run
            prices.append(price)
        return PriceRow(one, prices, runs, above, min(min(prices), min(above) + slips.of_two))

    def _of_two(self, row: PriceRow, one: str, prices: list[float]) -> None:
        """Lower costs where two characters were exchanged, or written as one, or one as two."""
        slips, written, last = self._slips, self._written, row.last
        for at in self._pairs:
            if (one, written[at - 1 : at + 1]) in slips.ligatures:
                prices[at + 1] = min(prices[at + 1], row.prices[at - 1] + slips.ligature)
        if row.above is None:
            return
        if one + last in written:
            for at in range(1, len(written)):
                if written[at] == last and written[at - 1] == one:
                    prices[at + 1] = min(prices[at + 1], row.above[at - 1] + slips.exchanged)
        if last + one in slips.wider:
            for at, found in enumerate(written):
                if (last + one, found) in slips.ligatures:
                    prices[at + 1] = min(prices[at + 1], row.above[at] + slips.ligature)


def _neighbours(kind: str, groups: tuple[str, ...]) -> set[tuple[str, str]]:
    """Return the pairs of characters that are mistaken for each other.

    In a row of keys they are neighbours; in any other group, all pairs.
    """
    pairs = set[tuple[str, str]]()
    for group in groups:
        if kind == "keyboard":
            pairs.update(pairwise(group))
        else:
            pairs.update((one, other) for one in group for other in group if one != other)
    return pairs | {(other, one) for one, other in pairs}


@lru_cache(maxsize=8)
def slips_of(model: SlipModel) -> Slips:
    """Return the slips and costs of a slip model."""
    return Slips(model)
