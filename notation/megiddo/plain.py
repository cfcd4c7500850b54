"""Moves in the rule book's notation, many at once; see `notation.shaped`.

A plain move places a stone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from notation.shape import Shape
from notation.shaped import Flags, Numbers, ShapedTexts

SPOKES, RINGS = "ABCDEF", "123456"

SHAPE = Shape(
    {
        "": {SPOKES: "spoke"},
        "spoke": {RINGS: "ring"},
        "ring": {" ": " "},
        " ": {"(": "("},
        "(": {SPOKES: "first"},
        "first": {RINGS: "first ring"},
        "first ring": {",": ","},
        ",": {" ": ", "},
        ", ": {SPOKES: "second"},
        "second": {RINGS: "second ring"},
        "second ring": {")": ")"},
        ")": {" ": " "},
    },
    ends=("ring", ")"),
)
"""Of the shape are all moves that slide no stone."""

POINTS = len(SPOKES) * len(RINGS)
"""The numbers of points: 6 for each ring, from the innermost out."""


class PlainStones(NamedTuple):
    """Stones placed on points, and the pairs that they capture.

    Attributes:
        points: the number of each point.
        texts: for each pair the text that names it, in rising order.
        first: the numbers of the points that pairs name first.
        second: those that they name second.
        canonical: which of the texts are such moves.
    """

    points: Numbers
    texts: Numbers
    first: Numbers
    second: Numbers
    canonical: Flags


def plain_stones(written: Sequence[str]) -> PlainStones:
    """Return what texts say."""
    texts = ShapedTexts(written, SHAPE)
    points = _number(texts.character("spoke"), texts.character("ring"))
    which, places = texts.every("first")
    first, second = (
        _number(texts.at(which, places + skipped), texts.at(which, places + skipped + 1))
        for skipped in (0, len("A1, "))
    )
    return PlainStones(points, which, first, second, texts.fit)


def _number(spoke: Numbers, ring: Numbers) -> Numbers:
    """Return the numbers of the points that two characters name."""
    return (ring - ord("1")) * len(SPOKES) + spoke - ord("A")
