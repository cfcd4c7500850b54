"""Lines of a text as ink with a place: what is no move is blanked, the rest cut into tokens.

A line keeps its length, so that columns stay. `clean` blanks comments and mark-up once for a whole
text, `without_furniture` what repeats beside the moves of a table, and `tokens` takes a line apart
in the dialect that has been decided for its game.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

from notation import Dialect, Finding
from notation.characters import Folded, fold_words
from notation.dialect import DASH
from notation.findings import note
from notation.pattern import lazy_pattern
from records.model import Place
from records.results import match_result
from records.text.layout import NOTHING
from records.words import side_named

HOLDER = "\1"
"""Stands in a cleaned line where a comment begins."""

COMMENT_LINES = {"{": 400, "(": 20, "[": 20}
"""Lines that a comment may run over before its closing brace or bracket is taken for missing."""

REGULAR = 0.6
"""Share of the lines with moves at which something must stand alike to be furniture. Below one
half it would not be most of them; 0.5 to 0.8 read the sample texts alike."""


class Kind(Enum):
    """What a token is."""

    MOVE = auto()
    NUMBER = auto()
    DOTS = auto()
    MARKS = auto()
    COMMENT = auto()
    MARK = auto()
    """A mark between moves that means nothing: a comma, bar, stroke, semicolon or dash."""
    RESULT = auto()
    SIDE = auto()
    """The colour of the player whose move follows."""
    SUSPECT = auto()
    """A word that stands where a move should and looks like one."""
    WORD = auto()


class Token(NamedTuple):
    """A piece of a line.

    Attributes:
        kind: what it is.
        text: the text; of a number its digits, of a comment what is inside, of a side its name.
        start: offset in the line.
        end: offset behind it.
        written: how a comment is written that mentions a move; the sign behind a number.
        line: number of its line.
    """

    kind: Kind
    text: str
    start: int
    end: int
    written: str = ""
    line: int = 0


@dataclass(slots=True)
class TextLine:
    """A line of a text.

    Attributes:
        number: its number, from 1.
        written: the line as it stands in the text.
        text: the line with blanks for what is no move, and usual characters for odd ones.
        folded: the odd characters.
        comments: comments by the offset at which they begin.
        mover: which of the names before the moves stands here, from 0, and of how many.
        speaker: which side's name stands before its only move, of how many, and the offset of the
            move; tokens read the name.
        first: the offset of its first move in any dialect, -1 without one; None where not known.
    """

    number: int
    written: str
    text: str
    folded: Folded | None = None
    comments: dict[int, Token] = field(default_factory=dict)
    mover: tuple[int, int] | None = None
    speaker: tuple[int, int, int] | None = None
    first: int | None = None

    def place(self, offset: int) -> Place:
        """Return the line and column of an offset."""
        return self.number, self.folded.column(offset + 1) if self.folded else offset + 1


# Cleaning.

_QUOTE = '"\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019'
_TAG = (
    r"^[ \t]*(?:\[[ \t]*[^\s\"\[\]]+[ \t]+\"(?:[^\"\\\n]|\\.)*\"[ \t]*\][ \t]*)+"
    rf"|^[ \t]*\[[ \t]*[^\W\d_][^\[\]{_QUOTE}\n]{{0,40}}[{_QUOTE}'`\u00b4].*$"
)
_HTML = (
    "abbr|blockquote|body|br|caption|center|code|col|colgroup|div|font|h[1-6]|head|html|hr|img"
    "|link|meta|p|pre|span|strong|style|sub|sup|table|tbody|tfoot|thead|title|[abisuq]|dd|dl|dt|em"
    "|li|ol|td|th|tr|tt|ul"
)
_FORUM = "[bisu]|url|img|quote|code|list|table|tr|td|th|li|color|size|font|center|spoiler|pre"
_MARKUP = (
    r"^[ \t]*(?:>[ \t]?)+"  # quoted mail
    r"|^[ \t]*[|+\u2500-\u257f](?=[^\n]*[-=\u2500\u2550]{2})[-=:+| \t\u2500-\u257f]+$"  # a rule
    r"|^[ \t]*```\w*[ \t]*$|[\u2502\u2503\u2551]"
    r"|^[ \t]*[*+\u2022\u2023\u25aa\u25cf\u25cb-][ \t]+"  # bullets
    r"(?=\(?\d{1,4}[.):]*[ \t]+[*_`\"']{0,2}\w)"
    r"|^[ \t]*#(?=\d{1,3}[.):]?[ \t]+\w)"
    rf"|(?i:</?(?:{_HTML})(?:[ \t][^<>\n]{{0,300}})?/?>|<!doctype[^<>\n]{{0,200}}>"
    rf"|<!--[^<>\n]{{0,300}}-->|\[/?(?:{_FORUM})(?:=[^\]\s]{{0,200}})?\]|\[\*\])"
    r"|&(?:[a-zA-Z]{2,8}|\#\d{2,5});|\*\*|__|`|(?<!\w)_(?=\w)|(?<=[\w)])_(?!\w)"
    r"|(?<![^\s,;|])(?:[\"\u201c\u201d\u201e\u00ab][A-Za-z0-9][^\"\u201d\u201c\u00bb\n]{1,60}"
    r"[\"\u201d\u201c\u00bb]|['\u2018][A-Za-z0-9][^'\u2019\n]{1,60}['\u2019])(?=[\s,;|]|$)"
)
_TIME = r"\d{1,2}:\d\d(?::\d\d)?|\d{1,3}'(?:\d\d)?|\d{1,2}h\d\d"
_EVALUATION = r"[\u00b1\u2213\u2a72\u2a71\u221e]|\+[-\u2212]|[-\u2212]\+|\$\d{1,3}"
_ASIDE = (
    rf"(?<=[ \t])(?:[(\[](?:{_TIME})[)\]]|(?:{_TIME}))(?!\S)|(?<=\S[ \t])(?:{_EVALUATION})(?!\S)"
    r"|~~[^~\n]{1,30}~~"
)
_REMARK = lazy_pattern(
    r"(?<=\S[ \t])(?:\((?=[^()\n]*(?:[^\W\d_]{3}(?![^\W_]*\d)|\bi\.e\.))[^()\n]{2,200}\)"
    r"|\[(?=[^\[\]\n]*[^\W\d_]{3}(?![^\W_]*\d))[^\[\]\n]{2,200}\])(?!\S)"
)
_SCAN = lazy_pattern(
    rf"(?m)(?P<tag>{_TAG})|(?P<brace>\{{)|(?P<open>[(\[](?=[^()\[\]\n]*$))"
    rf"|(?P<markup>{_MARKUP})|(?P<aside>{_ASIDE})"
)
_MAY_SCAN = lazy_pattern(
    r"(?m)[{}<>`&~\u2500-\u257f$\u00b1\u2213\u2a71\u2a72\u221e\"\u201c\u201d\u201e\u00ab]|\*\*|_"
    r"|\[[/a-zA-Z*]|[(\[][^()\[\]\n]*$|^[ \t]*[|+*#\u2022\u2023\u25aa\u25cf\u25cb-]|\d[:'h]|[+-] "
)
_COMMAND = lazy_pattern(r"\s*[A-Za-z]\w*\s+move\s+\d+\s+\S+\s+\S+\s+(?=\S)")
"""What stands before a move sent to a server: game, number, user and password."""
_MISREAD = lazy_pattern(r"\{\w{0,2}\d\w?[-.,]\w")
"""A brace that a scanner took for a letter of a move."""
_POINTS = lazy_pattern(r"[ \t]*[A-Za-z]\d{1,2}[ \t]*,")
_PROSE = lazy_pattern(r"\s*(?:\d{1,3}\.|[^\W\d_]{2,}|[\w.,-]+\s)")
_CLOSE = lazy_pattern(r"\\.|\}", re.DOTALL)
_ESCAPED = lazy_pattern(r"\\(?:u([0-9a-f]{4})|(.))", re.DOTALL)
_MEANT = {"n": "\n", "r": "\r"} | dict(zip('\\"{}', '\\"{}', strict=True))
_STOP = lazy_pattern(rf"(?m)^\s*$|{_TAG}|^\s*(?:[-=_~*]\s*){{3,}}$")


def unescape(text: str) -> str:
    r"""Undo the backslashes of a tag value or a comment; ``\u001b`` is a character by number.

    A backslash before a character that needs none, as in a path, is kept.
    """
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _MEANT.get(found[2], found[0])


@dataclass(slots=True)
class Clean:
    """The lines of a text without comments and mark-up.

    Attributes:
        lines: the lines.
        findings: notes on mark-up and on comments that are not closed, to be given to the games.
    """

    lines: list[TextLine]
    findings: list[Finding]


def clean(written: Sequence[str], first: int, offset: int = 0) -> Clean:
    """Return lines without comments and mark-up.

    Args:
        written: the lines.
        first: the number of the first of them.
        offset: where that begins in its line, if it is only a part of one.
    """
    lines = []
    commands: list[TextLine] = []
    for number, line in enumerate(written, start=first):
        if " move " in line and (command := _COMMAND.match(line)):
            line = " " * command.end() + line[command.end() :]  # The password is kept nowhere.
            commands.append(TextLine(number, line, line))
        folded = None if line.isascii() and line.isprintable() else fold_words(line)
        if offset:
            places = range(len(line)) if folded is None else folded.places
            moved = [place + offset for place in places]
            odd = () if folded is None else folded.odd
            odd = tuple((column + offset, character) for column, character in odd)
            folded = Folded(folded.text if folded else line, moved, odd)
        lines.append(TextLine(number, line, folded.text if folded else line, folded))
    text = "\n".join(line.text for line in lines)
    cleaned = _Cleaner(text, lines).clean() if _MAY_SCAN.search(text) else Clean(lines, [])
    if commands:
        times = f", {len(commands)} times" if len(commands) > 1 else ""
        message = f"commands to a server are read as their moves; passwords are left out{times}"
        place = commands[0].place(0)
        cleaned.findings.append(note("markup", message).at(line=place[0], column=place[1]))
    return cleaned


class _Cleaner:
    """One pass over a text that blanks comments and mark-up."""

    def __init__(self, text: str, lines: list[TextLine]) -> None:
        self.text, self.lines = text, lines
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line.text) + 1)
        self.pieces: list[str] = []
        self.copied = 0
        self.marked: dict[str, list[tuple[int, str]]] = {}
        self.unclosed: list[int] = []
        self.closing = (
            [one.start() for one in _CLOSE.finditer(text) if one[0] == "}"] if "{" in text else []
        )

    def clean(self) -> Clean:
        """Return the cleaned lines."""
        position, text = 0, self.text
        while found := _SCAN.search(text, position):
            start, position = found.span()
            if found["tag"] is not None:
                continue
            if found["brace"] or found["open"]:
                end = self._end(start)
                position = self._comment(start, end) if end else start + 1
            elif found["aside"]:
                self._put(start, position, found["aside"].strip("~ "))
                self.marked.setdefault("comment", []).append((start, found["aside"]))
            else:
                self._blank(start, position, _meant(found["markup"]))
                if found["markup"].strip():
                    self.marked.setdefault("markup", []).append((start, found["markup"].strip()))
            position = max(position, start + 1)
        self.pieces.append(text[self.copied :])
        for line, cleaned in zip(self.lines, "".join(self.pieces).split("\n"), strict=True):
            line.text = cleaned
        return Clean(self.lines, list(self._notes()))

    def _end(self, start: int) -> int:
        """Return the offset behind a comment, 0 if it is no comment over lines."""
        sign = self.text[start]
        if sign == "{":
            at = bisect_left(self.closing, start)
            end = self.closing[at] + 1 if at < len(self.closing) else 0
        else:
            end = self._closed(start)
        if sign != "{" and _POINTS.match(self.text, start + 1):
            return 0  # A part of a move that goes on in the next line.
        if sign != "{" and not _PROSE.match(self.text, start + 1):
            return 0  # A letter that a scanner took for a bracket.
        limit = COMMENT_LINES[sign]
        if end and self.text.count("\n", start, end) <= limit:
            return end
        if sign == "{" and not _MISREAD.match(self.text, start):
            self.unclosed.append(start)
            return self._line_end(start)
        return 0

    def _closed(self, start: int) -> int:
        """Return the offset behind a bracket over lines; 0 where a blank line is first."""
        stop = start
        for _ in range(COMMENT_LINES["("]):
            stop = self._line_end(stop) + 1
            if stop >= len(self.text) or _STOP.match(self.text, stop, self._line_end(stop)):
                break
        depth, closing = 0, {"(": ")", "[": "]"}[self.text[start]]
        for at in range(start, min(stop, len(self.text))):
            depth += (self.text[at] == self.text[start]) - (self.text[at] == closing)
            if not depth:
                return at + 1
        return 0

    def _line_end(self, start: int) -> int:
        end = self.text.find("\n", start)
        return end if end >= 0 else len(self.text)

    def _comment(self, start: int, end: int) -> int:
        closed = end - (self.text[end - 1] in "})]")
        inside = self.text[start + 1 : closed]
        if self.text[start] == "{":
            self._put(start, end, unescape(inside.strip()))
        else:
            self._put(start, end, " ".join(inside.split()), self.text[start:end])
        return end

    def _put(self, start: int, end: int, comment: str, written: str = "") -> None:
        """Take a comment out of the text."""
        line = self.lines[bisect_left(self.starts, start + 1) - 1]
        offset = start - self.starts[line.number - self.lines[0].number]
        line.comments[offset] = Token(Kind.COMMENT, comment, offset, offset + 1, written)
        self._blank(start, end, HOLDER + re.sub("[^\n]", " ", self.text[start + 1 : end]))

    def _blank(self, start: int, end: int, instead: str) -> None:
        self.pieces += (self.text[self.copied : start], instead)
        self.copied = end

    def _notes(self) -> Iterator[Finding]:
        for start in self.unclosed:
            yield self._note("unclosed-comment", "no } closes this comment: it ends here", start)
        for code, found in self.marked.items():
            kind = "markup of mail, forums or web pages is left out"
            if code == "comment":
                kind = "times and signs beside moves are read as comments"
            times = f", {len(found)} times" if len(found) > 1 else ""
            yield self._note(code, f"{kind}{times}", found[0][0], found[0][1])

    def _note(self, code: str, message: str, start: int, text: str | None = None) -> Finding:
        at = bisect_left(self.starts, start + 1) - 1
        line, column = self.lines[at].place(start - self.starts[at])
        return note(code, message).at(line=line, column=column, text=text)


_QUOTES = "\"'\u201c\u201d\u201e\u00ab\u2018"


def _meant(markup: str) -> str:
    """Return the replacement of mark-up, of equal length."""
    if markup[0] == "&":
        from html import unescape as of_html

        meant = of_html(markup)
        return (" " if len(meant) > 1 or meant.isspace() else meant).ljust(len(markup))
    if markup[0] in _QUOTES:
        return f" {markup[1:-1]} "
    return "|" if markup in "\u2502\u2503\u2551" else " " * len(markup)


# Tokens.

DASHES = lazy_pattern(r"(?:[-=_~*\N{EN DASH}\N{EM DASH}]\s*){3,}")
LONGEST_SUSPECT = 3
"""Letters that a word without digits may have and still be a misread move."""
FULL_ROW = 2
"""Moves of a row behind which the rest of a line is a comment, even if only moves follow."""

_BLANKS = lazy_pattern(r"\s+")
_NUMBER = lazy_pattern(
    r"\((?P<bracketed>\d{1,4})\)|(?P<bare>\d{1,4})(?:(?P<two>\.\.)(?=\s+\S+\s+\S)|(?=\.\.)"
    r"|[ \t]?(?P<sign>\.[-\u2013](?=\s|\w)|[.):])|(?=\s|$|\u2026))"
)
_NUMBERED = lazy_pattern(r"\s*\(?\d{1,4}[.):]*\s")
_DOTS = lazy_pattern(r"\.{2,}|\N{HORIZONTAL ELLIPSIS}")
_MARKS = lazy_pattern(r"[!?]+")
_SIGNS = lazy_pattern(r"[+#=]+(?=[\s,;|!?]|$)")
_BETWEEN = lazy_pattern(r"[|,/]+|\.(?=\s*$)")
_REST = lazy_pattern(r"(?:(?<!\S)(?:;|\#+|//+)|;(?!\S))|;")
_DASH = lazy_pattern(rf"{DASH}+\s*")
_DASHED_REMARK = lazy_pattern(
    r"(?:--+|[-\u2013\u2014])[ \t]+(?=[^\W\d_]+[ \t,]+[^\W\d_]{2})"
    r"|--+[ \t]+(?=[^\W\d_]{3,}[.!]?\s*$)"
)
_LAST_SCORE = lazy_pattern(r"(?<=\s)(?:1-0|0-1|1/2-1/2|½-½)\s*$")
_LABEL = lazy_pattern(r"[^\W\d_]+(?:\s*[:.]\s*|\s+)")
_WORD = lazy_pattern(rf"[^\s{HOLDER}]+")
_VARIATION = lazy_pattern(r"\s*([a-h]\)[ \t]+(?!1\b)\d{1,3}[. ])")
_MOVELIKE = lazy_pattern(
    r"(?=.*(?:\d|\w[.\-,]\w|^\W+$))"
    r"[\w.,:;()*+?\N{MULTIPLICATION SIGN}\-\N{EN DASH}\N{EM DASH}]{1,24}"
)
_DIGIT = lazy_pattern(r"\d")


class Tokenizer:
    """Takes lines apart in one dialect.

    Args:
        dialect: the dialect of the moves; None for a text in which nothing is a move.
    """

    def __init__(self, dialect: Dialect[object] | None) -> None:
        self.dialect = dialect

    def tokens(self, line: TextLine) -> list[Token]:
        """Return the tokens of a line."""
        if ("(" in line.text or "[" in line.text) and self.dialect:
            line = self._without_remarks(line)
        return _OfLine(line, self.dialect).taken()

    def _without_remarks(self, line: TextLine) -> TextLine:
        """Return a line without bracketed remarks after moves; patterns could match them."""
        text, comments = line.text, dict(line.comments)
        for found in _REMARK.finditer(text):
            start, end = found.span()
            if self.dialect and self.dialect.lenient_pattern.search(text, 0, start):
                written = found[0] if any(map(str.isdigit, found[0])) else ""
                inside = found[0][1:-1].strip()
                comments[start] = Token(Kind.COMMENT, inside, start, end, written)
                text = text[:start] + HOLDER + " " * (end - start - 1) + text[end:]
        if text == line.text:
            return line
        return TextLine(line.number, line.written, text, line.folded, comments, line.mover)


class _OfLine:
    """One line taken apart."""

    def __init__(self, line: TextLine, dialect: Dialect[object] | None) -> None:
        self.line, self.text, self.dialect = line, line.text, dialect
        self.next = -1
        self.move: re.Match[str] | None = None
        self.row, self.numbered, self.parted = 0, False, False
        self.closing = closing_brackets(self.text)
        self.found: list[Token] = []

    def taken(self) -> list[Token]:
        """Return the tokens."""
        text, found = self.text, self.found
        at = 0
        if ")" in text[:10] and (listed := _VARIATION.match(text)):
            at = self._rest_is_comment(listed.start(1), listed.start(1))
        while at < len(text):
            if blank := _BLANKS.match(text, at):
                at = blank.end()
                continue
            one = self._comment(at) or self._next(at)
            if one is None:
                at += 1
                continue
            if one.kind is Kind.MOVE:
                self.row += 1
            elif one.kind is Kind.NUMBER:
                if (
                    found
                    and found[-1].kind is Kind.WORD
                    and found[-1].text.isalpha()
                    and not one.written
                ):
                    one = one._replace(kind=Kind.WORD)  # A number without a sign: takes 3.
                else:
                    self.row, self.numbered = 0, True
            found.append(one._replace(line=self.line.number))
            at = max(one.end, at + 1)
        return _suspecting(found, text)

    def _comment(self, at: int) -> Token | None:
        """Return a comment that begins at an offset."""
        text, sign = self.text, self.text[at]
        if sign == HOLDER:
            held = self.line.comments[at]
            if self.numbered and self.row < FULL_ROW and is_unreadable(held.text):
                return Token(Kind.MOVE, NOTHING, at, held.end, held.text)
            return held
        if sign in ";#/" and (rest := _REST.match(text, at)):
            return self._rest(at, rest)
        is_dash = self.row and not sign.isalnum() and text[at - 1].isspace()
        remark = _DASHED_REMARK.match(text, at) if is_dash else None
        if remark and not match_result(text, remark.end()):
            score = _LAST_SCORE.search(text, remark.end())
            stop = score.start() if score else len(text)
            return self._aside(at, remark.end(), stop, stop)
        if sign not in "([" or self._move_at(at):
            return None
        end = self.closing.get(at)
        if sign == "(" and not self.row and _NUMBER.match(text, at):
            return None
        if end is None:
            is_tag = sign == "[" and not self.found
            return None if is_tag else self._aside(at, at + 1, len(text), len(text))
        inside = text[at + 1 : end - 1].strip()
        if self.row < FULL_ROW and (inside.strip(".-?\u2026") == "" or is_unreadable(inside)):
            return Token(Kind.MOVE, NOTHING, at, end, text[at:end])
        if sign == "[" and not self.row and not self.found and not _NUMBER.match(inside):
            return None  # A tag, perhaps misspelt, or a stamp.
        return self._aside(at, at + 1, end - 1, end)

    def _aside(self, at: int, start: int, stop: int, end: int) -> Token:
        pattern = self.dialect and self.dialect.lenient_pattern
        mentions = pattern and pattern.search(self.text, start, stop)
        text = self._written(start, stop).strip()
        return Token(
            Kind.COMMENT, text, at, end, self._written(at, end).strip() if mentions else ""
        )

    def _written(self, start: int, stop: int) -> str:
        """Return a part of the line with the comments that were taken out of it."""
        text = self.text[start:stop]
        if HOLDER not in text:
            return text
        return re.sub(
            HOLDER + r" *", lambda one: f"{self.line.comments[start + one.start()].text} ", text
        )

    def _rest(self, at: int, sign: re.Match[str]) -> Token | None:
        """Return the comment or the mark that a semicolon, a hash or two strokes begin."""
        text = self.text
        if sign[0][0] == ";":
            is_apart = (at == 0 or text[at - 1].isspace()) or text[at + 1 : at + 2].isspace()
            if not is_apart or not text[at + 1 :].strip():
                return Token(Kind.MARK, ";", at, at + 1)
            stop = text.find(";", at + 1)
            part = text[at + 1 : stop if stop > 0 else len(text)]
            moves = self._only_moves(part)
            self.parted |= moves and not self.numbered and stop > 0
            if moves and (self.row < FULL_ROW or self.parted or _NUMBERED.match(part)):
                return Token(Kind.MARK, ";", at, at + 1)
        return self._aside(at, sign.end(), len(text), len(text))

    def _only_moves(self, part: str) -> bool:
        found = _OfLine(TextLine(0, part, part.replace(HOLDER, " ")), self.dialect).taken()
        kinds = {one.kind for one in found}
        return Kind.MOVE in kinds and not kinds & {Kind.WORD, Kind.COMMENT}

    def _rest_is_comment(self, at: int, start: int) -> int:
        self.found.append(self._aside(at, start, len(self.text), len(self.text)))
        return len(self.text)

    def _move_at(self, at: int) -> re.Match[str] | None:
        """Return the move that begins at an offset."""
        if self.dialect and self.next < at:
            self.move = self.dialect.lenient_pattern.search(self.text, at)
            self.next = self.move.start() if self.move else len(self.text)
        return self.move if self.next == at else None

    def _next(self, at: int) -> Token | None:
        """Return the token at an offset; None for a sign without meaning."""
        text, sign = self.text, self.text[at]
        if move := self._move_at(at):
            written = move[0].rstrip()
            bare = written.removesuffix("*")
            written = bare.rstrip() if bare[-1:].isspace() else written  # A result stands apart.
            return Token(Kind.MOVE, written, at, at + len(written))
        if result := match_result(text, at):
            return Token(Kind.RESULT, result.written, at, at + len(result.written))
        if number := self._number(at):
            digits = number["bracketed"] or number["bare"]
            written = ")" if number["bracketed"] else number["two"] or number["sign"] or ""
            return Token(Kind.NUMBER, digits, at, number.end(), written)
        dash = None if sign.isalnum() else _DASH.match(text, at)
        if dash and (
            self._move_at(dash.end()) or (self.found and dash.end() > at + 1 and self.row < 1)
        ):
            return Token(Kind.MARK, "-", at, at + len(dash[0].rstrip()))
        if sign.isalpha() and (label := _LABEL.match(text, at)) and self._move_at(label.end()):
            side = side_named(label[0])
            if side is not None:
                return Token(Kind.SIDE, side, at, label.end())
        if between := _BETWEEN.match(text, at):
            return Token(Kind.MARK, between[0][0], at, between.end())
        if dots := _DOTS.match(text, at):
            return Token(Kind.DOTS, dots[0], at, dots.end())
        glued = bool(self.found) and self.found[-1].end == at
        if sign in "!?" and (marks := _MARKS.match(text, at)) and (glued or "!" in marks[0]):
            return Token(Kind.MARKS, marks[0], at, marks.end())
        if glued and self.found[-1].kind is Kind.MOVE and (signs := _SIGNS.match(text, at)):
            return Token(Kind.COMMENT, signs[0], at, signs.end())
        word = (_WORD.match(text, at) or re.compile(".").match(text, at))[0]  # type: ignore[index]
        bare = word.rstrip("!?") or word
        bare = bare.rstrip(".,;:)|") or bare
        if is_unreadable(bare) and self.row < FULL_ROW:
            return Token(Kind.MOVE, NOTHING, at, at + len(word), word)
        kind = Kind.SUSPECT if _MOVELIKE.fullmatch(bare) else Kind.WORD
        return Token(kind, bare, at, at + len(word.rstrip("!?") or word))

    def _number(self, at: int) -> re.Match[str] | None:
        """Return the number of a row; a glued one only if what follows can be a move."""
        sign = self.text[at]
        number = _NUMBER.match(self.text, at) if sign == "(" or sign.isdigit() else None
        if number is None or number.end() >= len(self.text):
            return number
        end, follows = number.end(), self.text[number.end()]
        if follows.isspace() or follows in (HOLDER, ".", "\N{HORIZONTAL ELLIPSIS}"):
            return number
        return (
            number if self.dialect and self.dialect.lenient_pattern.match(self.text, end) else None
        )


_UNREADABLE_SHORTEST = 3


def is_unreadable(word: str) -> bool:
    """Whether a word is a transcriber's placeholder for an unreadable move."""
    return len(word) >= _UNREADABLE_SHORTEST and word.isalpha() and word.casefold() in _unreadable()


@cache
def _unreadable() -> frozenset[str]:
    from records.words import spellings, tables

    words = tables()["transcription"]["unreadable"]
    return frozenset(way for word in words for way in spellings(word)) - {"missing", "blank"}


def _suspecting(found: list[Token], text: str) -> list[Token]:
    """Suspect a move in the one odd word of a numbered row that has only one move besides.

    This finds a dash in place of a move.
    """
    for index, token in enumerate(found):
        if token.kind is Kind.MARK and token.text == "-" and index:
            alone = index + 1 == len(found) or found[index + 1].kind is Kind.MOVE
            if (
                found[index - 1].kind is Kind.NUMBER
                and alone
                and found[index - 1].written
                and not (index + 1 < len(found) and index + 2 < len(found))
            ):
                found[index] = token._replace(kind=Kind.SUSPECT, text=text[token.start : token.end])
    words = [index for index, token in enumerate(found) if token.kind is Kind.WORD]
    plies = sum(token.kind in (Kind.MOVE, Kind.SUSPECT) for token in found)
    if len(words) == 1 and plies == 1 and found[0].kind is Kind.NUMBER:
        word = found[words[0]].text
        if (len(word) <= LONGEST_SUSPECT and word.isalpha()) or _DIGIT.search(word):
            found[words[0]] = found[words[0]]._replace(kind=Kind.SUSPECT)
    return found


_BRACKET = lazy_pattern(r"[()\[\]]")


def closing_brackets(text: str) -> dict[int, int]:
    """Return the offsets behind closing brackets, by those of the opening ones."""
    ends: dict[int, int] = {}
    opened: dict[str, list[int]] = {")": [], "]": []}
    for found in _BRACKET.finditer(text) if "(" in text or "[" in text else ():
        if found[0] in "([":
            opened[")" if found[0] == "(" else "]"].append(found.start())
        elif opened[found[0]]:
            ends[opened[found[0]].pop()] = found.end()
    return ends
