"""Repair of damaged rows of moves: rows get their expected numbers, and their plies are separated.

The rows of a game come in reading order (`layout`), taken apart into tokens. Their words are
numbered (`numbering`) and cut into as many plies as most rows have (`cells`). A row that is a
number and that many moves keeps its tokens; others get new ones. A lost ply becomes `NOTHING`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from notation import Dialect
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.assumptions import AUTO, SIDES
from records.model import USUAL
from records.text.cells import LENIENT, Cell, Cutter
from records.text.ink import HOLDER, Kind, TextLine, Token
from records.text.layout import (
    LEAST_ROWS,
    NOTHING,
    REGULAR,
    Line,
    Word,
    row_number,
    sides_apart,
)
from records.text.numbering import Label, Numbered, RowLine, number_lines
from records.text.tokens import LineTokens, is_row

FAR = 2.4
"""Cost of a ply in the wrong column, if the sheet has columns."""
WIDEST = 6
"""Maximum number of plies in a row."""
SAMPLE = 60
"""Number of rows for which the cheapest cut is sought if no row has only moves."""
MISREAD = 1.5
"""Maximum cost of a word on a line of its own that may be a misread move."""
FEW, SHOWN = 0.08, 1.15
"""Least share of readable plies in a table, that of the worst sheets that are read; least sum of
the shares of plies like moves and of rows with a number."""

_ODD = frozenset({Kind.NUMBER, Kind.WORD, Kind.SUSPECT, Kind.DOTS})
"""Kinds of tokens; a row that has one after its number does not keep its tokens."""
_BESIDE_MOVES = frozenset({Kind.MOVE, Kind.MARKS, Kind.COMMENT})
"""Kinds of tokens that a row of moves without a number may have."""
_INK = lazy_pattern(r"\([^\s()]+,(?: [^\s()]+,)* [^\s()]+\)|\S+")
"""Words; a list in brackets is one word."""
_SIGNED = lazy_pattern(r"\s*\S{1,5}[.:,)]\s*\S")
_DOTS = lazy_pattern(r".*(?:\.\.|\N{HORIZONTAL ELLIPSIS})")
_ASIDE = lazy_pattern(
    r"\((?=[^()]*[^\W\d_]{4}|[-+]?\d{1,3}\.)[^()]*\)?$"
    r"|\[(?=[^\[\]]*[^\W\d_]{4}|\d{1,3}\.)[^\[\]]*\]?$"
)


class Mended(NamedTuple):
    """Rows, some of which have been repaired.

    Attributes:
        games: the rows of each game, and the lines before, between and after them.
        notes: corrected, filled, cut and omitted parts.
        first: the index of the first line of the tables.
    """

    games: list[list[LineTokens]]
    notes: list[Finding]
    first: int


def mend(
    above: Sequence[LineTokens],
    rows: Sequence[LineTokens],
    dialect: Dialect[object],
    layout: str,
    headed: int,
) -> Mended | None:
    """Return the rows of damaged tables of moves; None where nothing is damaged.

    None also for rows that are not a table of moves, such as a paragraph with numbers.

    Args:
        above: lines above the rows, which may be rows of the table.
        rows: the lines in reading order.
        dialect: the dialect in which the moves are written.
        layout: how the sheet is laid out, one of `records.assumptions.LAYOUTS`.
        headed: number of sides that a heading names.
    """
    rows = [*above, *rows]
    if layout == AUTO and _are_tidy(rows):
        return None
    games, how = _tables(rows, dialect, layout, headed)
    tables = [table for game in games for table in game]
    if not any(table.damaged or len(tables) > 1 or layout != AUTO for table in tables):
        return None
    moves = sum(token.kind is Kind.MOVE for row in rows for token in row.tokens)
    written = sum(text != NOTHING for table in tables for text in table.plies)
    # Most plies in the tokens are in the table, and half of its plies are moves as written.
    if 5 * written < 4 * moves or 2 * sum(one.readable for one in tables) < moves:
        return None
    extents = [_extent(game) for game in games]
    first, last = extents[0][0], extents[-1][1]
    if any(
        [one.kind for one in row.tokens[:2]] == [Kind.NUMBER, Kind.MOVE] for row in rows[:first]
    ):
        return None  # A row above it, with its number and its move, would be lost.
    notes: list[Finding] = []
    if how:
        told = note("layout", f"the sheet is read as {how}")
        notes.append(told.at(line=rows[first].line.number, column=1))
    notes += (one for table in tables for one in table.notes)
    found = [_rows_of(game, rows, notes) for game in games]
    ends = [len(above), *(end + 1 for _, end in extents)]
    for game_rows, end, (start, _) in zip(found, ends, extents, strict=False):
        game_rows[:0] = rows[end:start]
    found[-1] += rows[last + 1 :]
    return Mended(found, notes, first)


def _tables(
    rows: Sequence[LineTokens], dialect: Dialect[object], layout: str, headed: int
) -> "tuple[list[list[Table]], str]":
    """Return the tables of each game, one or one for each side, and the layout of sides in words.

    There are none if the rows are not a table of moves. If one side has such a table, or a third of
    all plies are readable, so do the other sides, however damaged. The next game begins where a
    side is named again.
    """
    lines = _lines(rows)
    if layout in (AUTO, SIDES):
        apart, how = sides_apart(lines, is_sure=layout == SIDES)
        cutter = Cutter(dialect, (line[1:] for side in apart for line in side.lines))
        games: list[list[Table]] = []
        seen: set[str] = set()
        for side in apart:
            if not games or (side.name and side.name in seen):
                games.append([])
                seen.clear()
            seen.add(side.name)
            numbered = number_lines([RowLine(line, cutter) for line in side.lines])
            games[-1].append(Table(cutter, numbered, rows, width=1))
        tables = [table for game in games for table in game]
        third = 3 * sum(one.readable for one in tables) >= sum(len(one.plies) for one in tables)
        is_sure = third or any(one.is_of_moves for one in tables)
        if tables and is_sure and all(map(_share_numbers, games)):
            if len(games[0]) > 1:
                how = how or f"the moves of {len(games[0])} sides one above the other"
            return games, how
    bare = Cutter(dialect, lines)
    are_heard = any(row.line.mover is not None for row in rows)
    found = (
        None if are_heard else _without_numbers([RowLine(one, bare) for one in lines], rows, bare)
    )
    if found:
        return [[Table(bare, found[0], rows, found[1], is_bare=True)]], ""
    cutter = Cutter(dialect, (line[1:] for line in lines))
    numbered = number_lines(_whole_rows([RowLine(line, cutter) for line in lines], cutter))
    table = Table(cutter, numbered, rows, headed if headed > USUAL else 0, headed)
    return [[table]] if table.is_of_moves else [], ""


def _without_numbers(
    lines: Sequence[RowLine], rows: Sequence[LineTokens], cutter: Cutter
) -> tuple[list[Numbered], int] | None:
    """Return the rows of a table without numbers, and their width; None for no such table.

    Some lines have that many moves and nothing else, and most so many words like moves. Those
    between them have something like a move; where a row has one move, they have one word.
    """
    lines = [line for line in lines if not _is_number(line)]
    lines = [line for line in lines if line.movelike or _is_word(line, cutter)]
    cells = [cutter.cells(line.words) for line in lines]
    whole = [at for at, line in enumerate(lines) if cutter.are_moves(line.words)]
    widths = Counter(len(cells[at]) for at in whole)
    width, count = widths.most_common(1)[0] if widths else (0, 0)
    if count < LEAST_ROWS:
        return None
    first, last = whole[0], whole[-1]
    full = [len(one) == width and line.movelike for one, line in zip(cells, lines, strict=True)]
    alike = sum(found == width for found in full[first : last + 1])
    if alike < REGULAR * (last + 1 - first) or max(widths) > width:
        return None  # Longer rows of only moves are a list with arbitrary line breaks.
    numbers = [rows[line.line].line.number for line in lines]
    while (
        first and full[first - 1] and numbers[first - 1] + 1 == numbers[first]
        and any(map(str.isdigit, lines[first - 1].words[0].text))
    ):  # fmt: skip
        first -= 1
    while last + 1 < len(lines) and full[last + 1] and numbers[last] + 1 == numbers[last + 1]:
        last += 1
    found = [line for line in lines[first : last + 1] if line.movelike or width == 1]
    if sum(line.written > 0 for line in found) > len(found) // 4:
        return None
    return [Numbered(line, number) for number, line in enumerate(found, start=1)], width


def _whole_rows(lines: Sequence[RowLine], cutter: Cutter) -> list[RowLine]:
    """Return lines with the plies between two numbers joined to the row above.

    Only if the numbers count on and each row has as many lines; the last may have fewer.
    """
    starts = [at for at, line in enumerate(lines) if line.written and line.is_signed]
    steps = [lines[end].written - lines[start].written for start, end in pairwise(starts)]
    if len(starts) < LEAST_ROWS or {*steps} != {1}:
        return [*lines]
    groups = [lines[start:end] for start, end in pairwise([*starts, len(lines)])]
    *sizes, last = map(len, groups)
    if len({*sizes}) > 1 or not 1 < sizes[0] <= WIDEST or last > sizes[0]:
        return [*lines]
    if not all(line.movelike for _, *rest in groups for line in rest):
        return [*lines]
    whole = [RowLine([word for line in one for word in line.words], cutter) for one in groups]
    return [*lines[: starts[0]], *whole]


def _is_word(line: RowLine, cutter: Cutter) -> bool:
    """Whether a line is one word that may be a misread move."""
    return len(line.words) == 1 and cutter.price(line.words[0].text) <= MISREAD


def _is_number(line: RowLine) -> bool:
    """Whether a line is a row number and nothing else."""
    return len(line.words) == 1 and row_number(line.words[0].text) is not None


def _share_numbers(game: "Sequence[Table]") -> bool:
    """Whether the tables of a game have rows, and some numbers in common."""
    return bool(set[int].intersection(*(set(one.found) for one in game)))


def _extent(game: "Sequence[Table]") -> tuple[int, int]:
    return min(one.extent[0] for one in game), max(one.extent[1] for one in game)


def _rows_of(
    game: "Sequence[Table]", rows: Sequence[LineTokens], notes: list[Finding]
) -> list[LineTokens]:
    """Return the rows of a game by number, with the lines between them.

    A ply is added, with a note, where only one of several sides has no row of a number.
    """
    first, last = (of(of(one.found) for one in game) for of in (min, max))
    upto = max(at for at, side in enumerate(game) if last in side.found)
    found: list[LineTokens] = []
    lost: list[int] = []
    for number in range(first, last + 1):
        for side in game if number < last else game[: upto + 1]:
            lost += [] if number in side.found else [number]
            found += side.found.get(number) or [_lost(number, 1, rows[side.extent[1]].line)]
    top, end = _extent(game)
    if lost:
        message = f"a side has no move {', '.join(map(str, lost))}: "
        message += "an unreadable ply stands for each"
        notes.append(note("lost-ply", message).at(line=rows[end].line.number, column=1))
    skipped = {at for side in game for at in side.skipped}
    own: dict[int, LineTokens] = {}
    for one in found:
        own.setdefault(id(one.line), one)
    above, below = found[0], dict[int, list[LineTokens]]()
    for at in range(top, end + 1):
        above = own.get(id(rows[at].line), above)
        beside = _beside(rows[at]) if at not in skipped and above.line is not rows[at].line else []
        if beside:
            below.setdefault(id(above), []).append(LineTokens(rows[at].line, beside, True))
    left_out = [LineTokens(rows[at].line, [], False) for at in sorted(skipped)]
    return [one for row in found for one in (row, *below.get(id(row), ()))] + left_out


def _plain(row: LineTokens) -> tuple[int, int] | None:
    """Return the number of a row, 0 for none, and its number of plies; None if it has other words.

    Dots after the number stand for a ply.
    """
    kinds = [one.kind for one in row.tokens]
    if Kind.MOVE in kinds and _BESIDE_MOVES.issuperset(kinds):
        return 0, kinds.count(Kind.MOVE)
    dots = kinds[1:2] == [Kind.DOTS]
    if kinds[:1] != [Kind.NUMBER] or not _ODD.isdisjoint(kinds[1 + dots :]):
        return None
    return int(row.tokens[0].text), kinds.count(Kind.MOVE) + dots


def _are_tidy(rows: Sequence[LineTokens]) -> bool:
    """Whether rows have one width (the last may be shorter), and consecutive numbers or none."""
    plain = [
        _plain(row)
        for row in rows
        if (is_row(row.tokens, True) or _is_signed(row.line) or _is_ink(row.line.text))
        and not _is_ending(row.tokens)
    ]
    found = [one for one in plain if one]
    return (
        len(found) == len(plain) > 0
        and all(
            after == before + (found[0][0] > 0) and moves == found[0][1]
            for (before, moves), (after, _) in pairwise(found)
        )
        and found[-1][1] <= found[0][1]
    )


def _is_ending(tokens: Sequence[Token]) -> bool:
    """Whether a line has a result, and otherwise at most comments."""
    kinds = {one.kind for one in tokens}
    return Kind.RESULT in kinds and kinds <= {Kind.RESULT, Kind.COMMENT}


def _is_ink(text: str) -> bool:
    """Whether a line is one word with letters and digits, which may be a damaged ply."""
    word = text.strip()
    return " " not in word and any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _is_signed(line: TextLine) -> bool:
    """Whether a line may be a damaged row: it has a digit, and a sign after a short word."""
    return any(map(str.isdigit, line.text)) and _SIGNED.match(line.text) is not None


def _lost(number: int, plies: int, line: TextLine) -> LineTokens:
    """Return a row of lost plies."""
    tokens = [Token(Kind.NUMBER, str(number), 0, -1), *[Token(Kind.MOVE, NOTHING, 0, 0)] * plies]
    return LineTokens(line, tokens, True)


def _lines(rows: Sequence[LineTokens]) -> list[Line]:
    """Return the words of lines, without empty lines.

    A line that ends a comment, or has the rest of the row above after its number and dots, goes on
    with the line above.
    """
    lines: list[Line] = []
    last = ""
    for index, row in enumerate(rows):
        words = words_of(row, index, last)
        numbers = [one.text for one in row.tokens if one.kind is Kind.NUMBER]
        goes_on = _goes_on(row.tokens, 0, last) or _ends_comment(row.line)
        if lines and goes_on:
            lines[-1] = [*lines[-1], *words]
        else:
            lines += [words] if words else []
        last = numbers[-1] if numbers else last
    return lines


def _goes_on(tokens: Sequence[Token], at: int, last: str) -> bool:
    """Whether a token repeats the last number, followed by dots."""
    kinds = [one.kind for one in tokens[at : at + 2]]
    return kinds == [Kind.NUMBER, Kind.DOTS] and tokens[at].text == last


def words_of(row: LineTokens, index: int, last: str) -> Line:
    """Return the words of a line that may be numbers or plies: no comments, results or marks.

    The line of a word is the index of its row, and its column an offset in the text.

    Args:
        row: the line.
        index: its index.
        last: the number above it.
    """
    text = row.line.text
    if row.tokens and row.tokens[0].kind is Kind.RESULT and not row.has(Kind.MOVE):
        return []
    for at, token in enumerate(row.tokens):
        start, end = token.start, token.end
        before, behind = text[start - 1 : start], text[end : end + 1]
        is_mark = token.kind is Kind.MARK and not behind.strip()
        is_mark = is_mark and (not before.strip() or token.text == ",")
        if is_mark or _is_beside(token, row.line.text):
            text = text[:start] + " " * (end - start) + text[end:]
        elif _goes_on(row.tokens, at, last):
            end = row.tokens[at + 1].end
            text = text[:start] + " " * (end - start) + text[end:]
        elif (token.kind is Kind.DOTS and row.tokens[at - 1].kind is Kind.MOVE) or (
            token.kind is Kind.MOVE and token.text == NOTHING
        ):
            text = text[:start] + NOTHING.ljust(end - start) + text[end:]
        last = token.text if token.kind is Kind.NUMBER else last
    return [Word(one[0], index, one.start()) for one in _INK.finditer(text.replace(HOLDER, " "))]


def _ends_comment(line: TextLine) -> bool:
    """Whether a comment in braces that began on an earlier line ends on this one."""
    end = line.written.find("}") + 1
    return end > 0 and "{" not in line.written[:end] and not line.text[:end].strip()


def _is_beside(token: Token, text: str) -> bool:
    """Whether a token cannot be a ply even on a damaged line; a bracket may be a misread letter."""
    if token.kind is not Kind.COMMENT:
        return token.kind in (Kind.RESULT, Kind.SIDE)
    return text[token.start] not in "([" or _ASIDE.match(text, token.start, token.end) is not None


def _beside(row: LineTokens) -> list[Token]:
    """Return the tokens of a line that are kept beside its moves."""
    is_numbered = row.has(Kind.NUMBER)
    return [
        one
        for one in row.tokens
        if _is_beside(one, row.line.text) or (one.kind is Kind.MARK and is_numbered)
    ]


class Table:
    """The numbered lines of one game, or of one side of it, cut into plies.

    Attributes:
        found: the rows by number, none missing between the first and the last; none if there are
            too few, or too many plies in them.
        notes: corrected, filled, cut and omitted parts.
        damaged: whether a row is not as it should be.
        skipped: indices of lines among the rows that belong to none, such as repeated headings.
        extent: the indices of the first and the last line.

    Args:
        cutter: cuts rows into plies.
        game: the lines from the first row to the last.
        rows: the lines of the text, by index.
        width: number of plies in a row; 0 where most rows show it.
        headed: number of plies in a row by the heading; 0 for none.
        is_bare: whether the rows have no numbers.
    """

    def __init__(
        self,
        cutter: Cutter,
        game: Sequence[Numbered],
        rows: Sequence[LineTokens],
        width: int = 0,
        headed: int = 0,
        is_bare: bool = False,
    ) -> None:
        self.cutter, self.rows, self._headed, self._is_bare = cutter, rows, headed, is_bare
        self.notes: list[Finding] = []
        self.found: dict[int, list[LineTokens]] = {}
        self.damaged = False
        self.labels = {
            number: Label(0.0, "", line.words) if is_bare else line.label(number)
            for line, number in game
            if number
        }
        self.lines = {number: line for line, number in game if number}
        self.words = {number: list(label.rest) for number, label in self.labels.items()}
        self.width = width or self._width(game)
        self.skipped = frozenset(line.line for line in self._left_over(game))
        while self.words and not self.words[last := max(self.words)]:
            del self.words[last]  # Printed on a form.
        if len(self.words) >= LEAST_ROWS and 1 <= self.width <= WIDEST:
            self._read()

    def _read(self) -> None:
        before, last = min(self.words) - 1, max(self.words)
        for number in sorted(self.words):
            self._add_lost_rows(before + 1, number)
            if not self._keep_row(number):
                self._note_number(number)
                self._add_row(number, number == last)
            before = number
        lines = {word.line for words in self.words.values() for word in words} | self.skipped
        lines |= {self.lines[number].line for number in self.words}
        self.extent = min(lines), max(lines)

    def _is_move(self, cell: Cell) -> bool:
        return self.cutter.is_move(self.cutter.text(cell))

    def _width(self, game: Sequence[Numbered]) -> int:
        """Return the number of plies in most rows that have only moves.

        Without such rows it is that of the heading, or else that of the best cut.
        """
        whole, last = {n: list(words) for n, words in self.words.items()}, 0
        for line, number in game:
            last = number or last
            if number is None and self.cutter.goes_on(line.words):
                whole[last] += line.words
        rows = [words for words in whole.values() if words]
        rows = rows[:-1] or rows  # The last may be short.
        counts = [len(self.cutter.cells(row)) for row in rows if self.cutter.are_moves(row)]
        if not counts and rows and not self._headed:
            sample, widths = rows[:SAMPLE], range(1, WIDEST)
            costs = (sum(self.cutter.cut(row, width).price for row in sample) for width in widths)
            return min(zip(costs, widths, strict=True))[1]
        return Counter(counts).most_common(1)[0][0] if counts else self._headed

    def _left_over(self, game: Sequence[Numbered]) -> Iterator[RowLine]:
        """Yield the lines that are not rows, except those that complete the row above."""
        last = 0
        for line, number in game:
            last = number or last
            if number is not None:
                continue
            row = self.words[last]
            if self.cutter.goes_on(line.words) and len(self.cutter.cells(row)) < self.width:
                row += line.words
                self.damaged = True
            else:
                yield line

    @cached_property
    def plies(self) -> list[str]:
        """The texts of all plies."""
        rows = (row for lines in self.found.values() for row in lines)
        return [one.text for row in rows for one in row.tokens if one.kind is Kind.MOVE]

    @cached_property
    def readable(self) -> int:
        """The number of readable plies."""
        return sum(self.cutter.price(text) <= LENIENT for text in self.plies)

    @property
    def is_of_moves(self) -> bool:
        """Whether enough rows are numbered, and enough plies are moves."""
        written = len(self.plies) - self.plies.count(NOTHING)
        movelike = sum(map(self.cutter.is_movelike, self.plies))
        numbered = sum(self.labels[number].price < 1 for number in self.words)
        shown = numbered / max(len(self.words), 1) + movelike / max(written, 1)
        return self.readable >= max(2, FEW * written) and 2 * movelike >= written and shown >= SHOWN

    @cached_property
    def columns(self) -> list[float]:
        """The columns at which plies of full rows begin, from the numbers; none if unknown."""
        # Loaded here: most texts have no columns to find, and the module takes a while to load.
        from statistics import median

        full = [
            [float(cell[0].column - self._left(n)) for cell in cells]
            for n, words in self.words.items()
            if len(cells := self.cutter.cells(words)) == self.width and self.cutter.are_moves(words)
        ]
        return [median(column) for column in zip(*full, strict=True)]

    @cached_property
    def far(self) -> float:
        """The cost of a ply in the wrong column; 0 if the places of words show no columns."""
        rows = [words for words in self.words.values() if len(words) > 1]
        wide = sum(
            any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(row))
            for row in rows
        )
        return FAR if 2 * wide > len(rows) or all(map(self.cutter.are_moves, rows)) else 0.0

    def _misplaced(self, number: int, words: Cell, at: int) -> float:
        """Return the cost of the place of some words, as the ply at an index of a row.

        A move may reach into the next column; other words rarely do.
        """
        label, line = self.labels[number], self.lines[number]
        is_numbered = self._is_bare or label.rest == line.words[1:]
        if not (self.far and self.columns and is_numbered):
            return 0.0  # Columns, or the place of the number, are not known.
        first, *others = (self._apart(word.column - self._left(number), at) for word in words)
        reaches = others and not self._is_move(words)
        return self.far * (first + (max(others) / 2 if reaches else 0.0))

    def _left(self, number: int) -> int:
        """Return the column of a row's number, which is the origin of columns."""
        return 0 if self._is_bare else self.lines[number].words[0].column

    def _apart(self, x: float, at: int) -> float:
        """Return how much nearer another column is than the one with an index, from 0 to 1."""
        apart = [abs(x - column) for column in self.columns]
        gap = min((right - left for left, right in pairwise(self.columns)), default=1.0)
        return min(1.0, (apart[at] - min(apart)) / max(gap, 1.0))

    def _keep_row(self, number: int) -> bool:
        """Return whether a row has a number and the usual number of moves; add it if so."""
        words, line = self.words[number], self.lines[number]
        row = self.rows[line.line]
        if _plain(row) != (0 if self._is_bare else number, self.width) or any(
            word.line != line.line for word in (*line.words, *words)
        ):
            return False
        self.found[number] = [row._replace(is_row=True)]
        return True

    def _add_row(self, number: int, is_last: bool) -> None:
        def misplaced(cell: Cell, at: int) -> float:
            return self._misplaced(number, cell, at)

        words = self.words[number]
        cells, left_out = tuple(self.cutter.cells(words)), tuple[Word, ...]()
        are_moves = self.cutter.are_moves(words)
        is_short = is_last and not any(map(misplaced, cells[: self.width], range(self.width)))
        if len(cells) > self.width and are_moves:
            left_out = tuple(word for cell in cells[self.width :] for word in cell)
            cells = cells[: self.width]
        elif not (are_moves and (len(cells) == self.width or (cells and is_short))):
            _, cells, left_out = self.cutter.cut(words, self.width, is_last, misplaced)
        if _DOTS.fullmatch(self.labels[number].text):
            cells = tuple(filter(None, cells))
            cells = ((),) * (self.width - len(cells)) + cells
        cells = tuple(() if self.cutter.text(cell) == NOTHING else cell for cell in cells)
        self._note_cuts(number, words, cells, left_out)
        last = (words or self.lines[number].words)[-1]
        nowhere = Word("", self.lines[number].line, last.column + len(last.text))
        self._add_tokens(number, cells, nowhere)

    def _add_tokens(self, number: int, cells: Sequence[Cell], nowhere: Word) -> None:
        """Add the tokens of a row, on each of its lines."""
        found: list[LineTokens] = []
        beside: list[Token] = []
        self.found[number] = found
        for cell in cells:
            at = cell[0] if cell else nowhere
            line = self.rows[at.line].line
            if not found or found[-1].line is not line:
                if found:
                    found[-1].tokens.extend(beside)
                beside = _beside(self.rows[at.line])
                first = [] if self._is_bare else [Token(Kind.NUMBER, str(number), 0, -1)]
                found.append(LineTokens(line, first, True))
            tokens, start = found[-1].tokens, at.column
            if cell:
                while beside and beside[0].start < start:
                    tokens.append(beside.pop(0))
            end = cell[-1].column + len(cell[-1].text) if cell else start
            text = self.cutter.text(cell)
            move = text.rstrip("!?")
            if move in ("", text) or not self.cutter.is_move(move):
                move = text
            tokens.append(Token(Kind.MOVE, move, start, end))
            if move != text:
                tokens.append(Token(Kind.MARKS, text[len(move) :], end, end))
        found[-1].tokens.extend(beside)
        prices = [self.cutter.price(self.cutter.text(cell)) for cell in cells]
        self.damaged |= any(price > LENIENT for price in prices)

    def _add_lost_rows(self, first: int, end: int) -> None:
        """Add rows of unreadable plies for the missing rows before a number."""
        if first == end:
            return
        lost = (end - first) * self.width
        here = Word("", self.lines[first - 1].line, 0)
        are, them = (f"row {first} is", "it") if end == first + 1 else (
            f"rows {first} to {end - 1} are", "them")  # fmt: skip
        above = self.rows[here.line].line
        plies = "1 unreadable ply stands" if lost == 1 else f"{lost} unreadable plies stand"
        self._note("lost-ply", f"{are} lost: {plies} for {them}", here)
        self.found |= {number: [_lost(number, self.width, above)] for number in range(first, end)}
        self.damaged = True

    def _note(self, code: str, message: str, at: Word, text: str = "") -> None:
        line, column = self.rows[at.line].line.place(at.column)
        self.notes.append(note(code, message).at(line=line, column=column, text=text or None))

    def _note_number(self, number: int) -> None:
        if self._is_bare:
            return
        label, line = self.labels[number], self.lines[number]
        first, tokens = line.words[0], self.rows[line.line].tokens
        is_other = bool(tokens) and tokens[0].kind is not Kind.NUMBER
        if label.price <= 0.4 and (label.price or not is_other):
            return
        self.damaged = True
        if label.text == str(number):
            message = f"the number {number} is cut off {first.text!r}"
        elif label.text:
            message = f"{label.text!r} is read as the number of row {number}, which is due"
        else:
            message = f"the line has no number: it is read as row {number}, which is due"
        self._note("row-number", message, first, label.text)

    def _note_cuts(
        self, number: int, words: Sequence[Word], cells: Sequence[Cell], left_out: Sequence[Word]
    ) -> None:
        """Add notes on missing plies, cuts inside words, removed blanks, and omitted words."""
        for word in left_out:
            message = f"{word.text!r} in row {number} is left out: it is not a move"
            if self.cutter.is_move(word.text):
                self.damaged = True
                message = f"row {number} has more than {self.width} moves: "
                message += f"{word.text!r} is left out"
            self._note("skipped-text", message, word, word.text)
        first = Word("", self.lines[number].line, words[0].column if words else 0)
        for count, cell in enumerate(cells, start=1):
            if not cell:
                message = f"ply {count} of row {number} is lost: an unreadable one stands for it"
                self._note("lost-ply", message, first)
        texts = [self.cutter.text(cell) for cell in cells]
        spaced = [" ".join(word.text for word in cell) or NOTHING for cell in cells]
        if texts != spaced or {word for cell in cells for word in cell} - set(words):
            self.damaged = True
            written = " ".join(word.text for word in words)
            read = ", ".join(map(repr, texts))
            message = f"{written!r} in row {number} is cut into the plies {read}"
            self._note("row-cut", message, first, written)
