"""Cutting a text into games: where a game begins, the text above it, and its lines.

A tag block, a horizontal rule, or a row number 1 after the end of a game begins a new one. Lines
are taken apart in the dialect that fits the following lines best. A wrong one does little harm, for
the dialect of a game is determined again from all of its lines.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from notation import Dialect, Finding
from notation.pattern import lazy_pattern
from records.assumptions import BLOCKS, SIDES, Assumptions, candidates, installed_candidates
from records.model import UNDECIDED
from records.results import match_result
from records.text.boards import diagrams_among
from records.text.ink import Kind, TextLine, prefix_shape
from records.text.layout import LEAST_LINES, MOST_LOST
from records.text.titles import TAG, Tag, only_side, tags_of, usual_name
from records.text.tokens import SAMPLE, LineTokens, is_row, likely_dialect, take_apart
from records.which_game import possible_dialects

SECTION_LIMIT = 1 << 20
"""Length in characters at which a section without a tag block ends."""

REMEMBERED = 500
"""Lines above a game that are kept: the first, and at least this number of last ones."""

_OWN = lazy_pattern(r"# Rejected by ludograph convert\..*|# .*:\d+: .* \[[a-z-]+\]")
"""Lines that ``convert`` adds to a file of rejects: its heading, and why a game is there."""
_RULE = lazy_pattern(r"(?:[-=_~*\N{EN DASH}\N{EM DASH}]\s*){3,}|#\s*-{8,}")
"""A line that ends the game above it; with a hash also a game that has only tags."""

_TITLE = lazy_pattern(
    r"(?i)\W*(?:game|partie|spiel|partida|partita|partij|juego|gioco|match)\W*(?:n\W*[or]?\W*)?\d{1,4}"
)
_LABEL = lazy_pattern(r"9w|.*[:>.,)/\]]")
"""The shape of what stands before moves as a label: a number with a side, or a sign behind."""

_DIGIT = lazy_pattern(r"\d")
_WORDS = (Kind.WORD, Kind.SUSPECT)
_PLAYED = (Kind.MOVE, Kind.SUSPECT, Kind.RESULT)


class Sections:
    """Cuts a text before each tag block that follows a blank line; nothing is lost or added."""

    def __init__(self) -> None:
        self.rest = ""

    def cut(self, block: str) -> Iterator[str]:
        """Yield the sections that a block of a text completes."""
        parts = (self.rest + block).split("\n\n[")
        held = [parts[0]]
        for part in parts[1:]:
            if begins_with_tag(f"[{part.partition(chr(10))[0]}"):
                yield "\n\n[".join(held) + "\n\n"
                held = [f"[{part}"]
            else:
                held.append(part)
        self.rest = "\n\n[".join(held)
        while len(self.rest) > SECTION_LIMIT:
            end = self.rest.rfind("\n\n", 0, SECTION_LIMIT) + 1
            end = end or self.rest.rfind("\n", 0, SECTION_LIMIT) + 1 or self.rest.find("\n") + 1
            if not end or end == len(self.rest):
                return
            yield self.rest[:end]
            self.rest = self.rest[end:]

    def end(self) -> str:
        """Return the remaining text."""
        rest, self.rest = self.rest, ""
        return rest


def begins_with_tag(text: str, start: int = 0) -> bool:
    """Whether there is a tag on the line that begins at an offset of a text."""
    end = text.find("\n", start)
    return TAG.match(text[start : len(text) if end < 0 else end]) is not None


@dataclass(slots=True)
class GameLines:
    """The lines of one game.

    Attributes:
        first: number of the line on which its tags or moves begin.
        tags: its tags, with their lines.
        above: lines above its moves.
        body: lines from the first with moves to the last.
        after: lines after these, which belong to this game or the next.
        last, row: the last row number, and the number of moves after it.
        has_moves: whether there is a move among the lines.
        is_ended: whether a result follows the moves.
        is_apart, block: whether other lines follow the tags, and the number of tags before the last
            block.
        named: the tags by name.
        before: the usual names of the tags before the last block, in lower case.
        diagrams: diagrams among the lines, each with the line on which it begins.
        findings: violations of its lines.
    """

    first: int = 0
    tags: list[tuple[Tag, TextLine]] = field(default_factory=list)
    above: list[TextLine] = field(default_factory=list)
    body: list[TextLine] = field(default_factory=list)
    after: list[TextLine] = field(default_factory=list)
    last: int = 0
    row: int = 0
    has_moves: bool = False
    is_ended: bool = False
    is_apart: bool = False
    block: int = 0
    named: dict[str, str] = field(default_factory=dict)
    before: set[str] = field(default_factory=set)
    diagrams: list[tuple[int, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        """Whether there is text that belongs to a game not yet reached."""
        if self.body or self.tags:
            is_game = self.has_moves or bool(self.body and self.tags)
            return not is_game or any(line.text.strip() for line in self.after)
        return bool(self.diagrams) or any(line.text.strip() for line in self.above)

    def add(self, line: TextLine) -> None:
        """Keep a line that is not a row; if there are very many, only the first and the last."""
        self.is_apart = True
        if self.body:
            self.after.append(line)
            if len(self.after) > 2 * REMEMBERED:
                self.body += self.after[:REMEMBERED]
                self.after = self.after[-REMEMBERED:]
        elif line.text.strip() or not self.tags:
            self.above.append(line)
            if len(self.above) > 2 * REMEMBERED:
                first = next((one for one in self.above if one.text.strip()), self.above[0])
                self.above = [first, *self.above[-REMEMBERED:]]


class GameCutter:
    """Sorts the lines of a text into games, one after the other."""

    def __init__(self, assumptions: Assumptions) -> None:
        self.assumptions = assumptions
        self.part = GameLines()
        self._among: Sequence[Dialect[object]] | None = None
        """The dialects that the game's tags leave; None without tags."""
        self._decided: tuple[Dialect[object] | None, frozenset[str]] | None = None
        """The dialect of the following lines, and the shapes of labels before their moves."""
        self._until = 0
        self._rows: dict[int, LineTokens] = {}

    def _row(self, lines: Sequence[TextLine], index: int) -> LineTokens:
        """Return a line taken apart, without the words of a label before its moves."""
        if index not in self._rows:
            if self._decided is None or index >= self._until:
                self._decide(lines, index)
            dialect, labels = self._decided or (None, frozenset())
            line, first = lines[index], lines[index].first
            if first < 0 and not (self.part.body or self.part.tags or _DIGIT.search(line.text)):
                return LineTokens(line, [])  # Prose: most of what stands around games.
            row = take_apart(line, dialect)
            if first > 0 and prefix_shape(line.text[:first]) in labels:
                kept = (one for one in row.tokens if one.start >= first or one.kind not in _WORDS)
                row = row._replace(tokens=[*kept])
            self._rows[index] = row
        return self._rows[index]

    def _decide(self, lines: Sequence[TextLine], index: int) -> None:
        """Decide how the lines from an index on are read, up to the next tags or a blank line."""
        sample, written = list[TextLine](), 0
        for line in lines[index : index + SAMPLE]:
            is_blank = not line.text.strip()
            if TAG.match(line.text) or (is_blank and written >= LEAST_LINES):
                break
            sample.append(line)
            written += not is_blank
        self._until = index + len(sample)
        among = self._among
        if among is None:
            among = candidates(self.assumptions.game, self.assumptions.dialect)
        dialect = likely_dialect(sample, among, None) if among else None
        for line in sample:
            line.first = _first_move(line, dialect)
        shapes = Counter(prefix_shape(one.text[: one.first]) for one in sample if one.first > 0)
        labels = (one for one, count in shapes.items() if count >= LEAST_LINES)
        self._decided = dialect, frozenset(filter(_LABEL.fullmatch, labels))

    def take(self, lines: Sequence[TextLine]) -> Iterator[GameLines]:
        """Yield the games that some lines complete."""
        written = [line.written for line in lines]
        diagrams = diagrams_among(written) if any(" to move" in one for one in written) else {}
        self._forget()
        for index, line in enumerate(lines):
            stripped = line.text.strip()
            if index in diagrams:
                if text := diagrams[index]:
                    self.part.diagrams.append((line.number - text.count("\n"), text))
            elif not stripped:
                self.part.add(line)
            elif tags := _tags(line, stripped):
                yield from self._take_tags(tags, lines, index)
            elif _RULE.fullmatch(stripped):
                if self.part.body or (stripped[0] == "#" and self.part.tags):
                    yield self._finish()
                else:
                    self.part.add(TextLine(line.number, "", ""))
            elif stripped[0] == "#" and (not self.part.body or self.part.is_ended):
                is_own = _OWN.fullmatch(stripped)
                self.part.add(TextLine(line.number, "", "") if is_own else line)
            else:
                yield from self._take_words(lines, index)

    def _take_tags(
        self, tags: Sequence[Tag], lines: Sequence[TextLine], index: int
    ) -> Iterator[GameLines]:
        part, line = self.part, lines[index]
        if part.is_apart or not part.tags:
            part.before |= {_folded(tag) for tag, _ in part.tags[part.block :]}
            part.block, part.is_apart = len(part.tags), False
        if part.body:
            yield self._finish()
            part = self.part
        elif part.before & {_folded(tag) for tag in tags}:
            block, part.tags = part.tags[part.block :], part.tags[: part.block]
            yield self._finish()
            part = self.part
            part.tags, part.first = block, block[0][1].number if block else 0
            part.named = {tag.name: tag.value for tag, _ in block}
        part.first = part.first or line.number
        part.tags += ((tag, line) for tag in tags)
        part.named |= {tag.name: tag.value for tag in tags}
        self._among = possible_dialects(self.assumptions, part.named)
        self._forget()
        end = tags[-1].end
        if line.text[end:].strip():
            line.text = " " * end + line.text[end:]
            yield from self._take_words(lines, index)

    def _take_words(self, lines: Sequence[TextLine], index: int) -> Iterator[GameLines]:
        part, line, row = self.part, lines[index], self._row(lines, index)
        number = row.number
        if not (row.has(Kind.MOVE) or part.body or self.assumptions.game) and number:
            other = installed_candidates(self.assumptions.dialect)
            if other and any(line.moves(one.lenient_pattern) for one in other):
                self._among = other
                self._forget()
                row = self._row(lines, index)
        if not is_row(row.tokens, bool(part.body or part.tags)):
            part.add(line)
            return
        if part.body and number and self._begins(row, int(number.text), lines, index):
            yield self._finish()
            part = self.part
        part.first = part.first or line.number
        part.body += part.after
        part.after = []
        part.body.append(line)
        if number:
            part.last, part.row = int(number.text), 0
        part.row += row.count(Kind.MOVE)
        last = next((one for one in row.tokens[::-1] if one.kind in _PLAYED), None)
        part.has_moves |= row.has(Kind.MOVE) or row.has(Kind.RESULT)
        part.is_ended = bool(last and last.kind is Kind.RESULT and last.text != UNDECIDED)

    def _begins(self, row: LineTokens, number: int, lines: Sequence[TextLine], index: int) -> bool:
        """Whether a row with a number begins the next game."""
        part = self.part
        if len(row.tokens) == row.count(Kind.NUMBER) > 1:
            return False
        between = [one.text for one in part.after if one.text.strip()]
        if number > part.last + 1 and any(map(_TITLE.match, between)):
            return True
        is_laid_out = self.assumptions.layout in (BLOCKS, SIDES)
        if number != 1 or row.is_reply or not part.last or is_laid_out:
            return False
        following = next(self._numbers(lines, index), None)
        if following is not None and part.last > 1 and 2 <= following - part.last <= MOST_LOST + 2:
            return False  # The number of the row due, misread.
        if part.is_ended:
            return True
        if between:
            return not all(map(only_side, between))
        if part.last == 1:
            return part.row > 1
        return bool(part.after) or following is None or following <= 2

    def _numbers(self, lines: Sequence[TextLine], index: int) -> Iterator[int]:
        """Yield the row numbers after a line."""
        for at in range(index + 1, len(lines)):
            if not lines[at].text.strip() or lines[at].text.lstrip().startswith("["):
                return
            row = self._row(lines, at)
            if (number := row.number) and row.has(Kind.MOVE):
                yield int(number.text)

    def _forget(self) -> None:
        """Take the following lines apart anew."""
        self._rows.clear()
        self._decided = None

    def _finish(self, is_last: bool = False) -> GameLines:
        """Return the game in progress, and begin another with the lines above it."""
        part, self.part = self.part, GameLines()
        if self._among is not None:
            self._among = None
            self._forget()
        texts = [line.text.strip() for line in part.after]
        # What stands before a blank line is of this game, and all behind the last.
        below = 0 if not is_last else len(texts)
        while below < len(texts) and texts[below]:
            below += 1
        is_title = 0 < below == len(texts) < 3 and not is_last
        if is_title and not any(map(match_result, texts)):
            below = 0
        part.after, self.part.above = part.after[:below], part.after[below:]
        return part

    def end(self) -> GameLines:
        """Return the last game; without moves and tags it has the text that belongs to no game."""
        return self._finish(is_last=True)


def _folded(tag: Tag) -> str:
    return usual_name(tag.name).casefold()


def _tags(line: TextLine, stripped: str) -> list[Tag]:
    """Return the tags that a line begins with, without the signs of quoted mail."""
    if "[" not in (stripped[0], line.written.lstrip(" \t>\ufeff\u200b\u2060")[:1]):
        return []
    if line.folded is not None or len(line.written) != len(line.text):
        return tags_of(line.written)
    pairs = zip(line.written, line.text, strict=True)
    return tags_of("".join(" " if cleaned == " " else one for one, cleaned in pairs))


def _first_move(line: TextLine, dialect: Dialect[object] | None) -> int:
    """Return the offset of the first move of a line that has a letter, -1 without one."""
    spans = line.moves(dialect.lenient_pattern) if dialect else ()
    moves = (one for one in spans if one[1] - one[0] > 1)
    return next((at for at, end in moves if any(map(str.isalpha, line.text[at:end]))), -1)
