"""Repair of damaged rows of moves: rows get their expected numbers, and their plies are separated.

The rows of a game come in reading order (`layout`), taken apart into tokens. Their words are
numbered (`numbering`) and cut into as many plies as most rows have (`cells`); a repaired row has
new tokens, as it is read. A lost ply becomes `NOTHING`.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from notation import Dialect
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.assumptions import AUTO, SIDES
from records.text.cells import LENIENT, Cell, Cutter
from records.text.ink import HOLDER, Kind, TextLine, Token
from records.text.layout import NOTHING, Line, Side, Word, sides_apart
from records.text.numbering import Numbered, RowLine, number_lines
from records.text.titles import most_headed
from records.text.tokens import LineTokens

FAR = 2.4
"""Price of a ply that stands in another column, where the sheet is set in columns."""
LEAST_ROWS, WIDEST = 3, 6
"""Rows that a table has at least: two may be a list in a text; and plies of a row at most."""
FEW, SHOWN = 0.08, 1.15
"""Least share of the plies of a table that are moves as they stand, as in the worst of the sheets
that are read; and least sum of the shares of plies that nearly are and of rows with a number."""

_INK = lazy_pattern(r"\S+")
_DOTS = lazy_pattern(r".*(?:\.\.|\N{HORIZONTAL ELLIPSIS})")
_ASIDE = lazy_pattern(
    r"\((?=[^()]*[^\W\d_]{4}|\d{1,3}\.)[^()]*\)$|\[(?=[^\[\]]*[^\W\d_]{4})[^\[\]]*\]$"
)


class CutPly(NamedTuple):
    """A ply of a row: its text, its words, and its expected place if it is lost."""

    text: str
    cell: Cell
    at: Word
    readable: bool


class DamagedTable(NamedTuple):
    """The rows of a game by number, none missing between the first and the last.

    Attributes:
        rows: the plies of each row.
        notes: what was corrected, filled, cut or left out.
        skipped: indices of lines among the rows that belong to none, such as repeated headings.
        extent: the indices of the first and the last line.
    """

    rows: dict[int, list[CutPly]]
    notes: list[Finding]
    skipped: frozenset[int]
    extent: tuple[int, int]

    @property
    def plies(self) -> list[CutPly]:
        """The plies of all rows, in the order of the game."""
        return [ply for row in self.rows.values() for ply in row]


class Mended(NamedTuple):
    """Rows, some of which have been repaired.

    Attributes:
        games: the rows of each game of the tables, each beginning with the first.
        notes: what was corrected, filled, cut or left out.
        extent: the indices of the first and the last line of the tables.
    """

    games: list[list[LineTokens]]
    notes: list[Finding]
    extent: tuple[int, int]


def mend(rows: Sequence[LineTokens], dialect: Dialect[object], layout: str) -> Mended | None:
    """Return the rows of damaged tables of moves; None where nothing is damaged.

    Args:
        rows: the lines in reading order.
        dialect: the dialect in which the moves are written.
        layout: how the sheet is laid out, one of `records.assumptions.LAYOUTS`.
    """
    tables = read_tables(rows, dialect, layout)
    if not tables:
        return None
    plies = [ply for table in tables for ply in table.plies]
    moves = sum(token.kind is Kind.MOVE for row in rows for token in row.tokens)
    written = sum(ply.text != NOTHING for ply in plies)
    # Most of what tokens read is in the table, and half of that are moves as they stand.
    if 5 * written < 4 * moves or 2 * sum(ply.readable for ply in plies) < moves:
        return None
    first, last = tables[0].extent[0], tables[-1].extent[1]
    if any(
        [one.kind for one in row.tokens[:2]] == [Kind.NUMBER, Kind.MOVE] for row in rows[:first]
    ):
        return None  # A row above it, with its number and its move, would be lost.
    notes = [one for table in tables for one in table.notes]
    games = [_tokens(table, rows, dialect) for table in tables]
    for game, (before, after) in zip(games[1:], pairwise(tables), strict=True):
        game[:0] = rows[before.extent[1] + 1 : after.extent[0]]
    return Mended(games, notes, (first, last))


def read_tables(
    rows: Sequence[LineTokens], dialect: Dialect[object], layout: str = AUTO
) -> list[DamagedTable]:
    """Return the damaged table of each game among rows; none where nothing is damaged.

    There is none either where rows are no table of moves, such as a paragraph with numbers in it.
    """
    written = [row.line for row in rows]
    lines: list[Line] = []
    for index, row in enumerate(rows):
        words = words_of(row, index)
        if lines and _ends_comment(row.line):
            lines[-1] = [*lines[-1], *words]
        else:
            lines += [words] if words else []
    if layout in (AUTO, SIDES):
        apart, how = sides_apart(lines, is_sure=layout == SIDES)
        if apart and (tables := _of_sides(dialect, apart, written, how)):
            return tables
    cutter = Cutter(dialect, (line[1:] for line in lines))
    game = number_lines([RowLine(line, cutter) for line in lines])
    width = most_headed([[word.text for word in line] for line in lines])
    builder = Builder(cutter, game, written, width)
    table = builder.table()
    return [table] if table and (builder.damaged or layout != AUTO) else []


def _of_sides(
    dialect: Dialect[object], apart: Sequence[Side], written: Sequence[TextLine], how: str
) -> list[DamagedTable]:
    """Return the table of each game whose sides have tables of their own; none if one has not.

    Where one is a table of moves, or a third of all plies are moves as they stand, so are the
    others, however damaged. The next game begins where a side is named again.
    """
    cutter = Cutter(dialect, (line[1:] for side in apart for line in side.lines))
    numbered = [number_lines([RowLine(line, cutter) for line in side.lines]) for side in apart]
    builders = [Builder(cutter, one, written, width=1) for one in numbered]
    is_sure = any(Builder(cutter, one, written, width=1).table() for one in numbered)
    tables = [one.table(is_sure=True) for one in builders]
    plies = [ply for table in tables if table for ply in table.plies]
    if not all(tables) or not (is_sure or 3 * sum(ply.readable for ply in plies) >= len(plies)):
        return []
    games: list[list[DamagedTable]] = []
    seen: set[str] = set()
    for table, side in zip(tables, apart, strict=True):
        if not games or (side.name and side.name in seen):
            games.append([])
            seen.clear()
        games[-1] += [table] if table else []
        seen.add(side.name)
    if not all(len(game) > 1 for game in games):
        return [table for table in tables if table]
    found = [_merged(game, written) for game in games]
    message = how or f"the moves of {len(games[0])} sides one above the other"
    place = written[found[0].extent[0]].place(0)
    told = note("layout", f"the sheet is read as {message}").at(line=place[0], column=1)
    found[0].notes.insert(0, told)
    return found


def _merged(sides: Sequence[DamagedTable], written: Sequence[TextLine]) -> DamagedTable:
    """Merge the tables of the sides of a game, which have one ply in a row."""
    first, last = (of(of(one.rows) for one in sides) for of in (min, max))
    extent = min(one.extent[0] for one in sides), max(one.extent[1] for one in sides)
    upto = max(at for at, side in enumerate(sides) if last in side.rows)
    rows: dict[int, list[CutPly]] = {}
    lost: list[int] = []
    for number in range(first, last + 1):
        rows[number] = []
        for side in sides if number < last else sides[: upto + 1]:
            lost += [] if number in side.rows else [number]
            lacking = CutPly(NOTHING, (), Word("", side.extent[1], 0), False)
            rows[number] += side.rows.get(number, [lacking])
    notes = [one for table in sides for one in table.notes]
    if lost:
        message = f"a side has no move {', '.join(map(str, lost))}: "
        message += "an unreadable ply stands for each"
        notes.append(note("lost-ply", message).at(line=written[extent[1]].number, column=1))
    return DamagedTable(rows, notes, frozenset().union(*(one.skipped for one in sides)), extent)


def words_of(row: LineTokens, index: int) -> Line:
    """Return the words of a line that may be numbers or plies: no comments, results or marks.

    The line of a word is the index of its row, and its column an offset in the text.
    """
    text = row.line.text
    if row.tokens and row.tokens[0].kind is Kind.RESULT and not row.has(Kind.MOVE):
        return []
    for token in row.tokens:
        width = token.end - token.start
        before, behind = text[token.start - 1 : token.start], text[token.end : token.end + 1]
        is_mark = token.kind is Kind.MARK and not behind.strip()
        is_mark = is_mark and (not before.strip() or token.text == ",")
        if is_mark or _is_beside(token, row.line.text):
            text = text[: token.start] + " " * width + text[token.end :]
        elif token.kind is Kind.MOVE and token.text == NOTHING:
            text = text[: token.start] + NOTHING.ljust(width) + text[token.end :]
    return [Word(one[0], index, one.start()) for one in _INK.finditer(text.replace(HOLDER, " "))]


def _ends_comment(line: TextLine) -> bool:
    """Whether a comment in braces that began on a line above ends on this one."""
    end = line.written.find("}") + 1
    return end > 0 and "{" not in line.written[:end] and not line.text[:end].strip()


def _is_beside(token: Token, text: str) -> bool:
    """Whether a token is no ply even on a damaged line: a bracket there may be a misread letter."""
    if token.kind is not Kind.COMMENT:
        return token.kind is Kind.RESULT
    return text[token.start] not in "([" or _ASIDE.match(text, token.start, token.end) is not None


def _tokens(
    table: DamagedTable, rows: Sequence[LineTokens], dialect: Dialect[object]
) -> list[LineTokens]:
    """Return the lines of a table with tokens, as its rows are read."""
    found: list[LineTokens] = []
    placed: list[tuple[tuple[int, int], LineTokens, Token]] = []
    for number, plies in table.rows.items():
        for index, ply in enumerate(plies):
            line = rows[ply.at.line].line
            if not index or found[-1].line is not line:
                found.append(LineTokens(line, [Token(Kind.NUMBER, str(number), 0, -1)], True))
            found[-1].tokens.extend(_of_ply(ply, dialect))
            if ply.at.column or ply.cell:
                placed.append(((ply.at.line, ply.at.column), found[-1], found[-1].tokens[-1]))
    placed.sort(key=lambda one: one[0])
    starts = [place for place, _, _ in placed]
    apart: dict[int, list[LineTokens]] = {}
    for at in range(table.extent[0], table.extent[1] + 1):
        line, tokens = rows[at].line, rows[at].tokens
        is_due = rows[at].has(Kind.NUMBER)
        beside = [one for one in tokens
                  if _is_beside(one, line.text) or (one.kind is Kind.MARK and is_due)]  # fmt: skip
        for token in beside if at not in table.skipped else ():
            index = bisect_right(starts, (at, token.start)) - 1
            _, row, last = placed[max(index, 0)]
            if row.line is line:
                behind = row.tokens.index(last) + 1 if index >= 0 else 0
                while behind < len(row.tokens) and row.tokens[behind].kind is not Kind.MOVE:
                    behind += 1
                row.tokens.insert(behind, token)
            else:
                apart.setdefault(id(row), []).append(LineTokens(line, [token], True))
    left_out = [LineTokens(rows[at].line, [], False) for at in sorted(table.skipped)]
    return [one for row in found for one in (row, *apart.get(id(row), ()))] + left_out


def _of_ply(ply: CutPly, dialect: Dialect[object]) -> Iterator[Token]:
    """Yield the token of a ply, and one for the marks behind it."""
    start = ply.at.column
    end = ply.cell[-1].column + len(ply.cell[-1].text) if ply.cell else start
    text = ply.text.rstrip("!?")
    if text in ("", ply.text) or not dialect.lenient_pattern.fullmatch(text):
        text = ply.text
    yield Token(Kind.MOVE, text, start, end)
    if text != ply.text:
        yield Token(Kind.MARKS, ply.text[len(text) :], end, end)


class Builder:
    """Cuts the numbered lines of one game into plies, and notes what it does.

    Args:
        cutter: what cuts rows.
        game: the lines from the first row to the last.
        written: the lines of the text, by index.
        width: how many plies a row has; 0 where most rows show it.
    """

    def __init__(
        self,
        cutter: Cutter,
        game: Sequence[Numbered],
        written: Sequence[TextLine],
        width: int = 0,
    ) -> None:
        self.cutter, self.written, self.is_measured = cutter, written, not width
        self.notes: list[Finding] = []
        self.rows: dict[int, list[CutPly]] = {}
        self.damaged = False
        self.labels = {number: line.label(number) for line, number in game if number}
        self.lines = {number: line for line, number in game if number}
        self.words = {number: list(label.rest) for number, label in self.labels.items()}
        self.width = width or self._width(game)
        self.skipped = frozenset(line.line for line in self._left_over(game))
        self._leave_out_empty()

    def _is_move(self, cell: Cell) -> bool:
        return self.cutter.is_move(self.cutter.text(cell))

    def _width(self, game: Sequence[Numbered]) -> int:
        """Return the number of plies in most rows, from rows that have only moves."""
        whole, last = {n: list(words) for n, words in self.words.items()}, 0
        for line, number in game:
            last = number or last
            if number is None and self.cutter.goes_on(line.words):
                whole[last] += line.words
        rows = [words for words in whole.values() if words]
        counts = [len(self.cutter.cells(row)) for row in rows if self.cutter.are_moves(row)]
        counts = counts or [len(self.cutter.cells(row)) for row in rows]
        return Counter(counts).most_common(1)[0][0] if counts else 0

    def _left_over(self, game: Sequence[Numbered]) -> Iterator[RowLine]:
        """Yield the lines that are not rows, except lines that complete the row above."""
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

    def _leave_out_empty(self) -> None:
        """Remove numbers at the end without words after them, as printed on forms."""
        empty = list[int]()
        while self.words and not self.words[last := max(self.words)]:
            empty.append(last)
            del self.words[last]
        if empty and self.words:
            which = f"{empty[-1]} to {empty[0]}" if len(empty) > 1 else empty[0]
            place = self.lines[max(self.words)].words[0]._replace(column=0)
            self._note("skipped-text", f"behind {which} at the end no move stands", place)

    def table(self, is_sure: bool = False) -> DamagedTable | None:
        """Return the table; None if the lines have no moves, unless ``is_sure``."""
        if len(self.words) < LEAST_ROWS or not 1 <= self.width <= WIDEST:
            return None
        if self._is_too_narrow() or not (is_sure or self._may_be_moves()):
            return None
        before, last = min(self.words) - 1, max(self.words)
        for number in sorted(self.words):
            self._note_number(number)
            self._add_lost_rows(before + 1, number)
            self._add_row(number, number == last)
            before = number
        lines = {word.line for words in self.words.values() for word in words} | self.skipped
        lines |= {self.lines[number].line for number in self.words}
        table = DamagedTable(self.rows, self.notes, self.skipped, (min(lines), max(lines)))
        return table if is_sure or self._is_of_moves(table) else None

    def _is_too_narrow(self) -> bool:
        """Whether half of the rows have more moves than plies, so that the width is too small."""
        rows = [words for words in self.words.values() if len(words) > self.width]
        over = sum(
            len(self.cutter.cells(row)) > self.width and self.cutter.are_moves(row) for row in rows
        )
        return 2 * over > len(self.words)

    def _may_be_moves(self) -> bool:
        """Whether rows may have moves if cut in some way, and no line has several rows."""
        rows = ["".join(word.text for word in words) for words in self.words.values()]
        digits = sum(min(self.width, sum(map(str.isdigit, row))) for row in rows)
        words = sum(map(len, self.words.values()))
        most = max(sum(map(self._is_move, self.cutter.cells(row))) for row in self.words.values())
        return (
            2 * digits >= sum(map(bool, rows))
            and 2 * words <= 5 * self.width * len(rows)
            and not (self.is_measured and most >= 2 * self.width)
        )

    def _is_of_moves(self, table: DamagedTable) -> bool:
        """Whether enough rows are numbered, and enough plies are moves."""
        written = [ply for ply in table.plies if ply.text != NOTHING]
        readable = sum(ply.readable for ply in written)
        movelike = sum(self.cutter.is_movelike(ply.text) for ply in written)
        numbered = sum(self.labels[number].price < 1 for number in self.words)
        shown = numbered / len(self.words) + movelike / max(len(written), 1)
        return (
            readable >= max(2, FEW * len(written))
            and 2 * movelike >= len(written)
            and shown >= SHOWN
        )

    @cached_property
    def columns(self) -> list[float]:
        """The columns where plies of full rows begin, counted from the numbers; none if unknown."""
        # Loaded here: most texts have no columns to find, and the module takes a while to load.
        from statistics import median

        full = [
            [float(cell[0].column - self.lines[n].words[0].column) for cell in cells]
            for n, words in self.words.items()
            if len(cells := self.cutter.cells(words)) == self.width and self.cutter.are_moves(words)
        ]
        return [median(column) for column in zip(*full, strict=True)]

    @cached_property
    def far(self) -> float:
        """The cost of a ply in another column; 0 if the places of words show no columns."""
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
        if not self.far or not self.columns or label.rest != line.words[1:]:
            return 0.0  # Columns, or the place of the number, are not known.
        first, *others = (self._apart(word.column - line.words[0].column, at) for word in words)
        reaches = others and not self._is_move(words)
        return self.far * (first + (max(others) / 2 if reaches else 0.0))

    def _apart(self, x: float, at: int) -> float:
        """Return how much nearer another column is than the one at an index, from 0 to 1."""
        apart = [abs(x - column) for column in self.columns]
        gap = min((right - left for left, right in pairwise(self.columns)), default=1.0)
        return min(1.0, (apart[at] - min(apart)) / max(gap, 1.0))

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
        self._note_cuts(number, words, cells, left_out)
        last = (words or self.lines[number].words)[-1]
        nowhere = Word("", self.lines[number].line, last.column + len(last.text))
        self.rows[number] = [self._ply(one, nowhere) for one in cells]

    def _ply(self, cell: Cell, nowhere: Word) -> CutPly:
        text = self.cutter.text(cell)
        readable = bool(cell) and self.cutter.price(text) <= LENIENT
        self.damaged |= not readable
        return CutPly(text, cell, cell[0] if cell else nowhere, readable)

    def _add_lost_rows(self, first: int, end: int) -> None:
        """Add rows of unreadable plies for the missing rows before a number."""
        if first == end:
            return
        above, lost = self.rows[first - 1][0].at, (end - first) * self.width
        are, them = (f"row {first} is", "it") if end == first + 1 else (
            f"rows {first} to {end - 1} are", "them")  # fmt: skip
        plies = "1 unreadable ply stands" if lost == 1 else f"{lost} unreadable plies stand"
        here = Word("", above.line, 0)
        self._note("lost-ply", f"{are} lost: {plies} for {them}", here)
        ply = CutPly(NOTHING, (), here, readable=False)
        self.rows |= {number: [ply] * self.width for number in range(first, end)}
        self.damaged = True

    def _note(self, code: str, message: str, at: Word, text: str = "") -> None:
        line, column = self.written[at.line].place(at.column)
        self.notes.append(note(code, message).at(line=line, column=column, text=text or None))

    def _note_number(self, number: int) -> None:
        label, first = self.labels[number], self.lines[number].words[0]
        if label.price <= 0.4:
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
        """Add notes on missing plies, cuts inside words, removed blanks, and words left out."""
        for word in left_out:
            message = f"{word.text!r} in row {number} is left out: it is no move"
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
