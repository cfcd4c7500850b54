"""Tables of moves, damaged or not: rows with their numbers and their plies.

Lines are put in reading order (`layout`), rows are numbered by their sequence (`numbering`), and
each row is cut into the usual number of plies (`cells`). A missing ply becomes `NOTHING`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from notation import Dialect
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.assumptions import AUTO, SIDES
from records.text.cells import LENIENT, Cell, Cutter
from records.text.layout import NOTHING, Line, Side, Word, sides_apart
from records.text.numbering import Numbered, RowLine, number_lines
from records.text.titles import most_headed

FAR = 2.4
"""Price of a ply that stands in another column, where the sheet is set in columns."""
LEAST_ROWS, WIDEST = 3, 6
"""Rows that a table has at least: two may be a list in a text; and plies of a row at most."""
FEW, SHOWN = 0.08, 1.15
"""Least share of the plies of a table that are moves as they stand, as in the worst of the sheets
that are read; and least sum of the shares of plies that nearly are and of rows with a number."""

_DOTS = lazy_pattern(r".*(?:\.\.|\N{HORIZONTAL ELLIPSIS})")


class TablePly(NamedTuple):
    """A ply of a row.

    Attributes:
        text: the text as it was read, without blanks that do not belong to a move; `NOTHING` for a
            missing ply.
        line, column: its place, or that of a missing ply, both from 1.
        readable: whether it has the form of a move.
    """

    text: str
    line: int
    column: int
    readable: bool


class TableRow(NamedTuple):
    """A row of a table: its number in the sequence, its line, and its plies."""

    number: int
    line: int
    plies: tuple[TablePly, ...]


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The rows of one game, or of a part of one.

    Attributes:
        rows: the rows in the order of their numbers, without gaps.
        width: number of plies in a full row.
        lines: the numbers of the first and the last line of the table.
        skipped: lines among the rows that belong to no row, such as repeated headings.
        notes: notes on text that was corrected, filled in, cut or left out, with places.
        is_plain: whether nothing is damaged, so that tokens give the same moves.
    """

    rows: tuple[TableRow, ...]
    width: int
    lines: tuple[int, int]
    skipped: tuple[int, ...] = ()
    notes: tuple[Finding, ...] = field(default=(), compare=False)
    is_plain: bool = False

    @property
    def plies(self) -> tuple[TablePly, ...]:
        """The plies of all rows, in the order of the game."""
        return tuple(ply for row in self.rows for ply in row.plies)


def read_tables(
    lines: Sequence[Line], dialect: Dialect[object], layout: str = AUTO
) -> list[MoveTable]:
    """Return the numbered tables among lines, damaged or not.

    Args:
        lines: the words of each line, in reading order; none without words.
        dialect: the dialect in which the moves are written.
        layout: the layout of the sheet, one of `records.assumptions.LAYOUTS`.

    Returns:
        A table for each game, in the order of the lines; none if the lines are no table of moves,
        such as a paragraph with numbers.
    """
    if layout in (AUTO, SIDES):
        apart, how = sides_apart(lines, is_sure=layout == SIDES)
        if tables := _each(dialect, apart):
            return _merged(tables, [side.name for side in apart], how)
    cutter = Cutter(dialect, (line[1:] for line in lines))
    game = number_lines([RowLine(line, cutter) for line in lines])
    width = most_headed([[word.text for word in line] for line in lines])
    table = Builder(cutter, game, width).table()
    return [table] if table else []


def _each(dialect: Dialect[object], sides: Sequence[Side]) -> list[MoveTable]:
    """Return the tables of the moves of each side; none unless all lines are such tables.

    If one side has a table of moves, or a third of all plies are readable moves, the other tables
    are accepted as well, even if damaged.
    """
    cutter = Cutter(dialect, (line[1:] for side in sides for line in side.lines))
    games = [number_lines([RowLine(line, cutter) for line in side.lines]) for side in sides]
    is_sure = any(Builder(cutter, one, width=1).table() for one in games)
    tables = [Builder(cutter, one, width=1).table(is_sure=True) for one in games]
    plies = [ply for table in tables if table for ply in table.plies]
    is_sure |= 3 * sum(ply.readable for ply in plies) >= len(plies)
    return [table for table in tables if table] if tables and is_sure and all(tables) else []


def _merged(tables: Sequence[MoveTable], names: Sequence[str], how: str = "") -> list[MoveTable]:
    """Merge the tables of the sides of each game; a repeated name begins another game."""
    games: list[list[MoveTable]] = []
    seen: set[str] = set()
    for table, name in zip(tables, names, strict=True):
        if not games or (name and name in seen):
            games.append([])
            seen.clear()
        games[-1].append(table)
        seen.add(name)
    if any(one.width != 1 for one in tables) or not all(len(game) > 1 for game in games):
        return list(tables)
    found = [_of_game(game) for game in games]
    message = how or f"the moves of {len(games[0])} sides one above the other"
    told = note("layout", f"the sheet is read as {message}").at(line=found[0].lines[0], column=1)
    return [replace(found[0], notes=(told, *found[0].notes)), *found[1:]]


def _of_game(sides: Sequence[MoveTable]) -> MoveTable:
    """Merge the tables of the sides of a game, which have one ply in a row."""
    columns = [{row.number: row for row in one.rows} for one in sides]
    first, last = min(map(min, columns)), max(map(max, columns))
    lines = min(one.lines[0] for one in sides), max(one.lines[1] for one in sides)
    lost: list[int] = []
    rows: list[TableRow] = []
    for number in range(first, last + 1):
        upto = max(at for at, column in enumerate(columns) if number in column)
        plies: list[TablePly] = []
        for at, column in enumerate(columns if number < last else columns[: upto + 1]):
            row = column.get(number)
            lost += [] if row else [number]
            plies += row.plies if row else (TablePly(NOTHING, sides[at].lines[1], 1, False),)
        rows.append(TableRow(number, plies[0].line, tuple(plies)))
    notes = [one for table in sides for one in table.notes]
    if lost:
        message = f"a side has no move {', '.join(map(str, lost))}: "
        message += "an unreadable ply stands for each"
        notes.append(note("lost-ply", message).at(line=lines[1], column=1))
    skipped = tuple(line for table in sides for line in table.skipped)
    return MoveTable(tuple(rows), len(sides), lines, skipped, tuple(notes))


class Builder:
    """Cuts the numbered lines of one game into plies, with notes.

    Args:
        cutter: cuts rows into plies.
        game: the lines from the first row to the last.
        width: number of plies in a row; 0 to infer it from the rows.
    """

    def __init__(self, cutter: Cutter, game: Sequence[Numbered], width: int = 0) -> None:
        self.cutter, self.is_measured = cutter, not width
        self.notes: list[Finding] = []
        self.rows: list[TableRow] = []
        self.damaged = False
        self.labels = {number: line.label(number) for line, number in game if number}
        self.lines = {number: line for line, number in game if number}
        self.words = {number: list(label.rest) for number, label in self.labels.items()}
        self.width = width or self._width(game)
        self.skipped = [line.line for line in self._left_over(game)]
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
        """Yield the lines that are no rows, except those that complete the row above."""
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
            place = self.lines[max(self.words)].words[0]._replace(column=1)
            self._note("skipped-text", f"there is no move after {which} at the end", place)

    def table(self, is_sure: bool = False) -> MoveTable | None:
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
        lines = [word.line for words in self.words.values() for word in words]
        lines += [self.lines[number].line for number in self.words] + self.skipped
        table = MoveTable(
            tuple(self.rows),
            self.width,
            (min(lines), max(lines)),
            tuple(self.skipped),
            tuple(self.notes),
            not self.damaged,
        )
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

    def _is_of_moves(self, table: MoveTable) -> bool:
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
        line, end = self.lines[number].line, words[-1].column + len(words[-1].text) if words else 1
        self.rows.append(TableRow(number, line, tuple(self._ply(one, line, end) for one in cells)))

    def _ply(self, cell: Cell, line: int, column: int) -> TablePly:
        text = self.cutter.text(cell)
        readable = bool(cell) and self.cutter.price(text) <= LENIENT
        self.damaged |= not readable
        line, column = (cell[0].line, cell[0].column) if cell else (line, column)
        return TablePly(text, line, column, readable)

    def _add_lost_rows(self, first: int, end: int) -> None:
        """Add rows of unreadable plies for the missing rows before a number."""
        if first == end:
            return
        line, lost = self.rows[-1].line, (end - first) * self.width
        are, them = (f"row {first} is", "it") if end == first + 1 else (
            f"rows {first} to {end - 1} are", "them")  # fmt: skip
        plies = "1 unreadable ply stands" if lost == 1 else f"{lost} unreadable plies stand"
        self._note("lost-ply", f"{are} lost: {plies} for {them}", Word("", line, 1))
        ply = TablePly(NOTHING, line, 1, readable=False)
        self.rows += [TableRow(number, line, (ply,) * self.width) for number in range(first, end)]
        self.damaged = True

    def _note(self, code: str, message: str, at: Word, text: str = "") -> None:
        self.notes.append(note(code, message).at(line=at.line, column=at.column, text=text or None))

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
        first = Word("", self.lines[number].line, words[0].column if words else 1)
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
