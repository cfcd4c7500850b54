"""The laws of every game, for all built-in games and the variants of their perft files.

The files have counts of move sequences, by depth from 1, on which several programs agree. Counts
below ``deep`` take minutes, and are checked only in a full run.
"""

import json
from pathlib import Path

import pytest
from hypothesis import settings

from analysis.games import GAMES, find
from analysis.games.position import perft
from ludograph.testing import LAWS, Subject
from tests.cases import each_case
from tests.examples import full
from tests.judges import counting

CASES = {
    game: json.loads((Path(__file__).parent / game / "perft.json").read_text(encoding="utf-8"))
    for game in GAMES
}
SUBJECTS = [
    Subject(game, variant, max(1, settings().max_examples // 33))
    for game, cases in CASES.items()
    for variant in sorted({case["variant"] for case in cases})
]

SMALL = [
    one
    for one in SUBJECTS
    if str(one) in ("epaminondas standard+stones+columns=5+rows=7+filled=1", "gipf basic+pieces=18")
]
"""Subjects of a quick run, on small boards or with few pieces: in full are all."""

JUDGED = 40
"""Positions one ply before the last at which a count takes a judge too long for every run."""


@pytest.mark.parametrize("subject", SUBJECTS if full() else SMALL, ids=str)
@each_case("law", LAWS, ids=lambda law: law.__name__.replace("_", " "))
def test_the_contract(law, subject):
    law(subject)


@pytest.mark.slow
@pytest.mark.timeout(3000)  # a million sequences take minutes on a busy machine
@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=f"{game} {case['variant']} {case['name']}")
        for game, cases in CASES.items()
        for case in cases
    ],
)
def test_rules_and_judges_count_move_sequences_as_other_programs(game, case):
    judge = counting.node(game, case["variant"], case["position"])
    if case["position"] is None:
        position = find(game).start(case["variant"])
    else:
        position = find(game).position(case["position"], case["variant"])
    parents = 1
    for depth, count in enumerate(case["counts"] + case.get("deep", []) * full(), start=1):
        assert perft(position, depth) == count
        assert parents > JUDGED or counting.perft(judge, depth) == count
        parents = count
