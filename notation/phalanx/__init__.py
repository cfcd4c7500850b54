"""Notation of phalanx games: their moves, and three dialects."""

from notation.phalanx.dialects import Abbott, AbstractPlay, AnyMove, PhalanxDialect, Span
from notation.phalanx.moves import COMPASS, DIRECTIONS, Move, PartialMove, Placement, Square

__all__ = [
    "COMPASS",
    "DIRECTIONS",
    "Abbott",
    "AbstractPlay",
    "AnyMove",
    "Move",
    "PartialMove",
    "PhalanxDialect",
    "Placement",
    "Span",
    "Square",
]
