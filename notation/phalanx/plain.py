"""Moves in the inventor's notation, many at once; see `notation.shaped`."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from notation.shape import LOW, Shape, number
from notation.shaped import Flags, Numbers, ShapedTexts

SHAPE = Shape(
    {
        "": {LOW: "row"},
        **number("row", {".": "row."}),
        "row.": {LOW: "column"},
        **number("column", {".": "column."}),
        "column.": {LOW: "count"},
        **number("count", {"NS": "north", "EW": "east"}),
        "north": {"EW": "east", LOW: "distance"},
        "east": {LOW: "distance"},
        **number("distance", {"x": "x"}),
        "x": {LOW: "captures"},
        **number("captures", {}),
    },
    ends=("distance", "distance2", "captures", "captures2"),
)
"""All canonical moves have this shape."""


class PlainPhalanxes(NamedTuple):
    """Moves, as `notation.phalanx.moves.Move` has one; 0 in the place of what has no shape.

    Attributes:
        rows: rows of the leading pieces.
        columns: their columns.
        counts: numbers of pieces that move.
        norths: steps to the north, -1, 0 or 1.
        easts: steps to the east.
        distances: squares travelled.
        captures: numbers of enemy pieces taken.
        canonical: which of the texts are such moves.
        as_written: which of these are just as their moves are written: all.
    """

    rows: Numbers
    columns: Numbers
    counts: Numbers
    norths: Numbers
    easts: Numbers
    distances: Numbers
    captures: Numbers
    canonical: Flags
    as_written: Flags


def plain_phalanxes(written: Sequence[str]) -> PlainPhalanxes:
    """Return what texts say."""
    texts = ShapedTexts(written, SHAPE)
    names = ("row", "column", "count", "distance", "captures")
    row, column, count, distance, captures = (
        np.where(texts.fit, texts.number(name), 0) for name in names
    )
    north, east = texts.character("north"), texts.character("east")
    norths = (north == ord("N")).astype(np.int64) - (north == ord("S"))
    easts = (east == ord("E")).astype(np.int64) - (east == ord("W"))
    moves = row, column, count, norths, easts, distance, captures
    return PlainPhalanxes(*moves, texts.fit, texts.fit)
