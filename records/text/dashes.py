"""Marks between the moves of a row: dashes, which look like those inside moves, and others."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from notation import Dialect
from notation.dialect import DASH
from notation.pattern import lazy_pattern
from records.text.tokens import Kind, Token

SEMICOLON, DASHED, LATE_DOTS = ";", "-", "..."
"""Marks that are tokens of their own."""

MARK_KINDS = {Kind.SEPARATOR: SEMICOLON, Kind.PARTING: DASHED}

CLOCK, NUMERAL, MARKUP, EVALUATION = "a time", "Coup 1", "markup", "+-"
"""What stands for times and evaluations beside moves, words around numbers of rows, and markup."""

SLASHED = "1/"
NUMBER_SIGNS = (SLASHED, ")", ":", "..", ".-", ".\N{EN DASH}")
"""Signs behind numbers that stand for a full stop."""

CODES = {
    SEMICOLON: "semicolon",
    DASHED: "parting-dash",
    CLOCK: "comment",
    EVALUATION: "comment",
    NUMERAL: "number-style",
    MARKUP: "markup",
}
"""Codes of the notes on marks that have one of their own."""

_LEFT_OUT = lazy_pattern(r"[|,/]+")
_NUMBERED = lazy_pattern(
    r"\(\d{1,4}(\))|\d{1,4}(?:[ \t]?([):])|(\.\.(?=[ \t]+\S+[ \t]+\S)|\.[-\u2013](?=\s|\w)))"
)
RULES = "|/,"
"""Marks that part the sides of a row, where most rows have them."""

_COMMA = lazy_pattern(r"(?<=[^\s,]),(?=\s+\S)(?![^()]*\))")
_BRACES = lazy_pattern(r"\{[^{}\\]*\}")
_MAY_HAVE_MARKS = lazy_pattern(rf"{_LEFT_OUT.pattern}|{_NUMBERED.pattern}")

_SPACED = lazy_pattern(rf"(?<=\S)\s+{DASH}\s+(?=\S)")


def parted(
    token: Token, dialects: Sequence[Dialect[object]], ply: int, always: bool
) -> list[Token]:
    """Return the two moves that a dash between blanks parts; none if it belongs to a move.

    Both sides of it are moves, and it makes no move of the game's usual board.

    Args:
        token: a move.
        dialects: the dialects that it may be written in.
        ply: how many plies of its game come before it.
        always: whether such dashes have parted moves before, so that this one does, whatever it
            makes.
    """
    dash = _SPACED.search(token.text)
    if dash is None:
        return []
    halves = token.text[: dash.start()], token.text[dash.end() :]
    texts = token.text, *halves
    ways = [one for one in dialects if all(map(one.lenient_pattern.fullmatch, texts))]
    whole = "".join(token.text.replace(dash[0], "-").split())
    if not ways or (not always and any(_fits(whole, one, ply) for one in ways)):
        return []
    columns = token.column, token.column + dash.end()
    return [Token(Kind.MOVE, *half) for half in zip(halves, columns, strict=True)]


def _fits(text: str, dialect: Dialect[object], ply: int) -> bool:
    """Whether a text, in letters of either size, is a move of the game's usual board."""
    spelled = filter(dialect.canonical_pattern.fullmatch, (text, text.lower(), text.upper()))
    return any(dialect.fits(one, ply) for one in spelled)


def marks_between(text: str, found: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """Yield the marks that are left out between tokens, and those behind numbers for a full stop.

    Args:
        text: the line, or several that a comment joins.
        found: its tokens.

    Yields:
        The mark, and its column in the text; behind a number, one of `NUMBER_SIGNS`.
    """
    if not _MAY_HAVE_MARKS.search(_BRACES.sub("{}", text) if "{" in text else text):
        return
    for token, following in zip_longest([None, *found], found):
        start, end = 0, following.column - 1 if following else len(text)
        if token is not None:
            start = _end_of(token, text, end)
        if token and token.kind is Kind.NUMBER and (odd := _NUMBERED.match(text, token.column - 1)):
            yield odd[1] or odd[2] or odd[3], token.column
        yield from ((mark[0][0], mark.start() + 1) for mark in _LEFT_OUT.finditer(text, start, end))


def _end_of(token: Token, text: str, end: int) -> int:
    """Return an offset behind what is written of a token, before an offset."""
    start = token.column - 1
    if token.kind is not Kind.COMMENT:
        return min(start + len(token.text), end)
    closed = max(text.rfind(closing, start, end) for closing in "})]")
    return closed + 1 if text[start] in "{([" and closed > 0 else end


def code_of(mark: str) -> str:
    """Return the code of the note on a mark between moves, or behind numbers."""
    return "number-style" if mark in NUMBER_SIGNS else CODES.get(mark, "mark-between")


def marks_of_rows(rows: Sequence[str]) -> re.Pattern[str] | None:
    """Return what matches the marks that stand between the moves of most rows; None without such.

    They stand by themselves; a comma may also follow a move at once, outside brackets.
    """
    words = [row.split() for row in rows]
    usual = [mark for mark in RULES if 3 * sum(mark in row for row in words) > 2 * len(rows)]
    parts = [rf"(?<!\S)[{re.escape(''.join(usual))}](?!\S)"] if usual else []
    if 3 * sum(_COMMA.search(row) is not None for row in rows) > 2 * len(rows):
        parts.append(_COMMA.pattern)
    return re.compile("|".join(parts)) if parts else None


def left_out(mark: str, count: int) -> str:
    """Return the message of the note on a mark between moves, or behind numbers."""
    times = f", {count} times" if count > 1 else ""
    if mark == CLOCK:
        return f"times beside moves are read as comments{times}"
    if mark == EVALUATION:
        return f"signs that judge a position are read as comments{times}"
    if mark == NUMERAL:
        return f"words around the numbers of rows are left out{times}"
    if mark == MARKUP:
        return f"markup of mail, forums or web pages is left out{times.replace('times', 'lines')}"
    if mark in NUMBER_SIGNS:
        return f"numbers are written with {mark!r} for a full stop{times}"
    if mark == SEMICOLON:
        return f"{mark!r} is read as a mark between moves, not as that of a comment{times}"
    if mark == DASHED:
        return f"a dash between two moves is left out{times}"
    return f"{mark!r} between moves is left out{times}"
