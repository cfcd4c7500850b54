"""Repair of damaged rows: they get their expected numbers, and are cut into plies.

The rows of a game come in reading order (`layout`), split into tokens. Their words are numbered
(`numbering`) and cut into as many plies as most rows have (`cells`). A row with its number, this
many moves and nothing else keeps its tokens; others get new ones. A lost ply becomes `NOTHING`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

from notation import Dialect
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.assumptions import AUTO, SIDES
from records.model import NOTHING, USUAL
from records.text.cells import CUT, LENIENT, Cell, CutRow, Cutter
from records.text.layout import (
    LEAST_ROWS,
    REGULAR,
    SAMPLE,
    WIDEST,
    Line,
    Side,
    Word,
    row_number,
    side_of,
    sides_apart,
)
from records.text.lines import HOLDER, Kind, TextLine, Token
from records.text.numbering import Label, Numbered, RowLine, number_lines
from records.text.tokens import LineTokens, is_row

SHOWN = 1.15
"""Minimum sum of two shares in a table: rows with a number, and plies like moves."""

_ODD = frozenset({Kind.NUMBER, Kind.WORD, Kind.SUSPECT, Kind.DOTS})
"""Kinds of tokens after a row number that make repair necessary."""
_BESIDE_MOVES = frozenset({Kind.MOVE, Kind.MARKS, Kind.COMMENT})
"""Kinds of tokens that a row of moves without a number may have."""
_WORD = lazy_pattern(r"\([^\s()]+,(?: [^\s()]+,)* [^\s()]+\)|\S+")
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
        notes: notes on corrected, filled, cut and omitted parts of each game.
        first: the index of the first line of the tables.
    """

    games: list[list[LineTokens]]
    notes: list[list[Finding]]
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
    lines = _lines(rows)
    tables, how = _tables(lines, rows, dialect, layout, headed)
    if not tables or not (how or layout != AUTO or any(one.damaged for one in tables)):
        return None
    moves = sum(token.kind is Kind.MOVE for row in rows for token in row.tokens)
    written = sum(text != NOTHING for table in tables for text in table.plies)
    # At least 80 % of the moves have to be in the table, and 50 % as readable plies.
    if 5 * written < 4 * moves or 2 * sum(one.readable for one in tables) < moves:
        return None
    first, last = tables[0].extent[0], max(one.extent[1] for one in tables)
    if any(
        [one.kind for one in row.tokens[:2]] == [Kind.NUMBER, Kind.MOVE] for row in rows[:first]
    ):
        return None  # A row above it, with its number and its move, would be lost.
    notes = [table.notes for table in tables]
    if how:
        told = note("layout", f"the sheet is read as {how}")
        notes[0].insert(0, told.at(line=rows[first].line.number, column=1))
    games, end = list[list[LineTokens]](), len(above)
    for table in tables:
        games.append([*rows[end : table.extent[0]], *_rows_of(table, lines, rows)])
        end = table.extent[1] + 1
    games[-1] += rows[last + 1 :]
    return Mended(games, notes, first)


def _tables(
    lines: Sequence[Line],
    rows: Sequence[LineTokens],
    dialect: Dialect[object],
    layout: str,
    headed: int,
) -> "tuple[list[Table], str]":
    """Return the table of each game, and a description of the layout if sides have their own.

    There are no tables if the rows are not a table of moves. Separate tables of sides are accepted
    if one of them is a table of moves, or a third of their plies are readable.
    """
    if layout in (AUTO, SIDES):
        apart, how = sides_apart(lines, is_sure=layout == SIDES)
        cutter = Cutter(dialect, (line[1:] for side in apart for line in side.lines))
        games = _games_of_sides(apart, cutter)
        tables = [Table(cutter, game, rows, width=width) for game, width in games]
        third = 3 * sum(one.readable for one in tables) >= sum(len(one.plies) for one in tables)
        is_sure = third or any(one.is_of_moves for one in tables)
        if tables and is_sure and all(one.found for one in tables):
            if len(games) > 1 and not any(side.name for side in apart):
                how = f"{len(games)} games side by side"
            elif games[0][1] > 1:
                how = how or f"the moves of {games[0][1]} sides one above the other"
            return tables, how
    bare = Cutter(dialect, lines)
    are_heard = any(row.line.mover is not None for row in rows)
    found = (
        None if are_heard else _without_numbers([RowLine(one, bare) for one in lines], rows, bare)
    )
    if found:
        return [Table(bare, found[0], rows, found[1], is_bare=True)], ""
    cutter = Cutter(dialect, (line[1:] for line in lines))
    numbered = number_lines(_whole_rows([RowLine(line, cutter) for line in lines], cutter))
    width = headed if headed > USUAL else 0
    table = Table(cutter, _numbered_rows(numbered, cutter), rows, width, headed)
    return [table] if table.is_of_moves else [], ""


@dataclass(slots=True)
class TableRow:
    """A row of a table.

    Attributes:
        number: its number.
        line: the line with the number.
        label: the reading of the number.
        words: the words after the number.
        more: lines below it that may complete it.
        way: how it is cut; None if not yet known.
    """

    number: int
    line: RowLine
    label: Label
    words: list[Word]
    more: list[RowLine] = field(default_factory=list)
    way: CutRow | None = None


def _numbered_rows(lines: Sequence[Numbered], cutter: Cutter) -> list[TableRow]:
    """Return the rows of numbered lines; lines without a number may continue the row above."""
    rows = list[TableRow]()
    for line, number in lines:
        if number:
            label = line.label(number)
            rows.append(TableRow(number, line, label, [*label.rest]))
        elif cutter.goes_on(line.words):
            rows[-1].more.append(line)
    return rows


def _games_of_sides(apart: Sequence[Side], cutter: Cutter) -> list[tuple[list[TableRow], int]]:
    """Return the rows of each game with the moves of all its sides, and the number of sides.

    The next game begins where a side is named again. Tables side by side whose rows have moves of
    both sides are games of their own. The list is empty if the sides of a game share no row number.
    """
    games: list[list[dict[int, TableRow]]] = []
    seen: set[str] = set()
    for side in apart:
        if not games or (side.name and side.name in seen):
            games.append([])
            seen.clear()
        seen.add(side.name)
        lines = number_lines([RowLine(line, cutter) for line in side.lines])
        games[-1].append({row.number: row for row in _numbered_rows(lines, cutter)})
    sides = [one for game in games for one in game]
    widths = [_usual_width(side.values(), cutter) for side in sides]
    if len(sides) > 1 and {*widths} == {USUAL} and not any(side.name for side in apart):
        return [([*side.values()], USUAL) for side in sides]
    if not all(set[int].intersection(*map(set, game)) for game in games):
        return []
    return [(_in_turn(game, cutter), len(game)) for game in games]


def _usual_width(rows: Iterable[TableRow], cutter: Cutter) -> int:
    """Return the most frequent number of moves in the rows that have only moves; 0 without any."""
    counts = Counter(len(cutter.cells(row.words)) for row in rows if cutter.are_moves(row.words))
    return counts.most_common(1)[0][0] if counts else 0


def _in_turn(sides: Sequence[Mapping[int, TableRow]], cutter: Cutter) -> list[TableRow]:
    """Merge the rows of several sides, of one ply each, into the rows of one table."""
    rows = list[TableRow]()
    numbers = sorted(set[int]().union(*sides))
    for number in numbers:
        own = [side.get(number) for side in sides]
        while number == numbers[-1] and own[-1] is None:
            own.pop()
        worst = max(filter(None, own), key=lambda row: row.label.price)
        ways = [cutter.cut(row.words, 1) if row else CutRow(0.0, ((),)) for row in own]
        cells = tuple(cell for way in ways for cell in way.cells)
        way = CutRow(0.0, cells, tuple(word for way in ways for word in way.left_out))
        words = [word for row in own if row for word in row.words]
        rows.append(TableRow(number, worst.line, worst.label, words, way=way))
    return rows


def _without_numbers(
    lines: Sequence[RowLine], rows: Sequence[LineTokens], cutter: Cutter
) -> tuple[list[TableRow], int] | None:
    """Return the rows of a table without row numbers, and the number of plies in a row.

    At least `LEAST_ROWS` lines consist of this number of moves, and most lines have as many words.
    Lines without a word like a move are left out. None for lines that are no such table.
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
    return [
        TableRow(number, line, Label(0.0, "", line.words), [*line.words])
        for number, line in enumerate(found, start=1)
    ], width


def _whole_rows(lines: Sequence[RowLine], cutter: Cutter) -> list[RowLine]:
    """Join the lines of each row whose plies are on several lines.

    Lines are unchanged unless numbers are consecutive and all rows but the last have equally many
    lines.
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
    return len(line.words) == 1 and cutter.price(line.words[0].text) <= CUT


def _is_number(line: RowLine) -> bool:
    """Whether a line is a row number and nothing else."""
    return len(line.words) == 1 and row_number(line.words[0].text) is not None


def _rows_of(table: "Table", lines: Sequence[Line], rows: Sequence[LineTokens]) -> list[LineTokens]:
    """Return the rows of a table, with the text beside their moves, and the lines left out."""
    top, end = table.extent
    skipped = {
        word.line
        for line in lines
        if table.lines.isdisjoint(word.line for word in line) and not side_of(line)
        for word in line
        if top < word.line < end
    }
    found = [row for number in sorted(table.found) for row in table.found[number]]
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
    """Return the row number (0 if missing) and the number of plies; None for a row of other kind.

    Dots after the number count as a ply.
    """
    kinds = [one.kind for one in row.tokens]
    if Kind.MOVE in kinds and _BESIDE_MOVES.issuperset(kinds):
        return 0, kinds.count(Kind.MOVE)
    dots = kinds[1:2] == [Kind.DOTS]
    if kinds[:1] != [Kind.NUMBER] or not _ODD.isdisjoint(kinds[1 + dots :]):
        return None
    return int(row.tokens[0].text), kinds.count(Kind.MOVE) + dots


def _are_tidy(rows: Sequence[LineTokens]) -> bool:
    """Whether all rows have the same number of moves, and consecutive numbers or none.

    The last row may be shorter. The moves of a row may stand on several lines.
    """
    plain = [
        _plain(row)
        for row in rows
        if (is_row(row.tokens, True) or _is_signed(row.line) or _may_be_ply(row.line.text))
        and not _is_ending(row.tokens)
    ]
    if not plain or None in plain:
        return False
    found = list[tuple[int, int]]()
    for number, moves in filter(None, plain):
        if found and found[-1][0] and not number:  # The rest of the row above.
            found[-1] = found[-1][0], found[-1][1] + moves
        else:
            found.append((number, moves))
    first, width = found[0]
    are_alike = all(
        after == before + (first > 0) and moves == width
        for (before, moves), (after, _) in pairwise(found)
    )
    return are_alike and found[-1][1] <= width


def _is_ending(tokens: Sequence[Token]) -> bool:
    """Whether a line has a result, and nothing else except comments."""
    kinds = {one.kind for one in tokens}
    return Kind.RESULT in kinds and kinds <= {Kind.RESULT, Kind.COMMENT}


def _may_be_ply(text: str) -> bool:
    """Whether a line is one word with letters and digits, which may be a damaged ply."""
    word = text.strip()
    return " " not in word and any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _is_signed(line: TextLine) -> bool:
    """Whether a line may be a damaged row: it has a digit, and a sign after a short word."""
    return any(map(str.isdigit, line.text)) and _SIGNED.match(line.text) is not None


def _lines(rows: Sequence[LineTokens]) -> list[Line]:
    """Return the words of the lines; lines without words are left out.

    The words of a line on which a comment ends are added to the line above.
    """
    lines: list[Line] = []
    for index, row in enumerate(rows):
        words = _words_of(row, index)
        if lines and _ends_comment(row.line):
            lines[-1] = [*lines[-1], *words]
        else:
            lines += [words] if words else []
    return lines


def _words_of(row: LineTokens, index: int) -> Line:
    """Return the words of a line that may be numbers or plies: no comments, results or marks.

    The line of a word is the index of its row, and its column an offset in the text.
    """
    text = row.line.text
    if row.tokens and row.tokens[0].kind is Kind.RESULT and not row.has(Kind.MOVE):
        return []
    for at, token in enumerate(row.tokens):
        start, end = token.start, token.end
        before, behind = text[start - 1 : start], text[end : end + 1]
        is_mark = token.kind is Kind.MARK and not behind.strip()
        is_mark = is_mark and (not before.strip() or token.text in (",", "."))
        around = [one.kind for one in row.tokens[max(at - 1, 0) : at + 2]]
        is_mark |= around == [Kind.MOVE, Kind.DOTS, Kind.MOVE]
        if is_mark or _is_beside(token, row.line.text):
            text = text[:start] + " " * (end - start) + text[end:]
        elif (token.kind is Kind.DOTS and row.tokens[at - 1].kind is Kind.MOVE) or (
            token.kind is Kind.MOVE and token.text == NOTHING
        ):
            text = text[:start] + NOTHING.ljust(end - start) + text[end:]
    return [Word(one[0], index, one.start()) for one in _WORD.finditer(text.replace(HOLDER, " "))]


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
    """The rows of one game, cut into plies.

    Attributes:
        found: the rows by number, lost rows included; empty if there are too few rows, or too many
            plies in them.
        notes: notes on corrected, filled, cut and omitted parts.
        damaged: whether a row was repaired, or has an unreadable ply.
        lines: indices of the lines with its rows.
        extent: the indices of the first and the last line.

    Args:
        cutter: cuts rows into plies.
        game: the rows of the game.
        rows: the lines of the text, by index.
        width: number of plies in a row; 0 to take the number in most rows.
        headed: number of plies in a row by the heading; 0 if there is none.
        is_bare: whether the rows have no numbers.
    """

    def __init__(
        self,
        cutter: Cutter,
        game: list[TableRow],
        rows: Sequence[LineTokens],
        width: int = 0,
        headed: int = 0,
        is_bare: bool = False,
    ) -> None:
        self.cutter, self.game, self.rows = cutter, game, rows
        self._headed, self._is_bare = headed, is_bare
        self.notes: list[Finding] = []
        self.found: dict[int, list[LineTokens]] = {}
        self.damaged = False
        self.width = width or self._width()
        for row in game:
            for line in row.more:
                if len(cutter.cells(row.words)) < self.width:
                    row.words += line.words
                    self.damaged = True
        while game and not game[-1].words:
            game.pop()  # A number that is printed on a form.
        self.lines = {row.line.line for row in game} | {w.line for row in game for w in row.words}
        self.extent = min(self.lines, default=0), max(self.lines, default=0)
        if len(game) >= LEAST_ROWS and 1 <= self.width <= WIDEST:
            before = game[0]
            for row in game:
                self._add_lost_rows(before, row)
                if not self._keep_row(row):
                    self._note_number(row)
                    self._add_row(row)
                before = row

    def _width(self) -> int:
        """Return the number of plies in most rows that have only moves.

        Without such rows, return the width of the heading, or else of the best cut.
        """
        whole = [[*row.words, *(w for line in row.more for w in line.words)] for row in self.game]
        rows = list(filter(None, whole))
        rows = rows[:-1] or rows  # The last may be short.
        counts = [len(self.cutter.cells(row)) for row in rows if self.cutter.are_moves(row)]
        if not counts and rows and not self._headed:
            sample, widths = rows[:SAMPLE], range(1, WIDEST)
            costs = (sum(self.cutter.cut(row, width).price for row in sample) for width in widths)
            return min(zip(costs, widths, strict=True))[1]
        return Counter(counts).most_common(1)[0][0] if counts else self._headed

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
        numbered = sum(row.label.price < 1 for row in self.game)
        shown = numbered / max(len(self.game), 1) + movelike / max(written, 1)
        return self.readable > 1 and 2 * movelike >= written and shown >= SHOWN

    def _keep_row(self, row: TableRow) -> bool:
        """Keep a row whose tokens are its number and ``width`` moves; return False for others."""
        line = self.rows[row.line.line]
        if _plain(line) != (0 if self._is_bare else row.number, self.width) or any(
            word.line != row.line.line for word in (*row.line.words, *row.words)
        ):
            return False
        self.found[row.number] = [line._replace(is_row=True)]
        return True

    def _add_row(self, row: TableRow) -> None:
        words, is_last = row.words, row is self.game[-1]
        cells, left_out = tuple(self.cutter.cells(words)), tuple[Word, ...]()
        is_whole = len(cells) >= self.width or (is_last and cells)
        is_in_place = row.label.rest == row.line.words[1:] and len(cells) == len(words)
        if row.way:
            _, cells, left_out = row.way
        elif self.cutter.are_moves(words) and ((is_in_place and self.columns) or is_whole):
            left_out = tuple(word for cell in cells[self.width :] for word in cell)
            cells = cells[: self.width]
            if is_in_place and self.columns:
                cells = self._in_columns(row, cells)
            while is_last and not cells[-1]:
                cells = cells[:-1]
        else:
            _, cells, left_out = self.cutter.cut(words, self.width, is_last)
        if _DOTS.fullmatch(row.label.text):
            cells = tuple(filter(None, cells))
            cells = ((),) * (self.width - len(cells)) + cells
        cells = tuple(() if self.cutter.text(cell) == NOTHING else cell for cell in cells)
        self._note_cuts(row, cells, left_out)
        self._add_tokens(row, cells)
        prices = [self.cutter.price(self.cutter.text(cell)) for cell in cells]
        self.damaged |= any(price > LENIENT for price in prices)

    @cached_property
    def columns(self) -> list[float]:
        """The usual distance of each ply from the start of its row, in characters; may be empty."""
        # Loaded here: most texts have no damaged rows, and the module takes a while to load.
        from statistics import median

        rows = [row.words for row in self.game if len(row.words) > 1]
        wide = sum(
            any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(words))
            for words in rows
        )
        if 2 * wide <= len(rows) and not all(map(self.cutter.are_moves, rows)):
            return []
        starts = [
            [cell[0].column - row.line.words[0].column for cell in cells]
            for row in self.game
            if len(cells := self.cutter.cells(row.words)) == self.width
            and self.cutter.are_moves(row.words)
        ]
        return [median(column) for column in zip(*starts, strict=True)]

    def _in_columns(self, row: TableRow, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return a cell for each column: the ply of a row nearest to it, or an empty cell."""

        def apart(ways: Sequence[int]) -> float:
            places = (cell[0].column - row.line.words[0].column for cell in cells)
            return sum(abs(self.columns[at] - x) for at, x in zip(ways, places, strict=True))

        if len(cells) == self.width:
            return tuple(cells)
        ways = min(combinations(range(self.width), len(cells)), key=apart)
        found = dict(zip(ways, cells, strict=True))
        return tuple(found.get(at, ()) for at in range(self.width))

    def _add_tokens(self, row: TableRow, cells: Sequence[Cell]) -> None:
        """Add the tokens of a row, on each of its lines."""
        last = (row.words or row.line.words)[-1]
        nowhere = last._replace(text="", column=last.column + len(last.text))
        found: list[LineTokens] = []
        beside: list[Token] = []
        for cell in cells:
            at = cell[0] if cell else nowhere
            line = self.rows[at.line].line
            if not found or found[-1].line is not line:
                if found:
                    found[-1].tokens.extend(beside)
                beside = _beside(self.rows[at.line])
                first = [] if self._is_bare else [Token(Kind.NUMBER, str(row.number), 0, -1)]
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
        self.found[row.number] = found

    def _add_lost_rows(self, before: TableRow, row: TableRow) -> None:
        """Add a row of unreadable plies for each number that is missing between two rows."""
        first, last = before.number + 1, row.number - 1
        if first > last:
            return
        lost = (last - first + 1) * self.width
        are, them = (f"row {first} is", "it") if first == last else (
            f"rows {first} to {last} are", "them")  # fmt: skip
        plies = "1 unreadable ply stands" if lost == 1 else f"{lost} unreadable plies stand"
        here, above = Word("", before.line.line, 0), self.rows[before.line.line].line
        self._note("lost-ply", f"{are} lost: {plies} for {them}", here)
        plies_lost = [Token(Kind.MOVE, NOTHING, 0, 0)] * self.width
        for number in range(first, last + 1):
            tokens = [Token(Kind.NUMBER, str(number), 0, -1), *plies_lost]
            self.found[number] = [LineTokens(above, tokens, True)]
        self.damaged = True

    def _note(self, code: str, message: str, at: Word, text: str = "") -> None:
        line, column = self.rows[at.line].line.place(at.column)
        self.notes.append(note(code, message).at(line=line, column=column, text=text or None))

    def _note_number(self, row: TableRow) -> None:
        label, first, tokens = row.label, row.line.words[0], self.rows[row.line.line].tokens
        is_other = bool(tokens) and tokens[0].kind is not Kind.NUMBER
        if self._is_bare or (label.price <= 0.4 and (label.price or not is_other)):
            return
        self.damaged = True
        if label.text == str(row.number):
            message = f"the number {row.number} is cut off {first.text!r}"
        elif label.text:
            message = f"{label.text!r} is read as the number of row {row.number}, which is due"
        else:
            message = f"the line has no number: it is read as row {row.number}, which is due"
        self._note("row-number", message, first, label.text)

    def _note_cuts(self, row: TableRow, cells: Sequence[Cell], left_out: Sequence[Word]) -> None:
        """Add notes on missing plies, cuts inside words, removed blanks, and omitted words."""
        number, words = row.number, row.words
        for word in left_out:
            message = f"{word.text!r} in row {number} is left out: it is not a move"
            if self.cutter.is_move(word.text):
                self.damaged = True
                message = f"row {number} has more than {self.width} moves: "
                message += f"{word.text!r} is left out"
            self._note("skipped-text", message, word, word.text)
        first = (words or row.line.words)[0]
        for count, cell in enumerate(cells, start=1):
            if not cell:
                message = f"ply {count} of row {number} is lost: an unreadable ply stands for it"
                self._note("lost-ply", message, first)
        texts = [self.cutter.text(cell) for cell in cells]
        spaced = [" ".join(word.text for word in cell) or NOTHING for cell in cells]
        if texts != spaced or {word for cell in cells for word in cell} - set(words):
            self.damaged = True
            written = " ".join(word.text for word in words)
            read = ", ".join(map(repr, texts))
            message = f"{written!r} in row {number} is cut into the plies {read}"
            self._note("row-cut", message, first, written)
