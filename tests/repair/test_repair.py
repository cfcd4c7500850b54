"""Repairs: the intended games, confidences, and games that are kept."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import pytest

import ludograph
import records
from analysis import repair, replay
from analysis.repair.apply import with_comments
from analysis.repair.result import Repair
from analysis.typos.model import load
from records import Record, write
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION, FINAL
from tests.repair.texts import GIPF, GIPF_OCR, MEGIDDO, OCR

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("repairs.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Games as they were ``written``, and the edits of their repair."""

GAME = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")


WON = Record(
    ("5.2.1N1", "2.5.1E1"), "epaminondas", "standard", "abbott",
    start="6/1w4/6/6/4b1/6 w", result="1-0",
)  # fmt: skip
"""A game won on a small board."""


def damaged(index: int, *texts: str, taken: int = 1) -> Record:
    """Return the demonstration game with texts in place of ``taken`` plies from an index."""
    moves = (*DEMONSTRATION[:index], *texts, *DEMONSTRATION[index + taken :])
    return replace(GAME, moves=moves)


ENDLESS = 1e6
"""Seconds of a search that no busy machine shortens."""


@cache
def repair_of(number: int) -> tuple[Record, Record, Repair]:
    """Return the intended game of a case, the written game, and its repair."""
    case = CASES[number]
    if "game" in case:
        (truth, *_) = records.read(case["game"])
    else:
        truth = Record(**(case["record"] | {"moves": tuple(case["record"]["moves"])}))
    truth = replace(truth, moves=truth.moves[: case.get("plies")], places=())
    written = case.get("written", {})
    moves = (written.get(str(ply), move) for ply, move in enumerate(truth.moves, start=1))
    result = case.get("result", truth.result)
    broken = replace(truth, moves=tuple(case.get("moves", moves)), result=result)
    return truth, broken, repair(broken, seconds=ENDLESS)


def mended(case: dict[str, Any]) -> None:
    """Compare a repair with the edits of a case, and the repaired game with the intended one."""
    truth, broken, found = repair_of(CASES.index(case))
    edits = [[one.ply, one.kind, one.written, one.meant] for one in found.edits]
    assert edits == case["edits"]
    assert all(0 < one.confidence <= 1 for one in found.edits)
    assert found.repaired
    assert replay(found.repaired).valid
    assert replay(replace(truth, moves=found.solutions[0].moves)).moves == replay(truth).moves
    beside = found.repaired.details.values()
    for kind, key in (("wrong-ply", "written"), ("doubled-ply", "dropped")):
        assert {one.written for one in found.edits if one.kind == kind} <= {
            text for detail in beside for text in texts_of(detail.get(key))
        }
    if "suggested" in case:
        assert replay(broken).violations[0].suggestions[0].partition(" (")[0] == case["suggested"]
    assert found.confidence > case.get("surer_than", 0)


def texts_of(kept: Any) -> list[str]:
    return kept if isinstance(kept, list) else [kept]


@each_case("case", [one for one in CASES if "slow" not in one], ids=lambda case: case["about"])
def test_what_was_meant_is_found(case):
    mended(case)


@pytest.mark.slow
@each_case("case", [one for one in CASES if "slow" in one], ids=lambda case: case["about"])
def test_what_was_meant_is_found_after_a_longer_search(case):
    mended(case)


def priced(found: Repair) -> Iterator[str]:
    """Yield all numbers of a repair: costs, confidences with their factors, alternatives."""
    yield f"{found!r} reached {found.reached} stopped {found.stopped} {found.reason}"
    for one in found.solutions:
        yield f"  {one.cost:.4f} {one.confidence:.4f} {figures(one.factors)}"
        for edit in one.edits:
            change = f"{edit.ply} {edit.kind} {edit.written!r} {edit.meant!r}"
            yield f"    {change} {edit.cost:.4f} {edit.confidence:.4f} {figures(edit.factors)}"
            others = [f"{way.kind} {way.meant!r} {way.confidence:.4f}" for way in edit.alternatives]
            yield from ["      or " + "; ".join(others)] * bool(others)


def figures(factors: tuple[tuple[str, float], ...]) -> str:
    return " ".join(f"{name} {value:.4g}" for name, value in factors)


OTHERS: dict[str, tuple[Record, dict[str, Any]]] = {
    "another result, which two moves give": (replace(WON, result="0-1"), {}),
    "another result beside settled plies": (replace(WON, result="0-1"), {"settled": {0, 1}}),
    "a hole": (damaged(5, "?"), {}),
    "a ply left out": (damaged(10), {}),
    "a ply that no move resembles": (damaged(3, "foie gras"), {}),
    "a letter too many": (damaged(7, "x", DEMONSTRATION[7]), {}),
    "a last position": (
        replace(damaged(22, "1.9.6W3x1"), tags={"FinalPosition": FINAL}), {}
    ),
    "a small board, beside a ply that stands twice": (
        replace(WON, moves=("5.2.1N1", "5.2.1N1", "2.5.1E1")), {}
    ),
}  # fmt: skip
"""Further repairs of which the figures are kept, with their options."""


def test_costs_and_confidences_are_kept(kept):
    lines = []
    for number, case in enumerate(CASES):
        if "slow" not in case:
            lines += [f"=== {case['about']}", *priced(repair_of(number)[2])]
    for name, (record, options) in OTHERS.items():
        lines += [f"=== {name}", *priced(repair(record, seconds=ENDLESS, **options))]
    kept("\n".join(lines) + "\n", Path(__file__).with_name("figures.txt"))


@pytest.mark.slow
def test_costs_and_confidences_of_longer_searches_are_kept(kept):
    lines = []
    for number, case in enumerate(CASES):
        if "slow" in case:
            lines += [f"=== {case['about']}", *priced(repair_of(number)[2])]
    for game in (
        replace(GIPF, moves=GIPF_OCR, variant=None),
        replace(MEGIDDO, moves=OCR, variant=None),
    ):
        found = repair(game, errors=load("scanned"), seconds=ENDLESS)
        lines += [f"=== {game.game}, guessed", *priced(found)]
    kept("\n".join(lines) + "\n", Path(__file__).with_name("longer-figures.txt"))


@pytest.mark.slow
def test_a_lost_ply_is_found_where_the_next_one_has_another_reading_only_without_it():
    lost = ("h1,g2-e4", "b8,c7-d6", "g1,f2-e3", "a8,b7-d5", "e1,e4-e7", "c8,d7-e6", "c7,d7-e7")
    found = repair(Record(lost, "crossings", "standard", "span"))
    assert (*lost[:6], "f1,f3-f6", lost[6]) in [one.moves for one in found.solutions]


@pytest.mark.parametrize(
    ("dialect", "written", "meant"),
    [
        pytest.param("short", "f1-f3;x (8)", "x;f1-f3", marks=pytest.mark.slow),
        pytest.param("pbem", "nf1-f3 rowa4-h1", "rowa4-h1 nf1-f3", marks=pytest.mark.slow),
        pytest.param("steps", "f1-f2 xf3,g2", "xf3,g2 f1-f2", marks=pytest.mark.slow),
    ],
)
def test_the_parts_of_a_move_are_exchanged_in_every_notation(dialect, written, meant):
    (done,) = ludograph.convert("classic:gipf-tournament", dialect=dialect, lossy=True)
    assert done.record
    moves = (*done.record.moves[:14], written, *done.record.moves[15:32])
    broken = replace(done.record, moves=moves, result="*")
    (edit,) = repair(broken).edits
    assert (edit.ply, edit.meant.partition(" (")[0]) == (15, meant)
    finding = replay(broken).violations[0]
    assert finding.suggestions[0].partition(" (")[0] == meant
    assert finding.shares[0] > 0.9


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param({}, id="one slip"),
        pytest.param({2: "26.3E1"}, id="two", marks=pytest.mark.slow),
    ],
)
def test_a_confidence_is_the_product_of_its_factors(damage):
    (broken,) = records.read("classic:epaminondas-slip")
    moves = tuple(damage.get(at, text) for at, text in enumerate(broken.moves))
    done = repair(replace(broken, moves=moves))
    assert done.solutions
    for solution in done.solutions[:1]:
        explained = [
            (solution.factors, solution.confidence),
            *((edit.factors, edit.confidence) for edit in solution.edits),
        ]
        for factors, confidence in explained:
            assert prod(value for _, value in factors) == pytest.approx(confidence)
            assert list(dict(factors)) == ["weight", "searched", "unlike", "calibration"]
        assert all(edit.confidence >= solution.confidence for edit in solution.edits)


def test_time_that_runs_out_gives_a_partial_answer():
    moves = tuple("?" if index % 2 else move for index, move in enumerate(DEMONSTRATION))
    found = repair(replace(GAME, moves=moves), seconds=0.001)
    assert found.stopped
    assert not found.solutions
    assert found.repaired is None
    assert found.to_json()["repaired"] is False
    assert found.reason


def test_text_keeps_what_was_written_in_a_comment():
    found = repair(damaged(6, "4.7.3N3x3"))
    assert found.repaired
    text = write(with_comments(found.repaired))
    assert "4.7.4N3x3 {written: 4.7.3N3x3}" in text
    with pytest.raises(ValueError, match="written"):
        write(found.repaired)


@pytest.mark.slow
def test_what_excludes_each_other_is_never_more_than_certain():
    broken = [replace(GAME, moves=(move, *DEMONSTRATION[1:])) for move in ("2.7.2N3", "2.7.2NN2")]
    broken += [damaged(index, "11.6.2S.E.3") for index in (1, 3)]
    for found in map(repair, broken):
        assert sum(one.confidence for one in found.solutions) <= 1 + 1e-9
        for edit in found.edits:
            shares = [one.confidence for one in edit.alternatives]
            assert edit.confidence + sum(shares) <= 1 + 1e-9
