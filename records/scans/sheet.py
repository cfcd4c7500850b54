"""From the pages of a scan to records: tables of moves first, any other text line by line."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from string import ascii_letters, digits

from notation import Dialect, Finding
from notation.findings import violation
from records.assumptions import Assumptions, candidates
from records.model import BOX, CHOICES, EMPTY_FILE, Record, unusual, without_games
from records.results import match_result
from records.scans.choices import choices
from records.scans.lines import lines_of, straighten
from records.scans.page import Box, Cell, Page, ScanWord
from records.text.cut import Part
from records.text.game import RecordBuilder
from records.text.ink import TextLine
from records.text.layout import NOTHING, Word
from records.text.reader import STATEMENT, TITLES, GameReader, TextReader, skipped
from records.text.rows.laid_out import read_tables
from records.text.table import MoveTable, TablePly
from records.which_game import Guess, which_game
from records.words import game_named

PORTION = 50_000
"""Words of whole pages after which those are read, and what follows begins a new game."""


LEAST_LETTERS = 3
"""Letters of a first word behind a move that begins a remark."""


@dataclass(frozen=True, slots=True)
class Print:
    """What a word of a line of a scan stands for: one word of a page, or several.

    Attributes:
        page: number of the page.
        words: the words, from the left.
        number: what a move number is written as where it is no plain number.
    """

    page: int
    words: tuple[ScanWord, ...]
    number: str = ""

    @property
    def text(self) -> str:
        """The words, with a blank between them."""
        return self.number or " ".join(word.text for word in self.words)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The alternatives of each character of the text."""
        cells: list[Cell] = []
        for word in self.words:
            cells += [((" ", 100.0),)] if cells else []
            cells += word.cells or [((character, 100.0),) for character in word.text]
        return tuple(cells)


@dataclass(slots=True)
class ScanLines:
    """Lines of words as `read_tables` takes them, and what each word stands for.

    Attributes:
        words: the words of each line; a line's number is its place in the list, from 1.
        columns: where each word of each line begins.
        prints: what each word of each line stands for.
    """

    words: list[list[Word]]
    columns: list[list[int]]
    prints: list[list[Print]]

    def add(self, prints: Sequence[Print], height: float) -> None:
        """Add a line of print of that height, by which a character is half as wide."""
        number, column = len(self.words) + 1, 1
        words, columns = [], []
        for one in prints:
            box = one.words[0].box
            x, y = 1 + 2 * box.x0 / height, box.middle[1] / height
            words.append(Word(one.text, number, column, x, y))
            columns.append(column)
            column += len(one.text) + 1
        self.words.append(words)
        self.columns.append(columns)
        self.prints.append(list(prints))

    def text(self, number: int) -> str:
        """Return the text of a line."""
        return " ".join(word.text for word in self.words[number - 1])

    def at(self, line: int | None, column: int | None) -> tuple[Print, int] | None:
        """Return what stands at a place, and how many characters of it are before the place."""
        if not line or not 0 < line <= len(self.words) or not self.prints[line - 1]:
            return None
        starts = self.columns[line - 1]
        index = max(bisect_right(starts, column or 1) - 1, 0)
        return self.prints[line - 1][index], max((column or 1) - starts[index], 0)

    def placed(self, finding: Finding) -> Finding:
        """Return a finding on a place among these lines with the place in the file."""
        found = self.at(finding.line, finding.column)
        if found is None:
            return finding.at(line=1, column=1)
        line, column = found[0].words[0].place
        return finding.at(line=line, column=column)


class SheetReader:
    """Reads the pages of one file.

    Args:
        path: what to call the source.
        assumptions: what the caller knows of the games.
    """

    def __init__(self, path: str, assumptions: Assumptions) -> None:
        self._path, self._assumptions = path, assumptions
        self._games = 0
        self._findings: list[Finding] = []
        self._results: set[int] = set()

    def read(self, pages: Iterable[Page], failures: Sequence[Finding] = ()) -> Iterator[Record]:
        """Yield the records of pages.

        Args:
            pages: the pages, in their order.
            failures: grows while pages are read: why there are no more of them.
        """
        lines = ScanLines([], [], [])
        count = 0
        for page in pages:
            self._findings += page.findings
            words, height = straighten(page)
            for line in lines_of(words, height):
                lines.add([Print(page.number, (word,)) for word in line], height)
            count += len(page.words)
            if count > PORTION:
                yield from self._records(lines)
                lines, count = ScanLines([], [], []), 0
                self._results.clear()
        yield from self._records(lines)
        left = [*self._findings, *failures]
        if not self._games:
            nothing = violation("no-game", "there is text, but no game in it").at(line=1, column=1)
            left.append(nothing if count else EMPTY_FILE)
        if left:
            yield without_games(self._path, *left)

    def _records(self, lines: ScanLines) -> Iterator[Record]:
        """Yield the records of some pages; each has the findings on the pages so far."""
        dialects = candidates(self._assumptions.game, self._assumptions.dialect)
        above = [lines.text(number) for number in range(1, min(len(lines.words), TITLES) + 1)]
        titled = next((one[0] for text in above if (one := game_named(text))), None)
        near = [one for one in dialects if one.game == titled] or dialects
        tables = read_tables(lines.words, near, self._assumptions.layout)
        found = self._of_tables(tables, lines) if tables else self._line_by_line(lines)
        for record in found:
            self._games += 1
            findings, self._findings = self._findings, []
            source = replace(record.source, path=self._path, game=self._games)
            yield replace(record, source=source, findings=(*findings, *record.findings))

    def _of_tables(self, tables: Sequence[MoveTable], lines: ScanLines) -> Iterator[Record]:
        after, record = 0, None
        ends = [*(table.lines[0] for table in tables[1:]), len(lines.words) + 1]
        for table, end in zip(tables, ends, strict=True):
            if record:
                yield record
            first, last = table.lines
            above = [number for number in range(after + 1, first) if number not in self._results]
            record = self._of_table(table, lines, above, range(last + 1, end))
            after = last
        left = (number for number in range(after + 1, len(lines.words) + 1))
        below = [(number, lines.text(number)) for number in left if number not in self._results]
        if record:
            yield record.with_findings(
                *map(
                    lines.placed, skipped([TextLine(number, text, text) for number, text in below])
                )
            )

    def _of_table(
        self, table: MoveTable, lines: ScanLines, above: Iterable[int], below: Sequence[int]
    ) -> Record:
        place = lines.at(table.lines[0], 1)
        line = place[0].words[0].place[0] if place else 1
        texts = [(number, lines.text(number)) for number in above]
        part = Part(line, above=[TextLine(number, text, text) for number, text in texts])
        reader = GameReader(part, self._path, self._assumptions)
        game, dialects = reader.game, (table.dialect,)
        reader.take_labels(dialects)
        reader.take_above(part.above)
        game.guess = which_game((), dialects) or Guess(table.dialect.game, table.dialect.name)
        game.dialect = table.dialect
        game.notes.findings += table.notes
        plies, first = list(table.plies), table.rows[0].number
        if first > 1:
            upto = "move 1" if first == 2 else f"moves 1 to {first - 1}"
            message = f"the first number is {first}: {upto} may be missing"
            game.notes.add("missing-moves", message, (table.lines[0], 1))
        self._take_result(game, plies, lines)
        alphabet = _alphabet(plies, table.dialect)
        times: dict[int, list[str]] = {}
        for word in table.beside:
            times.setdefault(table.before((word.line, word.column)), []).append(word.text)
        for index, ply in enumerate(plies):
            _add(game, ply, lines, table.dialect, alphabet)
            game.add_comment(" ".join(times.get(index, ())))
        for number in below[:STATEMENT]:
            text = lines.text(number)
            stated = game.ending.stated(text)
            if stated:
                self._results.add(number)
            elif (begun := match_result(text)) and ":" in begun.written:
                stated = begun  # More stands on the line, which is noted as skipped.
            if stated:
                game.ending.take(stated, (number, 1))
                break
        game.notes.findings = [lines.placed(one) for one in game.notes.findings]
        record = game.record(self._games + 1)
        return replace(record, columns=unusual(table.width), first=first)

    def _take_result(self, game: RecordBuilder, plies: list[TablePly], lines: ScanLines) -> None:
        """Take a result that stands where the last ply would, or behind it."""
        last = plies[-1] if plies else None
        if last is None or last.text == NOTHING:
            return
        if found := match_result(last.text):
            plies.pop()
            game.ending.take(found, (last.line, last.column))
            return
        for at, word in enumerate(last.words[1:], start=1):
            if stated := match_result(word.text):
                text = last.text.partition(stated.written)[0].strip()
                plies[-1] = replace(last, text=text, words=last.words[:at])
                game.ending.take(stated, (word.line, word.column))
                return

    def _line_by_line(self, lines: ScanLines) -> Iterator[Record]:
        """Yield the games of lines that are no table, read as text."""
        reader = TextReader(self._path, self._assumptions)
        text = "".join(f"{lines.text(number)}\n" for number in range(1, len(lines.words) + 1))
        for record in (*reader.feed([text]), *reader.end()):
            if record.source.game:
                yield _replaced(record, lines)


def _alphabet(plies: Iterable[TablePly], dialect: Dialect[object]) -> str:
    """Return letters and digits, and the signs in the moves of a sheet."""
    texts = [ply.text for ply in plies if dialect.canonical_pattern.fullmatch(ply.text)]
    signs = {sign for text in (*texts, dialect.example) for sign in text if not sign.isalnum()}
    return ascii_letters + digits + "".join(sorted(signs))


def _add(
    game: RecordBuilder, ply: TablePly, lines: ScanLines, dialect: Dialect[object], alphabet: str
) -> None:
    """Add a ply, with its place, its box, and what else it may be."""
    found = [
        (one, before, len(word.text))
        for word in ply.words
        for one, before in filter(None, [lines.at(word.line, word.column)])
    ]
    index = len(game.moves)
    text, marks, rest = _apart(ply.text, dialect)
    game.moves.append(text)
    place = lines.at(ply.line, ply.column)
    first = found[0][0] if found else place[0] if place else None
    game.places.append(first.words[0].place if first else (1, 1))
    if marks:
        game.attach("marks", marks, "")
    if rest:
        game.add_comment(rest)
        message = f"{rest!r} is read as a comment: no move in it is played"
        game.notes.add("comment", message, (ply.line, ply.column), rest)
    if not found:
        return
    box = reduce(
        Box.joined, (word.printed or word.box for one, _, _ in found for word in one.words)
    )
    beside = game.details.setdefault(index, {})
    beside[BOX] = [found[0][0].page, *map(round, box)]
    cells = [cell for one, before, length in found for cell in one.cells[before : before + length]]
    if text != ply.text:
        cells = cells[: len(text)]
    if likely := choices(cells, dialect.canonical_pattern.fullmatch, alphabet):
        beside[CHOICES] = list(map(list, likely))


def _apart(text: str, dialect: Dialect[object]) -> tuple[str, str, str]:
    """Return the move at the beginning of a ply, the marks behind it, and words beside it."""
    is_move = dialect.lenient_pattern.fullmatch
    bare = text.rstrip("!?")
    if is_move(text) or not bare:
        return text, "", ""
    if is_move(bare):
        return bare, text[len(bare) :], ""
    words = text.split()
    for end in range(len(words) - 1, 0, -1):
        begins = words[end].isalpha() and len(words[end]) >= LEAST_LETTERS
        if begins and is_move(head := " ".join(words[:end])):
            return head, "", " ".join(words[end:])
    return text, "", ""


def _replaced(record: Record, lines: ScanLines) -> Record:
    """Return a record of the text of lines with places in the file, and boxes."""
    places, details = [], dict(record.details)
    for index, (line, column) in enumerate(record.places):
        found = lines.at(line, column)
        word = found[0].words[0] if found else None
        places.append(word.place if word else (1, 1))
        if found and word:
            box = word.printed or word.box
            beside = {BOX: [found[0].page, *(round(edge) for edge in box)]}
            details[index] = {**details.get(index, {}), **beside}
    findings = tuple(lines.placed(one) for one in record.findings)
    start = lines.at(record.source.line, 1)
    source = replace(record.source, line=start[0].words[0].place[0] if start else 1)
    return replace(record, places=tuple(places), details=details, findings=findings, source=source)
