"""Words for results in several languages, and the canonical results that they stand for."""

import re
from dataclasses import dataclass

from notation.numbers import DIGITS, to_int
from records.model import UNDECIDED

FIRST_WINS, SECOND_WINS, DRAW = "1-0", "0-1", "1/2-1/2"

THIRD_WINS = "3"
"""Of more than two sides, the winner's number."""

CANONICAL = (FIRST_WINS, SECOND_WINS, DRAW, UNDECIDED)

MOVER_LOSES = "mover-loses"
"""Stands for "resigns" without a name: the side to move gives up."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result found in a text.

    Attributes:
        value: the canonical result, or `MOVER_LOSES`.
        termination: how it came about, as for the tag ``Termination``; empty if unknown.
        written: the words themselves.
    """

    value: str
    termination: str
    written: str


_FIRST = (
    r"(?:white|red|(?:les[ ]+)?(?:blancs?|rouges?)|"
    r"w(?:ei(?:ss|\N{LATIN SMALL LETTER SHARP S}))|rot)"
)
_SECOND = r"(?:black|blue|(?:les[ ]+)?(?:noirs?|bleus?)|schwarz|blau)"
_THIRD = r"(?:green|(?:les[ ]+)?verts?|gr(?:\N{LATIN SMALL LETTER U WITH DIAERESIS}|ue)n)"
_WINS = r"(?:wins?|won|gagnent|gagne|gewinnt)"
_RESIGNS = r"(?:resigns?|resigned|abandonnent|abandonne|abandon|gibt[ ]+auf)"

_WORDS: tuple[tuple[str, str, str], ...] = (
    (r"1[ ]?[-\N{EN DASH}][ ]?0", FIRST_WINS, ""),
    (r"0[ ]?[-\N{EN DASH}][ ]?1", SECOND_WINS, ""),
    (r"1/2[ ]?[-\N{EN DASH}][ ]?1/2|\N{VULGAR FRACTION ONE HALF}(?:[-\N{EN DASH}]"
     r"\N{VULGAR FRACTION ONE HALF})?", DRAW, ""),
    (r"\*", UNDECIDED, ""),
    (rf"{_FIRST}[ ]+{_WINS}", FIRST_WINS, ""),
    (rf"{_SECOND}[ ]+{_WINS}", SECOND_WINS, ""),
    (rf"{_THIRD}[ ]+{_WINS}", THIRD_WINS, ""),
    (rf"{_FIRST}[ ]+{_RESIGNS}", SECOND_WINS, "resignation"),
    (rf"{_SECOND}[ ]+{_RESIGNS}", FIRST_WINS, "resignation"),
    (_RESIGNS, MOVER_LOSES, "resignation"),
    (r"draw(?:n)?|(?:partie[ ]+)?nulle|remis", DRAW, ""),
)  # fmt: skip

_PATTERN = re.compile(
    rf"(?:{'|'.join(f'({words})' for words, _, _ in _WORDS)})(?![\w/\-])[.]?", re.IGNORECASE
)


def match_result(text: str, start: int = 0) -> Result | None:
    """Return the result that the text states at a place, None if it states none there."""
    match = _PATTERN.match(text, start)
    if match is None or match.lastindex is None:
        return None
    _, value, termination = _WORDS[match.lastindex - 1]
    return Result(value, termination, match[0])


def mover_loses(ply_count: int) -> str:
    """Return the result of a two-sided game in which the side to move gives up."""
    return FIRST_WINS if ply_count % 2 else SECOND_WINS


def won_by(side: int, sides: int) -> str:
    """Return the result of a game that a side has won, counted from 0, of so many sides."""
    return (FIRST_WINS, SECOND_WINS)[side] if sides == 2 else str(side + 1)


def winner_index(result: str) -> int | None:
    """Return which side a result gives the game to, from 0; None for a draw or no result."""
    if result in (FIRST_WINS, SECOND_WINS):
        return 0 if result == FIRST_WINS else 1
    is_number = result.isdecimal() and len(result) <= DIGITS
    return to_int(result) - 1 if is_number and to_int(result) else None
