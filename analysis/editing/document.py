"""Documents: a text under edit, cut into games; only changed games are read again.

A text is cut where a game may begin in its format, and each part is read by itself, like the pieces
of large files (`analysis.batch.work`). The replays of a part are cached by its text: an edit costs
the reading and the replay of one game, and a cache look-up for each of the others.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import inf
from time import monotonic
from typing import NamedTuple, Self
from urllib.parse import unquote, urlsplit

from analysis.batch import InputOptions
from analysis.editing.lines import PlySpan, WrittenLines
from analysis.games.position import AnyPosition
from analysis.replay import Replay
from analysis.replay.compiled import Playthrough
from analysis.replay.setup import Choice, PlayedPly
from analysis.replay.verdict import finding_words
from notation import Finding
from notation.dialect import AnyDialect
from notation.findings import UNREADABLE
from notation.memo import MEMO_LIMIT
from notation.printing import visible
from records import Record
from records.format import Format, Splitting
from records.formats import find, sniff
from records.pieces import with_reading_findings
from records.sources.boundary import guarded

LARGEST = 2_000_000
"""Longest text that is read while it is typed, in characters."""

SECONDS = 10.0
"""Time limit in seconds for reading and replaying a text; longer texts need the command line."""

_WINDOW = 1 << 13
"""Number of characters in which the end of a part is searched first."""

_WORD = re.compile(r"\S+")
_UNSEEN = r"[\s\u00ad\u200b-\u200f\u2060\ufeff]*"

_readings: dict[tuple[AnyDialect | None, bool, AnyPosition, str], list[Choice]] = {}


class RememberingReplay(Replay):
    """A replay that shares a cache of readings with later replays.

    The readings of a text in a position do not depend on other plies, so the replay of a changed
    game costs little more than the replay of its changed plies.
    """

    def options(self, position: AnyPosition, index: int) -> list[Choice]:
        """Return the readings of a ply that can be played, likeliest first."""
        key = self.dialect, self.as_recorded, position, self.texts[index]
        found = _readings.get(key)
        if found is None:
            if len(_readings) >= MEMO_LIMIT >> 2:
                _readings.clear()
            found = _readings[key] = super().options(position, index)
        return found

    @cached_property
    def walked(self) -> list[PlayedPly]:
        """The plies that can be played."""
        return list(self.plies())

    @property
    def playthrough(self) -> Playthrough:
        """A `Playthrough` of the record with edited plies."""
        if self.start is None or self.dialect is None:
            raise ValueError("a record without a start cannot be played")
        return _playthrough(self.start, self.dialect)


@lru_cache(maxsize=64)
def _playthrough(start: AnyPosition, dialect: AnyDialect) -> Playthrough:
    return Playthrough(start, dialect)


class PlacedGame:
    """A game of a document.

    Args:
        replay: the game; line numbers in it count from the first line of its part of the text.
        before: number of lines of the text before the part.
        lines: the lines of the text.

    Attributes:
        number: number of the game in the text, from 1; 0 for the record of a text without a game.
    """

    def __init__(self, replay: RememberingReplay, before: int, lines: WrittenLines) -> None:
        self.replay, self.before, self.lines = replay, before, lines
        self.number = 0

    @property
    def plies(self) -> list[PlayedPly]:
        """The plies that can be played."""
        return self.replay.walked

    @cached_property
    def spans(self) -> list[PlySpan | None]:
        """The span of each ply of the record; None where its text is not found at its place."""
        record = self.replay.record
        if len(record.places) != len(record.moves):
            return [None] * len(record.moves)
        return [
            self._found(self.before + line - 1, column - 1, text)
            for (line, column), text in zip(record.places, record.moves, strict=True)
        ]

    def _found(self, number: int, start: int, text: str) -> PlySpan | None:
        """Return the span of a text at a place, ignoring blanks and invisible characters."""
        line = self.lines[number]
        if line.startswith(text, start):
            return PlySpan(number, start, start + len(text)) if text else None
        found = _spaced(text).match(line, start)
        return PlySpan(number, *found.span()) if found and found[0] else None

    def span(self, index: int) -> PlySpan | None:
        """Return the span of a ply of the record; None where it is not certain."""
        return self.spans[index] if 0 <= index < len(self.spans) else None

    def about(self, finding: Finding) -> PlySpan:
        """Return the span of a finding: a ply, part of a ply, other words, or a whole line."""
        ply = self.span(finding.ply - 1) if finding.ply else None
        number = min(self.before + (finding.line or 1) - 1, len(self.lines) - 1)
        column, line = (finding.column or 1) - 1, self.lines[number]
        if ply and ply.line == number and ply.start <= column < ply.stop:
            if finding.code == UNREADABLE:
                return ply._replace(start=column)
            is_whole = finding.violation or column == ply.start
            return ply if is_whole else PlySpan(number, column, column + 1)
        text = finding.text or ""
        if text and finding.column and line.startswith(text, column):
            return PlySpan(number, column, column + len(text))
        if column and (word := _WORD.match(line, column)):
            return PlySpan(number, *word.span())
        end = len(line.rstrip())
        return PlySpan(number, min(len(line) - len(line.lstrip()), end), end)

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the replay; line numbers count from the first line of the game's part."""
        return self.replay.findings

    @property
    def first_line(self) -> int:
        """Index of the line on which the game begins."""
        return self.before + max(self.replay.record.source.line, 1) - 1

    def ply_at(self, line: int, column: int) -> int | None:
        """Return the index of the ply that contains a place or ends there, if any."""
        touching = [
            index
            for index, span in enumerate(self.spans)
            if span and span.line == line and span.start <= column <= span.stop
        ]
        return touching[-1] if touching else None

    def position_before(self, index: int) -> AnyPosition | None:
        """Return the position before a ply; None if the game cannot be played so far."""
        if index > len(self.plies):
            return None
        return self.plies[index - 1].after if index else self.replay.start

    def plies_before(self, line: int, column: int) -> int:
        """Return the number of plies that begin before a place."""
        places = ((self.before + one[0] - 1, one[1] - 1) for one in self.replay.record.places)
        return sum(place < (line, column) for place in places)


@lru_cache(maxsize=1 << 10)
def _spaced(text: str) -> re.Pattern[str]:
    """Return a pattern that matches a text while ignoring blanks and invisible characters."""
    return re.compile(_UNSEEN.join(map(re.escape, "".join(text.split()))))


_Parts = dict[tuple[str, str, bool], tuple[RememberingReplay, ...] | None]
"""The games of each part, by format and text of the part, and whether it is the last part; None for
a part that cannot be read without the next one."""


class Document:
    """A version of a text under edit.

    Args:
        uri: the address of the document.
        lines: the lines of the text.
        version: the number that the editor gives to this version.
        reading: how games are read and played.
        is_limited: whether to leave a text that is too long unread, and to stop reading after a
            time limit.

    Attributes:
        is_cut_short: whether reading stopped at the time limit, so that later games are missing.
    """

    def __init__(
        self,
        uri: str,
        lines: WrittenLines,
        version: int = 0,
        reading: InputOptions | None = None,
        *,
        is_limited: bool = True,
    ) -> None:
        self._is_limited = is_limited
        self.uri, self.version, self.lines = uri, version, lines
        self.path = os.path.basename(unquote(urlsplit(uri).path)) or "text"
        self.reading = reading or InputOptions()
        self.is_cut_short, self._until = False, 0.0
        self._known: _Parts = {}

    def changed(self, lines: WrittenLines, version: int) -> Self:
        """Return the document with other lines, reusing the games of unchanged parts."""
        other = type(self)(self.uri, lines, version, self.reading, is_limited=self._is_limited)
        other._known = self._known
        return other

    @cached_property
    def is_too_long(self) -> bool:
        """Whether the text is too long to be read while it is being typed."""
        return self._is_limited and len(self.lines.written) > LARGEST

    @cached_property
    def form(self) -> Format:
        """The format of the text."""
        container = self.reading.container
        return find(container) if container else sniff(self.lines.text, self.path)

    @cached_property
    def games(self) -> list[PlacedGame]:
        """The games of the text, or a single placeholder for a text without games."""
        if self.is_too_long or self.form.binary:
            return []
        games = list(self._read())
        if any(game.replay.record.source.game for game in games):
            # A part of prose between games is not text without a game.
            games = [one for one in games if one.replay.record.source.game or len(games) == 1]
        for number, game in enumerate(games, start=1):
            game.number = number if game.replay.record.source.game else 0
        return games

    @cached_property
    def _starts(self) -> list[int]:
        return [game.first_line for game in self.games]

    def game_at(self, line: int) -> PlacedGame | None:
        """Return the game on a line, or else the last game before it, if any."""
        at = bisect_right(self._starts, line)
        return self.games[at - 1] if at and self.games[at - 1].number else None

    def last_line(self, game: PlacedGame) -> int:
        """Return the index of the last line that belongs to a game."""
        at = bisect_right(self._starts, game.first_line)
        last = (self._starts[at] if at < len(self._starts) else len(self.lines)) - 1
        while last > game.first_line and not self.lines[last].strip():
            last -= 1
        return last

    def _read(self) -> Iterator[PlacedGame]:
        """Yield the games part by part, and drop cached parts that are no longer in the text."""
        before, held, used = 0, "", _Parts()
        parts = list(_parts(self.lines.text, self.form.split))
        self._until = monotonic() + (SECONDS if self._is_limited else inf)
        for number, part in enumerate(parts, start=1):
            held += part
            is_last = number == len(parts)
            key = self.form.name, held, is_last
            games = self._known[key] if key in self._known else self._part(held, is_last)
            if games is not None:
                yield from (PlacedGame(one, before, self.lines) for one in games)
                before, held = before + held.count("\n"), ""
            if self.is_cut_short:
                break
            used[key] = games
        # The previous text stays cached as well, since edits are often undone.
        if len(self._known) > 4 * len(used) + 64:
            self._known.clear()
        self._known.update(used)

    def _part(self, text: str, is_last: bool) -> tuple[RememberingReplay, ...] | None:
        """Return the replays of a part of the text; None if it needs the next part."""
        assumptions, failures = self.reading.assumptions, list[Finding]()
        found: Iterable[Record]
        if self.form.split is None:
            found = self.form.read(iter([text]), self.path, assumptions)
        else:
            reader = self.form.split.open(self.path, assumptions, 0, 0)
            first = list(guarded(reader.feed([text], complete=True), failures))
            if not (is_last or reader.settled):
                return None
            found = chain(first, reader.end() if is_last else reader.flush())
        return tuple(self._replays(with_reading_findings(found, self.path, [], failures)))

    def _replays(self, records: Iterable[Record]) -> Iterator[RememberingReplay]:
        """Yield replays of records with their findings, until time runs out."""
        for record in records:
            game = RememberingReplay(record, as_recorded=self.reading.as_recorded)
            game.policy = self.reading.policy
            _ = game.findings
            yield game
            if monotonic() > self._until:
                self.is_cut_short = True
                return


def _parts(text: str, split: Splitting | None) -> Iterator[str]:
    """Yield the parts of a text, cut wherever a game may begin."""
    start, window = 0, _WINDOW
    while split:
        if at := split.cut(text[start : start + window], 1):
            yield text[start : start + at]
            start, window = start + at, _WINDOW
        elif start + window < len(text):
            window *= 4
        else:
            break
    if start < len(text) or not start:
        yield text[start:]


MOST = 1_000
"""Maximum number of findings that are shown; the last one counts the others."""


class ShownFinding(NamedTuple):
    """A finding as it is shown.

    Attributes:
        span: the span that it refers to; None for the document as a whole.
        message: the message to show.
        finding: the finding; None for a message on the document.
        ply: the span of the finding's ply, which suggestions replace; None without a ply.
    """

    span: PlySpan | None
    message: str
    finding: Finding | None = None
    ply: PlySpan | None = None


def shown_findings(document: Document) -> list[ShownFinding]:
    """Return the findings to show for a document, errors first if there are too many."""
    if document.is_too_long:
        message = f"more than {LARGEST:,} characters: not checked while typing; see ludograph check"
        return [ShownFinding(None, message)]
    if document.form.binary:
        return [ShownFinding(None, f"{document.form.name} is bytes, and this is text")]
    found = [(game, one) for game in document.games for one in game.findings]
    if len(found) > MOST:
        found.sort(key=lambda each: not each[1].violation)
    shown = []
    for game, one in found[:MOST]:
        ply = game.span(one.ply - 1) if one.ply else None
        shown.append(ShownFinding(game.about(one), visible(finding_words(one)), one, ply))
    if len(found) > MOST:
        message = f"{len(found) - MOST:,} more findings: see ludograph check"
        shown.append(ShownFinding(None, message))
    if document.is_cut_short:
        message = f"to save time, only the first {len(document.games):,} games are checked here"
        shown.append(ShownFinding(None, f"{message}; see ludograph check"))
    return shown
