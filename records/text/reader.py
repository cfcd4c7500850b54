"""The text reader: from the lines of a text or a scan to records.

A section with a tag block and numbered rows of canonical moves is split directly (`plain`); any
other text is cut into games (`cut`), and each is read from all its lines (`game_reader`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from notation import Finding
from notation.findings import note, violation
from records.assumptions import Assumptions
from records.format import PieceReader
from records.model import EMPTY_FILE, UNDECIDED, Record, Source, without_games
from records.sites import foreign_text
from records.sources.boundary import fault
from records.sources.decode import has_long_line, is_too_long, long_line
from records.text.cut import GameCutter, GameLines, Sections
from records.text.layout import NEAR
from records.text.lines import clean, lines_of_page
from records.text.plain import read_plain
from records.text.titles import NO_HEADING, FileHeading, file_heading, tag_blocks

if TYPE_CHECKING:
    # Not loaded here: tidy sections do not need it.
    from records.text.game import RecordBuilder

FOREIGN_LINES = 50
"""Number of lines in which signs of another program are searched, in a text without a game."""

MOST_LINES = 20_000
"""Maximum number of lines held at once. A megabyte of one-letter lines takes hundreds of
megabytes."""


class TextReader(PieceReader):
    """Reads the games of one source, block by block."""

    def __init__(self, path: str, assumptions: Assumptions, line: int = 0, games: int = 0) -> None:
        super().__init__(path, assumptions, line, games)
        self._sections, self._cutter = Sections(), GameCutter(assumptions)
        self._held: Record | None = None
        self._heading: FileHeading | None = None
        self._notes: list[Finding] = []
        self._first: list[str] = []

    @property
    def settled(self) -> bool:
        """Whether a following tag block can be read independently of the text so far."""
        has_games = self.games > 0 or self._held is not None
        return has_games and not (self._cutter.part.waits or self._sections.rest.strip())

    def feed(self, blocks: Iterable[str], complete: bool = True) -> Iterator[Record]:
        """Yield the complete games of a text.

        Args:
            blocks: the text, in whole lines.
            complete: whether a tag block after a blank line, or nothing, follows the text.
        """
        for block in blocks:
            for section in self._sections.cut(block):
                yield from self._take(section)
        if complete and (rest := self._sections.end()):
            yield from self._take(rest)

    def flush(self) -> Iterator[Record]:
        """Yield the games read so far; the last is complete, since a tag block follows."""
        yield from self._finish(self._cutter.end())
        if self._held:
            yield self._held
            self._held = None

    def end(self) -> Iterator[Record]:
        """Yield the last games; for a source without any, a record with findings."""
        if rest := self._sections.end():
            yield from self._take(rest)
        part = self._cutter.end()
        yield from self._finish(part)
        is_game = bool(part.body or part.tags)
        below = self._cutter.part.above if is_game else part.above
        trailing = [] if is_game else [_left_out(*one) for one in part.diagrams]
        if below:
            from records.text.game_reader import skipped

            trailing += skipped(below)
        if self._held:
            yield self._held.with_findings(*trailing) if trailing else self._held
        elif not self.games:
            nothing = _nothing_found(self._first, bool(part.diagrams))
            yield without_games(self.path, nothing, *trailing)

    def _take(self, section: str) -> Iterator[Record]:
        """Yield the games that a section completes."""
        if section[:1] == "[" and not self._cutter.part.waits:
            if self._cutter.part.body:
                yield from self._finish(self._cutter.end())
            here = Source(self.path, self.line + 1, self.games + 1)
            try:
                is_long = has_long_line(section)
                record = None if is_long else read_plain(section, here, self.assumptions)
            except Exception as error:
                record = Record(source=here, findings=(fault(error).at(line=here.line, column=1),))
            if record:
                self.games += 1
                self.line += section.count("\n")
                yield from self._hand_on(record)
                return
        lines = [""] if section.isspace() else section.removesuffix("\n").split("\n")
        if len(self._first) < FOREIGN_LINES:
            self._first += islice(filter(str.strip, lines), FOREIGN_LINES)
        first, self.line = self.line + 1, self.line + section.count("\n")
        kept: list[str] = []
        for number, line in enumerate(lines, start=first):
            if is_too_long(line):
                yield from self._read(kept, number - len(kept))
                yield from self._pass_over(number)
                kept = []
                continue
            kept.append(line)
            if len(kept) == MOST_LINES:
                yield from self._read(kept, number + 1 - len(kept))
                kept = []
        yield from self._read(kept, first + len(lines) - len(kept))

    def _read(self, written: Sequence[str], first: int) -> Iterator[Record]:
        """Yield the games that lines complete; ``first`` is the number of the first line."""
        cuts = {at: found for at, line in enumerate(written) if (found := _cuts(line))}
        lines, findings = clean(written, first, cuts)
        self._notes += findings
        for part in self._cutter.take(lines):
            yield from self._finish(part)

    def _pass_over(self, number: int) -> Iterator[Record]:
        """Add the finding on a skipped long line to the current game, or yield a record with it."""
        part = self._cutter.part
        last = part.body[-1].text.rstrip() if part.body else UNDECIDED
        if not part.is_ended and last.rsplit(maxsplit=1)[-1:] != [UNDECIDED]:
            part.findings.append(long_line(number))
            return
        yield from self._finish(self._cutter.end())
        self.games += 1
        here = Source(self.path, number, self.games)
        yield from self._hand_on(Record(source=here, findings=(long_line(number),)))

    def _finish(self, part: GameLines) -> Iterator[Record]:
        """Yield the games read from some lines, except the last, which is held back."""
        if not (part.body or part.tags):
            return
        if self._heading is None and part.has_moves:
            self._heading = file_heading([line.text for line in part.above])
            shared = NO_HEADING
        else:
            shared = self._heading or NO_HEADING
        games, is_game = games_of(part, self.path, self.assumptions, self._notes, shared)
        if not is_game:
            left = [*part.above, *part.body, *part.after]
            # They are read again with the next game: of many, only the first and the last.
            left = [left[0], *left[-NEAR:]] if len(left) > 2 * NEAR else left
            self._cutter.part.above[:0] = left
            return
        for game in games:
            self.games += 1
            yield from self._hand_on(closed(game, self.games))

    def _hand_on(self, record: Record) -> Iterator[Record]:
        """Hold back a record until the next one is known; yield the previous one."""
        if self._held:
            yield self._held
        self._held = record


def _cuts(line: str) -> list[int]:
    """Return the offsets at which further lines begin: tag blocks, and rows of a web page."""
    return tag_blocks(line) or (lines_of_page(line) if "<" in line else [])


def closed(game: "RecordBuilder", number: int) -> Record:
    """Return the record of a game, or a record with the finding on an unexpected error."""
    try:
        return game.record(number)
    except Exception as error:
        failed = (*game.notes.findings, fault(error).at(line=game.line, column=1))
        return Record(source=Source(game.path, game.line, number), findings=failed)


def games_of(
    part: GameLines,
    path: str,
    assumptions: Assumptions,
    notes: list[Finding],
    heading: FileHeading = NO_HEADING,
) -> "tuple[list[RecordBuilder], bool]":
    """Return the games of a part of a text, and whether it has tags, moves or a result.

    Args:
        part: the lines.
        notes: notes on the lines so far; those up to the end of the part are moved to its games.
        heading: the heading of the file, for games without a title of their own.
    """
    from records.text.game_reader import GameReader

    reader = GameReader(part, path, assumptions, heading)
    failed = False
    try:
        games = reader.read()
    except Exception as error:
        games, failed = [reader.game], True
        reader.game.notes.findings.append(fault(error).at(line=reader.game.line, column=1))
    lines = [*(part.after or part.body or part.above)[-1:], *(line for _, line in part.tags)]
    last = max([part.first, *(line.number for line in lines)])
    mine = [one for one in notes if (one.line or 0) <= last]
    notes[:] = [one for one in notes if (one.line or 0) > last]
    games[0].notes.findings += [*mine, *part.findings]
    has_moves = any(game.moves or game.ending.value for game in games)
    return games, failed or has_moves or bool(part.tags)


def _left_out(line: int, _: str) -> Finding:
    message = "a diagram without a game is left out"
    return note("diagram", message).at(line=line, column=1)


def _nothing_found(lines: Sequence[str], has_diagrams: bool) -> Finding:
    """Return the finding on a source without games."""
    if not has_diagrams and not lines:
        return EMPTY_FILE
    message = "no game was found in the text"
    if foreign := foreign_text(lines):
        message = f"no game can be read: this looks like {foreign}"
    elif has_diagrams:
        message = "there is a diagram of a position, and no game in it"
    return violation("no-game", message).at(line=1, column=1)
