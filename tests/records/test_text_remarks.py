"""The text reader: remarks behind the moves of a row, and doubtful brackets beside tables."""

import pytest

from analysis import replay
from tests.records.samples import codes, read_one

MOVES = ("D3", "B4", "E4", "A4", "A6", "F2")
SHEET = "1. D3 B4{}\n2. E4 A4{}\n3. A6 F2\n"

REMARKS = [" threatening B5", " menace A5", " or B1", " = A5", " -> C1 C2 C3", "\nbetter C1"]


@pytest.mark.parametrize("at", [0, 1], ids="row {}".format)
@pytest.mark.parametrize("remark", REMARKS)
def test_moves_in_a_remark_behind_a_full_row_are_not_played(remark, at):
    game = replay(read_one(SHEET.format(*[remark, ""][:: 1 - 2 * at])))
    assert game.record.moves == MOVES
    assert not game.violations
    assert game.record.details == {2 * at + 1: {"comment": remark.strip()}}
    assert "comment" in codes(game.record)


def test_a_remark_after_three_moves_of_three_players():
    tags = '[Game "megiddo"]\n[Variant "base+players=3"]\n\n'
    record = read_one(f"{tags}1. D3 B4 E4 well A4\n2. good A4 A6 F2\n")
    assert record.moves == MOVES
    assert record.details == {2: {"comment": "well A4"}}


@pytest.mark.parametrize("number", ["Z.", "l)", "II"])
def test_a_whole_row_behind_a_misread_number_is_played(number):
    record = read_one(f"1. D3 B4 {number} E4 A4 3. A6 F2\n")
    assert record.moves == MOVES
    assert codes(record)


def test_a_remark_is_played_where_only_that_is_legal():
    text = "1. D3 B4\n2. E4 A4 and A6\n3. F2 D4\n4. A5 A3 (A4, A5)\n"
    game = replay(read_one(text, game="megiddo"))
    assert not game.violations
    assert game.record.moves[4:] == ("A6", "F2", "D4", "A5", "A3 (A4, A5)")
    (message,) = [note.message for note in game.notes if note.code == "legal-reading"]
    assert message == "'and A6' is read as moves: only so are the moves legal to the end"


@pytest.mark.parametrize("aside", ["(A1)", "; A1"])
def test_a_doubtful_bracket_below_a_damaged_table_loses_no_row(aside):
    record = read_one(f"1. D3 B4\n2. E4† A4‡\n3. A6 F2§\n4. D4 A5\n{aside}\n")
    game = replay(record)
    assert len(game.record.moves) in (8, 9)
    assert game.record.moves[:8] == ("D3", "B4", "E4†", "A4‡", "A6", "F2§", "D4", "A5")
    assert game.violations[0].code == "unreadable"
