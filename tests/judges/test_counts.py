"""The plain judges find the counts of move sequences that are on file for every game."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.judges.counting import node, perft

GAMES = Path(__file__).parents[1] / "games"
SLOW = 40
"""Positions one ply before the last at which a count takes a judge too long for every run."""

CASES: list[tuple[str, dict[str, Any]]] = [
    (path.parent.name, case)
    for path in sorted(GAMES.glob("*/perft.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
IDS = [f"{game}-{case['variant']}-{case['name']}" for game, case in CASES]


def test_every_case_has_a_name_of_its_own():
    assert len(set(IDS)) == len(IDS) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "case"), CASES, ids=IDS)
def test_judges_find_the_counts_on_file(game, case):
    here = node(game, case["variant"], case["position"])
    parents = 1
    for depth, count in enumerate(case["counts"], start=1):
        if parents <= SLOW:
            assert perft(here, depth) == count
        parents = count


PUBLISHED = {
    "crossings-standard-start": [60, 3_600, 269_278],
    "epaminondas-standard-start": [114, 12_996, 1_787_292],
    "gipf-basic-start": [30, 924, 29_016, 924_432],
    "gipf-standard-start": [30, 924, 29_016, 924_432],
    "gipf-tournament-start": [18, 348, 14_304, 620_352],
}
"""Counts from the start that several programs agree on."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_counts_from_the_start_are_those_that_programs_agree_on(name):
    _, case = CASES[IDS.index(name)]
    assert case["counts"] + case["deep"] == PUBLISHED[name]
