"""Tables of moves, damaged or not, in whatever layout: rows with their numbers and their plies.

Lines are put in reading order (`layout`), numbered by sequence (`numbering`), and each row is cut
into as many plies as most have (`cells`). A ply of which nothing is left becomes `NOTHING`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from notation import Dialect
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.assumptions import AUTO, BLOCKS, SIDES
from records.model import Place
from records.text.cells import LENIENT, Cell, Cutter
from records.text.layout import (
    NOTHING,
    Line,
    Word,
    beside_each_other,
    in_reading_order,
    sections,
    side_of,
)
from records.text.numbering import Numbered, RowLine, number_lines
from records.text.titles import most_headed

FAR = 2.4
"""Price of a ply that stands in another column, where the sheet is set in columns."""
WIDEST = 6
"""Plies that a row has at most."""
LEAST_READ = 0.3
"""Share of the plies of all sides that are moves, if each side has its heading or its numbers."""
LEAST_ROWS = 3
"""Rows that a table has at least: two may be a list in a text."""

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


def read_tables(
    lines: Sequence[Line], dialect: Dialect[object], layout: str = AUTO
) -> list[MoveTable]:
    """Return the numbered tables among lines, those without any damage included.

    Args:
        lines: the words of each line, from left to right; none without words.
        dialect: the dialect in which the moves are written.
        layout: how the sheet is laid out, one of `records.assumptions.LAYOUTS`.

    Returns:
        A table for each game, in the order of the lines; none where the lines are no table of
        moves, such as a paragraph in which numbers occur.
    """
    found = sections(lines) if layout in (AUTO, SIDES) else []
    if tables := _each(dialect, [below for _, below in found]):
        return _by_sides(tables, [side for side, _ in found])
    if layout == AUTO and (columns := beside_each_other(lines)):
        if tables := _each(dialect, columns):
            how = f"{len(tables)} sides beside each other, a number before each move"
            places = min(one.lines[0] for one in tables), max(one.lines[1] for one in tables)
            return _noted([replace(one, lines=places) for one in _merged(tables)], how)
        if tables := _of_games(dialect, columns):
            return tables
    ordered, laid_out = list(lines), ""
    if layout in (AUTO, BLOCKS):
        ordered, laid_out = in_reading_order(lines)
    cutter = Cutter(dialect, (line[1:] for line in ordered))
    games = number_lines([RowLine(line, cutter) for line in ordered])
    width = 0 if laid_out else most_headed([[word.text for word in line] for line in ordered])
    tables = [table for game in games if (table := Builder(cutter, game, width).table())]
    sides = _sides_above(tables, ordered)
    if tables and not laid_out and (layout == SIDES or (layout == AUTO and all(sides))):
        return _by_sides(tables, sides)
    return _noted(tables, laid_out)


def _each(dialect: Dialect[object], sides: Sequence[Sequence[Line]]) -> list[MoveTable]:
    """Return the tables of the moves of each side; none unless all lines are such tables.

    Where one is a table of moves, or enough of all can be read, so are the others, however damaged.
    """
    cutter = Cutter(dialect, (line[1:] for lines in sides for line in lines))
    games = [number_lines([RowLine(line, cutter) for line in lines]) for lines in sides]
    if not games or any(len(one) != 1 for one in games):
        return []
    is_sure = any(Builder(cutter, one[0], width=1).table() for one in games)
    tables = [Builder(cutter, one[0], width=1).table(is_sure=True) for one in games]
    plies = [ply for table in tables if table for ply in table.plies]
    is_sure |= sum(ply.readable for ply in plies) >= LEAST_READ * len(plies)
    return [table for table in tables if table] if is_sure and all(tables) else []


def _of_games(dialect: Dialect[object], columns: Sequence[Sequence[Line]]) -> list[MoveTable]:
    """Return the tables of games side by side, numbered alike, each with rows of several moves."""
    cutter = Cutter(dialect, (line[1:] for lines in columns for line in lines))
    games = [number_lines([RowLine(line, cutter) for line in lines]) for lines in columns]
    if len(games) < 2 or any(len(one) != 1 for one in games):
        return []
    tables = [table for one in games if (table := Builder(cutter, one[0]).table())]
    if len(tables) < len(games) or any(table.width < 2 for table in tables):
        return []
    how = f"{len(tables)} games beside each other"
    return [noted for table in tables for noted in _noted([table], how, tables[0].lines[0])]


def _noted(tables: list[MoveTable], laid_out: str, line: int = 0) -> list[MoveTable]:
    """Return tables with a note on their layout, if there is one in words, with the first."""
    if not tables or not laid_out:
        return tables
    first, *others = tables
    message = f"the sheet is read as {laid_out}"
    found = note("layout", message).at(line=line or first.lines[0], column=1)
    return [replace(first, notes=(found, *first.notes), is_plain=False), *others]


def _sides_above(tables: Sequence[MoveTable], lines: Sequence[Line]) -> list[str]:
    """Return the side that the line above each table names, empty where it names anything else."""
    named = {line[0].line: side for line in lines if (side := side_of(line))}
    above = {line[0].line: before[0].line for before, line in pairwise(lines)}
    return [named.get(above.get(table.lines[0], 0), "") for table in tables]


def _by_sides(tables: Sequence[MoveTable], sides: Sequence[str]) -> list[MoveTable]:
    """Return the tables of games, each of its sides' tables: another begins with a side again."""
    games: list[list[MoveTable]] = [[]]
    seen: set[str] = set()
    for table, side in zip(tables, sides, strict=True):
        if side in seen and side:
            games.append([])
            seen.clear()
        games[-1].append(table)
        seen.add(side)
    merged = [one for game in games for one in _merged(game)]
    count = len(tables) // len(merged)
    return _noted(merged, f"the moves of {count} sides one above the other" if count > 1 else "")


def _merged(tables: Sequence[MoveTable]) -> list[MoveTable]:
    """Return one table of those with one ply a row, each of one side; all as they are if not."""
    if len(tables) < 2 or any(one.width != 1 for one in tables):
        return list(tables)
    columns = [{row.number: row for row in one.rows} for one in tables]
    first, last = min(map(min, columns)), max(map(max, columns))
    lost: list[int] = []
    rows: list[TableRow] = []
    for number in range(first, last + 1):
        upto = max(at for at, column in enumerate(columns) if number in column)
        plies: list[TablePly] = []
        for at, column in enumerate(columns if number < last else columns[: upto + 1]):
            row = column.get(number)
            lost += [] if row else [number]
            line = tables[at].lines[1]
            plies += row.plies if row else (TablePly(NOTHING, line, 1, readable=False),)
        rows.append(TableRow(number, plies[0].line, tuple(plies)))
    notes = [one for table in tables for one in table.notes]
    if lost:
        where = ", ".join(map(str, lost))
        message = f"a side has no move {where}: an unreadable ply stands for each"
        notes.append(note("lost-ply", message).at(line=tables[-1].lines[1], column=1))
    lines = tables[0].lines[0], tables[-1].lines[1]
    skipped = tuple(line for table in tables for line in table.skipped)
    dialect = tables[0].dialect
    return [MoveTable(tuple(rows), len(tables), dialect, lines, skipped, tuple(notes))]


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
        if self._is_too_narrow() or not (is_sure or self._may_be_moves()):
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

    def _is_too_narrow(self) -> bool:
        """Whether half the rows have more moves than plies: moves are left out of few rows only."""
        rows = [words for words in self.words.values() if len(words) > self.width]
        over = sum(
            len(self.cutter.cells(row)) > self.width and self.cutter.are_moves(row) for row in rows
        )
        return 2 * over > len(self.words)

    def _may_be_moves(self) -> bool:
        """Whether rows may hold moves in some cut, and no line holds several rows."""
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
            [float(cell[0].column - self.lines[n].words[0].column) for cell in cells]
            for n, words in self.words.items()
            if len(cells := self.cutter.cells(words)) == self.width and self.cutter.are_moves(words)
        ]
        return [median(column) for column in zip(*full, strict=True)]

    @cached_property
    def far(self) -> float:
        """The price of a ply in another column; 0 if the places of words show no columns."""
        rows = [words for words in self.words.values() if len(words) > 1]
        wide = sum(
            any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(row))
            for row in rows
        )
        return FAR if 2 * wide > len(rows) or all(map(self.cutter.are_moves, rows)) else 0.0

    def _misplaced(self, number: int, words: Cell, at: int) -> float:
        """Return the price of the place of words as the ply of a row with that index.

        A move may reach into the next column; other words rarely do.
        """
        label, line = self.labels[number], self.lines[number]
        if not self.far or not self.columns or label.rest != line.words[1:]:
            return 0.0  # Columns, or the place of the number, are not known.
        first, *others = (self._apart(word.column - line.words[0].column, at) for word in words)
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
        elif len(cells) > self.width and self.cutter.are_moves(words):
            left_out = tuple(word for cell in cells[self.width :] for word in cell)
            cells = cells[: self.width]
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
        """Add rows of unreadable plies for missing rows before a number."""
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
            if self.cutter.is_move(word.text):
                self.damaged = True
                message = (
                    f"row {number} has more than {self.width} moves: {word.text!r} is left out"
                )
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
