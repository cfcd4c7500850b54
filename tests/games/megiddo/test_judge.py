"""Two independent programs must agree on everything, in every variant."""

import random

import pytest
from hypothesis import assume, given

from analysis.games.megiddo.measures import points
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant
from notation.megiddo import Move, point_name
from tests.examples import examples
from tests.games.megiddo.cases import PLIES, VARIANTS, boards, judged, names, pairs
from tests.judges import megiddo as judge


def assert_same(position: Position, game: judge.Game) -> None:
    assert judged(position).board == game.board
    assert list(position.taken) == game.captured
    assert list(points(position)) == game.scores()
    outcome = position.outcome()
    assert (outcome and (outcome.winner, outcome.reason)) == game.result()


def assert_same_move(position: Position, game: judge.Game, move: Move) -> judge.Game:
    after = game.copy()
    generations = after.play(names(move))
    assert pairs(move) == {pair for generation in generations for pair in generation}
    ordered = [frozenset(map(point_name, group)) for group in move.groups]
    for generation in generations:
        assert set(ordered[: len(generation)]) == generation
        del ordered[: len(generation)]
    assert_same(position.after(move), after)
    return after


@pytest.mark.slow
@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_random_games_agree_ply_by_ply(rules: MegiddoVariant) -> None:
    chance = random.Random(str(rules))
    for _ in range(4):
        position, game = (
            Position.start(rules),
            judge.Game(rules.edge, rules.cleopatra, rules.radial_move, len(rules.sides)),
        )
        for _ in range(PLIES):
            moves = list(position.legal_moves())
            assert sorted(map(names, moves)) == sorted(game.moves())
            assert position.count_moves() == len(moves)
            if not moves:
                break
            for other in chance.sample(moves, min(3, len(moves))):
                assert_same_move(position, game, other)
            move = chance.choice(moves)
            game = assert_same_move(position, game, move)
            position = position.after(move)


@examples(150)
@given(boards())
def test_captures_on_any_board_agree(position: Position) -> None:
    assume(position.outcome() is None)
    game = judged(position)
    moves = list(position.legal_moves())
    assert sorted(map(names, moves)) == sorted(game.moves())
    for move in moves:
        assert_same_move(position, game, move)
