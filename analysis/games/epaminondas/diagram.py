"""Diagrams of Epaminondas.

If the previous move is a part of the position, the text diagram has a line with it.
"""

from analysis.games.diagram import DiagramReader
from analysis.games.epaminondas.rules import Position
from analysis.games.grid.diagram import GridDiagram
from analysis.games.grid.rules import AnyGrid

_BEFORE = "Move before:"


class Diagram(GridDiagram):
    """The diagrams of Epaminondas, on boards of any size."""

    POSITION = Position

    def lines_below(self, position: AnyGrid) -> list[str]:
        """Return the line with the previous move, if it is a part of the position."""
        assert isinstance(position, Position)
        return [f"{_BEFORE} {position.before}"] if position.before else []

    def read_below(self, reader: DiagramReader) -> str:
        """Read the line with the previous move; return it as a field of a position string."""
        if not reader.here.text.strip().startswith(_BEFORE):
            return ""
        return f" {reader.next().text.partition(':')[2].strip()}"


PICTURE = Diagram()
