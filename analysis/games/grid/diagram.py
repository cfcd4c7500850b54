"""The board of a game of phalanxes: squares, flat pieces, and the arrow that shows a move.

The picture shows the position after the last move. The arrow runs from the rear of the phalanx
before the move to the square that its head has reached, as in the rule book of Epaminondas. Dashed
circles are vacated squares, crossed ghosts are captured pieces, and a ring around the head shows
that a piece was captured on its square. A triangle beside the board shows the side to move, a small
piece with a number beside a far row the number of pieces on it.

In the text diagram ``w`` and ``b`` are pieces, ``W`` and ``B`` pieces just moved, ``s`` and ``S``
neutral stones, ``+`` a square just left and ``x`` one just cleared by a capture.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Unpack

from analysis.drawing.scene import (
    Area,
    Disc,
    Lines,
    Point,
    Scene,
    Shape,
    Text,
    arrow,
    cross,
    rectangle,
)
from analysis.drawing.style import Role
from analysis.games.bits import pack_row
from analysis.games.diagram import (
    LETTERED,
    BoardDiagram,
    DiagramLine,
    DiagramReader,
    EmptyBoard,
    Options,
    closing_lines,
    known_labels,
)
from analysis.games.grid.rules import AnyGrid
from analysis.games.grid.state import GridVariant
from notation.pattern import lazy_pattern
from notation.phalanx import Move, Placement, Square
from notation.squares import cell_name, column_letter

VACATED, TAKEN = "+", "x"
"""Marks of the last move in text diagrams, on empty squares."""

_ROW = lazy_pattern(r"\s*(?P<row>\d{1,3})\s(?P<cells>.*[^\d\s].*)", re.ASCII)


def meanings_of(pieces: str) -> dict[str, str]:
    """Return the pieces that signs of a text diagram stand for."""
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
    """Return the number of the next row after those read; row 1 is first or last."""
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


LABELS = (LETTERED, "numbers")
"""Kinds of coordinates: columns a, b, ... or 1, 2, ...; rows have numbers in both."""

COLOURS = (Role.WHITE, Role.BLACK)
KINDS = (*COLOURS, Role.NEUTRAL)
"""What the pieces of a position are drawn as, in the order of its bit sets."""

RADIUS = 0.39

LEFT, RIGHT, TOP, BOTTOM = 0.75, 1.0, 0.25, 0.75
"""Margins around the board, in squares: quarters, so that the grid falls on whole pixels."""

_NUMBERED = lazy_pattern(r"(\d{1,3})\.(\d{1,3})", re.ASCII)

Ply = Move | Placement


class GridView:
    """A board seen from one side: the places of its squares, and all shapes but the pieces.

    Attributes:
        rows: numbers of the rows, from the top of the picture down.
        columns: numbers of the columns, from left to right.
        names: labels of the columns, in the same order.
        width: width of the whole picture.
        height: height of the whole picture.
    """

    def __init__(self, columns: int, rows: int, flipped: bool, labels: str) -> None:
        self.rows = range(1, rows + 1) if flipped else range(rows, 0, -1)
        self.columns = range(columns, 0, -1) if flipped else range(1, columns + 1)
        name = column_letter if labels == LETTERED else str
        self.names = [name(column) for column in self.columns]
        self.width, self.height = LEFT + columns + RIGHT, TOP + rows + BOTTOM

    def at(self, row: float, column: float) -> Point:
        """Return the centre of a square, counted from 1, on the board or beyond it."""
        right = (column - self.columns[0]) * self.columns.step
        down = (row - self.rows[0]) * self.rows.step
        return LEFT + 0.5 + right, TOP + 0.5 + down

    def area(self, squares: list[Square], role: Role) -> Area:
        """Return squares as one shape."""
        middles = [self.at(*square) for square in squares]
        return Area(tuple(rectangle(x - 0.5, y - 0.5, 1, 1) for x, y in middles), role)

    @cached_property
    def discs(self) -> tuple[dict[Square, Disc], ...]:
        """A piece of each kind for every square."""
        squares = [(row, column) for row in self.rows for column in self.columns]
        return tuple(
            {square: Disc(*self.at(*square), RADIUS, colour) for square in squares}
            for colour in KINDS
        )

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The squares, checkered, which makes diagonals visible, as the English rules remark."""
        board = rectangle(LEFT, TOP, len(self.columns), len(self.rows))
        dark = [square for square in self.discs[0] if sum(square) % 2 == 0]
        return Area((board,), Role.FIELD), self.area(dark, Role.TINT)

    @cached_property
    def grid(self) -> tuple[Shape, ...]:
        """The lines between the squares, the frame, and the coordinates to the left and below."""
        right, bottom = LEFT + len(self.columns), TOP + len(self.rows)
        level = [((LEFT, y), (right, y)) for y in _steps(TOP, bottom)]
        upright = [((x, TOP), (x, bottom)) for x in _steps(LEFT, right)]
        corners = rectangle(LEFT, TOP, len(self.columns), len(self.rows))
        frame = (*corners, *corners[:2])  # one side twice, or the first corner would be open
        columns = zip(self.columns, self.names, strict=True)
        return (
            Lines((*level, *upright), Role.GRID),
            Lines((frame,), Role.FRAME),
            *(Text(LEFT - 0.4, self.at(row, 1)[1], str(row), Role.LABEL) for row in self.rows),
            *(Text(self.at(1, at)[0], bottom + 0.42, name, Role.LABEL) for at, name in columns),
        )


_view = lru_cache(maxsize=64)(GridView)


def view_of(variant: GridVariant, options: Options) -> GridView:
    """Return the view of a board for some options.

    Raises:
        UnknownName: there are no such labels.
    """
    labels = known_labels(options, *LABELS)
    return _view(variant.columns, variant.rows, options.get("flipped", False), labels)


def _steps(low: float, high: float) -> Iterator[float]:
    return (low + step for step in range(1, round(high - low)))


@dataclass(frozen=True, slots=True)
class GridMarks:
    """The marks of the last move in a diagram, as far as they agree with the position.

    Attributes:
        moved: squares of the moved pieces.
        vacated: vacated squares that are empty.
        captured: empty squares where a piece was taken.
        struck: the square of the head if a piece was taken there.
    """

    moved: tuple[Square, ...] = ()
    vacated: tuple[Square, ...] = ()
    captured: tuple[Square, ...] = ()
    struck: tuple[Square, ...] = ()

    @classmethod
    def of(cls, position: AnyGrid, options: Options) -> "GridMarks":
        """Compute the marks; without the position before, the move tells the number of captures."""
        move, before = options.get("last"), options.get("before")
        if move is None:
            return cls()
        if isinstance(move, Placement):
            return cls(moved=(move.target,))
        board = position.variant.grid
        left = [move.ahead(-behind) for behind in range(move.count)]
        reached = [move.ahead(move.distance - behind) for behind in range(move.count)]
        beyond = range(move.distance, move.distance + (move.captures or 0))
        taken = before.captured(move) if before else [move.ahead(steps) for steps in beyond]

        def those(squares: Iterable[Square], holding: str) -> tuple[Square, ...]:
            here = [square for square in squares if board.holds(square)]
            return tuple(square for square in here if position.piece(square) in holding)

        return cls(
            moved=those(reached, "wb"),
            vacated=those(left, "."),
            captured=those(taken, "."),
            struck=those(taken[:1], "wb"),
        )


class GridDiagram(BoardDiagram[GridVariant, AnyGrid, Ply]):
    """Draws, writes and reads boards of any size.

    Attributes:
        position_type: the class of the game's positions.
    """

    def __init__(self, position_type: type[AnyGrid]) -> None:
        self.position_type = position_type

    def ground(self, variant: GridVariant, **options: Unpack[Options]) -> EmptyBoard:
        """Return the empty board; the squares are its cells."""
        view = view_of(variant, options)
        cells = {
            cell_name(square): rectangle(disc.x - 0.5, disc.y - 0.5, 1, 1)
            for square, disc in view.discs[0].items()
        }
        return EmptyBoard(view.width, view.height, view.ground[:1], cells, view.grid)

    def point(self, variant: GridVariant, name: str, *, flipped: bool = False) -> Point:
        """Return the place of a square, named as in ``g4`` or by row and column as in ``4.7``."""
        if found := _NUMBERED.fullmatch(name):
            name = cell_name((int(found[1]), int(found[2])))
        return super().point(variant, name, flipped=flipped)

    def legend(self, position: AnyGrid) -> dict[str, str]:
        """Return the meanings of the signs."""
        signs = {"w b": "a white, a black piece", "W B": "pieces just moved"}
        if "s" in self.position_type.PIECES:
            signs["s S"] = "a neutral stone, one just moved"
        left = {VACATED: "a square just left", TAKEN: "a square where a piece was just taken"}
        return signs | left | {".": "an empty square"}

    def scene(self, position: AnyGrid, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position."""
        view, marks = view_of(position.variant, options), GridMarks.of(position, options)
        shapes = (
            *view.ground,
            *_under(view, marks, COLOURS[position.turn].ghost),
            *_pieces(view, position),
            *self.marks_on(view, position),
            *_over(view, marks, options.get("last")),
            *_status(view, position),
        )
        return Scene(view.width, view.height, shapes, _title(position, options.get("last")))

    def marks_on(self, view: GridView, position: AnyGrid) -> Iterator[Shape]:
        """Yield the marks that a game draws on its pieces, independent of the last move."""
        return iter(())

    def text(self, position: AnyGrid, **options: Unpack[Options]) -> str:
        """Return a position as a text diagram."""
        marks = GridMarks.of(position, options)
        signs = {square: position.piece(square).upper() for square in marks.moved}
        signs |= dict.fromkeys(marks.vacated, VACATED) | dict.fromkeys(marks.captured, TAKEN)
        view = view_of(position.variant, options)
        margin, lines = len(str(len(view.rows))), list[str]()
        for row in view.rows:
            squares = [(row, column) for column in view.columns]
            cells = [signs.get(square) or position.piece(square) for square in squares]
            lines.append(f"{row:{margin}} {' '.join(cells)}")
        lines += [f"{'':{margin}} {line}" for line in _heading(view.names)]
        lines += self.lines_beside(position)
        return "\n".join([*lines, *closing_lines(position, options)])

    def read_text(self, text: str, variant: str | None = None) -> AnyGrid:
        """Read a text diagram of a board of any size, seen from either side."""
        reader = DiagramReader(text)
        rows, flipped = read_rows(reader, meanings_of(self.position_type.PIECES))
        _read_names(reader, len(rows[0]), len(rows), flipped)
        beside = self.read_beside(reader)
        turn = reader.turn(("white", "black"))
        if flipped:
            rows = [row[::-1] for row in reversed(rows)]
        packed = "/".join(map(pack_row, rows))
        return self.position_type.from_string(f"{packed} {'wb'[turn]}{beside}", variant)

    def lines_beside(self, position: AnyGrid) -> list[str]:
        """Return the lines below a text diagram, such as the side to move."""
        return []

    def read_beside(self, reader: DiagramReader) -> str:
        """Read these lines; return their text for a position string, with a blank before it."""
        return ""


def _under(view: GridView, marks: GridMarks, taken: Role) -> Iterator[Shape]:
    """Yield the shapes under the pieces: traces of the move, and the lines of the board."""
    if marks.captured or marks.struck:
        yield view.area([*marks.struck, *marks.captured], Role.STRUCK)
    yield from view.grid
    for square in marks.vacated:
        yield Disc(*view.at(*square), RADIUS, Role.VACATED)
    for square in marks.captured:
        yield Disc(*view.at(*square), RADIUS, taken)


def _pieces(view: GridView, position: AnyGrid) -> Iterator[Shape]:
    for discs, bits in zip(view.discs, position.sets, strict=False):
        yield from map(discs.__getitem__, position.variant.grid.squares(bits))


def _over(view: GridView, marks: GridMarks, move: Ply | None) -> Iterator[Shape]:
    """Yield the shapes over the pieces: the arrow, and the marks of captures."""
    for square in marks.captured:
        yield cross(*view.at(*square), 0.2)
    for square in marks.struck:
        yield Disc(*view.at(*square), RADIUS + 0.02, Role.RING)
    if isinstance(move, Move):
        yield arrow(view.at(*move.tail), view.at(*move.target))


def _status(view: GridView, position: AnyGrid) -> Iterator[Shape]:
    """Yield the shapes to the right of the board: the side to move, and far-row counts."""
    x = LEFT + len(view.columns) + 0.3
    _, y = view.at(len(view.rows) - 0.5 if position.turn else 1.5, 1)
    triangle = (x - 0.18, y), (x + 0.14, y - 0.2), (x + 0.14, y + 0.2)
    yield Area((triangle,), COLOURS[position.turn])
    for turn, colour in enumerate(COLOURS):
        if count := position.far_count(turn):
            _, y = view.at(position.far_row(turn), 1)
            yield Disc(x, y, 0.16, colour)
            yield Text(x + 0.25, y, str(count), Role.COUNT, "start")


def _title(position: AnyGrid, last: Ply | None) -> str:
    side = position.sides[position.turn].title()
    after = f" after {last}" if last else ""
    white, black = position.white.bit_count(), position.black.bit_count()
    board = f"{position.variant.columns} columns by {position.variant.rows} rows"
    pieces = f"{white} white and {black} black pieces, {board}"
    return f"{position.GAME.title()}, {side} to move{after}: {pieces}"


def _heading(names: list[str]) -> list[str]:
    """Return the names of columns in one line, or two if some have two signs."""
    width = max(map(len, names))
    return [" ".join(f"{name:>{width}}"[sign] for name in names).rstrip() for sign in range(width)]


def _read_names(reader: DiagramReader, columns: int, rows: int, flipped: bool) -> None:
    """Read the names of the columns, whose direction must agree with the rows."""
    labels = LETTERED if re.search("[a-z]", reader.here.text) else "numbers"
    for heading in _heading(_view(columns, rows, flipped, labels).names):
        line = reader.next()
        if line.text.split() != heading.split():
            raise line.wrong(f"the columns {' '.join(heading.split())!r}")
