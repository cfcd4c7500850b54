"""The 12 symmetries of the GIPF board: the turns of a hexagon, and each of them mirrored.

Every rule of the game speaks of lines, dots, spots and pieces, and none of a direction, so all
twelve keep it the same. The start position of the basic and the standard game is its own image
under six of them; the others put each colour where the opponent stood.
"""

from dataclasses import replace
from functools import cache

from analysis.games.gipf.board import BITS, index
from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from notation.gipf.lists import Move, Piece, Push, Removal, Row
from notation.gipf.points import LINES, POINTS, line_through, name, place

_CENTRE = place("e5")

_AT = {place(point): point for point in POINTS}


def _turned(point: str, sixths: int, mirrored: bool) -> str:
    """Mirror a point left to right, or not, and turn it clockwise by so many sixths."""
    right, up = (here - centre for here, centre in zip(place(point), _CENTRE, strict=True))
    if mirrored:
        right, up = -right, up - right
    for _ in range(sixths):
        right, up = up, up - right
    return _AT[_CENTRE[0] + right, _CENTRE[1] + up]


class GipfSymmetry(Symmetry):
    """A turn of the hexagon, clockwise as White sees it, mirrored before or not."""

    def __init__(self, sixths: int, mirrored: bool) -> None:
        """Set up a turn by so many sixths."""
        names = ["mirror"] if mirrored else []
        names += [f"rotation {60 * sixths}"] if sixths else []
        images = {point: _turned(point, sixths, mirrored) for point in POINTS}
        spots = {spot: images[spot] for spot in BITS}
        super().__init__(", ".join(names) or IDENTITY, spots, index)
        self._dots = {point: image for point, image in images.items() if point not in BITS}
        self._lines = {"": ""} | {name(line): self._line(line) for line in LINES}

    def _line(self, line: tuple[str, ...]) -> str:
        image = line_through(self.point(point) for point in line)
        if image is None:
            raise ValueError(f"{self.name} makes no line of {name(line)}")
        return name(image)

    def point(self, point: str) -> str:
        """Return where a spot or a dot comes to lie."""
        return self.points[point] if point in self.points else self._dots[point]

    def move(self, move: Move) -> Move:
        """Return the image of a turn; a count of the reserve is left out."""
        push = move.push and self._push(move.push)
        return Move(self._removal(move.before), push, self._removal(move.after))

    def _push(self, push: Push) -> Push:
        return Push(self.point(push.spot), push.dot and self.point(push.dot), push.gipf)

    def _removal(self, taken: Removal) -> Removal:
        if not taken:
            return taken
        rows = tuple(Row(self._pieces(row.pieces), self._lines[row.line]) for row in taken.rows)
        return Removal(self._pieces(taken.pieces), rows)

    def _pieces(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(sorted(replace(piece, spot=self.point(piece.spot)) for piece in pieces))


@cache
def symmetries() -> Symmetries:
    """Return the symmetries of the board."""
    twelve = [GipfSymmetry(sixths, mirrored) for mirrored in (False, True) for sixths in range(6)]
    return Symmetries(twelve, ("white", "black", "gipf"), "gipf")
