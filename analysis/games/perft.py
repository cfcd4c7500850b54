"""Counting move sequences: the ground truth that implementations of rules compare."""

from analysis.games.position import Position


def count_sequences(position: Position, depth: int) -> int:
    """Return the number of legal move sequences of a length (often called perft).

    Args:
        position: where to start.
        depth: number of moves in a sequence, from 1. Sequences that the game's end cuts short do
            not count.
    """
    if depth == 1:
        return position.count_moves()
    return sum(count_sequences(position.after(move), depth - 1) for move in position.legal_moves())
