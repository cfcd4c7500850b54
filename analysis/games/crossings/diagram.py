"""The Crossings board; a locked stone has a dot on it.

In the text diagram a lock is not marked, as it follows from the row.
"""

from collections.abc import Iterator

from analysis.drawing.scene import Disc, Shape
from analysis.games.crossings.rules import Position
from analysis.games.grid.diagram import COLOURS, GridDiagram, GridView
from analysis.games.grid.rules import AnyGrid


class Diagram(GridDiagram):
    """Draws, writes and reads boards of Crossings of any size."""

    def marks_on(self, view: GridView, position: AnyGrid) -> Iterator[Shape]:
        """Yield the dots of the locked stones."""
        assert isinstance(position, Position)
        for turn, colour in enumerate(COLOURS):
            for square in position.variant.grid.squares(position.locked(turn)):
                yield Disc(*view.at(*square), 0.1, colour.inner)


PICTURE = Diagram(Position)
