"""The search for repairs: breaks that are mended one after the other, late slips, lost plies."""

from dataclasses import replace

import pytest

from analysis import repair, replay
from records import Record
from tests.records.samples import DEMONSTRATION

GAME = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")


def with_slips(slips: dict[int, str], plies: int | None = None) -> Record:
    """Return the first plies of the game with other texts at some indices."""
    moves = tuple(slips.get(at, move) for at, move in enumerate(DEMONSTRATION))
    return replace(GAME, moves=moves[:plies])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slips", "plies"),
    [
        ({0: "2.7.2N1", 10: "7.7.3N2", 17: "1.8.1E2"}, None),
        ({1: "11.6.2SE1", 4: "2.8.1SW?", 8: "6.7.3N1x?"}, 12),
    ],
    ids=["three slips", "one that does harm ten plies later"],
)
def test_slips_are_found_far_before_the_break(slips, plies):
    found = repair(with_slips(slips, plies))
    assert found.solutions[0].moves == DEMONSTRATION[:plies]


MEGIDDO = Record(
    (
        *("F6", "D3", "D5", "E1", "F5", "D1", "E6", "C3", "A3", "F4", "A4", "B5", "D4", "A5"),
        *("C5 (B5, A5)", "E2", "C2", "D2", "F2 (E2, D2)", "B4 (A3, F2)", "F3", "D6 (D5, D4)"),
        *("A6", "E5", "B2", "C4", "B3 (C4, D5) (D4, D3)"),
    ),
    "megiddo",
    "base",
    "book",
)


@pytest.mark.slow
def test_a_lost_ply_is_found_where_the_next_one_captures_only_without_it():
    assert replay(MEGIDDO).valid
    lost = replace(MEGIDDO, moves=(*MEGIDDO.moves[:21], *MEGIDDO.moves[22:]))
    found = repair(lost)
    assert found.solutions[0].moves == MEGIDDO.moves
    assert [edit.kind for edit in found.edits] == ["missing-ply"]


@pytest.mark.slow
def test_a_lost_ply_is_found_where_the_next_one_has_another_reading_only_without_it():
    lost = ("h1,g2-e4", "b8,c7-d6", "g1,f2-e3", "a8,b7-d5", "e1,e4-e7", "c8,d7-e6", "c7,d7-e7")
    found = repair(Record(lost, "crossings", "standard", "span"))
    assert (*lost[:6], "f1,f3-f6", lost[6]) in [one.moves for one in found.solutions]


@pytest.mark.slow
def test_a_ply_of_the_game_that_stands_elsewhere_besides_is_taken_out():
    moves = (*MEGIDDO.moves[:15], "C3", *MEGIDDO.moves[15:])
    found = repair(replace(MEGIDDO, moves=moves))
    assert found.solutions[0].moves == MEGIDDO.moves
    assert [(edit.ply, edit.kind) for edit in found.edits] == [(16, "superfluous-ply")]
