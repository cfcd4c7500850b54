"""Diagrams of GIPF.

A picture shows the position after the last turn. A GIPF piece is drawn as a stack of two pieces
with a ring on the upper one. An arrow leads from the dot to the piece brought in, and a wedge from
each piece to the piece that it displaced. A band and pale pieces mark a removed row: a cross marks
a captured piece, a dash a piece that returned to the reserve. A ring around a piece marks a spot
from which another piece was removed before the push. The corners show each side's reserve on the
right and its captures on the left. A GIPF piece in the reserve shows that such pieces may still be
brought in. A triangle marks the side to move.

In the text diagram ``w`` and ``b`` are single pieces, and ``W`` and ``B`` GIPF pieces. ``x`` is a
spot of a captured piece, and ``+`` a spot from which a piece returned to the reserve. Pushed pieces
and their dot are in brackets. Dots are written by their names.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from math import atan2, cos, pi, sin, sqrt
from typing import ClassVar

from analysis.drawing.scene import Area, Disc, Lines, Point, Shape, Text, arrow, cross
from analysis.drawing.style import Role
from analysis.games.bits import pack_row
from analysis.games.diagram import (
    RADIUS,
    BoardDiagram,
    BoardView,
    DiagramReader,
    Marks,
    to_move,
)
from analysis.games.gipf.board import BITS, COLUMNS, LETTERS
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.errors import InvalidPosition
from notation.gipf.moves import Move, Piece, Removal
from notation.gipf.points import DOTS, ENTRIES, LINES, POINTS, SPOTS, line_through, place, way
from notation.pattern import lazy_pattern

WIDTH, HEIGHT = 9.2, 9.6
"""Size of the picture; the board is 6.9 steps between points wide, and 8 high."""

CAPTURED, RETURNED = "x", "+"
"""Signs of empty spots in text diagrams from which the last turn removed a piece."""

_BESIDE = lazy_pattern(
    r"\w+: (\d{1,2}) in reserve, (\d{1,2}) captured(, may bring in GIPF pieces)?", re.ASCII
)

COLOURS = (Role.WHITE, Role.BLACK)

LIFT = 0.06
"""Distance from the centre of a spot to the centre of each disc of a GIPF piece."""

PILE = tuple((row, number) for row, size in enumerate((7, 6, 5)) for number in range(size))
"""Rows from the edge inwards, and numbers in them, of a pile of 18 pieces, all of one colour."""


class GipfView(BoardView):
    """The board seen from one side.

    Attributes:
        side: the side at the bottom, 0 or 1.
    """

    width, height = WIDTH, HEIGHT

    def __init__(self, flipped: bool) -> None:
        self.side = int(flipped)
        self.places = {point: self._at(*place(point)) for point in POINTS}
        at = self.places.__getitem__
        turns = [step * pi / 3 for step in range(6)]
        self.cells = {
            spot: tuple((x + cos(turn) / sqrt(3), y + sin(turn) / sqrt(3)) for turn in turns)
            for spot, (x, y) in self.places.items()
            if spot in SPOTS
        }
        rim, inside = ("a1", "a5", "e9", "i5", "i1", "e1"), ("b2", "b5", "e8", "h5", "h2", "e2")
        self.under = (
            Area((tuple(map(at, rim)),), Role.FIELD),
            Area((tuple(map(at, inside)),), Role.TINT),
        )
        chains = tuple((at(line[0]), at(line[-1])) for line in LINES)
        self.lines = (
            Lines(chains, Role.GRID),
            *(Disc(*at(dot), 0.07, Role.POINT) for dot in DOTS),
        )
        self.labels = tuple(
            Text(x + 0.11 * (x - WIDTH / 2), y + 0.11 * (y - HEIGHT / 2), dot, Role.LABEL)
            for dot, (x, y) in self.places.items()
            if dot in DOTS
        )
        columns = "ihgfedcba" if flipped else "abcdefghi"
        ordered = sorted(POINTS, key=lambda point: at(point)[::-1])
        self.rows = tuple(
            tuple((4 * columns.index(point[0]) + 1, point) for point in level)
            for _, level in groupby(ordered, lambda point: at(point)[1])
        )

    def _at(self, column: int, height: int) -> Point:
        """Return the centre of a point."""
        sign = -1 if self.side else 1
        right, up = (column - 4) * sqrt(3) / 2, height - column / 2 - 2
        return round(WIDTH / 2 + sign * right, 4), HEIGHT / 2 - sign * up


_view = lru_cache(maxsize=2)(GipfView)


class Diagram(BoardDiagram[GipfVariant, Position, Move]):
    """The diagrams of GIPF."""

    TITLE: ClassVar[str] = "GIPF"
    MEANINGS: ClassVar[dict[str, str]] = {
        **{letter: letter for letter in f".{LETTERS}"},
        CAPTURED: ".",
        RETURNED: ".",
    }
    SIGN: ClassVar[re.Pattern[str]] = lazy_pattern(r"\S+")

    def view(self, variant: GipfVariant, flipped: bool, labels: str) -> GipfView:
        """Return the view of the board from a side; it is the same for all variants."""
        return _view(flipped)

    def view_of(self, reader: DiagramReader) -> GipfView:
        """Return the view of a text diagram, which follows from the dot in its first line."""
        top = reader.here.text.strip("() \t")
        if top not in ("e9", "e1"):
            raise reader.here.wrong("the dot at the top of the board, e9 or e1")
        return _view(top == "e1")

    def legend(self, position: Position) -> dict[str, str]:
        """Return the explanations of the signs of text diagrams."""
        return {
            "w b": "a white, a black piece",
            "W B": "a white, a black GIPF piece",
            "(w)": "a piece just brought in or pushed, with its dot",
            CAPTURED: "a spot where a piece was just captured",
            RETURNED: "a spot from which a piece just went back to the reserve",
            ".": "an empty spot",
        }

    def piece(self, at: Point, letter: str) -> Iterator[Shape]:
        """Yield the shapes of a piece."""
        colour = COLOURS[letter in "bB"]
        return _stack(*at, RADIUS, colour, colour.inner if letter in "WB" else None)

    def marks(
        self, view: BoardView, position: Position, last: Move | None, before: Position | None
    ) -> Marks:
        """Return the marks of the last turn.

        Without ``before``, removed pieces are shown as the turn states them. If the push names no
        dot, a dot next to its target is marked.
        """
        marks = Marks()
        if last is None:
            return marks
        rows = [
            [piece.spot for piece in row.pieces if piece.spot in BITS]
            for row in (*last.before.lists, *last.after.lists)
        ]
        if bands := [_band(view.places[one], view.places[end]) for one, end in _ends(rows)]:
            marks.under.append(Area(tuple(bands), Role.STRUCK))
        taken = _known(last.before, before)
        taken |= _known(last.after, before.pushed(last) if before else None)
        mover = before.turn if before else 1 - position.turn
        rings = list[Shape]()
        for spot, piece in taken.items():
            x, y = view.places[spot]
            if position.occupied & BITS[spot]:
                rings.append(Disc(x, y, RADIUS + LIFT, Role.RING))
                continue
            marks.signs[spot] = CAPTURED if piece.captured else RETURNED
            ghost = COLOURS[mover ^ piece.captured].ghost
            marks.behind += _stack(x, y, RADIUS, ghost, ghost if piece.gipf else None)
            y -= LIFT if piece.gipf else 0
            dash = Lines((((x - 0.12, y), (x + 0.12, y)),), Role.CROSS)
            marks.above.append(cross(x, y, 0.2) if piece.captured else dash)
        marks.above += rings
        push = last.push
        dot = (push.dot or ENTRIES.get(push.spot, "")) if push else ""
        reached = way(dot, push.spot) if push and push.spot in BITS else ()
        if reached:
            pieces = position.pieces()
            signs = {dot: dot} | {spot: marks.signs.get(spot, pieces[spot]) for spot in reached}
            marks.signs |= {point: f"({sign})" for point, sign in signs.items() if sign != "."}
            places = [view.places[spot] for spot in reached]
            marks.above += [_wedge(here, there) for here, there in pairwise(places)]
            here, there = view.places[dot], places[0]
            start, tip = _between(here, there, 0.1), _between(here, there, 0.67)
            marks.above.append(arrow(start, tip, head=0.36))
        return marks

    def beside(self, view: BoardView, position: Position) -> Iterator[Shape]:
        """Yield the shapes in the corners: reserves, captured pieces, mark of the side to move."""
        assert isinstance(view, GipfView)
        for side, colour in enumerate(COLOURS):
            edge = 1 if side == view.side else -1
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
                yield to_move(WIDTH - 2.75, y, colour)

    def in_words(self, position: Position) -> str:
        """Return a phrase with the numbers of both sides' pieces on and beside the board."""
        phrases, sets = [], (position.white, position.black)
        for bits, line in zip(sets, self.lines_below(position), strict=True):
            gipf = (bits & position.gipf).bit_count()
            stacked = f", {gipf} of them GIPF pieces" if gipf else ""
            name, rest = line.split(": ")
            phrases.append(f"{name} has {bits.bit_count()} on the board{stacked}, {rest}")
        return "; ".join(phrases)

    def lines_below(self, position: Position) -> list[str]:
        """Return two lines with White's and Black's reserve and captured pieces."""
        counts = zip(position.reserves, position.prisoners, position.bringing, strict=True)
        return [
            f"{side.title()}: {reserve} in reserve, {captured} captured"
            f"{', may bring in GIPF pieces' if may else ''}"
            for side, (reserve, captured, may) in zip(position.sides, counts, strict=True)
        ]

    def finish(
        self, reader: DiagramReader, pieces: dict[str, str], variant: str | None
    ) -> Position:
        """Read the lines below the board, and return the position."""
        counts, bringing = [], ""
        for side in ("White", "Black"):
            line = reader.next()
            found = _BESIDE.fullmatch(" ".join(line.text.split()))
            if found is None or not found[0].startswith(side):
                raise line.wrong(f"'{side}: ' and its pieces, such as '12 in reserve, 0 captured'")
            counts.append(found.group(1, 2))
            bringing += side[0] if found[3] else ""
        end = reader.here.number
        turn = "wb"[reader.turn(("white", "black"))]
        pairs = " ".join(map(",".join, zip(*counts, strict=True)))
        board = "/".join(pack_row("".join(map(pieces.__getitem__, column))) for column in COLUMNS)
        try:
            return Position.from_string(f"{board} {turn} {pairs} {bringing or '-'}", variant)
        except InvalidPosition as reason:
            raise InvalidPosition(f"diagram lines 1 to {end}: {reason}") from None


def _known(removal: Removal, position: Position | None) -> dict[str, Piece]:
    """Return the pieces of a removal by spot; if a position is given, it decides on their marks."""
    pieces = {piece.spot: piece for piece in removal.pieces if piece.spot in BITS}
    if position is None:
        return pieces
    standing = [spot for spot in pieces if position.occupied & BITS[spot]]
    return pieces | {spot: position.taken_piece(spot) for spot in standing}


def _stack(x: float, y: float, radius: float, role: Role, inner: Role | None) -> Iterator[Shape]:
    """Yield the shapes of a single piece, or of a GIPF piece with a ring in the role ``inner``."""
    if inner is None:
        yield Disc(x, y, radius, role)
        return
    lift = LIFT * radius / RADIUS
    yield Disc(x, y + lift, radius, role)
    yield Disc(x, y - lift, radius, role)
    yield Disc(x, y - lift, radius * 0.52, inner)


def _ends(rows: list[list[str]]) -> Iterator[tuple[str, str]]:
    """Yield the spots at the ends of each row; each spot twice if they are on no common line."""
    for row in rows:
        if line := line_through(row) if len(row) > 1 else None:
            yield min(row, key=line.index), max(row, key=line.index)
        else:
            yield from zip(row, row, strict=True)


def _band(start: Point, end: Point) -> tuple[Point, ...]:
    """Return the outline of a round-ended band between two points; a circle if they are equal."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    return tuple(
        (x + 0.5 * cos(turn + step * pi / 12), y + 0.5 * sin(turn + step * pi / 12))
        for (x, y), turn in ((end, angle - pi / 2), (start, angle + pi / 2))
        for step in range(13)
    )


def _between(here: Point, there: Point, share: float, aside: float = 0) -> Point:
    """Return the point at a fraction of the way, shifted right by ``aside`` times the way."""
    along, down = there[0] - here[0], there[1] - here[1]
    return here[0] + share * along - aside * down, here[1] + share * down + aside * along


def _wedge(here: Point, there: Point) -> Area:
    """Return the wedge between two pieces, which points from ``here`` to ``there``."""
    corners = (0.73, 0), (0.3, 0.17), (0.36, 0), (0.3, -0.17)
    return Area((tuple(_between(here, there, *corner) for corner in corners),), Role.ARROW)


def _pile(count: int, colour: Role, right: int, down: int, stacked: bool) -> Iterator[Shape]:
    """Yield the shapes of pieces piled in a corner; if ``stacked``, the last two as a GIPF piece.

    ``right`` and ``down`` are 1 for the lower right corner, and -1 on the other sides.
    """
    stacked = stacked and count >= 2
    places = PILE[: count - stacked]
    for row, number in places:
        x = WIDTH / 2 + right * (WIDTH / 2 - 0.42 - 0.34 * number - 0.17 * row)
        y = HEIGHT / 2 + down * (3.97 - 0.3 * row)
        inner = colour.inner if stacked and (row, number) == places[-1] else None
        yield from _stack(x, y, 0.15, colour, inner)


PICTURE = Diagram()
