"""Text diagrams of GIPF boards: their signs, and how they are read."""

import re

from analysis.games.diagram import DiagramLine, DiagramReader
from analysis.games.gipf.board import BITS
from analysis.games.gipf.view import view_from
from notation.pattern import lazy_pattern

SIDES = ("white", "black")

CAPTURED, RETURNED = "x", "+"
"""Marks of the last turn in text diagrams, on empty spots."""

_MEANINGS = {".": ".", "w": "w", "b": "b", "W": "W", "B": "B", CAPTURED: ".", RETURNED: "."}
"""What stands on a spot, by the sign for it in a text diagram."""

_BESIDE = lazy_pattern(
    r"\w+: (\d{1,2}) in reserve, (\d{1,2}) captured(, may bring in GIPF pieces)?", re.ASCII
)


def read_board(reader: DiagramReader) -> dict[str, str]:
    """Read the board of a text diagram: what stands on each spot."""
    top = reader.here.text.strip("() \t")
    if top not in ("e9", "e1"):
        raise reader.here.wrong("the dot at the top of the board, e9 or e1")
    signs: dict[str, str] = {}
    for level in view_from(top == "e1").levels:
        signs |= _read_level(reader.next(), level)
    return signs


def _read_level(line: DiagramLine, level: list[str]) -> dict[str, str]:
    """Read the points of one line, and return what stands on the spots among them."""
    found = [sign.strip("()") for sign in line.text.split()]
    if len(found) != len(level):
        raise line.wrong(f"a sign for each of {' '.join(level)}, not {len(found)}")
    signs = dict(zip(level, found, strict=True))
    for point, sign in signs.items():
        if point in BITS and sign not in _MEANINGS:
            raise line.wrong(f"one of {' '.join(_MEANINGS)} on {point}, not {sign!r}")
        if point not in BITS and sign != point:
            raise line.wrong(f"the dot {point}, not {sign!r}")
    return {point: _MEANINGS[sign] for point, sign in signs.items() if point in BITS}


def read_beside(reader: DiagramReader, side: str) -> tuple[str, str, bool]:
    """Read a side's reserve, its number of captured pieces, and whether it may bring in more."""
    line = reader.next()
    match = _BESIDE.fullmatch(" ".join(line.text.split()))
    if match is None or not match[0].startswith(side.title()):
        raise line.wrong(f"'{side.title()}: ' and its pieces, such as '12 in reserve, 0 captured'")
    return match[1], match[2], bool(match[3])
