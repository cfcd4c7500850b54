"""The noisy channel: what it costs to take one text for another.

Texts are compared in two ways, and the cheaper counts. Character by character, with the slips of
writing and scanning; a run of characters that is left out or put in is one slip. And, where both
texts are made of the same kinds of fields, field by field, with the slips of counting and of
looking: off by one, the opposite direction, two fields exchanged.

Most of two texts is usually the same, so their common beginning and end are set aside first, and
what is left, of which there is little variety, is remembered.
"""

from functools import lru_cache
from itertools import pairwise

from analysis.repairing.errors import ErrorModel, Fields

FARTHEST = 5.0
"""Prices from here on are all the same: texts have nothing to do with each other."""

MEMO_LIMIT = 1 << 17


class Channel:
    """Prices of taking texts of one dialect for each other."""

    def __init__(self, model: ErrorModel, dialect: str) -> None:
        self.model = model
        self._fields = model.fields(dialect)
        self._slips = _slips(model)
        self._memo: dict[tuple[str, str, str], float] = {}
        self._tokens: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def price(self, written: str, meant: str) -> float:
        """Return the price of writing one text where another was meant, 0 for the same."""
        if written == meant:
            return 0.0
        before, one, other = _apart(written, meant)
        key = (before, one, other)
        price = self._memo.get(key)
        if price is None:
            if len(self._memo) >= MEMO_LIMIT:
                self._memo.clear()
            price = self._memo[key] = self._slips.distance(one, other, before)
        return min(price, self._by_fields(written, meant)) if price > self._least else price

    @property
    def _least(self) -> float:
        """Price below which fields need not be looked at."""
        return self.model.price("fields", "next")

    def _by_fields(self, written: str, meant: str) -> float:
        frame, ours = self._taken_apart(written)
        other_frame, theirs = self._taken_apart(meant)
        if frame != other_frame:
            return FARTHEST
        differing = [
            (kind, one, other)
            for kind, one, other in zip(frame[::2], ours, theirs, strict=False)
            if one != other
        ]
        price = sum(_field_price(self._slips, self._fields, *one) for one in differing)
        if len(differing) == 2:
            (kind, one, other), (kind_2, one_2, other_2) = differing
            if (kind, one, other) == (kind_2, other_2, one_2):
                price = min(price, self.model.price("fields", "exchanged"))
        return min(price, FARTHEST)

    def _taken_apart(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the kinds of a text's fields, each with what follows it, and the fields."""
        known = self._tokens.get(text)
        if known is None:
            if len(self._tokens) >= MEMO_LIMIT:
                self._tokens.clear()
            known = self._tokens[text] = _tokens(self._fields, text)
        return known


def _tokens(fields: Fields, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    frame, found, end = list[str](), list[str](), 0
    for match in fields.tokens.finditer(text):
        kind = match.lastgroup or ""
        start, stop = match.span(kind)
        if found:
            frame.append(text[end:start])
        frame.append(kind)
        found.append(match[kind])
        end = stop
    return (*frame, text[end:]), tuple(found)


def _apart(written: str, meant: str) -> tuple[str, str, str]:
    """Return the last character that two texts begin with, and what is left of each."""
    start, shorter = 0, min(len(written), len(meant))
    while start < shorter and written[start] == meant[start]:
        start += 1
    end = 0
    while end < shorter - start and written[-1 - end] == meant[-1 - end]:
        end += 1
    before = written[start - 1] if start else ""
    return before, written[start : len(written) - end], meant[start : len(meant) - end]


@lru_cache(maxsize=1 << 14)
def _field_price(slips: "Slips", fields: Fields, kind: str, written: str, meant: str) -> float:
    """Return the price of one field for another of its kind."""
    prices = [slips.distance(written, meant, "")]
    if kind in fields.scales:
        prices.append(_scale_price(slips.model, fields, kind, written, meant))
    elif kind == "point":
        prices.append(_point_price(slips.model, written, meant))
    elif kind == "number" and written.isdecimal() and abs(int(written) - int(meant)) == 1:
        prices.append(slips.model.price("fields", "next"))
    return min(prices)


def _scale_price(model: ErrorModel, fields: Fields, kind: str, written: str, meant: str) -> float:
    scale = fields.scales[kind]
    if written not in scale or meant not in scale:
        return FARTHEST
    apart = abs(scale.index(written) - scale.index(meant))
    if kind in fields.rings:
        apart = min(apart, len(scale) - apart)
        if 2 * apart == len(scale):
            return model.price("fields", "opposite")
    return model.price("fields", "next") if apart == 1 else FARTHEST


def _point_price(model: ErrorModel, written: str, meant: str) -> float:
    """Return the price of one point for another: a letter, and a number."""
    letters = ord(written[0]) - ord(meant[0])
    numbers = int(written[1:]) - int(meant[1:])
    if abs(letters) + abs(numbers) == 1:
        return model.price("fields", "next")
    first = ord("a" if written[0].islower() else "A") - 1
    if ord(written[0]) - first == int(meant[1:]) and ord(meant[0]) - first == int(written[1:]):
        return model.price("fields", "transposed")
    return FARTHEST


class Slips:
    """The slips of single characters, and the distance that they make up."""

    def __init__(self, model: ErrorModel) -> None:
        self.model = model
        self._known: dict[tuple[str, str], float] = {}
        self._alike = {kind: _neighbours(kind, groups) for kind, groups in model.classes.items()}
        self._ligatures = {(one, other) for one, other in model.ligatures}
        self._ligatures |= {(other, one) for one, other in model.ligatures}

    def swapped(self, written: str, meant: str) -> float:
        """Return the price of one character for another."""
        if written == meant:
            return 0.0
        price = self._known.get((written, meant))
        if price is None:
            price = self._known[written, meant] = min(self._swaps(written, meant))
        return price

    def _swaps(self, written: str, meant: str) -> list[float]:
        price = self.model.price
        found = [price("characters", "other")]
        if written in self.model.unknown:
            found.append(price("characters", "illegible"))
        if written.lower() == meant.lower():
            found.append(price("characters", "case"))
        if (written.isdigit(), written.isalpha()) == (meant.isdigit(), meant.isalpha()):
            found.append(price("characters", "same-kind"))
        for kind, pairs in self._alike.items():
            if (written, meant) in pairs:
                found.append(price("characters", "mark" if kind == "marks" else kind))
        if written.isdecimal() and meant.isdecimal() and abs(int(written) - int(meant)) == 1:
            found.append(price("fields", "next"))
        return found

    def left_out(self, lost: str, before: str) -> float:
        """Return the price of leaving out a character after another."""
        if lost.isspace():
            return self.model.price("characters", "blank")
        return self.model.price("characters", "undoubled" if lost == before else "dropped")

    def put_in(self, extra: str, before: str) -> float:
        """Return the price of a character too many after another."""
        if extra.isspace():
            return self.model.price("characters", "blank")
        return self.model.price("characters", "doubled" if extra == before else "stray")

    def distance(self, written: str, meant: str, before: str) -> float:
        """Return the least price of slips that turn a meant text into the written one.

        It is a distance of "optimal string alignment" with a price for each slip, in which a run
        left out or put in costs little more than its first character.

        Args:
            written: what was written.
            meant: what was meant.
            before: the character that stands before both.
        """
        further = self.model.price("characters", "run")
        rows: list[list[float]] = []
        lost_above = [FARTHEST * 2] * (len(written) + 1)
        for row in range(len(meant) + 1):
            here: list[float] = []
            lost, extra = list[float](), FARTHEST * 2
            for column in range(len(written) + 1):
                dropped, best = FARTHEST * 2, 0.0 if not row and not column else FARTHEST * 2
                if row:
                    last = meant[row - 2] if row > 1 else before
                    start = rows[row - 1][column] + self.left_out(meant[row - 1], last)
                    dropped = min(start, lost_above[column] + further)
                if column:
                    last = written[column - 2] if column > 1 else before
                    start = here[column - 1] + self.put_in(written[column - 1], last)
                    extra = min(start, extra + further)
                if row and column:
                    slip = self.swapped(written[column - 1], meant[row - 1])
                    best = rows[row - 1][column - 1] + slip
                    best = min(best, self._two(rows, row, column, written, meant))
                lost.append(dropped)
                here.append(min(best, dropped, extra) if row or column else 0.0)
            if min(here) >= FARTHEST:
                return FARTHEST
            rows.append(here)
            lost_above = lost
        return min(rows[-1][-1], FARTHEST)

    def _two(
        self, rows: list[list[float]], row: int, column: int, written: str, meant: str
    ) -> float:
        """Return the price up to here if the last slip concerns two characters."""
        price = FARTHEST * 2
        ours, theirs = written[max(column - 2, 0) : column], meant[max(row - 2, 0) : row]
        if row > 1 and column > 1 and ours == theirs[::-1]:
            price = rows[row - 2][column - 2] + self.model.price("characters", "exchanged")
        ligature = self.model.price("characters", "ligature")
        if column > 1 and (theirs[-1], ours) in self._ligatures:
            price = min(price, rows[row - 1][column - 2] + ligature)
        if row > 1 and (theirs, ours[-1]) in self._ligatures:
            price = min(price, rows[row - 2][column - 1] + ligature)
        return price


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
def _slips(model: ErrorModel) -> Slips:
    return Slips(model)


@lru_cache(maxsize=64)
def channel(model: ErrorModel, dialect: str) -> Channel:
    """Return the channel of a dialect under an error model."""
    return Channel(model, dialect)
