"""The Megiddo wheel in plain text, and the marks of the last move in diagrams.

``r``, ``b`` and ``g`` are stones, a capital is the stone just placed or slid, ``+`` the point that
it left, ``(r)`` a stone just captured and ``<r>`` a stone captured by a chain.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin
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
    smooth,
)
from analysis.drawing.style import Role
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
from analysis.games.megiddo.board import LINES, SIZE, bits, is_on_board, points_of
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import COLOURS, LETTERS, MegiddoVariant
from notation.errors import InvalidVariant
from notation.megiddo import Move, point_name
from notation.megiddo import Point as Place
from notation.numbers import plural
from notation.pattern import lazy_pattern

SPOKES = "ABCDEF"
VACATED = "+"
DIRECT, CHAIN = "()", "<>"
"""Marks of the last move."""

CAPTURED = "Captured:"
"""Begins the line under the wheel."""

_WAYS = ((0, -2), (4, -1), (4, 1), (0, 2), (-4, 1), (-4, -1))
"""Columns to the right and rows down from ring to ring, by spoke from the top clockwise."""

_LEFT = 4 * SIZE + 4
"""Column of the middle of the wheel."""

_SIGN = lazy_pattern(r"\([A-Za-z]\)|<[A-Za-z]>|\S")

Item = tuple[int, Place | str]
"""A column, and the point that stands there, or a sign that belongs to the board."""


@dataclass(frozen=True, slots=True)
class WheelMarks:
    """The marks of the last move in a diagram, as far as they agree with the position.

    Attributes:
        moved: the point of the stone placed or slid; None if there is none.
        vacated: the empty point that it came from; None if there is none.
        generations: captured pairs by wave, direct captures first.
    """

    moved: Place | None = None
    vacated: Place | None = None
    generations: tuple[tuple[tuple[Place, ...], ...], ...] = ()

    @classmethod
    def of(cls, position: Position, options: Options) -> "WheelMarks":
        """Compute the marks; without the position before, all captures count as direct."""
        move, before = options.get("last"), options.get("before")
        if move is None:
            return cls()
        generations = [move.groups]
        if before:
            named = frozenset(map(bits, move.groups))
            found = before.captures(move, named)
            generations = [tuple(sorted(pairs.values())) for pairs in found]

        def stands(place: Place) -> bool:
            return is_on_board(place) and position.stone(place) != "."

        left = move.origin if move.origin and is_on_board(move.origin) else None
        return cls(
            moved=move.point if stands(move.point) else None,
            vacated=left if left and not stands(left) else None,
            generations=tuple(
                kept
                for pairs in generations
                if (kept := tuple(pair for pair in pairs if all(map(stands, pair))))
            ),
        )

    @property
    def captured(self) -> dict[Place, int]:
        """The number of the wave, from 1, in which each captured stone was taken."""
        taken: dict[Place, int] = {}
        for number, pairs in enumerate(self.generations, start=1):
            for pair in pairs:
                taken |= {place: number for place in pair if place not in taken}
        return taken


@lru_cache(maxsize=2)
def _wheel(flipped: bool) -> tuple[tuple[Item, ...], ...]:
    """Return the rows of the text diagram, from the top down."""
    rows: dict[int, list[Item]] = {0: [(_LEFT, "*")]}
    for spoke, name in enumerate(SPOKES, start=1):
        right, down = _WAYS[(spoke - 1 + (3 if flipped else 0)) % SIZE]
        for ring in range(1, SIZE + 1):
            row = rows.setdefault(down * ring, [])
            row.append((_LEFT + right * ring, (spoke, ring)))
            if spoke == 1:
                row.append((_LEFT + 3, str(ring)))
        # Beside the last point, or where the spoke is upright above or below it.
        beyond = (right > 0) - (right < 0)
        row = rows.setdefault(down * SIZE + (0 if right else down // 2), [])
        row.append((_LEFT + right * SIZE + 4 * beyond, name))
    return tuple(tuple(sorted(rows.get(row, []))) for row in range(min(rows), max(rows) + 1))


def write_wheel(position: Position, marks: WheelMarks, flipped: bool) -> list[str]:
    """Return the lines of the wheel, and the line of captured stones under it."""
    lines = [_drawn(row, position, marks) for row in _wheel(flipped)]
    counts = zip(position.sides, position.taken, strict=True)
    return [*lines, f"{CAPTURED} {', '.join(f'{side} {count}' for side, count in counts)}"]


def _drawn(row: tuple[Item, ...], position: Position, marks: WheelMarks) -> str:
    """Return a row of the wheel as text."""
    text = ""
    for column, item in row:
        sign = item if isinstance(item, str) else _sign(item, position, marks)
        text = text.ljust(column - len(sign) // 2) + sign
    return text


def _sign(place: Place, position: Position, marks: WheelMarks) -> str:
    if place == marks.vacated:
        return VACATED
    stone = position.stone(place)
    if place == marks.moved:
        return stone.upper()
    if generation := marks.captured.get(place):
        return stone.join(DIRECT if generation == 1 else CHAIN)
    return stone


def read_wheel(reader: DiagramReader) -> dict[Place, str]:
    """Read the wheel; return the letter of the stone on each occupied point.

    Raises:
        InvalidPosition: a sign is unknown or missing; the message names the line.
    """
    flipped = reader.here.text.strip() == SPOKES[3]
    stones: dict[Place, str] = {}
    for row in _wheel(flipped):
        if not row:
            continue
        line = reader.next()
        signs = _SIGN.findall(line.text)
        names = [item if isinstance(item, str) else point_name(item) for _, item in row]
        if len(signs) != len(row):
            raise line.wrong(f"{len(row)} signs, for {' '.join(names)}")
        for (_, item), sign, name in zip(row, signs, names, strict=True):
            if isinstance(item, str):
                if sign != item:
                    raise line.wrong(f"{item} where {sign} stands")
            elif (stone := _read_sign(line, sign, name)) != ".":
                stones[item] = stone
    return stones


def _read_sign(line: DiagramLine, sign: str, name: str) -> str:
    bare = sign.strip("()<>")
    stone = bare.lower().replace(VACATED, ".")
    if stone not in tuple(LETTERS + "."):
        known = ", ".join([*LETTERS, *LETTERS.upper(), ".", VACATED])
        raise line.wrong(f"one of {known} on {name}, not {sign!r}")
    return stone


def read_counts(line: DiagramLine) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Read the line of captured stones; return the sides that play and their counts.

    Raises:
        InvalidPosition: the line is no such line; the message names it.
    """
    known = [", ".join(f"{side} 0" for side in COLOURS[:count]) for count in (2, 3)]
    pattern = rf"\s*{CAPTURED}\s*((?:(?:^|, *)?[a-z]+ +[0-9]{{1,4}})+)\s*"
    match = re.fullmatch(pattern, line.text)
    entries = re.findall(r"([a-z]+) +([0-9]+)", match[1]) if match else []
    sides = tuple(side for side, _ in entries)
    if sides not in (COLOURS[:2], COLOURS[:3]):
        raise line.wrong(" or ".join(repr(f"{CAPTURED} {counts}") for counts in known))
    return sides, tuple(int(count) for _, count in entries)


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
    """The wheel seen from one side: the places of its points, and all shapes but the stones."""

    def __init__(self, flipped: bool) -> None:
        self.flipped = flipped

    def at(self, spoke: float, ring: float) -> Point:
        """Return the place of a point, on the board or beyond it, also between spokes and rings."""
        angle = (spoke - 1) * pi / 3 + (pi if self.flipped else 0)
        away = INMOST + ring - 1
        return MIDDLE + away * sin(angle), MIDDLE - away * cos(angle)

    def path(self, start: Place, end: Place) -> list[Point]:
        """Return the path between neighbours: straight along a spoke, else an arc or a spiral."""
        turn = (end[0] - start[0] + 3) % SIZE - 3
        shares = [step / STEPS for step in range(STEPS + 1)]
        rise = end[1] - start[1]
        return [self.at(start[0] + turn * share, start[1] + rise * share) for share in shares]

    def cell(self, spoke: int, ring: int) -> tuple[Point, ...]:
        """Return the outline of the area of a point: half the way to each neighbour."""
        shares = [step / STEPS - 0.5 for step in range(STEPS + 1)]
        inner = [self.at(spoke + share, ring - 0.5) for share in shares]
        outer = [self.at(spoke + share, ring + 0.5) for share in shares]
        return (*inner, *reversed(outer))

    def line(self, points: tuple[Place, ...], closed: bool) -> list[Point]:
        """Return the path through neighbours, back to the first one if the line is closed."""
        following = [*points[1:], points[0]] if closed else points[1:]
        path = [self.at(*points[0])]
        for start, end in zip(points, following, strict=False):
            path += self.path(start, end)[1:]
        return path

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The board under all marks: its disc and its star."""
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
        """The lines of the board, spirals fainter than the others, and its points."""
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
        """The letters of the spokes around the board, and the ring numbers along spoke A."""
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


_view = lru_cache(maxsize=2)(WheelView)


def _view_of(options: Options) -> WheelView:
    """Return the view for some options; spokes always have letters, and rings numbers."""
    known_labels(options, LETTERED)
    return _view(options.get("flipped", False))


class Diagram(BoardDiagram[MegiddoVariant, Position, Move]):
    """Draws, writes and reads Megiddo boards."""

    def ground(self, variant: MegiddoVariant, **options: Unpack[Options]) -> EmptyBoard:
        """Return the empty board, which is the same in all variants."""
        view = _view_of(options)
        spokes = range(1, SIZE + 1)
        cells = {point_name((one, ring)): view.cell(one, ring) for one in spokes for ring in spokes}
        over = (*view.grid, *view.names)
        return EmptyBoard(2 * MIDDLE, 2 * MIDDLE, view.ground, cells, over)

    def point(self, variant: MegiddoVariant, name: str, *, flipped: bool = False) -> Point:
        """Return the place of a point, which is not the middle of its cell: cells widen outward."""
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

    def scene(self, position: Position, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position."""
        view, marks = _view_of(options), WheelMarks.of(position, options)
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
        return Scene(2 * MIDDLE, 2 * MIDDLE, shapes, _title(position, options.get("last")))

    def text(self, position: Position, **options: Unpack[Options]) -> str:
        """Return a position as a text diagram."""
        known_labels(options, LETTERED)
        marks = WheelMarks.of(position, options)
        lines = write_wheel(position, marks, options.get("flipped", False))
        return "\n".join([*lines, *closing_lines(position, options)])

    def read_text(self, text: str, variant: str | None = None) -> Position:
        """Read a text diagram, seen from either side.

        Without a variant it is the basic game, with as many sides as there are counts of captures.
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
    """Yield the shapes under the lines of the board: bands that join captured pairs."""
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
    """Return whether two points are neighbours on the drawn board, not across its edge."""
    turn = (other[0] - one[0] + 3) % SIZE - 3
    return max(abs(turn), abs(other[1] - one[1])) == 1


def _band(path: list[Point], half: float) -> tuple[Point, ...]:
    """Return the outline of a band along a path, given half of its width."""
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
    """Yield a stone with a mark that shows its side without colours."""
    role = ROLES[side]
    yield Disc(*at, radius, role)
    if role is Role.BLUE:
        yield Disc(*at, radius * 0.58, role.inner)
    elif role is Role.GREEN:
        yield cross(*at, radius * 0.42, role.inner)


def _over(view: WheelView, marks: WheelMarks) -> Iterator[Shape]:
    """Yield the shapes over the stones: the marks of the last move."""
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
    """Yield the shapes in the upper right corner: captured stones, and the side to move."""
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
