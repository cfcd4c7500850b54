"""Epaminondas with neutral stones, against a second implementation and the games it played."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from analysis.games.epaminondas.rules import Position, guess
from analysis.games.epaminondas.state import EpaminondasVariant
from analysis.games.variant import Evidence
from analysis.replay.replay import replay
from notation import InvalidPosition, InvalidVariant
from notation.phalanx import Placement
from records import Record
from tests.games.epaminondas.test_judge import as_tuple, assert_agreement
from tests.judges.epaminondas import start, table
from tests.strategies import SYMMETRIES, expanded, packed, positions, size

DATA = Path(__file__).parents[2] / "data" / "epaminondas-stones-games.jsonl.gz"

with gzip.open(DATA, "rt", encoding="utf-8") as lines:
    GAMES: list[dict[str, Any]] = [json.loads(line) for line in lines]


@st.composite
def stony(draw: st.DrawFn) -> str:
    """Draw a position with three neutral stones on it."""
    text = draw(positions(st.tuples(st.integers(3, 8), st.integers(7, 9))))
    squares = list("/".join(expanded(text)))
    places = [place for place, what in enumerate(squares) if what != "/"]
    for place in draw(st.lists(st.sampled_from(places), min_size=3, max_size=3, unique=True)):
        squares[place] = "s"
    return packed("".join(squares).split("/"), text[-1])


@settings(deadline=None)
@given(stony(), SYMMETRIES)
def test_legal_moves_agree_with_the_judge_in_random_positions(text, symmetry):
    columns, rows = size(text)
    variant = f"standard+stones+columns={columns}+rows={rows}+filled=1+symmetry={symmetry}"
    position = Position.from_string(text, variant)
    judge = table(text, symmetry, stones=True, filled=1)
    moves = assert_agreement(position, judge)
    for move in moves[:: max(1, len(moves) // 8)]:
        after = position.play(move)
        assert str(after) == str(judge.played(as_tuple(move)))
        assert position.advance([position.compile(move)]) == (after, 1)


@pytest.mark.slow
@settings(deadline=None)
@given(st.data(), st.integers(2, 7), st.integers(6, 9), SYMMETRIES)
def test_random_games_agree_with_the_judge(data, columns, rows, symmetry):
    position = Position.start(EpaminondasVariant(columns, rows, 1, symmetry, stones=True))
    judge = start(columns, rows, 1, symmetry, stones=True)
    for _ in range(30):
        moves = assert_agreement(position, judge)
        if not moves:
            event("the game was played to its end")
            break
        move = data.draw(st.sampled_from(moves))
        position, judge = position.play(move), judge.played(as_tuple(move))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"game {game['id']}")
def test_recorded_games_end_as_written(game):
    verdict = replay(Record(tuple(game["moves"]), "epaminondas", game["variant"], "span"))
    assert not verdict.violations
    assert str(verdict.position) == game["final"]
    assert verdict.outcome is not None
    assert verdict.outcome.winner == game["winner"]


PLACED = "14/bbbbbbbbbbbbbb/14/14/14/14/14/14/2s1s9/3s10/wwwwwwwwwwwwww/14"


def test_an_occupied_square_takes_no_stone():
    here = Position.start(EpaminondasVariant(stones=True)).play(Placement(5, 5))
    finding = here.check(Placement(5, 5))
    assert finding is not None
    assert finding.code == "occupied-square"


def test_the_standard_game_has_no_stones():
    finding = Position.start(EpaminondasVariant()).check(Placement(5, 5))
    assert finding is not None
    assert finding.code == "no-stone-left"
    with pytest.raises(InvalidPosition, match="only the variant stones has any"):
        Position.from_string(f"{PLACED} w", "standard")


def test_a_board_needs_room_for_three_stones():
    with pytest.raises(InvalidVariant, match="2 squares can take a neutral stone"):
        EpaminondasVariant.parse("standard+stones+columns=2+rows=5+filled=1")
    assert EpaminondasVariant.parse("standard+stones+columns=3+rows=5+filled=1").stones


def test_a_record_that_begins_with_a_square_speaks_for_stones():
    assert guess(Evidence(["e5", "f6"])) == "standard+stones"
    assert guess(Evidence(["5.5"])) == "standard+stones"
    assert guess(Evidence(["2.7.2N2"])) == "standard"
