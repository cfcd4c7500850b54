"""The symmetries of the Megiddo board: six turns, each mirrored or not, and shifts of the rings.

A mirror makes clockwise spirals counter-clockwise ones. Where the whole board is a torus, as for
grand masters, all rings can be shifted outward as well, the outermost one coming in: 72 instead of
12. A slide along a radial does not go round, so with the variant ``radial-move`` they cannot.

The rules have yet more symmetries, which nobody who looks at the board would see: rings counted
from outside everywhere, spokes taken for rings on the torus. Positions are not folded by those.
"""

from functools import lru_cache

from analysis.games.megiddo.board import EDGES, FULL, SIZE, bit, points_of
from analysis.games.megiddo.strings import COLOURS
from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from notation.megiddo import Move, Point


class MegiddoSymmetry(Symmetry):
    """The board mirrored at spoke A, turned clockwise, and its rings shifted outward."""

    def __init__(self, mirrored: bool, sixths: int, shift: int) -> None:
        """Set up a turn by so many sixths and a shift by so many rings."""
        names = ["mirror"] if mirrored else []
        names += [f"rotation {60 * sixths}"] if sixths else []
        names += [f"shift {shift}"] if shift else []
        sign = -1 if mirrored else 1

        def image(point: Point) -> Point:
            spoke, ring = point
            return (sign * (spoke - 1) + sixths) % SIZE + 1, (ring - 1 + shift) % SIZE + 1

        images = {point: image(point) for point in points_of(FULL)}
        super().__init__(
            ", ".join(names) or IDENTITY, images, lambda point: bit(point).bit_length() - 1
        )

    def move(self, move: Move) -> Move:
        """Return the image of a move, its captures in the order in which it names them."""
        groups = tuple(tuple(map(self.point, group)) for group in move.groups)
        return Move(self.point(move.point), groups, move.origin and self.point(move.origin))


@lru_cache(maxsize=4)
def symmetries(torus: bool, sides: int) -> Symmetries:
    """Return the symmetries of the board.

    Args:
        torus: whether all rings may be shifted.
        sides: how many colours play.
    """
    group = [
        MegiddoSymmetry(mirrored, sixths, shift)
        for shift in range(SIZE if torus else 1)
        for mirrored in (False, True)
        for sixths in range(SIZE)
    ]
    return Symmetries(group, COLOURS[:sides], "megiddo")


def is_torus(edge: str, radial_move: bool) -> bool:
    """Tell whether the variant makes no difference between rings."""
    return edge == EDGES[-1] and not radial_move
