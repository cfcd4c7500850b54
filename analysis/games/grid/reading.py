"""The rows of text diagrams of boards of squares: their signs, and how they are read."""

import re

from analysis.games.diagram import DiagramLine, DiagramReader
from notation.pattern import lazy_pattern

VACATED, TAKEN = "+", "x"
"""Marks of the last move in text diagrams, on empty squares."""

_ROW = lazy_pattern(r"\s*(?P<row>\d{1,3})\s(?P<cells>.*[^\d\s].*)", re.ASCII)


def meanings_of(pieces: str) -> dict[str, str]:
    """Return what stands on a square, by the sign for it in a text diagram."""
    moved = {sign: piece for piece in pieces for sign in (piece, piece.upper())}
    return moved | {".": ".", VACATED: ".", TAKEN: "."}


def read_rows(reader: DiagramReader, meanings: dict[str, str]) -> tuple[list[str], bool]:
    """Read the rows of a text diagram into letters of pieces and ``.``, from the top down.

    Returns them, and whether the board is seen from Black's side: then row 1 is on top.
    """
    rows: list[str] = []
    numbers: list[int] = []
    while match := _ROW.match(reader.here.text):
        line = reader.next()
        number = int(match["row"])
        if numbers and number != _after(numbers):
            raise line.wrong(f"row {_after(numbers)}")
        numbers.append(number)
        rows.append(_read_row(line, match["cells"], len(rows[0]) if rows else None, meanings))
    if not rows:
        raise reader.here.wrong("a row of the board: its number and its squares")
    if 1 not in (numbers[0], numbers[-1]):
        raise reader.here.wrong(f"row {_after(numbers)}")
    if not 5 <= len(rows) <= 99:
        raise reader.here.wrong(f"5 to 99 rows before this line, not {len(rows)}")
    return rows, numbers[0] == 1


def _after(numbers: list[int]) -> int:
    """Return the number of the row that follows those read; row 1 is first or last."""
    return numbers[-1] + (1 if numbers[0] == 1 else -1)


def _read_row(line: DiagramLine, cells: str, width: int | None, meanings: dict[str, str]) -> str:
    signs = "".join(cells.split())
    for place, sign in enumerate(signs, start=1):
        if sign not in meanings:
            raise line.wrong(
                f"one of {' '.join(meanings)} as square {place} of the row, not {sign!r}"
            )
    if width and len(signs) != width:
        raise line.wrong(f"{width} squares like the first row, not {len(signs)}")
    if not 2 <= len(signs) <= 26:
        raise line.wrong(f"2 to 26 squares, not {len(signs)}")
    return "".join(meanings[sign] for sign in signs)
