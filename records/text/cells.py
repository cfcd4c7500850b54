"""Cutting the rows of a table into plies at the lowest cost.

The cost of a ply is the distance of its shape (digits, small and capital letters, signs) from the
shapes of the readable moves in the table. A cost of 1 stands for about one misread character.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from notation import Dialect
from notation.memo import Memo
from notation.pattern import lazy_pattern
from records.model import NOTHING
from records.text.layout import LONG_WORD, Word

# Costs, in misread characters; with values near these, the sample sheets are read in the same way.
LENIENT, UNREADABLE, PER_SIGN = 0.3, 0.6, 0.5
"""Costs of a lenient move, of a text that is no move, and of a unit of distance between its shape
and that of a move. A canonical move is free."""
JOIN = SHORT = 0.7
"""Cost of a blank or a canonical move inside a text that is no move; cost of a ply that is missing
from the last row."""
CUT = DROP = 1.0
"""Cost of a missing blank between two plies; cost of leaving out a word that has only signs."""
LOST, DEAREST = 2.9, 3.2
"""Costs of a lost ply or row, and of a text unlike any move."""
MOST_WORDS = 12
"""Maximum number of words in a ply. Rows with more than twice as many are cut between moves only.
"""

LONGEST = 100
"""Maximum length, in characters, of a shape that is compared with those of moves."""

_LIST = lazy_pattern(r"(?:, ?[^\s,;()-]{1,4}(?![^\s,;()]))+")
_BETWEEN = lazy_pattern(r"[ ;]+")
_BRACKETED = lazy_pattern(r"\([^()]*,[^()]*\)")
"""A list in brackets, which belongs to the previous ply."""


def shape_of(text: str) -> str:
    """Return the shape of a text: ``Aa9-a9`` for ``Ge7-e4``.

    In a list, such as one of captures, ``,*`` stands for all items after the first.
    """
    return "".join(
        "9" if one.isdigit() else "A" if one.isupper() else "a" if one.isalpha() else one
        for one in _LIST.sub(",*", text)
    )


@lru_cache(maxsize=1 << 14)
def _distance(one: str, other: str) -> float:
    """Return the edit distance of two shapes.

    Adding or leaving out a character costs 1, changing one 0.6, or 0.3 if only its case changes.
    """
    row = [float(index) for index in range(len(other) + 1)]
    for index, left in enumerate(one, start=1):
        before, row[0] = row[0], float(index)
        for column, right in enumerate(other, start=1):
            unlike = 0.3 if left in "aA" and right in "aA" else 0.6
            changed = min(row[column] + 1, row[column - 1] + 1, before + unlike * (left != right))
            before, row[column] = row[column], changed
    return row[-1]


Cell = tuple[Word, ...]
"""The words of one ply of a row; an empty tuple for a lost ply."""


class CutRow(NamedTuple):
    """A way to cut the first words of a row: its cost, its plies, and the words left out."""

    price: float
    cells: tuple[Cell, ...] = ()
    left_out: tuple[Word, ...] = ()


class Cutter:
    """Cuts the rows of one table into plies.

    Args:
        dialect: the dialect in which the moves are written.
        lines: words of the table, from which the usual shapes of its moves are taken.
    """

    def __init__(self, dialect: Dialect[object], lines: Iterable[Sequence[Word]] = ()) -> None:
        self.dialect = dialect
        self._prices, self._texts = Memo(self._price), Memo(self._joined)
        self._ends, self._costs = Memo(self._cells), Memo(self._joined_price)
        texts = [self.text(one) for line in lines for one in self.cells(line)]
        usual = Counter(shape_of(text) for text in texts if self.is_move(text)).most_common(8)
        self._shapes = [shape for shape, _ in usual] + [shape_of(dialect.example)]
        self._parts = list(map(shape_of, _BETWEEN.split(dialect.example)[1:]))

    def is_move(self, text: str) -> bool:
        """Whether a text has the form of a move in the dialect."""
        return self.dialect.lenient_pattern.fullmatch(text) is not None

    def text(self, words: Sequence[Word]) -> str:
        """Return words as one text, joined by the blanks that are usual inside moves."""
        texts = tuple([word.text for word in words])
        if len(texts) < 2:
            return texts[0] if texts else NOTHING
        return self._texts[texts]

    def _joined(self, texts: tuple[str, ...]) -> str:
        for joint in (" ", ""):
            if self.is_move(whole := joint.join(texts)):
                return whole
        blanks, text = self.dialect.inner_blanks, texts[0]
        for one in texts[1:]:
            inside = blanks is None or f" {one[0]}" in blanks or f"{text[-1]} " in blanks
            text += f" {one}" if inside else one
        return text

    def cells(self, words: Sequence[Word]) -> list[Cell]:
        """Group words into cells: words that together form a move, or else single words."""
        ends = self._ends[tuple([word.text for word in words])]
        return [tuple(words[start:end]) for start, end in pairwise([0, *ends])]

    def _cells(self, texts: tuple[str, ...]) -> list[int]:
        """Return for each cell the index after its last word."""
        ends, start = list[int](), 0
        while start < len(texts):
            upto = range(min(len(texts), start + MOST_WORDS), start + 1, -1)
            joined = (at for at in upto if self.is_move(self._texts[texts[start:at]]))
            start = next(joined, start + 1)
            ends.append(start)
        return ends

    def are_moves(self, words: Sequence[Word]) -> bool:
        """Whether words are moves and nothing else."""
        return all(self.is_move(self.text(cell).rstrip("!?")) for cell in self.cells(words))

    def price(self, text: str) -> float:
        """Return the cost of a text as a ply; 0 for a canonical move."""
        return self._prices[text]

    def _price(self, text: str) -> float:
        bare = text.rstrip("!?") or text
        if self.dialect.are_canonical([bare]):
            return 0.0
        if self.is_move(bare):
            return LENIENT
        if not any(map(str.isalnum, text)):
            return UNREADABLE + DEAREST / 2
        if _BRACKETED.fullmatch(text):
            return DEAREST
        ways = [DEAREST, UNREADABLE + self._unlike(text, self._shapes)]
        if self._parts and len(words := _BETWEEN.split(text)) > 1:
            # One word is the move; the others are parts as in the example of the dialect.
            parts = [self._unlike(word, self._parts) for word in words]
            for word, part in zip(words, parts, strict=True):
                ways.append(max(UNREADABLE, self.price(word)) + sum(parts) - part)
        return min(ways)

    def _unlike(self, text: str, shapes: Iterable[str]) -> float:
        """Return the cost of the distance from the shape of a text to the nearest of ``shapes``."""
        found = shape_of(text)
        if len(found) > LONGEST:
            return inf
        near = (one for one in shapes if abs(len(one) - len(found)) <= DEAREST / PER_SIGN)
        return PER_SIGN * min((_distance(found, one) for one in near), default=inf)

    def is_movelike(self, text: str) -> bool:
        """Whether a text has a digit, and differs from a move in at most two characters."""
        return self.price(text) <= UNREADABLE + 2 * PER_SIGN and any(map(str.isdigit, text))

    def movelike(self, words: Sequence[Word]) -> int:
        """Count the words of moves, and of texts that differ from a move in few characters."""
        return sum(len(one) for one in self.cells(words) if self.is_movelike(self.text(one)))

    def goes_on(self, words: Sequence[Word]) -> bool:
        """Whether the first word and at least half of all words look like moves."""
        begins = self.is_movelike(self.text(self.cells(words)[0]))
        return begins and 2 * self.movelike(words) >= len(words)

    def cut(self, words: Sequence[Word], width: int, is_last: bool = False) -> CutRow:
        """Return the cheapest way to cut a row into plies.

        Args:
            words: the words of the row, without its number.
            width: number of plies in a row; only the last row may have fewer.
            is_last: whether plies may be absent at the row's end.
        """
        if len(words) > 2 * MOST_WORDS:
            cells = self.cells(words)
            left_out = tuple(word for cell in cells[width:] for word in cell)
            return CutRow(0.0, tuple(cells[:width]), left_out)
        best: list[list[CutRow | None]] = [[None] * (len(words) + 1) for _ in range(width + 1)]
        best[0][0] = CutRow(0.0)

        def offer(count: int, end: int, way: CutRow, gain: float = 0.0) -> None:
            there = best[count][end]
            if there is None or way.price - gain < there.price:
                best[count][end] = way

        for count in range(width + 1):
            for start in range(len(words) + 1):
                way = best[count][start]
                if way is None:
                    continue
                price, plies, left_out = way
                if count < width:
                    offer(count + 1, start, CutRow(price + LOST, (*plies, ()), left_out))
                if start == len(words):
                    continue
                word = words[start]
                drop = price + self._drop(word.text)
                offer(count, start + 1, CutRow(drop, plies, (*left_out, word)))
                if count == width:
                    continue
                for end in range(start + 1, min(start + MOST_WORDS, len(words)) + 1):
                    piece = tuple(words[start:end])
                    cost = price + self._costs[piece]
                    # Of equal prices, that of the later words counts: captures follow a move.
                    offer(count + 1, end, CutRow(cost, (*plies, piece), left_out), gain=1e-6)
                is_whole = self.dialect.are_canonical([word.text])
                if count + 2 <= width and len(words) < width and not is_whole:
                    cost, halves = self._halves(word)
                    offer(count + 2, start + 1, CutRow(price + cost, (*plies, *halves), left_out))
        ends = [best[width][-1] or CutRow(inf, ((),) * width)]
        for count in range(1, width) if is_last else ():
            if way := best[count][-1]:
                is_ply = any(self.price(word.text) < DEAREST for word in way.left_out)
                short = SHORT * (width - count) + (DEAREST if is_ply else 0.0)
                ends.append(way._replace(price=way.price + short))
        found = min(ends, key=lambda way: way.price)
        plies = found.cells
        while is_last and plies and not plies[-1]:
            plies = plies[:-1]
        return found._replace(cells=plies)

    def _joined_price(self, words: Cell) -> float:
        """Return the cost of reading words as one ply; blanks that moves do not have cost more."""
        text = self.text(words)
        blanks = 0 if self.is_move(text) else len(words) - 1 - text.count(" ")
        if blanks > 0 and not self.is_move(text.rstrip("!?")):
            blanks += any(self.dialect.are_canonical([word.text]) for word in words)
        are_words = len(words) > 1 and all(
            LONG_WORD.match(word.text) and word.text.isalpha() for word in words
        )
        return (DEAREST if are_words else self.price(text)) + JOIN * max(blanks, 0)

    def _drop(self, text: str) -> float:
        """Return the cost of leaving out a word, which is higher for moves and digits."""
        if not any(map(str.isalnum, text)):
            return DROP
        return DROP * max(1, sum(map(str.isdigit, text)) - 1) + DEAREST - self.price(text)

    def _halves(self, word: Word) -> tuple[float, tuple[Cell, ...]]:
        """Return the cheapest way to cut a word into two plies, with its cost."""
        size = len(word.text)
        cuts = [(word.part(0, at), word.part(at)) for at in range(1, size) if size <= 40]
        cuts = [two for two in cuts if all(any(map(str.isalnum, one.text)) for one in two)]
        ways = ((CUT + sum(self.price(one.text) for one in two), two) for two in cuts)
        price, two = min(ways, key=lambda way: way[0], default=(inf, ()))
        return price, tuple((one,) for one in two)
