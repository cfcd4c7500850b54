"""Plain turns of the complete notation, many at once; see `notation.shaped`.

A plain turn has a push. GIPF pieces are neither brought in nor taken by it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from notation.gipf.points import LINES, SPOTS, WAYS
from notation.shape import DIGITS, LOW, Shape
from notation.shaped import Flags, Numbers, ShapedTexts, by_text

COLUMNS = "abcdefghi"

_SPACE = {" ": " "}

SHAPE = Shape(
    {
        "": {"x": "x before", COLUMNS: "first"},
        "x before": {COLUMNS: "before"},
        "before": {LOW: "before row"},
        "before row": {",": "x before", "*": "before*", ";": "turn"},
        "before*": {",": "x before", ";": "turn"},
        "turn": {"x": "x before", COLUMNS: "first"},
        "first": {LOW: "first row"},
        "first row": {"-": "-", ";": ";", **_SPACE},
        "-": {COLUMNS: "second"},
        "second": {LOW: "second row"},
        "second row": {";": ";", **_SPACE},
        ";": {"x": "x after"},
        "x after": {COLUMNS: "after"},
        "after": {LOW: "after row"},
        "after row": {",": "x after", "*": "after*", ";": ";", **_SPACE},
        "after*": {",": "x after", ";": ";", **_SPACE},
        " ": {"(": "("},
        "(": {DIGITS: "reserve"},
        "reserve": {DIGITS: "reserve2", ")": ")"},
        "reserve2": {")": ")"},
        ")": {},
    },
    ends=("first row", "second row", "after row", "after*", ")"),
)
"""Of the shape are pushes with rows before and after them, and the count of the reserve."""

POINTS = len(COLUMNS) * len(LOW)
"""The numbers of points: 9 for each column, those that do not exist among them."""


def point_number(name: str) -> int:
    """Return the number of a point."""
    return COLUMNS.index(name[0]) * len(LOW) + LOW.index(name[1])


def _number(column: Numbers, row: Numbers) -> Numbers:
    """Return the numbers of the points that two characters name."""
    return (column - ord("a")) * len(LOW) + row - ord("1")


_ORDER = np.full(POINTS, -1)
_ORDER[[*map(point_number, SPOTS)]] = np.arange(len(SPOTS))

_LINES_AT = np.zeros(POINTS, np.int64)
for _at, _line in enumerate(LINES):
    _LINES_AT[[*map(point_number, _line)]] |= 1 << _at

_NEXT = np.zeros((POINTS, POINTS), np.bool_)
for _dot, _spot in WAYS:
    _NEXT[point_number(_dot), point_number(_spot)] = True


class Rows(NamedTuple):
    """The pieces that turns take before the push, or after it.

    Attributes:
        texts: for each piece the text that names it, in rising order.
        points: the numbers of the points.
        captured: which pieces are the opponent's.
        usual: for each text whether it has no piece twice, all on spots, and those of a list on
            one line.
        in_order: for each text whether it takes nothing, or one row of more than one piece, in
            the order of their names.
    """

    texts: Numbers
    points: Numbers
    captured: Flags
    usual: Flags
    in_order: Flags


class PlainTurns(NamedTuple):
    """Turns.

    Attributes:
        dots: the numbers of the dots; -1 where none is named.
        spots: the numbers of the targets of pushes.
        before: what is taken before the push.
        after: what is taken after it.
        reserves: the counts of the reserve; -1 where there is none.
        canonical: which of the texts are plain turns, and canonical.
        as_written: which of these are just as their moves are written.
    """

    dots: Numbers
    spots: Numbers
    before: Rows
    after: Rows
    reserves: Numbers
    canonical: Flags
    as_written: Flags


def plain_turns(written: Sequence[str]) -> PlainTurns:
    """Return what texts say."""
    texts = ShapedTexts(written, SHAPE)
    first, second = (
        np.where(texts.fit, _number(texts.character(state), texts.character(f"{state} row")), 0)
        for state in ("first", "second")
    )
    has_dot = second >= 0
    dots, spots = np.where(has_dot, first, -1), np.where(has_dot, second, first)
    before, after = _rows(texts, "before"), _rows(texts, "after")
    canonical = texts.fit & before.usual & after.usual & ~(has_dot & _NEXT[dots, spots])
    has_reserve = texts.character("reserve") > 0
    reserves = np.where(has_reserve, texts.number("reserve"), -1)
    padded = (texts.character("reserve") == ord("0")) & (texts.character("reserve2") > 0)
    as_written = canonical & before.in_order & after.in_order & ~padded
    return PlainTurns(dots, spots, before, after, reserves, canonical, as_written)


def _rows(texts: ShapedTexts, phase: str) -> Rows:
    """Return what is taken before a push, or after it."""
    count = texts.count
    which, places = texts.every(phase)
    points = _number(texts.at(which, places), texts.at(which, places + 1))
    captured = texts.at(which, places + 2) == ord("*")
    begins = texts.at(which, places - 1) == ord("x")
    spots = _ORDER[points]
    bits = np.left_shift(1, np.maximum(spots, 0))
    pieces = by_text(which, np.ones_like(which), np.add, count)
    # A sum is more than all bits together where a piece is there twice.
    usual = by_text(which, bits, np.add, count) == by_text(which, bits, np.bitwise_or, count)
    usual[which[spots < 0]] = False
    lists = np.cumsum(begins) - 1
    shared = by_text(lists, _LINES_AT[points], np.bitwise_and, int(begins.sum()))
    usual[which[begins][shared == 0]] = False
    falling = np.zeros(len(which), np.bool_)
    falling[1:] = ~begins[1:] & (spots[1:] <= spots[:-1])
    in_order = (pieces != 1) & (by_text(which, begins.astype(np.int64), np.add, count) <= 1)
    in_order[which[falling]] = False
    return Rows(which, points, captured, usual, in_order)
