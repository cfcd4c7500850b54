"""The rows of one game, numbered and cut into plies, with notes on what was done."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise

from notation.findings import Finding, note
from records.text.rows.cells import LENIENT, NOTHING, Cell, Cutter, PlacedWord
from records.text.rows.sequence import Numbered, TableLine
from records.text.rows.tables import MoveTable, TablePly, TableRow

LEAST_ROWS = 3
"""Rows that a table has at least."""
LEAST_NUMBERED = 0.5
"""Share of the rows of a table whose number can be read."""
LEAST_SHOWN = 1.15
"""Sum of the shares of numbers that can be read and of plies like moves, where fewer can."""
LEAST_READABLE = 0.08
"""Share of the plies of a table that are moves, as far as their form goes; and two at least."""
LEAST_MOVELIKE = 0.5
"""Share of the plies of a table that are moves, or nearly look like moves."""
WIDEST = 6
"""Plies that a row has at most."""
WORDIEST = 2.5
"""Words for each ply that a table has at most."""
DOTS = ("..", "\N{HORIZONTAL ELLIPSIS}")
"""Signs behind a number that stand for the move of a first side, where a row lacks one."""
CERTAIN = 0.45
"""Price from which what stands where a number should is noted."""


class Builder:
    """Cuts the numbered lines of one game into plies, and notes what it does.

    Args:
        cutter: what cuts rows.
        game: the lines from the first row to the last.
        width: how many plies a row has; 0 where most rows show it.
    """

    def __init__(self, cutter: Cutter, game: Sequence[Numbered], width: int = 0) -> None:
        self.cutter, self.game = cutter, game
        self.notes: list[Finding] = []
        self.skipped: list[int] = []
        self.rows: list[TableRow] = []
        self.damaged = False
        self.words: dict[int, tuple[int, tuple[PlacedWord, ...]]] = {}
        self.left: dict[int, float] = {}
        self.dotted: set[int] = set()
        self.sides: dict[int, list[tuple[PlacedWord, ...]]] = {}
        for line, number in game:
            if number is not None:
                self.words[number] = line.number, line.label(number).rest
                if line.label(number).text.endswith(DOTS):
                    self.dotted.add(number)
                if line.label(number).rest == line.words[1:]:
                    self.left[number] = line.words[0].x
        self._part_dashes()
        self.is_measured = not width
        self.width = width or self._width()
        self._continue_rows()
        self._leave_out_empty()

    def _part_dashes(self) -> None:
        """Leave out the dashes that stand between the sides, if most rows have one."""
        parted = {number: self.cutter.parted(row) for number, (_, row) in self.words.items()}
        dashed = {number: sides for number, sides in parted.items() if len(sides) > 1}
        if 2 * len(dashed) < len(self.words) or not dashed:
            return
        self.sides = dashed
        whole = {word.text for number in dashed for word in self.words[number][1]}
        parts = {word.text for sides in dashed.values() for side in sides for word in side}
        self.damaged = any(map(self.cutter.is_move, whole - parts))
        for number, sides in dashed.items():
            row = tuple(word for side in sides for word in side)
            self.words[number] = self.words[number][0], row
        line, first = self.words[min(dashed)]
        message = "a dash between two moves is left out"
        column = first[0].column if first else 1
        self._note("parting-dash", message, line, column, "-")

    def _continue_rows(self) -> None:
        """Add the lines without a number to the rows above them that have too few plies."""
        last = 0
        for line, number in self.game:
            last = number or last
            if number is not None:
                continue
            before = self.words[last][1]
            if self.cutter.goes_on(line.words) and len(self.cutter.cells(before)) < self.width:
                self.words[last] = self.words[last][0], before + line.words
                self.damaged = True
            else:
                self.skipped.append(line.number)

    def _width(self) -> int:
        """Return how many plies most rows have, by the rows with nothing but moves."""
        whole, last = {number: words for number, (_, words) in self.words.items()}, 0
        for line, number in self.game:
            last = number or last
            if number is None and self.cutter.goes_on(line.words):
                whole[last] += line.words
        cells = [self.cutter.cells(words) for words in whole.values()]
        moves = [row for row in cells if row and all(self.cutter.is_move(one.text) for one in row)]
        counts = [len(row) for row in moves or cells]
        return Counter(counts).most_common(1)[0][0] if counts else 0

    def table(self, is_sure: bool = False) -> MoveTable | None:
        """Return the table, None if the lines are none of moves; ``is_sure`` that they are."""
        numbers = sorted(self.words)
        if len(numbers) < LEAST_ROWS or not 1 <= self.width <= WIDEST or self._run_on():
            return None
        if not (is_sure or self._has_digits()):
            return None
        for line, number in self.game:
            if number is not None:
                self._note_number(line, number)
        for before, number in pairwise([numbers[0] - 1, *numbers]):
            self._add_lost_rows(before + 1, number)
            self._add_row(number, is_last=number == numbers[-1])
        lines = [word.line for line, _ in self.game for word in line.words]
        table = MoveTable(
            tuple(self.rows),
            self.width,
            self.cutter.dialect,
            (min(lines), max(lines)),
            tuple(self.skipped),
            tuple(self.notes),
            not self.damaged,
        )
        return table if is_sure or self._is_of_moves(table) else None

    def _leave_out_empty(self) -> None:
        """Leave out numbers at the end with no words behind them, as forms have them printed."""
        numbers = sorted(self.words)
        full = len(numbers)
        while full and not self.words[numbers[full - 1]][1]:
            full -= 1
        for number in numbers[full:]:
            del self.words[number]
            self.left.pop(number, None)
            self.sides.pop(number, None)
        self.game = [one for one in self.game if one[1] is None or one[1] in self.words]
        if full < len(numbers):
            which = f"{numbers[full]} to {numbers[-1]}" if full + 1 < len(numbers) else numbers[-1]
            message = f"behind {which} at the end no move stands"
            line = max((line.number for line, _ in self.game), default=1)
            self._note("skipped-text", message, line, 1, "")

    def _run_on(self) -> bool:
        """Whether a line has the moves of several rows, whose numbers are not where they stood."""
        if not self.is_measured:
            return False
        rows = (self.cutter.cells(words) for _, words in self.words.values())
        counts = [sum(self.cutter.is_move(cell.text) for cell in row) for row in rows]
        return max(counts, default=0) >= 2 * self.width

    def _has_digits(self) -> bool:
        """Whether as many plies as have to look like moves can have a digit, however they are cut.

        Cutting the rows of a long list of other things takes long.
        """
        rows = ["".join(word.text for word in words) for _, words in self.words.values()]
        digits = sum(min(self.width, sum(map(str.isdigit, row))) for row in rows)
        return digits >= LEAST_MOVELIKE * sum(map(bool, rows))

    def _is_of_moves(self, table: MoveTable) -> bool:
        """Whether enough rows have their number, and enough plies are moves."""
        numbered = sum(
            number is not None and line.label(number).price < 1 for line, number in self.game
        )
        readable = sum(ply.readable for ply in table.plies)
        written = [ply for ply in table.plies if ply.text != NOTHING]
        movelike = sum(ply.readable or self.cutter.is_movelike(ply.text) for ply in written)
        words = sum(len(words) for _, words in self.words.values())
        shown = numbered / len(self.words) + movelike / max(len(written), 1)
        return (
            (numbered >= LEAST_NUMBERED * len(self.words) or shown >= LEAST_SHOWN)
            and readable >= max(2, LEAST_READABLE * len(written))
            and movelike >= LEAST_MOVELIKE * len(written)
            and words <= WORDIEST * self.width * len(self.words)
        )

    def _note(self, code: str, message: str, line: int, column: int, text: str) -> None:
        self.notes.append(note(code, message).at(line=line, column=column, text=text or None))

    def _note_number(self, line: TableLine, number: int) -> None:
        label = line.label(number)
        if label.price < CERTAIN:
            return
        self.damaged = True
        column = line.words[0].column
        if label.text == str(number):
            message = f"the number {number} is cut off {line.words[0].text!r}"
        elif label.text:
            message = f"{label.text!r} is read as the number of row {number}, which is due"
        else:
            message = f"the line has no number: it is read as row {number}, which is due"
        self._note("row-number", message, line.number, column, label.text)

    def _add_row(self, number: int, is_last: bool) -> None:
        line, words = self.words[number]
        pieces = self.cutter.cells(words)
        fits = len(pieces) == self.width or (is_last and len(pieces) < self.width)
        if not (fits and all(self.cutter.is_move(piece.text) for piece in pieces)):
            pieces = self._cut(number, words, is_last)
        pieces = self._in_columns(number, pieces)
        self._note_cuts(number, line, words, pieces)
        self.rows.append(
            TableRow(number, line, tuple(self._ply(one, line, words) for one in pieces))
        )

    def _cut(self, number: int, words: Sequence[PlacedWord], is_last: bool) -> list[Cell]:
        """Return the plies of a row, cut at the dashes between them where it has them all."""
        sides = self.sides.get(number, [])
        whole = sum(map(len, sides)) == len(words) and all(sides)
        if len(sides) != self.width or not whole:
            return self.cutter.cut(words, self.width, is_last)
        return [piece for side in sides for piece in self.cutter.cut(side, 1)]

    def _in_columns(self, number: int, pieces: list[Cell]) -> list[Cell]:
        """Return the plies of a row, with lost ones in the columns where nothing stands."""
        found = [piece for piece in pieces if piece.words]
        if not 0 < len(found) < self.width:
            return pieces
        if number in self.dotted and not self.is_set_in_columns:
            return [*[Cell("")] * (self.width - len(found)), *found]
        if not self.columns or number not in self.left:
            return pieces
        if not (self.is_set_in_columns or self.is_clean):
            return pieces
        nearest = min(
            combinations(range(self.width), len(found)),
            key=lambda places: sum(
                abs(piece.words[0].x - self.left[number] - self.columns[at])
                for at, piece in zip(places, found, strict=True)
            ),
        )
        end = len(pieces) if len(pieces) == self.width else nearest[-1] + 1
        placed = dict(zip(nearest, found, strict=True))
        return [placed.get(at, Cell("")) for at in range(end)]

    @cached_property
    def is_clean(self) -> bool:
        """Whether every word of the rows can be read, as on a typed sheet."""
        rows = [self.cutter.cells(words) for _, words in self.words.values()]
        return all(self.cutter.is_move(cell.text) for row in rows for cell in row)

    @cached_property
    def is_set_in_columns(self) -> bool:
        """Whether words have places on a page, or most rows two blanks between their words."""
        rows = [words for _, words in self.words.values() if len(words) > 1]
        wide = sum(
            any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(row))
            for row in rows
        )
        return 2 * wide > len(rows) or any(word.left for row in rows for word in row)

    @cached_property
    def columns(self) -> list[float]:
        """Where the plies of full rows begin, right of their numbers; none without such rows."""
        rows = {number: self.cutter.cells(self.words[number][1]) for number in self.left}
        full = [
            [piece.words[0].x - self.left[number] for piece in row]
            for number, row in rows.items()
            if len(row) == self.width and all(self.cutter.is_move(piece.text) for piece in row)
        ]
        # Loaded here: most texts have no columns to find, and the module takes a while to load.
        from statistics import median

        return [median(column) for column in zip(*full, strict=True)]

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

    def _ply(self, piece: Cell, line: int, words: Sequence[PlacedWord]) -> TablePly:
        first = piece.words[0] if piece.words else None
        column = words[-1].column + len(words[-1].text) if words else 1
        readable = bool(piece.text) and self.cutter.price(piece.text) <= LENIENT
        self.damaged |= not readable
        return TablePly(
            piece.text or NOTHING,
            first.line if first else line,
            first.column if first else column,
            readable,
            piece.words,
        )

    def _note_cuts(
        self, number: int, line: int, words: Sequence[PlacedWord], pieces: Sequence[Cell]
    ) -> None:
        """Note plies of which nothing is left, cuts inside words, blanks closed, words left out."""
        for count, piece in enumerate(pieces, start=1):
            for word in piece.left_out:
                message = f"{word.text!r} in row {number} is left out: it is no move"
                self._note("skipped-text", message, word.line, word.column, word.text)
            if not piece.text:
                message = f"ply {count} of row {number} is lost: an unreadable one stands for it"
                self._note("lost-ply", message, line, words[0].column if words else 1, "")
        whole = {(word.line, word.column, word.text) for word in words}
        used = [word for piece in pieces for word in piece.words]
        cut = any((word.line, word.column, word.text) not in whole for word in used)
        joined = any(one.text != " ".join(word.text for word in one.words) for one in pieces)
        if cut or joined:
            self.damaged = True
            written = " ".join(word.text for word in words)
            read = ", ".join(repr(piece.text or NOTHING) for piece in pieces)
            message = f"{written!r} in row {number} is cut into the plies {read}"
            self._note("row-cut", message, line, words[0].column, written)
