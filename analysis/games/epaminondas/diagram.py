"""Diagrams of Epaminondas."""

from analysis.games.epaminondas.rules import Position
from analysis.games.grid.diagram import GridDiagram


class Diagram(GridDiagram):
    """The diagrams of Epaminondas, on boards of any size."""

    POSITION = Position


PICTURE = Diagram()
