"""The search for a reading of a game: cheapest line first, longest of equals, and bounded."""

from collections.abc import Callable
from typing import Any

import pytest

from analysis.replay import branching
from analysis.replay.branching import Variation, search
from analysis.replay.setup import Choice
from notation.findings import note, violation

WRONG = violation("capture-count", "wrong")
NOTED = note("separator", "forgiven")

Tree = dict[Any, list[Any]]


def walk(tree: Callable[[str], list[str]], end: int) -> Variation:
    """Search a tree whose positions are the words of what was chosen to get there.

    A child that ends in ``!`` contradicts the record, one that ends in ``~`` is only noted.
    """

    def options(position: Any, index: int) -> list[Choice]:
        assert index == len(position.split())
        return [
            Choice(None, (WRONG,) if child[-1] == "!" else (NOTED,), f"{position} {child}".strip())  # type: ignore[arg-type]
            for child in tree(position)
        ]

    return search("", 0, end, options)  # type: ignore[arg-type]


def path(line: Variation) -> str:
    return str(line.choices[-1].after) if line.choices else ""


TREES = {
    "no choice": ({"": ["a"], "a": ["b"]}, 2, "a b", 0),
    "the first of two": ({"": ["a", "b"], "a": ["c"], "b": ["c"]}, 2, "a c", 0),
    "the second where only it goes on": ({"": ["a", "b"], "b": ["c"]}, 2, "b c", 1),
    "far down": (
        {"": ["a", "b"], "a": ["a"], "a a": ["a"], "b": ["c"], "b c": ["d"], "b c d": ["e"]},
        4,
        "b c d e",
        1,
    ),
    "second choices rather than a contradiction": (
        {"": ["a", "b"], "a": ["c!"], "b": ["d", "e"], "b d": [], "b e": []},
        2,
        "b d",
        1,
    ),
    "a contradiction rather than no end": ({"": ["a"], "a": ["b!"]}, 2, "a b!", 10),
    "the longest where none ends": ({"": ["a", "b"], "a": [], "b": ["c"]}, 4, "b c", 1),
    "the likelier of two as long": ({"": ["a", "b"], "a": ["c"], "b": ["c"]}, 4, "a c", 0),
    "nothing at all": ({}, 3, "", 0),
}


@pytest.mark.parametrize(("tree", "end", "found", "cost"), TREES.values(), ids=TREES)
def test_the_line_taken(tree, end, found, cost):
    line = walk(lambda position: tree.get(position, []), end)
    assert (path(line), line.cost, line.exhausted) == (found, cost, False)
    assert len(line.choices) == len(found.split())


def test_positions_reached_in_two_ways_are_looked_at_once():
    asked = []

    def options(position: Any, index: int) -> list[Choice]:
        asked.append((position, index))
        return [Choice(None, (), position + step) for step in (1, 0)] if index < 30 else []

    line = search(0, 0, 31, options)  # type: ignore[arg-type]
    assert len(line.choices) == 30
    assert len(asked) == len(set(asked)) == 31 * 32 // 2


def test_the_search_gives_up_in_time(monkeypatch):
    monkeypatch.setattr(branching, "MAX_POSITIONS", 100)
    asked = 0

    def endless(position: str) -> list[str]:
        nonlocal asked
        asked += 1
        return ["a", "b", "c"] if len(position.split()) < 9 else []

    line = walk(endless, 10)
    assert line.exhausted
    assert asked == 100
    assert len(line.choices) == 9
