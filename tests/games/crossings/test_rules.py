"""Crossings: the rules against a second implementation, and against the games that it played."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from analysis.games.crossings.rules import Position
from analysis.games.crossings.state import CrossingsVariant
from analysis.replay.replay import replay
from notation import InvalidPosition, InvalidVariant
from notation.phalanx import Move
from records import Record
from tests.judges.crossings import MoveTuple, Table, start, table
from tests.strategies import SMALL, positions

DATA = Path(__file__).parents[2] / "data" / "crossings-games.jsonl.gz"

with gzip.open(DATA, "rt", encoding="utf-8") as lines:
    GAMES: list[dict[str, Any]] = [json.loads(line) for line in lines]


def as_tuple(move: Move) -> MoveTuple:
    assert move.captures is not None
    return move.row, move.column, move.count, move.direction, move.distance, move.captures


def assert_agreement(position: Position, judge: Table) -> list[Move]:
    """Compare a position with the judge's; return its legal moves in a fixed order."""
    assert str(position) == str(judge)
    moves = sorted(position.legal_moves(), key=as_tuple)
    assert [as_tuple(move) for move in moves] == sorted(judge.legal_moves())
    assert position.count_moves() == len(moves)
    outcome = position.outcome()
    assert (outcome and str(outcome.winner)[0]) == judge.winner()
    return moves


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(positions())
def test_legal_moves_agree_with_the_judge_in_random_positions(text):
    position, judge = Position.from_string(text), table(text)
    moves = assert_agreement(position, judge)
    for move in moves[:: max(1, len(moves) // 8)]:
        assert str(position.play(move)) == str(judge.played(as_tuple(move)))
        assert position.advance([position.compile(move)]) == (position.after(move), 1)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data(), SMALL, st.integers(1, 2))
def test_random_games_agree_with_the_judge(data, columns_rows, filled):
    columns, rows = columns_rows
    position = Position.start(CrossingsVariant(columns, rows, filled))
    judge = start(columns, rows, filled)
    for _ in range(30):
        moves = assert_agreement(position, judge)
        if not moves:
            event("the game was played to its end")
            break
        captures = [move for move in moves if move.captures]
        move = data.draw(st.sampled_from(captures or moves))
        position, judge = position.play(move), judge.played(as_tuple(move))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"game {game['id']}")
def test_recorded_games_end_as_written(game):
    verdict = replay(Record(tuple(game["moves"]), "crossings", game["variant"], "span"))
    assert not verdict.violations
    assert str(verdict.position) == game["final"]
    assert verdict.outcome is not None
    assert verdict.outcome.winner == game["winner"]


@pytest.mark.parametrize("game", GAMES[:20], ids=lambda game: f"game {game['id']}")
def test_recorded_games_have_as_many_legal_moves_as_written(game):
    record = Record(tuple(game["moves"]), "crossings", game["variant"], "span")
    assert [ply.before.count_moves() for ply in replay(record).plies()] == game["n_legal"]


def test_neutral_stones_belong_to_another_game():
    with pytest.raises(InvalidVariant, match="'stones' is not one of standard, columns"):
        CrossingsVariant.parse("stones")
    with pytest.raises(InvalidPosition, match="not made of w, b and numbers"):
        Position.from_string("8/8/8/3s4/8/8/8/8 w")
