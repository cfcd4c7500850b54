"""Games as typed and printed: tables of moves with all that may stand around them.

A file has any number of games. A new one begins with a tag block, with move number 1 again, or
after a line of dashes. Line breaks carry no meaning otherwise. Text around the games is skipped
with a note.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from notation import Dialect
from notation.characters import INVISIBLE, Folded, fold_words
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions, candidates, installed_candidates
from records.model import Record, Source, without_games
from records.sources.boundary import fault
from records.sources.decode import has_long_line, is_too_long, long_line
from records.text.around import left_out, note_above, nothing_found, skipped_notes
from records.text.boards import diagrams_among
from records.text.comments import CLOSING, GAME_SEPARATOR, OpenComment, is_wrapped, unwrapped
from records.text.dashes import marks_between
from records.text.game import GameBuilder
from records.text.gametext import (
    REMEMBERED,
    first_and_last,
    game_text,
    named_above,
    split_tags,
    text_below,
)
from records.text.guess import has_move, is_undecided, written_places
from records.text.naming import TAG
from records.text.plain.footnotes import Footnotes, ends_at
from records.text.plain.section import places_in
from records.text.plain.sections import PlainReader, Sections
from records.text.rows.beside import BesideMoves
from records.text.rows.damage import FoundTable, add_table, damaged_tables, regions
from records.text.rows.remarks import with_remarks
from records.text.tokens import DASHES, Kind, Token, tokens

LONG_LINE = 10_000
"""Characters of lines that are not read again for any game that begins within them."""

COMMENT_LINE = "#"
"""What begins lines without moves."""

_LOOSE = lazy_pattern("[:=[：]")
NUMBERED_ROW = lazy_pattern(r"\s*\(?\d{1,4}[.):]?\s*\S")


class LineReader(PlainReader):
    """Reads one source; knows the game in progress and the text skipped before it."""

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        """Begin with nothing skipped."""
        super().__init__(path, assumptions, line, games)
        self.game: GameBuilder | None = None
        self.skipped: list[tuple[int, str]] = []
        self.comment, self.beside = OpenComment(), BesideMoves()
        self.block: tuple[int, dict[str, str]] = (0, {})
        self.odd: dict[int, Folded] = {}
        self.prose: set[str] = set()
        self.sections, self.footnotes = Sections(), Footnotes()
        self.diagrams: list[tuple[int, str]] = []

    @property
    def settled(self) -> bool:
        """Whether a tag block that follows can be read without what has been read so far."""
        if self.game is None:
            return super().settled and not self.is_busy()
        return self.game.has_begun and not self.comment and not self._has_skipped()

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the games that are complete, of text that ends where a line ends.

        If it is ``complete``, a tag block follows after a blank line, or nothing.
        """
        for section, closed in self.sections.cut(blocks, complete):
            yield from self.take(section, closed)

    def take(self, section: str, closed: bool) -> Iterator[Record]:
        """Yield the games that are complete once a section is read, see `Sections.cut`."""
        if self.game and TAG.match(section):
            yield from self.make_way()
        unread = closed and not self.is_busy() and not has_long_line(section)
        if not (unread and (yield from self.take_plain(section))):
            yield from self._take_lines(section)

    def make_way(self) -> Iterator[Record]:
        """Close the game in progress if a tag block ends it."""
        if self.game and self.game.moves and not self.comment:
            yield from self._finish()

    def flush(self) -> Iterator[Record]:
        """Yield the games that are complete if a tag block follows."""
        yield from self._finish()
        yield from super().flush()

    def is_busy(self) -> bool:
        """Whether what follows depends on what was read before."""
        return bool(self.game or self.comment or self.diagrams) or self._has_skipped()

    def _has_skipped(self) -> bool:
        return any(text for _, text in self.skipped)

    def _take_lines(self, section: str) -> Iterator[Record]:
        """Take a section that is not plain."""
        if section.isspace() and not self.comment:
            self.line += section.count("\n")
            self._skip("")
            return
        lines, before = section.removesuffix("\n").split("\n"), self.line
        lines = self.beside.taken_from(lines, before + 1, self._dialects(), bool(self.comment))
        if diagrams := diagrams_among(lines) if " to move" in section else {}:
            yield from self._take_each(lines, diagrams)
            return
        for start, end in regions(lines):
            for found in self._damaged(lines[start:end]):
                if found.table.lines[0] > self.line:
                    upto = found.table.lines[0] - 1 - before
                    yield from self._take_each(lines[self.line - before : upto], {})
                yield from self._take_table(found, lines, before + 1)
            yield from self._take_each(lines[self.line - before : end], {})

    def _take_each(self, lines: Sequence[str], diagrams: Mapping[int, str]) -> Iterator[Record]:
        """Take lines one by one, and diagrams whole."""
        for index, line in enumerate(lines):
            self.line += 1
            try:
                if line in self.prose and index not in diagrams and not self.comment:
                    self._skip(line)
                elif is_too_long(line):
                    yield from self._pass_over_line()
                elif index in diagrams and not self.comment:
                    self._take_diagram(diagrams[index])
                elif "(" in line and not self.comment and is_wrapped(*lines[index : index + 2]):
                    self.comment = OpenComment(line, "(")
                else:
                    yield from self._take(line)
            except Exception as error:
                self._open().findings.append(fault(error).at(line=self.line, column=1))

    def _take_diagram(self, text: str) -> None:
        """Keep a diagram, of which this is the last line, for the game that it stands with."""
        if text:
            kept = self.game.diagrams if self.game else self.diagrams
            kept.append((self.line - text.count("\n"), text))

    def _damaged(self, lines: Sequence[str]) -> list[FoundTable]:
        """Return the damaged tables among the lines that come next."""
        if self.comment or any(map(is_too_long, lines)):
            return []
        among = self._dialects() if self.game else named_above(lines, self._dialects())
        first = self.line + 1
        times = self.beside.times(first, self.line + len(lines))
        return damaged_tables(lines, first, among, self.assumptions.layout, times)

    def _take_table(self, found: FoundTable, lines: Sequence[str], first: int) -> Iterator[Record]:
        """Take a damaged table among lines of which the first has that number."""
        if self.game and ends_at(self.game, found.table.rows[0].number, self.skipped):
            yield from self._finish()
        self.line = max(self.line, found.table.lines[0])
        found.asides.extend(self.beside.asides(*found.table.lines))
        game = self._open(found.table.lines[0])
        add_table(game, found, lines, first)
        self.beside.note(game, *found.table.lines)
        self.line = max(self.line, found.table.lines[1])

    def _pass_over_line(self) -> Iterator[Record]:
        """Add the finding on a line that is too long to the game that lacks it, or by itself."""
        while self.comment:
            yield from self._break_comment(self.line)
        if self.game and not self.game.result:
            self.game.findings.append(long_line(self.line))
            return
        yield from self._finish()
        self.games += 1
        here = Source(self.path, self.line, self.games)
        yield from self._hand_on(Record(source=here, findings=(long_line(self.line),)))

    def _skip(self, line: str) -> None:
        """Remember a line that belongs to no game; of very many, the first and the last."""
        self.skipped.append((self.line, line))
        if len(self.skipped) > 2 * REMEMBERED:
            self.skipped, self.prose = first_and_last(self.skipped), set()

    def _take(self, line: str) -> Iterator[Record]:
        """Take one line, or keep it back while a comment is open."""
        if self.comment:
            yield from self._continue_comment(line)
            return
        stripped = line.strip()
        if not stripped:
            self._skip("")
        elif stripped[0].isalnum() and not _LOOSE.search(line):
            yield from self._take_words(line)
        elif TAG.match(line):
            yield from self._take_tags(line)
        elif DASHES.fullmatch(stripped):
            if self.game and self.game.has_begun:
                yield from self._finish()
            elif self.game:
                self._skip("")
        elif GAME_SEPARATOR.fullmatch(stripped):
            yield from self._finish()
        elif stripped.startswith(COMMENT_LINE) and (self.game is None or self.game.result):
            self._skip(line)
        else:
            yield from (self._take_loosely if _LOOSE.search(line) else self._take_words)(line)

    def _take_tags(self, line: str) -> Iterator[Record]:
        """Take the tags that a line begins with, and then what follows them."""
        tags, end = split_tags(line)
        yield from self._add_tags(tags, bare=INVISIBLE.search(line) is not None)
        if line[end:].strip():
            yield from self._take_words(" " * end + line[end:])

    def _take_tag(self, line: str, name: str, value: str) -> Iterator[Record]:
        """Take a tag that is not written as programs write it."""
        yield from self._add_tags([(name, value)])
        told = f"read as the tag {name}: {value!r}"
        self._open().note("tag-words", told, (self.line, 1), line.strip())

    def _add_tags(self, tags: Sequence[tuple[str, str]], bare: bool = True) -> Iterator[Record]:
        if self.game and self.game.has_begun:
            yield from self._finish()
        if self.game is None or self.skipped:
            self.block = self.line, dict(self.game.tags) if self.game else {}
        if self.game and any(name in self.block[1] for name, _ in tags):
            yield from self._split(self.game)
        for name, value in tags:
            self._open().add_tag(name, value, self.line, bare)

    def _split(self, game: GameBuilder) -> Iterator[Record]:
        """Begin a game with the present block of tags: it repeats those of a block before it."""
        line, before = self.block
        tags = {name: value for name, value in game.tags.items() if name not in before}
        game.tags, self.block = before, (line, {})
        yield from self._finish()
        self._open(line).tags.update(tags)

    def _take_loosely(self, line: str) -> Iterator[Record]:
        """Take a line that is not a tag as programs write them."""
        from records.text.headings import labelled, loose_tag

        if tag := loose_tag(line):
            yield from self._take_tag(line, *tag)
        elif not (self.game and self.game.has_begun) and labelled(line, self._dialects()):
            self._skip(line)
        else:
            yield from self._take_words(line)

    def _take_words(self, line: str) -> Iterator[Record]:
        """Take a line that may be game text, and may end with a result that names a player."""
        if self.game and self.footnotes.takes(line, self.game, self.line):
            return
        before, result = self.game.statement(line) if self.game else (line, None)
        if before.strip():
            yield from self._take_text(before)
        if result:
            self._open().take_stated(result, (self.line, len(before) + 1))

    def _take_text(self, line: str) -> Iterator[Record]:
        if folded := fold_words(line):
            self.odd[self.line] = folded
        original, line = line, folded.text if folded else line
        found = text_below(line, self._dialects(), self.game is not None, self.skipped)
        undecided = is_undecided(self.game, self.assumptions) and not has_move(found)
        if undecided and NUMBERED_ROW.match(line):
            installed = installed_candidates(self.assumptions.dialect)
            if has_move(other := game_text(line, installed, self.game is not None)):
                found, self._open().installed = other, installed
        if not found:
            self.odd.pop(self.line, None)
            self._skip(original)
            self.prose.add(original)
        elif found[-1].open:
            self.comment = OpenComment(line, found[-1].open)
        else:
            yield from self._add(found, line, self.line)

    def _continue_comment(self, line: str) -> Iterator[Record]:
        """Take a line while a comment is open."""
        if not self.comment.takes(line):
            while self.comment:
                yield from self._break_comment(self.line)
            yield from self._take(line)
        elif self.comment.is_full:
            yield from self._break_comment(self.line + 1)
        elif self.comment.is_closed:
            text, self.comment = self.comment.text, OpenComment()
            yield from self._take_joined(text, self.line - text.count("\n"))

    def _take_joined(self, text: str, first: int) -> Iterator[Record]:
        """Take lines that a comment joins; on the last of them the next one may begin."""
        found = tokens(unwrapped(text), self._dialects())
        start, joined = found[-1].column - 1, text
        if (unclosed := found[-1].open) and "\n" not in text[start:]:
            found.pop()
            joined = text[:start]
            tail = text.rfind("\n", 0, start) + 1
            self.comment = OpenComment(" " * (start - tail) + text[start:], unclosed)
        yield from self._add(found, joined, first)

    def _break_comment(self, after: int) -> Iterator[Record]:
        """End a comment that never closes with the line that opened it, before a line's number."""
        held, mark, self.comment = self.comment.lines, self.comment.mark, OpenComment()
        here, self.line = self.line, after - len(held)
        yield from self._add(tokens(held[0], self._dialects()), held[0], self.line)
        message = f"no {CLOSING[mark]} closes this comment: it ends here"
        self._open().note("unclosed-comment", message, (self.line, 1))
        for index, line in enumerate(held[1:], start=2):
            self.line += 1
            yield from self._take(line)
            if mark == self.comment.mark == "{":
                # No line kept back closes the one comment, so none closes the other.
                self.comment.lines += held[index:]
                break
        self.line = here

    def _add(self, found: Sequence[Token], text: str, first: int) -> Iterator[Record]:
        """Add the tokens of a line, or of lines joined by a comment, to the game."""
        place, begin, last = places_in(text, first), 0, first + text.count("\n")
        found = self.beside.among(with_remarks(found, text, self.game), first, last)
        where = written_places(text, first, self.odd) if self.odd else place
        for index, token in enumerate(found):
            number = int(token.text) if token.kind is Kind.NUMBER else None
            if 0 < index == len(found) - 1 and text[token.column - 1] == "(" and number == 1:
                # What ends a line begins no game.
                token = token._replace(kind=Kind.COMMENT, written=f"({number})")
                number = None
            if number is not None and self.game and ends_at(self.game, number, self.skipped):
                following = found[index + 1].kind if index + 1 < len(found) else Kind.MOVE
                if following is not Kind.ELLIPSIS:
                    self._remember(text, first, begin, token.column - 1)
                    begin = token.column - 1
                    yield from self._finish()
            game = self.game if self.game and not self.skipped else None
            (game or self._open(place(token.column)[0])).take(token, where)
        for mark, column in marks_between(text, found) if self.game else ():
            self._open().take_mark(mark, where(column))
        self.beside.note(self.game, first, last)
        self._remember(text, first, begin, len(text))
        for line in [line for line in self.odd if first <= line <= self.line]:
            self._open().odd.append((line, self.odd.pop(line)))

    def _remember(self, text: str, first: int, begin: int, end: int) -> None:
        """Remember a part of some lines, to be read again if the game was not guessed well."""
        short = begin < end and (begin == 0 or len(text) < LONG_LINE)
        if self.game and self.game.is_guessed and short:
            self.game.remember(re.sub("[^\n]", " ", text[:begin]) + text[begin:end], first)

    def _open(self, line: int | None = None) -> GameBuilder:
        """Return the game in progress, beginning one on that line, or this, if there is none."""
        self.prose.clear()
        if self.game is None:
            self.game = GameBuilder(self.assumptions, self.path, line or self.line)
            self.game.diagrams, self.diagrams = self.diagrams, []
        if self.skipped:
            lines, self.skipped = self.skipped, []
            note_above(self.game, lines, may_be_title=not self.game.moves)
        return self.game

    def _dialects(self) -> tuple[Dialect[object], ...]:
        known = self.assumptions
        return self.game.dialects if self.game else candidates(known.game, known.dialect)

    def _finish(self) -> Iterator[Record]:
        """Close the game in progress, if there is one."""
        if self.game:
            self.games += 1
            self.prose.clear()
            game, self.game = self.game, None
            yield from self._hand_on(game.closed(self.games))

    def _hand_on(self, record: Record) -> Iterator[Record]:
        """Keep each record back until it is known what follows it."""
        if self.finished:
            yield self.finished
        self.finished = record

    def end(self) -> Iterator[Record]:
        """Yield the last games; a source without any yields a record with findings."""
        while self.comment:
            yield from self._break_comment(self.line + 1)
        yield from self._finish()
        trailing = [*map(left_out, self.diagrams), *skipped_notes(self.skipped)]
        if self.finished:
            yield self.finished.with_findings(*trailing) if trailing else self.finished
        else:
            yield without_games(self.path, nothing_found(self.skipped, self.diagrams), *trailing)
