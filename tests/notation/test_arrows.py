"""Moves with an arrow, as a script for playing in a browser shows them."""

import pytest
from hypothesis import given

from analysis import replay
from notation import UnreadableMove, find_dialect
from notation.phalanx import Move
from notation.squares import cell_name
from tests.examples import examples
from tests.records.samples import read_one
from tests.strategies import moves

SPAN = find_dialect("epaminondas", "span")


def script(move: Move) -> str:
    """Write a move as the script does: it names the end that is nearest to its first square."""
    end = min(move.head, move.tail, key=lambda square: (-square[0], square[1]))
    if move.direction in ("NE", "SW"):
        end = min(move.head, move.tail)
    count = f" [{move.count}]" if move.count > 1 else ""
    captures = f" ×{move.captures}" if move.captures else ""
    return f"{cell_name(end)}→{cell_name(move.target)}{count}{captures}".upper()


@examples(200)
@given(moves(14, 12))
def test_a_move_of_the_script_is_read_as_it_was_meant(move):
    reading = SPAN.read(script(move).replace("X", "×"))
    counted = move.count > 1 or move.captures
    assert reading.moves[0] == (move if counted else move._replace(captures=None))
    assert len(reading.moves) <= 2
    assert ("arrow" if counted else "separator") in [note.code for note in reading.notes]


def test_a_game_with_arrows_is_read_and_decided_by_the_board():
    record = read_one("1. G1→G4 [2]  F11 -> H9 [2]\n2. f2→f4 [2] ×1")
    assert (record.game, record.dialect) == ("epaminondas", "span")
    played = replay(record)
    assert [str(ply.move) for ply in played.plies()][:2] == ["2.7.2N2", "11.6.2SE2"]
    assert [finding.code for finding in played.violations] == ["capture-count"]


@pytest.mark.parametrize("text", ["g1→h3 [2]", "g1→g1", "g1→g3 [0]", "g0→g3", "g1→→g3"])
def test_what_is_no_move_with_an_arrow(text):
    with pytest.raises(UnreadableMove):
        SPAN.read(text)
