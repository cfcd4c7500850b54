"""The GIPF board: spots and dots, single and stacked pieces, and a push drawn as an arrow.

The picture shows the position after the last turn. A GIPF piece is drawn as two pieces one on top
of the other, with a ring on the upper one. An arrow leads from the dot to the piece brought in,
with a wedge between each two pieces of which one displaced the other. Removed rows are shown by a
band and ghosts of their pieces: with a cross for a captured piece, with a dash for one returned to
the reserve. A ring around a piece marks a spot where another piece was removed before the push. The
corners show each side's reserve, on the right, and its captures, on the left; a GIPF piece in the
reserve shows that such pieces may still be brought in. A triangle shows the side to move.

In the text diagram ``w`` and ``b`` are single pieces, ``W`` and ``B`` GIPF pieces, ``x`` is a spot
where a piece was captured and ``+`` one from which a piece returned to the reserve; pushed pieces
and their dot are in brackets. Dots are written by their names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from math import atan2, cos, pi, sin, sqrt
from typing import Unpack

from analysis.drawing.scene import Area, Disc, Lines, Point, Scene, Shape, Text, arrow, cross
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
from analysis.games.gipf.board import BITS, COLUMNS, spots
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.errors import InvalidPosition
from notation.gipf.moves import Move, Piece, Push, Removal
from notation.gipf.points import DOTS, ENTRIES, LINES, POINTS, SPOTS, line_through, place, way
from notation.pattern import lazy_pattern

WIDTH, HEIGHT = 9.2, 9.6
"""Size of the picture, in steps: the board is 6.9 wide and 8 high."""


class GipfView:
    """The board seen from one side: the places of its points, and all shapes but the pieces.

    Attributes:
        levels: the points by height, from the top of the picture down, each level from left to
            right; neighbouring levels are half a step apart.
        columns: the letters of the columns, from left to right.
    """

    def __init__(self, flipped: bool) -> None:
        self._sign = -1 if flipped else 1
        self.columns = "ihgfedcba" if flipped else "abcdefghi"
        ordered = sorted(POINTS, key=lambda point: self.at(point)[::-1])
        self.levels = [list(level) for _, level in groupby(ordered, lambda one: self.at(one)[1])]

    def at(self, point: str) -> Point:
        """Return the place of a point."""
        column, height = place(point)
        right, up = (column - 4) * sqrt(3) / 2, height - column / 2 - 2
        return round(WIDTH / 2 + self._sign * right, 4), HEIGHT / 2 - self._sign * up

    def cell(self, point: str) -> tuple[Point, ...]:
        """Return the outline of the area around a point, a hexagon."""
        x, y = self.at(point)
        turns = [step * pi / 3 for step in range(6)]
        return tuple((x + cos(turn) / sqrt(3), y + sin(turn) / sqrt(3)) for turn in turns)

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The board, with the area of the spots on it."""
        rim, inside = ("a1", "a5", "e9", "i5", "i1", "e1"), ("b2", "b5", "e8", "h5", "h2", "e2")
        return (
            Area((tuple(map(self.at, rim)),), Role.FIELD),
            Area((tuple(map(self.at, inside)),), Role.TINT),
        )

    @cached_property
    def grid(self) -> tuple[Shape, ...]:
        """The lines, the dots at their ends, and the names of the dots."""
        chains = tuple((self.at(line[0]), self.at(line[-1])) for line in LINES)
        dots = (Disc(*self.at(dot), 0.07, Role.POINT) for dot in DOTS)
        names = (Text(*self._outside(dot), dot, Role.LABEL) for dot in DOTS)
        return Lines(chains, Role.GRID), *dots, *names

    def _outside(self, dot: str) -> Point:
        """Return the place for a dot's name, outside the board."""
        x, y = self.at(dot)
        return x + 0.11 * (x - WIDTH / 2), y + 0.11 * (y - HEIGHT / 2)


view_from = lru_cache(maxsize=2)(GipfView)
"""Return the view from White's side, or flipped from Black's; there are no others."""


SIDES = ("white", "black")

CAPTURED, RETURNED = "x", "+"
"""Marks of the last turn in text diagrams, on empty spots."""

_MEANINGS = {".": ".", "w": "w", "b": "b", "W": "W", "B": "B", CAPTURED: ".", RETURNED: "."}
"""What stands on a spot, by the sign for it in a text diagram."""

_BESIDE = lazy_pattern(
    r"\w+: (\d{1,2}) in reserve, (\d{1,2}) captured(, may bring in GIPF pieces)?", re.ASCII
)


def read_board(reader: DiagramReader) -> dict[str, str]:
    """Read the board of a text diagram; return the sign on each spot."""
    top = reader.here.text.strip("() \t")
    if top not in ("e9", "e1"):
        raise reader.here.wrong("the dot at the top of the board, e9 or e1")
    signs: dict[str, str] = {}
    for level in view_from(top == "e1").levels:
        signs |= _read_level(reader.next(), level)
    return signs


def _read_level(line: DiagramLine, level: list[str]) -> dict[str, str]:
    """Read the points on one line of a text diagram; return the signs on the spots."""
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
    """Read a side's reserve, its captured pieces, and whether it may bring in GIPF pieces."""
    line = reader.next()
    match = _BESIDE.fullmatch(" ".join(line.text.split()))
    if match is None or not match[0].startswith(side.title()):
        raise line.wrong(f"'{side.title()}: ' and its pieces, such as '12 in reserve, 0 captured'")
    return match[1], match[2], bool(match[3])


COLOURS = (Role.WHITE, Role.BLACK)
RADIUS = 0.39
LIFT = 0.06
"""How far the two pieces of a GIPF piece are moved apart, each from the middle of the spot."""

SMALL = 0.15
"""Radius of pieces beside the board."""

PILE = (7, 6, 5)
"""Pieces in the rows of a pile, from the edge of the picture inwards: all 18 of a colour."""


@dataclass(frozen=True, slots=True)
class GipfMarks:
    """The marks of the last turn in a diagram, as far as they agree with the position.

    Attributes:
        dot: where the push started; if that does not matter, any dot next to its spot.
        way: spots that pieces were pushed to, from the dot on.
        rows: spots of each removed row.
        gone: removed pieces on spots that are empty now.
        struck: occupied spots where a piece was removed.
        mover: index of the side whose turn it was.
    """

    dot: str = ""
    way: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    gone: tuple[Piece, ...] = ()
    struck: tuple[str, ...] = ()
    mover: int = 0

    @classmethod
    def of(cls, position: Position, options: Options) -> "GipfMarks":
        """Compute the marks; without the position before, the move tells what was removed."""
        move, before = options.get("last"), options.get("before")
        if move is None:
            return cls()
        first = _known(move.before, before)
        last = _known(move.after, before.pushed(move) if before else None)
        rows = (
            tuple(piece.spot for piece in row.pieces if piece.spot in BITS)
            for row in (*move.before.lists, *move.after.lists)
        )
        taken = first | last
        standing = [spot for spot in taken if position.occupied & BITS[spot]]
        return cls(
            *_way(move.push),
            rows=tuple(filter(None, rows)),
            gone=tuple(piece for spot, piece in taken.items() if spot not in standing),
            struck=tuple(standing),
            mover=before.turn if before else 1 - position.turn,
        )


def _known(removal: Removal, position: Position | None) -> dict[str, Piece]:
    """Return the pieces of a removal by spot, with marks from the board if there is one."""
    pieces = {piece.spot: piece for piece in removal.pieces if piece.spot in BITS}
    if position is None:
        return pieces
    standing = [spot for spot in pieces if position.occupied & BITS[spot]]
    return pieces | {spot: position.taken_piece(spot) for spot in standing}


def _way(push: Push | None) -> tuple[str, tuple[str, ...]]:
    """Return the dot of a push and the spots along its way; empty if it fits no line."""
    dot = (push.dot or ENTRIES.get(push.spot, "")) if push else ""
    reached = way(dot, push.spot) if push and push.spot in BITS else ()
    return (dot, reached) if reached else ("", ())


class Diagram(BoardDiagram[GipfVariant, Position, Move]):
    """Draws, writes and reads GIPF boards."""

    def ground(self, variant: GipfVariant, **options: Unpack[Options]) -> EmptyBoard:
        """Return the empty board, which is the same in all variants; spots have cells."""
        view = _view_of(options)
        cells = {spot: view.cell(spot) for spot in SPOTS}
        return EmptyBoard(WIDTH, HEIGHT, view.ground, cells, view.grid)

    def point(self, variant: GipfVariant, name: str, *, flipped: bool = False) -> Point:
        """Return the place of a spot or a dot."""
        if name.lower() in DOTS:
            return view_from(flipped).at(name.lower())
        return super().point(variant, name, flipped=flipped)

    def legend(self, position: Position) -> dict[str, str]:
        """Return the meanings of the signs."""
        return {
            "w b": "a white, a black piece",
            "W B": "a white, a black GIPF piece",
            "(w)": "a piece just brought in or pushed, with its dot",
            CAPTURED: "a spot where a piece was just captured",
            RETURNED: "a spot from which a piece just went back to the reserve",
            ".": "an empty spot",
        }

    def scene(self, position: Position, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position."""
        view, marks = _view_of(options), GipfMarks.of(position, options)
        shapes = (
            *view.ground,
            *_bands(view, marks),
            *view.grid,
            *_ghosts(view, marks),
            *_pieces(view, position),
            *_over(view, marks),
            *_beside(position, options.get("flipped", False)),
        )
        return Scene(WIDTH, HEIGHT, shapes, _title(position, options.get("last")))

    def text(self, position: Position, **options: Unpack[Options]) -> str:
        """Return a position as a text diagram."""
        view, signs = _view_of(options), _signs(position, GipfMarks.of(position, options))
        cells = [{point[0]: signs[point] for point in level} for level in view.levels]
        rows = ["".join(f"{row.get(name, ''):4}" for name in view.columns) for row in cells]
        beside = [_beside_in_words(position, side) for side in (0, 1)]
        return "\n".join([*map(str.rstrip, rows), *beside, *closing_lines(position, options)])

    def read_text(self, text: str, variant: str | None = None) -> Position:
        """Read a text diagram, seen from either side."""
        reader = DiagramReader(text)
        first = reader.here.number
        signs = read_board(reader)
        white, black = (read_beside(reader, side) for side in SIDES)
        end = reader.here.number
        turn = "wb"[reader.turn(SIDES)]
        pairs = [f"{one},{other}" for one, other in zip(white[:2], black[:2], strict=True)]
        bringing = ("W" if white[2] else "") + ("B" if black[2] else "") or "-"
        board = "/".join(pack_row("".join(map(signs.__getitem__, column))) for column in COLUMNS)
        try:
            return Position.from_string(f"{board} {turn} {' '.join(pairs)} {bringing}", variant)
        except InvalidPosition as reason:
            raise InvalidPosition(f"diagram lines {first} to {end}: {reason}") from None


def _view_of(options: Options) -> GipfView:
    """Return the view for some options; the names of dots do not depend on it."""
    known_labels(options, LETTERED)
    return view_from(options.get("flipped", False))


def _piece(x: float, y: float, radius: float, role: Role, inner: Role | None) -> Iterator[Shape]:
    """Yield a piece: a disc, or for a GIPF piece two discs and a ring."""
    if inner is None:
        yield Disc(x, y, radius, role)
        return
    lift = LIFT * radius / RADIUS
    yield Disc(x, y + lift, radius, role)
    yield Disc(x, y - lift, radius, role)
    yield Disc(x, y - lift, radius * 0.52, inner)


def _pieces(view: GipfView, position: Position) -> Iterator[Shape]:
    for spot in spots(position.occupied):
        colour = COLOURS[position.piece(spot) in "bB"]
        inner = colour.inner if position.gipf & BITS[spot] else None
        yield from _piece(*view.at(spot), RADIUS, colour, inner)


def _bands(view: GipfView, marks: GipfMarks) -> Iterator[Shape]:
    """Yield the bands under removed rows."""
    ends = [pair for row in marks.rows for pair in _ends(row)]
    if ends:
        yield Area(tuple(_band(view.at(one), view.at(other)) for one, other in ends), Role.STRUCK)


def _ends(row: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the ends of a row; if its spots are on no common line, each spot twice."""
    line = line_through(row) if len(row) > 1 else None
    if line is None:
        return [(spot, spot) for spot in row]
    ordered = sorted(row, key=line.index)
    return [(ordered[0], ordered[-1])]


def _band(start: Point, end: Point) -> tuple[Point, ...]:
    """Return the outline of a round-ended band between two points, a circle if they are one."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    return tuple(
        (x + 0.5 * cos(turn + step * pi / 12), y + 0.5 * sin(turn + step * pi / 12))
        for (x, y), turn in ((end, angle - pi / 2), (start, angle + pi / 2))
        for step in range(13)
    )


def _ghosts(view: GipfView, marks: GipfMarks) -> Iterator[Shape]:
    for piece in marks.gone:
        ghost = COLOURS[marks.mover ^ piece.captured].ghost
        yield from _piece(*view.at(piece.spot), RADIUS, ghost, ghost if piece.gipf else None)


def _over(view: GipfView, marks: GipfMarks) -> Iterator[Shape]:
    """Yield the shapes over the pieces: marks of removed pieces, and the push."""
    for piece in marks.gone:
        x, y = view.at(piece.spot)
        y -= LIFT if piece.gipf else 0
        dash = Lines((((x - 0.12, y), (x + 0.12, y)),), Role.CROSS)
        yield cross(x, y, 0.2) if piece.captured else dash
    for spot in marks.struck:
        yield Disc(*view.at(spot), RADIUS + LIFT, Role.RING)
    for here, there in pairwise(map(view.at, marks.way)):
        yield _wedge(here, there)
    if marks.way:
        dot, first = view.at(marks.dot), view.at(marks.way[0])
        yield arrow(_between(dot, first, 0.1), _between(dot, first, 0.67), head=0.36)


def _between(here: Point, there: Point, share: float, aside: float = 0) -> Point:
    """Return a point between two points, moved to the right of the line between them."""
    along, down = there[0] - here[0], there[1] - here[1]
    return here[0] + share * along - aside * down, here[1] + share * down + aside * along


def _wedge(here: Point, there: Point) -> Area:
    """Return the wedge between two pieces, one of which displaced the other."""
    corners = (0.73, 0), (0.3, 0.17), (0.36, 0), (0.3, -0.17)
    return Area((tuple(_between(here, there, *corner) for corner in corners),), Role.ARROW)


def _beside(position: Position, flipped: bool) -> Iterator[Shape]:
    """Yield the shapes in the corners: reserves, captured pieces, and the side to move."""
    for side, colour in enumerate(COLOURS):
        edge = 1 if side == flipped else -1  # the lower corners are those of the side seen first
        reserve, taken = position.reserves[side], position.prisoners[side]
        y = HEIGHT / 2 + 4.42 * edge
        yield from _pile(reserve, colour, 1, edge, position.bringing[side])
        yield Text(WIDTH - 0.25, y, str(reserve), Role.COUNT, "end")
        yield Text(WIDTH - 0.85, y, "reserve", Role.WORD, "end")
        if taken:
            yield from _pile(taken, COLOURS[1 - side], -1, edge, False)
            yield Text(0.25, y, str(taken), Role.COUNT, "start")
            yield Text(0.85, y, "captured", Role.WORD, "start")
        if side == position.turn:
            x = WIDTH - 2.75
            triangle = (x - 0.18, y), (x + 0.14, y - 0.2), (x + 0.14, y + 0.2)
            yield Area((triangle,), colour)


def _pile(count: int, colour: Role, right: int, down: int, stacked: bool) -> Iterator[Shape]:
    """Yield pieces piled in a corner, the last two as a GIPF piece if ``stacked``."""
    stacked = stacked and count >= 2
    places = [(row, number) for row, size in enumerate(PILE) for number in range(size)]
    places = places[: count - stacked]
    for row, number in places:
        x = WIDTH / 2 + right * (WIDTH / 2 - 0.42 - 0.34 * number - 0.17 * row)
        y = HEIGHT / 2 + down * (3.97 - 0.3 * row)
        inner = colour.inner if stacked and (row, number) == places[-1] else None
        yield from _piece(x, y, SMALL, colour, inner)


def _title(position: Position, last: Move | None) -> str:
    side, after = position.sides[position.turn].title(), f" after {last}" if last else ""
    return f"GIPF, {side} to move{after}: {_on_board(position, 0)}; {_on_board(position, 1)}"


def _on_board(position: Position, side: int) -> str:
    bits = (position.white, position.black)[side]
    gipf = (bits & position.gipf).bit_count()
    stacked = f", {gipf} of them GIPF pieces" if gipf else ""
    name, rest = _beside_in_words(position, side).split(": ")
    return f"{name} has {bits.bit_count()} on the board{stacked}, {rest}"


def _beside_in_words(position: Position, side: int) -> str:
    counts = f"{position.reserves[side]} in reserve, {position.prisoners[side]} captured"
    may = ", may bring in GIPF pieces" if position.bringing[side] else ""
    return f"{position.sides[side].title()}: {counts}{may}"


def _signs(position: Position, marks: GipfMarks) -> dict[str, str]:
    """Return the text of each point in a text diagram, at most four characters."""
    signs = dict(zip(DOTS, DOTS, strict=True)) | {spot: position.piece(spot) for spot in SPOTS}
    for piece in marks.gone:
        signs[piece.spot] = CAPTURED if piece.captured else RETURNED
    moved = {point for point in (marks.dot, *marks.way) if signs.get(point, ".") != "."}
    return {point: f"({sign})" if point in moved else f" {sign}" for point, sign in signs.items()}


PICTURE = Diagram()
