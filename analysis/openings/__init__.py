"""Opening trees: counts of positions and moves, with names of openings."""

from analysis.openings.tree import Openings

__all__ = ["Openings"]
