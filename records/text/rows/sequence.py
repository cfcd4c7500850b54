"""The numbers of the rows of a table, found by sequence: the likeliest numbering of all lines.

A line is a row, or none (a heading, prose). A row has the number that is due, or a later one if
rows are lost, or 1 if another game begins. Each choice has a value, by what stands where the
number should be and by how much of the line looks like moves; the numbering of most value is found
going once through the lines, with the best few numberings so far kept.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from notation.pattern import lazy_pattern
from records.text.rows.cells import Cutter, PlacedWord

ROW = 2.0
"""Value of a row whose number is written as it should be."""
CELL = 0.5
"""Value of each word of a row that looks like a move, up to four."""
NO_LABEL = 3.0
"""Price of a row without a number."""
SKIPPED = 1.0
"""Price of a line among the rows that is none."""
GAP = 2.6
"""Price of a row of which there is no line."""
LONGEST_GAP = 3
"""Rows in sequence that may be without a line."""
JUMP = 3.5
"""Price of more such rows, or of any before a row whose number is written as it should be."""
LONGEST_JUMP = 20
"""Rows in sequence that may be without a line before such a row."""
PARTED = 2.0
"""Price of lines between two parts of a table, such as titles that stand there again."""
ANOTHER = 3.0
"""Price of the beginning of another game, unless below its title."""
UNSURE = 0.5
"""Price of a number from which on a line of prose, such as a footnote, is no row."""
LEAST_PROSE = 3
"""Letters of a word that is no misread move."""
LEAST_TITLE = 4
"""Letters of a word that names a game with the number behind it."""
KEPT = 24
"""Numberings that are kept from line to line."""
LOOK_ALIKES = str.maketrans(
    "lIi|!][j/rtOoQDUSsZz" "BgqGbAaT?", "11111111111000005522" "899664477"
)  # fmt: skip

_DIGITS = lazy_pattern(r"\d{1,9}")
_LABEL = lazy_pattern(r"\(?([^\s.,:;)]{1,4})([.,:;)'\N{MIDDLE DOT}]+|$)")


class Label(NamedTuple):
    """What stands where the number of a row should.

    Attributes:
        price: how unlike the number it is, 0 for the number itself.
        text: the text; empty if there is none.
        rest: the words of the row behind it.
    """

    price: float
    text: str
    rest: tuple[PlacedWord, ...]


class TableLine:
    """A line of words that may be a row."""

    def __init__(self, words: Sequence[PlacedWord], cutter: Cutter) -> None:
        self.words = tuple(words)
        self.number = words[0].line
        self._cutter = cutter
        self._labels: dict[int, Label] = {}

    @cached_property
    def movelike(self) -> int:
        """How many of its words nearly are moves."""
        return self._cutter.movelike(self.words)

    @cached_property
    def written(self) -> int | None:
        """The number that it begins with as it should be written, None if there is none."""
        found = re.match(r"\(?(\d{1,4})[.):]*[-\u2013]?$", self.words[0].text)
        return int(found[1]) if found and len(self.words) > 1 else None

    @cached_property
    def is_prose(self) -> bool:
        """Whether half of the words behind the number, and two at least, are words of letters."""
        rest = [word.text for word in self.words[1:]]
        letters = sum(text.isalpha() and len(text) >= LEAST_PROSE for text in rest)
        return letters >= 2 and 2 * letters >= len(rest)

    @cached_property
    def has_move(self) -> bool:
        """Whether one of its words is a move, as far as its form goes."""
        return any(self._cutter.is_move(word.text) for word in self.words)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The numbers among which are all that its beginning may stand for at a price below 1."""
        first, rest = self.words[0].text, self.words[1:]
        digits = _DIGITS.match(first.removeprefix("("))
        texts = [digits[0][:end] for end in range(1, len(digits[0]) + 1)] if digits else []
        if folded := _LABEL.match(first):
            texts.append(folded[1].translate(LOOK_ALIKES))
        if rest:
            texts.append(first + rest[0].text.rstrip(".,:;)"))
        return tuple(sorted({int(text) for text in texts if text.isdecimal()}))

    @cached_property
    def _folded(self) -> tuple[re.Match[str], tuple[PlacedWord, ...], float] | None:
        """What may be a misread number, the words behind it, and the price of where it ends."""
        first, rest = self.words[0], self.words[1:]
        folded = _LABEL.match(first.text)
        if folded is None or not (rest or folded.end() < len(first.text)):
            return None
        is_glued = folded.end() < len(first.text)
        if is_glued and self._is_rather_a_move(folded.end()):
            return None
        price = 1.0 if not folded[2] and self._cutter.is_move(first.text) else 0.0
        behind = (_cut(first, folded.end()), *rest) if is_glued else rest
        return folded, behind, price + (0.4 if is_glued else 0.0)

    @cached_property
    def is_heading(self) -> bool:
        """Whether it only names the columns of a table, or a game: ``Game 2``."""
        # Loaded here: few texts have a damaged table, and the tables of words take a while to load.
        from records.text.headings import is_heading

        first, *rest = (word.text.strip(".:") for word in self.words)
        if len(rest) == 1 and first.isalpha() and len(first) >= LEAST_TITLE and rest[0].isdecimal():
            return True
        letters = all(word.text[0].isalpha() for word in self.words)
        return letters and is_heading(" ".join(word.text for word in self.words))

    def price(self, number: int) -> float:
        """Return the price of what it has in place of a number; a heading is no row."""
        if self.is_heading:
            return inf
        if number in self.near:
            return self.label(number).price
        if self._folded is None:
            return NO_LABEL
        folded, _, price = self._folded
        return min(NO_LABEL, price + _misread(folded[1], str(number), bool(folded[2])))

    def label(self, number: int) -> Label:
        """Return what it has in place of a number."""
        if number not in self._labels:
            self._labels[number] = self._label(number)
        return self._labels[number]

    def _label(self, number: int) -> Label:
        first, rest = self.words[0], self.words[1:]
        is_near = number in self.near
        plain = (
            re.match(rf"\(?{number}(?!\d)([.,:;)']*(?<=\.)[-\u2013]?|[.,:;)']*)", first.text)
            if is_near
            else None
        )
        if plain and plain.end() == len(first.text):
            return Label(0.0 if plain[1] else 0.3, first.text, rest)
        if plain and plain[1] and not self._is_rather_a_move(plain.end()):
            return Label(0.4, plain[0], (_cut(first, plain.end()), *rest))
        ways = [Label(NO_LABEL, "", self.words)]
        if self._folded:
            folded, behind, price = self._folded
            price += _misread(folded[1], str(number), bool(folded[2]))
            ways.append(Label(price, folded[0], behind))
        if not is_near:
            return min(ways, key=lambda way: way.price)
        is_number = rest and first.text.isdecimal()
        if first.text.startswith(str(number)) and not is_number:
            glued = not self._is_rather_a_move(len(str(number)))
            ways += [self._glued(number)] if glued else []
        if not self._cutter.is_move(first.text):
            split = rest and first.text + rest[0].text.rstrip(".,:;)") == str(number)
            ways += [Label(0.6, f"{first.text} {rest[0].text}", rest[1:])] if split else []
        return min(ways, key=lambda way: way.price)

    def _is_rather_a_move(self, end: int) -> bool:
        """Whether the first word is a canonical move, and what follows an offset in it is none."""
        text, dialect = self.words[0].text, self._cutter.dialect
        return dialect.are_canonical([text]) and not dialect.are_canonical([text[end:].lstrip(".")])

    def _glued(self, number: int) -> Label:
        """Return the number as the beginning of a word that goes on with a move."""
        first, rest = self.words[0], self.words[1:]
        end = len(str(number))
        glued = 0.9 + (0.6 if self._cutter.is_move(first.text) else 0)
        return Label(glued, first.text[:end], (_cut(first, end), *rest))


def _cut(word: PlacedWord, start: int) -> PlacedWord:
    """Return the rest of a word."""
    return word._replace(text=word.text[start:], column=word.column + start)


@lru_cache(maxsize=1 << 14)
def _misread(text: str, number: str, has_sign: bool) -> float:
    """Return the price of a text as a misread number."""
    folded = text.translate(LOOK_ALIKES)
    if folded == number:
        return 0.5 if has_sign else 0.8
    unlike = _edits(folded, number)
    if not has_sign and not folded.isdecimal():
        return NO_LABEL + 1
    return min(0.9 + 0.7 * unlike, 2.4) + (0.0 if has_sign else 0.4)


def _edits(one: str, other: str) -> int:
    """Return how many digits differ, or are too many or too few, of two short numbers."""
    if len(one) == len(other):
        return sum(left != right for left, right in zip(one, other, strict=True))
    short, long = sorted((one, other), key=len)
    cut = {long[:index] + long[index + 1 :] for index in range(len(long))}
    return 1 if short in cut else max(len(long), 2)


class Numbered(NamedTuple):
    """A line of a table with its number, None if it is no row."""

    line: TableLine
    number: int | None


class _State(NamedTuple):
    """A numbering of the lines so far.

    A last number of 0 means that no game is in progress, a negative one that no row of it is near.
    """

    value: float
    last: int
    before: "_State | None"
    line: int
    number: int | None


_Step = tuple[float, int, int | None, _State]
"""What a line may be after a numbering: value, number of the last row, own number, numbering."""

_RANK = itemgetter(0, 1)


def number_lines(lines: Sequence[TableLine], is_one: bool = False) -> list[list[Numbered]]:
    """Return the lines of each game, from its first row to its last, with the rows' numbers.

    Args:
        lines: the lines.
        is_one: whether they are known to be one table, which begins with row 1.
    """
    states = [_State(0.0, 0, None, -1, None)]
    for index, line in enumerate(lines):
        best: dict[int, _Step] = {}
        titled = line.written == 1 and _is_title(lines[max(0, index - 2) : index])
        for step in _steps(line, states, titled, is_one):
            value, last, _, _ = step
            if last not in best or value > best[last][0]:
                best[last] = step
        kept = sorted(best.values(), key=_RANK, reverse=True)[:KEPT]
        states = [_State(value, last, before, index, own) for value, last, own, before in kept]
    return _games(lines, states[0])


def _is_title(above: Sequence[TableLine]) -> bool:
    """Whether the last of two lines may be the title of a game that begins below it."""
    if not above or above[-1].written is not None or above[-1].has_move:
        return False
    first, *_ = above[-1].words
    is_apart = above[-1].number > above[0].number + 1
    return is_apart or (first.text.isalpha() and len(first.text) >= LEAST_PROSE)


def _steps(
    line: TableLine, states: Sequence[_State], titled: bool, is_one: bool
) -> Iterator[_Step]:
    """Yield what a line may be after the numberings so far."""
    another = 0.0 if titled else ANOTHER
    moves = CELL * min(line.movelike, 4)
    row, skipped = ROW + moves, -SKIPPED - moves
    limit = UNSURE if line.written is not None and line.is_prose else inf
    first = line.price(1) if not is_one and 1 in line.near else 1.0
    highest = max(line.near, default=0)
    for state in states:
        value, last = state.value, state.last
        if last <= 0 and not is_one:
            yield value, last, None, state
            for number in {1, line.written or 1}:
                price = line.price(number) + (0.0 if number == 1 else 1.0)
                yield value + row - another - price, number, number, state
            if not last or not (moves or line.written == 1 - last):
                continue
        else:
            # Words that look like moves are lost unwillingly; without a game, text is free.
            yield value + skipped, last, None, state
        if last > 0 and not is_one:
            yield value, 0, None, state
            yield value - PARTED, -last, None, state
        due = abs(last) + 1
        if (price := line.price(due)) < limit:
            yield value + row - price, due, due, state
        for number, lost in _later(line, due) if highest > due else ():
            # At a price of 1 or more a number that is not due is no choice.
            if (price := line.price(number)) < min(limit, 1.0):
                yield value + row - price - lost, number, number, state
        if last > 0 and first < 1:
            yield value + row - first - another, 1, 1, state


def _later(line: TableLine, due: int) -> Iterator[tuple[int, float]]:
    """Yield the numbers later than the one that is due that a line may have, with their prices."""
    for number in line.near:
        gap = number - due
        if gap > 0 and number == line.written and gap <= LONGEST_JUMP:
            yield number, min(gap * GAP, JUMP)
        elif 0 < gap <= LONGEST_GAP:
            yield number, gap * GAP


def _games(lines: Sequence[TableLine], state: _State | None) -> list[list[Numbered]]:
    """Return the lines of each game on the way to a state."""
    way: list[tuple[int, int | None, int]] = []
    while state is not None and state.before is not None:
        way.append((state.line, state.number, state.last))
        state = state.before
    games: list[list[Numbered]] = []
    before = 0
    for index, number, last in reversed(way):
        if number is not None and (before == 0 or number == 1):
            games.append([])
        before = last
        if last:
            games[-1].append(Numbered(lines[index], number))
    return [_without_end(game) for game in games]


def _without_end(game: list[Numbered]) -> list[Numbered]:
    """Return the lines of a game up to its last row."""
    while game and game[-1].number is None:
        game = game[:-1]
    return game
