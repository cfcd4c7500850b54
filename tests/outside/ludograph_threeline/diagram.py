"""Drawings and text diagrams of the board."""

from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import ClassVar

from analysis.drawing.scene import Area, Disc, Lines, Point, Shape, Text, cross, rectangle
from analysis.drawing.style import Role
from analysis.games.bits import pack_row
from analysis.games.diagram import RADIUS, BoardDiagram, BoardView, DiagramReader, Marks
from ludograph_threeline.board import squares
from ludograph_threeline.notation import Move
from ludograph_threeline.rules import Position
from ludograph_threeline.state import ThreelineVariant
from notation.squares import cell_name

MARGIN = 1.0
"""Steps around the squares, for the coordinates."""


class Square(BoardView):
    """The board seen from one side: rows with their numbers, and column letters below."""

    def __init__(self, size: int, flipped: bool) -> None:
        self.width = self.height = size + 2 * MARGIN
        self.places = {
            cell_name(square): _middle(size, square, flipped) for square in squares(size)
        }
        self.cells = {
            name: rectangle(x - 0.5, y - 0.5, 1, 1) for name, (x, y) in self.places.items()
        }
        self.under = (Area((rectangle(MARGIN, MARGIN, size, size),), Role.FIELD),)
        ends = [MARGIN + step for step in range(size + 1)]
        across = tuple(((ends[0], at), (ends[-1], at)) for at in ends)
        down = tuple(((at, ends[0]), (at, ends[-1])) for at in ends)
        self.lines = (Lines((*across, *down), Role.GRID),)
        self.labels = tuple(_names(size, flipped))
        numbers, letters = range(size, 0, -1), ascii_lowercase[:size]
        if flipped:
            numbers, letters = numbers[::-1], letters[::-1]
        columns = [(2 + 2 * place, letter) for place, letter in enumerate(letters)]
        rows = [
            ((0, str(row)), *((column, f"{letter}{row}") for column, letter in columns))
            for row in numbers
        ]
        self.rows = (*rows, tuple(columns))


board = lru_cache(Square)


class Diagram(BoardDiagram[ThreelineVariant, Position, Move]):
    """Draws, writes and reads Threeline boards."""

    TITLE: ClassVar[str] = "Threeline"
    MEANINGS: ClassVar[dict[str, str]] = {"w": "w", "b": "b", ".": "."}

    def view(self, variant: ThreelineVariant, flipped: bool, labels: str) -> Square:
        """Return the view of a variant's board from one side."""
        return board(variant.size, flipped)

    def view_of(self, reader: DiagramReader) -> Square:
        """Return the view of a text diagram, by the numbers of its rows."""
        numbers = [line.text.split()[0] for line in reader.lines if line.text[:1].isdigit()]
        if not 4 <= len(numbers) <= 6:
            raise reader.here.wrong(f"4 to 6 numbered rows, not {len(numbers)}")
        return board(len(numbers), numbers[0] == "1")

    def piece(self, at: Point, letter: str, radius: float = RADIUS) -> Iterator[Shape]:
        """Yield a stone."""
        yield Disc(*at, radius, Role.WHITE if letter == "w" else Role.BLACK)

    def marks(
        self, view: BoardView, position: Position, last: Move | None, before: Position | None
    ) -> Marks:
        """Return the marks: a dot on the last stone, and crosses on captured stones."""
        marks = Marks()
        taken = before.captured(last) if before and last else ()
        marks.above += [cross(*view.places[cell_name(square)], 0.25) for square in taken]
        if last:
            here = view.places[cell_name((last.row, last.column))]
            marks.above.append(Disc(*here, 0.12, Role.BADGE))
        return marks

    def in_words(self, position: Position) -> str:
        """Return the number of stones."""
        return f"{(position.white | position.black).bit_count()} stones"

    def finish(
        self, reader: DiagramReader, pieces: dict[str, str], variant: str | None
    ) -> Position:
        """Read the side to move, and return the position."""
        side = "wb"[reader.turn(("white", "black"))]
        size = round(len(pieces) ** 0.5)
        points = "".join(pieces[cell_name(square)] for square in squares(size))
        packed = [pack_row(points[first : first + size]) for first in range(0, size**2, size)]
        return Position.from_string(f"{'/'.join(reversed(packed))} {side}", variant)


PICTURE = Diagram()


def _middle(size: int, square: tuple[int, int], flipped: bool) -> Point:
    row, column = square
    if flipped:
        row, column = size + 1 - row, size + 1 - column
    return MARGIN + column - 0.5, MARGIN + size - row + 0.5


def _names(size: int, flipped: bool) -> Iterator[Shape]:
    for number in range(1, size + 1):
        x, y = _middle(size, (number, number), flipped)
        yield Text(x, MARGIN + size + 0.45, ascii_lowercase[number - 1], Role.LABEL)
        yield Text(MARGIN - 0.45, y, str(number), Role.LABEL)
