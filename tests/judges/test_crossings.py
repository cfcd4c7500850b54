"""The judge of Crossings on boards small enough to count moves by hand."""

import pytest

from tests.judges.crossings import MoveTuple, table

ALONE = 7
"""Moves of a stone that has one neighbour and otherwise free squares around it."""


@pytest.mark.parametrize(
    ("position", "captures", "number"),
    [
        ("8/8/8/3b4/3w4/8/8/8 w", [], ALONE),
        # Both stones alone; as a group two squares ahead and two back.
        ("5w2/8/2w5/2w5/8/8/2b5/2b5 w", [], 2 * ALONE + 4),
        # The stone in the middle has two neighbours. Three reach c2, whose line has two stones.
        ("5w2/2w5/2w5/2w5/8/8/2b5/2b5 w", [(5, 3, 3, "S", 3, 1)], 2 * ALONE + 6 + 7),
        # c8 is locked: c7 and c6 are two against two, and c7 has two neighbours.
        ("2w5/2w5/2w5/8/2b5/2b5/8/1b6 w", [], 6 + ALONE + 1),
        # b1 is locked, for Black: the stones on c1 and c2 do not count with c3.
        ("1w6/8/2w5/2w5/8/2b5/2b5/2b5 b", [], 6 + ALONE + 1),
        # Two stones wait behind each other: three take the first of them.
        ("8/3b4/3b4/8/3w4/3w4/3w4/8 w", [(4, 4, 3, "N", 2, 1)], 2 * ALONE + 6 + 5),
    ],
    ids=["alone", "locked-ahead", "three", "locked-behind", "black-locked-behind", "first-of-line"],
)
def test_moves_counted_by_hand(position: str, captures: list[MoveTuple], number: int):
    moves = table(position).legal_moves()
    assert [move for move in moves if move[5]] == captures
    assert len(moves) == number
