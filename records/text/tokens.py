"""The tokenizer of lines: moves of one dialect, row numbers, comments, results and marks.

The spans of moves are cached for each line (`TextLine.moves`). The text between the moves is read
in the same way in every dialect.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from notation import Dialect
from notation.dialect import TO
from notation.pattern import lazy_pattern
from records.model import NOTHING
from records.results import DRAW, FIRST_WINS, SECOND_WINS, match_result, whole_result
from records.text.game import GameNotes
from records.text.layout import LEAST_ROWS, LONG_WORD, REGULAR, ROW_NUMBER, SAMPLE
from records.text.lines import HOLDER, LABEL, Kind, TextLine, Token, begins_with_label
from records.words import side_named, spellings_in

FULL_ROW = 2
"""Number of moves after which the rest of a row is a comment, even if it has only moves."""

SENTENCE = 3
"""Minimum number of words in a sentence; fewer may be misread moves."""

PLIES = (Kind.MOVE, Kind.SUSPECT)

_NUMBER = lazy_pattern(
    r"\((?P<bracketed>\d{1,4})\)|(?P<bare>\d{1,4})(?:(?P<two>\.\.)(?=\s+\S+\s+\S)|(?=\.\.)"
    r"|(?P<dash>[-\u2013])(?=\s)"
    r"|[ \t]*(?P<sign>\.[-\u2013](?=\s|\w)|[.):])|(?P<letter>[a-d][.):])(?=\s)|(?=\s|$|\u2026))"
)
NUMBERED = lazy_pattern(rf"\s*{ROW_NUMBER}\s")
_NUMBER_OR_SCORE = lazy_pattern(rf"{ROW_NUMBER}\u2026?[-\u2013]?|{FIRST_WINS}|{SECOND_WINS}|{DRAW}")
_DOTS = lazy_pattern(r"\.(?: ?\.)+|\N{HORIZONTAL ELLIPSIS}")
_MARKS = lazy_pattern(r"[!?]+")
_SIGNS = lazy_pattern(r"[+#=]+(?=[\s,;|!?]|$)")
_BETWEEN = lazy_pattern(r"[|,/]+|&(?!\S)|\.(?=\s*$)|(?<=\S)\.(?=\s)")
_REST = lazy_pattern(r"(?:(?<!\S)(?:;|\#+(?![^\W\d_]?\d)|//+)|;(?!\S))|;")
_DASH = lazy_pattern(rf"{TO}+\s*")
_LABEL = lazy_pattern(r"[^\W\d_]+(?:\s*[:.]\s*|\s+)")
_WORD = lazy_pattern(rf"[^\s{HOLDER}]+")
_VARIATION = lazy_pattern(r"\s*([a-h]\)[ \t]+(?!1\b)\d{1,3}[. ])")
_MOVELIKE = lazy_pattern(
    r"(?=.*(?:\d|\w[.\-,]\w|^\W+$))"
    r"[\w.,:;()*+?\N{MULTIPLICATION SIGN}\-\N{EN DASH}\N{EM DASH}]{1,24}"
)
_REMARK = lazy_pattern(
    r"(?<=[ \t])(?:\((?=[^()\n]*(?:[^\W\d_]{3}(?![^\W_]*\d)|\bi\.e\.))[^()\n]{2,200}\)"
    r"|\[(?=[^\[\]\n]*[^\W\d_]{3}(?![^\W_]*\d))[^\[\]\n]{2,200}\])(?!\S)"
)
_CUT = lazy_pattern(r".*\d-")
"""A word that is the first half of a move, at the end of a line."""
_DASHES = lazy_pattern(r"[-\u2013\u2014]+")
_ENDS_REMARK = (Kind.NUMBER, Kind.RESULT, Kind.COMMENT)
_DOTTED = [Kind.NUMBER, Kind.DOTS, Kind.MOVE, Kind.MOVE]
"""The kinds of the first tokens in a row with dots after its number, and several moves."""


def hold_remarks(line: TextLine) -> None:
    """Turn bracketed remarks after the first move of a line into comments: ``(A4 was better)``."""
    if "(" not in line.text and "[" not in line.text:
        return
    for found in list(_REMARK.finditer(line.text)):
        if 0 <= line.first < found.start():
            written = found[0] if any(map(str.isdigit, found[0])) else ""
            line.hold(found.start(), found.end(), found[0][1:-1].strip(), written)


class LineTokens(NamedTuple):
    """The tokens of a line.

    Attributes:
        line: the line.
        tokens: its tokens, from left to right.
        is_row: whether the line is a row of moves; None if its tokens have to decide.
    """

    line: TextLine
    tokens: list[Token]
    is_row: bool | None = None

    def has(self, kind: Kind) -> bool:
        """Whether the line has a token of a kind."""
        return any(one.kind is kind for one in self.tokens)


def take_apart(line: TextLine, pattern: re.Pattern[str] | None) -> LineTokens:
    """Return the tokens of a line.

    Args:
        pattern: matches the moves of a dialect; None to take no text for a move.
    """
    known = line.tokens
    if pattern not in known:
        known[pattern] = _Scanner(line, pattern).tokens()
    return LineTokens(line, known[pattern])


class _Scanner:
    """Splits one line into tokens, from left to right."""

    def __init__(self, line: TextLine, pattern: re.Pattern[str] | None) -> None:
        self.line, self.text = line, line.text
        self.spans = line.moves(pattern) if pattern else []
        self.moves = dict(self.spans)
        self.row, self.numbered, self.parted = 0, False, False
        self.found: list[Token] = []
        self.lists = set[int]()

    def tokens(self) -> list[Token]:
        text, found, at = self.text, self.found, 0
        if ")" in text[:10] and (listed := _VARIATION.match(text)):
            found.append(self._aside(listed.start(1), listed.start(1), len(text), len(text)))
            at = len(text)
        while at < len(text):
            if text[at].isspace():
                at += 1
                continue
            one = self._token(at)
            if one is None:
                at += 1
                continue
            if one.kind is Kind.MOVE:
                self.row += 1
            elif one.kind is Kind.NUMBER:
                before = found[-1] if found else None
                if (
                    before
                    and before.kind is Kind.WORD
                    and before.text.isalpha()
                    and not one.written
                ):
                    one = one._replace(kind=Kind.WORD)  # A number without a sign: takes 3.
                else:
                    self.row, self.numbered = 0, True
            found.append(one)
            at = max(one.end, at + 1)
        return found

    def _token(self, at: int) -> Token | None:
        """Return the token at an offset; None for a bracket around the moves of a row."""
        if end := self.moves.get(at):
            return Token(Kind.MOVE, self.text[at:end], at, end)
        return None if self._is_of_list(at) else self._comment(at) or self._other(at)

    def _is_of_list(self, at: int) -> bool:
        """Whether a bracket encloses all moves of a row: ``1: [D3, B4]``."""
        end = self._closing.get(at, 0) if self.text[at] == "[" and not self.row else 0
        first = _WORD.search(self.text, at + 1) if end else None
        is_whole = first and first.start() in self.moves and not self.text[end:].strip(" ,")
        if is_whole and self._only_moves(at + 1, end - 1):
            self.lists |= {at, end - 1}
        return at in self.lists

    def _comment(self, at: int) -> Token | None:
        """Return the comment or other bracketed token that begins at an offset; None without one.

        A remark such as ``(illegible)`` in place of a move gives a move, and a result in brackets
        gives a result.
        """
        text, sign = self.text, self.text[at]
        if sign == HOLDER and (held := self.line.comments.get(at)):
            if self.numbered and self.row < FULL_ROW and is_unreadable(held.text):
                return Token(Kind.MOVE, NOTHING, at, held.end, held.text)
            return held
        if sign in ";#/" and (rest := _REST.match(text, at)):
            return self._rest(at, rest)
        if sign not in "([":
            return None
        end = self._closing.get(at)
        if sign == "(" and not self.row:
            if end and (result := self._bracketed_result(at, end)):
                return result
            if _NUMBER.match(text, at):
                return None
        if end is None:
            is_tag = sign == "[" and not self.found
            return None if is_tag else self._aside(at, at + 1, len(text), len(text))
        inside = text[at + 1 : end - 1].strip()
        if self.row < FULL_ROW and (inside.strip(".-?\u2026") == "" or is_unreadable(inside)):
            return Token(Kind.MOVE, NOTHING, at, end, text[at:end])
        if sign == "[" and not self.found and not _NUMBER.match(inside):
            return None  # A tag, perhaps misspelt, or a stamp.
        return self._aside(at, at + 1, end - 1, end)

    def _bracketed_result(self, at: int, end: int) -> Token | None:
        """Return the result if the line has only one in brackets, such as ``(12:0)``; else None."""
        inside = self.text[at + 1 : end - 1].strip()
        is_alone = not self.text[:at].strip() and not self.text[end:].strip()
        return Token(Kind.RESULT, inside, at, end) if is_alone and whole_result(inside) else None

    @cached_property
    def _closing(self) -> dict[int, int]:
        """The offsets after closing brackets, by the offsets of the opening brackets."""
        ends: dict[int, int] = {}
        opened: dict[str, list[int]] = {")": [], "]": []}
        for found in re.finditer(r"[()\[\]]", self.text):
            if found[0] in "([":
                opened[")" if found[0] == "(" else "]"].append(found.start())
            elif opened[found[0]]:
                ends[opened[found[0]].pop()] = found.end()
        return ends

    def _aside(self, at: int, start: int, stop: int, end: int) -> Token:
        """Return a comment; if it mentions a move, its written form is kept.

        Args:
            at, end: the offsets of the comment with its signs.
            start, stop: the offsets of its text.
        """
        mentions = bool(beginning_in(self.spans, start, stop))
        text, written = self.line.shown(start, stop), self.line.shown(at, end)
        return Token(Kind.COMMENT, text, at, end, written if mentions else "")

    def _rest(self, at: int, sign: re.Match[str]) -> Token | None:
        """Return the token of a semicolon, hash or two slashes: the comment after it, or a mark."""
        text = self.text
        if sign[0][0] == ";":
            is_apart = at == 0 or text[at - 1].isspace() or text[at + 1 : at + 2].isspace()
            if not is_apart or not text[at + 1 :].strip():
                return Token(Kind.MARK, ";", at, at + 1)
            label = _LABEL.match(text, len(text) - len(text[at + 1 :].lstrip()))
            if label and label.end() in self.moves and side_named(label[0]) is not None:
                return Token(Kind.MARK, ";", at, at + 1)
            stop = text.find(";", at + 1)
            part = text[at + 1 : stop if stop > 0 else len(text)]
            moves = self._only_moves(at + 1, at + 1 + len(part))
            self.parted |= moves and not self.numbered and stop > 0
            if moves and (self.row < FULL_ROW or self.parted or NUMBERED.match(part)):
                return Token(Kind.MARK, ";", at, at + 1)
        return self._aside(at, sign.end(), len(text), len(text))

    def _only_moves(self, start: int, stop: int) -> bool:
        """Whether a part of the line has moves, and no words besides row numbers and scores."""
        inside = beginning_in(self.spans, start, stop)
        return bool(inside) and not left_over(self.text, inside, start, stop)

    def _other(self, at: int) -> Token | None:
        """Return the token at an offset where neither a move nor a comment begins."""
        text, sign = self.text, self.text[at]
        # Points are a result at the beginning of a line, or behind a full row.
        is_behind = self.row >= FULL_ROW and sign.isdecimal()
        stated = self._with_braces[at:] if is_behind else self._with_braces
        if result := match_result(stated, 0 if is_behind else at):
            return Token(Kind.RESULT, result.written, at, at + len(result.written))
        if number := self._number(at):
            digits = number["bracketed"] or number["bare"]
            signs = ")" if number["bracketed"] else number["two"] or number["sign"]
            written = signs or number["letter"] or number["dash"] or ""
            return Token(Kind.NUMBER, digits, at, number.end(), written)
        dash = None if sign.isalnum() else _DASH.match(text, at)
        if dash and (is_between := self._is_between(dash)) is not None:
            kind = Kind.MARK if is_between else Kind.SUSPECT
            written = dash[0].rstrip()
            return Token(kind, written if kind is Kind.SUSPECT else "-", at, at + len(written))
        label = _LABEL.match(text, at) if sign.isalpha() else None
        side = side_named(label[0]) if label and label.end() in self.moves else None
        if label and side is not None:
            return Token(Kind.SIDE, side, at, label.end())
        if between := _BETWEEN.match(text, at):
            return Token(Kind.MARK, between[0][0], at, between.end())
        if begins_with_label(text) and (beside := LABEL.match(text, at)):
            return Token(Kind.MARK, beside[0], at, beside.end())
        if dots := _DOTS.match(text, at):
            return Token(Kind.DOTS, dots[0], at, dots.end())
        glued = bool(self.found) and self.found[-1].end == at
        if sign in "!?" and (marks := _MARKS.match(text, at)) and (glued or "!" in marks[0]):
            return Token(Kind.MARKS, marks[0], at, marks.end())
        if glued and self.found[-1].kind is Kind.MOVE and (signs := _SIGNS.match(text, at)):
            return Token(Kind.COMMENT, signs[0], at, signs.end())
        word = (_WORD.match(text, at) or re.compile(".").match(text, at))[0]  # type: ignore[index]
        marked = word.rstrip("!?") or word
        bare = marked.rstrip(".,;:)|") or marked
        if is_unreadable(bare) and self.row < FULL_ROW:
            return Token(Kind.MOVE, NOTHING, at, at + len(word), word)
        kind = Kind.SUSPECT if _MOVELIKE.fullmatch(bare) else Kind.WORD
        return Token(kind, bare, at, at + len(marked))

    @cached_property
    def _with_braces(self) -> str:
        """The text with ``{`` for each comment, which ends a sentence about the result."""
        return self.text.replace(HOLDER, "{")

    def _is_between(self, dash: re.Match[str]) -> bool | None:
        """Whether a dash separates moves; False if it stands for a move, None if neither.

        A dash stands for a move if it follows a row number and at most one move follows it.
        """
        is_first = bool(self.found) and self.found[-1].kind is Kind.NUMBER
        behind = len(beginning_in(self.spans, dash.end(), len(self.text)))
        if is_first and self.found[-1].written and behind < 2:
            return False
        begins = dash.end() in self.moves
        return True if begins or (self.found and len(dash[0]) > 1 and self.row < 1) else None

    def _number(self, at: int) -> re.Match[str] | None:
        """Return the match of a row number at an offset; a blank, move or sign must follow it."""
        sign = self.text[at]
        number = _NUMBER.match(self.text, at) if sign == "(" or sign.isdigit() else None
        if number is None or number.end() >= len(self.text):
            return number
        follows = self.text[number.end()]
        if follows.isspace() or follows in (HOLDER, ".", "\N{HORIZONTAL ELLIPSIS}"):
            return number
        return number if number.end() in self.moves else None


def beginning_in(
    spans: Sequence[tuple[int, int]], start: int, stop: int
) -> Sequence[tuple[int, int]]:
    """Return the spans of moves that begin in a part of a line."""
    return spans[bisect_left(spans, (start,)) : bisect_left(spans, (stop,))]


def left_over(text: str, spans: Sequence[tuple[int, int]], start: int, stop: int) -> int:
    """Count the words in a part of a line, without moves, row numbers and scores."""
    count, at = 0, start
    for begin, end in (*spans, (stop, stop)):
        if end < start or begin > stop:
            continue
        for word in text[at : max(begin, at)].split():
            count += any(map(str.isalnum, word)) and not _NUMBER_OR_SCORE.fullmatch(word)
        at = end
    return count


def likely_dialect(
    lines: Sequence[TextLine], among: Sequence[Dialect[object]], titled: str | None
) -> Dialect[object]:
    """Return the dialect with the lowest cost of reading some lines.

    An unread word costs 2, and a move that is not canonical 1. Ties are broken by fewer unread
    words, then by fewer moves, since dialects differ in where a move ends. A dialect of the game in
    the title is preferred, unless its moves cover less than half as many characters as the moves of
    the best dialect.

    Args:
        among: the possible dialects.
        titled: the game in the title; None if it names none.
    """
    distinct: dict[object, Dialect[object]] = {}
    for one in among:
        distinct.setdefault((one.lenient_pattern, one.canonical_pattern), one)
    sample = [line for line in lines if any(map(str.isdigit, line.text))][:SAMPLE]
    in_order = sorted(distinct.values(), key=lambda one: one.game != titled)
    every = {one: _fit(sample, one) for one in in_order}
    fits = {one: fit for one, fit in every.items() if fit[3]} or every
    best = max(fits, key=fits.__getitem__)
    of_title = [one for one in fits if one.game == titled]
    likely = max(of_title, key=fits.__getitem__, default=best)
    return likely if 2 * fits[likely][3] >= fits[best][3] else best


def _fit(lines: Sequence[TextLine], dialect: Dialect[object]) -> tuple[int, int, int, int]:
    """Return a sort key of how well a dialect fits lines; the greatest is best.

    Its items are the negative cost, the negative numbers of unread words and of moves, and the
    number of characters in the moves.
    """
    moves: list[str] = []
    left = 0
    for line in lines:
        spans = line.moves(dialect.lenient_pattern)
        moves += (line.text[start:end] for start, end in spans)
        left += _unread(line.text, spans)
    odd = 0
    if not dialect.are_canonical(moves):
        # If all moves are in lower or upper case, that is noted once.
        ways = (moves, [move.lower() for move in moves], [move.upper() for move in moves])
        odd = min(
            2 * bool(index) + sum(not dialect.are_canonical([move]) for move in way)
            for index, way in enumerate(ways)
        )
    return -2 * left - odd, -left, -len(moves), sum(map(len, moves))


def _unread(text: str, spans: Sequence[tuple[int, int]]) -> int:
    """Count unread words, moves inside comments, and commas without a blank between two moves.

    A comment is text in brackets that belong to no move. A comma without a blank is probably part
    of a move that the dialect does not read.
    """
    count = left_over(text, spans, 0, len(text))
    if "," in text:
        count += sum(text[end:start] == "," for (_, end), (start, _) in pairwise(spans))
    if "(" not in text and "[" not in text:
        return count
    depth = at = 0
    for start, end in spans:
        between = text[at:start]
        closed = between.count(")") + between.count("]")
        depth = max(depth + between.count("(") + between.count("[") - closed, 0)
        count += depth > 0
        at = end
    return count


def is_unreadable(word: str) -> bool:
    """Whether a word is a transcriber's placeholder for an unreadable move."""
    return len(word) > 2 and word.isalpha() and word.casefold() in _unreadable()


@cache
def _unreadable() -> frozenset[str]:
    return spellings_in("transcription.unreadable") - {"missing", "blank"}


# Lines of tokens.


def is_row(found: Sequence[Token], in_game: bool) -> bool:
    """Whether the tokens of a line belong to a game rather than to prose.

    Args:
        found: the tokens.
        in_game: whether tags or moves of a game come before the line.
    """
    kinds = [token.kind for token in found]
    moves, suspects, words = map(kinds.count, (Kind.MOVE, Kind.SUSPECT, Kind.WORD))
    if moves and found[-1].kind is Kind.SUSPECT and _CUT.fullmatch(found[-1].text):
        moves, suspects = moves + 1, suspects - 1
    kept = [one for one in kinds if one not in (Kind.COMMENT, Kind.DOTS, Kind.SIDE, Kind.MARK)]
    if not found or not (in_game or any(one.kind is Kind.MOVE and one.text[1:] for one in found)):
        return False
    if kept[:2] == [Kind.NUMBER, Kind.MOVE]:
        return in_game or words + suspects <= 3 * moves
    if kept[:2] == [Kind.NUMBER, Kind.SUSPECT]:
        return True
    if in_game and kinds[0] is Kind.RESULT and found[0].text[0].isdigit():
        return moves <= words
    if in_game and states(found):
        return not moves
    if moves:
        is_first = kept[:3] == [Kind.WORD, Kind.NUMBER, Kind.MOVE]  # GIPF: 1. e1-e2
        is_named = kinds[1:2] == [Kind.WORD] and LONG_WORD.match(found[1].text) is not None
        is_known = (kept[:1] == [Kind.NUMBER] and not is_named) or is_first or in_game
        return words + suspects <= moves if is_known else words + suspects < moves
    if suspects:
        return not words and suspects == 1
    return not words and kinds.count(Kind.NUMBER) <= 1


_OF_DATE = {Kind.NUMBER, Kind.MARK, Kind.SUSPECT, Kind.DOTS}


def states(found: Sequence[Token]) -> bool:
    """Whether tokens begin with a result that is a sentence, such as ``White resigns.``

    A comma and a date may follow it in place of a full stop.
    """
    if found[0].kind is not Kind.RESULT:
        return False
    text, others = found[0].text, {one.kind for one in found[1:]}
    is_dated = text[0].isalpha() and Kind.MARK in others <= _OF_DATE and len(others) > 1
    return text.endswith((".", "!")) or is_dated


def without_dots(rows: Sequence[LineTokens]) -> list[LineTokens]:
    """Return rows without dots after their numbers, if most numbered rows have dots and two moves.

    These dots are part of the number. Dots after a repeated number still stand for a ply.
    """
    numbered = [row for row in rows if row.tokens[:1] and row.tokens[0].kind is Kind.NUMBER]
    full = sum(
        row.tokens[0].written == ".." or [one.kind for one in row.tokens[:4]] == _DOTTED
        for row in numbered
    )
    if full < max(LEAST_ROWS, REGULAR * len(numbered)):
        return [*rows]
    found, last = list[LineTokens](), ""
    for row in rows:
        kinds = [one.kind for one in row.tokens[:2]]
        if kinds[:1] == [Kind.NUMBER]:
            number, *others = row.tokens
            if kinds[1:] == [Kind.DOTS] and number.text != last:
                row = row._replace(tokens=[number._replace(written="..."), *others[1:]])
                start, end, text = others[0].start, others[0].end, row.line.text
                row.line.text = f"{text[:start]}{'.'.ljust(end - start)}{text[end:]}"
            last = number.text
        found.append(row)
    return found


def without_replies(rows: Sequence[LineTokens], width: int) -> list[LineTokens]:
    """Return rows without the number and dots before a reply in the same row: ``4... e12-e9``.

    Text and the end of a line may stand between a move and its reply.

    Args:
        width: the number of plies in a row.
    """
    found, last, plies = list[LineTokens](), "", 0
    for row in rows:
        kept = list[Token]()
        if row.tokens[:1] and row.tokens[0].kind is Kind.WORD:  # Prose.
            found.append(row)
            continue
        for at, token in enumerate(row.tokens):
            is_number = token.kind is Kind.NUMBER
            following = [one.kind for one in row.tokens[at + 1 : at + 2]]
            is_reply = is_number and token.text == last and following == [Kind.DOTS]
            if is_reply and plies < width:
                row.line.blank(token.start, row.tokens[at + 1].end)
            elif not (token.kind is Kind.DOTS and at and row.tokens[at - 1] not in kept[-1:]):
                kept.append(token)
            if is_number and token.text != last:
                last, plies = token.text, 0
            plies += token.kind in PLIES
        found.append(row._replace(tokens=kept))
    return found


def without_end_dashes(
    rows: Sequence[LineTokens], width: int, notes: GameNotes
) -> Iterator[LineTokens]:
    """Yield rows without the dashes at their ends that stand for no ply.

    A dash behind a full row is an empty remark, if other rows have words there and none has more
    moves. A dash in the last row stands for the moves after the end of the game, and is noted.

    Args:
        width: the number of plies in a row.
    """
    aside = (Kind.NUMBER, Kind.MARK)
    kinds = [[one.kind for one in row.tokens if one.kind not in aside] for row in rows]
    full = [Kind.MOVE] * width
    are_remarks = [*full, Kind.WORD] in [one[: width + 1] for one in kinds]
    are_remarks = are_remarks and all(one.count(Kind.MOVE) <= width for one in kinds)
    numbered = (at for at, row in enumerate(rows) if row.has(Kind.NUMBER))
    last = max(numbered, default=-1)
    for at, (row, own) in enumerate(zip(rows, kinds, strict=True)):
        dash = row.tokens[-1] if own and _DASHES.fullmatch(row.tokens[-1].text) else None
        is_short = 1 < len(own) <= width and {*own[:-1]} == {Kind.MOVE}
        if dash and at == last and is_short:
            message = f"{dash.text!r} in place of the last move is left out"
            notes.add("mark-between", message, row.line.place(dash.start), dash.text)
        elif not (dash and are_remarks and own[:-1] == full):
            yield row
            continue
        yield row._replace(tokens=row.tokens[:-1])


def remarked(row: LineTokens, width: int) -> LineTokens:
    """Return a line with the remarks after its moves as comments.

    Remarks are words after a dash, words after a complete numbered row, and text after a repeated
    row number: ``4. E6 C3 4...C1 is worse``. A line that begins with a long word is prose.

    Args:
        width: the number of plies in a row.
    """
    first = row.tokens[0] if row.tokens else None
    if len(row.tokens) > 1 and states(row.tokens) and not row.has(Kind.MOVE):
        start, text = row.tokens[1].start, row.line.text
        more = Token(Kind.COMMENT, row.line.shown(start, len(text)), start, len(text.rstrip()))
        return row._replace(tokens=[row.tokens[0], more])
    is_prose = first and first.kind is Kind.WORD and LONG_WORD.match(first.text)
    if is_prose or not (row.has(Kind.WORD) or row.has(Kind.DOTS)):
        return row
    return LineTokens(row.line, list(_remarked(row.tokens, row.line, width)))


def _remarked(found: Sequence[Token], line: TextLine, width: int) -> Iterator[Token]:
    index, plies, number = 0, 0, ""
    while index < len(found):
        token, following = found[index], next(iter(found[index + 1 : index + 2]), None)
        kind = following.kind if following else None
        again = token.kind is Kind.NUMBER and token.text == number and kind is Kind.DOTS
        is_word = token.kind is Kind.WORD and token.text.isalpha()
        is_word = is_word and (len(token.text) > 1 or kind is Kind.WORD)
        dashed = plies > 0 and kind is Kind.WORD and _DASHES.fullmatch(token.text)
        sentence = [one.kind for one in found[index : index + SENTENCE]] == [Kind.WORD] * SENTENCE
        is_full = plies >= width or (plies > 0 and sentence)
        if dashed or (number and is_full and (again or is_word)):
            end = index + 1
            while end < len(found) and found[end].kind not in _ENDS_REMARK:
                end += 1
            moves = sum(one.kind in PLIES for one in found[index:end])
            words = sum(one.kind is Kind.WORD for one in found[index:end])
            stop = found[end].start if end < len(found) else len(line.text)
            first = following if dashed and following else token
            text = line.shown(first.start, stop)
            is_remark = LONG_WORD.search(text) or (text.isalpha() and text.islower())
            if is_remark and (again or moves != width or words > 1):
                written = text if any(map(str.isdigit, text)) else ""
                yield Token(Kind.COMMENT, text, token.start, stop, written)
                index = end
                continue
        if token.kind is Kind.NUMBER:
            plies, number = 0, token.text
        plies += token.kind in PLIES
        yield token
        index += 1
