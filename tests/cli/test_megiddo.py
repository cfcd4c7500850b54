"""Megiddo through the commands that all games share."""

import json

import pytest

from analysis.games.megiddo.rules import Position
from records import write
from tests.cli.texts import megiddo as game
from tests.examples import sample
from tests.records.megiddo_games import OF_THREE, engine_games

ENGINE_GAMES = sample(engine_games(), 24)


@pytest.fixture
def engines(tmp_path):
    (tmp_path / "engines.txt").write_text("".join(map(write, ENGINE_GAMES)))
    return "engines.txt"


def test_converting_there_and_back_changes_nothing(ludograph, tmp_path, engines):
    assert ludograph("convert", engines, "--to", "jsonl", "-o", "there.jsonl").status == 0
    assert ludograph("convert", "there.jsonl", "--to", "text", "-o", "back.txt").status == 0
    assert ludograph("convert", "back.txt", "--to", "jsonl", "-o", "again.jsonl").status == 0
    there, again = (
        [json.loads(line)["moves"] for line in (tmp_path / name).read_text().splitlines()]
        for name in ("there.jsonl", "again.jsonl")
    )
    assert there == again
    # The engines write captured stones in another order.
    for moves, record in zip(there, ENGINE_GAMES, strict=True):
        assert [move[:2] for move in moves] == [move[:2] for move in record.moves]
        assert [sorted(move) for move in moves] == [sorted(move) for move in record.moves]
    tags = [
        [line for line in (tmp_path / name).read_text().splitlines() if line.startswith("[")]
        for name in (engines, "back.txt")
    ]
    assert tags[0] == tags[1]


def test_converting_sets_captures_in_order_and_spelling(ludograph, tmp_path):
    (tmp_path / "typed.txt").write_text(
        game("a4", "B4", "E1", "C4", "D4(b4 c4)", "f6", variant="base")
    )
    run = ludograph("convert", "typed.txt", "--to", "text")
    assert run.status == 0
    assert "  3. D4 (C4, B4)  F6\n" in run.out


def test_a_game_of_three_players(ludograph, tmp_path):
    (tmp_path / "three.txt").write_text(write(OF_THREE))
    run = ludograph("check", "three.txt", "--json")
    (verdict,) = run.objects
    assert (verdict["valid"], verdict["notes"]) == (True, [])
    assert verdict["outcome"] == {"winner": "green", "reason": "arbatta"}
    shown = ludograph("show", "three.txt").out
    assert "Captured: red 0, blue 0, green 6\nRed to move\n" in shown
    back = ludograph("convert", "three.txt", "--to", "text").out
    assert back == (tmp_path / "three.txt").read_text()


def test_a_winner_who_did_not_win_is_an_error(ludograph, tmp_path):
    (tmp_path / "three.txt").write_text(write(OF_THREE).replace('"3"', '"2"'))
    (verdict,) = ludograph("check", "three.txt", "--json").objects
    (finding,) = verdict["violations"]
    assert finding["code"] == "result-mismatch"
    assert "Green has won" in finding["message"]


PAIR = "6/6/6/rbb3/6/6 r 0,0"
"""Red may take C4 and B4 from D4."""


@pytest.mark.parametrize("tags", ["", '[Game "megiddo"]\n', '[Game "megiddo"]\n[Green "Clara"]\n'])
def test_rows_of_three_are_a_game_of_three(ludograph, tmp_path, tags):
    rows = write(OF_THREE).partition("\n\n")[2]
    (tmp_path / "three.txt").write_text(f"{tags}\n{rows}", encoding="utf-8")
    (verdict,) = ludograph("check", "three.txt", "--json").objects
    assert (verdict["variant"], verdict["valid"], verdict["plies"]) == ("base+players=3", True, 12)
    assert verdict["outcome"] == {"winner": "green", "reason": "arbatta"}
    notes = [one["message"] for one in verdict["notes"] if one["code"] == "guessed-variant"]
    assert notes == ["the record names no variant: read as base+players=3"]
    # The guess is kept where rows are no more.
    assert ludograph("convert", "three.txt", "--to", "jsonl", "-o", "three.jsonl").status == 0
    (verdict,) = ludograph("check", "three.jsonl", "--json").objects
    assert (verdict["variant"], verdict["valid"]) == ("base+players=3", True)


def test_rows_of_three_in_a_game_of_two_are_told(ludograph, tmp_path):
    text = '[Game "megiddo"]\n[Variant "base"]\n\n1. C4 D4 E4\n2. A1 A2 A3\n'
    (tmp_path / "three.txt").write_text(text, encoding="utf-8")
    (verdict,) = ludograph("check", "three.txt", "--json").objects
    (found,) = verdict["notes"]
    assert found["code"] == "wide-rows"
    assert found["message"] == "the rows have 3 moves, and 2 sides play base"


def test_a_start_of_three_sides_names_no_variant(ludograph, tmp_path):
    text = game("F1", start="rbg3/6/6/6/6/6 r 0,0,0").replace('[Variant "base"]\n', "")
    (tmp_path / "three.txt").write_text(text, encoding="utf-8")
    (verdict,) = ludograph("check", "three.txt", "--json").objects
    assert (verdict["variant"], verdict["valid"]) == ("base+players=3", True)


def test_missing_brackets_are_added_with_a_note(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(game("D4", "F6", "A1", "B1", start=PAIR))
    (verdict,) = ludograph("check", "bad.txt", "--json").objects
    assert (verdict["valid"], verdict["plies"]) == (True, 4)
    assert verdict["position"] == "rb4/6/6/rrrr2/6/5b r 2,0"
    (added,) = [one for one in verdict["notes"] if one["code"] == "missing-captures"]
    assert added["ply"] == 1
    assert added["message"].endswith("(C4, B4) is added")


def test_commands_agree_on_missing_brackets(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(game("D4", "F6", "A1", "B1", start=PAIR))
    (line,) = [row for row in ludograph("openings", "bad.txt").out.splitlines() if "D4" in row]
    assert line.startswith("D4 (C4, B4)")
    assert "1 game, 4 plies" in ludograph("stats", "bad.txt").out
    for options in ((), ("--as-recorded",)):
        assert ludograph("convert", "bad.txt", "--to", "text", "-o", "out.txt", *options).status < 2
        (again,) = ludograph("check", "out.txt", "--json").objects
        (before,) = ludograph("check", "bad.txt", "--json", *options).objects
        assert (again["position"], again["valid"]) == (before["position"], before["valid"])


def test_as_recorded_goes_on_after_an_overlooked_capture(ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(game("D4", "F6", "A1", "B1", start=PAIR))
    (verdict,) = ludograph("check", "bad.txt", "--json", "--as-recorded").objects
    assert [finding["code"] for finding in verdict["violations"]] == ["missed-capture"]
    assert verdict["plies"] == 4
    assert verdict["position"] == "rb4/6/6/rbbr2/6/5b r 0,0"
    assert Position.from_string(verdict["position"], "base").turn == 0
