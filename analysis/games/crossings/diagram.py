"""Diagrams of Crossings; in pictures, a locked stone has a dot on it."""

from analysis.drawing.scene import Disc
from analysis.games.crossings.rules import Position
from analysis.games.diagram import BoardView, Marks
from analysis.games.grid.diagram import COLOURS, GridDiagram, Ply
from analysis.games.grid.rules import AnyGrid
from notation.squares import cell_name


class Diagram(GridDiagram):
    """The diagrams of Crossings, on boards of any size."""

    POSITION = Position

    def marks(
        self, view: BoardView, position: AnyGrid, last: Ply | None, before: AnyGrid | None
    ) -> Marks:
        """Return the dots of the locked stones, and the marks of the last move."""
        assert isinstance(position, Position)
        marks = super().marks(view, position, last, before)
        dots = [
            Disc(*view.places[cell_name(square)], 0.1, colour.inner)
            for turn, colour in enumerate(COLOURS)
            for square in position.variant.grid.squares(position.locked(turn))
        ]
        marks.above[:0] = dots
        return marks


PICTURE = Diagram()
