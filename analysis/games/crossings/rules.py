"""The rules of Crossings (Robert Abbott, 1969), the forerunner of Epaminondas.

Sources: public digests of the book that printed it (Sid Sackson, "A Gamut of Games"), and where
they are vague the reading of a public program (krawaller/algol5, "crossings"). Its groups are
called phalanxes here, as in Epaminondas.
"""

from collections.abc import Iterator
from typing import ClassVar, Self

from analysis.games.crossings import laws
from analysis.games.crossings.state import CrossingsVariant, State
from analysis.games.grid.board import MoveGroup
from analysis.games.grid.rules import Contact, GridPosition
from notation.phalanx import Move


class Position(State, GridPosition[Move]):
    """A board, the side to move, and the rules.

    A stone that has reached its far row is *locked*: it neither moves nor can be captured. A side
    that has more of them at the beginning of its turn has won; so a crossing must be answered by a
    crossing at once, and answered crossings stay on the board.
    """

    __slots__ = ()

    GAME: ClassVar[str] = "crossings"
    LAWS = laws.LAWS
    LOCKS = True
    PHYSICAL = laws.PHYSICAL
    variant: CrossingsVariant

    @classmethod
    def from_string(cls, text: str, variant: CrossingsVariant | str | None = None) -> Self:
        """Read a position string; the size of the board follows from it.

        Raises:
            InvalidPosition: the string describes no board.
            InvalidVariant: the game has no such variant.
        """
        if not isinstance(variant, CrossingsVariant):
            variant = CrossingsVariant.parse(variant or "standard")
        return cls.read(text, variant)

    def groups(self) -> Iterator[MoveGroup]:
        """Yield the legal moves, grouped by equal steps."""
        movers = self.own & ~self.locked(self.turn)
        takable = self.enemy & ~self.locked(1 - self.turn)
        return self.variant.grid.groups(movers, self.empty, self.enemy, takable)

    def captures_of(self, run: int) -> int:
        """Return the number of stones taken by a move into an enemy line of some length."""
        return min(run, 1)

    def taken_by(
        self, run: int, contact: Contact, own: int, enemy: int, far: tuple[int, int]
    ) -> int | None:
        """Return the stone that a move takes, the first of the line; None if it must not."""
        _, _, lines, captures, _ = contact
        taken = lines[0] if run else 0
        return taken if captures in (None, min(run, 1)) and not taken & far[1] else None
