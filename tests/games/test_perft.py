"""Counts of move sequences, held against the slow judge and against published numbers."""

import pytest

from analysis import find
from analysis.games.position import perft
from tests.judges import epaminondas as judge

STARTS = {
    "standard": ("standard", 14, 12, 2),
    "small": ("standard+rows=6+columns=5+filled=1", 5, 6, 1),
    "narrow": ("standard+rows=5+columns=2+filled=1", 2, 5, 1),
}
"""Variants with their columns, rows and filled rows."""


def judged(table: judge.Table, depth: int) -> int:
    moves = table.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(judged(table.played(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("start", "depth"), [("standard", 1), ("small", 3), ("narrow", 5)], ids="{}".format
)
def test_counts_agree_with_the_judge(start, depth):
    variant, columns, rows, filled = STARTS[start]
    position = find("epaminondas").start(variant)
    assert perft(position, depth) == judged(judge.start(columns, rows, filled), depth)


@pytest.mark.parametrize(("depth", "count"), [(1, 114), (2, 12_996)])
def test_counts_from_the_start(depth, count):
    assert perft(find("epaminondas").start(), depth) == count


def test_sequences_that_the_end_cuts_short_do_not_count():
    position = find("epaminondas").position("6/1w4/6/6/4b1/6 w")
    after_two = [
        answered
        for reply in (position.play(move) for move in position.legal_moves())
        for answered in (reply.play(move) for move in reply.legal_moves())
    ]
    won = [answered for answered in after_two if answered.outcome()]
    # Black may not answer a move onto row 6 with its half-turn; other moves off row 1 lose.
    assert (len(after_two), perft(position, 2)) == (8 * 8 - 3, 8 * 8 - 3)
    assert len(won) == 3 * 5
    going_on = sum(answered.count_moves() for answered in after_two if answered not in won)
    assert perft(position, 3) == going_on
