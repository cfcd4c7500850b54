"""Games with many slips, decoded in forward direction, and the slip model of scanners."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

import records
from analysis import repair, replay
from analysis.cli import cli
from analysis.repair.apply import with_comments, with_doubts
from analysis.repair.edits import (
    WRONG,
)
from analysis.repair.result import Edit, Repair, Solution
from analysis.replay.conversion import convert
from analysis.typos.candidates import NO_CHOICES, Candidates, profile
from analysis.typos.model import load
from notation import find_dialect
from records import write
from tests.cases import each_case
from tests.games.engine_games import engine_games
from tests.repair.texts import MEGIDDO as GAME
from tests.repair.texts import OCR


def test_a_scanner_is_recognised_by_what_it_writes():
    book = find_dialect("megiddo", "book")
    typed = replace(GAME, moves=("D3", "B$", *GAME.moves[2:]))
    assert profile(typed, book) == "typed"
    assert profile(replace(GAME, moves=OCR), book) == "scanned"
    chosen = replace(typed, details={3: {"choices": [["A4", 0.9]]}})
    assert profile(chosen, book) == "scanned"
    boxed = replace(typed, details={0: {"box": (1, 10, 10, 30, 20)}})
    assert profile(boxed, book) == "scanned"


def test_choices_of_a_scanner_decide_where_texts_do_not():
    hole = replace(GAME, moves=(*GAME.moves[:2], "?", *GAME.moves[3:]))
    found = repair(replace(hole, details={2: {"choices": [["E4", 0.6]]}}))
    assert found.solutions[0].moves == GAME.moves
    assert found.confidence > repair(hole).confidence


@pytest.mark.slow
def test_holes_that_nothing_determines_are_filled_without_confidence():
    found = repair(replace(GAME, moves=("?",) * 8 + GAME.moves[8:]))
    assert found.repaired
    assert replay(found.repaired).valid
    assert len(found.solutions[0].moves) == len(GAME.moves)
    assert found.confidence < 0.2


@pytest.mark.slow
def test_a_guess_is_uncertain_and_keeps_all_that_was_written(tmp_path):
    game = tmp_path / "game.txt"
    game.write_text("1. D3 B4\n2. ? A4\n3. A6 F2\n4. D4 A5\n5. A3 (A4, A5)\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    run = CliRunner().invoke(cli, ["repair", str(game), "--json", "-o", str(out)])
    told = json.loads(run.stdout)
    assert (run.exit_code, told["repaired"], told["uncertain"]) == (1, False, True)
    assert told["moves"][:2] == ["D3", "B4"]
    (kept,) = records.read(str(out))
    ((at, beside),) = kept.details.items()
    assert (at, beside["written"]) == (2, "?")
    assert "%, or " in beside["doubtful"][0]
    assert "doubtful" in write(with_comments(kept))


def prices(text, choices=NO_CHOICES):
    """Return the prices of the last moves that a text may stand for."""
    playthrough = replay(GAME).playthrough
    known = Candidates(playthrough.start, playthrough.dialect, load("scanned"), choices)
    position, _ = playthrough.start.advance([ply.step for ply in playthrough.plies(GAME.moves[:8])])
    return {one.text: one.price for one in known.corrections(position, text, 0, 9)}


@pytest.mark.slow
def test_captures_left_out_have_a_price_of_their_own():
    assert 0 < prices("A3")["A3 (A4, A5)"] < 2
    assert prices("A3")["A3 (A4, A5)"] < prices("A3")["A1"]
    played = repair(replace(GAME, moves=("D3", "84", "B$", *GAME.moves[3:-1], "A3")))
    assert played.repaired
    assert played.repaired.moves[-1] == "A3"


def test_choices_count_beside_characters_left_out():
    choices = {0: [["A3 AQ, A5)", 0.5], ["A3 A4, A5)", 0.4]]}
    chosen, plain = prices("A3 AQ, A5)", choices), prices("A3 AQ, A5)")
    assert chosen["A3 (A4, A5)"] < plain["A3 (A4, A5)"] - 1


@pytest.mark.slow
def test_no_edit_is_less_likely_than_another_at_its_place():
    holes = [(*GAME.moves[:at], "?", *GAME.moves[at + 1 :]) for at in range(len(GAME.moves))]
    for moves in (OCR, *holes):
        for edit in repair(replace(GAME, moves=moves)).edits:
            shares = [one.confidence for one in edit.alternatives]
            assert max(shares, default=0.0) <= edit.confidence
            assert edit.confidence + sum(shares) <= 1


@pytest.mark.slow
def test_a_break_ahead_does_not_outweigh_the_slip_that_it_is():
    played = engine_games("epaminondas-games", 66)[65]
    truth = convert(replay(played), "span").record
    assert truth
    moves = list(truth.moves)
    moves[25], moves[35], moves[110] = "m11m10-m8", "k12-j12", "c8-i2"
    found = repair(replace(truth, moves=tuple(moves)), seconds=30)
    assert found.solutions[0].moves == truth.moves
    assert len(found.edits) == 3


def edit(ply, kind, written="", meant="A1", confidence=0.6):
    return Edit(ply, kind, written, meant, 1.0, confidence)


@each_case(("confidence", "marked"), [(0.6, True), (0.8, False)])
@each_case("whole", [0.3, 0.7])
def test_a_repair_marks_all_that_is_not_nearly_sure(whole, confidence, marked):
    solution = Solution((edit(3, WRONG, confidence=confidence),), GAME.moves, 1.0, whole)
    done = Repair(GAME, False, GAME, (solution,), min_confidence=0.5)
    assert done.uncertain is (whole < 0.5)
    assert (2 in with_doubts(done).details) is marked
