"""Repairs: what was meant, how sure that is, and what is left alone."""

from dataclasses import replace
from math import prod

import pytest

import ludograph
import records
from analysis import repair, replay
from analysis.repair.apply import applied, with_comments
from records import Record, write
from tests.records.samples import DEMONSTRATION, FINAL

GAME = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")


WON = Record(
    ("5.2.1N1", "2.5.1E1"), "epaminondas", "standard", "abbott",
    start="6/1w4/6/6/4b1/6 w", result="1-0",
)  # fmt: skip
"""A game won on a small board."""


def damaged(index: int, *texts: str, taken: int = 1) -> Record:
    """Put texts in the place of some plies of the demonstration game."""
    moves = (*DEMONSTRATION[:index], *texts, *DEMONSTRATION[index + taken :])
    return replace(GAME, moves=moves)


def test_a_valid_game_is_left_alone():
    found = repair(GAME)
    assert (found.valid, found.edits, found.repaired, found.solutions) == (True, (), None, ())
    assert found.to_json()["moves"] == list(DEMONSTRATION)


SLIPS = {
    "a digit changed": (6, "4.7.3N3x3"),
    "a scanner's letter": (1, "11.6.2SEZ"),
    "a point lost": (2, "26.3E1"),
    "a digit doubled": (9, "11.99.2SW1"),
    "row and column exchanged": (7, "9.9.2SW2x2"),
    "the opposite direction": (8, "6.7.3S1x1"),
    "the other side of the board": (4, "11.7.1NE1"),
    "a wrong count of captures": (20, "1.6.5E1x3"),
    "characters that cannot be read": (15, "4.?.4S3x?"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("index", "written"), SLIPS.values(), ids=SLIPS)
def test_one_slip_is_mended(index, written):
    found = repair(damaged(index, written))
    (edit,) = found.edits
    assert (edit.ply, edit.written, edit.meant) == (index + 1, written, DEMONSTRATION[index])
    assert found.solutions[0].moves == DEMONSTRATION
    assert found.repaired
    assert replay(found.repaired).valid
    assert found.repaired.details[index]["written"] == written
    assert 0 < edit.confidence <= 1


PARTS = {
    "a removal behind its push": ({14: "f1-f3;xf3,g2 (8)"}, {14: "xf3,g2;f1-f3"}),
    "besides another slip": pytest.param(
        {14: "f1-f3;xf3,g2 (8)", 24: "b1-b3 (3)"},
        {14: "xf3,g2;f1-f3", 24: "b3"},
        marks=pytest.mark.slow,
    ),
    "in another order of the row": ({21: "xc4,c3,c2,c5;a4-c4 (6)"}, {21: "a4-c4;xc2,c3,c4,c5"}),
}


@pytest.mark.parametrize(
    ("dialect", "written", "meant"),
    [
        ("short", "f1-f3;x (8)", "x;f1-f3"),
        ("pbem", "nf1-f3 rowa4-h1", "rowa4-h1 nf1-f3"),
        ("steps", "f1-f2 xf3,g2", "xf3,g2 f1-f2"),
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


@pytest.mark.parametrize(("written", "meant"), PARTS.values(), ids=PARTS)
def test_the_parts_of_a_move_exchanged_are_one_slip(written, meant):
    (truth,) = records.read("classic:gipf-tournament")
    truth = replace(truth, moves=truth.moves[:32], result="*")
    moves = list(truth.moves)
    for at, text in written.items():
        moves[at] = text
    done = repair(replace(truth, moves=tuple(moves)))
    assert {edit.ply - 1: edit.meant.partition(" (")[0] for edit in done.edits} == meant
    assert done.mended
    suggested = replay(replace(truth, moves=tuple(moves))).violations[0].suggestions
    assert suggested[0].partition(" (")[0] == meant[min(meant)]


@pytest.mark.parametrize("damage", [{}, {2: "26.3E1"}], ids=["one slip", "two"])
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


@pytest.mark.slow
def test_three_slips_are_mended_together():
    moves = list(DEMONSTRATION)
    moves[3], moves[10], moves[17] = "10.7.8S3", "7.73N3", "1.8.1E1"
    found = repair(replace(GAME, moves=tuple(moves)))
    assert [edit.ply for edit in found.edits] == [4, 11, 18]
    assert found.solutions[0].moves == DEMONSTRATION


def test_a_ply_written_twice_is_taken_out_and_kept_beside():
    found = repair(damaged(9, DEMONSTRATION[9], DEMONSTRATION[9]))
    assert [edit.kind for edit in found.edits] == ["doubled-ply"]
    assert found.repaired
    assert found.repaired.moves == DEMONSTRATION
    assert any(detail.get("dropped") for detail in found.repaired.details.values())


def test_two_plies_exchanged_are_put_in_order():
    found = repair(damaged(12, DEMONSTRATION[13], DEMONSTRATION[12], taken=2))
    assert [edit.kind for edit in found.edits] == ["exchanged-plies"]
    assert found.solutions[0].moves == DEMONSTRATION


def test_columns_exchanged_from_some_row_on_are_put_right():
    rest = DEMONSTRATION[4:]
    turned = [one for at in range(0, len(rest), 2) for one in reversed(rest[at : at + 2])]
    found = repair(replace(GAME, moves=(*DEMONSTRATION[:4], *turned)))
    assert [(edit.kind, edit.ply) for edit in found.edits] == [("exchanged-columns", 5)]
    assert found.solutions[0].moves == DEMONSTRATION


def test_a_ply_that_is_missing_is_among_the_first_where_what_follows_needs_it():
    found = repair(damaged(10))
    assert {solution.edits[0].kind for solution in found.solutions} == {"missing-ply"}
    assert all(replay(replace(GAME, moves=one.moves)).valid for one in found.solutions)
    assert found.repaired
    assert found.repaired.details[found.edits[0].ply - 1] == {"written": ""}


@pytest.mark.parametrize("hole", ["?", "...", "???"])
def test_a_hole_is_filled_where_the_rest_determines_it(hole):
    found = repair(damaged(5, hole))
    assert found.edits[0].written == hole
    assert len(found.solutions[0].moves) == len(DEMONSTRATION)
    assert DEMONSTRATION in [solution.moves for solution in found.solutions]


def test_repairs_that_are_equally_good_are_all_told():
    found = repair(replace(WON, result="0-1"))
    assert {solution.edits[0].meant for solution in found.ties} == {"2.5.1SE1", "5.2.1W1"}
    assert found.to_json()["equally_good"] == 2
    assert found.confidence < 0.5


def test_the_last_position_decides_between_repairs():
    last = damaged(22, "1.9.6W3x1")
    assert repair(last).runner_up is not None
    told = repair(replace(last, tags={"FinalPosition": FINAL}))
    assert told.solutions[0].moves == DEMONSTRATION
    assert told.confidence > 0.9


@pytest.mark.parametrize("least", [0.0, 0.5])
def test_the_repaired_record_names_its_doubts(least):
    found = repair(replace(WON, result="0-1"), min_confidence=least)
    assert found.mended is (least == 0)
    assert found.repaired
    assert "doubtful-ply" in [one.code for one in replay(found.repaired).notes]


def test_a_wrong_result_alone_is_put_right():
    found = repair(replace(WON, result="0-1"), settled={0, 1})
    assert [(one.kind, one.written, one.meant) for one in found.edits] == [("result", "0-1", "1-0")]
    assert found.repaired
    assert found.repaired.result == "1-0"


def test_time_that_runs_out_gives_a_partial_answer():
    moves = tuple("?" if index % 2 else move for index, move in enumerate(DEMONSTRATION))
    found = repair(replace(GAME, moves=moves), seconds=0.001)
    assert found.stopped
    assert not found.solutions
    assert found.repaired is None
    assert found.to_json()["repaired"] is False
    assert found.reason


OTHERS = {
    "megiddo, a digit for a letter": ("megiddo-double", "F3 (A4, B5)", "F3 (A4, 85)"),
    "megiddo, a letter for a digit": ("megiddo-double", "F4 (D2, E3)", "F4 (DZ, E3)"),
    "gipf, a point of a list lost": ("gipf-tournament", "c4,b4,", "c4b4,"),
    "gipf, a count off by one": ("gipf-tournament", "h1-e4 (9)", "h1-e4 (8)"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "right", "wrong"), OTHERS.values(), ids=OTHERS)
def test_games_of_other_kinds_are_mended_too(name, right, wrong):
    (record, *_) = records.read(f"classic:{name}")
    index = next(at for at, move in enumerate(record.moves) if right in move)
    moves = list(record.moves)
    moves[index] = moves[index].replace(right, wrong)
    found = repair(replace(record, moves=tuple(moves)))
    if found.valid:
        assert replay(replace(record, moves=tuple(moves))).moves == replay(record).moves
    else:
        mended = replay(replace(record, moves=found.solutions[0].moves))
        assert mended.valid
        assert mended.moves == replay(record).moves


def test_text_keeps_what_was_written_in_a_comment():
    found = repair(damaged(6, "4.7.3N3x3"))
    assert found.repaired
    text = write(with_comments(found.repaired))
    assert "4.7.4N3x3 {written: 4.7.3N3x3}" in text
    with pytest.raises(ValueError, match="written"):
        write(found.repaired)


def test_an_edit_applied_by_hand_does_what_the_repair_does():
    broken = damaged(6, "4.7.3N3x3")
    found = repair(broken)
    (edit,) = found.edits
    assert applied(broken, edit.kind, edit.ply, edit.meant) == found.repaired


def test_what_excludes_each_other_is_never_more_than_certain():
    broken = [replace(GAME, moves=(move, *DEMONSTRATION[1:])) for move in ("2.7.2N3", "2.7.2NN2")]
    broken += [damaged(index, "11.6.2S.E.3") for index in (1, 3)]
    for found in map(repair, broken):
        assert sum(one.confidence for one in found.solutions) <= 1 + 1e-9
        for edit in found.edits:
            shares = [one.confidence for one in edit.alternatives]
            assert edit.confidence + sum(shares) <= 1 + 1e-9
