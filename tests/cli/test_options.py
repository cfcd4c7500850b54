"""What commands share: numbers with their words."""

import pytest

from analysis.cli.options import plural

COUNTS = {
    (0, "game"): "0 games",
    (1, "game"): "1 game",
    (12_345, "game"): "12,345 games",
    (1, "ply"): "1 ply",
    (2, "ply"): "2 plies",
}


@pytest.mark.parametrize(("counted", "words"), COUNTS.items(), ids=COUNTS.values())
def test_numbers_with_their_words(counted, words):
    assert plural(*counted) == words
