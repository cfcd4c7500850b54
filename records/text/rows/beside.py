"""What transcribers write beside moves: times, words for an unreadable ply, corrections, numerals.

A line of a sheet is returned with the same length, so that columns stay: what is no move becomes
blanks, and comes as a comment besides; words for a ply that cannot be read become ``?``.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import NamedTuple, Protocol

from notation import Dialect
from notation.pattern import lazy_pattern
from records.model import Place
from records.results import match_result
from records.text.dashes import CLOCK, EVALUATION, MARKUP, NUMERAL, SLASHED
from records.text.layout import Word
from records.text.rows.labels import relabelled
from records.text.rows.markup import may_have_markup, without_markup
from records.text.tokens import Kind, Token

LONGEST = 200
"""Characters of a line that is looked at."""

ROOM = 2
"""Words of a row before which a word for an unreadable ply stands for one."""

_TIME = (
    r"(?:\d{1,2}:\d\d(?::\d\d)?|\d{1,3}'(?:\d\d(?:''|\")?)?|\d{1,2}\s?h\s?\d\d|\d{1,3}\s?min\.?)"
)
_EVALUATION = (
    r"(?:[\u00b1\u2213\u2a72\u2a71\u221e\u25a1\u2313\u2299\u21c6]|=/?\u221e|\+(?:[-\u2212]|/[-=\u2212])|[-\u2212]\+|"
    r"[-\u2212]/\+|=/?\+|\+=)"
)
_ARROW_SIGNS = r"\u2190-\u2193\u21d0-\u21d3\u27f5-\u27fa"
_FOOTNOTE = lazy_pattern(r"(?m)^[ \t]*(\(\d{1,2}\))[ \t]+[^\W\d_]{2,}(?=[ \t])")
_BROKEN_OFF = lazy_pattern(r",[ \t]*\n|\n[ \t]*\(\d{1,2}\)")
_COUNT = lazy_pattern(r"\(\d{1,2}\)")
_BESIDE_MOVES = lazy_pattern(r"\S[ \t]\(\d{1,2}\)")
_NUMBERED = lazy_pattern(r"(?m)(?:^|[ \t])\d{1,3}\.[ \t]")
_FIRST_WORD = lazy_pattern(r"[ \t]*(\S+)")
_ROW_NUMBER = lazy_pattern(r"\d+[.):]*")
_ROW = lazy_pattern(r"\s*\(?\d{1,4}(?:[ \t]?[.):]|(?=\s))[ \t]*")
_MARKS = lazy_pattern(
    rf"(?<!\S)(?P<time>{_TIME}|\({_TIME}\)|\[{_TIME}\])(?!\S)"
    r"|(?<=\S)[ \t]+(?P<remark>(?:-+|[\u2013\u2014])[ \t]+[^\W\d_](?:[^\n\d{}]{2,}|"
    r"[^\W\d_]*[ \t,]+[^\W\d_]{2}[^\n{}]*))$"
    r"|(?<=\S)[ \t]+(?P<again>\d{1,3}(?:\.{2,}|\N{HORIZONTAL ELLIPSIS})[ \t]*\S"
    r"(?:(?![ \t]\d{1,3}\.(?!\.)).)*)"
    r"|(?P<struck>~~[^~]{1,30}~~)"
    rf"|(?P<sign>\$\d{{1,3}}|{_EVALUATION})(?!\S)"
    r"|(?<=\w)[ \t]*(?P<noted>\(\d{1,2}\))(?!\S)"
    r"|(?<=\S)[ \t]+(?P<footnote>\d{1,2}\)|[\N{DAGGER}\N{DOUBLE DAGGER}]+|\[\d{1,2}\])[ \t]*$"
    r"|(?<!\S)(?P<aside>(?!\([^\s()]*\)|\[[^\s\[\]]*\])"
    r"(?:\([^\W\d_][^()]{2,40}\)|\[[^\W\d_][^\[\]]{2,40}\]))(?!\S)"
    rf"|(?<!\S)(?P<glued>[{_ARROW_SIGNS}]+\w[^\s()]*|\w[^\s()]*?[+#={_ARROW_SIGNS}]+)(?!\S)"
    r"|(?<!\S)(?P<ditto>[\"\u201d\u201e\u3003]|''|(?i:d[o0]|id)\.|(?i:idem|dit+o|ebenso))(?!\S)"
    r"|(?<!\S)(?P<hole>[(\[]?(?:[^\W\d_]{3,}(?: [^\W\d_]+)?|\?+|\.{2,}|\N{HORIZONTAL ELLIPSIS}|"
    r"[-\N{EN DASH}\N{EM DASH}_]+)[)\]]?)(?!\S)"
)
_NUMERAL_LIKE = lazy_pattern(
    r"(?m)^[^\S\n]*(?:(?:[^\W\d_]{2,5}\.?|[nN]\N{DEGREE SIGN})[^\S\n]*\d{1,3}(?!\w)"
    r"|\d{1,3}/(?!\d)|\d{1,3}[^\W\d_]{1,3}\.?[^\S\n]+[^\W\d_]{2,5}"
    r"|\d{1,3}\.[^\S\n]+[^\W\d_]{2,5}[^\S\n]*:)"
)
_MARK_LIKE = lazy_pattern(
    r"(?m)[:'~\N{DAGGER}\N{DOUBLE DAGGER}$\u00b1\u2213\u2a72\u2a71\u221e\u25a1\u2026]"
    r"|\w[+#=](?!\S)|[\u2190-\u2193\u21d0-\u21d3\u27f5-\u27fa\"\u201d\u201e\u3003]|\b(?:do|id)\."
    r"|\.\.|[-+=]/?[-+]|[(\[](?:[^\w\s]|\w\.)|\(\d{1,2}\)[ \t]+[^\W\d_]{2,}[ \t]|\[\d"
    r"|[ \t]\d{1,2}\)[ \t]*$|[^\W\d_]{3}|\d ?[hm]"
)
_SIGN = lazy_pattern(rf"^[{_ARROW_SIGNS}]+|[+#={_ARROW_SIGNS}]+$")
_SLASHED = lazy_pattern(r"\s*\d{1,3}/(?!\d)")
_ARROWS = lazy_pattern("[>\N{RIGHTWARDS ARROW}]")
_SIGNS = frozenset("?.-_()[] \N{HORIZONTAL ELLIPSIS}\N{EN DASH}\N{EM DASH}")


class Noted(Protocol):
    """A game in progress, as far as notes on it go."""

    def note(self, code: str, message: str, place: Place, text: str | None = None) -> None:
        """Add a note."""

    def take_mark(self, mark: str, place: Place) -> None:
        """Count a mark between moves."""


class Beside(NamedTuple):
    """What stands beside the moves of a line.

    Attributes:
        column: where it begins, from 1.
        kind: the mark under which it is counted; or the code of a note on it.
        text: what is written.
        comment: whether it is kept as a comment.
        message: of the note; empty for what is counted.
    """

    column: int
    kind: str
    text: str
    comment: bool = True
    message: str = ""


class BesideMoves:
    """What stands beside the moves of the lines of a text, until the moves are read."""

    def __init__(self) -> None:
        self._found: dict[int, list[Beside]] = {}

    def taken_from(
        self,
        lines: Sequence[str],
        first: int,
        dialects: Sequence[Dialect[object]],
        in_comment: bool,
    ) -> list[str]:
        """Return lines without what is no move; what they had is kept.

        Args:
            lines: the lines.
            first: number of the first of them.
            dialects: the dialects in which moves may be written.
            in_comment: whether a comment is open, which the lines may go on with.
        """
        if in_comment:
            return list(lines)
        lines = self._relabelled(self._without_markup(lines, first), first, dialects)
        text = "\n".join(lines)
        if _BROKEN_OFF.search(text):
            has_counts = len(_BESIDE_MOVES.findall(text)) >= ROOM <= len(_NUMBERED.findall(text))
            lines = list(self._with_ends(lines, first, dialects, has_counts))
        if not (_MARK_LIKE.search(text) or _NUMERAL_LIKE.search(text)):
            return list(lines)
        kept = []
        below = set(_FOOTNOTE.findall(text)) if "(" in text else set()
        for number, line in enumerate(lines, start=first):
            line, found = without_beside(line, lambda text: _is_move(text, dialects), below)
            kept.append(line)
            if found:
                self._found.setdefault(number, []).extend(found)
        return kept

    def _with_ends(
        self,
        lines: Sequence[str],
        first: int,
        dialects: Sequence[Dialect[object]],
        has_counts: bool,
    ) -> Iterator[str]:
        """Yield lines, the rest of a move that a line broke off behind its beginning.

        It broke off at a comma, or before a count in brackets, if moves have counts.
        """
        taken = 0
        for number, (line, below) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), first):
            line, taken = " " * taken + line[taken:], 0
            words, rest = line.split(), _FIRST_WORD.match(below)
            is_count = has_counts and rest and _COUNT.fullmatch(rest[1])
            if rest and words and (is_count or line.rstrip().endswith(",")):
                blank = " " if is_count else ""
                whole = words[-1] + blank + rest[1]
                if _is_move(whole, dialects) and not _ROW_NUMBER.fullmatch(rest[1]):
                    line, taken = line.rstrip() + blank + rest[1], rest.end()
                    message = f"{rest[1]!r} on line {number + 1} ends the move {whole}"
                    broken = Beside(len(line), "row-cut", rest[1], comment=False, message=message)
                    self._found.setdefault(number, []).append(broken)
            yield line

    def _relabelled(
        self, lines: Sequence[str], first: int, dialects: Sequence[Dialect[object]]
    ) -> Sequence[str]:
        """Return lines with numbers as they are usually written."""
        found = relabelled(lines, lambda text: _is_move(text, dialects))
        for index, one in found.items():
            here = self._found.setdefault(first + index, [])
            if one.note is None:
                here.append(Beside(1, NUMERAL, one.label, comment=False))
            elif one.note:
                here.append(Beside(1, "side-name", one.label, comment=False, message=one.note))
            if one.lost:
                message = f"the line of a side is missing before {one.label!r}: ? for its ply"
                here.append(Beside(1, "lost-ply", one.label, comment=False, message=message))
        if not found:
            return lines
        return [found[at].text if at in found else line for at, line in enumerate(lines)]

    def _without_markup(self, lines: Sequence[str], first: int) -> Sequence[str]:
        if not may_have_markup(lines):
            return lines
        kept = []
        for number, (line, mark) in enumerate(without_markup(lines), start=first):
            kept.append(line)
            if mark:
                self._found[number] = [Beside(mark[0], MARKUP, mark[1], comment=False)]
        return kept

    def among(self, found: Sequence[Token], first: int, last: int) -> Sequence[Token]:
        """Return the tokens of a line with the comments that stood between them."""
        if not self._found or first != last:
            return found
        beside = self._found.get(first, ())
        comments = [Token(Kind.COMMENT, one.text, one.column) for one in beside if one.comment]
        return sorted([*found, *comments], key=lambda token: token.column) if comments else found

    def asides(self, first: int, last: int) -> Iterator[tuple[Place, Token]]:
        """Yield the comments that stood on lines, with their places."""
        for number in range(first, last + 1) if self._found else ():
            for one in self._found.get(number, ()):
                if one.comment:
                    yield (number, one.column), Token(Kind.COMMENT, one.text, one.column)

    def times(self, first: int, last: int) -> list[Word]:
        """Return the times that stood on lines, at their places."""
        return [
            Word(one.text, number, one.column)
            for number in (range(first, last + 1) if self._found else ())
            for one in self._found.get(number, ())
            if one.kind == CLOCK
        ]

    def note(self, game: Noted | None, first: int, last: int) -> None:
        """Add the notes on what stood on lines to the game that has their moves."""
        if game is None or not self._found:
            return
        for number in range(first, last + 1):
            for one in self._found.pop(number, ()):
                if one.message:
                    game.note(one.kind, one.message, (number, one.column), one.text)
                elif one.kind:
                    game.take_mark(one.kind, (number, one.column))


def _is_move(text: str, dialects: Sequence[Dialect[object]]) -> bool:
    return any(one.lenient_pattern.fullmatch(text) for one in dialects)


def without_beside(
    line: str, is_move: Callable[[str], bool], below: Container[str] = ()
) -> tuple[str, list[Beside]]:
    """Return a line of the same length with nothing but what may be moves, and what else it had.

    Args:
        line: a line that may be a row.
        is_move: whether a text is a move in some dialect, as far as its form goes.
        below: marks of the footnotes that stand below, such as ``(1)``.
    """
    found: list[Beside] = []
    if len(line) > LONGEST or "{" in line:
        return line, found
    if _NUMERAL_LIKE.match(line) and (numeral := _numerals().match(_folded(line))):
        written = line[: numeral.end()].strip()
        number = numeral["before"] or numeral["after"]
        line = f"{number}.".ljust(numeral.end()) + line[numeral.end() :]
        found.append(Beside(1, NUMERAL, written, comment=False))
    if slash := _SLASHED.match(line):
        line = f"{line[: slash.end() - 1]}.{line[slash.end() :]}"
        found.append(Beside(slash.end(), SLASHED, "/", comment=False))
    row = _ROW.match(line)
    if row is None or not (below or _MARK_LIKE.search(line, row.end())):
        return line, found
    for mark in _MARKS.finditer(line, row.end()):
        if mark["noted"] and mark["noted"] not in below:
            continue
        if one := _beside(mark, line, row.end(), is_move):
            found.append(one)
            start, end = mark.span(mark.lastgroup or 0)
            filled = "?" if one.kind == "lost-ply" else ""
            if mark.lastgroup == "glued":
                filled = _SIGN.sub(" ", mark["glued"])
            line = line[:start] + filled.ljust(end - start) + line[end:]
    return line, found


def _beside(
    mark: re.Match[str], line: str, begin: int, is_move: Callable[[str], bool]
) -> Beside | None:
    kind = mark.lastgroup or ""
    text, column = mark[kind], mark.start(kind) + 1
    if is_move(text):
        return None
    if kind == "time":
        return Beside(column, CLOCK, text.strip("()[]"))
    if kind == "glued":
        bare = _SIGN.sub("", text)
        is_mark = is_move(bare) or (any(map(str.isdigit, bare)) and any(map(str.isalpha, bare)))
        return Beside(column, EVALUATION, "".join(_SIGN.findall(text))) if is_mark else None
    if kind == "sign":
        return Beside(column, EVALUATION, text)
    if kind == "again":
        is_same = line[:begin].strip(" \t().:") == re.match(r"\d+", text)[0]  # type: ignore[index]
        if not is_same or len(line[begin : mark.start(kind)].split()) < ROOM:
            return None
        message = f"{text.strip()!r} is read as a comment: its row is full; no move in it is played"
        return Beside(column, "comment", text.strip(), message=message)
    if kind == "remark":
        words = text.lstrip("-\u2013\u2014 \t")
        is_full = len(line[begin : mark.start(kind)].split()) >= ROOM
        last = words.rstrip(".").split()[-1]  # Abbott ½ - Müller ½, Abbott - Müller 1-0
        is_score = match_result(words) or match_result(last) or last.isnumeric()
        if is_score or not (is_full or len(words.split()) > ROOM):
            return None
        message = f"{text!r} is read as a comment: no move in it is played"
        return Beside(column, "comment", words, message=message)
    if kind == "struck":
        what = text.strip("~")
        message = f"{what!r} is crossed out: it is not played"
        return Beside(column, "comment", f"crossed out: {what}", message=message)
    if kind == "aside":
        is_correction = _words("correction").match(_folded(text[1:-1]))
        return Beside(column, "", text[1:-1].strip()) if is_correction else None
    if kind == "noted":
        return Beside(
            column, "comment", text, message=f"{text!r} is read as the mark of a footnote"
        )
    if kind == "footnote":
        before = line[begin : mark.start(kind)].split()
        last = [" ".join([*before[-many:], text]) for many in (1, 2, 3)]
        if any(_ARROWS.search(one) and is_move(one) for one in last):
            return None  # The number of pieces that move.
        message = f"{text!r} is read as the mark of a footnote"
        return Beside(column, "comment", text, message=message)
    beside = f"{line[begin : mark.start(kind)]} {line[mark.end(kind) :]}".split()
    others = [word for word in beside if any(map(str.isalnum, word)) and not _COUNT.fullmatch(word)]
    if len(others) >= ROOM or not (kind == "ditto" or _is_hole(text)):
        return None
    what = (
        "another ply again, it is not known which"
        if kind == "ditto"
        else "a ply that cannot be read"
    )
    message = f"{text!r} stands for {what}: ? in its place"
    return Beside(column, "lost-ply", text, comment=False, message=message)


def _is_hole(text: str) -> bool:
    """Whether a text stands for a ply that cannot be read: in words, or by a sign in brackets."""
    bare = text.strip("()[]")
    signs = bare != text and _SIGNS.issuperset(bare)
    return signs or _words("unreadable").fullmatch(_folded(bare)) is not None


def correction(text: str, dialects: Sequence[Dialect[object]]) -> str:
    """Return the move that a comment puts for the one before it, empty if it puts none.

    Args:
        text: the comment, such as ``recte D3`` or ``sic: D3``.
        dialects: the dialects in which moves may be written.
    """
    found = _words("correction").match(_folded(text)) if len(text) < LONGEST else None
    move = text[found.end() :].strip(" :=.!?") if found else ""
    return move if any(one.lenient_pattern.fullmatch(move) for one in dialects) else ""


def _folded(text: str) -> str:
    # Loaded here: few texts have such words, and their tables take a while to load.
    from records.words import folded

    return folded(text)


@cache
def _words(meaning: str) -> re.Pattern[str]:
    """Return the expression for the words of a meaning in folded text."""
    from records.words import any_of, tables

    return re.compile(rf"\s*{any_of(tables()['transcription'][meaning])}(?!\w)")


@cache
def _numerals() -> re.Pattern[str]:
    """Return the expression for the number of a row in words, such as ``1er coup :``."""
    from records.words import any_of, tables

    name = any_of(tables()["transcription"]["row"])
    ordinal = r"(?:er|ere|e|eme|st|nd|rd|th)?\.?"
    return re.compile(
        rf"\s*(?:{name}\.?\s*(?P<after>\d{{1,3}})(?!\w)|(?P<before>\d{{1,3}}){ordinal}\s*{name})"
        r"\s*[.):]*(?=\s)"
    )
