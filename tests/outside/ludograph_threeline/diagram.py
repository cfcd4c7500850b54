"""The board drawn and written."""

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Unpack

from analysis.drawing.scene import Area, Disc, Lines, Point, Scene, Shape, Text, cross, rectangle
from analysis.drawing.style import Role
from analysis.games.bits import letters, pack_row
from analysis.games.diagram import (
    BoardDiagram,
    DiagramReader,
    EmptyBoard,
    Options,
    closing_lines,
    known_labels,
)
from ludograph_threeline.board import squares
from ludograph_threeline.notation import Move
from ludograph_threeline.rules import Position
from ludograph_threeline.state import ThreelineVariant
from notation.errors import InvalidPosition
from notation.squares import cell_name

MARGIN = 1.0
"""Steps around the squares, for the coordinates."""

RADIUS = 0.39


class Diagram(BoardDiagram[ThreelineVariant, Position, Move]):
    """Draws, writes and reads Threeline boards."""

    def ground(self, variant: ThreelineVariant, **options: Unpack[Options]) -> EmptyBoard:
        """Return the empty board; the squares are its cells."""
        known_labels(options, "letters")
        size, flipped = variant.size, options.get("flipped", False)
        field = rectangle(MARGIN, MARGIN, size, size)
        cells = {
            cell_name(square): rectangle(x - 0.5, y - 0.5, 1, 1)
            for square in squares(size)
            for x, y in [_middle(size, square, flipped)]
        }
        side = size + 2 * MARGIN
        over = (*_grid(size), *_names(size, flipped))
        return EmptyBoard(side, side, (Area((field,), Role.FIELD),), cells, over)

    def scene(self, position: Position, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position."""
        size, flipped = position.variant.size, options.get("flipped", False)
        last, before = options.get("last"), options.get("before")
        empty = self.ground(position.variant, **options)
        shapes: list[Shape] = [*empty.under, *empty.over]
        for square, letter in zip(squares(size), _points(position), strict=True):
            x, y = _middle(size, square, flipped)
            if letter != ".":
                shapes.append(Disc(x, y, RADIUS, Role.WHITE if letter == "w" else Role.BLACK))
            if before and last and square in before.captured(last):
                shapes.append(cross(x, y, 0.25))
        if last:
            shapes.append(Disc(*_middle(size, (last.row, last.column), flipped), 0.12, Role.BADGE))
        title = f"Threeline, {position.sides[position.turn].title()} to move"
        return Scene(empty.width, empty.height, tuple(shapes), title)

    def text(self, position: Position, **options: Unpack[Options]) -> str:
        """Return rows of letters with their numbers, and the letters of the columns below."""
        known_labels(options, "letters")
        size, points, flipped = position.variant.size, _points(position), options.get("flipped")
        numbers = range(1, size + 1) if flipped else range(size, 0, -1)
        rows = [(str(row), points[(row - 1) * size : row * size]) for row in numbers]
        rows.append((" ", ascii_lowercase[:size]))
        lines = [f"{name} {' '.join(reversed(row) if flipped else row)}" for name, row in rows]
        return "\n".join([*lines, *closing_lines(position, options)])

    def read_text(self, text: str, variant: str | None = None) -> Position:
        """Read a text diagram, from whichever side it is seen."""
        reader = DiagramReader(text)
        rows: dict[str, str] = {}
        while reader.here.text[:1].isdigit():
            line = reader.next()
            number, *points = line.text.split()
            if number in rows or not points or not set(points) <= {"w", "b", "."}:
                raise line.wrong("a row number, and w, b or . for each square")
            rows[number] = "".join(points)
        names = "".join(reader.next().text.split())
        size = len(rows)
        numbers = [str(row) for row in range(1, size + 1)]
        flipped = list(rows) == numbers
        expected = ascii_lowercase[:size][:: -1 if flipped else 1]
        if sorted(rows) != numbers or not (flipped or list(rows) == numbers[::-1]):
            raise InvalidPosition(f"diagram: the rows are numbered {', '.join(rows)}")
        if names != expected:
            raise InvalidPosition(f"diagram: the columns are lettered {names}, not {expected}")
        side = "wb"[reader.turn(("white", "black"))]
        order = [rows[number][:: -1 if flipped else 1] for number in reversed(numbers)]
        return Position.from_string(f"{'/'.join(map(pack_row, order))} {side}", variant)


PICTURE = Diagram()


def _points(position: Position) -> str:
    return letters((position.white, position.black), "wb", position.variant.size**2)


def _middle(size: int, square: tuple[int, int], flipped: bool) -> Point:
    row, column = square
    if flipped:
        row, column = size + 1 - row, size + 1 - column
    return MARGIN + column - 0.5, MARGIN + size - row + 0.5


def _grid(size: int) -> Iterator[Shape]:
    ends = [MARGIN + step for step in range(size + 1)]
    across = tuple(((ends[0], at), (ends[-1], at)) for at in ends)
    down = tuple(((at, ends[0]), (at, ends[-1])) for at in ends)
    yield Lines((*across, *down), Role.GRID)


def _names(size: int, flipped: bool) -> Iterator[Shape]:
    for number in range(1, size + 1):
        x, y = _middle(size, (number, number), flipped)
        yield Text(x, MARGIN + size + 0.45, ascii_lowercase[number - 1], Role.LABEL)
        yield Text(MARGIN - 0.45, y, str(number), Role.LABEL)
