"""Selecting games by position, player and date; the order is kept."""

import pickle
from pathlib import Path

import pytest

from analysis.replay.replay import replay
from analysis.replay.verdict import GameFacts
from analysis.select.condition import (
    InvalidDate,
    date_bound,
    played_between,
    played_by,
    side_named,
)
from analysis.select.position import TargetPosition, read_position
from analysis.select.selection import parse_selection
from notation import InvalidPosition, InvalidVariant, UnknownName
from records import Record
from tests.cases import each_case, each_line
from tests.records.samples import DEMONSTRATION

BOOK = Record(DEMONSTRATION, "epaminondas", dialect="abbott", tags={"White": "A"})

MIRRORED = Record(("2.8.2N2", "11.9.2SW2"), "epaminondas", dialect="abbott", tags={"White": "B"})

TURNED = Record(("D3", "A4"), "megiddo", "master")

SHIFTED = Record(("D4", "A5"), "megiddo", "grand-master")


@pytest.mark.parametrize("text", ["2.7.2N2 11.6.2SE2", "1. 2.7.2N2 11.6.2SE2"])
def test_moves_name_the_position_that_they_lead_to(text):
    expected = [ply.after for ply in replay(BOOK).plies()][1]
    assert read_position(text) == expected
    assert read_position(str(expected)) == expected
    asymmetric = read_position(text, variant="standard+symmetry=off")
    assert str(asymmetric.variant) == "standard+symmetry=off"


NO_PLACES = {
    "a move too far": (("2.7.2N9",), InvalidPosition, "(2.7.2N9): a phalanx of 2 moves at most 2"),
    "words": (("hello",), InvalidPosition, "to a position: no game was found"),
    "nothing": (("",), InvalidPosition, "'' is neither a position string"),
    "no game's": (("7/7 w",), InvalidPosition, "not a position of any game: Epaminondas: pos"),
    "one game's": (("7/7 w", "gipf"), InvalidPosition, "expected columns b to h"),
    "game": (("C4", "chess"), UnknownName, "no game 'chess'"),
    "variant": (("6/6/6/6/6/6 r 0,0", "megiddo", "x"), InvalidVariant, "'x' is not one of base"),
}


@each_case(("place", "error", "message"), NO_PLACES.values(), ids=NO_PLACES)
def test_what_names_no_position(place, error, message):
    with pytest.raises(error) as stop:
        read_position(*place)
    assert message in str(stop.value)


def test_a_position_is_found_wherever_in_a_game_and_mirrored_if_asked():
    here = read_position("2.7.2N2 11.6.2SE2")
    for fold, expected in ((False, [True, False]), (True, [True, True])):
        target = pickle.loads(pickle.dumps(TargetPosition.of(here, fold)))
        assert target == TargetPosition.of(here, fold)
        assert [target.is_reached(replay(record)) for record in (BOOK, MIRRORED)] == expected
    assert not TargetPosition.of(here, True).is_reached(replay(TURNED))


def test_images_are_those_of_the_rules_that_a_game_is_played_under():
    target = TargetPosition.of(read_position("A3 D4"), fold=True)
    assert target.is_reached(replay(TURNED))
    assert target.is_reached(replay(SHIFTED))
    assert not target.is_reached(replay(Record(SHIFTED.moves, "megiddo", "master")))


def test_a_position_that_a_variant_does_not_know_is_never_met_there():
    target = TargetPosition.of(read_position("4/1W3/6/7/6/5/4 b 16,18 0,0 WB"), fold=True)
    assert target.is_reached(replay(Record(("Gc3-d2", "Gc3"), "gipf", "tournament"))) is False
    assert target.is_reached(replay(Record(("b4",), "gipf", "basic"))) is False


def test_chosen_games_come_in_their_order():
    part = Record(DEMONSTRATION[:4], "epaminondas", dialect="abbott", tags={"White": "C"})
    records = [part, MIRRORED, BOOK, TURNED, BOOK, part]

    def names(**asked):
        games = parse_selection(**asked).select(lambda: map(replay, records))
        return "".join(game.record.tags.get("White", "-") for game in games)

    assert names() == "CBA-AC"
    assert names(where="White") == "CBAAC"
    assert names(dedupe="moves") == "CBA-"
    assert names(dedupe="contained") == "BA-"
    assert names(where="White != A", dedupe="contained") == "CB-"


def game(start=None, **tags):
    return GameFacts.of(replay(Record((), "megiddo", "base", tags=tags, start=start)))


TABLE = Path(__file__).with_name("players.jsonl")
"""Players, on a side or any, and dates between bounds: whether a game is ``found``."""


@each_line(TABLE, "player")
def test_a_player_on_a_side(case):
    asked = played_by(*case["player"])
    assert asked.holds(game(Red="Ada", Blue="Ben")) is case["found"]
    assert pickle.loads(pickle.dumps(asked)) == asked


@each_line(TABLE, "date")
def test_a_date_is_certainly_within_bounds(case):
    asked = played_between(case["since"], case["until"])
    assert asked.holds(game(Date=case["date"])) is case["found"]


def test_bounds_and_sides_are_read_in_any_spelling():
    assert [date_bound(text) for text in ("2004", "2004/5", "2004.5.7")] == [
        *("2004", "2004-05", "2004-05-07"),
    ]
    assert side_named("White") == "white"
    assert side_named("GREEN") == "green"
    for text in ("", "yesterday", "04-05-2004", "2004-05-17T10:00"):
        with pytest.raises(InvalidDate):
            date_bound(text)
    with pytest.raises(UnknownName, match="did you mean white"):
        side_named("whte")
