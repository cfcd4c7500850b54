"""Symmetries keep the games the same, and keys are the same for images and in every run."""

from functools import reduce
from hashlib import blake2b
from itertools import pairwise
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.games import GAMES
from analysis.games.position import canonical_key
from tests.examples import examples, full
from tests.judges.gipf import DOTS, SPOTS, neighbour
from tests.strategies import mirrored_position, size
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

VARIANTS = pytest.mark.parametrize(
    ("game", "variant"), SIZES, ids=[f"{game} {variant}" for game, variant in SIZES]
)


@st.composite
def _gipf(draw, rules):
    """Draw a board, on some of which rows are frequent."""
    letters = draw(st.sampled_from([".wb", "..wwwb", "....wb"]))
    pieces = draw(st.lists(st.sampled_from(letters), min_size=37, max_size=37))
    for spot in draw(st.sets(st.integers(0, 36), max_size=9)) if rules.stacked else ():
        pieces[spot] = pieces[spot].upper()
    columns = [pieces[start:end] for start, end in pairwise(ENDS)]
    board = "/".join("".join(column).replace(".", "1") for column in columns)
    bringing = draw(st.sampled_from(["-", "W", "B", "WB"])) if rules.kind == "tournament" else "-"
    beside = "{},{} {},{}".format(*(draw(st.integers(0, 12)) for _ in range(4)))
    return f"{board} {draw(st.sampled_from('wb'))} {beside} {bringing}"


ENDS = (0, 4, 9, 15, 22, 28, 33, 37)


@st.composite
def _megiddo(draw, rules):
    letters = draw(st.sampled_from(["...", ".", ""])) + "rbg"[: len(rules.sides)]
    stones = draw(st.lists(st.sampled_from(letters), min_size=36, max_size=36))
    stones[draw(st.integers(0, 35))] = "."
    board = "/".join("".join(stones[at : at + 6]).replace(".", "1") for at in range(0, 36, 6))
    counts = ",".join(str(draw(st.integers(0, 6))) for _ in rules.sides)
    return f"{board} {draw(st.sampled_from('rbg'[: len(rules.sides)]))} {counts}"


@st.composite
def cases(draw, game, variant):
    """Draw a position and a symmetry."""
    rules = GAMES[game].variant(variant)
    if game == "epaminondas":
        text = draw(epaminondas_positions(st.just(size(str(GAMES[game].start(variant))))))
    else:
        text = draw({"gipf": _gipf, "megiddo": _megiddo}[game](rules))
    return GAMES[game].position(text, variant), draw(st.sampled_from(list(rules.symmetries)))


def ended(position):
    outcome = position.outcome()
    return outcome and (outcome.winner, outcome.reason)


@VARIANTS
def test_a_variant_has_so_many_symmetries(game, variant):
    assert len(GAMES[game].variant(variant).symmetries) == SIZES[game, variant]


@pytest.mark.slow
@VARIANTS
@examples(40)
@given(data=st.data())
def test_playing_and_laying_onto_itself_can_change_places(game, variant, data):
    position, symmetry = data.draw(cases(game, variant))
    image = symmetry.position(position)
    assert ended(image) == ended(position)
    moves = list(position.legal_moves())
    if moves:
        move = data.draw(st.sampled_from(moves))
        after, image_after = position.play(move), image.play(symmetry.move(move))
        assert symmetry.position(after) == image_after
        assert ended(after) == ended(image_after)
        captured = set(map(symmetry.point, position.captured(move)))
        assert captured == set(image.captured(image.completions(symmetry.move(move))[0].move))


@pytest.mark.slow
@VARIANTS
@examples(40)
@given(data=st.data())
def test_keys_of_images(game, variant, data):
    position, symmetry = data.draw(cases(game, variant))
    group, image = position.variant.symmetries, symmetry.position(position)
    assert position.key == position.keys()[0]
    assert image.key == position.keys()[list(group).index(symmetry)]
    assert sorted(image.keys()) == sorted(position.keys())
    assert group.inverse(symmetry).position(image) == position
    (key, canonical), (same, other) = canonical_key(position), canonical_key(image)
    assert key == same == canonical.position(position).key
    assert canonical.position(position) == other.position(image)
    assert (image.key == position.key) == (image == position)
    assert position.pass_turn().key != position.key


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
    """The numbers were computed once: who has stored keys finds his positions again."""
    game, text = place
    assert GAMES[game].position(text).key == reduce(xor, map(word, words)) == key


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
