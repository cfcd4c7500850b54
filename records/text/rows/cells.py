"""Rows of a damaged table cut into plies, where the notation's shape has the likeliest cuts.

Each piece of a row has a price: none for a canonical move, a little for a lenient one, more the
further its shape (digits, small and capital letters, signs) is from the shapes of the moves that
can be read in the table. The cuts with the lowest total are taken.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from notation import Dialect
from notation.dialect import DASH
from notation.pattern import lazy_pattern
from records.text.rows.shapes import (
    MOST_WORDS,
    PER_SIGN,
    distance,
    divided,
    is_count,
    part_price,
    shape,
    spaced,
    text_of,
)

LENIENT = 0.3
"""Price of a move in a lenient spelling."""
UNREADABLE = 0.6
"""Price of a piece that is no move, besides the distance of its shape."""
DEAREST = 2.6
"""Highest price of the shape of a piece."""
JOIN = 0.7
"""Price of a blank inside a piece that is no move with it."""
CUT, BLANK_CUT = 1.1, 0.3
"""Price of a cut inside a word, and at a blank in words that a scan has as one."""
LOST = 2.9
"""Price of a ply of which nothing is left."""
DROP = 0.9
"""Price of a word that is left out beside a readable move."""
PER_DIGIT = 0.6
"""Price of each digit of it beyond two: what has many is more than a speck."""
PART_BEFORE = 0.02
"""Price of a part of a move that stands before its first word, not behind it."""
PART_ALONE = 0.5
"""Price of a part of a move that is a ply by itself."""
PART_LAST, NEAR_PART = 2.0, 0.2
"""Price of a part up to such a price at the end of the last row: it ends the ply before it."""
ACROSS = 2.0
"""Price of a ply that begins at a blank in a cell of a scan and goes on in the next cell."""
COUNT_INSIDE = 1.5
"""Price of a count of the dialect before other words of a ply, which it should end."""
SETTLED = 2
"""Plies before a move that may be of any form."""
SHAPES = 8
"""Shapes of moves that are compared at most."""
MOST_PARTS = 80
"""Pieces of a row up to which all ways to cut it into plies are compared."""
INNER_CUTS = 40
"""Characters of a row up to which cuts inside words are tried everywhere."""
LONGEST_MOVES = 2
"""How many times as long as the longest shape of moves a piece with a part of a word may be."""
_DASH = lazy_pattern(rf"{DASH}+")

NOTHING = "?"
"""The text of a ply of which nothing is left."""


class PlacedWord(NamedTuple):
    """A word of a line, or of a scan.

    Attributes:
        text: the text, without blanks unless it is a comment.
        line: number of the line, from 1.
        column: where it begins in the line, from 1.
        left: where it begins on the sheet, in any unit; 0 where `column` is all that is known.
        top: how far down its middle is on the sheet, in that unit; 0 where it is not known.
    """

    text: str
    line: int
    column: int
    left: float = 0.0
    top: float = 0.0

    @property
    def x(self) -> float:
        """Where it begins on the sheet, in the unit of its table."""
        return self.left or float(self.column)


class Cell(NamedTuple):
    """A piece of a row that is one ply.

    Attributes:
        text: the text, empty where nothing is left of a ply.
        words: the words, or parts of them, that it is made of.
        left_out: words beside it that are no part of it.
    """

    text: str
    words: tuple[PlacedWord, ...] = ()
    left_out: tuple[PlacedWord, ...] = ()


Cut = tuple[float, list[Cell]]
"""The price of some cells, and the cells."""


class Cutter:
    """Cuts the rows of one table into plies.

    Args:
        dialect: the dialect in which the moves are written.
        lines: words of the table, from which the usual shapes of its moves are taken.
    """

    def __init__(
        self, dialect: Dialect[object], lines: Iterable[Sequence[PlacedWord]] = ()
    ) -> None:
        self.dialect = dialect
        moves = [
            cell.text for line in lines for cell in self.cells(line) if self.is_move(cell.text)
        ]
        dashed = [text for text in moves if _DASH.search(text)]
        parted = {text for text in dashed if self._is_two(text)}
        self._dashes_part = 2 * sum(text in parted for text in dashed) > len(dashed)
        readable = Counter(
            shape(part)
            for text in moves
            for part in (_DASH.split(text) if self._dashes_part and text in parted else [text])
        )
        self._shapes = [one for one, _ in readable.most_common(SHAPES)] or [shape(dialect.example)]
        self._prices: dict[str, float] = {}

    def is_move(self, text: str) -> bool:
        """Whether a text may be a move in the dialect, as far as its form goes."""
        return self.dialect.lenient_pattern.fullmatch(text) is not None

    def cells(self, words: Sequence[PlacedWord]) -> list[Cell]:
        """Return words with those joined that are one move with the blanks between them."""
        cells, start = [], 0
        for text, count in divided(self.dialect, tuple([word.text for word in words])):
            cells.append(Cell(text, tuple(words[start : start + count])))
            start += count
        return cells

    def _text(self, words: Sequence[PlacedWord]) -> str:
        """Return words as one text, with the blanks between them if they are one move so."""
        return text_of(self.dialect, tuple([word.text for word in words]))

    def parted(self, words: Sequence[PlacedWord]) -> list[tuple[PlacedWord, ...]]:
        """Return the words of each side of a row, parted by the dashes that belong to no move."""
        sides: list[list[PlacedWord]] = [[]]
        for word in words:
            for at, part in enumerate(self._around_dashes(word)):
                if at:
                    sides.append([])
                if part.text:
                    sides[-1].append(part)
        return [tuple(side) for side in sides]

    def _around_dashes(self, word: PlacedWord) -> list[PlacedWord]:
        """Return the parts of a word around a dash between moves; the word if it has none."""
        if not (dash := _DASH.search(word.text)):
            return [word]
        if self.is_move(word.text) and not (self._dashes_part and self._is_two(word.text)):
            return [word]
        if any("-" in one for one in self._shapes):
            # A dash is a part of moves: it parts two where nothing else can be meant.
            cuts = [one for one in _DASH.finditer(word.text) if self._parts_moves(word.text, one)]
            dash = cuts[0] if len(cuts) == 1 else None
        if dash is None:
            return [word]
        before = word._replace(text=word.text[: dash.start()])
        after = word.text[dash.end() :]
        return [before, word._replace(text=after, column=word.column + dash.end())]

    def _is_two(self, text: str) -> bool:
        """Whether a move, by its coordinates, does not fit the board, and both its halves do."""
        return not self.dialect.fits(text, SETTLED) and all(
            self.is_move(half) and self.dialect.fits(half, SETTLED) for half in _DASH.split(text)
        )

    def _parts_moves(self, text: str, dash: re.Match[str]) -> bool:
        before, after = text[: dash.start()], text[dash.end() :]
        if before and after:
            return self.is_move(before) and self.is_move(after)
        return not (before or after) or self.is_near(before or after)

    def price(self, text: str) -> float:
        """Return the price of one text as a ply, 0 for a canonical move."""
        if text not in self._prices:
            self._prices[text] = self._price(text)
        return self._prices[text]

    def _price(self, text: str) -> float:
        bare = text.rstrip("!?") or text
        for one in dict.fromkeys((text, bare)):
            if self.dialect.are_canonical([one]):
                return 0.0
            if self.is_move(one):
                return LENIENT
        if not any(map(str.isalnum, text)):
            return UNREADABLE + DEAREST / 2
        found, nearest = shape(text), DEAREST / PER_SIGN
        for one in sorted(self._shapes, key=lambda one: abs(len(one) - len(found))):
            if abs(len(one) - len(found)) >= nearest:
                break
            nearest = min(nearest, distance(found, one))
        return UNREADABLE + PER_SIGN * nearest

    def movelike(self, words: Sequence[PlacedWord]) -> int:
        """Return how many words are moves, or nearly look like moves."""
        near = (cell for cell in self.cells(words) if self.is_movelike(cell.text))
        return sum(len(cell.words) for cell in near)

    def goes_on(self, words: Sequence[PlacedWord]) -> bool:
        """Whether words begin with what looks like a move, and half of them do."""
        begins = self.is_movelike(self.cells(words)[0].text)
        return begins and 2 * self.movelike(words) >= len(words)

    def is_movelike(self, text: str) -> bool:
        """Whether a text is a move or nearly looks like one, with at least a digit."""
        return self.is_near(text) and any(map(str.isdigit, text))

    def is_near(self, text: str) -> bool:
        """Whether a text is a move or nearly looks like one."""
        return self.price(text) <= UNREADABLE + 2 * PER_SIGN

    def cut(self, words: Sequence[PlacedWord], width: int, is_last: bool = False) -> list[Cell]:
        """Return a row's plies, exactly so many unless it is the last row, which may have fewer.

        Args:
            words: the words of the row, without its number.
            width: how many plies a row has.
            is_last: whether plies may be absent at the row's end.
        """
        parts, inner = self._parts(words, width)
        if len(parts) > MOST_PARTS:
            return self._first(words, width)
        pieces = self._pieces(parts, inner)
        best: list[Cut | None] = [(0.0, [])] + [None] * len(parts)
        ends: list[Cut] = []
        for count in range(1, width + 1):
            best = [_ending(best, found) for found in pieces]
            if is_last and (whole := best[-1]) is not None:
                left_out = [word for piece in whole[1] for word in piece.left_out]
                short = UNREADABLE + DEAREST if count < width and left_out else 0
                is_part = count > 1 and self._begins_with_part(whole[1][-1])
                ends.append((whole[0] + short + PART_LAST * is_part, whole[1]))
        cells = min(ends, key=lambda end: end[0])[1] if ends else (best[-1] or (0, []))[1]
        while is_last and cells and not cells[-1].text:
            cells = cells[:-1]
        return cells

    def _first(self, words: Sequence[PlacedWord], width: int) -> list[Cell]:
        """Return the first cells of a row far too long, the last with the words left out."""
        *cells, last = self.cells(words)[:width]
        used = sum(len(cell.words) for cell in (*cells, last))
        return [*cells, last._replace(left_out=tuple(words[used:]))]

    def _parts(
        self, words: Sequence[PlacedWord], width: int
    ) -> tuple[list[PlacedWord], list[bool]]:
        """Return the smallest pieces, and whether each begins inside a word."""
        everywhere = len(words) < width and sum(len(word.text) for word in words) <= INNER_CUTS
        parts, inner = [], []
        for word in words:
            inside = everywhere and not self.dialect.are_canonical([word.text])
            cuts = range(1, len(word.text)) if inside or self._is_long(word) else ()
            starts = [0, *cuts]
            for start, end in zip(starts, [*starts[1:], len(word.text)], strict=True):
                text = word.text[start:end]
                parts.append(word._replace(text=text, column=word.column + start))
                inner.append(start > 0)
        return parts, inner

    def _is_long(self, word: PlacedWord) -> bool:
        longest = max(map(len, self._shapes))
        is_whole = self.is_move(word.text) or self._part(word) is not None
        return longest < len(word.text) <= INNER_CUTS and not is_whole

    def _pieces(
        self, parts: Sequence[PlacedWord], inner: Sequence[bool]
    ) -> list[list[tuple[int, float, Cell]]]:
        """Return the plies that may end before each part: where each begins, its price, the ply.

        A ply of whole words may be as long as the row, one that begins or ends inside a word only
        so long as moves are: the time grows with the square of the words alone.
        """
        longest = LONGEST_MOVES * max(map(len, self._shapes))
        whole = [at for at, is_inner in enumerate((*inner, False)) if not is_inner]
        found = []
        for end in range(len(parts) + 1):
            near = range(max(0, end - longest), end + 1)
            starts = sorted({*near, *(at for at in whole if at < end)}) if end in whole else near
            pieces = []
            for start in starts:
                price, cell = self._piece(parts[start:end], inner[start:end])
                cut = _cut_price(parts, start) if start < end and inner[start] else 0
                cut += ACROSS if cut == BLANK_CUT and not all(inner[start:end]) else 0
                pieces.append((start, price + cut, cell))
            found.append(pieces)
        return found

    def _piece(self, parts: Sequence[PlacedWord], inner: Sequence[bool]) -> tuple[float, Cell]:
        """Return the price of parts as one ply, and the ply."""
        if not parts:
            return LOST, Cell("")
        words = _joined(parts, inner)
        whole_text, tight = self._text(words), "".join(word.text for word in words)
        if len(words) == 1 or self.is_move(whole_text):
            before = PART_BEFORE if len(words) > 1 else PART_ALONE
            odd = before if self._part(words[0]) is not None else 0.0
            return self.price(whole_text) + odd, Cell(whole_text, tuple(words))
        ways = [(self.price(tight) + JOIN * (len(words) - 1), Cell(tight, tuple(words)))]
        whole = not any(inner) and len(words) == len(parts)
        ways += self._with_parts(words) if whole and len(words) <= MOST_WORDS else ()
        drops = list(map(self._drop, words)) if whole else []
        all_dropped = sum(drops)
        for index, (word, drop) in enumerate(zip(words, drops, strict=False)):
            price = self.price(word.text)
            if price <= LENIENT or len(words) == 2:
                left_out = (*words[:index], *words[index + 1 :])
                ways.append((price + all_dropped - drop, Cell(word.text, (word,), left_out)))
        price, cell = min(ways, key=lambda way: way[0])
        return price + COUNT_INSIDE * any(map(self._is_count, words[:-1])), cell

    def _with_parts(self, words: Sequence[PlacedWord]) -> Iterator[tuple[float, Cell]]:
        """Yield words as one ply in which all but one are parts of a move, or specks; its price."""
        specks = [word for word in words if not any(map(str.isalnum, word.text))]
        words = [word for word in words if word not in specks]
        prices = [self._part(word) for word in words]
        text = spaced(self.dialect, tuple([word.text for word in words])) if words else ""
        for at, word in enumerate(words):
            if None not in (others := [*prices[:at], *prices[at + 1 :]]):
                alone = 0.0 if prices[at] is None else PART_ALONE * len(words)
                beside = sum(filter(None, others)) + DROP * len(specks)
                price = self.price(word.text) + beside + alone + PART_BEFORE * at
                yield price, Cell(text, tuple(words), tuple(specks))

    def _begins_with_part(self, cell: Cell) -> bool:
        """Whether the first word of a ply is like a part of a move."""
        first = cell.text.split()[:1]
        prices = [part_price(self.dialect, text) for text in first]
        return any(price is not None and price <= NEAR_PART for price in prices)

    def _part(self, word: PlacedWord) -> float | None:
        """Return the price of a word as a part of a move, None if it is not like one."""
        bare = word.text.rstrip("!?")
        if bare != word.text and self.is_move(bare):
            return None
        return 0.0 if self._is_count(word) else part_price(self.dialect, word.text)

    def _is_count(self, word: PlacedWord) -> bool:
        return is_count(self.dialect, word.text)

    def _drop(self, word: PlacedWord) -> float:
        """Return the price of leaving a word out: more where it nearly is a move."""
        if not any(map(str.isalnum, word.text)):
            return DROP
        digits = PER_DIGIT * max(sum(map(str.isdigit, word.text)) - 2, 0)
        return digits + max(DROP, DROP + DEAREST + UNREADABLE - self.price(word.text))


def _cut_price(parts: Sequence[PlacedWord], start: int) -> float:
    return BLANK_CUT if " " in (parts[start - 1].text, parts[start].text) else CUT


def _ending(best: Sequence[Cut | None], pieces: Iterable[tuple[int, float, Cell]]) -> Cut | None:
    """Return the cheapest way to have one more ply, of those that end before the same part."""
    found, last = None, None
    for start, price, piece in pieces:
        before = best[start]
        if before is not None and (found is None or before[0] + price < found):
            found, last = before[0] + price, (before[1], piece)
    return (found, [*last[0], last[1]]) if found is not None and last else None


def _joined(parts: Sequence[PlacedWord], inner: Sequence[bool]) -> list[PlacedWord]:
    """Return words again of parts of words that belong together."""
    words: list[list[PlacedWord]] = []
    for part, is_inner in zip(parts, inner, strict=True):
        if is_inner and words:
            words[-1].append(part)
        else:
            words.append([part])
    return [
        word[0]._replace(text="".join(part.text for part in word)) if len(word) > 1 else word[0]
        for word in words
    ]
