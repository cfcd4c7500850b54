"""Megiddo games as records: those of other programs, and one of three players."""

import gzip
import json

from records import Record
from tests.records.samples import DATA

VARIANTS = {"base": "base", "master": "master", "base-cleopatra": "base+cleopatra"}

THREE = (
    ("A3", "B5", "A6"),
    ("C4", "C3", "D3 (C4, B5)"),
    ("C2", "B2", "C1 (C2, C3)"),
    ("F6", "D4", "F4 (A3, B2)"),
)
"""A game of three that green, the third, wins by Arbatta, row by row."""

OF_THREE = Record(
    tuple(move for row in THREE for move in row),
    "megiddo",
    "base+players=3",
    "book",
    {"Termination": "arbatta"},
    result="3",
)


def engine_games() -> list[Record]:
    """Return the games that other programs played, with their results."""
    return [game for name in VARIANTS for game in _games(name)]


def _games(name: str) -> list[Record]:
    path = DATA / f"megiddo-{name}-games.jsonl.gz"
    games = map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines())
    return [
        Record(
            tuple(game["moves"]),
            "megiddo",
            VARIANTS[name],
            "book",
            {"Termination": "megiddo" if game["result"]["megiddos"] else "arbatta"},
            result="0-1" if game["result"]["winner"] else "1-0",
        )
        for game in games
    ]
