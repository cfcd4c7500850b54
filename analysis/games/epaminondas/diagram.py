"""The Epaminondas board, with neutral stones if the variant has them.

If the move before belongs to the position, a text diagram has a line for it.
"""

from analysis.games.diagram import DiagramReader
from analysis.games.epaminondas.rules import Position
from analysis.games.grid.diagram import GridDiagram
from analysis.games.grid.rules import AnyGrid

_BEFORE = "Move before:"


class Diagram(GridDiagram):
    """Draws, writes and reads boards of Epaminondas of any size."""

    POSITION = Position

    def lines_below(self, position: AnyGrid) -> list[str]:
        """Return the line for the move before, as position strings write it."""
        assert isinstance(position, Position)
        return [f"{_BEFORE} {position.before}"] if position.before else []

    def read_below(self, reader: DiagramReader) -> str:
        """Read the line for the move before."""
        if not reader.here.text.strip().startswith(_BEFORE):
            return ""
        return f" {reader.next().text.partition(':')[2].strip()}"


PICTURE = Diagram()
