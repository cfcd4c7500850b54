"""Megiddo notation: the dialect of the rule book."""

from notation.dialect import Dialect
from notation.megiddo.book import (
    CapturedPair,
    Move,
    Point,
    RuleBook,
    group_text,
    parse_point,
    point_name,
)
from notation.sites import SiteNames

__all__ = [
    "DIALECTS",
    "SITE_NAMES",
    "CapturedPair",
    "Move",
    "Point",
    "RuleBook",
    "group_text",
    "parse_point",
    "point_name",
]

DIALECTS: tuple[Dialect[Move], ...] = (RuleBook(),)

SITE_NAMES = SiteNames("Megiddo", ("Red", "Blue", "Green"))
