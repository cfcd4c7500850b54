"""Notation of phalanx games: their moves, and three dialects."""

from notation.phalanx.dialects import Abbott, AbstractPlay, PhalanxDialect, Span
from notation.phalanx.moves import COMPASS, DIRECTIONS, Move, PartialMove, Placement, Square

__all__ = [
    "COMPASS",
    "DIRECTIONS",
    "Abbott",
    "AbstractPlay",
    "Move",
    "PartialMove",
    "PhalanxDialect",
    "Placement",
    "Span",
    "Square",
]
