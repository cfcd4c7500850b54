"""Measures of plies of Epaminondas: those of all games of phalanxes.

After a piece reaches the far row the opponent has one move to answer, so that such a lead never
lasts long.
"""

from typing import cast

from analysis.games.epaminondas.state import STONES, EpaminondasVariant
from analysis.games.grid.measures import GridMeasures
from analysis.games.grid.rules import AnyGrid


class EpaminondasMeasures(GridMeasures):
    """The measures of phalanxes, with neutral stones."""

    def kinds(self, start: AnyGrid) -> tuple[int, ...]:
        """Return the numbers of pieces of each side, and of neutral stones."""
        stones = cast("EpaminondasVariant", start.variant).stones
        return (*self.standing(start), STONES * stones)


MEASURES = EpaminondasMeasures()
