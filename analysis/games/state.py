"""What the states of games for two sides have in common."""

from collections.abc import Sequence

from analysis.games.bits import Bits


class TwoSided:
    """A state with a bit set of each side's points.

    Attributes:
        white: bit set of the points of the first side.
        black: bit set of the points of the second side.
        turn: 0 if the first side is to move, 1 if the second.
    """

    __slots__ = ()

    white: int
    black: int
    turn: int

    @property
    def own(self) -> int:
        """Bit set of the points of the side to move."""
        return self.black if self.turn else self.white

    @property
    def enemy(self) -> int:
        """Bit set of the points of the other side."""
        return self.white if self.turn else self.black

    @classmethod
    def by_letter(cls, sets: Sequence[Bits]) -> dict[str, Bits]:
        """Return where each kind of piece stands, by its letter; see `Position.by_letter`."""
        return {"w": sets[0], "b": sets[1]}
