"""Games with many slips, decoded forward, and the profile of scanners."""

from dataclasses import replace

import pytest

from analysis import repair, replay
from analysis.repair.edits import SPLIT
from analysis.repair.repair import profile
from analysis.typos.model import InvalidSlipModel, load
from notation import find_dialect
from records import Record

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
