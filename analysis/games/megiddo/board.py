"""The Megiddo board as bit sets: its lines, captures, and symmetries.

A set of points is an integer; bit ``(ring - 1) * 6 + spoke - 1`` is a point.

A captured pair changes to the colour of the capturing side. Direct captures are those of the placed
or slid stone. Converted stones may capture in turn, in a chain. The pairs that are captured at the
same time are a *wave*.

A line is *closed* if its last point is next to its first point. The 12 symmetries of all variants
are six rotations, with and without a mirror, which exchanges both kinds of spirals. If all lines
are closed, the board is a torus. Its rings can also be shifted outward cyclically, reversed, and
exchanged with the spokes; 288 maps preserve lines and captures. Slides do not wrap around, so that
these further maps are not symmetries in the variant ``radial-move``. A reversal of the rings
preserves the rules of other variants too. It is left out of their symmetries, since ring 1 and ring
6 look different on the board.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import chain, product
from typing import NamedTuple

from analysis.games.bits import indices
from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from notation.megiddo import CapturedPair, Move, Point, point_name
from notation.memo import Memo

EDGES = ("base", "master", "grand-master")
"""Values of the option ``edge``. The closed lines are rings; rings and radials; all lines."""

SIZE = 6
"""Number of spokes, of rings, and of points on a line."""

FULL = (1 << SIZE * SIZE) - 1


class Line(NamedTuple):
    """A line of six points; a side with stones on all of them has a Megiddo.

    Attributes:
        kind: ``ring``, ``radial``, ``clockwise spiral`` or ``counter-clockwise spiral``.
        name: the name of the line in sentences.
        points: the points in order, from spoke A for a ring, else from ring 1.
        bits: the points as a bit set.
    """

    kind: str
    name: str
    points: tuple[Point, ...]
    bits: int


Capture = tuple[int, int, CapturedPair]
"""A way in which a stone captures a pair: bit set of the pair, bit set of the other own stone that
is needed, and the points of the pair in canonical order. Python unpacks plain tuples faster than
named tuples."""

CaptureWave = dict[int, CapturedPair]
"""The pairs of a wave: for each, by its bit set, the points in canonical order."""


def is_on_board(point: Point) -> bool:
    """Return whether a point is on the board."""
    return 1 <= point[0] <= SIZE and 1 <= point[1] <= SIZE


def bit(point: Point) -> int:
    """Return a point of the board as a bit set."""
    return 1 << (point[1] - 1) * SIZE + point[0] - 1


def bits(points: Iterable[Point]) -> int:
    """Return points of the board as a bit set."""
    return union(map(bit, points))


def union(sets: Iterable[int]) -> int:
    """Return the union of bit sets."""
    together = 0
    for points in sets:
        together |= points
    return together


def points_of(points: int) -> Iterator[Point]:
    """Yield the points of a bit set, ring by ring from ring 1, and in each ring from spoke A."""
    for index in indices(points):
        yield index % SIZE + 1, index // SIZE + 1


NAMES = {number: point_name(point) for number, point in enumerate(points_of(FULL))}
"""The names of the points, by the indices of their bits."""


def passed(origin: Point, point: Point) -> list[Point]:
    """Return the points that a slide passes between two points of a spoke, in order."""
    spoke, start = origin
    step = 1 if point[1] > start else -1
    return [(spoke, ring) for ring in range(start + step, point[1], step)]


def _line(kind: str, first: Point, spoke_step: int, ring_step: int) -> Line:
    spoke, ring = first[0] - 1, first[1]
    points = tuple(
        ((spoke + spoke_step * step) % SIZE + 1, ring + ring_step * step) for step in range(SIZE)
    )
    start, end = point_name(points[0]), point_name(points[-1])
    names = {"ring": f"ring {ring}", "radial": f"radial {start[0]}"}
    return Line(kind, names.get(kind, f"{kind} {start}-{end}"), points, bits(points))


LINES = (
    *(_line("ring", (1, ring), 1, 0) for ring in range(1, SIZE + 1)),
    *(_line("radial", (spoke, 1), 0, 1) for spoke in range(1, SIZE + 1)),
    *(_line("clockwise spiral", (spoke, 1), 1, 1) for spoke in range(1, SIZE + 1)),
    *(_line("counter-clockwise spiral", (spoke, 1), -1, 1) for spoke in range(1, SIZE + 1)),
)
"""The 24 lines: rings, radials, clockwise spirals, counter-clockwise spirals."""

_CLOSED = {
    "base": {"ring"},
    "master": {"ring", "radial"},
    "grand-master": {line.kind for line in LINES},
}

_FIRSTS = [(bit(line.points[0]), line.bits) for line in LINES]
_FIRST = union(first for first, _ in _FIRSTS)

_LINES_FROM: Memo[int, tuple[int, ...]] = Memo(
    lambda firsts: tuple(line for first, line in _FIRSTS if first & firsts)
)
"""For a bit set of points, the lines whose first points are in it."""


class MegiddoBoard:
    """The geometry of captures in a variant.

    Attributes:
        reversed_too: whether the reversed captures of Cleopatra are included: two adjacent stones
            capture the enemy stones on both sides of them.
        closed: the kinds of lines that are closed.
        neighbours: the pairs of neighbours on a line, as bit sets.
        captures: point -> the captures that a stone on it can make; points are bit sets.
        ways: captured pair -> the pairs of stones that capture it; all pairs are bit sets. Only
            reversed captures have several.
    """

    def __init__(self, edge: str, reversed_too: bool) -> None:
        self.reversed_too = reversed_too
        self.closed = _CLOSED[edge]
        self.neighbours: set[int] = set()
        self.ways: dict[int, list[int]] = {}
        self.captures: dict[int, list[Capture]] = {1 << place: [] for place in range(SIZE * SIZE)}
        for four in self.fours():
            first, second, third, last = map(bit, four)
            self.neighbours |= {first | second, second | third, third | last}
            kinds = [
                (four[1:3], second | third, first, last),
                (four[::3], first | last, second, third),
            ]
            for points, pair, one, other in kinds if reversed_too else kinds[:1]:
                self.ways.setdefault(pair, []).append(one | other)
                self.captures[one].append((pair, other, points))
                self.captures[other].append((pair, one, points[::-1]))
        # For each stone, the points beside it, and its captures by the points without enemies.
        self._tries: dict[int, tuple[int, Memo[int, list[Capture]]]] = {}
        for stone, found in self.captures.items():
            near = bits(points[0] for _, _, points in found)
            self._tries[stone] = near, Memo(partial(_apart_from, found))

    def fours(self) -> Iterator[tuple[Point, ...]]:
        """Yield all groups of four consecutive points of a line, in the order of `Line.points`."""
        for line in LINES:
            starts = SIZE if line.kind in self.closed else SIZE - 3
            for start in range(starts):
                yield (line.points * 2)[start : start + 4]

    def waves(
        self, own: int, enemy: int, fresh: int, named: frozenset[int] | None = None
    ) -> list[CaptureWave]:
        """Return the captures of a placed or slid stone, wave by wave.

        The captures of a wave are found first, and then made together. This is a choice, since the
        sources are silent: it agrees with the rule that direct captures come before chains.

        Args:
            own: bit set of the capturing side's stones, the fresh stone included.
            enemy: bit set of all other stones.
            fresh: bit set of the placed or slid stone.
            named: bit sets of the only pairs that may be captured; None for all pairs.
        """
        waves = []
        while fresh:
            found: CaptureWave = {}
            while fresh:
                stone = fresh & -fresh
                fresh ^= stone
                near, tries = self._tries[stone]
                for pair, need, points in tries[near & ~enemy]:
                    if own & need and enemy & pair == pair and (named is None or pair in named):
                        # With capturing stones at both ends, the lesser point name comes first.
                        found[pair] = min(points, found.get(pair, points))
            if found:
                waves.append(found)
            fresh = union(found)
            own |= fresh
            enemy ^= fresh
        return waves


def _apart_from(captures: list[Capture], points: int) -> list[Capture]:
    return [capture for capture in captures if not capture[0] & points]


def is_slide(origin: Point, point: Point) -> bool:
    """Return whether two points are on one spoke, so that a stone can slide between them."""
    return origin[0] == point[0] and origin[1] != point[1]


def ordered(waves: Iterable[CaptureWave]) -> tuple[CapturedPair, ...]:
    """Return captured pairs in canonical order: by wave, then by their points."""
    return tuple(chain.from_iterable(sorted(found.values()) for found in waves))


def has_line(stones: int) -> bool:
    """Return whether a side has six stones on a line, given the bit set of its stones."""
    if stones.bit_count() >= SIZE:
        for line in _LINES_FROM[stones & _FIRST]:
            if stones & line == line:
                return True
    return False


@lru_cache(maxsize=len(EDGES) * 2)
def board(edge: str, reversed_too: bool) -> MegiddoBoard:
    """Return the `MegiddoBoard` of one of `EDGES`; equal options share one object."""
    return MegiddoBoard(edge, reversed_too)


class MegiddoSymmetry(Symmetry):
    """A symmetry of the board: a mirror at spoke A, then a rotation.

    On a torus the rings are then reversed, shifted outward, and exchanged with the spokes.
    """

    def __init__(
        self, mirrored: bool, sixths: int, inverted: bool, shift: int, exchanged: bool
    ) -> None:
        """Create the symmetry.

        Args:
            mirrored: whether the board is mirrored at spoke A.
            sixths: clockwise rotation, in units of 60 degrees.
            inverted: whether the order of the rings is reversed.
            shift: number of rings by which each ring is shifted outward.
            exchanged: whether spokes and rings are exchanged.
        """
        parts = {
            "mirror": mirrored,
            f"rotation {60 * sixths}": sixths,
            "inside out": inverted,
            f"shift {shift}": shift,
            "spokes for rings": exchanged,
        }
        name = ", ".join(part for part, has_part in parts.items() if has_part)
        turn, count = -1 if mirrored else 1, -1 if inverted else 1

        def image(point: Point) -> Point:
            spoke, ring = point
            spoke = (turn * (spoke - 1) + sixths) % SIZE + 1
            # Rings are counted from 0; reversed, ring 0 becomes -1, that is 5.
            ring = (count * (ring - 1) - inverted + shift) % SIZE + 1
            return (ring, spoke) if exchanged else (spoke, ring)

        images = {point: image(point) for point in points_of(FULL)}
        super().__init__(name or IDENTITY, images, lambda point: bit(point).bit_length() - 1)

    def move(self, move: Move) -> Move:
        """Return the image of a move under the symmetry; its captures keep their order."""
        groups = tuple(tuple(map(self.point, group)) for group in move.groups)
        return Move(self.point(move.point), groups, move.origin and self.point(move.origin))


@lru_cache(maxsize=4)
def symmetries(torus: bool, sides: int) -> Symmetries:
    """Return the symmetries of the board for a number of sides: 12, or 288 on a torus."""
    either = (False, True)
    rings = product(either, range(SIZE), either) if torus else [(False, 0, False)]
    group = [
        MegiddoSymmetry(mirrored, sixths, *moved)
        for moved in rings
        for mirrored in either
        for sixths in range(SIZE)
    ]
    return Symmetries(group, ("red", "blue", "green")[:sides], "megiddo")
