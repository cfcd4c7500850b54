"""Moves as running text, several rows on a line and rows that go on on the next, as rows.

Where every word can be read, the moves are read token by token. In damaged text the numbers are
followed from one to the next: a word with the sign of a number, in the place of the one that is
due, is that number misread.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from notation.pattern import lazy_pattern
from records.text.cells import Cutter
from records.text.layout import Word

LEAST_NUMBERS = 4
"""Numbers in sequence that show running text."""
LEAST_INSIDE = 0.4
"""Share of them that stand inside a line."""
MOST_DOWN = 0.2
"""Numbers that are no higher than one before them, for each in sequence, at most."""
LEAST_MOVES = 2
"""Words of a row before what may be a misread number."""
MOST_LOST = 1
"""Numbers in sequence that may be lost."""

LEAST_HALVES = 0.6
"""Part of the single words below the first moves of rows that are moves, where they end rows."""

_FIRST = {str(number) for number in range(1, MOST_LOST + 2)}
"""Numbers one of which is the first that can be read."""

LAYOUT = "running text"

Lines = list[list[Word]]
_SIGNED = lazy_pattern(r"(\d{1,4})(?:\.+|\))")
_IN_BRACKETS = lazy_pattern(r"\([^()]*\)")
_NUMBERED = lazy_pattern(r"\(?\d{1,4}[.):]*")
_LIKE = lazy_pattern(r"\W?\w{1,3}[.:]")


def in_numbered_rows(lines: Sequence[list[Word]], cutter: Cutter) -> tuple[Lines, str]:
    """Return lines of running text with one row each, and the layout in words.

    Args:
        lines: the words of each line, no line without words.
        cutter: tells moves from numbers.

    Returns:
        The lines above the first row, then a line for each row; all lines as they are and an empty
        text where they are no running text.
    """
    texts = [[word.text for word in line] for line in lines]
    if not is_running(texts):
        return list(lines), ""
    first = next(at for at, line in enumerate(texts) if _FIRST & set(map(_number, line)))
    rows: Lines = [[]]
    pending = [word for line in reversed(lines[first:]) for word in reversed(line)]
    while pending:
        word, due = pending.pop(), len(rows)
        if glued := _glued(word, due, cutter):
            pending.append(glued[1])
            word = glued[0]
        number = _number(word.text)
        is_next = number.isdecimal() and due <= int(number) <= due + MOST_LOST
        may_be = len(rows[-1]) > LEAST_MOVES and _LIKE.fullmatch(word.text)
        if is_next or (may_be and not cutter.is_move(word.text.rstrip(".:"))):
            rows += [[] for _ in range(int(number) - due)] if is_next else []
            rows.append([])
        rows[-1].append(word._replace(left=0.0, top=0.0))
    return [*lines[:first], *filter(None, rows)], LAYOUT


def with_second_moves(lines: Sequence[list[Word]], is_move: Callable[[str], bool]) -> Lines:
    """Return lines with the second move of a row behind the first, where it stands below it.

    Args:
        lines: the words of each line.
        is_move: whether a word is a move in some dialect, as far as its form goes.
    """
    halves = [
        (above, below)
        for above, below in pairwise(at for at, line in enumerate(lines) if line)
        if len(lines[below]) == 1 and _is_half_row([one.text for one in lines[above]], is_move)
    ]
    read = sum(is_move(lines[below][0].text) for _, below in halves)
    if read < LEAST_NUMBERS or read < LEAST_HALVES * len(halves):
        return list(lines)
    joined = list(lines)
    right = max(lines[above][-1].x + len(lines[above][-1].text) for above, _ in halves) + 1
    for above, below in halves:
        joined[above] = [*lines[above], lines[below][0]._replace(left=right)]
        joined[below] = []
    return joined


def _is_half_row(words: Sequence[str], is_move: Callable[[str], bool]) -> bool:
    """Whether a line has a number and what may be one move, perhaps damaged."""
    return len(words) > 1 and bool(_NUMBERED.fullmatch(words[0])) and sum(map(is_move, words)) < 2


def _glued(word: Word, due: int, cutter: Cutter) -> tuple[Word, Word] | None:
    """Return a move and the number that is due behind it, of a word that is both."""
    start = len(word.text) - len(f"{due}.")
    if word.text[start:] not in (f"{due}.", f"{due})") or start < 1:
        return None
    move = word._replace(text=word.text[:start])
    number = word._replace(text=word.text[start:], column=word.column + start)
    return (move, number) if cutter.is_movelike(move.text) else None


def moves_a_row(rows: Sequence[Sequence[Word]]) -> int:
    """Return how many words outside brackets most rows have."""
    texts = (" ".join(word.text for word in row[1:]) for row in rows)
    counted = Counter(len(_IN_BRACKETS.sub(" ", text).split()) for text in texts)
    return counted.most_common(1)[0][0]


def _number(text: str) -> str:
    """Return the digits of a number with its sign, empty for any other word."""
    found = _SIGNED.fullmatch(text)
    return found[1] if found else ""


def is_running(lines: Sequence[Sequence[str]]) -> bool:
    """Whether numbers go up by one through the words of lines, many of them inside a line.

    In blocks side by side, numbers go down again from line to line.
    """
    inside = count = down = 0
    for line in lines:
        for at, word in enumerate(line):
            number = int(_number(word) or 0)
            down += 0 < number <= count
            if count + 1 <= number <= count + 1 + MOST_LOST:
                count = number
                inside += at > 0
    return count >= LEAST_NUMBERS and inside >= LEAST_INSIDE * count and down <= MOST_DOWN * count


def may_be_damaged(lines: Sequence[str], is_move: Callable[[str], bool]) -> bool:
    """Whether lines are running text without comments, and a word between its numbers is no move.

    Args:
        lines: the lines.
        is_move: whether a word is a move in some dialect, as far as its form goes.
    """
    if any("{" in line or ";" in line.replace(";x", "") for line in lines):
        return False
    words = [_IN_BRACKETS.sub(" ", line).split() for line in lines]
    return is_running(words) and not all(map(is_move, _moves(words)))


def _moves(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the words behind the first number that are no numbers and no words of letters."""
    begun = False
    for word in (word for line in lines for word in line):
        begun = begun or _number(word) in _FIRST
        bare = word.rstrip("!?")
        if begun and bare and not _number(word) and not bare.rstrip(".,").isalpha():
            yield bare
