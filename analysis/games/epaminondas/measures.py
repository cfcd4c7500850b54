"""Measures of plies of Epaminondas: those of all games of phalanxes.

An intrusion onto the far row gives the opponent one move to answer, so that such a lead never lasts
long.
"""

from analysis.games.epaminondas.rules import Position
from analysis.games.grid.measures import GridMeasures


class EpaminondasMeasures(GridMeasures):
    """The measures of phalanxes, and neutral stones."""

    def kinds(self, start: Position) -> tuple[int, ...]:
        """Return the number of pieces of each side, and of neutral stones."""
        return (*self.standing(start), start.stones_left)


MEASURES = EpaminondasMeasures()
