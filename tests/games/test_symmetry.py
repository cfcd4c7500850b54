"""Symmetries do not change games; keys are equal for images and in every run."""

from functools import reduce
from hashlib import blake2b
from operator import xor
from typing import Any

import pytest
from hypothesis import given

from analysis.games import GAMES
from tests.cases import each_case
from tests.examples import examples, full
from tests.judges.gipf import DOTS, SPOTS, neighbour
from tests.strategies import mirrored_position
from tests.strategies import positions as epaminondas_positions

SIZES = {
    ("epaminondas", "standard"): 2,
    ("epaminondas", "standard+symmetry=mirror"): 2,
    ("epaminondas", "standard+symmetry=off+rows=5+columns=6"): 2,
    ("epaminondas", "standard+symmetry=move+rows=5+columns=6"): 2,
    ("gipf", "basic"): 12,
    ("gipf", "standard"): 12,
    ("gipf", "tournament"): 12,
    ("megiddo", "base"): 12,
    ("megiddo", "base+radial-move"): 12,
    ("megiddo", "master+cleopatra"): 12,
    ("megiddo", "base+players=3"): 12,
    ("megiddo", "grand-master"): 288,
    ("megiddo", "grand-master+cleopatra+players=3"): 288,
    ("megiddo", "grand-master+radial-move"): 12,
}
"""The number of symmetries by game and variant."""


@each_case(("game", "variant"), SIZES)
def test_a_variant_has_so_many_symmetries(game, variant):
    assert len(GAMES[game].variant(variant).symmetries) == SIZES[game, variant]


def word(text):
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


EXAMPLES = {
    "epaminondas": (
        ("epaminondas", "6/1w4/6/6/4b1/6 b"),
        ["epaminondas 6x6 white 25", "epaminondas 6x6 black 10", "epaminondas 6x6 1"],
        12923229406954144031,
    ),
    "gipf": (
        ("gipf", "4/1W3/6/7/6/5/b3 w 15,16 1,2 B"),
        ["gipf white 9", "gipf gipf 9", "gipf black 51", "gipf 0 15 16 1 2 0 1"],
        841778823427752468,
    ),
    "megiddo": (
        ("megiddo", "6/1r4/2b3/6/6/6 r 0,2"),
        ["megiddo red 7", "megiddo blue 14", "megiddo 0 0 2"],
        13321771360180241312,
    ),
}


@pytest.mark.parametrize(("place", "words", "key"), EXAMPLES.values(), ids=EXAMPLES)
def test_keys_are_made_as_documented_and_stay(place, words, key):
    """Stored keys must remain valid, so these numbers never change."""
    game, text = place
    assert GAMES[game].position(text).key == reduce(xor, map(word, words)) == key


def test_the_first_point_counts_as_the_others_do():
    position = GAMES["epaminondas"].position("6/6/6/6/6/w5 w")
    assert position.key == word("epaminondas 6x6 white 0") ^ word("epaminondas 6x6 0")


@examples(30)
@given(text=epaminondas_positions())
def test_the_mirror_of_epaminondas_is_that_of_the_printed_board(text):
    position = GAMES["epaminondas"].position(text)
    mirror = position.variant.symmetries[1]
    assert mirror.name == "mirror"
    assert str(mirror.position(position)) == mirrored_position(text)


def test_a_turn_of_the_gipf_board_turns_every_direction():
    turns = {one.name: one for one in GAMES["gipf"].variant().symmetries}
    for name, direction_after in {
        "rotation 60": lambda direction: (direction + 1) % 6,
        "rotation 180": lambda direction: (direction + 3) % 6,
        "mirror": lambda direction: -direction % 6,
        "mirror, rotation 60": lambda direction: (1 - direction) % 6,
    }.items():
        for point in (*SPOTS, *DOTS):
            for direction in range(6):
                beside = neighbour(point, direction)
                image = neighbour(turns[name].point(point), direction_after(direction))
                assert image == (beside and turns[name].point(beside))


def test_a_turn_of_the_megiddo_board_goes_clockwise_and_a_mirror_keeps_spoke_a():
    group = {one.name: one for one in GAMES["megiddo"].variant("grand-master").symmetries}
    assert group["rotation 60"].point((1, 4)) == (2, 4)
    assert group["mirror"].point((1, 4)) == (1, 4)
    assert group["mirror"].point((2, 4)) == (6, 4)
    assert group["mirror, rotation 120, shift 5"].point((2, 4)) == (2, 3)


@pytest.mark.slow
def test_different_positions_of_a_game_have_different_keys():
    for game in GAMES.values():
        seen: dict[int, Any] = {}
        waiting = [game.start()]
        while len(seen) < (800 if full() else 150):
            position = waiting.pop(0)
            if seen.setdefault(position.key, position) is position:
                waiting.extend(position.play(move) for move in list(position.legal_moves())[:12])
            assert seen[position.key] == position
