"""Where the points of a board stand in its text diagram."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.library.indexing import BoardKind, bit_sets

Place = tuple[int, int]
"""Line of a text and column in it, both from 0."""

EMPTY = "."
"""An empty point."""

_TOKEN = re.compile(r"[^\s()]+")


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line of a text diagram.

    Attributes:
        tokens: what stands on it, without blanks and brackets.
        bits: for each of them the number of a point's bit, None for what is no point.
    """

    tokens: tuple[str, ...]
    bits: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """The text diagram of an empty board, seen from one side.

    Attributes:
        letters: the letters of pieces.
        cells: the numbers of the points' bits, by their places.
        names: the same by the names of the points.
        lines: the lines from the first to the last with a point, those without anything left out.
    """

    letters: tuple[str, ...]
    cells: Mapping[Place, int]
    names: Mapping[str, int]
    lines: tuple[DrawnLine, ...]


def tokens(line: str) -> tuple[str, ...]:
    """Return what stands on a line of a diagram, without blanks and brackets."""
    return tuple(_TOKEN.findall(line))


@lru_cache(maxsize=64)
def drawn_board(kind: BoardKind, flipped: bool) -> DrawnBoard:
    """Return the empty board of a kind as its text diagram shows it.

    Where each point stands shows when a piece is put on it.
    """
    home = find(kind.game)
    start, diagram = home.start(kind.variant), home.diagram()
    empty = _with_piece(start, 0)
    plain = diagram.text(empty, flipped=flipped).split("\n")
    cells, names = {}, {}
    for bit, image in enumerate(start.variant.symmetries[0].bits.values):
        if image:
            one = _with_piece(start, 1 << bit)
            changed = diagram.text(one, flipped=flipped).split("\n")
            cells[_difference(plain, changed)] = bit
            name = next(name for name, piece in one.pieces().items() if piece != EMPTY)
            names[name] = bit
    last = max(line for line, _ in cells)
    lines = [
        DrawnLine(
            tokens(text),
            tuple(cells.get((number, found.start())) for found in _TOKEN.finditer(text)),
        )
        for number, text in enumerate(plain[: last + 1])
        if text.strip()
    ]
    letters = tuple(type(start).by_letter(bit_sets(start)))
    return DrawnBoard(letters, cells, names, tuple(lines))


def _with_piece(position: AnyPosition, bits: int) -> AnyPosition:
    """Return a board with pieces of the first kind only."""
    sets: dict[str, Any] = {}
    for name in position.BIT_SETS:
        value = getattr(position, name)
        sets[name] = 0 if isinstance(value, int) else (0,) * len(value)
    first = position.BIT_SETS[0]
    sets[first] = bits if sets[first] == 0 else (bits, *sets[first][1:])
    return cast("AnyPosition", replace(cast("Any", position), **sets))


def _difference(plain: list[str], changed: list[str]) -> Place:
    """Return the only place at which two texts differ."""
    for number, (one, other) in enumerate(zip(plain, changed, strict=True)):
        for column, (here, there) in enumerate(zip(one, other, strict=True)):
            if here != there:
                return number, column
    raise ValueError("a diagram that does not show a piece")
