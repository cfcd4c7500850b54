"""Selecting games by condition, by position reached, and without duplicates."""

from analysis.select.duplicates import KINDS, Deduper, Fingerprint, fingerprint
from analysis.select.position import TargetPosition, merge_keys, read_position
from analysis.select.selection import Selection, parse_selection

__all__ = [
    "KINDS",
    "Deduper",
    "Fingerprint",
    "Selection",
    "TargetPosition",
    "fingerprint",
    "merge_keys",
    "parse_selection",
    "read_position",
]
