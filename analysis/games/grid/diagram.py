"""Diagrams of games of phalanxes.

A picture shows the position after the last move. An arrow leads from the tail of the phalanx before
the move to its target, as in the rule book of Epaminondas. Dashed circles mark vacated squares,
pale pieces with a cross mark captured pieces, and a ring around the head marks a capture on its
square. Beside the board, a triangle marks the side to move, and a small piece with a number shows
how many pieces are on a far row.

In the text diagram ``w`` and ``b`` are pieces, ``W`` and ``B`` pieces just moved, ``s`` and ``S``
neutral stones. ``+`` is a square just left, and ``x`` a square just emptied by a capture. If the
previous move is a part of the position, a line below the board shows it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import ClassVar

from analysis.drawing.scene import (
    Area,
    Disc,
    Lines,
    Point,
    Shape,
    Text,
    arrow,
    cross,
    rectangle,
)
from analysis.drawing.style import Role
from analysis.games.bits import EMPTY, pack_row
from analysis.games.diagram import (
    LETTERED,
    RADIUS,
    BoardDiagram,
    BoardView,
    DiagramReader,
    Marks,
    TextRow,
    to_move,
)
from analysis.games.grid.rules import AnyGrid
from analysis.games.grid.state import GridVariant
from notation.pattern import lazy_pattern
from notation.phalanx import Move, Placement, Square
from notation.squares import cell_name, column_letter, parse_cell

VACATED, TAKEN = "+", "x"
"""Signs of empty squares: just left by a piece, just emptied by a capture."""

_BEFORE = "Move before:"

_ROW = lazy_pattern(r"\s*(?P<row>\d{1,3})\s(?P<cells>.*[^\d\s].*)", re.ASCII)

_NUMBERED = lazy_pattern(r"(\d{1,3})\.(\d{1,3})", re.ASCII)

COLOURS = (Role.WHITE, Role.BLACK)

ROLES = {"w": Role.WHITE, "b": Role.BLACK, "s": Role.NEUTRAL}

LEFT, RIGHT, TOP, BOTTOM = 0.75, 1.0, 0.25, 0.75
"""Margins around the board, in squares; quarters let the grid fall on whole pixels."""

Ply = Move | Placement


class GridView(BoardView):
    """A board seen from one side.

    Attributes:
        numbers: numbers of the rows, from the top of the picture down.
        columns: numbers of the columns, from left to right.
    """

    def __init__(self, columns: int, rows: int, flipped: bool, labels: str) -> None:
        self.numbers = range(1, rows + 1) if flipped else range(rows, 0, -1)
        self.columns = range(columns, 0, -1) if flipped else range(1, columns + 1)
        self.width, self.height = LEFT + columns + RIGHT, TOP + rows + BOTTOM
        squares = [(row, column) for row in self.numbers for column in self.columns]
        self.places = {cell_name(square): self.at(*square) for square in squares}
        self.cells = {
            name: rectangle(x - 0.5, y - 0.5, 1, 1) for name, (x, y) in self.places.items()
        }
        frame = rectangle(LEFT, TOP, columns, rows)
        self.under = (Area((frame,), Role.FIELD),)
        # Checkered, which makes diagonals visible, as the English rules remark.
        self.pattern = (self.area([one for one in squares if sum(one) % 2 == 0], Role.TINT),)
        right, bottom = LEFT + columns, TOP + rows
        level = [((LEFT, TOP + step), (right, TOP + step)) for step in range(1, rows)]
        upright = [((LEFT + step, TOP), (LEFT + step, bottom)) for step in range(1, columns)]
        edge = (*frame, *frame[:2])  # the first side is repeated to close the first corner
        self.lines = Lines((*level, *upright), Role.GRID), Lines((edge,), Role.FRAME)
        name = column_letter if labels == LETTERED else str
        named = {column: name(column) for column in self.columns}
        self.labels = (
            *(Text(LEFT - 0.4, self.at(row, 1)[1], str(row), Role.LABEL) for row in self.numbers),
            *(Text(self.at(1, one)[0], bottom + 0.42, named[one], Role.LABEL) for one in named),
        )
        self.rows = self._rows(list(named.values()))

    def at(self, row: float, column: float) -> Point:
        """Return the centre of a square, with row and column from 1; it may be off the board."""
        right = (column - self.columns[0]) * self.columns.step
        down = (row - self.numbers[0]) * self.numbers.step
        return LEFT + 0.5 + right, TOP + 0.5 + down

    def area(self, squares: list[Square], role: Role) -> Area:
        """Return one shape that covers squares."""
        return Area(tuple(self.cells[cell_name(square)] for square in squares), role)

    def _rows(self, names: list[str]) -> tuple[TextRow, ...]:
        """Return `BoardView.rows`: the squares, and the names of columns, written vertically."""
        margin, width = len(str(len(self.numbers))), max(map(len, names))
        lefts = range(margin + 1, margin + 1 + 2 * len(names), 2)
        rows = list[TextRow]()
        for row in self.numbers:
            squares = [cell_name((row, column)) for column in self.columns]
            number = margin - len(str(row)), str(row)
            rows.append((number, *zip(lefts, squares, strict=True)))
        for signs in zip(*(f"{name:>{width}}" for name in names), strict=True):
            named = zip(lefts, signs, strict=True)
            rows.append(tuple(one for one in named if one[1] != " "))
        return tuple(rows)


_view = lru_cache(maxsize=64)(GridView)


class GridDiagram(BoardDiagram[GridVariant, AnyGrid, Ply]):
    """The diagrams of a game of phalanxes, on boards of any size.

    Attributes:
        POSITION: the class of the game's positions.
    """

    LABELS: ClassVar[tuple[str, ...]] = (LETTERED, "numbers")
    POSITION: ClassVar[type[AnyGrid]]

    def __init_subclass__(cls) -> None:
        """Set the title, and the signs of pieces: letters, which are capitals if just moved."""
        cls.TITLE = cls.POSITION.GAME.title()
        cls.MEANINGS = {
            **{sign: piece for piece in cls.POSITION.PIECES for sign in (piece, piece.upper())},
            **dict.fromkeys((".", VACATED, TAKEN), "."),
        }

    def view(self, variant: GridVariant, flipped: bool, labels: str) -> GridView:
        """Return the view of the board from a side, with lettered or numbered columns."""
        return _view(variant.columns, variant.rows, flipped, labels)

    def view_of(self, reader: DiagramReader) -> GridView:
        """Return the view that a text diagram shows, found from its row and column names."""
        rows = [*takewhile(bool, (_ROW.match(line.text) for line in reader.lines))]
        if not rows or rows[0] is None or rows[-1] is None:
            raise reader.here.wrong("a row of the board: its number and its squares")
        first, last = int(rows[0]["row"]), int(rows[-1]["row"])
        after = (*reader.lines[len(rows) :], reader.here)[0]
        if not 5 <= max(first, last) <= 99:
            raise after.wrong(f"5 to 99 rows before this line, not {len(rows)}")
        columns = len("".join(rows[0]["cells"].split()))
        if not 2 <= columns <= 26:
            raise reader.here.wrong(f"2 to 26 squares, not {columns}")
        labels = LETTERED if re.search("[a-z]", after.text) else "numbers"
        return _view(columns, max(first, last), first == 1, labels)

    def point(self, variant: GridVariant, name: str, *, flipped: bool = False) -> Point:
        """Return the centre of a square in the picture; the square is named ``g4`` or ``4.7``."""
        if found := _NUMBERED.fullmatch(name):
            name = cell_name((int(found[1]), int(found[2])))
        return super().point(variant, name, flipped=flipped)

    def legend(self, position: AnyGrid) -> dict[str, str]:
        """Return the explanations of the signs of text diagrams."""
        signs = {"w b": "a white, a black piece", "W B": "pieces just moved"}
        if "s" in position.PIECES:
            signs["s S"] = "a neutral stone, one just moved"
        left = {VACATED: "a square just left", TAKEN: "a square where a piece was just taken"}
        return signs | left | {".": "an empty square"}

    def piece(self, at: Point, letter: str) -> Iterator[Shape]:
        """Yield the shape of a piece."""
        yield Disc(*at, RADIUS, ROLES[letter])

    def marks(
        self, view: BoardView, position: AnyGrid, last: Ply | None, before: AnyGrid | None
    ) -> Marks:
        """Return the marks of the last move; without ``before``, its stated captures are marked."""
        assert isinstance(view, GridView)
        marks = Marks()
        if last is None:
            return marks
        if isinstance(last, Placement):
            marks.signs[cell_name(last.target)] = position.piece(last.target).upper()
            return marks

        def those(squares: Iterable[Square], holding: str) -> list[Square]:
            here = [square for square in squares if position.variant.grid.holds(square)]
            return [square for square in here if position.piece(square) in holding]

        beyond = range(last.distance, last.distance + (last.captures or 0))
        taken = before.captured(last) if before else [last.ahead(steps) for steps in beyond]
        moved = those([last.ahead(last.distance - back) for back in range(last.count)], "wb")
        left = those([last.ahead(-back) for back in range(last.count)], EMPTY)
        emptied, struck = those(taken, EMPTY), those(taken[:1], "wb")
        marks.signs |= {cell_name(one): position.piece(one).upper() for one in moved}
        marks.signs |= {cell_name(one): VACATED for one in left}
        marks.signs |= {cell_name(one): TAKEN for one in emptied}
        if emptied or struck:
            marks.under.append(view.area([*struck, *emptied], Role.STRUCK))
        ghost = COLOURS[position.turn].ghost
        marks.behind += [Disc(*view.at(*one), RADIUS, Role.VACATED) for one in left]
        marks.behind += [Disc(*view.at(*one), RADIUS, ghost) for one in emptied]
        marks.above += [cross(*view.at(*one), 0.2) for one in emptied]
        marks.above += [Disc(*view.at(*one), RADIUS + 0.02, Role.RING) for one in struck]
        marks.above.append(arrow(view.at(*last.tail), view.at(*last.target)))
        return marks

    def beside(self, view: BoardView, position: AnyGrid) -> Iterator[Shape]:
        """Yield the shapes to the right of the board: side to move, and counts of far rows."""
        assert isinstance(view, GridView)
        x = LEFT + len(view.columns) + 0.3
        _, y = view.at(len(view.numbers) - 0.5 if position.turn else 1.5, 1)
        yield to_move(x, y, COLOURS[position.turn])
        for turn, colour in enumerate(COLOURS):
            if count := position.far_count(turn):
                _, y = view.at(position.far_row(turn), 1)
                yield Disc(x, y, 0.16, colour)
                yield Text(x + 0.25, y, str(count), Role.COUNT, "start")

    def in_words(self, position: AnyGrid) -> str:
        """Return a phrase with the numbers of pieces and the size of the board."""
        white, black = position.white.bit_count(), position.black.bit_count()
        board = f"{position.variant.columns} columns by {position.variant.rows} rows"
        return f"{white} white and {black} black pieces, {board}"

    def lines_below(self, position: AnyGrid) -> list[str]:
        """Return the line with the previous move, if it is a part of the position."""
        _, _, *before = str(position).split()
        return [f"{_BEFORE} {move}" for move in before]

    def finish(self, reader: DiagramReader, pieces: dict[str, str], variant: str | None) -> AnyGrid:
        """Read the lines below the board, and return the position."""
        fields = ""
        if reader.here.text.strip().startswith(_BEFORE):
            fields = f" {reader.next().text.partition(':')[2].strip()}"
        turn = "wb"[reader.turn(("white", "black"))]
        letters = {parse_cell(name): letter for name, letter in pieces.items()}
        rows, columns = max(letters)
        board = "/".join(
            pack_row("".join(letters[row, column] for column in range(1, columns + 1)))
            for row in range(rows, 0, -1)
        )
        return self.POSITION.from_string(f"{board} {turn}{fields}", variant)
