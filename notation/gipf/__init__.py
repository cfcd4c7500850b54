"""GIPF notations: removals as lists of points, or as words of a command."""

from notation.dialect import Dialect
from notation.gipf.lists import Complete, Short
from notation.gipf.moves import Move, PartialMove
from notation.gipf.words import Pbem, Steps
from notation.sites import SiteNames

__all__ = ["DIALECTS", "SITE_NAMES", "Move", "PartialMove"]

DIALECTS: tuple[Dialect[Move | PartialMove], ...] = (Complete(), Short(), Pbem(), Steps())
"""Likeliest first, for texts that several of them can read."""

SITE_NAMES = SiteNames("GIPF", sgf=39, logs="records.sgf.boardspace_gipf:LOGS")
