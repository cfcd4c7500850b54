"""Games with many slips, decoded forward, and the profile of scanners."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

import records
from analysis import repair, replay
from analysis.cli import cli
from analysis.repair.apply import with_comments
from analysis.repair.edits import SPLIT
from analysis.repair.repair import profile
from analysis.repair.whole import row_width
from analysis.typos.model import InvalidSlipModel, load
from notation import find_dialect
from records import Record, write

GAME = Record(
    ("D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5", "A3 (A4, A5)"), "megiddo", "base", "book"
)
OCR = ("D3", "84", "£4", "A4", "AG", "F2", "D4", "AS", "A3 {A4, AS)")
"""What a scanner makes of it."""


def test_a_game_with_a_slip_in_every_other_ply_is_restored():
    found = repair(replace(GAME, moves=OCR))
    assert found.solutions[0].moves == GAME.moves
    assert len(found.edits) == 5


def test_a_scanner_is_recognised_by_what_it_writes():
    book = find_dialect("megiddo", "book")
    typed = replace(GAME, moves=("D3", "B$", *GAME.moves[2:]))
    assert profile(typed, book) == "typed"
    assert profile(replace(GAME, moves=OCR), book) == "scanned"
    chosen = replace(typed, details={3: {"choices": [["A4", 0.9]]}})
    assert profile(chosen, book) == "scanned"


def test_what_a_scanner_confuses_is_cheap_one_way_only():
    model = load("scanned")
    assert model.swaps["l", "1"] < 1 < model.swaps["4", "1"]
    assert ("1", "8") not in model.swaps


def test_two_halves_of_a_ply_are_one():
    halves = (*OCR[:5], "F", "2", *OCR[6:])
    found = repair(replace(GAME, moves=halves))
    assert found.solutions[0].moves == GAME.moves
    (split,) = (edit for edit in found.edits if edit.kind == SPLIT)
    assert (split.ply, split.meant) == (6, "F2")


def test_choices_of_a_scanner_decide_where_texts_do_not():
    hole = replace(GAME, moves=(*GAME.moves[:2], "?", *GAME.moves[3:]))
    found = repair(replace(hole, details={2: {"choices": [["E4", 0.6]]}}))
    assert found.solutions[0].moves == GAME.moves
    assert found.confidence > repair(hole).confidence


@pytest.mark.parametrize("count", [5, 8])
def test_holes_that_nothing_determines_are_filled_without_confidence(count):
    found = repair(replace(GAME, moves=("?",) * count + GAME.moves[count:]))
    assert found.repaired
    assert replay(found.repaired).valid
    assert len(found.solutions[0].moves) == len(GAME.moves)
    assert found.confidence < 0.2


def test_a_wrong_swap_is_named(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('[swaps]\n1 = { l = "cheap" }\n', encoding="utf-8")
    with pytest.raises(InvalidSlipModel, match="swaps"):
        load(str(path))


def test_a_guess_is_uncertain_and_keeps_all_that_was_written(tmp_path):
    game = tmp_path / "game.txt"
    game.write_text("1. D3 B4\n2. ? A4\n3. ? F2\n4. D4 A5\n5. A3 (A4, A5)\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    run = CliRunner().invoke(cli, ["repair", str(game), "--json", "-o", str(out)])
    told = json.loads(run.stdout)
    assert (run.exit_code, told["repaired"], told["uncertain"]) == (1, False, True)
    assert told["moves"][:2] == ["D3", "B4"]
    (kept,) = records.read(str(out))
    doubtful = [at for at, beside in kept.details.items() if "doubtful" in beside]
    assert doubtful
    assert [kept.details[at]["written"] for at in (2, 4)] == ["?", "?"]
    assert "doubtful" in write(with_comments(kept))


def test_the_least_confidence_is_the_users():
    found = repair(replace(GAME, moves=("D3", "B4", "?", *GAME.moves[3:])), min_confidence=0.0)
    assert found.mended
    assert not repair(found.record, min_confidence=1.0).mended


def test_shares_of_a_place_add_up_to_one_at_most():
    found = repair(replace(GAME, moves=OCR))
    for edit in found.edits:
        assert edit.confidence + sum(one.confidence for one in edit.alternatives) <= 1


def test_rows_are_evidence_of_the_number_of_sides():
    rows = Record(GAME.moves[:8], places=[(at // 2 + 1, at % 2 + 1) for at in range(8)])
    assert row_width(rows) == 2
    assert row_width(replace(rows, places=())) == 0
