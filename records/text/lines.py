"""The lines of a game in tokens: remarks, moves that a line's end parts, words for a table."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from notation import Dialect
from notation.pattern import lazy_pattern
from records.text.cut import LOST
from records.text.game import GameNotes
from records.text.ink import HOLDER, REGULAR, Kind, TextLine, Token, Tokenizer
from records.text.layout import NOTHING, Word, in_reading_order

LEAST_ROWS = 3
"""Numbered rows from which on a game is read as a table if its rows are not regular."""

AROUND = 20
"""Lines above the first row that may be damaged rows of the same table."""

PLIES = (Kind.MOVE, Kind.SUSPECT)
_BESIDE = (Kind.COMMENT, Kind.DOTS, Kind.SIDE, Kind.MARK)
_INK = lazy_pattern(r"\S+")
_ROW_NUMBER = lazy_pattern(r"(?<!\S)\d{1,4}[.):]+(?!\S)")
_REMARK = lazy_pattern(
    r"\((?=[^()]*[^\W\d_]{4}|\d{1,3}\.)[^()]*\)$|\[(?=[^\[\]]*[^\W\d_]{4})[^\[\]]*\]$"
)


class LineTokens(NamedTuple):
    """A line of a game, taken apart."""

    line: TextLine
    tokens: list[Token]


def moves_of(rows: Iterable[LineTokens]) -> list[str]:
    """Return the texts of the moves."""
    return [
        token.text
        for row in rows
        for token in row.tokens
        if token.kind is Kind.MOVE and token.text != "?"
    ]


def fit_of(found: Sequence[Token], dialect: Dialect[object]) -> tuple[int, int, int, int]:
    """Return how well a dialect takes lines apart; what compares greater is better."""
    glued = {token.start for token in found if token.kind is Kind.MOVE}
    left_over = sum(
        token.kind in (Kind.WORD, Kind.SUSPECT)
        or (token.kind is Kind.MARK and token.end in glued)
        or (token.kind is Kind.COMMENT and token.written[:1] in ("(", "["))
        for token in found
    )
    moves = [token.text for token in found if token.kind is Kind.MOVE]
    ways = (moves, [move.lower() for move in moves], [move.upper() for move in moves])
    # That all moves are written in small or in capital letters is one odd thing, not many.
    uncanonical = min(
        2 * bool(index) + sum(not dialect.are_canonical([move]) for move in way)
        for index, way in enumerate(ways)
    )
    covered = sum(map(len, moves))
    return -2 * left_over - uncanonical, -left_over, -len(moves), covered


def is_game_text(line: Sequence[Token], in_game: bool) -> bool:
    """Whether a line of tokens belongs to a game rather than to the prose around it."""
    if not line:
        return False
    kinds = [token.kind for token in line]
    moves, suspects = kinds.count(Kind.MOVE), kinds.count(Kind.SUSPECT)
    words = kinds.count(Kind.WORD)
    ink = [kind for kind in kinds if kind not in _BESIDE]
    if not in_game and not any(token.kind is Kind.MOVE and len(token.text) > 1 for token in line):
        return False
    if ink[:2] == [Kind.NUMBER, Kind.MOVE]:
        return in_game or words + suspects <= 3 * moves
    if ink[:2] == [Kind.NUMBER, Kind.SUSPECT] and in_game:
        return True
    if in_game and kinds[0] is Kind.RESULT and line[0].text[0].isdigit():
        return moves <= words
    if moves:
        is_row = ink[:1] == [Kind.NUMBER] or in_game
        return words + suspects <= moves if is_row else words + suspects < moves
    if suspects:
        return in_game and not words and suspects == 1
    return in_game and not words and kinds.count(Kind.NUMBER) <= 1


def remarked(rows: Sequence[LineTokens], width: int) -> list[LineTokens]:
    """Return rows with the words behind a full numbered row as one comment.

    So is what follows the number of a full row again: ``4. E6 C3 4...C1 is worse``.
    """
    found = []
    plies: int | None = None
    for line, tokens in rows:
        if any(token.kind in (Kind.WORD, Kind.DOTS) for token in tokens):
            tokens = list(with_remarks(tokens, line, plies, width))
        for token in tokens:
            if token.kind is Kind.NUMBER:
                plies = 0
            elif token.kind in PLIES and plies is not None:
                plies += 1
        found.append(LineTokens(line, tokens))
    return found


def with_remarks(
    found: Sequence[Token], line: TextLine, plies: int | None, width: int
) -> Iterator[Token]:
    """Yield the tokens of a line; `plies` of the present row come before them."""
    index, number = 0, ""
    while index < len(found):
        token = found[index]
        following = found[index + 1].kind if index + 1 < len(found) else None
        is_full = plies is not None and plies >= width and bool(number)
        again = token.kind is Kind.NUMBER and token.text == number and following is Kind.DOTS
        is_word = token.kind is Kind.WORD and token.text.isalpha() and len(token.text) > 1
        if is_full and (again or is_word):
            end = index + 1
            while end < len(found) and found[end].kind not in (
                Kind.NUMBER,
                Kind.RESULT,
                Kind.COMMENT,
            ):
                end += 1
            some = found[index:end]
            moves = sum(one.kind in PLIES for one in some)
            words = sum(one.kind is Kind.WORD for one in some)
            if again or moves != width or words > 1:
                stop = found[end].start if end < len(found) else len(line.text)
                text = line.text[token.start : stop].strip()
                written = text if moves or any(map(str.isdigit, text)) else ""
                yield Token(Kind.COMMENT, text, token.start, stop, written, line.number)
                index = end
                continue
        if token.kind is Kind.NUMBER:
            plies, number = 0, token.text
        elif token.kind in PLIES and plies is not None:
            plies += 1
        yield token
        index += 1


def rejoined(
    rows: Sequence[LineTokens], dialect: Dialect[object] | None, notes: GameNotes
) -> list[LineTokens]:
    """Return rows with the moves whole that a line's end parts: ``9.9.2SW-`` above ``2x1``."""
    found = _with_turns_whole(rows, dialect, notes) if dialect else list(rows)
    for index in range(len(found) - 1) if dialect else ():
        line, following = found[index].line, found[index + 1].line
        text, below = line.text.rstrip(), following.text
        last = found[index].tokens[-1] if found[index].tokens else None
        if last is None or text[-1:] not in ("-", ",") or not below.strip():
            continue
        head = text[text.rfind(" ") + 1 :] if text[-1] == "-" else text
        word = below.split()[0]
        end = below.index(word) + len(word)
        if text.count("(") > text.count(")") and ")" in below:
            end = below.index(")") + 1
        tail = below[:end].strip()
        if HOLDER in tail:
            continue
        wholes = (head[:-1] + tail, head + tail) if text[-1] == "-" else (f"{head} {tail}",)
        for whole in wholes:
            joined = text[: len(text) - len(head)] + whole
            one = TextLine(
                line.number, line.written, joined, line.folded, line.comments, line.mover
            )
            tokens = Tokenizer(dialect).tokens(one)
            is_whole = tokens and tokens[-1].kind is Kind.MOVE and tokens[-1].end == len(joined)
            is_one = is_whole and tokens[-1].start < len(text) - 1
            if is_one and len(tokens) <= len(found[index].tokens):
                rest = TextLine(
                    following.number, following.written, " " * end + below[end:],
                    following.folded, following.comments, following.mover,
                )  # fmt: skip
                message = f"{tail!r} is read as the end of {tokens[-1].text!r}, on the line above"
                notes.add("row-cut", message, following.place(below.index(word)), word)
                found[index] = LineTokens(one, tokens)
                found[index + 1] = LineTokens(rest, Tokenizer(dialect).tokens(rest))
                break
    return found


def _with_turns_whole(
    rows: Sequence[LineTokens], dialect: Dialect[object], notes: GameNotes
) -> list[LineTokens]:
    """Return rows with removals that stand on a line of their own behind the turn above."""
    found: list[LineTokens] = []
    for row in rows:
        text = row.line.text.strip()
        above = found[-1] if found else None
        is_turn = above is not None and above.tokens and above.tokens[-1].kind is Kind.MOVE
        if above is None or not is_turn or not dialect.continues_turn(text):
            found.append(row)
            continue
        message = f"{text!r} is read as the end of the turn on the line above"
        notes.add("row-cut", message, row.line.place(row.line.text.index(text)), text)
        line, head = above.line, above.line.text[: above.tokens[-1].end]
        whole = f"{head} {text}"
        joined = TextLine(line.number, line.written, whole, line.folded, line.comments, line.mover)
        last = above.tokens[-1]
        move = last._replace(text=f"{last.text} {text}", end=len(whole))
        found[-1] = LineTokens(joined, [*above.tokens[:-1], move])
    return found


def last_ink(rows: Sequence[LineTokens]) -> TextLine | None:
    """Return the last line with text."""
    return next((row.line for row in rows[::-1] if row.line.text.strip()), None)


def lines_above(above: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines right above the first row that may be damaged rows themselves."""
    return [line for line in above[-AROUND:] if line.text.strip()]


def in_rows(rows: Sequence[LineTokens], marks: Collection[str]) -> list[list[Word]]:
    """Return the words of rows; a row of running text begins at a number, not with its line."""
    numbers = [
        (index, int(one.text))
        for row in rows
        for index, one in enumerate(row.tokens)
        if one.kind is Kind.NUMBER and (one.written or not index)
    ]
    inner = [after - before for (_, before), (at, after) in pairwise(numbers) if at]
    if sum(step == 1 for step in inner) < max(LEAST_ROWS - 1, REGULAR * len(inner)):
        return _by_lines(rows, marks)
    found: list[list[Word]] = []
    last = 0
    begins: list[bool] = []
    for row in rows:
        start = 0
        numbered = bool(row.tokens) and row.tokens[0].kind is Kind.NUMBER
        for index, one in enumerate(row.tokens):
            if one.kind is Kind.NUMBER:
                if index and one.written and 0 < int(one.text) - last <= LOST + 1:
                    found.append(words_of(row, start, one.start, marks))
                    begins.append(numbered or bool(start))
                    start = one.start
                last = int(one.text)
        found.append(words_of(row, start, len(row.line.text), marks))
        begins.append(numbered or bool(start))
    joined: list[list[Word]] = []
    for words, is_first in zip(found, begins, strict=True):
        if joined and not is_first:
            joined[-1] += words
        else:
            joined.append(words)
    return [words for words in joined if words]


def _by_lines(rows: Sequence[LineTokens], marks: Collection[str]) -> list[list[Word]]:
    """Return the words of each line; a line on which a comment ends goes on with the row above."""
    found: list[list[Word]] = []
    for row in rows:
        words = words_of(row, 0, len(row.line.text), marks)
        if found and _ends_comment(row.line):
            found[-1] += words
        elif words:
            found.append(words)
    return found


def _ends_comment(line: TextLine) -> bool:
    """Whether a comment in braces that began on a line above ends on this one."""
    end = line.written.find("}") + 1
    return end > 0 and "{" not in line.written[:end] and not line.text[:end].strip()


def words_of(row: LineTokens, start: int, end: int, marks: Collection[str]) -> list[Word]:
    """Return the words of a line that may be numbers or plies: no comments, results or marks."""
    line, text = row.line, row.line.text
    parts, done = list[str](), start
    inner = (bisect_left(row.tokens, place, key=attrgetter("start")) for place in (start, end))
    for token in row.tokens[slice(*inner)]:
        width = token.end - token.start
        is_mark = token.text in marks and is_apart(token, row)
        if token.kind is Kind.RESULT or is_aside(token, text) or is_mark:
            parts += text[done : token.start], " " * width
        elif token.kind is Kind.MOVE and token.text == NOTHING:
            parts += text[done : token.start], NOTHING.ljust(width)
        else:
            continue
        done = token.end
    whole = "".join((*parts, text[done:end])).replace(HOLDER, " ")
    return [
        Word(one[0], line.number, line.place(start + one.start())[1])
        for one in _INK.finditer(whole)
    ]


def in_blocks(lines: Sequence[TextLine]) -> tuple[list[TextLine], str]:
    """Return lines cut where blocks of rows stand side by side, in the order of the game.

    The layout comes in words; where they are empty, the lines have none.
    """
    if sum(len(_ROW_NUMBER.findall(line.text)) > 1 for line in lines) < LEAST_ROWS - 1:
        return [], ""
    words = [
        [Word(one[0], index, one.start()) for one in _INK.finditer(line.text)]
        for index, line in enumerate(lines)
    ]
    ordered, how = in_reading_order([one for one in words if one])
    return [_part(lines[one[0].line], one) for one in ordered if one] if how else [], how


def _part(line: TextLine, words: Sequence[Word]) -> TextLine:
    """Return a line with some of its words, in their places."""
    start, end = words[0].column, words[-1].column + len(words[-1].text)
    comments = {at: one for at, one in line.comments.items() if start <= at < end}
    text = " " * start + line.text[start:end]
    return TextLine(line.number, line.written, text, line.folded, comments)


def is_aside(token: Token, text: str) -> bool:
    """Whether a comment is one even on a damaged line: a bracket there may be a misread letter."""
    if token.kind is not Kind.COMMENT:
        return False
    return text[token.start] not in "([" or _REMARK.match(text, token.start, token.end) is not None


def usual_marks(rows: Sequence[LineTokens]) -> frozenset[str]:
    """Return the marks that stand between the moves of most rows."""
    numbered = [row for row in rows if row.tokens and row.tokens[0].kind is Kind.NUMBER]
    counts = Counter(
        mark
        for row in numbered
        for mark in {one.text for one in row.tokens if one.kind is Kind.MARK and is_apart(one, row)}
    )
    return frozenset(mark for mark, count in counts.items() if count > REGULAR * len(numbered))


def is_apart(mark: Token, row: LineTokens) -> bool:
    """Whether a mark stands by itself, or is a comma behind a word."""
    text = row.line.text
    before, behind = text[mark.start - 1 : mark.start], text[mark.end : mark.end + 1]
    return not behind.strip() and (not before.strip() or mark.text == ",")
