"""Numbered tables of moves, damaged or not: rows are numbered by sequence and cut into plies.

Two searches for the cheapest explanation do the work. Prices are in units of about one misread
character, so that they can be added:

1. *Numbering.* Each line is a row or none. What stands where its number should is compared with the
   number that is due, so that ``11.`` read as ``1.`` begins no game; a number that no line can have
   is a lost row. The numbering of all lines that explains most is taken (Viterbi search).
2. *Cutting.* Each row is cut into as many plies as most rows have. The price of a piece is the
   distance of its shape (digits, small and capital letters, signs) from the shapes of the moves
   that can be read in the table. A ply of which nothing is left becomes `NOTHING`.

Lines come from any source: print, scans, spreadsheets.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from notation import Dialect
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.model import Place
from records.text.cells import LENIENT, UNREADABLE, Cell, Cutter
from records.text.layout import NOTHING, Word

ROW = 2.0
"""Value of a line as a row, before the price of its number; as much as two misread characters."""
CELL = 0.5
"""Value of each word of a row that looks like a move, up to four: a row has two to four."""
NO_NUMBER = 3.0
"""Price of a row without a number: more than any misread number, less than a full row is worth."""
SKIPPED = 1.0
"""Price of a line between rows that is none."""
LOST_ROW = 2.6
"""Price of a row that no line can be: less than a row without a number."""
LONGEST_GAP, LONGEST_JUMP = 3, 20
"""Lost rows in sequence, and before a number that is written as it should be."""
JUMP = 3.5
"""Price of any gap before such a number."""
ANOTHER, PARTED = 3.0, 2.0
"""Price of another game, so that a single misread 1 begins none, and of text in a game."""
KEPT = 24
"""Numberings that are kept from line to line."""

FAR = 2.4
"""Price of a ply that stands in another column, where the sheet is set in columns."""
WIDEST = 6
"""Plies that a row has at most."""
LEAST_ROWS = 3
"""Rows that a table has at least: two may be a list in a text."""

LOOK_ALIKES = str.maketrans("lIi|!][j/rtOoQDUSsZzBgqGbAaT?", "11111111111000005522899664477")
_SIGN = r"((?:[.,:;)'\N{MIDDLE DOT}\N{HORIZONTAL ELLIPSIS}]+(?:(?<=\.)[-\u2013])?)?)"
_LABEL = lazy_pattern(rf"\(?([^\s.,:;)]{{1,4}})(?:{_SIGN}(?<=[^\w\s])|$)")
_NUMERAL = lazy_pattern(rf"\(?(\d+){_SIGN}")
_WRITTEN = lazy_pattern(r"\(?(\d{1,4})[.):]*[-\u2013]?")
_DIGITS = lazy_pattern(r"\(?(\d{1,9})")
_DOTS = lazy_pattern(r".*(?:\.\.|\N{HORIZONTAL ELLIPSIS})")


@dataclass(frozen=True, slots=True)
class TablePly:
    """A ply of a row.

    Attributes:
        text: the text as it was read, without blanks that are no part of a move; `NOTHING` where
            nothing is left.
        line: number of the line on which it stands, or would stand.
        column: where it begins in the line, from 1.
        readable: whether it is a move, as far as its form goes.
        words: the words, or parts of words, that it was read from.
    """

    text: str
    line: int
    column: int
    readable: bool
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table.

    Attributes:
        number: its number by sequence.
        line: number of the line on which it stands, or would stand.
        plies: its plies; of one side where the sides stand one above the other.
    """

    number: int
    line: int
    plies: tuple[TablePly, ...]


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The rows of one game, or of a part of one.

    Attributes:
        rows: the rows in the order of their numbers, none missing between the first and the last.
        width: how many plies a full row has.
        dialect: the dialect by which the rows were cut.
        lines: the numbers of the lines that the table reaches over, first and last.
        skipped: lines among the rows that belong to none, such as repeated headings.
        notes: what was corrected, filled, cut or left out, each with its place.
        is_plain: whether nothing is damaged: reading the lines token by token gives the same.
        beside: words beside the moves, which are no plies but comments.
    """

    rows: tuple[TableRow, ...]
    width: int
    dialect: Dialect[object]
    lines: tuple[int, int]
    skipped: tuple[int, ...] = ()
    notes: tuple[Finding, ...] = field(default=(), compare=False)
    is_plain: bool = False
    beside: tuple[Word, ...] = ()

    @property
    def plies(self) -> tuple[TablePly, ...]:
        """The plies of all rows, in the order of the game."""
        return tuple(ply for row in self.rows for ply in row.plies)

    def before(self, place: Place) -> int:
        """Return the index of the last ply that stands before a place, -1 if none does."""
        places = [(ply.line, ply.column) for ply in self.plies]
        there = (index for index, at in enumerate(places) if at < place)
        return max(there, key=places.__getitem__, default=-1)


# Numbering: what may be the number of a line, and the likeliest numbering of all lines.


class Label(NamedTuple):
    """What stands where the number of a row should.

    Attributes:
        price: how unlike the number it is, 0 for the number itself.
        text: the text; empty if there is none.
        rest: the words of the row behind it.
    """

    price: float
    text: str
    rest: tuple[Word, ...]


class RowLine:
    """A line of words that may be a row."""

    def __init__(self, words: Sequence[Word], cutter: Cutter) -> None:
        self.words = tuple(words)
        self.line = words[0].line
        self._cutter = cutter
        self._labels: dict[int, Label] = {}

    @cached_property
    def movelike(self) -> int:
        """How many of its words nearly are moves."""
        return self._cutter.movelike(self.words)

    @cached_property
    def has_move(self) -> bool:
        """Whether one of its words is a move, as far as its form goes."""
        return any(self._cutter.is_move(word.text) for word in self.words)

    @cached_property
    def is_text(self) -> bool:
        """Whether it is a heading, a title, or prose: it is no row without a number."""
        # Loaded here: few texts have a damaged table, and the tables of words take a while to load.
        from records.text.titles import is_heading
        from records.words import game_named

        text = " ".join(word.text for word in self.words)
        if is_heading(text) or game_named(text):
            return True
        first, *rest = [word.text for word in self.words]
        if first.strip(".:").isalpha() and len(first) > 3 and "".join(rest).isdecimal():
            return True  # Game 2, page 2.
        letters = sum(text.isalpha() and len(text) > 2 for text in rest)
        return bool(self.written) and 2 * letters >= max(len(rest), 4)

    @cached_property
    def written(self) -> int:
        """The number that it begins with as it should be written, 0 if there is none."""
        found = _WRITTEN.fullmatch(self.words[0].text)
        return int(found[1]) if found and len(self.words) > 1 else 0

    @cached_property
    def near(self) -> frozenset[int]:
        """The numbers among which are all that its beginning may stand for at a price below 1."""
        first, rest = self.words[0].text, self.words[1:]
        digits = _DIGITS.match(first)
        texts = [digits[1][:end] for end in range(1, len(digits[1]) + 1)] if digits else []
        if label := _LABEL.match(first):
            texts.append(label[1].translate(LOOK_ALIKES))
        if rest:
            texts.append(first + rest[0].text.rstrip(".,:;)"))
        return frozenset(int(text) for text in texts if text.isdecimal())

    def label(self, number: int) -> Label:
        """Return what it has in place of a number."""
        if number not in self._labels:
            found = min(self._ways(number), key=lambda way: way.price)
            is_bare = found.price >= NO_NUMBER and not self.movelike
            if is_bare or (found.price > UNREADABLE and self.is_text):
                found = Label(inf, "", self.words)
            self._labels[number] = found
        return self._labels[number]

    def _ways(self, number: int) -> Iterator[Label]:
        """Yield what may be the number, with its price."""
        first, rest, digits = self.words[0].text, self.words[1:], str(number)
        yield Label(NO_NUMBER, "", self.words)
        if number in self.near:
            found = _NUMERAL.match(first)
            exact = found if found and found[1] == digits else None
            if exact and exact.end() == len(first):
                yield Label(0.0 if exact[2] else 0.3, first, rest)
                return
            if exact and exact[2] and not self._is_move(exact.end()):
                yield self._glued(0.4, exact.end())
            is_glued = first.startswith(digits) and not first.isdecimal()
            if is_glued and not self._is_move(len(digits)):
                is_near = self._cutter.is_movelike(first[len(digits) :])
                odd = 0.6 if self._cutter.is_move(first) else 0.0 if is_near else 1.2
                yield self._glued(0.9 + odd, len(digits))
            if rest and first + rest[0].text.rstrip(".,:;)") == digits:
                yield Label(0.6, f"{first} {rest[0].text}", rest[1:])
        if (label := self._written_otherwise) and (
            price := _misread(label[1], digits, bool(label[2]))
        ):
            end = label.end()
            price += 0.0 if label[2] or not self._cutter.is_move(first) else 1.0
            if end < len(first):
                yield self._glued(price + 0.4, end)
            elif rest:
                yield Label(price, label[0], rest)

    @cached_property
    def _written_otherwise(self) -> re.Match[str] | None:
        """What may be a misread number at its beginning."""
        label = _LABEL.match(self.words[0].text)
        if label and label.end() < len(self.words[0].text) and self._is_move(label.end()):
            return None
        return label

    def _is_move(self, end: int) -> bool:
        """Whether the first word is a canonical move, and what follows an offset in it is none."""
        text, dialect = self.words[0].text, self._cutter.dialect
        return dialect.are_canonical([text]) and not dialect.are_canonical([text[end:].lstrip(".")])

    def _glued(self, price: float, end: int) -> Label:
        first = self.words[0]
        return Label(price, first.text[:end], (first.part(end), *self.words[1:]))


@lru_cache(maxsize=1 << 14)
def _misread(text: str, number: str, has_sign: bool) -> float:
    """Return the price of a text as a misread number."""
    folded = text.translate(LOOK_ALIKES)
    if folded == number:
        return 0.5 if has_sign else 0.8
    if not has_sign and not folded.isdecimal():
        return inf
    if len(folded) == len(number):
        edits = sum(left != right for left, right in zip(folded, number, strict=True))
    else:
        short, long = sorted((folded, number), key=len)
        is_one = any(short == long[:at] + long[at + 1 :] for at in range(len(long)))
        edits = 1 if is_one else max(len(long), 2)
    return min(0.9 + 0.7 * edits, 2.4) + (0.0 if has_sign else 0.4)


class Numbered(NamedTuple):
    """A line of a table with its number, None if it is no row."""

    line: RowLine
    number: int | None


class _State(NamedTuple):
    """A numbering of the lines so far.

    The number of the last row is negative where what follows it may be anything, 0 without a row.
    """

    value: float
    last: int
    before: "_State | None" = None
    own: int | None = None
    begins: bool = False


def number_lines(lines: Sequence[RowLine]) -> list[list[Numbered]]:
    """Return the lines of each game, from its first row to its last, with the rows' numbers."""
    states = [_State(0.0, 0)]
    for index, line in enumerate(lines):
        another = 0.0 if _is_title(lines[max(0, index - 2) : index]) else ANOTHER
        best: dict[int, _State] = {}
        for state in states:
            for one in _steps(line, state, another):
                if one.last not in best or one.value > best[one.last].value:
                    best[one.last] = one
        states = sorted(best.values(), key=lambda one: (-one.value, -one.last))[:KEPT]
    way, state = list[_State](), states[0]
    while state.before is not None:
        way.append(state)
        state = state.before
    games: list[list[Numbered]] = []
    for line, one in zip(lines, reversed(way), strict=True):
        if one.begins:
            games.append([])
        if games:
            games[-1].append(Numbered(line, one.own))
    for game in games:
        while game[-1].number is None:
            game.pop()
    return games


def _is_title(above: Sequence[RowLine]) -> bool:
    """Whether the last of two lines may be the title of a game that begins below it."""
    if not above or above[-1].written or above[-1].has_move:
        return False
    first = above[-1].words[0].text
    is_apart = above[-1].line > above[0].line + 1
    return is_apart or (first.isalpha() and len(first) > 2)


def _steps(line: RowLine, state: _State, another: float) -> Iterator[_State]:
    """Yield what a line may be after a numbering."""
    value, last = state.value, state.last
    moves = CELL * min(line.movelike, 4)
    # Words that look like moves are lost unwillingly; before and behind a game, text is free.
    if last > 0:
        yield _State(value - SKIPPED - moves, last, state)
    yield _State(value, -abs(last), state)
    row, due = value + ROW + moves, abs(last) + 1
    begin = another if not last else PARTED if last < 0 else 0.0
    if (price := line.label(due).price) < inf:
        yield _State(row - price - begin, due, state, due, not last)
    for number in line.near:
        is_written = number == line.written
        gap = number - due
        if not (is_written or number == 1 or gap > 0) or (price := line.label(number).price) >= 1:
            continue
        if number == 1 and last:
            yield _State(row - price - another, 1, state, 1, True)
        elif is_written and not another and not 0 <= gap <= LONGEST_GAP:
            yield _State(row - price, number, state, number, True)
        elif 0 < gap <= (LONGEST_JUMP if is_written else LONGEST_GAP):
            lost = min(gap * LOST_ROW, JUMP) if is_written else gap * LOST_ROW
            yield _State(row - price - lost - begin, number, state, number, not last)


# Tables: the rows of a game, with notes on what was done.


class Builder:
    """Cuts the numbered lines of one game into plies, and notes what it does.

    Args:
        cutter: what cuts rows.
        game: the lines from the first row to the last.
        width: how many plies a row has; 0 where most rows show it.
    """

    FURNITURE = 0.25
    """Share of rows that may have a move where most have anything else at the same place."""
    LEAST_READABLE = 0.08
    """Share of the plies of a table that are moves, as far as their form goes; and two at least."""
    LEAST_MOVELIKE = 0.5
    """Share of its plies that nearly look like moves."""
    LEAST_SHOWN = 1.15
    """The same and the share of its rows that have a number, in sum."""
    WORDIEST = 2.5
    """Words for each ply that a table has at most."""

    def __init__(self, cutter: Cutter, game: Sequence[Numbered], width: int = 0) -> None:
        self.cutter, self.game, self.is_measured = cutter, list(game), not width
        self.notes: list[Finding] = []
        self.rows: list[TableRow] = []
        self.damaged = False
        self.beside: list[Word] = []
        self.labels = {n: line.label(n) for line, n in game if n}
        self.lines = {n: line for line, n in game if n}
        self.words = {n: list(label.rest) for n, label in self.labels.items()}
        self._part_dashes()
        self._leave_out_furniture()
        self.width = width or self._width()
        self.skipped = [line.line for line, number in self._continued() if number is None]
        self._leave_out_empty()

    def _part_dashes(self) -> None:
        """Leave out the dashes that stand between the moves, if most rows have one."""
        found = {number: self.cutter.sides(words) for number, words in self.words.items()}
        self.sides = {number: sides for number, sides in found.items() if len(sides) > 1}
        if not self.sides or 2 * len(self.sides) < len(self.words):
            self.sides.clear()
            return
        for number, sides in self.sides.items():
            parts = [word for side in sides for word in side]
            self.damaged |= len(parts) > len(self.words[number])
            self.words[number] = parts
        line = self.lines[min(self.sides)]
        column = self.words[min(self.sides)][0].column
        self._note("parting-dash", "a dash between two moves is left out", line.line, column, "-")

    def _leave_out_furniture(self) -> None:
        """Keep as comments what stands at one place of most rows and is no move, such as times."""
        cells = {number: self.cutter.cells(words) for number, words in self.words.items()}
        size = max(Counter(map(len, cells.values())).most_common(1)[0][0], 1)
        rows = [row for row in cells.values() if len(row) == size]
        moves = (
            [
                sum(self.cutter.is_move(self.cutter.text(row[at])) for row in rows) / len(rows)
                for at in range(size)
            ]
            if len(rows) >= LEAST_ROWS
            else []
        )
        odd = [at for at, share in enumerate(moves) if share <= self.FURNITURE]
        if not odd or max(moves) < 1 - self.FURNITURE:
            return
        texts = {self.cutter.shape(self.cutter.text(row[at])) for row in rows for at in odd}
        found = list[Word]()
        for number, row in cells.items():
            left_out = [
                at
                for at, cell in enumerate(row)
                if not self.cutter.is_move(text := self.cutter.text(cell))
                and (at in odd if len(row) == size else self.cutter.shape(text) in texts)
            ]
            found += [word for at in left_out for word in row[at]]
            kept = [cell for at, cell in enumerate(row) if at not in left_out]
            self.words[number] = [word for cell in kept for word in cell]
        self.damaged = True
        self.beside += found
        message = (
            "columns that hold no moves, such as times, are read as comments: "
            f"{len(found)} words, {found[0].text!r} first"
        )
        self._note("comment", message, found[0].line, found[0].column, found[0].text)

    def _continued(self) -> Iterator[Numbered]:
        """Yield the lines, but those that go on with the row above, which has too few plies."""
        last = 0
        for line, number in self.game:
            last = number or last
            row = self.words[last]
            if (
                number is None
                and self.cutter.goes_on(line.words)
                and len(self.cutter.cells(row)) < self.width
            ):
                row += line.words
                self.damaged = True
            else:
                yield Numbered(line, number)

    def _width(self) -> int:
        """Return how many plies most rows have, by the rows with nothing but moves."""
        whole, last = {n: list(words) for n, words in self.words.items()}, 0
        for line, number in self.game:
            last = number or last
            if number is None and self.cutter.goes_on(line.words):
                whole[last] += line.words
        rows = [words for words in whole.values() if words]
        counts = [len(self.cutter.cells(row)) for row in rows if self.cutter.are_moves(row)]
        counts = counts or [len(self.cutter.cells(row)) for row in rows]
        return Counter(counts).most_common(1)[0][0] if counts else 0

    def _leave_out_empty(self) -> None:
        """Leave out numbers at the end with no words behind them, as forms have them printed."""
        empty = list[int]()
        while self.words and not self.words[last := max(self.words)]:
            empty.append(last)
            del self.words[last]
        if empty:
            self.game = [one for one in self.game if one.number is None or one.number in self.words]
            which = f"{empty[-1]} to {empty[0]}" if len(empty) > 1 else empty[0]
            line = max((line.line for line, _ in self.game), default=1)
            self._note("skipped-text", f"behind {which} at the end no move stands", line, 1, "")

    def table(self, is_sure: bool = False) -> MoveTable | None:
        """Return the table, None if the lines are none of moves; ``is_sure`` that they are."""
        if len(self.words) < LEAST_ROWS or not 1 <= self.width <= WIDEST:
            return None
        if not (is_sure or self._may_be_moves()):
            return None
        for number, line in self.lines.items():
            if number in self.words:
                self._note_number(line, number)
        before, last = min(self.words) - 1, max(self.words)
        for number in sorted(self.words):
            self._add_lost_rows(before + 1, number)
            self._add_row(number, number == last)
            before = number
        places = [word.line for line, _ in self.game for word in line.words]
        table = MoveTable(
            tuple(self.rows),
            self.width,
            self.cutter.dialect,
            (min(places), max(places)),
            tuple(self.skipped),
            tuple(self.notes),
            not self.damaged,
            tuple(self.beside),
        )
        return table if is_sure or self._is_of_moves(table) else None

    def _may_be_moves(self) -> bool:
        """Whether rows can be of moves however they are cut, and none holds several rows."""
        rows = ["".join(word.text for word in words) for words in self.words.values()]
        digits = sum(min(self.width, sum(map(str.isdigit, row))) for row in rows)
        words = sum(map(len, self.words.values()))
        cells = map(self.cutter.cells, self.words.values())
        moves = (sum(self.cutter.is_move(self.cutter.text(one)) for one in row) for row in cells)
        return (
            digits >= self.LEAST_MOVELIKE * sum(map(bool, rows))
            and words <= self.WORDIEST * self.width * len(rows)
            and not (self.is_measured and max(moves) >= 2 * self.width)
        )

    def _is_of_moves(self, table: MoveTable) -> bool:
        """Whether enough rows have their number, and enough plies are moves."""
        written = [ply for ply in table.plies if ply.text != NOTHING]
        readable = sum(ply.readable for ply in written)
        movelike = sum(self.cutter.is_movelike(ply.text) for ply in written)
        numbered = sum(self.labels[n].price < 1 for n in self.words)
        shown = numbered / len(self.words) + movelike / max(len(written), 1)
        return (
            readable >= max(2, self.LEAST_READABLE * len(written))
            and movelike >= self.LEAST_MOVELIKE * len(written)
            and shown >= self.LEAST_SHOWN
        )

    @cached_property
    def columns(self) -> list[float]:
        """Where the plies of full rows begin, right of their numbers; none without such rows."""
        # Loaded here: most texts have no columns to find, and the module takes a while to load.
        from statistics import median

        full = [
            [cell[0].x - self.lines[n].words[0].x for cell in cells]
            for n, words in self.words.items()
            if len(cells := self.cutter.cells(words)) == self.width and self.cutter.are_moves(words)
        ]
        return [median(column) for column in zip(*full, strict=True)]

    @cached_property
    def far(self) -> float:
        """The price of a ply in another column; 0 where places of words do not show columns."""
        rows = [words for words in self.words.values() if len(words) > 1]
        wide = sum(
            any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(row))
            for row in rows
        )
        is_set = 2 * wide > len(rows) or any(word.left for row in rows for word in row)
        return FAR if is_set or all(map(self.cutter.are_moves, rows)) else 0.0

    def _misplaced(self, number: int, words: Cell, at: int) -> float:
        """Return the price of the place of words as the ply of a row with that index.

        A move may reach into the next column; what is none hardly does.
        """
        label, line = self.labels[number], self.lines[number]
        if not self.far or not self.columns or label.rest != line.words[1:]:
            return 0.0  # Columns, or the place of the number, are not known.
        first, *others = (self._apart(word.x - line.words[0].x, at) for word in words)
        reaches = others and not self.cutter.is_move(self.cutter.text(words))
        return self.far * (first + (max(others) / 2 if reaches else 0.0))

    def _apart(self, x: float, at: int) -> float:
        """Return how much nearer another column is than that with an index, from 0 to 1."""
        apart = [abs(x - column) for column in self.columns]
        gap = min((right - left for left, right in pairwise(self.columns)), default=1.0)
        return min(1.0, (apart[at] - min(apart)) / max(gap, 1.0))

    def _add_row(self, number: int, is_last: bool) -> None:
        line, words = self.lines[number].line, self._without_remark(number)
        cells, left_out = tuple(self.cutter.cells(words)), tuple[Word, ...]()
        is_short = is_last and 0 < len(cells) < self.width
        is_short = is_short and not any(
            self._misplaced(number, cell, at) for at, cell in enumerate(cells)
        )
        is_whole = len(cells) == self.width or is_short
        sides = self.sides.get(number, [])
        if len(sides) == self.width and all(sides):
            ways = [self.cutter.cut(side, 1) for side in sides]
            cells = tuple(cell for way in ways for cell in way.cells)
            left_out = tuple(word for way in ways for word in way.left_out)
        elif not (is_whole and self.cutter.are_moves(words)):
            way = self.cutter.cut(
                words, self.width, is_last, lambda cell, at: self._misplaced(number, cell, at)
            )
            cells, left_out = way.cells, way.left_out
        if _DOTS.fullmatch(self.labels[number].text):
            cells = tuple(filter(None, cells))
            cells = ((),) * (self.width - len(cells)) + cells
        self._note_cuts(number, line, words, cells, left_out)
        end = words[-1].column + len(words[-1].text) if words else 1
        self.rows.append(
            TableRow(number, line, tuple(self._ply(cell, line, end) for cell in cells))
        )

    def _without_remark(self, number: int) -> list[Word]:
        """Return the words of a row up to a remark behind its last move."""
        words = self.words[number]
        for at, word in enumerate(words):
            is_behind = at >= self.width and self.cutter.is_remark(word.text)
            is_full = is_behind and len(self.cutter.cells(words[:at])) == self.width
            if is_full and self.cutter.are_moves(words[:at]):
                self._remark(words[at:])
                return words[:at]
        return words

    def _remark(self, words: Sequence[Word]) -> None:
        """Keep words as a comment."""
        self.damaged = True
        self.beside += words
        text = " ".join(word.text for word in words)
        message = f"{text!r} is read as a comment: no move in it is played"
        self._note("comment", message, words[0].line, words[0].column, text)

    def _ply(self, cell: Cell, line: int, column: int) -> TablePly:
        if not cell:
            self.damaged = True
            return TablePly(NOTHING, line, column, readable=False)
        text = self.cutter.text(cell)
        readable = self.cutter.price(text) <= LENIENT
        self.damaged |= not readable
        return TablePly(text, cell[0].line, cell[0].column, readable, cell)

    def _add_lost_rows(self, first: int, end: int) -> None:
        """Add rows of unreadable plies for those that no line can be, before a number."""
        if first == end:
            return
        line, lost = self.rows[-1].line, (end - first) * self.width
        are = f"row {first} is" if end == first + 1 else f"rows {first} to {end - 1} are"
        plies = "1 unreadable ply stands" if lost == 1 else f"{lost} unreadable plies stand"
        them = "it" if end == first + 1 else "them"
        self._note("lost-ply", f"{are} lost: {plies} for {them}", line, 1, "")
        ply = TablePly(NOTHING, line, 1, readable=False)
        self.rows += [TableRow(number, line, (ply,) * self.width) for number in range(first, end)]
        self.damaged = True

    def _note(self, code: str, message: str, line: int, column: int, text: str) -> None:
        self.notes.append(note(code, message).at(line=line, column=column, text=text or None))

    def _note_number(self, line: RowLine, number: int) -> None:
        label = self.labels[number]
        if label.price <= 0.4:
            return
        self.damaged = True
        if label.text == str(number):
            message = f"the number {number} is cut off {line.words[0].text!r}"
        elif label.text:
            message = f"{label.text!r} is read as the number of row {number}, which is due"
        else:
            message = f"the line has no number: it is read as row {number}, which is due"
        self._note("row-number", message, line.line, line.words[0].column, label.text)

    def _note_cuts(
        self,
        number: int,
        line: int,
        words: Sequence[Word],
        cells: Sequence[Cell],
        left_out: Sequence[Word],
    ) -> None:
        """Note plies of which nothing is left, cuts inside words, blanks closed, words left out."""
        remarks = [word for word in left_out if self.cutter.is_remark(word.text)]
        if remarks:
            self._remark(remarks)
        for word in left_out:
            if word in remarks:
                continue
            message = f"{word.text!r} in row {number} is left out: it is no move"
            self._note("skipped-text", message, word.line, word.column, word.text)
        column = words[0].column if words else 1
        for count, cell in enumerate(cells, start=1):
            if not cell:
                message = f"ply {count} of row {number} is lost: an unreadable one stands for it"
                self._note("lost-ply", message, line, column, "")
        texts = [self.cutter.text(cell) for cell in cells]
        joined = any(
            cell and text != " ".join(word.text for word in cell)
            for cell, text in zip(cells, texts, strict=True)
        )
        if joined or {word for cell in cells for word in cell} - set(words):
            self.damaged = True
            written = " ".join(word.text for word in words)
            read = ", ".join(map(repr, texts))
            message = f"{written!r} in row {number} is cut into the plies {read}"
            self._note("row-cut", message, line, column, written)
