"""Test vectors for other programs."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from notation.numbers import plural

VERSION = "1.3"
"""The version of the vectors: cases and keys are added with the second number."""

LEVELS = {
    **dict.fromkeys(("moves", "positions", "perft", "games"), "core"),
    **dict.fromkeys(("leniencies", "texts", "files"), "optional"),
}
"""The kinds of cases: those for any program that plays a game, and those of ludograph alone."""

_QUESTIONS = {
    **dict.fromkeys(("moves", "leniencies"), ("dialect", "text")),
    **dict.fromkeys(("positions", "perft"), ("variant", "position")),
    "games": ("variant", "dialect", "start", "moves"),
    "texts": ("text",),
    "files": ("file", "call", "options", "tesseract"),
}
"""The keys of a case that are not answers; the id is made from them, and so never changes."""


def named(kind: str, game: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case with its id and a description."""
    question = json.dumps([case.get(key) for key in _QUESTIONS[kind]])
    number = sha256(question.encode()).hexdigest()[:8]
    name = "-".join(filter(None, (game, kind, number)))
    return {"id": name, "about": case.get("about") or _about(kind, case), **case}


def _about(kind: str, case: Mapping[str, Any]) -> str:
    """Return a description for a case that has no description of its own."""
    if kind == "positions":
        return f"{case['variant']}: a position with {plural(case['moves'], 'legal move')}"
    if kind == "perft":
        return f"{case['variant']}: sequences of up to {plural(len(case['counts']), 'move')}"
    if kind == "games":
        length = f"{case['variant']}: a random game of {len(case['moves'])} plies"
        if "finding" in case:
            return (
                f"{length} with a slip at ply {case['finding']['ply']}: {case['finding']['code']}"
            )
        return f"{length}, {'won by ' + case['winner'] if case['winner'] else 'not decided'}"
    words = {"canonical": "a move as it is written", "unreadable": "a text that is not a move"}
    leniencies = ", ".join(case.get("leniencies", ()))
    return f"{case['dialect']}: {words.get(case['status']) or f'a move with {leniencies}'}"
