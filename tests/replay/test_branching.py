"""The search for a reading of a game: cheapest line first, longest of equals, and bounded."""

from collections.abc import Callable
from typing import Any

from analysis.replay import branching
from analysis.replay.branching import Variation, search
from analysis.replay.setup import Choice
from notation.findings import note, violation

WRONG = violation("capture-count", "wrong")
NOTED = note("separator", "forgiven")


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
