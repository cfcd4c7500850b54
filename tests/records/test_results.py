"""Results: scores, letters and statements in several languages."""

import pytest

from records.results import MOVER_LOSES, match_result, winner_index, won_by

# What a text states: the result, the way, and the side that it names.


@pytest.mark.parametrize(
    ("text", "sides", "result"),
    [
        ("W+", ("White", "Black"), "1-0"),
        ("B+", ("White", "Black"), "0-1"),
        ("B+", ("Red", "Blue"), "0-1"),
        ("G+", ("Red", "Blue", "Green"), "3"),
        ("W+", ("Red", "Blue"), "*"),
        ("Blue wins", ("Red", "Blue", "Green"), "2"),
        ("Blue resigns", ("Red", "Blue", "Green"), "*"),
        ("Blue resigns", ("Red", "Blue"), "1-0"),
        ("1-0 (White)", ("White", "Black"), "1-0"),
        ("1-0 (Black)", ("White", "Black"), "*"),
        ("resigns", ("White", "Black"), MOVER_LOSES),
        ("resigns", ("Red", "Blue", "Green"), "*"),
    ],
)
def test_what_it_means_among_the_sides_of_a_game(text, sides, result):
    found = match_result(text)
    assert found is not None
    assert found.among(sides) == result


@pytest.mark.parametrize("side", range(3))
def test_the_winner_of_a_result(side):
    assert winner_index(won_by(side, 3)) == side
    if side < 2:
        assert winner_index(won_by(side, 2)) == side
    assert [winner_index(one) for one in ("1/2-1/2", "*", "0", "", "x", "9" * 5000)] == [None] * 6
