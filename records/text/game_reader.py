"""One game of a text, or several with one title: from its lines to a game in progress.

Its game and dialect are decided from all its lines. Rows of nothing but moves are taken at once
(`plain`); others are taken apart into tokens (`ink`), and where the numbers or the rows are not
regular, their words are read as a table (`table`).
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from notation import Dialect, Finding
from notation.characters import INVISIBLE
from notation.findings import note
from notation.pattern import lazy_pattern
from records.assumptions import AUTO, Assumptions, candidates, installed_candidates
from records.model import UNDECIDED, USUAL
from records.results import match_result, may_state
from records.text.cut import GameLines
from records.text.furniture import moves_in_turn, one_line_a_side, without_furniture
from records.text.game import RecordBuilder
from records.text.ink import HOLDER, Kind, TextLine, Token, Tokenizer
from records.text.layout import NOTHING
from records.text.lines import (
    LEAST_ROWS,
    PLIES,
    LineTokens,
    fit_of,
    in_blocks,
    in_rows,
    is_aside,
    is_game_text,
    last_ink,
    lines_above,
    moves_of,
    rejoined,
    remarked,
    usual_marks,
    words_of,
)
from records.text.plain import PlainRows, read_rows
from records.text.table import MoveTable, TablePly, read_tables
from records.text.titles import (
    bare,
    is_columns,
    is_heading,
    labelled,
    only_side,
    players_of,
    title_lines,
)
from records.which_game import possible_dialects, which_game
from records.words import colour, game_named

SAMPLE = 60
"""Lines of a game by which the dialect is decided that takes them apart."""

KEPT = 0.8
"""Share of the moves found token by token that a table must read to be taken in their place."""

READABLE = 0.5
"""Share of the same that a table must have as moves: below, it cuts what tokens read."""

TITLES = 8
"""Lines at the beginning of a text, and right above a game, of which one may name the game."""

STATEMENT = 3
"""Lines of skipped text that may state a result."""

_INK = lazy_pattern(r"\S+")
_MAIL = lazy_pattern(
    r"\s*(?i:(from|von|de|to|an|cc|date|datum|sent|gesendet|reply-to|message-id)\s*:"
    r"(?=.*(?:@|\d:\d\d|\d{4}.*[+-]\d{4})))"
)
"""A line of the head of a mail, with an address or a time: its date is not that of the game."""


class GameReader:
    """Reads the lines of one game, or of several with one title."""

    def __init__(self, part: GameLines, path: str, assumptions: Assumptions) -> None:
        self.part, self.assumptions, self.path = part, assumptions, path
        self.games: list[RecordBuilder] = []
        self.game = self._begin(part.first)
        self.game.diagrams = part.diagrams
        self.odd: set[str] = set()
        self.noted: set[str] = set()

    def _begin(self, line: int) -> RecordBuilder:
        game = RecordBuilder(self.path, line, self.assumptions)
        self.games.append(game)
        return game

    def read(self) -> list[RecordBuilder]:
        """Return the games."""
        part, game = self.part, self.game
        # What stands in a value as written; the name of a tag keeps all of its characters.
        hidden = {
            line.number: INVISIBLE.search(line.written.partition('"')[2] or line.written)
            is not None
            for line in {id(line): line for _, line in part.tags}.values()
        }
        for tag, line in part.tags:
            is_hidden = hidden[line.number]
            game.add_tag(tag.name, tag.value, line.number, is_hidden)
            if tag.is_loose:
                told = f"read as the tag {tag.name}: {tag.value!r}"
                game.notes.add("tag-words", told, (line.number, 1), line.written.strip())
        named = possible_dialects(self.assumptions, game.tags)
        self.take_labels(named)
        body = [*part.body, *part.after]
        texts = [line.text for line in part.above]
        titled = game_named(game.tags["Title"]) if "Title" in game.tags else None
        near = texts[:TITLES] + texts[-TITLES:]
        titled = titled or next((one for text in near if (one := game_named(text))), None)
        among = possible_dialects(self.assumptions, game.tags)
        has_name = bool(self.assumptions.game or game.tags.get("Game"))
        without_furniture(body, game.notes, among or candidates(None, None))
        head = next((line for line in part.above[::-1] if line.text.strip()), None)
        self.headed = head.text.split() if head and is_heading(head.text) else []
        game.headed = len({side for one in self.headed if (side := colour(one.strip(".:|")))})
        decided = (among, titled[0] if titled else None, has_name)
        if self._take_plain(body, *decided) or self._take_laid_out(body, *decided):
            return self.games
        rows, dialect = self._decide(body, *decided)
        rows = rejoined(rows, dialect, game.notes)
        as_written, rows = rows, remarked(rows, max(USUAL, len(game.sides)))
        if paired := one_line_a_side(rows, dialect, only_side(head.text) if head else None):
            rows = paired.rows
            game.notes.add("layout", paired.message, paired.place)
        is_regular = self.assumptions.layout == AUTO and self._is_regular(rows)
        tables = (
            [] if paired or dialect is None or is_regular else self._tables(as_written, dialect)
        )
        spans = [table.lines for table in tables]
        above = [
            line
            for line in part.above
            if not any(first <= line.number <= last for first, last in spans)
        ]
        if spans:  # What tags part from the first row of a table stands above it as well.
            above += [row.line for row in as_written if row.line.number < spans[0][0]]
        self.take_above(above)
        if tables:
            self._take_tables(tables, as_written)
        else:
            self._take_rows(rows)
        return self.games

    # Rows of nothing but moves.

    def _take_plain(
        self,
        body: Sequence[TextLine],
        among: Sequence[Dialect[object]],
        titled: str | None,
        has_name: bool,
    ) -> bool:
        """Take rows of nothing but canonical moves, as reading their tokens would; False if not."""
        if self.assumptions.layout != AUTO:
            return False
        split: dict[tuple[str, ...], PlainRows | None] = {}

        def moves_in(dialect: Dialect[object]) -> tuple[str, ...] | None:
            inner = dialect.inner_blanks
            if inner is None:
                return None
            if inner not in split:
                split[inner] = read_rows(body, inner)
            rows = split[inner]
            moves = dialect.canonical(rows.words) if rows else None
            return moves if moves and all(map(dialect.lenient_pattern.fullmatch, moves)) else None

        moves = next(filter(None, map(moves_in, among)), None)
        found = which_game(moves, among, titled, has_name) if moves else None
        if found is None:
            return False
        dialect = next(one for one in among if (one.game, one.name) == (found.game, found.dialect))
        moves, rows = moves_in(dialect), split.get(dialect.inner_blanks or ())
        if not moves or not rows or (dialect.counts and any(map(dialect.counts.search, moves))):
            return False
        heads = self._sides_headed()
        if rows.rows > 1 and heads > USUAL and rows.width != heads:
            return False
        worded = [one for one in among if one.game == found.game and one.inner_blanks is None]
        if any(one.continues_turn(move) for one in worded for move in moves):
            return False  # A part of a turn, of which only the tokens show the rest.
        game, part = self.game, self.part
        game.guess, game.dialect = found, dialect
        self.take_above(part.above)
        for line in body:
            self._note_odd(game, line)
        game.take_rows(rows, moves)
        return True

    def _take_laid_out(
        self,
        body: Sequence[TextLine],
        among: Sequence[Dialect[object]],
        titled: str | None,
        has_name: bool,
    ) -> bool:
        """Take such rows in blocks side by side, or on a line for each side; False for others."""
        lines, how = in_blocks(body)
        message = f"the sheet is read as {how}"
        if not how:
            lines, message = moves_in_turn(body)
        if not lines or not self._take_plain(lines, among, titled, has_name):
            return False
        self.game.notes.add("layout", message, self.game.places[0])
        return True

    def _sides_headed(self) -> int:
        """Return how many sides the heading of the table names."""
        return sum(colour(word.strip(".:|")) is not None for word in self.headed)

    # What stands above.

    def take_labels(self, among: Sequence[Dialect[object]]) -> None:
        """Take the tags of lines such as ``Rouge : Paul``."""
        part, game = self.part, self.game
        left = []
        head = {line.number: one for line in part.above if (one := _MAIL.match(line.written))}
        if len({one[1].casefold() for one in head.values()}) < 2:
            head.clear()
        game.notes.findings += skipped([line for line in part.above if line.number in head])
        for line in part.above:
            if line.number in head:
                continue
            text = line.written if HOLDER in line.text else line.text
            found = labelled(text, among) if ":" in text or "=" in text else None
            if found is None:
                left.append(line)
                continue
            for name, value in found.tags:
                game.add_tag(
                    "Variant" if name in ("regles", "rules", "regeln") else name,
                    value,
                    line.number,
                    True,
                )
            read = ", ".join(f"{name} {value!r}" for name, value in found.tags)
            place = (line.number, 1)
            game.notes.add("tag-words", f"read as tags: {read}", place, line.written.strip())
            if found.before:
                left.append(TextLine(line.number, found.before, found.before))
        while len(left) < len(part.above) and left and not left[-1].text.strip():
            left.pop()
        part.above = left

    def take_above(self, above: Sequence[TextLine]) -> None:
        """Take the title among the lines above the moves, and note the others."""
        game = self.game
        for line in above:
            if HOLDER in line.text:
                for token in line.comments.values():
                    game.add_comment(token.text)
                line.text = line.text.replace(HOLDER, " ")
        lines = [(line.number, line.text) for line in above]
        title = [] if "Title" in game.tags or not lines else title_lines(lines)
        if title:
            lines = [entry for entry in lines if entry not in title]
            text = " ".join(bare(one) for _, one in title)
            game.tags["Title"] = text
            message = f"taken for the title: {text!r}"
            if _names_result(text):
                message += "; a result in it is not read"
            game.notes.add("title", message, (title[0][0], 1))
            for side, name in players_of(text, game.game).items():
                if side not in game.tags:
                    game.tags[side] = name
                    game.notes.add("tag-words", f"read as tags: {side} {name!r}", (title[0][0], 1))
        taken = [TextLine(number, text, text) for number, text in lines]
        game.notes.findings += skipped(taken, is_above=True)

    # Game and dialect.

    def _decide(
        self,
        body: Sequence[TextLine],
        among: Sequence[Dialect[object]],
        titled: str | None,
        has_name: bool,
    ) -> tuple[list[LineTokens], Dialect[object] | None]:
        """Return the lines taken apart, in the dialect that fits them best."""
        game = self.game
        if not among:
            return [LineTokens(line, Tokenizer(None).tokens(line)) for line in body], None
        cut = self._cutting(body, among, titled)
        rows = [LineTokens(line, Tokenizer(cut).tokens(line)) for line in body]
        moves = moves_of(rows)
        found = which_game(moves, among, titled, has_name) if moves else None
        if found is None and not has_name:
            installed = installed_candidates(self.assumptions.dialect)
            rows = (
                [
                    LineTokens(line, Tokenizer(self._cutting(body, installed, None)).tokens(line))
                    for line in body
                ]
                if installed
                else rows
            )
            found = which_game(moves_of(rows), installed) if installed else None
            among = (*among, *installed)
        if found is None:
            return rows, cut
        game.guess = found
        dialect = next(one for one in among if (one.game, one.name) == (found.game, found.dialect))
        if dialect.lenient_pattern is not cut.lenient_pattern:
            rows = [LineTokens(line, Tokenizer(dialect).tokens(line)) for line in body]
        game.dialect = dialect
        return rows, dialect

    def _cutting(
        self, body: Sequence[TextLine], among: Sequence[Dialect[object]], titled: str | None
    ) -> Dialect[object]:
        """Return the dialect in which least of some lines is left over.

        Then the one with the fewest moves that are not canonical, then with the fewest moves and
        tokens: where one move ends and the next begins differs from dialect to dialect.
        """
        distinct = {(one.lenient_pattern, one.canonical_pattern): one for one in among[::-1]}
        if len(distinct) == 1:
            return among[0]
        sample = [line for line in body if any(map(str.isdigit, line.text))][:SAMPLE]
        fits = {}
        for one in list(distinct.values())[::-1]:
            found = [token for line in sample for token in Tokenizer(one).tokens(line)]
            fits[one] = fit_of(found, one)
            if found and fits[one][:2] == (0, 0) and titled in (None, one.game):
                return one  # Nothing is left over, and all is written as usual.
        fits = {one: fit for one, fit in fits.items() if fit[3]} or fits
        best = max(fits, key=fits.__getitem__)
        of_title = [one for one in fits if one.game == titled]
        if of_title:
            likely = max(of_title, key=fits.__getitem__)
            if 2 * fits[likely][3] >= fits[best][3]:
                return likely
        return best

    # Tables.

    def _tables(self, rows: Sequence[LineTokens], dialect: Dialect[object]) -> list[MoveTable]:
        """Return the tables of a game; none where tokens give more of it."""
        layout = self.assumptions.layout
        near = lines_above(self.part.above)
        marks = usual_marks(rows)
        worded = [words_of(LineTokens(line, []), 0, len(line.text), marks) for line in near]
        worded += in_rows(rows, marks)
        tables = read_tables([one for one in worded if one], dialect, layout)
        plies = [ply for table in tables for ply in table.plies]
        moves = moves_of(rows)
        if not tables or (layout == AUTO and all(table.is_plain for table in tables)):
            return []
        first = tables[0].lines[0]
        if any(_begins_row(row.tokens) for row in rows if row.line.number < first):
            return []  # A row above it, with its number and its move, would be lost.
        written = sum(ply.text != NOTHING for ply in plies)
        readable = sum(ply.readable for ply in plies)
        is_better = written >= KEPT * len(moves) and readable >= READABLE * len(moves)
        return tables if is_better else []

    def _is_regular(self, rows: Sequence[LineTokens]) -> bool:
        """Whether tokens give the game: rows numbered one by one, with as many moves each."""
        last: int | None = None
        counts: list[int] = []
        is_game = False
        sides = [row for row in rows if only_side(row.line.text)]
        if sides:
            return False
        dotted = notes_of_row = False
        suspects = 0
        for row in rows:
            inner = [int(one.text) for one in row.tokens if one.kind is Kind.NUMBER and one.written]
            if any(after != before + 1 for before, after in pairwise(inner)):
                return False
            for token in row.tokens if is_game_text(row.tokens, is_game) else ():
                is_game = True
                if token.kind is Kind.NUMBER:
                    number = int(token.text)
                    if last is not None and number not in (last, last + 1):
                        if token is not row.tokens[-1] or notes_of_row:
                            return False
                        notes_of_row = True  # The mark of a footnote.
                        continue
                    if number != last:
                        counts.append(0)
                    last = number
                elif token.kind in PLIES:
                    suspects += token.kind is Kind.SUSPECT
                    if counts:
                        counts[-1] += 1
                elif token.kind is Kind.WORD and last is not None and counts[-1] < USUAL:
                    return False
                dotted |= token.kind is Kind.DOTS
            odd = not is_game_text(row.tokens, is_game) and any(map(str.isdigit, row.line.text))
            if (
                odd
                and is_game
                and last is not None
                and re.match(r"\s*\S{1,5}[.:,)]\s*\S", row.line.text)
            ):
                return False
        full = counts[:-1]
        if len(counts) == LEAST_ROWS - 1 and len(set(counts)) > 1 and counts[0] < counts[1]:
            return True
        heads = self._sides_headed()
        if heads > USUAL and {*full} - {heads}:
            return False
        is_typed = bool(self.part.tags) and {*full} == {USUAL} and counts[-1] <= USUAL
        if suspects and last is not None and not is_typed:
            return False
        return dotted or len(set(full)) <= 1

    def _take_tables(self, tables: Sequence[MoveTable], rows: Sequence[LineTokens]) -> None:
        """Take the plies of tables, and what stands beside, between and below them."""
        taken: set[int] = set()
        for index, table in enumerate(tables):
            first, last = table.lines
            game = self.game
            if index:
                game = self._begin(first)
                game.guess, game.dialect = self.game.guess, self.game.dialect
                between = [
                    row.line for row in rows if tables[index - 1].lines[1] < row.line.number < first
                ]
                taken |= {line.number for line in between}
                self.game = game
                self.take_above(between)
            game.columns = table.width
            game.notes.findings += table.notes
            self._take_table(game, table, rows)
            taken |= set(range(first, last + 1))
            end = tables[index + 1].lines[0] if index + 1 < len(tables) else None
            if end is None:
                below = [
                    row for row in rows if row.line.number > last and row.line.number not in taken
                ]
                self._take_rows(below)

    def _take_table(
        self, game: RecordBuilder, table: MoveTable, rows: Sequence[LineTokens]
    ) -> None:
        first, last = table.lines
        beside: dict[int, list[tuple[Token, TextLine]]] = {}
        for line, found in rows:
            if not first <= line.number <= last:
                continue
            self._note_odd(game, line)
            if line.number in table.skipped:
                game.notes.findings += skipped([line], is_above=True)
                continue
            is_due = Kind.NUMBER in {token.kind for token in found}
            for token in found:
                is_beside = token.kind is Kind.RESULT or is_aside(token, line.text)
                if is_beside or (token.kind is Kind.MARK and is_due):
                    at = table.before(line.place(token.start))
                    beside.setdefault(at, []).append((token, line))
        for word in table.beside:
            held = TextLine(word.line, word.text, word.text)
            token = Token(Kind.COMMENT, word.text, 0, len(word.text))
            beside.setdefault(table.before((word.line, word.column)), []).append((token, held))
        for token, line in beside.get(-1, ()):
            game.take(token, line)
        index = 0
        for row in table.rows:
            game.numbers.take(row.number, len(game.moves), (row.line, 1))
            for ply in row.plies:
                _add_ply(game, ply, table.dialect)
                for token, line in beside.get(index, ()):
                    game.take(token, line)
                index += 1
        game.numbers.rows = game.numbers.rows[:1]
        game.numbers.width = table.width

    # Tokens.

    def _take_rows(self, rows: Sequence[LineTokens]) -> None:
        """Take the tokens of lines in their order; a row number 1 may begin the next game."""
        prose: list[TextLine] = []
        last = last_ink(rows)
        for line, found in rows:
            game = self.game
            in_game = bool(game.moves or self.part.tags)
            text = line.text
            stated = game.ending.statement(text) if found and game.moves else (text, None)
            score = game.ending.score(text) if line is last else None
            if score and not any(token.kind is Kind.RESULT for token in found):
                game.ending.take(score, (line.number, 1))
                continue
            if stated[1] is not None:
                found = [token for token in found if token.start < len(stated[0])]
            is_row = bool(found) and (is_game_text(found, in_game) or self._is_due(found))
            if is_row and len(found) == 1 and any(one.text.strip() for one in prose):
                # A name below a letter, such as Al, is no move.
                is_odd = found[0].kind in PLIES and game.dialect is not None
                text = found[0].text
                is_row = not is_odd or bool(game.dialect and game.dialect.are_canonical([text]))
            if not is_row and not (stated[1] and not stated[0].strip()):
                if found or text.strip() or prose:
                    prose.append(line)
                continue
            self._skip(prose)
            prose = []
            self._note_odd(game, line)
            self._take_tokens(line, found)
            if stated[1]:
                self.game.ending.take(stated[1], line.place(len(stated[0])))
        self._skip(prose)

    def _is_due(self, found: Sequence[Token]) -> bool:
        """Whether a line is the row that is due, though none of its words is a move."""
        numbers = self.game.numbers
        if (
            numbers.last is None
            or not found
            or found[0].kind is not Kind.NUMBER
            or not found[0].written
        ):
            return False
        words = [one for one in found[1:] if one.kind in (Kind.WORD, Kind.SUSPECT)]
        return int(found[0].text) == numbers.last + 1 and 0 < len(words) <= 2 * USUAL

    def _skip(self, lines: Sequence[TextLine]) -> None:
        """Note lines among the moves that are none of them."""
        for one in skipped(lines):
            if any(map(self._has_move, lines)):
                one = one.at(message=f"{one.message}; no move in it is played")
            self.game.notes.findings.append(one)

    def _has_move(self, line: TextLine) -> bool:
        found = Tokenizer(self.game.dialect).tokens(line)
        return any(
            one.kind is Kind.MOVE or (one.kind is Kind.SUSPECT and any(map(str.isdigit, one.text)))
            for one in found
        )

    def _take_tokens(self, line: TextLine, found: Sequence[Token]) -> None:
        due = self._is_due(found) and not any(one.kind is Kind.MOVE for one in found)
        tokens = [
            one._replace(kind=Kind.SUSPECT) if due and one.kind is Kind.WORD else one
            for one in found
        ]
        mover = line.mover
        for index, token in enumerate(tokens):
            if token.kind is Kind.NUMBER:
                number = int(token.text)
                following = tokens[index + 1].kind if index + 1 < len(tokens) else Kind.MOVE
                is_last = 0 < index == len(tokens) - 1 and number - (
                    self.game.numbers.last or 0
                ) not in (0, 1)
                if is_last:
                    text = line.text[token.start : token.end]
                    token = token._replace(kind=Kind.COMMENT, text=text, written=text)
                elif (
                    self.game.moves
                    and not (mover and mover[0])
                    and following is not Kind.DOTS
                    and (
                        self.game.numbers.begins_anew(number)
                        or (number == 1 and self.game.ending.value not in ("", UNDECIDED))
                    )
                    and (index or not self._is_continued())
                ):
                    before, self.game = self.game, self._begin(line.number)
                    self.game.guess, self.game.dialect = before.guess, before.dialect
            if mover is not None and token.kind in PLIES:
                self.game.take_mover(*mover, line.place(token.start))
                mover = None
            self.game.take(token, line)

    def _is_continued(self) -> bool:
        """Whether a number 1 that begins a line is a misprint: the text was not cut here."""
        return self.part.last > 1 and self.game.ending.value in ("", UNDECIDED)

    def _note_odd(self, game: RecordBuilder, line: TextLine) -> None:
        """Note the odd characters of a line, each kind once a game."""
        found = {odd for _, odd in line.folded.odd} if line.folded else set()
        if line.folded and not found <= self.odd:
            for one in line.folded.notes():
                if one.code not in self.noted:
                    game.notes.findings.append(one.at(line=line.number))
                    self.noted.add(one.code)
            self.odd |= found


def _begins_row(tokens: Sequence[Token]) -> bool:
    """Whether a line is a row as it is usually written: a number with its sign, and a move."""
    kinds = [token.kind for token in tokens[:2]]
    return kinds == [Kind.NUMBER, Kind.MOVE] and bool(tokens[0].written)


def _add_ply(game: RecordBuilder, ply: TablePly, dialect: Dialect[object]) -> None:
    """Add a ply of a table, and the marks behind it."""
    text, place = ply.text, (ply.line, ply.column)
    bare_text = text.rstrip("!?")
    is_marked = bare_text not in ("", text) and dialect.lenient_pattern.fullmatch(bare_text)
    game.add_move(bare_text if is_marked else text, place)
    if is_marked:
        game.attach("marks", text[len(bare_text) :], "")


def skipped(lines: Sequence[TextLine], is_above: bool = False) -> list[Finding]:
    """Return notes for the text among lines; right above a game it may be a heading."""
    written = [(line.number, line.written.strip()) for line in lines if line.text.strip()]
    notes = []
    while is_above and written and (is_heading(written[-1][1]) or is_columns(written[-1][1])):
        number, text = written.pop()
        shown = " ".join(text.split())
        message = f"{shown!r} is taken for the heading of the table"
        notes.append(note("heading", message).at(line=number, column=1))
    if written:
        first, last = written[0][0], written[-1][0]
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        message = f"skipped {where}: text that belongs to no game"
        if len(written) <= STATEMENT and any(may_state(text) for _, text in written):
            message = f"{message}; it may state a result, and is not understood"
        notes.append(note("skipped-text", message).at(line=first, column=1))
    return notes[::-1]


def _names_result(title: str) -> bool:
    """Whether a title has a score or a word that states a result."""
    scores = (match_result(title, word.start()) for word in _INK.finditer(title))
    return may_state(title) or any(one and one.value != UNDECIDED for one in scores)
