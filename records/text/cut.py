"""Cutting a text into games: the lines of each game, and the text above it.

A new game begins with a tag block, below a horizontal rule, or with row number 1 after the end of a
game. A line is split into tokens in the dialect whose moves cover most of it. It is a row of moves
if its tokens are those of a row, or if the next line has similar text before its moves. The reader
of a game then reads all its rows in one dialect.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from notation import Dialect, Finding
from notation.findings import note
from notation.pattern import lazy_pattern
from records.assumptions import BLOCKS, SIDES, Assumptions, candidates, installed_candidates
from records.results import is_doubtful, match_result, may_state, whole_result
from records.text.boards import diagrams_among, drawings_among
from records.text.layout import LEAST_ROWS, LONG_WORD, MOST_LOST, REGULAR, SAMPLE
from records.text.lines import HOLDER, VALUE, Kind, Spans, TextLine, Token, prefix_shape
from records.text.titles import (
    Tag,
    begins_with_tag,
    head_game,
    is_columns,
    is_next_page,
    is_numbered_title,
    labelled,
    labelled_side,
    side_and_player,
    tags_of,
)
from records.text.tokens import hold_remarks, is_row, take_apart
from records.which_game import possible_dialects
from records.words import colour, game_named, side_named, tag_name

SECTION_LIMIT = 1 << 20
"""Length in characters at which a section without a tag block ends."""

REMEMBERED = 500
"""Number of lines above a game that are kept: the first, and at least this many of the last."""

_OWN = lazy_pattern(r"# Rejected by ludograph convert\..*|# .*:\d+: .* \[[a-z-]+\]")
"""Lines that ``convert`` adds to a file of rejects: its heading, and reasons for rejection."""
_RULE = lazy_pattern(r"(?:[-=_~*\N{EN DASH}\N{EM DASH}]\s*){3,}|#\s*-{8,}")
"""A horizontal rule, which ends the game above it; with a hash, even a game that has only tags. So
does ``--`` below a blank line, above the signature of a mail."""

_LISTED = lazy_pattern(r"[ \t]*#[ \t]+\S")
_INSIDE = lazy_pattern(r"(?<!\S)\(?(\d{1,4})[.)](?:\s+|$)")
_BEGINS_WORD = lazy_pattern(r"[^\W\d_](?![\w-]*=)")
"""The beginning of a word, except the name of a value, as in ``eval=-0.30``."""
_AGAIN = lazy_pattern(r"\S\s+\(?1[.):]")
_DIGITS = lazy_pattern(r"\d+")
_WORD = lazy_pattern(r"\d+|[^\W\d_]+")
_NUMBER = lazy_pattern(rf"(?<!\d)\d{{1,4}}(?=[^\d{HOLDER}])")
_SIGNS = lazy_pattern(rf"[^\s{HOLDER}]+")
_NO_COMMENT = lazy_pattern(f"[^{HOLDER}]")
_LAST_WORD = lazy_pattern(r"([^\W\d_]+)[^\w\s]*\s*$")
_MOVELIKE = re.compile(r"(?<!\S)(?=\S*\d)(?!\d{1,4}[.):]*(?!\S))[A-Za-z0-9.,:;x*()-]{2,30}(?!\S)")


class Sections:
    """Cuts a text into sections, before each tag block after a blank line."""

    def __init__(self) -> None:
        self.rest = ""

    def cut(self, block: str) -> Iterator[str]:
        """Add a block of text, and yield the sections that it completes."""
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
        """Return the last section."""
        rest, self.rest = self.rest, ""
        return rest


class LineShape:
    """A line, read in the dialect whose moves cover most of it.

    Attributes:
        line: the line.
        pattern: the pattern of its moves; None without moves.
        before: the shape of the text before its moves; None without moves, or if words follow them.
    """

    def __init__(self, line: TextLine, pattern: re.Pattern[str] | None, before: str | None) -> None:
        self.line, self.pattern, self.before = line, pattern, before

    @property
    def spans(self) -> Spans:
        """The offsets of the moves."""
        return self.line.moves(self.pattern) if self.pattern else []

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        return take_apart(self.line, self.pattern).tokens

    @cached_property
    def number(self) -> int | None:
        """The row number: the only number before the moves, or the first token; None if absent."""
        if self.before is not None and self.before.count("9") < 2:
            found = _DIGITS.search(self.line.text) if "9" in self.before else None
            return int(found[0]) if found and len(found[0]) < 5 else None
        first = self.tokens[:1]
        return int(first[0].text) if first and first[0].kind is Kind.NUMBER else None

    @cached_property
    def words(self) -> int:
        """The number of words that are not moves; they may be misread moves."""
        return sum(one.kind in (Kind.WORD, Kind.SUSPECT) for one in self.tokens)

    @cached_property
    def moves(self) -> int:
        """The number of moves; single letters do not count."""
        return sum(end - begin > 1 for begin, end in self.spans)


@dataclass(slots=True)
class GameLines:
    """The lines of one game.

    Attributes:
        first: number of the line on which its tags or moves begin.
        tags: its tags, with their lines.
        above: lines above its moves.
        body: lines from the first with moves to the last.
        after: lines after the body, which belong to this game or the next.
        last: the last row number; 0 before the first.
        row: number of moves in the row with the last number.
        has_moves: whether there is a move among the lines.
        is_ended: whether a result follows the moves.
        is_apart: whether a line that is neither a tag nor a row follows the tags.
        is_paged: whether the number of a page follows the moves.
        named: the values of the tags by name.
        names: the usual names of the tags, in lower case.
        diagrams: diagrams among the lines, each with the line on which it begins.
        findings: findings on its lines.
        sentence: the shape of the text before the moves, if two successive lines share it.
        template: the texts around the moves of a row, if two successive rows share them.
        in_words: whether words stand between or after the moves in every row.
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
    is_paged: bool = False
    named: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    diagrams: list[tuple[int, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    sentence: str = ""
    template: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    later: list[TextLine] = field(default_factory=list)
    in_words: bool = True

    @property
    def waits(self) -> bool:
        """Whether some lines may belong to a game whose moves are still to come."""
        if self.body or self.tags:
            is_game = self.has_moves or bool(self.body and self.tags)
            return not is_game or any(line.text.strip() for line in self.after)
        return bool(self.diagrams) or any(line.text.strip() for line in self.above)

    def are_quoted(self) -> bool:
        """Whether the moves are quoted in a sentence about an opening, above the game itself."""
        is_short = max(self.last, len(self.body)) <= LEAST_ROWS
        return self.in_words and is_short and not self.is_ended

    @property
    def is_answer(self) -> bool:
        """Whether the game has only one row, not numbered 1, above the rows that a mail quotes."""
        return len(self.seen) == 1 and self.last > 1 and not any(map(_is_quoted, self.body))

    def postpone(self) -> None:
        """Hold the only row back until the rows that the mail quotes below it have been read."""
        self.above += self.after
        self.later, self.body, self.after = self.body, [], []
        self.last = self.row = 0

    def quote(self) -> None:
        """Turn the rows into text above the next game."""
        for line in self.body:
            line.is_row = False
        self.above += [*self.body, *self.after]
        self.body, self.after = [], []
        self.first = self.last = self.row = 0
        self.has_moves = False

    def add(self, line: TextLine) -> None:
        """Keep a line that is not a row.

        Of very many lines above the moves, only the first and the last are kept.
        """
        self.is_apart = True
        if self.body:
            self.after.append(line)
            if len(self.after) > 2 * REMEMBERED:
                self.body += self.after[:REMEMBERED]
                self.after = self.after[REMEMBERED:]
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
        self._tagged: Sequence[re.Pattern[str]] | None = None
        """The move patterns of the dialects that the game's tags allow; None without tags."""
        self._shapes: dict[int, LineShape] = {}
        self._latest: tuple[re.Pattern[str], str] = _MOVELIKE, ""
        """The pattern of the last line that has only moves, and the shape before them."""

    @cached_property
    def _usual(self) -> Sequence[re.Pattern[str]]:
        """The move patterns of all dialects that the caller allows, compiled on first use."""
        return patterns_of(candidates(self.assumptions.game, self.assumptions.dialect))

    @property
    def _patterns(self) -> Sequence[re.Pattern[str]]:
        return self._usual if self._tagged is None else self._tagged

    def _shape(self, lines: Sequence[TextLine], index: int) -> LineShape:
        if index not in self._shapes:
            self._shapes[index] = self._shaped(lines[index], self._patterns)
        return self._shapes[index]

    def _shaped(self, line: TextLine, patterns: Sequence[re.Pattern[str]]) -> LineShape:
        """Return the shape of a line, with the pattern whose moves cover most of it."""
        latest, before = self._latest
        pattern: re.Pattern[str] | None = latest
        found = _before(line, latest) if latest in patterns else None
        if found is None or found != before:  # Otherwise no pattern covers more of the line.
            pattern = _covering(line, patterns)
            found = _before(line, pattern)
            if found is not None and pattern:
                self._latest = pattern, found
            elif latest in patterns and self.part.has_moves:
                pattern = latest  # A line with other words is rather prose than in another dialect.
        spans = line.moves(pattern) if pattern else []
        letters = (begin for begin, end in spans
                   if end - begin > 1 and any(map(str.isalpha, line.text[begin:end])))  # fmt: skip
        line.first = next(letters, -1)
        hold_remarks(line)
        return LineShape(line, pattern, found)

    def take(self, lines: Sequence[TextLine]) -> Iterator[GameLines]:
        """Read lines, and yield the games that they complete."""
        written = [line.written for line in lines]
        diagrams = diagrams_among(written) if any(" to move" in one for one in written) else {}
        drawings = {at: span for at, span in drawings_among(written).items() if at not in diagrams}
        drawn = {at for first, last in drawings.items() for at in range(first, last + 1)}
        self._shapes.clear()
        self._blank_list_marks(lines)
        for index, line in enumerate(lines):
            stripped = line.text.strip()
            if index in diagrams:
                if text := diagrams[index]:
                    self.part.diagrams.append((line.number - text.count("\n"), text))
            elif index in drawn:
                if index in drawings:
                    message = "a drawing of the board is left out: it does not say who is to move"
                    found = note("diagram", message).at(line=line.number, column=1)
                    self.part.findings.append(found)
                self.part.add(TextLine(line.number, "", ""))
            elif not stripped:
                self.part.add(line)
            elif tags := _tags(line, stripped):
                yield from self._take_tags(tags, lines, index)
            elif _RULE.fullmatch(stripped) or (stripped == "--" and not written[index - 1].strip()):
                if _is_result_below(lines, index) and self.part.body and not self.part.is_ended:
                    continue
                if self._goes_on(lines, index):
                    self.part.add(TextLine(line.number, "", ""))
                    continue
                if self.part.body or (stripped[0] == "#" and self.part.tags):
                    yield self._finish()
                else:
                    self.part.add(TextLine(line.number, "", ""))
            elif stripped[0] == "#" and (not self.part.body or self.part.is_ended):
                is_own = _OWN.fullmatch(stripped)
                self.part.add(TextLine(line.number, "", "") if is_own else line)
            elif self.part.body and is_next_page(stripped):
                message = f"{stripped!r} is read as the number of a page"
                self.part.findings.append(note("heading", message).at(line=line.number, column=1))
                self.part.add(TextLine(line.number, "", ""))
                self.part.is_paged = True
            elif not self.part.body and _names_game(stripped):
                self.part.add(line)
            else:
                yield from self._take_words(lines, index)

    def _blank_list_marks(self, lines: Sequence[TextLine]) -> None:
        """Blank the ``#`` of wiki lists, if most of the lines with it have only moves."""
        listed = [line for line in lines if _LISTED.match(line.text)]
        moves = [line for line in listed if self._has_only_moves(line)]
        if len(moves) >= max(LEAST_ROWS, REGULAR * len(listed)):
            for line in listed:
                line.blank(0, line.text.index("#") + 1)

    def _has_only_moves(self, line: TextLine) -> bool:
        found = line.part(line.text.index("#") + 1, len(line.text))
        pattern = _covering(found, self._patterns)
        kinds = {one.kind for one in take_apart(found, pattern).tokens}
        return Kind.MOVE in kinds and kinds <= {Kind.MOVE, Kind.COMMENT, Kind.MARKS}

    def _goes_on(self, lines: Sequence[TextLine], index: int) -> bool:
        """Whether the game goes on below a horizontal rule, with the next row or a reply."""
        last, end = self.part.last, min(len(lines), index + SAMPLE)
        for at in range(index + 1, end) if last and not self.part.is_ended else ():
            if not (stripped := lines[at].text.strip()) or _RULE.fullmatch(stripped):
                continue
            if _tags(lines[at], stripped):
                return False
            shape = self._shape(lines, at)
            if shape.number is not None and shape.moves:
                is_reply = [one.kind for one in shape.tokens[1:2]] == [Kind.DOTS]
                return shape.number == last + 1 or (shape.number == last and is_reply)
        return False

    def _take_tags(
        self, tags: Sequence[Tag], lines: Sequence[TextLine], index: int
    ) -> Iterator[GameLines]:
        part, line = self.part, lines[index]
        block = [*tags]
        for at in range(index + 1, len(lines)) if part.is_apart else ():
            if not (more := _tags(lines[at], lines[at].text.strip() or " ")):
                break
            block += more
            if lines[at].text[more[-1].end :].strip():
                break  # Moves follow the tags on the line.
        if part.body or (
            part.is_apart and not part.names.isdisjoint(_usual_name(tag.name) for tag in block)
        ):
            yield self._finish()
            part = self.part
        part.is_apart = False
        part.first = part.first or line.number
        part.tags += ((tag, line) for tag in tags)
        part.named |= {tag.name: tag.value for tag in tags}
        part.names |= {_usual_name(tag.name) for tag in tags}
        possible = possible_dialects(self.assumptions, part.named)
        self._tagged = patterns_of(possible) if possible else (_MOVELIKE,)
        self._shapes.clear()
        end = tags[-1].end
        if line.text[end:].strip():
            line.blank(0, end)
            yield from self._take_words([line], 0)

    def _take_words(self, lines: Sequence[TextLine], index: int) -> Iterator[GameLines]:
        part, line = self.part, lines[index]
        shape = self._shape(lines, index)
        if not (shape.moves or part.body or self.assumptions.game) and shape.number is not None:
            other = patterns_of(installed_candidates(self.assumptions.dialect))
            if other and (found := self._shaped(line, other)).moves:
                shape, self._tagged = found, other
        if _is_quoted(line) and " ".join(line.text.split()) in part.seen:
            message = "rows that a mail quotes again are left out"
            if not any(one.message == message for one in part.findings):
                part.findings.append(note("markup", message).at(line=line.number, column=1))
            part.add(TextLine(line.number, "", ""))
            return
        if cuts := _games_on(shape):
            for start, end in pairwise((0, *cuts, len(line.text))):
                self._shapes.clear()
                yield from self._take_words([line.part(start, end)], 0)
            self._shapes.clear()
            return
        is_row = self._is_row(lines, index, shape)
        if (part.template or not is_row) and self._take_template(lines, index):
            self._shapes[index] = shape = self._shaped(line, self._patterns)
        elif not is_row:
            part.add(line)
            return
        line.is_row = True
        if part.body and self._begins(shape, lines, index):
            if part.are_quoted():
                part.quote()
            elif _is_quoted(line) and part.is_answer:
                part.postpone()
            else:
                yield self._finish()
                part = self.part
        part.first = part.first or line.number
        part.body += part.after
        part.after, part.is_paged = [], False
        part.body.append(line)
        part.seen.add(" ".join(line.text.split()))
        if shape.number is not None:
            part.last, part.row = shape.number, 0
        for number, _ in _due(line.text, part.last):
            part.last = number
        result = None if shape.moves else match_result(line.text.strip())
        part.row += shape.moves
        is_sentence = shape.before is None or "\n" in shape.before
        part.in_words &= is_sentence and shape.moves > 0 and shape.words > 0
        part.has_moves |= shape.moves > 0 or result is not None
        part.is_ended = (result is not None and result.written != "*") or _ends(line.text)

    def _take_template(self, lines: Sequence[TextLine], index: int) -> bool:
        """Blank the words around the moves if they recur on the next line; return whether they do.

        The number of the row and names of sides between moves are kept. The last row may have fewer
        moves.
        """
        part, line, shape = self.part, lines[index], self._shape(lines, index)
        if not shape.moves or (shape.before is not None and not part.template):
            return False
        around, written = _around(shape), _template(shape)
        kept = _more_behind(around[-1], written, part.template)
        written = part.template if kept else written
        if written != part.template:
            below = next(self._below(lines, index))
            recurs = below != index and written == _template(self._shape(lines, below))
            if recurs and len(around) == 2:  # Of one move, twice may be chance.
                second = next(self._below(lines, below))
                recurs = second != below and written == _template(self._shape(lines, second))
            is_short = len(around) < len(part.template) and written[0] == part.template[0]
            if not (is_short or recurs):
                return False
        if not part.template:
            shown = line.shown(0, len(line.text))
            message = f"the words around the moves are left out: {shown!r}"
            part.findings.append(note("markup", message).at(line=line.number, column=1))
        part.template = max(written, part.template, key=len)
        numbers = [*_NUMBER.finditer(around[0])]
        due = [one for one in numbers if one[0] == str(part.last + 1)] or numbers[:1]
        at = 0
        for text, (start, end) in zip(around, (*shape.spans, (len(line.text), 0)), strict=True):
            side = _LAST_WORD.search(text) if at else None
            at += kept if not end else 0
            line.write(at, _NO_COMMENT.sub(" ", line.text[at:start]))
            if side and side_named(side[1]):
                line.write(at + side.start(), side[1])
            at = end
        if due:
            line.write(due[0].start(), f"{due[0][0]}.")
        return True

    def _is_row(self, lines: Sequence[TextLine], index: int, shape: LineShape) -> bool:
        """Whether a line belongs to the moves of a game."""
        part, line = self.part, lines[index]
        is_result = not shape.moves and [one.kind for one in shape.tokens[:1]] == [Kind.RESULT]
        is_remark = part.is_ended and shape.words > max(shape.moves, 1) and shape.number != 1
        if is_remark and not (is_result or shape.moves) and LONG_WORD.search(line.text):
            return False  # Prose.
        may_head = part.body and (is_result or is_remark)
        is_headed = may_head and head_game([one.text for one in part.after])
        if is_result and is_headed:
            return False  # The result is in the heading of the next game.
        if is_remark and not is_headed:
            return False  # A remark on a move that was not played.
        if not (is_result or shape.moves) and labelled(line.text, ()):
            return False  # A tag, such as ``Date:2014-09-28``.
        if part.is_ended and not shape.moves and LONG_WORD.search(line.text):
            return is_result
        if shape.moves:
            if self._runs_on(line, shape, lines[next(self._below(lines, index))]):
                return True
            if shape.before is not None and any(
                self._is_alike(shape, lines, index, at) for at in self._below(lines, index)
            ):
                return True
        if is_row(shape.tokens, bool(part.body or part.tags)):
            begins = line.text.lstrip()[:1]
            return shape.moves > 0 or not (begins in ("|", "#") and is_columns(line.text))
        is_due = bool(part.body) and shape.number == part.last + 1 and not part.after
        is_signed = 0 < shape.words <= LEAST_ROWS and shape.tokens[0].written != ""
        return is_due and is_signed and not part.is_ended

    def _below(self, lines: Sequence[TextLine], index: int) -> Iterator[int]:
        """Yield the index of the next line with text, or ``index`` itself if there is none.

        If the next line has no moves, as in a log, yield the index of the one after it as well.
        """
        following = (at for at in range(index + 1, len(lines)) if lines[at].text.strip())
        first = next(following, index)
        yield first
        second = next(following, index)
        if self._shape(lines, first).moves == 0 and lines[second].text.strip()[0] != "#":
            yield second

    def _runs_on(self, line: TextLine, shape: LineShape, below: TextLine) -> bool:
        """Whether rows of running text begin on a line; there may be prose between them.

        Within a game, the first of them must be the next row. Otherwise it must be row 1, with row
        2 on the same line or on the line below.
        """
        moves = {start for start, _ in shape.spans}
        due = [*_due(line.text, self.part.last)]
        if due and is_doubtful(line.text[: due[0][1]]):
            return False  # A move that might have been played.
        is_begun = any(end in moves for _, end in due)
        if self.part.body or not due or len(due) > 1:
            return is_begun or (len(due) > 1 and not self.part.body)
        return is_begun and shape.moves > 1 and next(_due(below.text, due[0][0]), None) is not None

    def _is_alike(
        self, shape: LineShape, lines: Sequence[TextLine], index: int, below: int
    ) -> bool:
        """Whether the text before the moves is similar to that in earlier rows or on a line below.

        Args:
            below: index of the line below; ``index`` itself if there is none.
        """
        other = self._shape(lines, below)
        before = (shape.before or "").rstrip(".")  # Dots stand behind the number of a reply.
        if self.part.body and before == self.part.sentence:
            return True
        after = (other.before or "").rstrip(".") if below != index and other.moves else ""
        if before == after != "":
            self.part.sentence = before
            return True
        return False

    def _begins(self, shape: LineShape, lines: Sequence[TextLine], index: int) -> bool:
        """Whether a row begins the next game."""
        part, number = self.part, shape.number
        between = [line.text for line in part.after if line.text.strip()]
        if number is None:
            return shape.moves > 0 and head_game(between)
        is_laid_out = self.assumptions.layout in (BLOCKS, SIDES)
        is_apart = number > part.last + 1 or (number == 1 and not is_laid_out)
        if is_apart and head_game(between):
            return True
        if number != 1 or not part.last or is_laid_out:
            return False
        kinds = [one.kind for one in shape.tokens]
        first = take_apart(part.body[0], shape.pattern).tokens
        is_reply = kinds[1:2] == [Kind.DOTS] and [one.kind for one in first[1:2]] != [Kind.DOTS]
        if is_reply or (len(kinds) > 1 and {*kinds} == {Kind.NUMBER}):
            return False  # A reply, or several numbers and nothing else.
        sides = [labelled_side(line.text) for line in (*part.body[:1], lines[index])]
        if None not in sides and len({side[0] for side in sides if side}) > 1:
            return False  # The moves of the other side.
        following = next(self._rows(lines, index), None)
        if following is not None and part.last > 1 and 2 <= following - part.last <= MOST_LOST + 2:
            return False  # The number of the row due, misread.
        if part.is_ended:
            return True
        if part.is_paged:
            return False
        if between := [text for text in between if LONG_WORD.search(text)]:
            above = next((line.text for line in part.above[::-1] if line.text.strip()), "")
            named = [one and one[0] for one in map(side_and_player, (above, *between))]
            return None in named[1:] or named[0] in named[1:]
        if part.last == 1:
            return part.row > 1
        is_below = any(not line.text.strip() for line in part.after)
        return is_below or following is None or following <= 2

    def _rows(self, lines: Sequence[TextLine], index: int) -> Iterator[int]:
        """Yield the row numbers of the next lines below a line, up to a blank line or a tag."""
        for at in range(index + 1, min(index + SAMPLE, len(lines))):
            if not lines[at].text.strip() or lines[at].text.lstrip().startswith("["):
                return
            shape = self._shape(lines, at)
            if shape.number is not None and shape.moves:
                yield shape.number

    def _finish(self, is_last: bool = False) -> GameLines:
        """Return the game in progress; keep the lines below it that belong to the next game."""
        part, self.part, self._tagged = self.part, GameLines(), None
        self._shapes.clear()  # The next game may be in another dialect.
        part.body += part.later
        texts = [line.text.strip() for line in part.after]
        # Text before a blank line belongs to this game, and so does all text after the last one.
        below = next((at for at, text in enumerate(texts) if text), 0)
        is_result = may_state(texts[below]) and not is_numbered_title(texts[below]) if below else 0
        below = below if is_result else 0
        while below < len(texts) and (texts[below] or is_last):
            below += 1
        is_title = 0 < below == len(texts) < 3 and not any(map(match_result, texts))
        if not is_last and (is_title or head_game(texts[:below])):
            heads = (at for at, text in enumerate(texts[:below]) if match_result(text) is None)
            below = next(heads, below)
        part.after, self.part.above = part.after[:below], part.after[below:]
        return part

    def end(self) -> GameLines:
        """Return the last game; if it has neither moves nor tags, its text belongs to no game."""
        return self._finish(is_last=True)


def _is_quoted(line: TextLine) -> bool:
    """Whether a line is quoted in a mail."""
    return line.written.lstrip()[:1] == ">"


def _games_on(shape: LineShape) -> list[int]:
    """Return the offsets at which further games begin on a line: a row number 1 after a result."""
    if not _AGAIN.search(shape.line.text):
        return []
    return [
        token.start
        for before, token in pairwise(shape.tokens)
        if before.kind is Kind.RESULT and token.kind is Kind.NUMBER and token.text == "1"
    ]


def _due(text: str, last: int) -> Iterator[tuple[int, int]]:
    """Yield the row numbers in a line that count on from the last one, with the offset after each.

    A full stop or bracket and a blank follow each number. At most `MOST_LOST` numbers are skipped.

    Args:
        text: the line.
        last: the last row number before it, 0 without one.
    """
    for found in _INSIDE.finditer(text):
        if 0 < int(found[1]) - last <= MOST_LOST + 1:
            last = int(found[1])
            yield last, found.end()


def _is_result_below(lines: Sequence[TextLine], index: int) -> bool:
    """Whether the line below a rule is a result and nothing else."""
    below = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
    return below != "*" and whole_result(below) is not None


def _names_game(text: str) -> bool:
    """Whether a line names a game and has no digits, so that it is not a row of misread moves."""
    return not any(map(str.isdigit, text)) and game_named(text) is not None


def _usual_name(name: str) -> str:
    return (tag_name(name) or name).casefold()


def _tags(line: TextLine, stripped: str) -> list[Tag]:
    """Return the tags at the beginning of a line; the ``>`` of quoted mail is left out."""
    if "[" not in (stripped[0], line.written.lstrip(" \t>\ufeff\u200b\u2060")[:1]):
        return []
    if line.folded is not None or len(line.written) != len(line.text):
        return tags_of(line.written)
    pairs = zip(line.written, line.text, strict=True)
    return tags_of("".join(" " if cleaned == " " else one for one, cleaned in pairs))


def _ends(text: str) -> bool:
    """Whether a line ends with a canonical result."""
    last = text.rsplit(maxsplit=1)[-1:]
    return bool(last) and last[0] in ("1-0", "0-1", "1/2-1/2", "½-½")


@lru_cache(maxsize=256)
def patterns_of(dialects: Sequence[Dialect[object]]) -> tuple[re.Pattern[str], ...]:
    """Return the distinct move patterns of dialects."""
    return tuple(dict.fromkeys(one.lenient_pattern for one in dialects))


def _covering(line: TextLine, patterns: Sequence[re.Pattern[str]]) -> re.Pattern[str] | None:
    """Return the pattern whose moves cover most of a line; None if there is no move.

    Blanks and commas do not count, since some patterns match two moves with a comma as one.
    """
    covered = dict[re.Pattern[str], int]()
    for pattern in patterns:
        if spans := line.moves(pattern):
            taken = "".join([line.text[start:end] for start, end in spans])
            covered[pattern] = len(taken) - taken.count(" ") - taken.count(",")
    return max(covered, key=covered.__getitem__, default=None)


def _around(shape: LineShape) -> list[str]:
    """Return the texts around the moves of a line."""
    ends = [end for _, end in shape.spans]
    starts = [start for start, _ in shape.spans]
    return [shape.line.text[a:b] for a, b in zip([0, *ends], [*starts, None], strict=True)]


def _template(shape: LineShape) -> list[str]:
    """Return the texts around the moves, with ``9`` for numbers and sides, without comments."""
    texts = (" ".join(VALUE.sub("9", text.replace(HOLDER, " ")).split()) for text in _around(shape))
    return [
        _WORD.sub(lambda one: "9" if one[0].isdigit() or colour(one[0]) else one[0], text)
        for text in texts
    ]


def _more_behind(text: str, written: Sequence[str], template: Sequence[str]) -> int:
    """Return the length of the text behind the last move that exceeds the template; else 0.

    This text may belong to the move. All other text must be as in the template.

    Args:
        text: the text behind the last move.
        written: the texts around the moves in the form of a template.
        template: the template.
    """
    usual = template[-1].split() if template else []
    words = [*_SIGNS.finditer(text)]
    is_alike = written[:-1] == template[:-1] and written[-1].split()[-len(usual) :] == usual
    return words[-len(usual)].start() if usual and is_alike and len(words) > len(usual) else 0


def _before(line: TextLine, pattern: re.Pattern[str] | None) -> str | None:
    """Return the shape of the text before the moves (`prefix_shape`).

    If the moves are followed by words in brackets, a newline and the shape of these are appended.
    The result is None without moves, and if other words stand between or after the moves.
    """
    spans = line.moves(pattern) if pattern else []
    if not spans:
        return None
    between = "".join(line.text[end:begin] for (_, end), (begin, _) in pairwise(spans))
    rest = line.text[spans[-1][1] :].lstrip(" \t,;")
    if any(map(str.isalpha, between)) or _BEGINS_WORD.match(rest):
        return None
    behind = f"\n{prefix_shape(rest)}" if any(map(str.isalpha, rest)) else ""
    return prefix_shape(line.text[: spans[0][0]]) + behind
