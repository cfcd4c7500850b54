"""Plies and bit sets on arrays."""

import numpy as np

from analysis.games.arrays import Plies, count_bits, lowest_bits


def test_plies_are_counted_and_summed_game_by_game():
    plies = Plies(np.array([2, 0, 3], np.int32), turn=1, sides=3)
    assert plies.turns.tolist() == [1, 2, 1, 2, 0]
    assert plies.running(np.array([1, 2, 3, 4, 5]), 10).tolist() == [11, 13, 13, 17, 22]
    assert plies.before(np.array([1, 2, 3, 4, 5]), 9).tolist() == [9, 1, 9, 3, 4]
    assert plies.every(np.array([True, False, True, True, True])).tolist() == [False, True, True]
    assert [at.tolist() for at in plies.rounds()] == [[2, 0], [3, 1], [4]]


def test_bits_are_counted_and_the_lowest_found():
    sets = np.array([[0, 1, 2**64 - 1], [0b1010, 2**63, 7]], np.uint64)
    assert count_bits(sets).tolist() == [[0, 1, 64], [2, 1, 3]]
    assert lowest_bits(sets).tolist() == [[0, 1, 1], [2, 2**63, 1]]
