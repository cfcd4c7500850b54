"""Megiddo through the commands that all games share."""

import json
from typing import NamedTuple

import pytest

from analysis.diagrams import read_text
from analysis.games.megiddo.rules import Position
from records import write
from tests.examples import sample
from tests.records.megiddo_games import OF_THREE, engine_games

ENGINE_GAMES = sample(engine_games(), 24)
CLASSIC = "classic:megiddo-double"


def game(*moves: str, variant: str = "base", start: str = "", result: str = "*") -> str:
    """Return a text of one game, two moves a row."""
    tags = f'[Game "megiddo"]\n[Variant "{variant}"]\n'
    tags += f'[Start "{start}"]\n' if start else ""
    rows = [moves[first : first + 2] for first in range(0, len(moves), 2)]
    numbered = (f"{number}. {'  '.join(row)}\n" for number, row in enumerate(rows, start=1))
    return f"{tags}\n{''.join(numbered)}{result}\n"


@pytest.fixture
def engines(tmp_path):
    (tmp_path / "engines.txt").write_text("".join(map(write, ENGINE_GAMES)))
    return "engines.txt"


def test_engine_games_are_valid_and_end_as_recorded(ludograph, engines):
    run = ludograph("check", engines, "--json")
    assert (run.status, run.err) == (0, "")
    for verdict, record in zip(run.objects, ENGINE_GAMES, strict=True):
        assert (verdict["valid"], verdict["notes"]) == (True, [])
        assert verdict["plies"] == len(record.moves)
        assert verdict["outcome"]["winner"] == {"1-0": "red", "0-1": "blue"}[record.result]
        assert verdict["outcome"]["reason"] == record.tags["Termination"]
    counts = f"{len(ENGINE_GAMES)} games read: {len(ENGINE_GAMES)} valid, 0 with errors"
    assert counts in ludograph("check", engines, "-q").out


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


def test_the_bundled_game(ludograph):
    run = ludograph("check", CLASSIC)
    assert run.status == 0
    words = " ".join(run.out.split())
    assert "valid: Megiddo game 1 (master), 21 plies. Red owns 2 of 24 lines" in words
    shown = ludograph("show", CLASSIC).out
    assert shown.endswith("# 11. B1 (C1, D1) (Red, ply 21)\n")
    position = read_text("megiddo", shown, "master")
    assert str(position) == ludograph("check", CLASSIC, "--json").objects[0]["position"]


@pytest.mark.parametrize("ply", sample(range(22), 6))
def test_every_ply_of_the_bundled_game_is_drawn_and_read_back(ludograph, ply):
    run = ludograph("show", CLASSIC, "--ply", str(ply))
    assert (run.status, run.err) == (0, "")
    position = read_text("megiddo", run.out, "master")
    assert position.occupied.bit_count() == ply  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_pictures_by_the_name_of_the_file(ludograph, tmp_path, kind):
    assert ludograph("show", CLASSIC, "-o", f"end.{kind}", "--flip").status == 0
    assert (tmp_path / f"end.{kind}").stat().st_size > 1000


def test_diagrams_of_a_whole_file(ludograph, tmp_path, engines):
    assert ludograph("check", engines, "--diagrams", "boards").status == 0
    assert len(list((tmp_path / "boards").glob("engines-*.svg"))) == len(ENGINE_GAMES)


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


def test_legal_moves(ludograph):
    run = ludograph("moves", "--game", "megiddo")
    assert run.out.split() == [f"{spoke}{ring}" for ring in range(1, 7) for spoke in "ABCDEF"]
    assert run.err == "36 legal moves, Red to move\n"
    assert ludograph("moves", "--game", "megiddo", "--count", "2").out == "1,260\n"
    place = "6/6/6/rbb3/6/6 r 0,0"
    capture = ludograph("moves", "--game", "megiddo", "--position", place)
    assert "D4 (C4, B4)\n" in capture.out
    slides = ludograph(
        "moves", "--game", "megiddo", "--variant", "base+radial-move", "--position", place
    )
    assert "A4-A6\n" in slides.out


class Case(NamedTuple):
    """A bad game, and what is to be said of it: its code, the ply, and words of the message."""

    text: str
    code: str
    ply: int | None
    words: str


PAIR = "6/6/6/rbb3/6/6 r 0,0"
"""Red may take C4 and B4 from D4."""

CASES = {
    "an occupied point": Case(
        game("C4", "C4", "D1"),
        "occupied",
        2,
        "C4 holds a stone of Red; 35 of 36 points are empty",
    ),
    "a seventh spoke": Case(game("A1", "G4"), "no-such-spoke", 2, "no G4: the 6 spokes are A to F"),
    "a seventh ring": Case(game("A1", "C7"), "no-such-ring", 2, "no C7: the rings of a spoke are"),
    "ring nought": Case(game("A1", "C0"), "no-such-ring", 2, "there is no C0"),
    "one stone captured": Case(
        game("D4 (C4)", start=PAIR), "group-size", 1, "names 1 stone: a capture takes exactly 2"
    ),
    "three stones captured": Case(
        game("E4 (D4, C4, B4)", start="6/6/6/rbbb2/6/6 r 0,0"),
        "group-size",
        1,
        "names 3 stones: a capture takes exactly 2",
    ),
    "a pair that is not adjacent": Case(
        game("D4 (C4, A6)", start="5b/6/6/rbb3/6/b5 r 0,0"),
        "not-adjacent",
        1,
        "C4 and A6 are not neighbours on any of the 24 lines",
    ),
    "a pair that is not bracketed": Case(
        game("E4 (C4, B4)", start=PAIR), "not-bracketed", 1, "(C4, B4) is captured by 2 stones of"
    ),
    "own stones captured": Case(
        game("D4 (C4, B4)", start="6/6/6/bbr3/6/6 r 0,0"),
        "captures-own",
        1,
        "C4",
    ),
    "an empty point captured": Case(
        game("D4 (C4, B4)", start="6/6/6/rb4/6/6 r 0,0"),
        "captures-empty",
        1,
        "C4 is empty: Red has nothing to capture there",
    ),
    "a capture overlooked": Case(
        game("D3 (C3, B3)", start="6/6/rbb3/3b2/4b1/5r r 0,0"),
        "missed-capture",
        1,
        "1 of 2 captures missing: (D4, E5); capturing is compulsory",
    ),
    "a move after the end": Case(
        game("F1", "A6", start="rrrrr1/6/6/6/6/bbbb2 r 0,0"),
        "after-end",
        2,
        "the game is over: Red owns 1 of 24 lines: ring 1",
    ),
    "a slide over a stone": Case(
        game("A1-A4", start="r5/6/b5/6/6/6 r 0,0", variant="base+radial-move"),
        "blocked-path",
        1,
        "the way from A1 to A4 is blocked on A3, point 2 of the 2 passed, by a stone of Blue",
    ),
    "a slide without the variant": Case(
        game("A1-A4", start="r5/6/6/6/6/6 r 0,0"),
        "no-radial-move",
        1,
        "a stone on the board stays there: the variant is base, without radial-move",
    ),
    "a slide across spokes": Case(
        game("A1-B2", start="r5/6/6/6/6/6 r 0,0", variant="base+radial-move"),
        "off-radial",
        1,
        "not from A1 to B2",
    ),
    "a slide of an enemy's stone": Case(
        game("A1-A3", start="b5/r5/6/6/6/6 r 0,0", variant="base+radial-move"),
        "wrong-side",
        1,
        "the stone on A1 is Blue's, and Red is to move",
    ),
    "a third colour": Case(
        game("A1", start="rbg3/6/6/6/6/6 r 0,0"),
        "third-colour",
        None,
        "g is a third colour and 2 play; players=3 has three",
    ),
    "a position of five rings": Case(
        game("A1", start="6/6/6/6/6 r 0,0"), "bad-start", None, "5 rings, the board has 6"
    ),
    "an unknown variant": Case(
        game("A1", variant="tournament"), "bad-variant", None, "'tournament' is not one of base"
    ),
    "a scanner's eight": Case(
        game("A1", "C4 (83, A2)"), "unreadable", 2, "8 looks like B"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_wrong_is_told_by_its_own_code(case, ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(f"{case.text}\n{write(OF_THREE)}", encoding="utf-8")
    run = ludograph("check", "bad.txt", "--json")
    assert (run.status, run.err) == (1, "")
    bad, good = run.objects
    (finding,) = bad["violations"]
    assert (finding["code"], finding["ply"]) == (case.code, case.ply)
    assert case.words in finding["message"]
    assert good["valid"]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_people_see_the_place_and_no_traceback(case, ludograph, tmp_path):
    (tmp_path / "bad.txt").write_text(case.text, encoding="utf-8")
    run = ludograph("check", "bad.txt", "-v")
    assert (run.status, run.err) == (1, "")
    assert "bad.txt:" in run.out
    assert f"[{case.code}]" in run.out
    assert "Traceback" not in run.out
    assert max(map(len, run.out.splitlines())) <= 80


def test_every_case_has_a_message_of_its_own(ludograph, tmp_path):
    messages = set()
    for case in CASES.values():
        (tmp_path / "bad.txt").write_text(case.text, encoding="utf-8")
        messages.add(ludograph("check", "bad.txt", "--json").objects[0]["violations"][0]["message"])
    assert len(messages) == len(CASES)


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
