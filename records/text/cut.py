"""The games of a text: where one begins, what stands above it, and the lines that are its own.

A tag block, a rule, or a row number 1 after an end begins a game. Lines are sorted by their shape
alone, in whatever dialect covers most of them, so that one line more or less decides nothing: the
reader of a game looks at all its lines again, in the dialect of that game.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from notation import Dialect, Finding
from notation.pattern import lazy_pattern
from records.assumptions import BLOCKS, SIDES, Assumptions, candidates, installed_candidates
from records.results import match_result
from records.text.boards import diagrams_among
from records.text.ink import DASHES, HOLDER, TextLine
from records.text.titles import TAG, Tag, is_heading, only_side, tags_of
from records.which_game import possible_dialects
from records.words import side_named

SECTION_LIMIT = 1 << 20
"""Characters after which a text without a tag block is handed on all the same."""

REMEMBERED = 500
"""Lines above a game that are remembered at least: the first, and the last of more."""

LOST = 2
"""Rows that no line may be before a number 1 that is the due one, misread."""

REMARKS = 3
"""Words for each move that a numbered line may hold and still be a row: a comment beside it."""

WIDE = 4
"""Words of a numbered row of which none can be read: more are a sentence."""

_OWN = lazy_pattern(r"# Rejected by ludograph convert\..*|# .*:\d+: .* \[[a-z-]+\]")
"""Remarks of ``convert`` in a file of rejects: its heading, and why a game is there."""
GAME_SEPARATOR = lazy_pattern(r"#\s*-{8,}")
"""A line that ends whatever stands before it, even a game that has only tags."""

_NUMBER = lazy_pattern(r"\s*\(?(\d{1,4})(?:[ \t]?[.):]+|(?=\s))(?P<dots>\.|\s*(?:\.\.|\u2026))?")
_TITLE = lazy_pattern(
    r"(?i)\W*(?:game|partie|spiel|partida|partita|partij|juego|gioco|match)\W*(?:n\W*[or]?\W*)?\d{1,4}"
)
_LABEL = lazy_pattern(r"\(?\d{1,3}[.)]?[^\W\d_]{1,2}[.):]*|[^\W\d_]{1,2}\d{1,3}[.):]*")
_INK = lazy_pattern(r"\S+")
_CLOCK = lazy_pattern(rf"\d:\d\d|{HOLDER}")
_NAME = lazy_pattern(r"w(?: w)+(?=[:>])")
_BLANKS = lazy_pattern(r"\s+")
_GAP = lazy_pattern(r"[,;]?\s+")
_GROUP = lazy_pattern(r"\d+|[^\W\d_]+")
_NO_SIGN = lazy_pattern(r"[\s\d]+")
_MOVELIKE = re.compile(r"(?<!\S)(?=\S*\d)(?!\d{1,4}[.):]*(?!\S))[A-Za-z0-9.,:;x*()-]{2,30}(?!\S)")


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
        """Return what is left."""
        rest, self.rest = self.rest, ""
        return rest


def begins_with_tag(text: str, start: int = 0) -> bool:
    """Whether there is a tag on the line that begins at an offset of a text."""
    end = text.find("\n", start)
    return TAG.match(text[start : len(text) if end < 0 else end]) is not None


class LineShape(NamedTuple):
    """What a line looks like.

    Attributes:
        number: the number that it begins with; None without one.
        moves: how many moves it has in the dialect that covers most of it.
        words: how many other words.
        style: the signs around its number.
        is_reply: whether dots stand behind its number.
    first: the offset of its first move in any dialect, -1 without one.
    """

    number: int | None
    moves: int
    words: int
    style: str = ""
    is_reply: bool = False
    first: int = -1


@dataclass(slots=True)
class GameLines:
    """The lines of one game.

    Attributes:
        first: number of the line on which its tags or moves begin.
        tags: its tags, with the numbers of their lines.
        above: lines above its moves.
        body: lines from the first with moves to the last.
        after: lines behind these, of this game or the next.
        last: the last number of a row.
        is_ended: whether a result stands behind the moves.
        is_apart: whether other lines stand behind the tags.
        block: how many tags stand before the last block of them.
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
    style: str = ""
    is_ended: bool = False
    is_apart: bool = False
    block: int = 0
    diagrams: list[tuple[int, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add_above(self, line: TextLine) -> None:
        """Remember a line above the moves; of very many, the first and the last."""
        self.above.append(line)
        if len(self.above) > 2 * REMEMBERED:
            first = next((one for one in self.above if one.text.strip()), self.above[0])
            self.above = [first, *self.above[-REMEMBERED:]]


class GameCutter:
    """Sorts the lines of a text into those of its games, one after the other."""

    def __init__(self, assumptions: Assumptions) -> None:
        self.assumptions = assumptions
        self.part = GameLines()
        self._named: Sequence[re.Pattern[str]] | None = None
        self._latest: Plain | None = None

    @cached_property
    def usual(self) -> Sequence[re.Pattern[str]]:
        """The patterns of moves of all dialects that a game may be in."""
        return shapes_of(candidates(self.assumptions.game, self.assumptions.dialect))

    @property
    def patterns(self) -> Sequence[re.Pattern[str]]:
        """The patterns of moves of the dialects that the game's tags leave."""
        return self.usual if self._named is None else self._named

    def _shape(self, text: str) -> LineShape:
        """Return what a line looks like: as the line before, if it looks like that."""
        latest = self._latest
        if latest and latest.pattern in self.patterns and (found := latest.shape(text)):
            return found
        shape = shape_of(text, self.patterns)
        if shape.moves and (shape.number is None or not shape.words):
            prefix = prefix_shape(text[: shape.first])
            ways = (Plain(one, prefix, shape.words) for one in self.patterns)
            self._latest = next((one for one in ways if one.shape(text)), latest)
        return shape

    def take(self, lines: Sequence[TextLine]) -> Iterator[GameLines]:
        """Yield the games that some lines complete."""
        written = [line.written for line in lines]
        diagrams = diagrams_among(written) if any(" to move" in one for one in written) else {}
        shapes: dict[int, LineShape] = {}
        for index, line in enumerate(lines):
            if index in diagrams:
                if text := diagrams[index]:
                    self.part.diagrams.append((line.number - text.count("\n"), text))
                continue
            stripped = line.text.strip()
            if not stripped:
                self._other(line)
            elif tags := self._tags(line, stripped):
                yield from self._take_tags(tags, line)
            elif DASHES.fullmatch(stripped) or GAME_SEPARATOR.fullmatch(stripped):
                if self.part.body or (stripped[0] == "#" and self.part.tags):
                    yield self._finish()
                else:
                    self._other(TextLine(line.number, "", ""))
            elif stripped[0] == "#" and (not self.part.body or self.part.is_ended):
                self._other(TextLine(line.number, "", "") if _OWN.fullmatch(stripped) else line)
            else:
                yield from self._take_words(line, lines, index, shapes)

    def _tags(self, line: TextLine, stripped: str) -> list[Tag]:
        if (
            stripped[0] not in "[\u200b\ufeff\u2060"
            and line.written.lstrip()[:1] not in "[\u200b\u2060"
        ):
            return []
        quoted = (
            "".join(
                " " if cleaned == " " else one
                for one, cleaned in zip(line.written, line.text, strict=False)
            )
            if line.folded is None and len(line.written) == len(line.text)
            else line.written
        )
        return tags_of(quoted)

    def _take_tags(self, tags: Sequence[Tag], line: TextLine) -> Iterator[GameLines]:
        part = self.part
        if part.is_apart or not part.tags:
            part.block, part.is_apart = len(part.tags), False
        before = {tag.name for tag, _ in part.tags[: part.block]}
        if part.body:
            yield self._finish()
            part = self.part
        elif before & {tag.name for tag in tags}:
            block, part.tags = part.tags[part.block :], part.tags[: part.block]
            yield self._finish()
            part = self.part
            part.tags, part.first = block, block[0][1].number if block else 0
        part.first = part.first or line.number
        part.tags += ((tag, line) for tag in tags)
        named = {tag.name: tag.value for tag, _ in part.tags}
        possible = possible_dialects(self.assumptions, named)
        self._named = shapes_of(possible) if possible else (_MOVELIKE,)
        if rest := line.text[tags[-1].end :].strip():
            blank = " " * tags[-1].end
            line.text = blank + line.text[tags[-1].end :]
            yield from self._take_words(line, [line], 0, {}) if rest else ()

    def _take_words(
        self, line: TextLine, lines: Sequence[TextLine], index: int, shapes: dict[int, LineShape]
    ) -> Iterator[GameLines]:
        part = self.part
        shape = shapes.get(index) or self._shape(line.text)
        if not (shape.moves or part.body or self.assumptions.game) and shape.number is not None:
            other = installed_shapes(self.assumptions.dialect)
            if other and (found := shape_of(line.text, other)).moves:
                shape, self._named = found, other
        line.first = None if self._named == (_MOVELIKE,) else shape.first
        result = None if shape.moves else match_result(line.text.strip())
        if result and (part.body or part.tags):
            shape = LineShape(None, 0, shape.words)
        if not self._is_row(line, shape):
            self._other(line)
            return
        number = shape.number
        if number is not None and part.body and self._begins(number, shape, lines, index, shapes):
            yield self._finish()
            part = self.part
        part.first = part.first or line.number
        part.body += part.after
        part.after = []
        part.body.append(line)
        if number is not None:
            part.style = part.style or shape.style
            part.last, part.row = number, shape.moves
        else:
            part.row += shape.moves
        part.is_ended = result is not None and result.written != "*"
        part.is_ended = part.is_ended or _ends(line.text)

    def _is_row(self, line: TextLine, shape: LineShape) -> bool:
        """Whether a line belongs to the moves of a game."""
        in_game = bool(self.part.body)
        is_known = in_game or bool(self.part.tags)
        if shape.number is not None and in_game and self._is_footnote(shape):
            return False
        if shape.number is not None and shape.moves:
            return in_game or shape.words <= REMARKS * shape.moves
        if shape.moves:
            return shape.words <= shape.moves if is_known else shape.words < shape.moves
        if is_known and not shape.words and (HOLDER in line.text or shape.number is not None):
            return True
        if is_known and not shape.words and match_result(line.text.strip()):
            return True
        is_signed = shape.number is not None and bool(shape.style)
        if is_known and is_signed and shape.words <= WIDE and _MOVELIKE.search(line.text):
            return True  # Of another game than its tags name.
        due = in_game and shape.number == self.part.last + 1 and not self.part.after
        return due and 0 < shape.words <= WIDE and not self.part.is_ended and "." in line.text[:8]

    def _is_footnote(self, shape: LineShape) -> bool:
        """Whether a line is numbered in another way than the rows, and is not the row due."""
        part = self.part
        if shape.style == part.style or part.last < 2 or shape.number == part.last + 1:
            return False
        return shape.words > 0 or shape.number not in (0, 1, part.last)

    def _begins(
        self,
        number: int,
        shape: LineShape,
        lines: Sequence[TextLine],
        index: int,
        shapes: dict[int, LineShape],
    ) -> bool:
        """Whether a row with a number begins the next game."""
        part = self.part
        if not (shape.moves or shape.words) and len(lines[index].text.split()) > 1:
            return False  # Several numbers and nothing else.
        between = [line.text for line in part.after if line.text.strip()]
        if number > part.last + 1 and any(map(_TITLE.match, between)):
            return True
        is_laid_out = self.assumptions.layout in (BLOCKS, SIDES)
        if number != 1 or shape.is_reply or not part.last or is_laid_out:
            return False
        following = next(self._rows(lines, index, shapes), None)
        if following is not None and part.last > 1 and 2 <= following - part.last <= LOST + 2:
            return False  # The number of the row due, misread.
        if part.is_ended:
            return True
        if between:
            return not all(only_side(text) or is_heading(text) for text in between)
        if part.last == 1:
            return part.row > 1
        if part.after:
            return True
        return following is None or following <= 2

    def _rows(
        self, lines: Sequence[TextLine], index: int, shapes: dict[int, LineShape]
    ) -> Iterator[int]:
        """Yield the numbers of the rows behind a line."""
        for at in range(index + 1, len(lines)):
            if not lines[at].text.strip() or lines[at].text.lstrip().startswith("["):
                return
            shapes[at] = shapes.get(at) or self._shape(lines[at].text)
            if shapes[at].number is not None and shapes[at].moves:
                yield shapes[at].number or 0

    def _other(self, line: TextLine) -> None:
        part = self.part
        part.is_apart = True
        if part.body:
            part.after.append(line)
            if len(part.after) > 2 * REMEMBERED:
                part.body += part.after[:REMEMBERED]
                part.after = part.after[-REMEMBERED:]
        elif line.text.strip() or not part.tags:
            part.add_above(line)

    def _finish(self, is_last: bool = False) -> GameLines:
        """Return the game in progress, and begin another with the lines that stand above it."""
        part, self.part, self._named = self.part, GameLines(), None
        below = 0 if not is_last else len(part.after)
        while below < len(part.after) and part.after[below].text.strip():
            below += 1
        if (
            not is_last
            and below == len(part.after)
            and not any(match_result(line.text.strip()) for line in part.after)
        ):
            below = 0 if len(part.after) < 3 else below
        part.after, self.part.above = part.after[:below], part.after[below:]
        return part

    def end(self) -> GameLines:
        """Return the last game; one without body and tags has the text that belongs to none."""
        return self._finish(is_last=True)


def _ends(text: str) -> bool:
    """Whether a line ends with a score."""
    last = text.rsplit(maxsplit=1)[-1:]
    return bool(last) and last[0] in ("1-0", "0-1", "1/2-1/2", "½-½")


@lru_cache(maxsize=256)
def shapes_of(dialects: Sequence[Dialect[object]]) -> tuple[re.Pattern[str], ...]:
    """Return the distinct patterns of dialects."""
    return tuple(dict.fromkeys(one.lenient_pattern for one in dialects))


def shape_of(text: str, patterns: Sequence[re.Pattern[str]]) -> LineShape:
    """Return what a line looks like in the pattern that covers most of it."""
    found = _NUMBER.match(text)
    start = found.end() if found else len(text) - len(text.lstrip())
    best: list[tuple[int, int]] = []
    covered, first = 0, len(text)
    for pattern in patterns:
        spans, size = [], 0
        for one in pattern.finditer(text):
            begin, end = one.span()
            ink = one[0].strip()
            if ink and not (begin and text[begin - 1].isalnum()):
                spans.append((begin, end))
                # A pattern that takes two moves for one covers the comma between them, no more.
                size += len(ink) - ink.count(" ") - ink.count(",")
                if begin < first and len(ink) > 1 and any(map(str.isalpha, ink)):
                    first = begin
        if size > covered:
            best, covered = spans, size
    number = int(found[1]) if found else None
    if best and found and best[0][0] < found.end(1):
        number, start = None, 0  # The digits belong to a move.
    moves = [span for span in best if span[1] - span[0] > 1]
    words = at = 0
    for word in _INK.finditer(text, start):
        while at < len(best) and best[at][1] <= word.start():
            at += 1
        if at < len(best) and best[at][0] < word.end():
            continue
        ink = word[0]
        is_label = ink[-1] in ":>" and len(ink) > 1
        if word.start() == start:
            is_label |= bool(_LABEL.fullmatch(ink)) or side_named(ink) is not None
        if is_label and ink[-1] in ":>" and _CLOCK.search(text, 0, word.start()):
            words = 0  # What stands between the time of a chat and the name is part of the name.
        words += not is_label and any(map(str.isalpha, ink)) and HOLDER not in ink
    first = first if first < len(text) else -1
    return LineShape(number, len(moves), words, _style(found, number), _is_reply(found), first)


class Plain(NamedTuple):
    """Lines with nothing but moves in one pattern, behind a number or what stands before each.

    No pattern covers more of such a line than this, so that the others need not be tried.

    Attributes:
        pattern: the pattern of the moves.
        prefix: the shape of what stands before the first move.
        words: how many words it has.
    """

    pattern: re.Pattern[str]
    prefix: str
    words: int

    def shape(self, text: str) -> LineShape | None:
        """Return the shape of such a line, None for others."""
        found, move = _NUMBER.match(text), self.pattern.search(text)
        start = found.end() if found else 0
        if move is None or move.start() < start:
            return None
        words = 0
        if text[start : move.start()].strip():
            if found or prefix_shape(text[: move.start()]) != self.prefix:
                return None
            words = self.words
        first, end, moves = move.start(), len(text.rstrip(" \t,;")), 0
        while move and move.end() - move.start() > 1:
            moves += 1
            at = move.end()
            if at >= end:
                number = int(found[1]) if found else None
                is_move = any(map(str.isalpha, text[first:end]))
                style, is_reply = _style(found, number), _is_reply(found)
                return LineShape(number, moves, words, style, is_reply, first) if is_move else None
            blank = _GAP.match(text, at)
            move = self.pattern.match(text, blank.end()) if blank else None
        return None


@lru_cache(maxsize=1 << 12)
def prefix_shape(prefix: str) -> str:
    """Return what stands before a move with 9 for digits, w for words and for a name of several."""
    return _NAME.sub("w", _BLANKS.sub(" ", _GROUP.sub(_class, prefix))).strip()


def _class(found: re.Match[str]) -> str:
    return "9" if found[0].isdigit() else "w"


def _style(found: re.Match[str] | None, number: int | None) -> str:
    """Return the signs around the number of a line."""
    return _NO_SIGN.sub("", found[0])[:2] if found and number is not None else ""


def _is_reply(found: re.Match[str] | None) -> bool:
    return bool(found and found["dots"])


def installed_shapes(dialect: str | None) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of the dialects of installed games."""
    return shapes_of(installed_candidates(dialect))
