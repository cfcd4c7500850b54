"""A Megiddo game of three players as a record."""

from records import Record

OF_THREE = Record(
    (
        *("A3", "B5", "A6"),
        *("C4", "C3", "D3 (C4, B5)"),
        *("C2", "B2", "C1 (C2, C3)"),
        *("F6", "D4", "F4 (A3, B2)"),
    ),
    "megiddo",
    "base+players=3",
    "book",
    {"Termination": "arbatta"},
    result="3",
)
"""A game of three that green, the third, wins by Arbatta."""
