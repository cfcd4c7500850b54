"""The GIPF board as bit sets: pushes, rows, possible removals, and symmetries.

A set of spots is an integer. Each column has eight bits, so that a step along any line adds 1, 8 or
9 to the bit index. Unused bits between the columns are always 0, so that shifted bits never get
onto another line.

The 12 symmetries are the rotations of a hexagon, with and without a mirror. The rules do not depend
on a direction, so that all twelve preserve them. The initial position of the basic and the standard
game is its own image under six symmetries; the others exchange the colours of its pieces.
"""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from analysis.games.bits import Bits, indices
from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from notation.gipf.moves import Move, Piece, Push, Removal, Row
from notation.gipf.points import LINES, POINTS, SPOTS, WAYS, name, place

STEPS = (1, 8, 9)
"""Difference of bit indices for one step, in each of the three directions of lines."""


def index(spot: str) -> int:
    """Return the bit index of a spot."""
    column, height = place(spot)
    return (column - 1) * 8 + height - 1


BITS = {spot: 1 << index(spot) for spot in SPOTS}
"""Each spot as a bit set, by name."""

FULL = sum(BITS.values())
"""Bit set of all spots."""

NAMES = {index(spot): spot for spot in SPOTS}
"""The names of the spots, by the indices of their bits."""


def spots(bits: int) -> list[str]:
    """Return the names of the spots in a bit set, column by column."""
    return [NAMES[number] for number in indices(bits)]


class PushPattern(NamedTuple):
    """A push from a dot that displaces a given number of pieces; spots are bit sets.

    Attributes:
        push: the push of a single piece.
        line: the spots of ``run``, and the target of the furthest piece, which must be empty.
        run: the spots of the displaced pieces, which must be occupied.
        first: the spot next to the dot.
        up: number of bits by which pieces are shifted up; 0 in a push towards lower bits.
        down: number of bits by which pieces are shifted down; 0 in a push towards higher bits.
    """

    push: Push
    line: int
    run: int
    first: int
    up: int
    down: int


def _patterns(dot: str, way: tuple[str, ...]) -> tuple[PushPattern, ...]:
    bits = [BITS[spot] for spot in way]
    shift = index(way[1]) - index(way[0])
    rest = bits[0], max(shift, 0), max(-shift, 0)
    return tuple(
        PushPattern(Push(spot, dot if run else None), sum(bits[: run + 1]), sum(bits[:run]), *rest)
        for run, spot in enumerate(way)
    )


_WAYS_IN = tuple(_patterns(dot, way) for (dot, _), way in WAYS.items())

PATTERNS = {pattern.push: pattern for patterns in _WAYS_IN for pattern in patterns}
"""The patterns of all pushes of single pieces, by push."""

_DISTINCT = tuple(
    tuple(pattern for pattern in patterns if PATTERNS[pattern.push] is pattern)
    for patterns in _WAYS_IN
)


def pushes(occupied: int) -> Iterator[PushPattern]:
    """Yield the patterns of the pushes that are possible on a board, each once.

    Args:
        occupied: bit set of the occupied spots. A line without an empty spot cannot be pushed.
    """
    for patterns in _DISTINCT:
        for pattern in patterns:
            if occupied & pattern.line == pattern.run:
                yield pattern
                break


def shifted(pieces: Bits, push: Any) -> Bits:
    """Return a bit set of pieces with displaced pieces shifted; the piece brought in is not added.

    ``push`` is a `PushPattern`. For arrays of bit sets its numbers are arrays.
    """
    moved = pieces & push.run
    found: Bits = pieces ^ moved | moved << push.up >> push.down
    return found


def worth(pieces: int, gipf: int) -> int:
    """Return the number of pieces in a bit set; pieces in ``gipf`` count twice."""
    return pieces.bit_count() + (pieces & gipf).bit_count()


def fours(pieces: Bits) -> Bits:
    """Return a non-zero number if four pieces are in a row, else 0; also for arrays of bit sets."""
    one, two, three = pieces & pieces >> 1, pieces & pieces >> 8, pieces & pieces >> 9
    found: Bits = one & one >> 2 | two & two >> 16 | three & three >> 18
    return found


def fours_along(pieces: Bits, step: int) -> Bits:
    """Return the spots at which four in a row begin in a direction; also for arrays of bit sets.

    Args:
        pieces: bit set of pieces.
        step: the direction, one of `STEPS`.
    """
    pairs = pieces & pieces >> step
    found: Bits = pairs & pairs >> 2 * step
    return found


class RowOnBoard(NamedTuple):
    """A row on the board: four pieces of a side in line, and all pieces that extend them.

    Attributes:
        line: the name of the line: the dots at both ends, such as ``b1-i4``.
        spots: bit set of the spots of the row.
    """

    line: str
    spots: int


_LINE_NAMES = {
    (index(line[2]) - index(line[1]), index(spot)): name(line)
    for line in LINES
    for spot in line[1:-1]
}


def rows_on(own: int, occupied: int) -> list[RowOnBoard]:
    """Return the rows of a side, given bit sets of its pieces and of all pieces."""
    found = []
    for step in STEPS:
        begun = fours_along(own, step)
        while begun:
            whole, grown = 0, begun & -begun
            line = _LINE_NAMES[step, grown.bit_length() - 1]
            while grown != whole:
                whole, grown = grown, (grown | grown << step | grown >> step) & occupied
            found.append(RowOnBoard(line, whole))
            begun &= ~whole
    return found


Removals = tuple[RowOnBoard, ...]
"""Rows in the order of their removal; their ``spots`` are those of the removed pieces."""


def possible_removals(
    own: int, occupied: int, gipf: int, spared: frozenset[str] = frozenset()
) -> dict[int, Removals]:
    """Return the possible removals of a side: bit set of the cleared spots -> removed rows.

    Rows are found anew after each removal. All single pieces of a row are removed; each GIPF piece
    may be removed or stay. A removal is complete if every row that is left has only GIPF pieces, or
    is on a line named in ``spared``. ``own``, ``occupied`` and ``gipf`` are bit sets of the side's
    pieces, of all pieces, and of the GIPF pieces.
    """
    if not fours(own):
        return {0: ()}
    found: dict[int, Removals] = {}
    seen = {0}
    waiting: list[tuple[int, Removals]] = [(0, ())]
    while waiting:
        cleared, rows = waiting.pop(0)
        standing = rows_on(own & ~cleared, occupied & ~cleared)
        if not any(whole & ~gipf and line not in spared for line, whole in standing):
            found[cleared] = rows
        for line, whole in standing:
            for some in _subsets(whole & gipf):
                taken = whole & ~gipf | some
                if cleared | taken not in seen:
                    seen.add(cleared | taken)
                    waiting.append((cleared | taken, (*rows, RowOnBoard(line, taken))))
    return found


def _subsets(bits: int) -> Iterator[int]:
    """Yield all subsets of a bit set, the empty set first."""
    part = 0
    while True:
        yield part
        if part == bits:
            return
        part = part - bits & bits


COLUMNS = tuple(tuple(column) for _, column in groupby(SPOTS, itemgetter(0)))
"""The spots of each column, from b to h."""

LETTERS = "wbWB"
"""The letters of White's and Black's single pieces, and of White's and Black's GIPF pieces."""


_CENTRE = place("e5")

_AT = {place(point): point for point in POINTS}


def _turned(point: str, sixths: int, mirrored: bool) -> str:
    """Return the image of a point, mirrored left to right if asked, then rotated clockwise."""
    right, up = (here - centre for here, centre in zip(place(point), _CENTRE, strict=True))
    if mirrored:
        right, up = -right, up - right
    for _ in range(sixths):
        right, up = up, up - right
    return _AT[_CENTRE[0] + right, _CENTRE[1] + up]


class GipfSymmetry(Symmetry):
    """A symmetry of the board: a left-right mirror image or none, then a clockwise rotation."""

    def __init__(self, sixths: int, mirrored: bool) -> None:
        """Create the symmetry; ``sixths`` is the rotation in units of 60 degrees."""
        names = ["mirror"] if mirrored else []
        names += [f"rotation {60 * sixths}"] if sixths else []
        self._images = {point: _turned(point, sixths, mirrored) for point in POINTS}
        spots = {spot: self._images[spot] for spot in BITS}
        super().__init__(", ".join(names) or IDENTITY, spots, index)

    def point(self, point: str) -> str:
        """Return the image of a spot or a dot."""
        return self._images[point]

    def move(self, move: Move) -> Move:
        """Return the image of a turn under the symmetry, without a reserve count."""
        push = move.push
        if push:
            push = Push(self.point(push.spot), push.dot and self.point(push.dot), push.gipf)
        return Move(self._removal(move.before), push, self._removal(move.after))

    def _removal(self, taken: Removal) -> Removal:
        rows = tuple(Row(self._pieces(row.pieces), self._line(row.line)) for row in taken.rows)
        return Removal(self._pieces(taken.pieces), rows)

    def _pieces(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(sorted(piece._replace(spot=self.point(piece.spot)) for piece in pieces))

    def _line(self, line: str) -> str:
        # The dot that a line is named by first is the first by name, too.
        return "-".join(sorted(map(self.point, line.split("-")))) if line else ""


@cache
def symmetries() -> Symmetries:
    """Return the 12 symmetries of the board."""
    twelve = [GipfSymmetry(sixths, mirrored) for mirrored in (False, True) for sixths in range(6)]
    return Symmetries(twelve, ("white", "black", "gipf"), "gipf")
