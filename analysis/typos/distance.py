"""The cost of writing one text where another was meant.

Texts are compared in two ways, and the lower cost counts: character by character and, where both
have the same kinds of fields, field by field, with slips of counting and reading. Between
characters it is an optimal string alignment with weighted edits, in which leaving out or adding
several characters in sequence is one slip. A written text is compared with the legal moves of many
positions, which are similar: texts with the same beginning share rows of its cost table. Rows with
costs beyond a limit are not computed.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import add
from typing import NamedTuple

from analysis.typos.model import SlipModel
from notation.dialect import AnyDialect
from notation.memo import Memo

BEYOND = 4.0  # difference between the limit and the cost of all texts beyond it
MAX_DISTANCE = 14.0  # highest cost: that of texts with nothing in common
UNREACHABLE = 2 * MAX_DISTANCE  # above all costs
WRITTEN_LIMIT = 1 << 7  # written texts whose cost tables are cached, at 0.3 MB each

Others = Sequence[Mapping[str, float]]
"""For each character of a written text, the costs of reading others in its place."""


class CharacterSlips:
    """Slips of one or two characters and their costs.

    Attributes:
        swapped: costs of writing one character for another, by the written and the meant one.
        left_out: two costs of leaving out a character: alone, and as the first of several. Keys are
            the character and the character before it.
        put_in: two costs of adding a character, as in ``left_out``.
        further: the cost of each further character that is left out or added in sequence.
        of_two: lower bound of the costs of slips of two characters.
        limit: costs from this limit on are not distinguished.
        farthest: the cost given to all texts at or above the limit.
    """

    def __init__(self, model: SlipModel) -> None:
        self._price = model.price
        self._swaps, self._unknown = model.swaps, model.unknown
        self._confused = {kind: _confused(kind, groups) for kind, groups in model.classes.items()}
        self._ligatures = defaultdict[str, list[str]](list)
        for one, other in model.ligatures:
            self._ligatures[one].append(other)
            self._ligatures[other].append(one)
        self._ligature = model.price("characters", "ligature")
        self._exchanged = model.price("characters", "exchanged")
        self.of_two = min(self._ligature, self._exchanged)
        self.further = model.price("characters", "run")
        limit = model.price("plies", "any") + model.price("reading", "further")
        self.limit = min(limit, MAX_DISTANCE)
        self.farthest = min(limit + BEYOND, MAX_DISTANCE)
        self.swapped = Memo(self._swapped)
        self.left_out = Memo(self._left_out)
        self.put_in = Memo(self._put_in)

    def _swapped(self, pair: tuple[str, str]) -> float:
        (written, meant), price = pair, self._price
        found = [self._swaps.get(pair, price("characters", "other"))]
        if written in self._unknown:
            found.append(price("characters", "illegible"))
        if written.lower() == meant.lower():
            found.append(price("characters", "case"))
        if (written.isdigit(), written.isalpha()) == (meant.isdigit(), meant.isalpha()):
            found.append(price("characters", "same-kind"))
        for kind, pairs in self._confused.items():
            if pair in pairs:
                found.append(price("characters", "mark" if kind == "marks" else kind))
        if written.isdecimal() and meant.isdecimal() and abs(int(written) - int(meant)) == 1:
            found.append(price("fields", "next"))
        return min(found)

    def _left_out(self, pair: tuple[str, str]) -> tuple[float, float]:
        lost, before = pair
        if lost.isspace():  # A blank costs nearly nothing, and starts no run.
            return self._price("characters", "blank"), UNREACHABLE
        price = self._price("characters", "undoubled" if lost == before else "dropped")
        return price, price

    def _put_in(self, pair: tuple[str, str]) -> tuple[float, float]:
        extra, before = pair
        if extra.isspace():
            return self._price("characters", "blank"), UNREACHABLE
        stray = "point" if extra == "." and before.isalpha() else "stray"
        price = self._price("characters", "doubled" if extra == before else stray)
        return price, price + (self._price("characters", "stray") if extra == "." else 0.0)

    def pairs_in(self, written: str) -> Mapping[str, Sequence[tuple[int, int, float]]]:
        """Return the places in a text where two characters may have been exchanged or joined.

        Returns:
            meant characters -> start and end of each place, with the cost of the slip.
        """
        found = defaultdict[str, list[tuple[int, int, float]]](list)
        for at, one in enumerate(written):
            pair = written[at - 1 : at + 1] if at else ""
            for meant in self._ligatures.get(one, ()):
                found[meant].append((at, at + 1, self._ligature))
            for meant in self._ligatures.get(pair, ()):
                found[meant].append((at - 1, at + 1, self._ligature))
            if pair:
                found[pair[::-1]].append((at - 1, at + 1, self._exchanged))
        return found


def _confused(kind: str, groups: Sequence[str]) -> set[tuple[str, str]]:
    """Return the pairs of characters that are confused with each other.

    In a row of keys they are neighbours; in any other group, all pairs.
    """
    if kind == "keyboard":
        pairs = {pair for group in groups for pair in pairwise(group)}
    else:
        pairs = {(one, other) for group in groups for one in group for other in group}
    return pairs | {(other, one) for one, other in pairs}


class CostRow(NamedTuple):
    """A row of a cost table: from one prefix of the meant text to each prefix of the written one.

    Attributes:
        last: the last meant character; empty in the first row.
        prices: the costs, by the length of the prefix of the written text.
        runs: the costs if the last meant character was left out.
        above: the costs of the row before; None in the first row.
        least: a lower bound of the costs in all rows that follow.
        following: the rows that follow, by the next meant character.
    """

    last: str
    prices: list[float]
    runs: list[float]
    above: list[float] | None
    least: float
    following: "dict[str, CostRow]"


class CostTable:
    """The distance of a written text to any other, character by character.

    Args:
        slips: the slips and their costs.
        others: the costs of reading other characters; empty if there is none.
    """

    def __init__(self, slips: CharacterSlips, written: str, others: Others = ()) -> None:
        self._slips, self._written, self._others = slips, written, others
        put_in = (slips.put_in[pair] for pair in zip(written, ("", *written), strict=False))
        self._put_in = [(UNREACHABLE, UNREACHABLE), *put_in]
        self._pairs = slips.pairs_in(written)
        self._swaps: Memo[str, list[float]] = Memo(self._swaps_to)
        prices, run = [0.0], UNREACHABLE
        for price, opening in self._put_in[1:]:
            run = min(prices[-1] + opening, run + slips.further)
            prices.append(min(prices[-1] + price, run))
        self._first = CostRow("", prices, [UNREACHABLE] * len(prices), None, 0.0, {})

    def price(self, meant: str, limit: float = UNREACHABLE) -> float:
        """Return the least cost of slips that turn a text into the written one.

        Args:
            meant: the text that was meant.
            limit: limit of the cost; beyond it any greater number may be returned.
        """
        row = self._first
        for one in meant:
            following = row.following.get(one)
            if following is None:
                if row.least > limit:
                    return self._slips.farthest
                following = row.following[one] = self._after(row, one)
            row = following
        price = row.prices[-1]
        return price if price < self._slips.limit else self._slips.farthest

    def _swaps_to(self, meant: str) -> list[float]:
        """Return for each written character the cost of writing it in place of ``meant``."""
        swapped = self._slips.swapped
        prices = [0.0 if one == meant else swapped[one, meant] for one in self._written]
        for at, known in enumerate(self._others):
            prices[at] = min(prices[at], known.get(meant, UNREACHABLE))
        return prices

    def _after(self, row: CostRow, one: str) -> CostRow:
        """Return the next row of the table, for one more meant character."""
        slips, above, price = self._slips, row.prices, UNREACHABLE
        further, (dropped, opening) = slips.further, slips.left_out[one, row.last]
        replaced = [UNREACHABLE, *map(add, above, self._swaps[one])]
        for start, end, cost in self._pairs.get(one, ()):
            replaced[end] = min(replaced[end], above[start] + cost)
        if row.above is not None:
            for start, end, cost in self._pairs.get(row.last + one, ()):
                replaced[end] = min(replaced[end], row.above[start] + cost)
        prices, runs, run = list[float](), list[float](), UNREACHABLE
        # Comparisons in place of `min`, which takes twice as long here.
        for best, up, lost, (extra, opens) in zip(
            replaced, above, row.runs, self._put_in, strict=True
        ):
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
        least = min(min(prices), min(above) + slips.of_two)
        return CostRow(one, prices, runs, above, least, {})


class TextDistance:
    """The costs of writing one text of a dialect instead of another."""

    def __init__(self, model: SlipModel, dialect: AnyDialect) -> None:
        self._model = model
        self._fields = model.fields(dialect.game, dialect.name)
        self.slips = CharacterSlips(model)
        self._exchanged = model.price("fields", "exchanged")
        self._tables: Memo[str, CostTable]
        self._tables = Memo(lambda written: CostTable(self.slips, written), WRITTEN_LIMIT)
        self._split = Memo(self._fields.split)
        self._field_prices = Memo(self._field_price)

    def price(self, written: str, meant: str, table: CostTable | None = None) -> float:
        """Return the cost of writing one text where another was meant, 0 for equal texts.

        Args:
            written: the written text.
            meant: the intended text.
            table: the written text's cost table with other readings of its characters.
        """
        if written == meant:
            return 0.0
        frame, fields = self._split[written]
        other_frame, meant_fields = self._split[meant]
        price, is_by_character = self.slips.farthest, True
        if frame == other_frame:
            differing = [at for at, one in enumerate(fields) if one != meant_fields[at]]
            price = self._by_fields(frame, fields, meant_fields, differing)
            # A single slip may concern two fields, but hardly three.
            is_by_character = len(differing) == 2 and price > self._exchanged
        if is_by_character or table:
            price = min(price, (table or self._tables[written]).price(meant, price))
        return price

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
        kinds = frame[1::2]
        prices = (self._field_prices[kinds[at], written[at], meant[at]] for at in differing)
        return min(sum(prices), self.slips.farthest)

    def _field_price(self, key: tuple[str, str, str]) -> float:
        """Return the cost of writing one field instead of another of its kind."""
        kind, written, meant = key
        slip = self._fields.slip(kind, written, meant)
        price = self._model.price("fields", slip) if slip else self.slips.farthest
        return min(price, CostTable(self.slips, written).price(meant))


@lru_cache(maxsize=64)
def text_distance(model: SlipModel, dialect: AnyDialect) -> TextDistance:
    """Return the distances of texts of a dialect under a slip model."""
    return TextDistance(model, dialect)
