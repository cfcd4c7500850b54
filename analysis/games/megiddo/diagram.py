"""Diagrams of Megiddo: the board is drawn as a wheel.

In the text diagram ``r``, ``b`` and ``g`` are stones. A capital is the stone just placed or slid,
and ``+`` the point that it left. ``(r)`` is a stone just captured directly, and ``<r>`` a stone
captured in a chain; both have their new colour.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import cos, hypot, pi, sin
from typing import ClassVar

from analysis.drawing.scene import Area, Disc, Lines, Point, Shape, Text, arrow, cross, smooth
from analysis.drawing.style import Role
from analysis.games.diagram import BoardDiagram, BoardView, DiagramReader, Marks, TextRow
from analysis.games.megiddo.board import LINES, SIZE, bits, is_on_board
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import COLOURS, LETTERS, MegiddoVariant
from notation.errors import InvalidVariant
from notation.megiddo import Move, parse_point, point_name
from notation.megiddo import Point as Place
from notation.numbers import plural

SPOKES = "ABCDEF"
VACATED = "+"
DIRECT, CHAIN = "()", "<>"
"""Brackets around the signs of stones that the last move captured directly, or in a chain."""

CAPTURED = "Captured:"
"""Beginning of the line below the board in a text diagram."""

_COUNTS = rf"\s*{CAPTURED}\s*((?:(?:^|, *)?[a-z]+ +[0-9]{{1,4}})+)\s*"

_WAYS = ((0, -2), (4, -1), (4, 1), (0, 2), (-4, 1), (-4, -1))
"""For each spoke, clockwise from the top, the numbers of text columns to the right and of text rows
down from one ring to the next."""

_LEFT = 4 * SIZE + 4
"""Text column of the centre of the board."""

ROLES = tuple(Role(colour) for colour in COLOURS)

STONE, GLOW = 0.4, 0.6
"""Radii of stones, and of the background of a captured one; the unit of all lengths is the distance
between rings."""

INMOST, RIM = 1.15, 1.15 + SIZE - 1 + 0.55
"""Radii of ring 1, and of the board."""

MIDDLE = RIM + 1.05
"""Distance between the centre of the board and the edges of the picture."""

SHARES = tuple(step / 8 for step in range(9))
"""Shares of the way between two points at which the segments of a curve begin and end."""


class WheelView(BoardView):
    """The board as a wheel, with spoke A at the top, or at the bottom if ``flipped``."""

    width = height = 2 * MIDDLE

    def __init__(self, flipped: bool) -> None:
        self._turned = 3 if flipped else 0  # by how many spokes the wheel is turned
        numbers = range(1, SIZE + 1)
        points = [(spoke, ring) for spoke in numbers for ring in numbers]
        self.places = {point_name(point): self.at(*point) for point in points}
        self.cells = {point_name(point): self._cell(*point) for point in points}
        tips = [self.at(spoke, 1) for spoke in numbers]
        notches = [self.at(spoke + 0.5, 1 - INMOST * 0.423) for spoke in numbers]
        star = tuple(chain.from_iterable(zip(tips, notches, strict=True)))
        self.under = (
            Disc(MIDDLE, MIDDLE, RIM, Role.FIELD),
            Area((star,), Role.TINT),
            Lines(((*star, star[0]),), Role.GRID),
            Disc(MIDDLE, MIDDLE, RIM, Role.FRAME),
        )
        spirals = [line for line in LINES if "spiral" in line.kind]
        radials = tuple((self.at(spoke, 1), self.at(spoke, SIZE)) for spoke in numbers)
        self.lines = (
            *(smooth(self.line(line.points, False), Role.FAINT_GRID) for line in spirals),
            *(Disc(MIDDLE, MIDDLE, INMOST + ring, Role.GRID) for ring in range(SIZE)),
            Lines(radials, Role.GRID),
            *(Disc(x, y, 0.08, Role.POINT) for x, y in self.places.values()),
        )
        self.labels = tuple(self._names())
        self.rows = self._rows()

    def at(self, spoke: float, ring: float) -> Point:
        """Return a place in the picture; fractions lie between two spokes or between two rings."""
        angle = (spoke - 1) * pi / 3 + self._turned * pi / 3
        away = INMOST + ring - 1
        return MIDDLE + away * sin(angle), MIDDLE - away * cos(angle)

    def path(self, start: Place, end: Place) -> list[Point]:
        """Return the path between neighbouring points of a line."""
        turn, rise = (end[0] - start[0] + 3) % SIZE - 3, end[1] - start[1]
        return [self.at(start[0] + turn * share, start[1] + rise * share) for share in SHARES]

    def line(self, points: tuple[Place, ...], closed: bool) -> list[Point]:
        """Return the path along points of a line, back to the first point if ``closed``."""
        following = [*points[1:], points[0]] if closed else points[1:]
        path = [self.at(*points[0])]
        for start, end in zip(points, following, strict=False):
            path += self.path(start, end)[1:]
        return path

    def _cell(self, spoke: int, ring: int) -> tuple[Point, ...]:
        """Return the outline of the area of a point, which extends half way to its neighbours."""
        inner = [self.at(spoke + (share - 0.5), ring - 0.5) for share in SHARES]
        outer = [self.at(spoke + (share - 0.5), ring + 0.5) for share in SHARES]
        return (*inner, *reversed(outer))

    def _names(self) -> Iterator[Shape]:
        """Yield the labels: letters of spokes around the board, ring numbers along spoke A."""
        for spoke, name in enumerate(SPOKES, start=1):
            x, y = self.at(spoke, SIZE + 1.05)
            yield Text(x, y, name, Role.LABEL)
        for ring in range(1, SIZE + 1):
            # On the ring's own line, just right of the stone that may stand on A.
            x, y = self.at(1 + 0.6 / (INMOST + ring - 1) / (pi / 3), ring)
            yield Disc(x, y, 0.2, Role.LABEL_GROUND)
            yield Text(x, y, str(ring), Role.LABEL)

    def _rows(self) -> tuple[TextRow, ...]:
        """Return the rows of the text diagram; see `BoardView.rows`."""
        rows: dict[int, list[tuple[int, str]]] = {0: [(_LEFT, "*")]}
        for spoke, name in enumerate(SPOKES, start=1):
            right, down = _WAYS[(spoke - 1 + self._turned) % SIZE]
            for ring in range(1, SIZE + 1):
                row = rows.setdefault(down * ring, [])
                row.append((_LEFT + right * ring, point_name((spoke, ring))))
                if spoke == 1:
                    row.append((_LEFT + 3, str(ring)))
            # The letter is beside the last point, or on an upright spoke above or below it.
            beyond = (right > 0) - (right < 0)
            row = rows.setdefault(down * SIZE + (0 if right else down // 2), [])
            row.append((_LEFT + right * SIZE + 4 * beyond, name))
        return tuple(tuple(sorted(rows.get(row, []))) for row in range(min(rows), max(rows) + 1))


_view = lru_cache(maxsize=2)(WheelView)


class Diagram(BoardDiagram[MegiddoVariant, Position, Move]):
    """The diagrams of Megiddo."""

    TITLE: ClassVar[str] = "Megiddo"
    MEANINGS: ClassVar[dict[str, str]] = {
        **{sign: sign.lower() for sign in LETTERS + LETTERS.upper()},
        ".": ".",
        VACATED: ".",
    }

    def view(self, variant: MegiddoVariant, flipped: bool, labels: str) -> WheelView:
        """Return the view of the board from a side; it is the same for all variants."""
        return _view(flipped)

    def view_of(self, reader: DiagramReader) -> WheelView:
        """Return the view that a text diagram shows, found from the spoke in its first line."""
        return _view(reader.here.text.strip() == SPOKES[3])

    def legend(self, position: Position) -> dict[str, str]:
        """Return the explanations of the signs of text diagrams."""
        named = dict(zip(LETTERS, position.sides, strict=False))
        return {
            **{letter: f"a {side} stone" for letter, side in named.items()},
            **{letter.upper(): f"the {side} stone just moved" for letter, side in named.items()},
            "(r)": "a stone just captured, in its new colour",
            "<r>": "one captured by what that capture set off",
            ".": "an empty point",
            "+": "the point that a stone just left",
        }

    def piece(self, at: Point, letter: str, radius: float = STONE) -> Iterator[Shape]:
        """Yield the shapes of a stone: a disc, and a mark that tells the side without colours."""
        role = ROLES[LETTERS.index(letter)]
        yield Disc(*at, radius, role)
        if role is Role.BLUE:
            yield Disc(*at, radius * 0.58, role.inner)
        elif role is Role.GREEN:
            yield cross(*at, radius * 0.42, role.inner)

    def marks(
        self, view: BoardView, position: Position, last: Move | None, before: Position | None
    ) -> Marks:
        """Return the marks of complete lines and of the last move.

        Without ``before``, all captures of the move are shown as one wave.
        """
        assert isinstance(view, WheelView)
        marks = Marks()
        for side in range(len(position.sides)):
            for line in position.megiddos(side):
                path = view.line(line.points, line.kind == "ring")
                marks.among.append(smooth(path, Role.WON))
        if last is None:
            return marks

        waves = _waves(position, last, before)
        captured: dict[Place, int] = {}
        for number, pairs in enumerate(waves, start=1):
            for place in chain.from_iterable(pairs):
                captured.setdefault(place, number)
        outlines = [_circle(view.at(*place)) for place in captured]
        outlines += [
            _band(view.path(*pair), 0.2) for pairs in waves for pair in pairs if _beside(*pair)
        ]
        if outlines:
            marks.under.append(Area(tuple(outlines), Role.STRUCK))
        for place, number in captured.items():
            brackets = DIRECT if number == 1 else CHAIN
            marks.signs[point_name(place)] = position.stone(place).join(brackets)
            marks.above.append(Disc(*view.at(*place), STONE + 0.05, Role.RING))
        vacated = last.origin
        if vacated and (not is_on_board(vacated) or _stands(position, vacated)):
            vacated = None
        if vacated:
            marks.signs[point_name(vacated)] = VACATED
            marks.under.append(Disc(*view.at(*vacated), STONE, Role.VACATED))
        if _stands(position, last.point):
            marks.signs[point_name(last.point)] = position.stone(last.point).upper()
            tip = view.at(*last.point)
            arrived = arrow(view.at(*vacated), tip) if vacated else Disc(*tip, 0.15, Role.ARROW)
            marks.above.append(arrived)
        if len(waves) > 1:
            for place, number in captured.items():
                x, y = view.at(*place)
                marks.above.append(Disc(x - 0.4, y - 0.4, 0.22, Role.BADGE))
                marks.above.append(Text(x - 0.4, y - 0.4, str(number), Role.COUNT))
        return marks

    def beside(self, view: BoardView, position: Position) -> Iterator[Shape]:
        """Yield the shapes in the upper right corner: captures, and mark of the side to move."""
        right = view.width - 0.35
        yield Text(right, 0.4, "captured", Role.WORD, "end")
        for side, count in enumerate(position.taken):
            y = 1.05 + 0.8 * side
            yield from self.piece((right - 0.75, y), LETTERS[side], 0.27)
            yield Text(right, y, str(count), Role.COUNT, "end")
            if side == position.turn:
                x = right - 1.25
                triangle = (x, y), (x - 0.3, y - 0.2), (x - 0.3, y + 0.2)
                yield Area((triangle,), ROLES[side])

    def in_words(self, position: Position) -> str:
        """Return a phrase with each side's stones and captures, and with complete lines."""
        counts = [
            f"{plural(stones.bit_count(), f'{name} stone')} with {count} captured"
            for name, stones, count in zip(
                position.sides, position.stones, position.taken, strict=True
            )
        ]
        lines = [line.name for own in range(len(counts)) for line in position.megiddos(own)]
        won = f"; Megiddo on {', '.join(lines)}" if lines else ""
        return f"{', '.join(counts)}{won}"

    def lines_below(self, position: Position) -> list[str]:
        """Return a line with the number of stones that each side has captured."""
        counts = zip(position.sides, position.taken, strict=True)
        return [f"{CAPTURED} {', '.join(f'{side} {count}' for side, count in counts)}"]

    def finish(
        self, reader: DiagramReader, pieces: dict[str, str], variant: str | None
    ) -> Position:
        """Read the lines below the board, and return the position.

        Raises:
            InvalidVariant: the sides of the variant are not those of the diagram.
        """
        line = reader.next()
        found = re.fullmatch(_COUNTS, line.text)
        taken = re.findall(r"([a-z]+) +([0-9]+)", found[1]) if found else []
        sides = tuple(side for side, _ in taken)
        if sides not in (COLOURS[:2], COLOURS[:3]):
            known = [", ".join(f"{side} 0" for side in COLOURS[:count]) for count in (2, 3)]
            raise line.wrong(" or ".join(repr(f"{CAPTURED} {counts}") for counts in known))
        rules = MegiddoVariant.parse(variant or ("base+players=3" if len(sides) > 2 else "base"))
        if rules.sides != sides:
            raise InvalidVariant(
                f"diagram line {line.number}: {', '.join(sides)} play, but in {rules} it is "
                f"{', '.join(rules.sides)}"
            )
        letters = LETTERS[: len(sides)]
        for name, letter in pieces.items():
            if letter not in (*letters, "."):
                raise line.wrong(f"a count for the side {letter}, which has a stone on {name}")
        turn = reader.turn(sides)
        own = tuple(
            bits(parse_point(name) for name, stone in pieces.items() if stone == letter)
            for letter in letters
        )
        return Position(rules, own, tuple(int(count) for _, count in taken), turn)


def _stands(position: Position, place: Place) -> bool:
    """Return whether a stone is on a point; False for a point off the board."""
    return is_on_board(place) and position.stone(place) != "."


def _waves(
    position: Position, move: Move, before: Position | None
) -> list[tuple[tuple[Place, ...], ...]]:
    """Return for each wave of a move the captured pairs whose points have stones in the position.

    Without the position before the move, all pairs count as one wave.
    """
    waves = [move.groups]
    if before:
        named = frozenset(map(bits, move.groups))
        waves = [tuple(sorted(pairs.values())) for pairs in before.captures(move, named)]
    standing = [
        tuple(pair for pair in pairs if all(_stands(position, place) for place in pair))
        for pairs in waves
    ]
    return [pairs for pairs in standing if pairs]


def _circle(middle: Point) -> tuple[Point, ...]:
    """Return the outline of the background of a captured stone, a circle, given its centre."""
    angles = [pi * step / 12 for step in range(24)]
    return tuple((middle[0] + GLOW * cos(way), middle[1] + GLOW * sin(way)) for way in angles)


def _beside(one: Place, other: Place) -> bool:
    """Return whether two points are neighbours in the picture: ring 6 is not next to ring 1."""
    turn = (other[0] - one[0] + 3) % SIZE - 3
    return max(abs(turn), abs(other[1] - one[1])) == 1


def _band(path: Sequence[Point], half: float) -> tuple[Point, ...]:
    """Return the outline of a band along a path, given half its width."""
    left, right = [], []
    for (x, y), before, after in zip(path, [path[0], *path], [*path[1:], path[-1]], strict=False):
        along = after[0] - before[0], after[1] - before[1]
        scale = half / hypot(*along)
        left.append((x - along[1] * scale, y + along[0] * scale))
        right.append((x + along[1] * scale, y - along[0] * scale))
    return (*left, *reversed(right))


PICTURE = Diagram()
