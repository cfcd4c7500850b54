"""Selecting games by condition, by position reached, and without duplicates."""

from analysis.select.condition import Condition, InvalidCondition, parse_condition
from analysis.select.duplicates import KINDS, Deduper, Fingerprint, fingerprint
from analysis.select.position import TargetPosition, merge_keys, read_position
from analysis.select.selection import Filter, Selection, parse_selection

__all__ = [
    "KINDS",
    "Condition",
    "Deduper",
    "Filter",
    "Fingerprint",
    "InvalidCondition",
    "Selection",
    "TargetPosition",
    "fingerprint",
    "merge_keys",
    "parse_condition",
    "parse_selection",
    "read_position",
]
