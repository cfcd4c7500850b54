"""Rules on arrays give the results of replays, ply by ply, in every game and variant."""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.games import GAMES, find
from analysis.games.arrays import distinct_rows, image_keys, in_words
from analysis.games.gipf.arrays import Sides, count_removals, may_be_taken
from notation.phalanx import Move
from tests.cases import each_case
from tests.examples import examples, full
from tests.games.array_laws import (
    code_of,
    compare,
    compare_verdicts,
    endings,
    random_texts,
    spoiled,
)
from tests.games.engine_games import FILES, engine_games, read
from tests.games.test_programs import board
from tests.strategies import SMALL, Arrival, arrivals, positions

RANDOM = [
    ("epaminondas", "standard", "abbott"),
    ("epaminondas", "standard+symmetry=off", "span"),
    ("epaminondas", "standard+columns=26+rows=11+symmetry=mirror", "span"),
    ("epaminondas", "standard+columns=8+rows=8", "abbott"),
    ("epaminondas", "standard+columns=4+rows=6+filled=1", "span"),
    ("epaminondas", "standard+columns=3+rows=5+filled=1+symmetry=mirror", "span"),
    ("crossings", "standard", "span"),
    ("crossings", "standard+columns=9+rows=8", "abbott"),
    ("crossings", "standard+columns=4+rows=5+filled=1", "span"),
    ("gipf", "basic", None),
    ("gipf", "basic+pieces=18", None),
    ("gipf", "basic+pieces=17,15", None),
    ("gipf", "standard", None),
    ("gipf", "tournament", None),
    *(
        ("megiddo", variant, None)
        for variant in (
            *("base", "base+cleopatra", "base+radial-move", "base+players=3", "master"),
            *("master+cleopatra+radial-move", "master+cleopatra+players=3", "master+players=6"),
            *("grand-master", "grand-master+radial-move+players=3", "grand-master+cleopatra"),
            "grand-master+cleopatra+radial-move+players=3",
        )
    ),
]


def test_every_option_of_a_variant_is_played_on_arrays_and_documented():
    """`RANDOM` needs a game for every option, to show that the arrays support it."""
    root = Path(__file__).parents[2]
    vectors = json.loads((root / "vectors" / "variants.json").read_text(encoding="utf-8"))
    documents = [root / "docs" / "positions.md", root / "README.md"]
    for name, game in GAMES.items():
        played = {part for one, variant, _ in RANDOM if one == name for part in options_in(variant)}
        kept = {part for variant in vectors[name] for part in options_in(variant)}
        for option in game.variant_type().OPTIONS:
            for word in (known.removesuffix("...") for known in option.known):
                with_word = [one for one in vectors[name] if word in options_in(one)]
                arrays = game.arrays() if game.arrays else None
                covers = [arrays.covers(game.start(one)) for one in with_word] if arrays else []
                is_left_to_replays = bool(covers) and not any(covers)
                assert word in played or is_left_to_replays, f"RANDOM lacks {name} with {word}"
                assert word in kept or "=" in word, f"vectors/variants.json lacks {name} {word}"
                for path in documents:
                    text = path.read_text(encoding="utf-8")
                    row = re.compile(rf"^\| `?{name}`? \| .*`{word}", re.IGNORECASE | re.MULTILINE)
                    assert row.search(text), f"{path.name} lacks {word} of {name}"


def options_in(variant: str) -> list[str]:
    """Return the words and keys of a variant string; keys end in an equals sign."""
    return [key + equals for key, equals, _ in (one.partition("=") for one in variant.split("+"))]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant", "dialect"), RANDOM)
def test_arrays_find_in_random_games_what_the_replay_finds(game, variant, dialect):
    games = random_texts(game, variant, dialect, range(2 if full() else 1))
    assert compare(game, variant, dialect, games) == len(games)
    chance = random.Random(variant)
    assert compare(game, variant, dialect, [*spoiled(games, chance)])
    _, boards = compare_verdicts(game, variant, dialect, [*endings(games, chance)])
    assert 0 < boards.good.sum() < len(boards.good)


@each_case("name", FILES)
def test_arrays_find_in_games_of_programs_what_the_replay_finds(name):
    game, variant, dialect = FILES[name]
    games = [record.moves for record in engine_games(name, 1)]
    assert compare(game, variant, dialect, games) == len(games)
    compare_verdicts(game, variant, dialect, [*spoiled(games, random.Random(name))])


@each_case("text", ["f2 (12)", "f2 (11)", "f2 (-1)", f"f2 ({'9' * 30})"])
def test_counts_are_compared_as_in_the_replay(text):
    compare("gipf", "basic", None, [(text,), (text, text)])


def test_what_may_be_taken_are_the_rows_that_stand_and_nothing_else():
    for case in read("gipf-removal-positions"):
        position = board(case["white"], case["black"], f"{case['remover'][0]} 5,5 0,0 -")
        outcomes = set(position.possible_removals())
        parts = {some & ~(some & -some) for some in outcomes} | {0, position.own}
        claims = np.array(sorted(outcomes | parts), np.uint64)
        stands = [np.uint64(one) for one in (position.own, position.enemy, position.gipf)]
        boards = Sides(*(np.full(len(claims), one) for one in stands))
        found = claims[may_be_taken(boards, Sides(*(claims & one for one in stands)))]
        assert set(found.tolist()) == outcomes, case["id"]
        assert set(count_removals(boards).tolist()) == {len(outcomes)}, case["id"]


def claims_of(start: Any, chance: random.Random) -> list[Move]:
    """Return moves of phalanxes, legal or not, with right and wrong counts and distances."""
    here = start.variant.grid
    found: list[Move] = []
    for group in here.groups(start.own, start.empty, start.enemy):
        found += start.moves_of(group, group.heads)
    some = chance.sample(found, min(len(found), 200))
    wrong = [move._replace(captures=chance.choice((None, 0, 1, 2))) for move in some]
    far = [move._replace(distance=min(move.count, move.distance + 1)) for move in some]
    longer = [move._replace(count=move.count + 1) for move in some]
    return [*found, *wrong, *far, *longer]


def compare_moves(start: Any, claims: Sequence[Move]) -> None:
    """Compare games of one move each with the replay."""
    arrays = find(start.GAME).arrays
    assert arrays
    if not arrays().covers(start):
        assert start.won()
        return
    rules = arrays()(start)
    codes = np.array([code_of(rules, claim) for claim in claims], np.int32)
    boards = rules.judge(codes, np.ones(len(claims), np.int32))
    counts = boards.count_moves()
    assert counts is not None
    assert set(counts.tolist()) == {start.count_moves() for _ in claims}
    reached = list(boards.positions(np.arange(len(claims))))
    for ply, claim in enumerate(claims):
        after, played = start.advance([start.compile(claim)])
        assert boards.good[ply] == bool(played), (str(start), claim)
        if played:
            assert reached[ply] == after


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["standard", "standard+symmetry=mirror"])
@examples(40)
@given(st.booleans().flatmap(arrivals))
def test_arrays_forbid_the_symmetries_that_the_laws_forbid(variant: str, arrival: Arrival) -> None:
    start = find("epaminondas").position(arrival.position, variant)
    compare_moves(start, [arrival.move, *claims_of(start, random.Random(arrival.position))])


@given(positions(SMALL))
@examples(50)
def test_arrays_lock_the_stones_that_have_crossed(text: str) -> None:
    start = find("crossings").position(text)
    compare_moves(start, claims_of(start, random.Random(text)))


@each_case(
    ("game", "variant"),
    [
        ("gipf", "basic"),
        ("megiddo", "base+players=3"),
        ("megiddo", "grand-master"),
        ("epaminondas", "standard+stones+symmetry=move"),
        ("crossings", "standard+columns=3+rows=5"),
    ],
)
def test_keys_on_arrays_are_those_of_the_symmetries(game, variant):
    symmetries, chance = find(game).start(variant).variant.symmetries, random.Random(variant)
    width = symmetries[0].bits.width
    sets = [[chance.getrandbits(width) for _ in range(20)] for _ in symmetries.tables]
    others = [[chance.randrange(high) for _ in range(20)] for high in (2, 40, 40)]
    size = -(-width // 64)
    words = [np.array([in_words(size, one) for one in kind], np.uint64).T for kind in sets]
    beside = distinct_rows([np.array(other) for other in others])
    found = image_keys(symmetries, words, beside)
    rows = zip(zip(*sets, strict=True), zip(*others, strict=True), strict=True)
    for place, (kinds, rest) in enumerate(rows):
        assert tuple(found[place].tolist()) == symmetries.keys(kinds, *rest)
