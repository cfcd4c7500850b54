"""Opening trees: positions and first moves counted, named and listed."""

from analysis.openings.tree import Openings

__all__ = ["Openings"]
