"""Lines of typed or printed game text, taken apart into tokens.

A line is either *game text* (move numbers, moves, comments, marks, results, perhaps a word that
cannot be read) or prose, which is skipped; how much of it is moves decides.
"""

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from notation import Dialect
from notation.dialect import DASH
from notation.pattern import lazy_pattern
from records.results import match_result
from records.text.naming import unescape
from records.text.rows.signs import (
    DASHED_REMARK,
    NUMBERED,
    REST,
    VARIATION,
    closing_brackets,
    line_end,
)


class Kind(Enum):
    """What a token is."""

    MOVE = auto()
    NUMBER = auto()
    ELLIPSIS = auto()
    MARKS = auto()
    COMMENT = auto()
    SEPARATOR = auto()
    """A semicolon that does not begin a comment."""
    RESULT = auto()
    SIDE = auto()
    """The colour of the player whose move follows."""
    PARTING = auto()
    """A dash between the moves of a row."""
    SUSPECT = auto()
    """A word that stands where a move should and looks like one, or like a hole."""
    WORD = auto()


for _kind in Kind:
    type.__setattr__(Kind, _kind.name, _kind)  # Python 3.11 looks members up slowly otherwise.


class Token(NamedTuple):
    """A piece of a line.

    Attributes:
        kind: what it is.
        text: the text; of a number, its digits; of a comment, what is inside; of a side, its name.
        column: where it begins in the line, from 1.
        glued: whether it follows the token before it without a blank.
        run_on: whether it is a move whose last words may belong to the move after it.
        open: the bracket or brace that begins a comment and is not closed, else empty.
        written: how a comment without braces is written, if it mentions a move; else empty.
        instead: what else it may be, with all behind it on the line if it is a separator: the
            moves in a comment, or the comment that a separator begins.
    """

    kind: Kind
    text: str
    column: int
    glued: bool = False
    run_on: bool = False
    open: str = ""
    written: str = ""
    instead: tuple["Token", ...] = ()

    @property
    def is_doubtful_comment(self) -> bool:
        """Whether it is a comment that may be meant as moves."""
        return bool(self.instead) and self.kind is Kind.COMMENT


ODD_KINDS = (Kind.WORD, Kind.PARTING, Kind.SIDE)
"""Kinds of tokens for which, or beside which, a move may stand."""
Found = tuple[list[Token], int]
"""Tokens, and the offset behind them."""

DASHES = lazy_pattern(r"(?:[-=_~*\N{EN DASH}\N{EM DASH}]\s*){3,}")
LONG, LONGEST_PARTED = 200, 5_000
"""Characters of a line whose tokens are not remembered, and whose semicolons part no rows."""

LONGEST_SUSPECT = 3
"""Letters that a word without digits may have and still be a misread move."""

_DASH = lazy_pattern(rf"{DASH}+\s*")
_LABEL = lazy_pattern(r"[^\W\d_]+(?:\s*:\s*|\s+)")
FULL_ROW = 2
"""Moves of a row after which a semicolon begins a comment, even if only moves follow."""

_SKIP = lazy_pattern(r"(?:[\s|,]|(?<=\S)/|/(?!/)|(?<=[\w)*])\.(?=\s*(?:\n|$)))*")
_NUMBER = lazy_pattern(r"\((\d{1,4})\)|(\d{1,4})(?:\.\.(?=\s+\S+\s+\S)|(?=\.\.)|[ \t]?"
                       r"(?:\.[-\u2013](?=\s|\w)|[.):]|(?=\s|$|\u2026)))")  # fmt: skip
_ELLIPSIS = lazy_pattern(r"\.{2,}|\N{HORIZONTAL ELLIPSIS}")
_MARKS = lazy_pattern(r"[!?]+")
_COMMENT = lazy_pattern(r"\{((?:[^}\\]|\\.)*)(\}?)", re.DOTALL)
_WORD = lazy_pattern(r"[^\s{]+")
_DIGIT = lazy_pattern(r"\d")
_REST_SIGNS = ";#/"
_DASHES = "-\N{EN DASH}\N{EM DASH}"
_ASIDES = frozenset("([" + _REST_SIGNS + _DASHES)
_MOVELIKE = lazy_pattern(r"(?=.*(?:\d|\w[.\-,]\w|^\W+$))[\w.,:;()*+?\N{MULTIPLICATION SIGN}\-"
                       r"\N{EN DASH}\N{EM DASH}]{1,24}")  # fmt: skip


def tokens(line: str, dialects: Sequence[Dialect[object]]) -> list[Token]:
    """Return the tokens of a line; a comment may reach over several lines.

    The line is read in the dialect in which least of it is left over, then in the one with the
    fewest moves that are not canonical, then with the fewest moves and tokens: where one move ends
    and the next begins differs from dialect to dialect.

    Args:
        line: the line, or several lines that a comment holds together.
        dialects: the dialects in which moves may be written, likeliest first.
    """
    known = tuple(dialects)
    return list(_remembered(line, known)) if len(line) < LONG else _taken_apart(line, known)


@lru_cache(maxsize=1 << 10)
def _remembered(line: str, dialects: tuple[Dialect[object], ...]) -> tuple[Token, ...]:
    """Return the tokens of a short line, which is looked at for damage and then read."""
    return tuple(_taken_apart(line, dialects))


def _taken_apart(line: str, dialects: tuple[Dialect[object], ...]) -> list[Token]:
    distinct = _distinct(dialects)
    if not distinct:
        return _Line(line, None).tokens()
    # Those that find no move take the line apart alike.
    one = len(distinct) == 1
    finding = [way for way in distinct if one or way.lenient_pattern.search(line)] or distinct[:1]
    ways = [(_Line(line, dialect).tokens(), dialect) for dialect in finding]
    found, dialect = max(ways, key=lambda way: fit(*way)) if len(ways) > 1 else ways[0]
    found = _run_on(found, dialect) if dialect.inner_blanks is None else found
    return _suspecting(found)


@lru_cache(maxsize=256)
def _distinct(dialects: tuple[Dialect[object], ...]) -> list[Dialect[object]]:
    """Return the first of all dialects whose moves look alike."""
    alike: dict[object, Dialect[object]] = {}
    for one in dialects:
        alike.setdefault((one.lenient_pattern, one.canonical_pattern), one)
    return list(alike.values())


def _suspecting(line: list[Token]) -> list[Token]:
    """Suspect a move in the one odd word of a numbered row that has only one move besides.

    A scanner makes ``bZ`` of b2 and ``AS`` of A5; passed over, the ply would be lost. The word is
    short, or has a digit.
    """
    if not any(token.kind in ODD_KINDS for token in line):
        return line
    for index, token in enumerate(line):
        if token.kind is Kind.PARTING and index and line[index - 1].kind is Kind.NUMBER:
            # A dash in place of a move.
            line[index] = token._replace(kind=Kind.SUSPECT)
        elif index and line[index - 1].kind in (Kind.SIDE, Kind.PARTING):
            line[index] = token._replace(glued=False)
    words = [token for token in line if token.kind is Kind.WORD]
    plies = [token for token in line if token.kind in (Kind.MOVE, Kind.SUSPECT)]
    if len(words) != 1 or len(plies) != 1 or line[0].kind is not Kind.NUMBER:
        return line
    text = words[0].text
    if not (len(text) <= LONGEST_SUSPECT and text.isalpha()) and not _DIGIT.search(text):
        return line
    return [token._replace(kind=Kind.SUSPECT) if token in words else token for token in line]


def _run_on(line: Sequence[Token], dialect: Dialect[object]) -> list[Token]:
    """Mark the moves of a line that may end elsewhere: one blank parts them from the next one."""
    marked = []
    for token, following in zip_longest(line, line[1:]):
        near = following and following.column == token.column + len(token.text) + 1
        moves = near and token.kind is following.kind is Kind.MOVE
        marked.append(
            token._replace(run_on=True) if moves and dialect.is_open_ended(token.text) else token
        )
    return marked


def fit(line: Sequence[Token], dialect: Dialect[object]) -> tuple[int, ...]:
    """Return how well a dialect takes a line apart; what compares greater is better."""
    odd = (Kind.WORD, Kind.SUSPECT)
    left_over = sum(token.kind in odd or token.is_doubtful_comment for token in line)
    moves = [token.text for token in line if token.kind is Kind.MOVE]
    uncanonical = sum(not dialect.are_canonical([move]) for move in moves)
    return -left_over, -uncanonical, -len(moves), -len(line)


class _Line:
    """A line, or several joined by a comment, taken apart in one dialect.

    A bracket that is no part of a move is a comment, and so is the rest of a line after ``;``,
    ``#`` or ``//`` beside a blank. What holds nothing but moves may be meant as moves. A bracket is
    more likely a comment, and so is what follows a semicolon after a row of two moves; after fewer,
    before a move number, and where several part moves without numbers, it more likely separates.
    """

    def __init__(self, text: str, dialect: Dialect[object] | None) -> None:
        self.text, self.dialect = text, dialect
        self.closing = closing_brackets(text)
        self.row = self.doubted = self.number = self.line_end = 0
        self.parts, self.next = False, -1
        self.move: re.Match[str] | None = None

    def tokens(self) -> list[Token]:
        """Return the tokens of the text."""
        text, taken, position, end = self.text, list[Token](), 0, 0
        if ")" in text[:10] and (listed := VARIATION.match(text)):
            position = end = line_end(text, 0)
            taken.append(self._comment(listed.start(1), listed.start(1), end, end))
        while (position := _skip(text, position)) < len(text):
            glued = position == end > 0
            aside = self._aside(position, end == 0) if text[position] in _ASIDES else None
            found, end = aside or self._token(position, glued)
            word = taken[-1] if taken and found[0].kind is Kind.NUMBER else found[0]
            if word.kind is Kind.WORD and word.text.isalpha() and text[end - 1].isdigit():
                # A number without a sign belongs to the word before it: takes 3.
                found = [found[0]._replace(kind=Kind.WORD)]
            for token in found:
                if token.kind is Kind.MOVE:
                    self.row += 1
                elif token.kind in (Kind.NUMBER, Kind.SEPARATOR):
                    self.row, self.number = 0, self.number or text[token.column - 1].isdigit()
            taken += found
            position = end
        return taken

    def _token(self, position: int, glued: bool, stop: int | None = None) -> Found:
        dialect, move = self.dialect, None
        if stop is None:
            dialect, move = self._move_from(position)
        elif dialect:
            move = dialect.lenient_pattern.match(self.text, position, stop)
        token, length = _token(self.text, position, dialect, glued, move, stop)
        return [token], position + length

    def _move_from(self, position: int) -> tuple[Dialect[object] | None, re.Match[str] | None]:
        """Return the dialect, if a move follows, and the move that begins at an offset, if any."""
        if self.dialect and self.next < position and self.text[position] != "{":
            self.move = self.dialect.lenient_pattern.search(self.text, position)
            self.next = self.move.start() if self.move else len(self.text)
        return self.dialect if self.move else None, self.move if self.next == position else None

    def _aside(self, position: int, first: bool) -> Found | None:
        """Return the tokens of a bracket or of the rest of a line; None where neither begins."""
        opening, end = self.text[position], self.closing.get(position)
        if opening in _DASHES:
            return self._dashed(position)
        if opening in _REST_SIGNS and (rest := REST.match(self.text, position)):
            return self._rest(position, rest)
        is_count = self.row and self.number  # The row has its number: 4.7.4N3 (3).
        if opening == "(" and (is_count or not _number(self.text, position, self.dialect)):
            return self._bracket(position, end)
        # What begins a line with a square bracket is a tag, though perhaps misspelt.
        is_tag = first or end is None
        if opening != "[" or (is_tag and not NUMBERED.match(self.text, position + 1)):
            return None
        return self._bracket(position, end)

    def _dashed(self, position: int) -> Found | None:
        """Return the remark that a dash begins behind a move; None for another dash."""
        remark = DASHED_REMARK.match(self.text, position) if self.row else None
        if remark is None or match_result(self.text, remark.start(1)):
            return None
        end = line_end(self.text, position)
        return [self._comment(position, remark.start(1), end, end)], end

    def _bracket(self, position: int, end: int | None) -> Found:
        if end is None:
            end, sign = line_end(self.text, position), self.text[position]
            return [self._comment(position, position + 1, end, end, unclosed=sign)], end
        moves, _ = self._moves(position + 1, end - 1)
        return [self._comment(position, position + 1, end - 1, end, moves)], end

    def _rest(self, position: int, sign: re.Match[str]) -> Found:
        if self.line_end <= position:
            self.line_end = line_end(self.text, position)
        start, end = sign.end(), self.line_end
        if sign[1] is not None or sign[2]:
            return [Token(Kind.SEPARATOR, sign[0].strip(), position + 1)], start
        moves, stop = self._moves(start, end, up_to=";") if sign[0] == ";" else ([], end)
        is_row = self.row >= FULL_ROW and moves and moves[0].kind is not Kind.NUMBER
        self.parts |= bool(moves) and not self.number and stop < end < LONGEST_PARTED
        if not moves or (is_row and not self.parts):
            return [self._comment(position, start, end, end, moves)], end
        plies = self.row + sum(token.kind is Kind.MOVE for token in moves)
        instead: tuple[Token, ...] = ()
        if plies > FULL_ROW and moves[0].kind is not Kind.NUMBER and position >= self.doubted:
            self.doubted = end
            instead = (self._comment(position, start, end, end),)
        return [Token(Kind.SEPARATOR, ";", position + 1, instead=instead), *moves], stop

    def _moves(self, position: int, stop: int, up_to: str = "") -> Found:
        """Return moves and what numbers them, up to an offset or a character; and their end."""
        found: list[Token] = []
        while (position := _skip(self.text, position)) < stop:
            if self.text[position] == up_to:
                return _only_moves(found), position
            one, position = self._token(position, glued=False, stop=stop)
            found += one
        return _only_moves(found), stop

    def _comment(
        self, position: int, start: int, stop: int, end: int, moves: Sequence[Token] = (),
        unclosed: str = "",
    ) -> Token:  # fmt: skip
        text, pattern = self.text[start:stop].strip(), self.dialect and self.dialect.lenient_pattern
        mentions = moves or (pattern and pattern.search(self.text, start, stop))
        return Token(
            Kind.COMMENT,
            text,
            position + 1,
            open=unclosed,
            written=self.text[position:end].strip() if mentions else "",
            instead=tuple(moves),
        )


def _skip(text: str, position: int) -> int:
    return _SKIP.match(text, position).end()  # type: ignore[union-attr]


def _only_moves(line: list[Token]) -> list[Token]:
    """Return moves, perhaps misread, and numbers, marks and results; none if there is more."""
    if any(token.kind in (Kind.WORD, Kind.COMMENT) for token in line):
        return []
    misread = (one for one in line if one.kind is Kind.SUSPECT and _DIGIT.search(one.text))
    return line if any(one.kind is Kind.MOVE for one in line) or any(misread) else []


def _token(
    line: str, position: int, dialect: Dialect[object] | None, glued: bool,
    found: re.Match[str] | None, stop: int | None = None,
) -> tuple[Token, int]:  # fmt: skip
    column, stop, sign = position + 1, len(line) if stop is None else stop, line[position]
    if sign == "{" and (comment := _COMMENT.match(line, position, stop)):
        text, unclosed = unescape(comment[1]).strip(), "" if comment[2] else "{"
        return Token(Kind.COMMENT, text, column, open=unclosed), len(comment[0])
    if found:
        move = _without_star(found[0].rstrip())
        return Token(Kind.MOVE, move, column, glued), len(move)
    if result := match_result(line, position):
        return Token(Kind.RESULT, result.written, column, glued), len(result.written)
    if number := _number(line, position, dialect):
        return Token(Kind.NUMBER, number[1] or number[2], column, glued), len(number[0])
    dash = None if sign.isalnum() else dialect and _DASH.match(line, position)
    if dash and dialect and dialect.lenient_pattern.match(line, dash.end()):
        return Token(Kind.PARTING, dash[0].rstrip(), column, glued), len(dash[0])
    if dialect and sign.isalpha() and (label := _LABEL.match(line, position)):
        side = _side(label[0]) if dialect.lenient_pattern.match(line, label.end()) else None
        if side is not None:
            return Token(Kind.SIDE, side, column), len(label[0])
    if sign in ".\N{HORIZONTAL ELLIPSIS}" and (ellipsis := _ELLIPSIS.match(line, position)):
        return Token(Kind.ELLIPSIS, ellipsis[0], column, glued), len(ellipsis[0])
    marks = _MARKS.match(line, position) if sign in "!?" else None
    if marks and (glued or "!" in marks[0]):
        return Token(Kind.MARKS, marks[0], column, glued), len(marks[0])
    text = (_WORD.match(line, position, stop) or line[position])[0]
    stripped = text.rstrip("!?") or text
    kind = Kind.SUSPECT if _MOVELIKE.fullmatch(stripped) else Kind.WORD
    return Token(kind, stripped, column, glued), len(stripped)


def _side(label: str) -> str | None:
    """Return the colour that a label names, empty for an unclear one; None if it names none."""
    from records.text.headings import side_named

    return side_named(label)


def _without_star(move: str) -> str:
    """Return a move without a star that stands apart: it means that the game is undecided."""
    bare = move.removesuffix("*")
    return bare.rstrip() if bare[-1:].isspace() else move


def _number(line: str, position: int, dialect: Dialect[object] | None) -> re.Match[str] | None:
    """Return a move number; one that is glued to what follows only if that can be a move."""
    sign = line[position]
    number = _NUMBER.match(line, position) if sign == "(" or sign.isdigit() else None
    if number is None or number.end() == len(line) or line[number.end()].isspace():
        return number
    starts = [_ELLIPSIS, _COMMENT, *([dialect.lenient_pattern] if dialect else [])]
    return number if any(start.match(line, number.end()) for start in starts) else None
