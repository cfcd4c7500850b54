"""Measures of plies of Epaminondas: those of all games of phalanxes.

An intrusion onto the far row gives the opponent one move to answer, so that such a lead never lasts
long.
"""

from analysis.games.grid.measures import GridMeasures

MEASURES = GridMeasures()
