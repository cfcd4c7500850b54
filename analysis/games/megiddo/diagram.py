"""The Megiddo board: a wheel of six spokes and six rings around a star, and the stones on it.

The picture shows the position after the last move. The stone just placed has a dot of the accent
colour; one that was slid has an arrow, and a dashed circle where it came from. Captured stones
have the captor's colour by then: a ring around each, and a pale band that joins the pair. Where
captures set off others, numbers tell the generations apart. A line that makes a Megiddo is drawn
bold. Colours differ in lightness, and by marks: blue stones have a circle in them, green ones a
cross. Beside the board stand the captured stones of each side, and a triangle for the side to
move.

The text diagram is the same wheel; see `analysis.games.megiddo.wheel`.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin

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
    smooth,
)
from analysis.drawing.style import Role
from analysis.games.diagram import (
    BoardDiagram,
    DiagramReader,
    EmptyBoard,
    closing_lines,
    known_labels,
)
from analysis.games.megiddo.board import LINES, SIZE, bits, points_of
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import COLOURS, LETTERS, MegiddoVariant
from analysis.games.megiddo.wheel import (
    SPOKES,
    WheelMarks,
    read_counts,
    read_wheel,
    write_wheel,
)
from notation.errors import InvalidVariant
from notation.megiddo import Move, point_name
from notation.megiddo import Point as Place
from notation.numbers import plural

LABELS = ("letters",)
"""Kinds of coordinates: spokes have letters and rings numbers, always."""

ROLES = tuple(Role(colour) for colour in COLOURS)
RADIUS = 0.4

GLOW = 0.6
"""Radius of the ground under a captured stone."""

INMOST = 1.15
"""Distance of ring 1 from the middle; between rings it is 1."""

RIM = INMOST + SIZE - 1 + 0.55
"""Radius of the board."""

MIDDLE = RIM + 1.05
"""Distance of the middle from the edges of the picture."""

STEPS = 8
"""Pieces in which a curve goes from one point to the next."""


class WheelView:
    """The wheel seen from one side: where its points lie, and all but the stones."""

    def __init__(self, flipped: bool) -> None:
        self.flipped = flipped

    def at(self, spoke: float, ring: float) -> Point:
        """Return where a point lies, on the board or beyond it, also between spokes and rings."""
        angle = (spoke - 1) * pi / 3 + (pi if self.flipped else 0)
        away = INMOST + ring - 1
        return MIDDLE + away * sin(angle), MIDDLE - away * cos(angle)

    def path(self, start: Place, end: Place) -> list[Point]:
        """Return the way between neighbours: straight along a spoke, else a bow or a spiral."""
        turn = (end[0] - start[0] + 3) % SIZE - 3
        shares = [step / STEPS for step in range(STEPS + 1)]
        rise = end[1] - start[1]
        return [self.at(start[0] + turn * share, start[1] + rise * share) for share in shares]

    def cell(self, spoke: int, ring: int) -> tuple[Point, ...]:
        """Return the outline of a point's share of the board: half the way to each neighbour."""
        shares = [step / STEPS - 0.5 for step in range(STEPS + 1)]
        inner = [self.at(spoke + share, ring - 0.5) for share in shares]
        outer = [self.at(spoke + share, ring + 0.5) for share in shares]
        return (*inner, *reversed(outer))

    def line(self, points: tuple[Place, ...], closed: bool) -> list[Point]:
        """Return the way along neighbours, back to the first one if the line is closed."""
        following = [*points[1:], points[0]] if closed else points[1:]
        path = [self.at(*points[0])]
        for start, end in zip(points, following, strict=False):
            path += self.path(start, end)[1:]
        return path

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The board under all marks: its rim and its star."""
        tips = [self.at(spoke, 1) for spoke in range(1, SIZE + 1)]
        notches = [self.at(spoke + 0.5, 1 - INMOST * 0.423) for spoke in range(1, SIZE + 1)]
        star = tuple(corner for pair in zip(tips, notches, strict=True) for corner in pair)
        return (
            Disc(MIDDLE, MIDDLE, RIM, Role.FIELD),
            Area((star,), Role.TINT),
            Lines(((*star, star[0]),), Role.GRID),
            Disc(MIDDLE, MIDDLE, RIM, Role.FRAME),
        )

    @cached_property
    def grid(self) -> tuple[Shape, ...]:
        """The lines of the board with spirals fainter than the rest, and its points."""
        spirals = [line for line in LINES if "spiral" in line.kind]
        rings = [Disc(MIDDLE, MIDDLE, INMOST + ring, Role.GRID) for ring in range(SIZE)]
        spokes = range(1, SIZE + 1)
        radials = tuple((self.at(spoke, 1), self.at(spoke, SIZE)) for spoke in spokes)
        places = [self.at(spoke, ring) for spoke in spokes for ring in spokes]
        return (
            *(smooth(self.line(line.points, False), Role.FAINT_GRID) for line in spirals),
            *rings,
            Lines(radials, Role.GRID),
            *(Disc(x, y, 0.08, Role.POINT) for x, y in places),
        )

    @cached_property
    def names(self) -> tuple[Shape, ...]:
        """The letters of the spokes around the board, the numbers of the rings along spoke A."""
        return tuple(self._names())

    def _names(self) -> Iterator[Shape]:
        for spoke, name in enumerate(SPOKES, start=1):
            x, y = self.at(spoke, SIZE + 1.05)
            yield Text(x, y, name, Role.LABEL)
        for ring in range(1, SIZE + 1):
            # On the ring's own line, just right of the stone that may stand on A.
            x, y = self.at(1 + 0.6 / (INMOST + ring - 1) / (pi / 3), ring)
            yield Disc(x, y, 0.2, Role.LABEL_GROUND)
            yield Text(x, y, str(ring), Role.LABEL)


@lru_cache(maxsize=2)
def _view(flipped: bool) -> WheelView:
    return WheelView(flipped)


class Diagram(BoardDiagram[MegiddoVariant, Position, Move]):
    """Draws, writes and reads Megiddo boards."""

    def ground(
        self, variant: MegiddoVariant, *, flipped: bool = False, labels: str = "letters"
    ) -> EmptyBoard:
        """Return the empty board, which is the same in all variants."""
        known_labels(labels, LABELS)
        view = _view(flipped)
        spokes = range(1, SIZE + 1)
        cells = {point_name((one, ring)): view.cell(one, ring) for one in spokes for ring in spokes}
        over = (*view.grid, *view.names)
        return EmptyBoard(2 * MIDDLE, 2 * MIDDLE, view.ground, cells, over)

    def point(self, variant: MegiddoVariant, name: str, *, flipped: bool = False) -> Point:
        """Return where a point lies: cells are wider outside, so that it is not their middle."""
        super().point(variant, name, flipped=flipped)
        return _view(flipped).at(SPOKES.index(name[0].upper()) + 1, int(name[1:]))

    def legend(self, position: Position) -> dict[str, str]:
        """Return the meanings of the signs."""
        return {
            **{letter: f"a {side} stone" for letter, side in _named(position)},
            **{letter.upper(): f"the {side} stone just moved" for letter, side in _named(position)},
            "(r)": "a stone just captured, in its new colour",
            "<r>": "one captured by what that capture set off",
            ".": "an empty point",
            "+": "the point that a stone just left",
        }

    def scene(
        self,
        position: Position,
        *,
        last: Move | None = None,
        before: Position | None = None,
        flipped: bool = False,
        labels: str = "letters",
    ) -> Scene:
        """Return the picture of a position."""
        known_labels(labels, LABELS)
        view = _view(flipped)
        marks = WheelMarks.of(position, last, before)
        shapes = (
            *view.ground,
            *_under(view, marks),
            *view.grid,
            *_won(view, position),
            *view.names,
            *_stones(view, position),
            *_over(view, marks),
            *_status(position),
        )
        return Scene(2 * MIDDLE, 2 * MIDDLE, shapes, _title(position, last))

    def text(
        self,
        position: Position,
        *,
        last: Move | None = None,
        before: Position | None = None,
        flipped: bool = False,
        labels: str = "letters",
    ) -> str:
        """Return a position as a text diagram."""
        known_labels(labels, LABELS)
        marks = WheelMarks.of(position, last, before)
        lines = write_wheel(position, marks, flipped)
        return "\n".join([*lines, *closing_lines(position, last, labels)])

    def read_text(self, text: str, variant: str | None = None) -> Position:
        """Read a text diagram, whichever spoke is on top.

        Without a variant it is the basic game, of as many sides as have a count of captures.
        """
        reader = DiagramReader(text)
        stones = read_wheel(reader)
        line = reader.next()
        sides, counts = read_counts(line)
        rules = MegiddoVariant.parse(variant or ("base+players=3" if len(sides) > 2 else "base"))
        if rules.sides != sides:
            raise InvalidVariant(
                f"diagram line {line.number}: {', '.join(sides)} play, but in {rules} it is "
                f"{', '.join(rules.sides)}"
            )
        for place, letter in stones.items():
            if letter not in LETTERS[: len(sides)]:
                wanted = f"a count for the side {letter}, which has a stone on {point_name(place)}"
                raise line.wrong(wanted)
        turn = reader.turn(sides)
        own = tuple(
            bits(place for place, stone in stones.items() if stone == letter)
            for letter in LETTERS[: len(sides)]
        )
        return Position(rules, own, counts, turn)


def _named(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the letter and the name of each side."""
    return zip(LETTERS, position.sides, strict=False)


def _under(view: WheelView, marks: WheelMarks) -> Iterator[Shape]:
    """Yield what lies under the lines of the board: bands that join captured pairs."""
    outlines = []
    angles = [pi * step / 12 for step in range(24)]
    for x, y in (view.at(*place) for place in marks.captured):
        outlines.append(tuple((x + GLOW * cos(way), y + GLOW * sin(way)) for way in angles))
    for pairs in marks.generations:
        for one, other in pairs:
            if _beside(one, other):
                outlines.append(_band(view.path(one, other), 0.2))
    if outlines:
        yield Area(tuple(outlines), Role.STRUCK)
    if marks.vacated:
        yield Disc(*view.at(*marks.vacated), RADIUS, Role.VACATED)


def _beside(one: Place, other: Place) -> bool:
    """Return whether two points are neighbours on the drawn board, not round its edge."""
    turn = (other[0] - one[0] + 3) % SIZE - 3
    return max(abs(turn), abs(other[1] - one[1])) == 1


def _band(path: list[Point], half: float) -> tuple[Point, ...]:
    """Return the outline of a band along a path, so wide on either side."""
    left, right = [], []
    for number, (x, y) in enumerate(path):
        before, after = path[max(number - 1, 0)], path[min(number + 1, len(path) - 1)]
        along = after[0] - before[0], after[1] - before[1]
        scale = half / hypot(*along)
        left.append((x - along[1] * scale, y + along[0] * scale))
        right.append((x + along[1] * scale, y - along[0] * scale))
    return (*left, *reversed(right))


def _won(view: WheelView, position: Position) -> Iterator[Shape]:
    """Yield the lines that one side owns completely."""
    for side in range(len(position.sides)):
        for line in position.megiddos(side):
            yield smooth(view.line(line.points, line.kind == "ring"), Role.WON)


def _stones(view: WheelView, position: Position) -> Iterator[Shape]:
    for side, stones in enumerate(position.stones):
        for place in points_of(stones):
            yield from _stone(view.at(*place), side, RADIUS)


def _stone(at: Point, side: int, radius: float) -> Iterator[Shape]:
    """Yield a stone with the mark that tells its colour without colours."""
    role = ROLES[side]
    yield Disc(*at, radius, role)
    if role is Role.BLUE:
        yield Disc(*at, radius * 0.58, role.inner)
    elif role is Role.GREEN:
        yield cross(*at, radius * 0.42, role.inner)


def _over(view: WheelView, marks: WheelMarks) -> Iterator[Shape]:
    """Yield what lies over the stones: the marks of the last move."""
    for place in marks.captured:
        yield Disc(*view.at(*place), RADIUS + 0.05, Role.RING)
    if marks.moved and marks.vacated:
        yield arrow(view.at(*marks.vacated), view.at(*marks.moved))
    elif marks.moved:
        yield Disc(*view.at(*marks.moved), 0.15, Role.ARROW)
    if len(marks.generations) > 1:
        for place, number in marks.captured.items():
            x, y = view.at(*place)
            yield Disc(x - 0.4, y - 0.4, 0.22, Role.BADGE)
            yield Text(x - 0.4, y - 0.4, str(number), Role.COUNT)


def _status(position: Position) -> Iterator[Shape]:
    """Yield what stands in the upper right corner: captured stones, and whose turn it is."""
    right = 2 * MIDDLE - 0.35
    yield Text(right, 0.4, "captured", Role.WORD, "end")
    for side, count in enumerate(position.taken):
        y = 1.05 + 0.8 * side
        yield from _stone((right - 0.75, y), side, 0.27)
        yield Text(right, y, str(count), Role.COUNT, "end")
        if side == position.turn:
            x = right - 1.25
            triangle = (x, y), (x - 0.3, y - 0.2), (x - 0.3, y + 0.2)
            yield Area((triangle,), ROLES[side])


def _title(position: Position, last: Move | None) -> str:
    side = position.sides[position.turn].title()
    after = f" after {last}" if last else ""
    counts = [
        f"{plural(stones.bit_count(), f'{name} stone')} with {count} captured"
        for name, stones, count in zip(position.sides, position.stones, position.taken, strict=True)
    ]
    lines = [line.name for own in range(len(counts)) for line in position.megiddos(own)]
    won = f"; Megiddo on {', '.join(lines)}" if lines else ""
    return f"Megiddo, {side} to move{after}: {', '.join(counts)}{won}"


PICTURE = Diagram()
