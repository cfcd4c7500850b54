"""Measures of plies of Threeline: the score is the number of stones."""

from analysis.games import measures
from analysis.games.measures import MATERIAL, TO_POINT, Measured
from ludograph_threeline.notation import Move
from ludograph_threeline.rules import Position
from notation.squares import cell_name


class Measures(measures.Measures[Move, Position]):
    """Stones on the board."""

    COLUMNS = (TO_POINT, *MATERIAL[:2])

    def measure(self, before: Position, move: Move | None, after: Position) -> Measured:
        """Measure a ply."""
        captured = tuple(map(cell_name, before.captured(move))) if move else ()
        scores = self.standing(after)
        values = (str(move) if move else None, *scores)
        return Measured(captured, scores, self.occupied(after), values)

    def standing(self, position: Position) -> tuple[int, ...]:
        """Return the number of stones of each side."""
        return position.white.bit_count(), position.black.bit_count()

    def occupied(self, position: Position) -> int:
        """Return the bit set of the squares with stones."""
        return position.white | position.black

    def size(self, position: Position) -> int:
        """Return the number of squares."""
        return position.variant.size**2


MEASURES = Measures()
