"""The Epaminondas board, with neutral stones where the variant has them."""

from analysis.games.epaminondas.rules import Position
from analysis.games.grid.diagram import GridDiagram

PICTURE = GridDiagram(Position)
