"""Measures of plies of Threeline: the score is the number of stones."""

from analysis.games import measures
from analysis.games.measures import MATERIAL, TO_POINT, Cell
from ludograph_threeline.notation import Move
from ludograph_threeline.rules import Position
from notation.squares import cell_name


class Measures(measures.Measures[Move, Position]):
    """Stones on the board."""

    COLUMNS = (TO_POINT, *MATERIAL[:2])

    def values(self, before: Position, move: Move | None, after: Position) -> tuple[Cell, ...]:
        """Return the values of the columns for a ply."""
        return str(move) if move else None, *self.standing(after)

    def captured(self, before: Position, move: Move) -> tuple[str, ...]:
        """Return the names of the squares where a move takes stones."""
        return tuple(map(cell_name, before.captured(move)))

    def standing(self, position: Position) -> tuple[int, ...]:
        """Return the number of stones of each side."""
        return position.white.bit_count(), position.black.bit_count()


MEASURES = Measures()
