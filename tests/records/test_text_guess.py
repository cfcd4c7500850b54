"""The text reader: which game a text without a tag is of."""

import pytest

from analysis.replay import replay
from records import read_text
from tests.records.samples import codes, messages, read_one

TAG = '[White "A"]\n\n'

MEGIDDO = "1. A3 B4\n2. A4 B5\n3. C2 {odd}\n4. D2 E3\n5. F1 E2\n6. D4 F5\n"
ODD = ["A3 x A4,A5", "e9xd4", "&A4,A5", "na1-c3"]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("tag", ["", TAG], ids=["bare", "tagged"])
def test_one_odd_move_does_not_turn_a_game_into_another(odd, tag):
    record = read_one(tag + MEGIDDO.format(odd=odd))
    assert record.game == "megiddo"
    assert record.moves[:5] == ("A3", "B4", "A4", "B5", "C2")
    assert record.moves[-2:] == ("D4", "F5")
    lines = (tag + MEGIDDO.format(odd=odd)).split("\n")
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


def test_an_odd_first_move_does_not_decide_which_game_it_is():
    record = read_one("1. xA4,A5;A3 B4\n2. A4 B5\n3. C2 {a plan} D3\n4. D2 E3 {the end}\n")
    assert record.game == "megiddo"
    assert "guessed-game" in codes(record)
    assert [one["comment"] for one in record.details.values()] == ["a plan", "the end"]


GAMES = {
    "Crossings, rows": ("crossings", "1. 2.1.1N1 7.1.1S1\n2. 2.2.1N1 7.2.1S1\n"),
    "Crossings, squares": ("crossings", "1. a2-a3 a7-a6\n2. b2-b3 b7-b6\n"),
    "Epaminondas, rows": ("epaminondas", "1. 2.1.1N1 11.1.1S1\n2. 2.2.1N1 11.2.1S1\n"),
    "Epaminondas, a column": ("epaminondas", "1. 2.9.1N1\n"),
    "Epaminondas, squares": ("epaminondas", "1. a2-a3 a11-a10\n2. b2-b3 b11-b10\n"),
    "Epaminondas, a wide board": ("epaminondas", "1. n2-n3\n"),
}


@pytest.mark.parametrize(("game", "text"), GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("tag", ["", TAG], ids=["bare", "tagged"])
def test_the_board_decides_between_games_of_one_notation(game, text, tag):
    record = read_one(tag + text)
    assert (record.game, codes(record)) == (game, [])


@pytest.mark.parametrize("text", ["1. 2.1.1N1\n", "1. a2-a3\n"], ids=["rows", "squares"])
@pytest.mark.parametrize("tag", ["", TAG], ids=["bare", "tagged"])
def test_a_text_that_fits_two_games_names_both(text, tag):
    record = read_one(tag + text)
    assert codes(record) == ["guessed-game"]
    assert "the moves fit epaminondas and crossings alike" in messages(record)


def test_a_named_game_is_not_guessed():
    for game in ("crossings", "epaminondas"):
        record = read_one(f'[Game "{game}"]\n\n1. 2.1.1N1\n')
        assert (record.game, codes(record)) == (game, [])
        assert codes(read_one("1. 2.1.1N1\n", game=game)) == []


WHY = {
    "text, plain": (TAG + "1. C6 A4\n2. D2 B2\n", "text"),
    "text, line by line": ("1. C6 A4\n2. D2  B2 {why}\n", "text"),
    "jsonl": ('{"moves": ["C6", "A4", "D2"]}\n', "jsonl"),
    "csv": ("game_id,game,move\n1,,C6\n1,,A4\n", "csv"),
    "csv-games": ('game_id,moves\n1,"[""C6"", ""A4""]"\n', "csv-games"),
    "sgf": ("(;W[C6];B[A4])", "sgf"),
    "abstractplay-json": ('{"moves": [["C6", "A4"]]}', "abstractplay-json"),
}


@pytest.mark.parametrize(("text", "form"), WHY.values(), ids=WHY)
def test_every_format_notes_a_guessed_game(text, form):
    (record, *_) = read_text(text, format=form)
    found = [one for one in replay(record).notes if one.code == "guessed-game"]
    assert [one.message for one in found] == [record.guess]
    assert record.guess.startswith("the record names no game: read as megiddo, for ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. C6 (A4, B5)\n", "no other game has moves written like these"),
        ("1. 2.1.1N1 7.1.1S1\n", "2 of 2 moves fit its board and home rows, 1 fit those of epam"),
        ("1. n2-n3 n11-n10\n", "2 of 2 moves fit its board and home rows, 0 fit those of cross"),
        ('[Dialect "book"]\n\n1. C6 A4\n', "which alone has the dialect book"),
        ("1. Gg2 Gh4\n2. Gg1-g3 B5\n", "it reads 4 of 4 moves, megiddo reads 1"),
    ],
)
def test_the_reason_names_the_evidence(text, reason):
    assert reason in read_one(text).guess


@pytest.mark.parametrize("tags", ['[Game "megiddo"]\n', "Megiddo\n", "Game: Megiddo\n"])
def test_a_game_named_in_any_way_is_not_guessed(tags):
    assert read_one(f"{tags}\n1. C6 A4\n").guess == ""
    assert read_one("1. C6 A4\n", game="megiddo").guess == ""


@pytest.mark.parametrize("rest", ["1. C6 A4\n", "1. C6 A4 {slow}\n"], ids=["plain", "line by line"])
def test_a_game_that_the_caller_contradicts_is_noted(rest):
    record = read_one(f'[Game "gipf"]\n\n{rest}', game="megiddo")
    assert (record.game, codes(record)) == ("megiddo", ["contradicted-game"])
    assert codes(read_one(f'[Game "Megiddo"]\n\n{rest}', game="megiddo")) == []


def test_a_game_that_all_moves_contradict_is_noted():
    record = read_one('[Game "gipf"]\n\n1. 2.7.2N2 11.6.2SE2\n')
    assert (record.game, codes(record)) == ("gipf", ["contradicted-game"])
    assert "like those of epaminondas" in messages(record)
