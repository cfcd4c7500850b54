"""Numbering the rows of a table: which lines are rows, and with which numbers.

The first word of a line is compared with the expected number, so that ``11.`` misread as ``1.``
does not begin a game; an expected number that no line has is a missing row. The cheapest numbering
of all lines is chosen (Viterbi search). A cost of 1 stands for about one misread character.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from notation.pattern import lazy_pattern
from records.text.cells import LOST, Cutter
from records.text.layout import MOST_LOST, Word, row_number

ROW, WORD = 2.0, 0.5
"""Value of a line as a row, and of each word in it (at most four) that looks like a move."""
NO_NUMBER, SKIPPED = 3.0, 1.0
"""Costs of a row without a number (above that of a misread one, below the value of a full row), and
of a line between rows that is not a row."""
KEPT = 20
"""Maximum number of states kept after a line."""

DIGITS = 9
"""Maximum number of digits in a row number."""

_LOOK_ALIKES = str.maketrans("lIi|!][j/rtOoQDUSsZzBgqGbAaT?", "11111111111000005522899664477")
_SIGN = r"([.,:;)'\N{MIDDLE DOT}\N{HORIZONTAL ELLIPSIS}]*(?:(?<=\.)[-\u2013])?)"
_LABEL = lazy_pattern(rf"\(?([^\s.,:;)]{{1,4}})(?:{_SIGN}(?<=[^\w\s])|$)")
_NUMERAL = lazy_pattern(rf"\(?(\d+){_SIGN}")


class Label(NamedTuple):
    """A reading of the start of a line as a row number: its cost, its text, and the other words."""

    price: float
    text: str
    rest: tuple[Word, ...]


class RowLine:
    """A line of words that may be a row."""

    def __init__(self, words: Sequence[Word], cutter: Cutter) -> None:
        self.words, self.line, self._cutter = tuple(words), words[0].line, cutter
        self._labels: dict[int, Label] = {}
        found = row_number(words[0].text)
        self.written = found.value if found and len(words) > 1 else 0
        """The row number with which it begins, without corrections; 0 without one."""
        self.is_signed = found is not None and found.signs != ""

    @cached_property
    def movelike(self) -> int:
        """Number of words that are moves or look like them; 0 in prose, which has long words."""
        moves = self._cutter.movelike(self.words)
        texts = (word.text.strip(".,:;!?") for word in self.words)
        # Damaged moves of letters alone are shorter.
        long = sum(len(text) > 3 and text.isalpha() for text in texts)
        return moves if long <= moves else 0

    @cached_property
    def near(self) -> frozenset[int]:
        """The possible row numbers of the line, including all with a cost below 1."""
        first, rest = self.words[0].text, self.words[1:]
        digits = re.match(rf"\(?(\d{{1,{DIGITS}}})", first)
        texts = [digits[1][:end] for end in range(1, len(digits[1]) + 1)] if digits else []
        if label := self._label:
            texts.append(label[1].translate(_LOOK_ALIKES))
        if rest:
            texts.append(first + rest[0].text.rstrip(".,:;)"))
        return frozenset(int(one) for one in texts if one.isdecimal() and len(one) <= DIGITS)

    @cached_property
    def is_no_row(self) -> bool:
        """Whether the line cannot be a row: it has no move, no number, and no sign after a word."""
        return not (self.movelike or self.near or (self._label and self._label[2]))

    def label(self, number: int) -> Label:
        """Return the cheapest reading of the start of the line as the given row number."""
        if (known := self._labels.get(number)) is not None:
            return known
        found = self._unnumbered
        for way in self._ways(number):
            if way.price < min(found.price, NO_NUMBER):
                found = way
        self._labels[number] = found
        return found

    @cached_property
    def _unnumbered(self) -> Label:
        """The reading of the line as a row without a number; its cost is infinite without moves."""
        return Label(NO_NUMBER if self.movelike else inf, "", self.words)

    @cached_property
    def _label(self) -> re.Match[str] | None:
        return _LABEL.match(self.words[0].text)

    def _ways(self, number: int) -> Iterator[Label]:
        """Yield the readings of the start of the line as the given row number."""
        first, rest, digits = self.words[0].text, self.words[1:], str(number)
        if number in self.near:
            found = _NUMERAL.match(first)
            end = found.end() if found and found[1] == digits else 0
            if found and end == len(first):
                yield Label(0.0 if found[2] else 0.3, first, rest)
                return
            if found and end and found[2] and not self._is_move(end):
                yield self._glued(0.4, end)
            is_glued = first.startswith(digits) and not first.isdecimal()
            if is_glued and not self._is_move(len(digits)):
                is_near = self._cutter.is_movelike(first[len(digits) :])
                odd = 0.7 if self._cutter.is_move(first) else 0.0 if is_near else 1.2
                yield self._glued(0.9 + odd, len(digits))
            if rest and first + rest[0].text.rstrip(".,:;)") == digits:
                yield Label(0.6, f"{first} {rest[0].text}", rest[1:])
        label = self._label
        if label and (price := _misread(label[1], digits, bool(label[2]))) < inf:
            price += 1.0 if not label[2] and self._cutter.is_move(first) else 0.0
            if label.end() == len(first):
                yield from [Label(price, label[0], rest)] if rest else []
            elif not self._is_move(label.end()):
                yield self._glued(price + 0.4, label.end())

    @cached_property
    def _begins_with_move(self) -> bool:
        """Whether the first word is a canonical move."""
        return self._cutter.dialect.are_canonical([self.words[0].text])

    def _is_move(self, end: int) -> bool:
        """Whether the first word is a canonical move, but the rest from an offset on is none."""
        rest = self.words[0].text[end:].lstrip(".")
        return self._begins_with_move and not self._cutter.dialect.are_canonical([rest])

    def _glued(self, price: float, end: int) -> Label:
        first = self.words[0]
        return Label(price, first.text[:end], (first.part(end), *self.words[1:]))


@lru_cache(maxsize=1 << 14)
def _misread(text: str, number: str, has_sign: bool) -> float:
    """Return the cost of a text as a misread number; infinite if it is no number."""
    meant = text.translate(_LOOK_ALIKES)
    if meant == number:
        return 0.5 if has_sign else 0.8
    if not has_sign and not meant.isdecimal():
        return inf
    if len(meant) == len(number):
        edits = sum(left != right for left, right in zip(meant, number, strict=True))
    else:
        short, long = sorted((meant, number), key=len)
        is_one = any(short == long[:at] + long[at + 1 :] for at in range(len(long)))
        edits = 1 if is_one else max(len(long), 2)
    return min(0.9 + 0.7 * edits, 2.4) + (0.0 if has_sign else 0.4)


class Numbered(NamedTuple):
    """A line of a table with its row number; None if the line is not a row."""

    line: RowLine
    number: int | None


class _State(NamedTuple):
    """A numbering of the lines so far.

    Attributes:
        value: the value of its rows minus the costs.
        last: the number of the last row, 0 before the first; negative if the rows have ended, so
            that leaving out lines has no cost.
        before: the state before the last row.
        own: the number of the last row, even if the rows have ended; 0 before the first.
        at: the index of the line with the last row.
        is_sure: whether the last row was read without costs.
    """

    value: float
    last: int
    before: "_State | None" = None
    own: int = 0
    at: int = -1
    is_sure: bool = False


def number_lines(lines: Sequence[RowLine]) -> list[Numbered]:
    """Return the lines of a game from its first row to its last, with row numbers."""
    states = [_State(0.0, 0)]
    for at, line in enumerate(lines):
        if line.is_no_row and all(state.last <= 0 for state in states):
            continue
        best: dict[int, _State] = {}
        for state in states:
            for one in _steps(line, at, state):
                known = best.get(one.last)
                if known is None or one.value > known.value:
                    best[one.last] = one
        ahead = max(best.values(), key=lambda one: (one.value, one.last))
        if ahead.is_sure and ahead.before and ahead.before.is_sure:
            states = [ahead]
            continue
        found = [one for one in best.values() if not _is_outdone(one, best.get(-one.last))]
        states = sorted(found, key=lambda one: (-one.value, -one.last))[:KEPT]
    rows = dict[int, int]()
    last: _State | None = states[0]
    while last is not None and last.own:
        rows[last.at], last = last.own, last.before
    span = range(min(rows), max(rows) + 1) if rows else ()
    return [Numbered(lines[at], rows.get(at)) for at in span]


def _is_outdone(state: _State, other: _State | None) -> bool:
    """Whether ``other``, the state after the end of the rows, is better even if rows follow."""
    return state.last > 0 and other is not None and other.value > state.value + 2 * SKIPPED


def _steps(line: RowLine, at: int, state: _State) -> Iterator[_State]:
    """Yield the states after a line, given by its index, one for each way of reading it."""
    value, last = state.value, state.last
    moves = WORD * min(line.movelike, 4)
    if last > 0:  # Leaving out words that look like moves has a cost.
        yield state._replace(value=value - SKIPPED - moves, is_sure=False)
    # Leaving out a numbered row above the first has a cost, too.
    left = SKIPPED if not last and line.written > 1 and line.movelike else 0.0
    yield state._replace(value=value - left, last=-abs(last), is_sure=False)
    row, due = value + ROW + moves, abs(last) + 1
    begin = NO_NUMBER if not last else 2 * SKIPPED if last < 0 else 0.0
    if (price := line.label(due).price) < inf:
        is_sure = price == 0.0 and moves > 0 and not begin
        yield _State(row - price - begin, due, state, due, at, is_sure)
    for number in line.near:
        is_written, gap = number == line.written, number - due
        if gap <= 0 or (price := line.label(number).price) >= 1:
            continue
        if gap <= (10 * MOST_LOST if is_written else MOST_LOST):
            lost = min(gap * LOST, NO_NUMBER + 0.5) if is_written else gap * LOST
            yield _State(row - price - lost - begin, number, state, number, at)
