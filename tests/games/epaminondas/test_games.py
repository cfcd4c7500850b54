"""Whole games: of two independent engines, of the rule book, and of a small board."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import EpaminondasVariant
from notation.registry import find
from tests.judges.epaminondas import start
from tests.records.samples import DEMONSTRATION

DATA = Path(__file__).parents[2] / "data"
ABBOTT, SPAN, ABSTRACTPLAY = (
    find("epaminondas", name) for name in ("abbott", "span", "abstractplay")
)

with gzip.open(DATA / "epaminondas-games.jsonl.gz", "rt", encoding="utf-8") as lines:
    ENGINE_GAMES: list[dict[str, Any]] = [json.loads(line) for line in lines]

engine_games = pytest.mark.parametrize(
    "game", ENGINE_GAMES, ids=[f"game-{game['id']}" for game in ENGINE_GAMES]
)


def rows(position: Position) -> list[str]:
    squares = position.variant.grid
    return [
        "".join(position.piece((row, column)) for column in range(1, squares.columns + 1))
        for row in range(squares.rows, 0, -1)
    ]


@pytest.mark.slow
@engine_games
def test_engines_agree_on_boards_move_counts_and_winner(game):
    position = Position.start(EpaminondasVariant.parse("standard+symmetry=off"))
    for ply, (text, legal) in enumerate(zip(game["abbott"], game["n_legal"], strict=True)):
        assert position.count_moves() == legal
        assert position.outcome() is None
        if ply == game["mid_ply"]:
            assert rows(position) == game["mid"]
        position = position.play(ABBOTT.read(text).moves[0])
    assert rows(position) == game["final"]
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == {1: "white", 2: "black"}[game["winner"][0]]
    assert outcome.reason == "far-row"


@pytest.mark.slow
@engine_games
def test_the_three_notations_of_a_game_say_the_same_and_are_written_back_exactly(game):
    position = Position.start(EpaminondasVariant.parse("standard+symmetry=off"))
    for texts in zip(game["abbott"], game["span"], game["moves"], strict=True):
        resolved = []
        for dialect, text in zip((ABBOTT, SPAN, ABSTRACTPLAY), texts, strict=True):
            reading = dialect.read(text)
            assert not reading.notes
            (candidate,) = position.completions(reading.moves[0])
            assert not candidate.findings
            assert dialect.write(candidate.move) == text
            resolved.append(candidate.move)
        assert resolved[0] == resolved[1] == resolved[2]
        position = position.play(resolved[0])


def demonstration_end() -> Position:
    position, judge = Position.start(EpaminondasVariant()), start()
    for text in DEMONSTRATION:
        reading = ABBOTT.read(text)
        (candidate,) = position.completions(reading.moves[0])
        assert not reading.notes
        assert not candidate.findings
        position = position.play(candidate.move)
        move: Any = candidate.move
        judge = judge.played(
            (
                *(move.row, move.column, move.count, move.direction),
                *(move.distance, move.captures or 0),
            )
        )
        assert str(position) == str(judge)
    return position


def test_demonstration_game_is_legal_with_every_capture_counted():
    position = demonstration_end()
    assert str(position) == (
        "bbbb1bwb2b1bb/bbbbb1w1bb1bbb/14/14/14/14/14/14/2w11/2w11/w1w1ww1bwwwwww/2wwwwwwwwwww1 b"
    )


def test_demonstration_game_ends_as_the_rule_book_says():
    position = demonstration_end()
    assert (position.far_count(0), position.far_count(1)) == (1, 0)
    assert position.outcome() is None
    replies = list(position.legal_moves())
    assert len(replies) == 105
    for reply in replies:
        outcome = position.play(reply).outcome()
        assert outcome is not None
        assert outcome.winner == "white"
