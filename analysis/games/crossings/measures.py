"""Measures of plies of Crossings: those of all games of phalanxes.

The measure of far rows counts the stones that have crossed, including answered ones; it never
falls.
"""

from analysis.games.grid.measures import GridMeasures

MEASURES = GridMeasures()
