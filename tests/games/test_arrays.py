"""Rules on arrays: in every game that has them, they judge as `Position.advance` does."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

import numpy as np
import pytest

from analysis.games import GAMES
from analysis.games.arrays import Plies, count_bits, lowest_bits
from analysis.replay.at_once import CodedTexts
from analysis.replay.compiled import CompiledTexts, compiled_game
from records import Record
from tests.games.engine_games import FILES, engine_games

GAMES_OF_EACH = 12

VARIANTS = (
    *((name, variant) for name, (_, variant, _) in FILES.items()),
    ("gipf-basic-games", "basic+pieces=18,16"),
)
"""Files, and variants under which their games are legal."""

KINDS = [
    pytest.param(name, variant, id=f"{name}-{variant}")
    for name, variant in VARIANTS
    if GAMES[FILES[name][0]].arrays
]


def spoiled(games: Sequence[Record], chance: random.Random) -> Iterator[Record]:
    """Yield each game with a text exchanged, taken from another place, left out or doubled."""
    everything = [text for game in games for text in game.moves]
    for game in games:
        moves, place = list(game.moves), chance.randrange(len(game.moves))
        texts = [
            [chance.choice(everything)],
            [chance.choice(games).moves[0]],
            [],
            [moves[place]] * 2,
            [moves[place], "?!"],
        ]
        moves[place : place + 1] = chance.choice(texts)
        yield replace(game, moves=tuple(moves + chance.choices(everything, k=chance.randrange(2))))


def texts_of(name: str, variant: str) -> tuple[CompiledTexts, CodedTexts]:
    game, _, dialect = FILES[name]
    compiled = compiled_game(game, variant, dialect)
    arrays = GAMES[game].arrays
    rules = arrays and arrays()(compiled.start)
    assert rules
    return compiled, CodedTexts(compiled, rules)


@pytest.mark.parametrize(("name", "variant"), KINDS)
def test_arrays_judge_every_ply_of_a_game_as_it_is_played(name: str, variant: str):
    games = [game.moves for game in engine_games(name, GAMES_OF_EACH)]
    compiled, texts = texts_of(name, variant)
    boards = texts.judge(games)
    assert boards.good.all()
    played = chain.from_iterable(compiled.positions(moves, compiled.start) for moves in games)
    assert list(boards.positions(np.arange(boards.plies.count))) == list(played)


@pytest.mark.parametrize(("name", "variant"), KINDS)
def test_arrays_find_the_spoiled_games_that_cannot_be_played(name: str, variant: str):
    chance = random.Random(name)
    some = engine_games(name, GAMES_OF_EACH)
    games = [game.moves for _ in range(5) for game in spoiled(some, chance)]
    compiled, texts = texts_of(name, variant)
    boards = texts.judge(games)
    ends = list(boards.positions(boards.plies.lasts))
    for moves, good, end in zip(games, boards.good, ends, strict=True):
        position, played = compiled.start.advance(map(compiled.steps.__getitem__, moves))
        assert good == (played == len(moves))
        assert not good or end == position
    assert np.count_nonzero(~boards.good) > 0


def test_plies_are_counted_and_summed_game_by_game():
    plies = Plies(np.array([2, 0, 3], np.int32), turn=1, sides=3)
    assert plies.turns.tolist() == [1, 2, 1, 2, 0]
    assert plies.running(np.array([1, 2, 3, 4, 5]), 10).tolist() == [11, 13, 13, 17, 22]
    assert plies.before(np.array([1, 2, 3, 4, 5]), 9).tolist() == [9, 1, 9, 3, 4]
    assert plies.every(np.array([True, False, True, True, True])).tolist() == [False, True, True]
    assert [plies.by_rounds[place].tolist() for place in plies.rounds] == [[2, 0], [3, 1], [4]]


def test_bits_are_counted_alike_by_any_numpy(monkeypatch: pytest.MonkeyPatch):
    sets = np.array([[0, 1, 2**64 - 1], [0b1010, 2**63, 7]], np.uint64)
    counts = count_bits(sets).tolist()
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert counts == count_bits(sets).tolist() == [[0, 1, 64], [2, 1, 3]]
    assert lowest_bits(sets).tolist() == [[0, 1, 1], [2, 2**63, 1]]


def test_numbers_beyond_a_word_are_left_to_the_replay():
    for name, variant in VARIANTS:
        game, _, dialect = FILES[name]
        if GAMES[game].arrays:
            moves = engine_games(name, 1)[0].moves
            texts = [f"{moves[0]} ({'9' * 30})", *moves[1:]]
            assert not texts_of(name, variant)[1].judge([texts]).good[0], dialect


def test_games_without_plies_stand_between_others():
    name, variant = VARIANTS[1]
    moves = engine_games(name, 1)[0].moves
    boards = texts_of(name, variant)[1].judge([(), moves, (), moves[:3], ()])
    assert boards.good.all()
    assert len(list(islice(boards.positions(boards.plies.lasts[[1, 3]]), 2))) == 2
