"""Keys of many positions at once are those of each."""

import random
from itertools import islice

import numpy as np
import pytest

from analysis.games import find
from analysis.games.arrays import array_keys, distinct, distinct_rows, in_words

CASES = [
    ("gipf", "basic"),
    ("megiddo", "base+players=3"),
    ("megiddo", "grand-master"),
    ("epaminondas", "standard+stones+symmetry=move"),
    ("crossings", "standard+columns=3+rows=5"),
]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_keys_on_arrays_are_those_of_the_symmetries(game: str, variant: str) -> None:
    symmetries, chance = find(game).start(variant).variant.symmetries, random.Random(variant)
    width = symmetries[0].bits.width
    sets = [[chance.getrandbits(width) for _ in range(20)] for _ in symmetries.tables]
    others = [[chance.randrange(high) for _ in range(20)] for high in (2, 40, 40)]
    size = -(-width // 64)
    words = [np.array([in_words(size, one) for one in kind], np.uint64).T for kind in sets]
    beside = [np.array(other) for other in others]
    found = array_keys(symmetries).keys(words, beside)
    own, least = array_keys(symmetries).least(words, beside)
    canonical, images = array_keys(symmetries).canonical(words, beside)
    rows = zip(zip(*sets, strict=True), zip(*others, strict=True), strict=True)
    for place, (kinds, rest) in enumerate(rows):
        expected = symmetries.keys(kinds, *rest)
        assert tuple(found[:, place].tolist()) == expected
        assert (own[place], least[place]) == (expected[0], min(expected))
        assert (canonical[place], images[place]) == (least[place], expected.index(least[place]))


@pytest.mark.parametrize("high", [5, 1 << 30], ids=["few", "many"])
def test_rows_of_numbers_are_found_again_by_their_places(high: int) -> None:
    chance = random.Random(high)
    columns = [np.array([chance.randrange(high) for _ in range(200)]) for _ in range(2)]
    rows, places = distinct_rows(columns)
    assert [rows[at] for at in places] == list(zip(*map(np.ndarray.tolist, columns), strict=True))
    assert len(set(rows)) == len(rows)
    values, places = distinct(columns[0])
    assert sorted(set(columns[0].tolist())) == list(islice(values, len(values)))
    assert [values[at] for at in places] == columns[0].tolist()
