"""Measures of plies of Crossings: those of all games of phalanxes.

Far rows count the stones that have crossed, answered ones included; they never get fewer.
"""

from analysis.games.grid.measures import GridMeasures

MEASURES = GridMeasures()
