"""Notation of phalanx games: their moves, and three dialects."""

from notation.phalanx.abbott import Abbott
from notation.phalanx.dialects import AbstractPlay, AnyMove, PhalanxDialect, Span
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
